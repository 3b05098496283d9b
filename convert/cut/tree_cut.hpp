// A part of a library: what is below some moves, down to some depth, with some of the moves of a position.
//
//   below      Only what follows a position, and the lines that lead to it, in whatever order they make its
//              moves. Its stones and the side to move count, so stones of set-up make it, too.
//   depth      So many moves and passes below that position, or else from the beginning. Stones of set-up are
//              none, and moves of one node of SGF stay together.
//   width      So many different moves at a node, of one side or of both: those with most moves at and below
//              them in the whole tree, or the first. Equal siblings are one move. Nodes that play nothing
//              are no moves and stay. Games side by side, as in SGF, are not moves of one position. The way
//              to a position of `below` stays.
//
// What stays is as it was: nodes in their order, with their texts, marks and bits of the source. A text on a
// bare point goes with the node above it. In SGF a text on the point of a move belongs to the node above as
// well, and stays when the move goes.
//
// A tree has no links between lines that come to one position. Often an author ends a line there, because
// another goes on; so an end that stays, while nothing that stays goes on from its position and something
// that was cut does, is counted as an open end.
//
// It takes 9 bytes for each node, 9 for each end that stays, and the result. Nothing here calls itself.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "proof/tree/game_tree.hpp"

namespace fiveproof::convert {

/// Which moves stay where there are too many. Of moves with as many below them the first stays.
enum class WidthChoice { largest, first };

struct TreeCut {
  std::vector<std::vector<Square>> below = {};  ///< each from the empty board; none: all of the tree
  std::optional<std::size_t> max_depth = {};
  std::optional<std::size_t> max_width = {};  ///< at least 1
  std::optional<Color> width_of = {};         ///< only moves of this side are too many
  WidthChoice choice = WidthChoice::largest;
  std::size_t width_after = 0;  ///< where fewer moves and passes are made all stay
};

/// Why a node is not there any more, or why something above it is not.
enum class CutReason : std::uint8_t { below, depth, width };
inline constexpr std::size_t cut_reasons = 3;
/// "sub-tree", "depth", "width".
[[nodiscard]] std::string_view name_of(CutReason reason);

/// One of the uppermost nodes that are cut, and all below it.
struct CutBranch {
  std::span<const TreeMove> moves;  ///< squares and passes from the beginning, its own the last
  bool plays;                       ///< false: it has no move of its own
  CutReason reason;
  std::uint64_t nodes;
};

struct CutTree {
  GameTree tree;
  std::array<std::uint64_t, cut_reasons> nodes = {}, branches = {};  ///< that were cut, by reason
  // What these nodes had.
  std::array<std::uint64_t, text_kinds> texts = {};  ///< by TextKind, but for those of `labels`
  std::uint64_t marked = 0, starts = 0;
  std::uint64_t labels = 0;  ///< texts on points of moves that are gone: SGF keeps them
  std::uint64_t open_ends = 0;
  std::vector<TreeMove> first_open_end = {};

  [[nodiscard]] std::uint64_t cut_nodes() const { return nodes[0] + nodes[1] + nodes[2]; }
};

/// Tells `on_branch` of each branch, in the order of the tree. ErrorCode::usage for moves onto one square,
/// and for a position of `below` that no line comes to. require: the squares are on the board of the tree,
/// which is not that of a database.
[[nodiscard]] Result<CutTree> cut_tree(GameTree tree, const TreeCut& wanted,
                                       const std::function<void(const CutBranch&)>& on_branch);

/// What stays of the records of a database, in their order, byte for byte.
struct CutDatabase {
  GameTree tree;  ///< what a reader makes of it
  std::uint64_t records = 0, kept = 0;
  std::array<std::uint64_t, cut_reasons> cut = {};  ///< by reason
  std::uint64_t others = 0;                         ///< of those cut: no positions, or of another board
};

/// The same of a database: records of positions that have all stones of one of `below`, turned and mirrored
/// as may be, with `max_depth` stones more at most; those on the way to it, in the order of the moves as they
/// are given; and the one that names the charset. Passes are no stones. To a position of a database many
/// moves lead, so ErrorCode::usage for `max_width`; and as cut_tree(). require: the tree was read from one.
[[nodiscard]] Result<CutDatabase> cut_database(const GameTree& tree, const TreeCut& wanted);

}  // namespace fiveproof::convert
