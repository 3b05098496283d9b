// renju-soundness-run --count N --seed S: the comparison of renju_soundness_test.cpp at any size, `count`
// positions per colour of the attacker under renju and a tenth of that under each of the other rule sets.
// Figures to stdout, failures to stderr. Exit code 0: none of those that must be 0 is; 1: one is; 2: usage.
#include <iostream>

#include "tests/oracle/count_and_seed.hpp"
#include "tests/oracle/renju_soundness.hpp"

int main(int argc, char** argv) {
  using namespace fiveproof;
  const auto asked = test::count_and_seed(argc, argv, "renju-soundness-run");
  if (!asked) return 2;
  bool is_sound = true;
  for (RuleSet rule : {RuleSet::renju, RuleSet::freestyle, RuleSet::standard})
    for (Color attacker : {Color::black, Color::white}) {
      const auto n = rule == RuleSet::renju ? asked->count : asked->count / 10;
      const auto figures = renju_oracle::compare(rule, attacker, n, asked->seed, std::cerr);
      std::cout << "-- " << name_of(rule) << ", " << name_of(attacker) << " attacks\n";
      renju_oracle::print(figures, std::cout);
      std::cout.flush();
      is_sound = is_sound && figures.failures() == 0;
    }
  return is_sound ? 0 : 1;
}
