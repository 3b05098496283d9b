// The checker: does the attacker win from every root of a proof, as the file says?
//
// spec/verification.md is the contract, rule by rule. Every record is checked on its own: every legal reply,
// one by one, is stored, or lost to a winning threat sequence, or a gap. What the claims reach is worked out
// afterwards. Nothing here comes from the solver.
//
//     verify::Options options;
//     options.threads = 2;
//     auto checked = verify::check_proof(std::move(proof), options);
//     if (!checked.ok()) return checked.error();
//     for (const verify::Verdict& verdict : checked.value().verdicts) std::cout << to_text(verdict) << '\n';
//
// The result is the same for any number of threads, whether it was reached in one go, with a journal, or from
// the reports of shards. Memory: the records, an index over them, and 5 bytes for each; gaps are on disk.
#pragma once

#include <memory>

#include "proof/proof.hpp"
#include "verify/outcome/verification.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::verify {

/// Checks the whole proof. require: proof.records is finished; all roots have the board size of the proof.
/// Errors: a journal, report or piece that cannot be used, or a disk that fails. What goes wrong in a thread
/// (no memory) is thrown again here.
[[nodiscard]] Result<Verification> check_proof(Proof proof, const Options& options);

/// The same in turns, for whoever wants to do something else in between: what a turn left is where the next
/// one goes on, and the result is that of check_proof(). Errors of each step: those of check_proof(); after
/// one, nothing but the destructor is called.
///
///     auto checking = verify::Checking::begin(std::move(proof), options);
///     while (!checking.value().is_complete()) checking.value().go_on();  // and what one likes
///     auto checked = checking.value().end();
class Checking {
 public:
  /// Makes ready, up to and with `on_start`. require: as check_proof(); `stop`, if any, outlives this.
  [[nodiscard]] static Result<Checking> begin(Proof proof, const Options& options);
  Checking(Checking&& other) noexcept;
  Checking& operator=(Checking&& other) noexcept;
  ~Checking();

  /// Has every node been looked at?
  [[nodiscard]] bool is_complete() const;
  /// Checks until that is so, or until `stop` is set.
  [[nodiscard]] Status go_on();
  /// The verdicts: UNDECIDED if this is not complete, or while `stop` is set. require: called once.
  [[nodiscard]] Result<Verification> end();

 private:
  struct Parts;
  explicit Checking(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace fiveproof::verify
