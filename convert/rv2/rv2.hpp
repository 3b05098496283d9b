// rv2's JSON: a solution as nested objects, 15x15, Black attacks.
//
//   {"h8":{"h10":{"g7":{"b10":{"g8":17},"j12":18}}}}
//
// A key is a square (a1 is bottom left); keys inside each other are the moves of a line from the empty board,
// Black's and White's in turn. A value is an object with the next moves or, at the end of a line, a number N:
// the game is over after N - 1 more plies. The file names no rule set.
//
// How it is read as a tree:
//
//   keys         They become nodes, in their order; the first moves are at the top, without a root above
//                them. Nobody looks whether a square is free, and a line may be longer than the board has
//                squares.
//   numbers      They become comments, "claimed length 17" (convert/tree/claimed_length.hpp), so that other
//                formats show them. A node with neither a length nor a child was `{}` in the file.
//   oddities     Two equal keys in an object, which become siblings, and `{}`, an empty object instead of a
//                number, are oddities with their places.
//   the rest     White space behind the last brace is kept. White space elsewhere, escapes and capital
//                letters in keys, and a byte order mark are losses; a file without them is written again byte
//                for byte.
//
// In the proof Black attacks, and if the caller names no root each first move is one: "Black wins from h8"
// (convert/proof/tree_proof.hpp says how a tree becomes a proof).
//
// Hostile input is bounded: the parser does not call itself, and nothing is held but the tree, whose nodes
// are limited.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "convert/proof/conversion.hpp"
#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

inline constexpr int rv2_board_size = 15;
/// GameTree::source() of a tree that was read from rv2's JSON.
inline constexpr std::string_view rv2_source = "rv2";

/// ErrorCode::malformed, with the byte offset, for what is not rv2; ErrorCode::limit beyond `max_nodes`. The
/// offset of a node is that of its key. A file that was cut is always an error.
[[nodiscard]] Result<TreeReading> read_rv2_tree(View bytes, const TreeReadOptions& options = {});

/// Writes the length that its comment claims, or `{}`, for a node with nothing below it. Lengths of other
/// nodes, other texts, marks, moves out of turn, and leaves that are no moves are losses, and so is what only
/// the tree's source knows.
///
/// ErrorCode::unsupported for another board than 15x15 and for what rv2 has no key for: passes, nodes without
/// a move other than the root, siblings of the root, nodes below one that is no move; ErrorCode::malformed
/// for a tree that says it came from rv2, but contradicts itself.
[[nodiscard]] Result<TreeWriting> write_rv2_tree(const GameTree& tree);

/// The moves at the top of a tree, each once, and each as a line of one move.
[[nodiscard]] std::vector<std::vector<Square>> first_moves(const GameTree& tree);

/// Unfolds a proof into a tree: a position that several lines reach is written below each of them.
///
/// A proof knows no lengths, so a leaf gets the least number that the rules allow: 1 after a five, else 3
/// after Black's move and 2 after White's. These numbers, the rule set, findings, records that no root
/// reaches and roots that rv2 cannot name are losses. ErrorCode::unsupported when the board is not 15x15, the
/// attacker is not Black, or no root is given by moves; ErrorCode::limit beyond `max_nodes` moves. require:
/// proof.records is finished.
[[nodiscard]] Result<Writing> write_rv2(const Proof& proof, std::uint64_t max_nodes = 4'000'000);

}  // namespace fiveproof::convert
