// guide-run WINS [SEED [SHOWN]]: the figures of guide_run.hpp for both rules and two efforts.
#include <cstdlib>
#include <iostream>
#include <tuple>

#include "tests/audit/guide_run.hpp"

int main(int argc, char** argv) {
  using namespace fiveproof;
  const auto number = [&](int i, unsigned long other) {
    return argc > i ? std::strtoul(argv[i], nullptr, 10) : other;
  };
  for (const RuleSet rule : {RuleSet::freestyle, RuleSet::standard})
    for (const auto& [effort, fewest, most] :
         {std::tuple(200U, 8, 20), std::tuple(1000U, 8, 20), std::tuple(1000U, 24, 70)}) {
      std::cout << name_of(rule) << ", effort " << effort << ", " << fewest << " to " << most << " stones\n";
      const auto figures = audit::test::run_guide(rule, effort, number(1, 1000), number(2, 1), fewest, most,
                                                  static_cast<int>(number(3, 0)), std::cout);
      audit::test::print(figures, std::cout);
    }
}
