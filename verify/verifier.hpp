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

#include "proof/proof.hpp"
#include "verify/outcome/verification.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::verify {

/// Checks the whole proof. require: proof.records is finished; all roots have the board size of the proof.
/// Errors: a journal, report or piece that cannot be used, or a disk that fails. What goes wrong in a thread
/// (no memory) is thrown again here.
[[nodiscard]] Result<Verification> check_proof(Proof proof, const Options& options);

}  // namespace fiveproof::verify
