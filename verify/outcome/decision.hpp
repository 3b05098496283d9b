// What a check comes to: yes, no, or neither.
//
// The exit code, the lines of the answer and the report are all made from one Decision, so that they cannot
// disagree. Verdicts say what holds; a decision says whether that is what the caller asked for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/outcome/verification.hpp"

namespace fiveproof::verify {

/// A claim stated outside the file, and in what the file's claims differ from it.
struct Expectation {
  Claim claim;
  std::optional<std::string> difference = {};  ///< absent: the file claims this and nothing else
};
[[nodiscard]] Expectation compare(const Proof& proof, Claim expected);

/// What the caller asks for, besides that everything holds.
struct Demand {
  std::optional<Expectation> expected = {};
  bool trust_parts = false;  ///< journals and reports may have taken the place of work
};

/// A fresh one rejects.
struct Decision {
  /// The numbers are the exit codes.
  enum class Answer { yes = 0, no = 1, undecided = 2 };
  Answer answer = Answer::no;
  /// The answer is yes, and about the whole proof: a shard, of which nothing but "its positions hold" can be
  /// said, is never accepted.
  bool accepted = false;
  std::vector<std::string> objections = {};  ///< lines that come before the verdicts
  Demand demand = {};                        ///< what was asked for
};
[[nodiscard]] Decision decide(const Verification& checked, Demand demand);

/// What people and scripts are told: the objections, then a line for each verdict. Where there are objections
/// no line begins with VERIFIED: of a claim that is proved it says NOT ACCEPTED.
[[nodiscard]] std::vector<std::string> lines_of(const Verification& checked, const Decision& decision);

}  // namespace fiveproof::verify
