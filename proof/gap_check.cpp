#include "proof/gap_check.hpp"

#include <string>

#include "game/notation.hpp"

namespace fiveproof {

Status check_root(const Root& root, int size) {
  if (root.position.size() != size)
    return Error{ErrorCode::usage, "expected a root of the file's board size"};
  if (!root.moves) return Done{};
  FIVEPROOF_LET(auto reached, position_after(*root.moves, size));
  if (reached != root.position)
    return Error{ErrorCode::usage, "expected the root's moves to lead to its position"};
  return Done{};
}

Status check_gap(const Gap& gap, std::span<const Root> roots, int size) {
  if (gap.position.size() != size) return Error{ErrorCode::usage, "expected a gap of the file's board size"};
  if (gap.by && !gap.by->is_on_board(size)) return Error{ErrorCode::usage, "expected \"by\" on the board"};
  if (!gap.root) {
    if (!gap.line.empty()) return Error{ErrorCode::usage, "expected no line without a root"};
    return Done{};
  }
  if (*gap.root >= roots.size())
    return Error{ErrorCode::usage, "expected a root below " + std::to_string(roots.size()) + ", found " +
                                       std::to_string(*gap.root)};
  Position reached = roots[*gap.root].position;
  for (Square s : gap.line) {
    if (!reached.is_empty(s))
      return Error{ErrorCode::usage, "expected a line of moves onto empty squares, found " + to_text(s)};
    reached.play(s);
  }
  if (reached != gap.position)
    return Error{ErrorCode::usage, "expected the line to lead from the root to the position"};
  return Done{};
}

}  // namespace fiveproof
