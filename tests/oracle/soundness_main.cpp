// soundness-run --count N --seed S: the comparison of soundness_test.cpp at any size.
// Figures to stdout, failures to stderr. Exit code 0: nothing unconfirmed; 1: something is; 2: usage.
#include <iostream>

#include "tests/oracle/count_and_seed.hpp"
#include "tests/oracle/soundness.hpp"

int main(int argc, char** argv) {
  const auto asked = fiveproof::test::count_and_seed(argc, argv, "soundness-run");
  if (!asked) return 2;
  const auto figures = fiveproof::oracle::compare(asked->count, asked->seed, std::cerr);
  fiveproof::oracle::print(figures, std::cout);
  return figures.failures() == 0 ? 0 : 1;
}
