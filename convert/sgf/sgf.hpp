// SGF, the Smart Game Format, FF[4], for five in a row, GM[4]: games as trees of properties.
//
//   (;FF[4]GM[4]CA[UTF-8]SZ[15]C[text];B[hh]LB[ig:a](;W[ig])(;W[hg]MA[hg]))
//
// Points are two letters, column and row, from the top left; colours are explicit. sgf_syntax.hpp says how
// bytes are cut into values.
//
// What is read into a tree, and how:
//
//   game         a node at the top; several games of a file stand side by side. All have one board size.
//   node         a node of the tree: with its move, or with none. More about that below.
//   C            its comment
//   LB           the board text of the child that plays there; where none does, a child that is text only,
//                after the other ones
//   MA           on the node's own point: its mark. START has no counterpart.
//   CA           the fact `charset` of the tree (convert/syntax/charset.hpp); texts stay the bytes that they are.
//                A name that the caller brings counts instead.
//   RU           TreeReading::rule, if it names one of ours: freestyle, standard, renju, in any case, with or
//                without hyphens, spaces and "gomoku". Numbers mean other things in other programs.
//   the rest     as it stands, as properties of the node: FF, GM, SZ and RU of the root, points marked
//                elsewhere, values that say nothing, second ones of what a node has once
//
// Moves and set-up:
//
//   pass         B[], and B[tt] on boards up to 19x19; on 20x20 tt is t1
//   wrong turn   B where White is to move, or the other way round: a move out of turn. It may be nobody's
//                mistake, so nothing else is done about it.
//   several      moves in one node, which SGF forbids: as many nodes, in a line
//   AB AW PL     set-up stones become moves below the node, which itself has none: the colours in turn,
//                beginning with the one to move, and a pass where there is no stone left of one. So any
//                reader of the tree comes to the same stones. If PL, or without PL the move that follows
//                first, is of the side that would not be to move then, one more pass makes it so.
//   AE           stones that are taken off cannot be told: a loss, though the property stays
//
// In nodes of a tree from SGF, SourceBits 1 says that a node belongs to the node of the file that the node
// above it is of, and 2 that it comes from set-up.
//
// Read as well, as oddities: FF and GM missing or others of Go and five in a row, SZ missing (15x15, and
// 19x19 for Go), long names as in FF[1], text before and between games, nodes behind variations. A file may
// put each move in parentheses of its own. Refused: other games, other boards than squares from 5x5 to 20x20,
// moves off the board, what ends within a game. Text whose brackets are not escaped cannot be read, and
// nobody guesses.
//
// Written: one line of text for each variation, parentheses only where lines part, all escaped that must be.
// A tree that was read from SGF gives a file that reads as the same tree, and that, written again, is the
// same byte by byte.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

/// GameTree::source() of a tree that was read from SGF.
inline constexpr std::string_view sgf_source = "sgf";

/// `charset`: the one of the texts, if the caller knows it; it also decides how characters are cut.
///
/// ErrorCode::malformed with the byte offset; ErrorCode::unsupported for another game or board;
/// ErrorCode::limit beyond `max_nodes` or 4 GiB.
[[nodiscard]] Result<TreeReading> read_sgf(std::span<const std::uint8_t> bytes,
                                           const TreeReadOptions& options = {},
                                           const std::string& file_name = {},
                                           const std::string& charset = {});

struct SgfWriteOptions {
  /// RU of a tree that does not come from SGF.
  std::optional<RuleSet> rule = {};
};

/// A tree of another source gets a root, if it has none, with FF, GM, SZ, and CA[UTF-8] if its texts are
/// that; if they are not, they are written byte by byte, without CA, and that is a loss: a reader may take
/// half of a character for an escape. decode_texts (convert/syntax/charset.hpp) helps. Comments, old ones too,
/// become C; board texts and squares that are text only, LB of the node above; marks, MA.
///
/// ErrorCode::malformed for a tree that says it came from SGF, but contradicts itself.
[[nodiscard]] Result<TreeWriting> write_sgf(const GameTree& tree, const SgfWriteOptions& options = {});

}  // namespace fiveproof::convert
