// The records of a block as trees: what a coding tells one after the other.
#pragma once

#include <cstdint>
#include <vector>

#include "format/walk/block_source.hpp"
#include "game/square_images.hpp"

namespace fiveproof {

/// The trees that some records make by themselves.
struct Forest {
  static constexpr std::uint32_t none = 0xFFFFFFFFu;
  struct Node {
    std::uint32_t record;  ///< place in the block
    std::uint32_t parent;  ///< the number of another node, smaller than this one's; none: its start has it
    std::uint32_t end;     ///< the number after the last node below this one
    std::uint16_t reply;   ///< of the defender, after the move of the parent or at the start; dense index
    std::uint16_t move;    ///< of the record; 0xFFFF: none
  };
  /// One record with what is below it or, where a parent is not among the records, the AND position after
  /// its move with all the replies that are. It is told on the board of the start's first record (in
  /// canonical order), which is canonical.
  struct Start {
    std::uint32_t record;       ///< that first one; place in the block
    std::uint32_t first, last;  ///< nodes [first, last)
    bool is_and;
    std::uint16_t reply;  ///< if it is an AND position: the reply that leads to `record`
  };
  std::vector<Start> starts;
  /// In pre-order; siblings stand in ascending order of their replies.
  std::vector<Node> nodes;
};

[[nodiscard]] Forest forest_of(const BlockRecords& block);

/// What stands on the board of a start.
[[nodiscard]] SideStones stones_of(const Forest::Start& start, const BlockRecords& block);

}  // namespace fiveproof
