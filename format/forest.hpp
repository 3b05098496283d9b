// The records of a proof as trees: what a file stores.
//
// A record whose move leads to an AND position is the parent of the records that a reply there leads to. A
// record may have several parents; it gets one. Those without any are roots of trees. A walk in pre-order
// meets each record once.
#pragma once

#include <cstdint>
#include <vector>

#include "format/proof.hpp"

namespace fiveproof {

struct Forest {
  static constexpr std::uint32_t none = 0xFFFFFFFFu;
  struct Node {
    std::uint32_t record;  ///< index in the table
    std::uint32_t parent;  ///< the number of another node, smaller than this one's; none: a root
    std::uint32_t end;     ///< the number after the last node below this one
    std::uint16_t reply;   ///< of the defender, after the parent's move; dense index
    std::uint16_t move;    ///< of the record; 0xFFFF: none
  };
  /// In pre-order. Squares are seen as on the board of the tree's root, whose record is canonical; siblings
  /// stand in ascending order of their replies.
  std::vector<Node> nodes;
};

/// require: records are finished, and fewer than 2^32. Takes up to 100 bytes per record while it works.
[[nodiscard]] Forest forest_of(const RecordTable& records);

}  // namespace fiveproof
