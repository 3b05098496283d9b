// rv2's JSON: a solution as nested objects, 15x15, Black attacks.
//
//   {"h8":{"h10":{"g7":{"b10":{"g8":17},"j12":18}}}}
//
// A key is a square (a1 bottom left), Black's and White's moves in turn from the empty board; a value is an
// object with the next moves, or a number at the end of a line: "N - 1 more plies". The file names no rule
// set.
//
// How it is read as a tree:
//
//   keys         are nodes, in their order; the first moves are at the top, there is no root. Nobody asks
//                whether a square is free, and a line may be longer than the board has squares.
//   numbers      are comments, "claimed length 17" (convert/tree/claimed_length.hpp), so that other formats show
//                them. A node that has none and nothing below it was `{}`.
//   equal keys   are siblings. So is `{}`, an empty object instead of a number, an oddity with its place.
//   the rest     white space behind the last brace is kept. White space elsewhere, escapes and capital
//   letters
//                in keys and a byte order mark are losses; a file without them is written again byte for
//                byte.
//
// As a proof Black attacks, and without a root from the caller each first move is one: "Black wins from h8"
// (convert/proof/tree_proof.hpp says how a tree becomes a proof).
//
// Hostile input: the parser does not call itself, and nothing is held but the tree, whose nodes are limited.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "convert/proof/conversion.hpp"
#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

inline constexpr int rv2_board_size = 15;
/// GameTree::source() of a tree that was read from rv2's JSON.
inline constexpr std::string_view rv2_source = "rv2";

/// ErrorCode::malformed, with the byte offset, for what is not rv2; ErrorCode::limit beyond `max_nodes`.
/// Offsets are those of the keys. A file that was cut is always an error.
[[nodiscard]] Result<TreeReading> read_rv2_tree(std::span<const std::uint8_t> bytes,
                                                const TreeReadOptions& options = {},
                                                const std::string& file_name = {});

/// A node with nothing below it gets the length that its comment claims, or `{}`. Lengths elsewhere, other
/// texts, marks, moves out of turn, and leaves that are no moves are losses, and so is what only the tree's
/// source knows.
///
/// ErrorCode::unsupported for another board than 15x15 and for what is no square: passes, nodes without a
/// move other than the root, siblings of the root, nodes below one that is no move; ErrorCode::malformed for
/// a tree that says it came from rv2, but contradicts itself.
[[nodiscard]] Result<TreeWriting> write_rv2_tree(const GameTree& tree);

/// The moves at the top, each once, each as a line.
[[nodiscard]] std::vector<std::vector<Square>> first_moves(const GameTree& tree);

/// Unfolds the proof into a tree: a position reached by several lines is written below each.
///
/// A proof knows no lengths, so a leaf gets the least number the rules allow: 1 after a five, else 3 after
/// Black's move and 2 after White's. That, the rule set, findings, records that no root reaches and roots
/// that rv2 cannot name are losses. ErrorCode::unsupported when size or attacker do not fit or no root is
/// given by moves; ErrorCode::limit beyond `max_nodes` moves. require: proof.records is finished.
[[nodiscard]] Result<Writing> write_rv2(const Proof& proof, std::uint64_t max_nodes = 4'000'000);

}  // namespace fiveproof::convert
