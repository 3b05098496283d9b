// The records of a proof as trees: what a file stores.
//
// A record whose move leads to an AND position is the parent of the records that a reply there leads to. A
// record may have several parents; it gets one. Those without any are roots of trees. A walk through the
// trees meets each record once; cut into stretches it makes the blocks of a file.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "format/links.hpp"

namespace fiveproof {

/// All records in blocks of `per_block`; the last may have fewer. Each is a stretch of a walk in pre-order,
/// where trees and siblings stand in canonical order; within a block records stand in that order, too.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> blocks_of(std::span<const Link> links,
                                                                std::uint32_t per_block);

/// The trees that some records make by themselves.
struct Forest {
  static constexpr std::uint32_t none = 0xFFFFFFFFu;
  struct Node {
    std::uint32_t record;  ///< index in the table
    std::uint32_t parent;  ///< the number of another node, smaller than this one's; none: its start has it
    std::uint32_t end;     ///< the number after the last node below this one
    std::uint16_t reply;   ///< of the defender, after the move of the parent or at the start; dense index
    std::uint16_t move;    ///< of the record; 0xFFFF: none
  };
  /// One record with what is below it or, where a parent is not among the records, the AND position after
  /// its move with all the replies that are. A walk sees the board of the start's first record (in canonical
  /// order), which is canonical.
  struct Start {
    std::uint32_t record;       ///< that first one; index in the table
    std::uint32_t first, last;  ///< nodes [first, last)
    bool is_and;
    std::uint16_t reply;  ///< if it is an AND position: the reply that leads to `record`
  };
  std::vector<Start> starts;
  /// In pre-order; siblings stand in ascending order of their replies.
  std::vector<Node> nodes;
};

/// require: `links` are those of `records`; `chosen` are indices of records, ascending.
[[nodiscard]] Forest forest_of(const RecordTable& records, std::span<const Link> links,
                               std::span<const std::uint32_t> chosen);

}  // namespace fiveproof
