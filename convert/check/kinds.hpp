// What is found (convert/check/consistency.hpp) and put right (convert/check/repair.hpp): the words for it,
// and how both look at a node of a tree and at a position of a database.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "convert/rapfi/rapfi_index.hpp"
#include "game/position.hpp"
#include "proof/tree/game_tree.hpp"

namespace fiveproof::convert::kinds {

// Of a tree.
inline constexpr const char* occupied = "move onto an occupied square";
inline constexpr const char* beyond_full = "move beyond a full board";
inline constexpr const char* equal = "move that a sibling is, too";
inline constexpr const char* mirrored = "move that is the mirror image of a sibling";
inline constexpr const char* not_in_charset = "text that is not in its charset";
inline constexpr const char* no_charset = "charset that fits none of the texts";

// Of a database.
inline constexpr const char* won_and_lost = "position said to be won and to be lost";
inline constexpr const char* lost_with_win =
    "position said to be lost, from which a move leads to one that the other side loses";
inline constexpr const char* won_without_move =
    "position said to be won, from which every legal move leads to one that the other side wins";
inline constexpr const char* not_lost =
    "position not said to be lost, from which every legal move leads to one that the other side wins";
inline constexpr const char* too_long =
    "position said to be won in more plies than by a move to one that is lost";
inline constexpr const char* says_else =
    "record of a position that was there before, which says something else";
inline constexpr const char* says_same = "record of a position that was there before, which says the same";
inline constexpr const char* not_smallest = "key that is not the smallest image of its position";

// -- trees --

/// What a node does on the board above it.
enum class Step : std::uint8_t {
  nothing,  ///< no move, or one that is text only
  pass,
  played,
  blocked,  ///< it cannot be played: there is a stone
  full,     ///< and there is one on every other square, too
};
[[nodiscard]] inline Step step_of(const Position& above, TreeMove move, std::uint8_t bits) {
  if (move.is_pass()) return Step::pass;
  if (move.is_none() || (bits & is_text_only) != 0) return Step::nothing;
  if (above.is_empty(move.square(above.size()))) return Step::played;
  return above.is_full() ? Step::full : Step::blocked;
}
/// The position after the node. Moves that cannot be played change nothing.
[[nodiscard]] inline Position position_after(Position position, TreeMove move, std::uint8_t bits) {
  const Step step = step_of(position, move, bits);
  const Color other = opponent(position.to_move());
  if (step == Step::pass || (step == Step::played && (bits & is_out_of_turn) != 0))
    position.set_to_move(other);
  if (step == Step::played) position.play(move.square(position.size()));
  return position;
}

// -- databases --

/// Where a record is: its position, and its place in the file.
[[nodiscard]] std::string place_of(const RapfiDatabase& db, std::uint32_t record);

/// The positions after every legal move, where each of them is stored and `claims`, by their numbers, say of
/// it that the side to move wins and nothing else: then the side to move has lost. Nothing in every other
/// case: a move that is not stored, a five on the board or to be made, no legal move, a rule set or a board
/// that is none of ours.
[[nodiscard]] std::optional<std::vector<DbIndex::Id>> replies_that_all_win(
    const RapfiDatabase& db, const DbIndex& index, DbIndex::Id id, std::span<const std::uint8_t> claims);

/// Calls `take` with each stored position from which a move leads to this one: a move that the rules allow,
/// and a rule set or a board that is none of ours allows all.
void for_each_before(const RapfiDatabase& db, const DbIndex& index, DbIndex::Id id,
                     const std::function<void(DbIndex::Id before)>& take);

/// May a position with this label be said to be lost? Others say that the game is over, or what we do not
/// know.
[[nodiscard]] inline bool may_be_lost(char label) {
  return label == '\0' || label == '\xFF' || label == 'w' || label == 'l' || label == 'd';
}

/// Is a record's value a win in exactly so many plies, and more than by a move to a position that is lost in
/// `plies`?
[[nodiscard]] inline bool is_too_long(const DbRecord& record, int plies) {
  return record.bound() == exact_bound && record.value() > 0 && record.plies() && *record.plies() > plies + 1;
}

}  // namespace fiveproof::convert::kinds
