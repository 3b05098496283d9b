// renju-soundness-run --count N --seed S: the comparison of renju_soundness_test.cpp at any size, `count` positions
// per colour of the attacker under renju and a tenth of that under each of the other rule sets.
// Figures to stdout, failures to stderr. Exit code 0: none of those that must be 0 is; 1: one is; 2: usage.
#include <charconv>
#include <cstring>
#include <iostream>

#include "tests/oracle/renju_soundness.hpp"

int main(int argc, char** argv) {
  using namespace fiveproof;
  std::uint64_t count = 20'000;
  std::uint64_t seed = 1;
  for (int i = 1; i < argc; i += 2) {
    auto* value = std::strcmp(argv[i], "--count") == 0  ? &count
                  : std::strcmp(argv[i], "--seed") == 0 ? &seed
                                                        : nullptr;
    const char* text = i + 1 < argc ? argv[i + 1] : "";
    const char* end = text + std::strlen(text);
    if (value == nullptr || text == end || std::from_chars(text, end, *value).ptr != end) {
      std::cerr << "usage: renju-soundness-run [--count N] [--seed S]\n";
      return 2;
    }
  }
  bool is_sound = true;
  for (RuleSet rule : {RuleSet::renju, RuleSet::freestyle, RuleSet::standard})
    for (Color attacker : {Color::black, Color::white}) {
      const auto n = rule == RuleSet::renju ? count : count / 10;
      const auto figures = renju_oracle::compare(rule, attacker, n, seed, std::cerr);
      std::cout << "-- " << name_of(rule) << ", " << name_of(attacker) << " attacks\n";
      renju_oracle::print(figures, std::cout);
      std::cout.flush();
      is_sound = is_sound && figures.failures() == 0;
    }
  return is_sound ? 0 : 1;
}
