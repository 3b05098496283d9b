// Takes a tree apart into lines of moves, one for each leaf: formats that hold nothing but games can take
// those.
//
// A node without a stone (a root, a label on an empty point) is not part of a line, and the line above it
// goes on with what is below it. So a leaf is a move that has no other move below it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "convert/syntax/bytes.hpp"
#include "proof/tree/game_tree.hpp"

namespace fiveproof::convert {

/// A line down to a leaf.
struct TreeLine {
  std::span<const TreeMove> moves;   ///< squares and passes, at least one
  std::optional<View> comment = {};  ///< the leaf's comment
};

/// What is in a tree and in none of its lines.
struct LeftOut {
  std::uint64_t comments = 0;  ///< comments of nodes that are no leaves
  std::uint64_t old_comments = 0, labels = 0, marks = 0, starts = 0;
  std::uint64_t properties = 0;   ///< nodes with properties in the notation of the source
  std::uint64_t out_of_turn = 0;  ///< moves by the side whose turn it is not
  std::uint64_t no_moves = 0;     ///< nodes without a stone, other than a root
  std::uint64_t equal = 0;        ///< moves equal to a sibling, which a reader of the lines makes one node

  /// Adds to `losses` a line for each of these that is not 0, and for the facts and bits of the tree's
  /// source.
  void name(const GameTree& tree, std::vector<std::string>& losses) const;
};

/// How many moves all these lines have together: where lines part late, many more than there are nodes.
[[nodiscard]] std::uint64_t moves_in_lines(const GameTree& tree);

/// Calls `take` for each line, in the order of the leaves; what it is given is good for that call.
[[nodiscard]] LeftOut for_each_line(const GameTree& tree, const std::function<void(const TreeLine&)>& take);

/// A tree as one game, with what is lost of it.
struct OneGame {
  std::vector<TreeMove> moves = {};  ///< squares
  std::vector<std::string> losses = {};
};

/// For formats that hold nothing else. ErrorCode::unsupported for several lines, and for a pass, about which
/// `what`, such as "a record .psq", speaks.
[[nodiscard]] Result<OneGame> one_game_of(const GameTree& tree, const std::string& what);

}  // namespace fiveproof::convert
