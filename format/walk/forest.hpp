// The records of a block as trees, in the order in which a coding tells them.
#pragma once

#include <cstdint>
#include <vector>

#include "format/walk/block_source.hpp"
#include "game/square_images.hpp"

namespace fiveproof {

/// The trees that some records make among themselves.
struct Forest {
  static constexpr std::uint32_t none = 0xFFFFFFFFu;
  /// A record in its tree.
  struct Node {
    std::uint32_t record;  ///< place in the block
    std::uint32_t parent;  ///< the number of another node, smaller than this one's; none: its start has it
    std::uint32_t end;     ///< the number after the last node below this one
    std::uint16_t reply;  ///< the defender's reply, after the move of the parent or at the start; dense index
    std::uint16_t move;   ///< the move of the record; 0xFFFF: none
  };
  /// Where a tree starts: at a record, or, where a parent is not among the records, at the AND position after
  /// its move with all the replies that are among them. All of it is told on the board of the start's first
  /// record (in canonical order), which is canonical.
  struct Start {
    std::uint32_t record;       ///< the first record; place in the block
    std::uint32_t first, last;  ///< its nodes are [first, last)
    bool is_and;
    std::uint16_t reply;  ///< for an AND position the reply that leads to `record`
  };
  std::vector<Start> starts;
  /// The nodes in pre-order; siblings stand in ascending order of their replies.
  std::vector<Node> nodes;
};

/// The trees of the records of a block.
[[nodiscard]] Forest forest_of(const BlockRecords& block);

/// The stones on the board of a start.
[[nodiscard]] SideStones stones_of(const Forest::Start& start, const BlockRecords& block);

}  // namespace fiveproof
