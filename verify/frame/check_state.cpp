#include "verify/frame/check_state.hpp"

#include "proof/gap_check.hpp"

namespace fiveproof::verify {

CheckState::CheckState(Proof proof, const Options& options)
    : gaps(proof.size, options.sorting_memory_bytes, options.temporary_folder),
      proof_(std::move(proof)),
      trust_(trust_of(options.task)),
      is_strict_(options.strict) {}

Result<std::shared_ptr<CheckState>> CheckState::make(Proof proof, const Options& options,
                                                     std::shared_ptr<const PieceSet> pieces) {
  for (const Root& root : proof.roots) FIVEPROOF_ENSURE(root.position.size() == proof.size);
  FIVEPROOF_ENSURE(proof.records.size() == proof.size && proof.records.attacker() == proof.attacker);
  for (Gap& finding : proof.findings) {
    if (check_gap(finding, proof.roots, proof.size).ok()) continue;
    finding.root.reset();
    finding.line.clear();
  }

  std::shared_ptr<CheckState> state(new CheckState(std::move(proof), options));
  auto squares = reply_squares(state->proof_.records, options.key_mask);
  if (!squares.ok()) return squares.error();
  state->reply_squares_ = std::move(squares).value();
  auto level = make_level(state->proof_, options, std::move(pieces));
  if (!level.ok()) return level.error();
  state->level_ = std::move(level).value();
  const auto several = state->is_strict() ? SeveralMoves::contradictory : SeveralMoves::alternatives;
  state->forms_ =
      std::make_unique<FormChecker>(state->proof_, state->level_->records(), several, &state->reply_squares_);
  state->table = NodeTable(state->forms_->node_count());

  std::vector<std::uint8_t> entries;
  for (std::uint32_t i = 0; i < state->proof_.findings.size(); ++i) {
    entries.clear();
    GapStore::encode_finding(state->proof_.findings[i], i, entries);
    FIVEPROOF_TRY(state->gaps.add(entries));
  }
  return state;
}

}  // namespace fiveproof::verify
