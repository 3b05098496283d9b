// The arguments of the programs that compare at any size: [--count N] [--seed S].
#pragma once

#include <charconv>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <optional>

namespace fiveproof::test {

struct CountAndSeed {
  std::uint64_t count = 20'000;
  std::uint64_t seed = 1;
};

/// Nothing, and the usage on stderr, where the arguments are no such ones: exit code 2.
inline std::optional<CountAndSeed> count_and_seed(int argc, char** argv, const char* program) {
  CountAndSeed read;
  for (int i = 1; i < argc; i += 2) {
    auto* value = std::strcmp(argv[i], "--count") == 0  ? &read.count
                  : std::strcmp(argv[i], "--seed") == 0 ? &read.seed
                                                        : nullptr;
    const char* text = i + 1 < argc ? argv[i + 1] : "";
    const char* end = text + std::strlen(text);
    if (value == nullptr || text == end || std::from_chars(text, end, *value).ptr != end) {
      std::cerr << "usage: " << program << " [--count N] [--seed S]\n";
      return std::nullopt;
    }
  }
  return read;
}

}  // namespace fiveproof::test
