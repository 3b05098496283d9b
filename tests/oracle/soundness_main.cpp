// soundness-run --count N --seed S: the comparison of soundness_test.cpp at any size.
// Figures to stdout, failures to stderr. Exit code 0: nothing unconfirmed; 1: something is; 2: usage.
#include <charconv>
#include <cstring>
#include <iostream>

#include "tests/oracle/soundness.hpp"

int main(int argc, char** argv) {
  std::uint64_t count = 20'000;
  std::uint64_t seed = 1;
  for (int i = 1; i < argc; i += 2) {
    auto* value = std::strcmp(argv[i], "--count") == 0  ? &count
                  : std::strcmp(argv[i], "--seed") == 0 ? &seed
                                                        : nullptr;
    const char* text = i + 1 < argc ? argv[i + 1] : "";
    const char* end = text + std::strlen(text);
    if (value == nullptr || text == end || std::from_chars(text, end, *value).ptr != end) {
      std::cerr << "usage: soundness-run [--count N] [--seed S]\n";
      return 2;
    }
  }
  const auto figures = fiveproof::oracle::compare(count, seed, std::cerr);
  fiveproof::oracle::print(figures, std::cout);
  return figures.failures() == 0 ? 0 : 1;
}
