// Two trees of moves as one: what either says, it says.
//
//   nodes     Two are one where the same moves lead to them, node by node from the top. Of equal siblings the
//             first is one with the first, the second with the second. A node stands where the first tree has
//             it; what only the second has comes behind it, moves before texts on bare points.
//   top       A root, or none, makes no difference. Where RenLib and SGF need one, it is made.
//   texts     convert/unite/node_union.hpp.
//   marks     A node is marked if either is. The first tree's start stays, if it has one.
//   source    That of both, with the facts of the first tree.
//
// In SGF a text on a bare point becomes that of the move there, as its reader would have it.
//
// A tree that gets nothing new stays as it is, and so does its file. It takes 4 bytes for each node of either
// tree, and the result. Nothing here calls itself.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "proof/tree/game_tree.hpp"

namespace fiveproof::convert {

struct TreeUnion {
  GameTree tree;
  std::uint64_t added = 0;                ///< nodes that the first tree does not have
  std::vector<std::string> carried = {};  ///< what was not the same, in lines for people
  std::vector<std::string> losses = {};   ///< what the second tree says and this one does not
};

/// `leading`: nodes of the second tree, in ascending order, that come before their siblings of the first if
/// they are new. ErrorCode::usage for boards of two sizes; ErrorCode::limit for more nodes or texts than a
/// tree can have. require: both have the same source.
[[nodiscard]] Result<TreeUnion> unite(GameTree first, const GameTree& second,
                                      std::span<const NodeNumber> leading = {});

}  // namespace fiveproof::convert
