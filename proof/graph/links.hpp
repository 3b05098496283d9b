// Which record leads to which: the edges of a proof.
//
// A record whose move leads to an AND position is a parent of the records that a reply there leads
// to; it may be one of several.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/memory/large_array.hpp"
#include "game/symmetry.hpp"
#include "proof/graph/reply_squares.hpp"
#include "proof/proof.hpp"

namespace fiveproof {

/// Where a record hangs in the tree of its proof.
struct Link {
  static constexpr std::uint32_t none = 0xFFFFFFFFu;
  std::uint32_t parent = none;  ///< index of a record with two stones less; none: this is the root of a tree
  std::uint16_t reply = 0;      ///< leads here after the parent's move; dense index on the parent's board
  std::uint8_t symmetry = 0;    ///< the symmetry from this record's board to the parent's
};

/// The link of each record. Of several parents it names the first that its stones, taken away one by one in
/// ascending order, lead to, and of those with the same AND position the first record. Of equal positions
/// only the first has a parent. It takes a time in proportion to the number of records and, besides the
/// links, up to 40 bytes for each record of a ply and the one above. The budget is that of the records, for
/// each kind of thing; ErrorCode::io when the disk that takes what is beyond it is full. `key_mask` cuts the
/// keys of positions that are looked up; a narrow mask makes that slow and changes nothing. require: records
/// are finished, and fewer than 2^32.
[[nodiscard]] Result<LargeArray<Link>> links_of(const RecordTable& records,
                                                std::uint64_t key_mask = ~std::uint64_t{0});

/// Marks the records that a check of the claims may look at: those of a root, and those that a
/// legal reply leads to from the move of such a record, up to the end of the game. Conditions and
/// cost are those of links_of.
[[nodiscard]] Result<std::vector<bool>> needed_records(const Proof& proof,
                                                       std::uint64_t key_mask = ~std::uint64_t{0});

/// For each record the replies to its move that lead to a record, up to symmetry. They are found from below,
/// for all records at once: each stone of the defender on a record's board is taken away, and the position
/// without it is looked for among those after the moves of the ply above. So it takes a look-up for each
/// stone of a record, not one for each reply to its move. Conditions and cost are those of links_of, but some
/// four bytes instead of a link, and a bit for each square of the board for each record of a ply.
[[nodiscard]] Result<ReplySquares> reply_squares(const RecordTable& records,
                                                 std::uint64_t key_mask = ~std::uint64_t{0});

/// A record, and one that a reply leads to from its move.
struct Edge {
  std::uint32_t parent;
  std::uint32_t child;  ///< the first record of its position

  constexpr auto operator<=>(const Edge&) const = default;
};
/// All edges, each once, in ascending order; a record has fewer stones, and so a smaller index, than those
/// below it. Conditions and cost are those of links_of, but that the edges, 8 bytes each, are in memory.
[[nodiscard]] Result<std::vector<Edge>> edges_of(const RecordTable& records);

/// Counts the AND positions, up to symmetry, that the moves of the records lead to, by the number of stones
/// of the records; every such number has its entry. A move that is not possible leads nowhere. Conditions and
/// cost are those of links_of.
[[nodiscard]] Result<std::map<int, std::uint64_t>> and_positions_by_stones(
    const RecordTable& records, std::uint64_t key_mask = ~std::uint64_t{0});

/// Marks one record of each position: the one with the fewest records below it, and of several the first. A
/// record below is counted as often as lines lead to it, and the lines follow marked records. A record whose
/// move is not possible counts as the largest of all. Conditions and cost are those of links_of.
[[nodiscard]] Result<std::vector<bool>> smallest_records(const RecordTable& records);

/// The record of an OR position, up to symmetry, that has this move, of which there is one at most.
/// Conditions are those of records_before().
[[nodiscard]] std::optional<std::size_t> record_with(const Proof& proof, const Position& position,
                                                     Square move);
/// The same for whoever has the position's canonical form; the move is on the board of the position.
[[nodiscard]] std::optional<std::size_t> record_with(const Proof& proof, const Canonical& form, Square move);

/// The records whose moves lead to this AND position, up to symmetry, each once: in the order of the
/// attacker's stones, any of which may be the one that was played last. require: the records are finished,
/// and the position has the board size of the proof.
[[nodiscard]] std::vector<std::size_t> records_before(const Proof& proof, const Position& and_position);

}  // namespace fiveproof
