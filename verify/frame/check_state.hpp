// Everything that one check works on, in one place that does not move, as its parts refer to each other. It
// is internal to verify/.
#pragma once

#include <memory>
#include <vector>

#include "verify/frame/gap_store.hpp"
#include "verify/frame/level.hpp"
#include "verify/frame/node_table.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::verify {

class CheckState {
 public:
  /// Takes the proof over. A finding loses its line when that does not fit the finding. `pieces`: see
  /// make_level().
  [[nodiscard]] static Result<std::shared_ptr<CheckState>> make(Proof proof, const Options& options,
                                                                std::shared_ptr<const PieceSet> pieces = {});

  [[nodiscard]] const Proof& proof() const { return proof_; }
  [[nodiscard]] const RecordSource& records() const { return level_->records(); }
  [[nodiscard]] Level& level() { return *level_; }
  [[nodiscard]] const FormChecker& forms() const { return *forms_; }
  [[nodiscard]] Trust trust() const { return trust_; }
  /// Are several records of one position a gap?
  [[nodiscard]] bool is_strict() const { return is_strict_; }

  NodeTable table{0};
  PlyTallies by_ply;
  GapStore gaps;

 private:
  CheckState(Proof proof, const Options& options);
  Proof proof_;
  Trust trust_;
  bool is_strict_;
  ReplySquares reply_squares_;
  std::unique_ptr<Level> level_;
  std::unique_ptr<FormChecker> forms_;
};

}  // namespace fiveproof::verify
