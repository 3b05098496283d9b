// Gaps: positions at which the attacker's win does not follow from a proof.
//
// They are written to gaps.jsonl (one object per line, see spec/ and format/text/gap_list.hpp),
// and solvers read them back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "game/position.hpp"

namespace fiveproof {

/// Why the win does not follow. New kinds go last: hashes and files number them.
enum class GapKind {
  // The file does not say enough:
  unanswered_reply,  ///< a legal reply that is neither stored nor lost to a winning threat sequence
  unproved_leaf,     ///< a record without a move at which no winning threat sequence was found
  missing_root,      ///< the claimed root is an OR position, not stored and not found to be won
  // The file is wrong:
  refuted_move,    ///< the reply `by` makes a five, or begins a win of the defender
  illegal_move,    ///< the record's move is not an empty square
  after_end,       ///< the position already holds a five, or in renju an overline of Black
  draw,            ///< the board is full, or the defender has no legal reply
  contradictory,   ///< one position, different moves
  stray_position,  ///< stone counts that no root can lead to
  forbidden_move,  ///< the record's move is an empty square on which the attacker may not play
};
inline constexpr int gap_kind_count = 10;

/// "unanswered-reply" and so on: the words of the files and of the verdict.
[[nodiscard]] std::string_view name_of(GapKind kind);
[[nodiscard]] std::optional<GapKind> parse_gap_kind(std::string_view text);

/// One gap: the deepest OR position that is not proved, in the orientation of its root.
struct Gap {
  GapKind kind = GapKind::unanswered_reply;
  /// The index of the root whose line is given; absent when no claim reaches the position.
  std::optional<std::size_t> root;
  /// The moves from the root that lead exactly to `position`; empty when `root` is absent.
  std::vector<Square> line;
  Position position;
  /// For refuted_move the defender's reply that refutes, for illegal_move and forbidden_move the record's
  /// move.
  std::optional<Square> by;
  /// The gap exists only because a search limit was hit.
  bool limit = false;
  /// For a finding the place, in bytes, of the move in the file that the proof was converted from. It says
  /// nothing about the proof and is not part of its hash.
  std::optional<std::uint64_t> source_offset = {};
  /// In how many positions before the reply (for the other kinds: in how many
  /// records or roots) the gap occurs.
  std::uint64_t shared = 1;
};

}  // namespace fiveproof
