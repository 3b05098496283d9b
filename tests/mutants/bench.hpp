// The bench: mutants of every kind for one checker, and what became of them.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "tests/mutants/checkers.hpp"
#include "tests/mutants/judge.hpp"
#include "tests/mutants/kinds.hpp"

namespace fiveproof::mutants {

struct Row {
  std::string name;
  std::uint64_t made = 0;
  std::uint64_t rejected = 0;
  std::uint64_t accepted_and_valid = 0;
  std::uint64_t accepted_and_wrong = 0;
  std::uint64_t accepted_and_undecided = 0;
  std::uint64_t wrongly_rejected = 0;  ///< of `rejected`: what had to be accepted
  Row& operator+=(const Row& other);
  [[nodiscard]] std::uint64_t failures() const {
    return accepted_and_wrong + accepted_and_undecided + wrongly_rejected;
  }
};

struct Figures {
  std::vector<Row> rows;  ///< by kind
  [[nodiscard]] Row total() const;
};

struct BenchOptions {
  std::uint64_t count = 1000;  ///< mutants to try
  std::uint64_t seed = 1;
  std::uint64_t stop_after_failures = ~std::uint64_t{0};
  std::ostream* log = nullptr;  ///< where failures are told
};

/// Mutants of the kinds in turn, each of an original drawn by lot. `judge` remembers what it worked out.
[[nodiscard]] Figures run_bench(const Checker& checker, const std::vector<Original>& originals,
                                const std::vector<Kind>& kinds, const BenchOptions& options, Judge& judge);

void print(const Figures& figures, std::ostream& out);

}  // namespace fiveproof::mutants
