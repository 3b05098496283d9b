// What a tree of moves holds, in numbers: for people who look at a file before they claim anything of it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "proof/tree/game_tree.hpp"

namespace fiveproof::convert {

struct TreeFacts {
  std::uint64_t nodes = 0;
  // Each node is one of these three.
  std::uint64_t moves = 0, passes = 0;
  std::uint64_t without_move = 0;  ///< a root that stands for the empty board, or a node for its texts
  std::uint64_t lines = 0;         ///< nodes with nothing behind them
  std::uint64_t depth = 0;         ///< moves and passes of the longest line
  // What authors say of nodes.
  std::uint64_t marked = 0, starts = 0, out_of_turn = 0;
  std::array<std::uint64_t, text_kinds> texts{};  ///< nodes with such a text, by TextKind
  std::uint64_t text_bytes = 0;                   ///< of all that differ, each once
  std::uint64_t with_source_bits = 0;             ///< nodes that say something to their own format alone
};

[[nodiscard]] TreeFacts facts_of(const GameTree& tree);

/// The moves of these nodes, from the top, such as "h8 i9 pass"; nodes without a move say nothing.
[[nodiscard]] std::string text_of_line(const GameTree& tree, std::span<const NodeNumber> line);

/// Calls `f` with every node whose move is onto a square that has a stone, in their order: that is wrong
/// under any rule set. A line of more moves than the board has squares has such a node.
void for_each_occupied(const GameTree& tree, const std::function<void(NodeNumber)>& f);

}  // namespace fiveproof::convert
