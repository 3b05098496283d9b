// The checker: does the attacker win from every root of a proof, as the file says?
//
// spec/verification.md is the contract, rule by rule. Every record is checked on its own: every legal reply,
// one by one, is stored, or lost to a winning threat sequence, or a gap. What the claims reach is worked out
// afterwards. Nothing here comes from the solver.
//
//     verify::Options options;
//     options.threads = 2;
//     const verify::Verification checked = verify::check_proof(proof, options);
//     for (const verify::Verdict& verdict : checked.verdicts) std::cout << to_text(verdict) << '\n';
//
// The result is the same for any number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "format/proof.hpp"
#include "verify/verdict.hpp"

namespace fiveproof::verify {

/// Attacker nodes per search. Goes into the verdict: another effort may answer other replies.
inline constexpr std::uint32_t default_effort = 1000;

/// How far a check has come. Replies are those that the records promise, known from the start.
struct Progress {
  std::uint64_t positions_done = 0;
  std::uint64_t positions_total = 0;
  std::uint64_t replies_done = 0;
  std::uint64_t replies_total = 0;
  std::uint64_t gaps = 0;  ///< found so far, not yet compared with each other
  double seconds = 0;      ///< since the check began
};

struct Options {
  std::uint32_t effort = default_effort;
  unsigned threads = 0;  ///< 0: as many as the machine has
  /// Called about four times a second, and once at the end, from the thread that called check_proof.
  std::function<void(const Progress&)> on_progress = {};
  /// When it becomes true the check ends soon (between two positions) and all verdicts are UNDECIDED.
  const std::atomic<bool>* stop = nullptr;
  /// For tests only: keys of the index are cut to these bits. The result must not depend on it.
  std::uint64_t key_mask = ~std::uint64_t{0};
};

/// What became of positions and replies. A reply is in exactly one of the six classes below.
struct Tally {
  std::uint64_t positions = 0;  ///< stored positions, and roots that are not stored
  std::uint64_t leaves = 0;     ///< of these: without a move
  std::uint64_t ends = 0;       ///< of these: the attacker's move makes a five
  std::uint64_t replies = 0;
  std::uint64_t stored = 0;          ///< the position after the reply is stored
  std::uint64_t replayed = 0;        ///< lost to a sequence known from another reply
  std::uint64_t searched = 0;        ///< lost to a sequence that db-search found
  std::uint64_t searched_fully = 0;  ///< the same, found only without reductions
  std::uint64_t unanswered = 0;
  std::uint64_t defender_fives = 0;  ///< the reply makes a five

  Tally& operator+=(const Tally& other);
  bool operator==(const Tally&) const = default;
};

/// The result of a check.
struct Verification {
  std::vector<Verdict> verdicts;  ///< one per root, in the order of the roots
  /// Each once up to symmetry; sorted by root, length of the line, position; those that no root reaches last.
  std::vector<Gap> gaps;
  GapCounts gap_counts{};          ///< of `gaps`
  std::uint64_t limited_gaps = 0;  ///< of `gaps`: those with `limit`
  Tally all;                       ///< over all records, reached or not
  std::map<int, Tally> by_ply;     ///< the same by number of stones on the board
  std::uint64_t unreached = 0;     ///< stored positions that no root reaches
  bool interrupted = false;
  std::uint32_t effort = 0;
  unsigned threads = 0;  ///< used
  double seconds = 0;

  /// Is every claim proved? False when there is none.
  [[nodiscard]] bool accepted() const;
};

/// Checks the whole proof. require: proof.records is finished; all roots have the board size of the proof.
/// What goes wrong in a thread (no memory) is thrown again here.
[[nodiscard]] Verification check_proof(const Proof& proof, const Options& options);

}  // namespace fiveproof::verify
