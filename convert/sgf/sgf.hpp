// The Smart Game Format, SGF, in its version FF[4], for five in a row, GM[4]: games as trees of properties.
//
//   (;FF[4]GM[4]CA[UTF-8]SZ[15]C[text];B[hh]LB[ig:a](;W[ig])(;W[hg]MA[hg]))
//
// Points are two letters, column and row, from the top left; moves name their colours. sgf_syntax.hpp says
// how bytes are cut into values.
//
// This is what becomes of a file in the tree:
//
//   game         A node at the top; several games of a file stand side by side, and have one board size.
//   node         A node of the tree, with its move or without any; moves and set-up are explained below.
//   C            The comment of the node.
//   LB           The board text of the child that plays on the point; where none does, that of a child which
//                is text only and comes after the other ones.
//   MA           The mark of the node, if it is on the node's own point. is_start has no counterpart in SGF.
//   CA           The fact `charset` of the tree (convert/syntax/charset.hpp); texts stay the bytes that they
//                are. A name that the caller brings counts instead.
//   RU           TreeReading::rule, if it names one of ours: freestyle, standard, renju, in any case, with or
//                without hyphens, spaces and "gomoku". Numbers mean other things in other programs.
//   the rest     Properties of the node, as they stand: FF, GM, SZ and RU of the root, marks on other points,
//                values that say nothing, and further values of what a node can have only once.
//
// Moves and set-up stones become moves of the tree:
//
//   pass         B[] is a pass, and so is B[tt] on boards up to 19x19; on 20x20 tt is the square t1.
//   wrong turn   B where White is to move, or the other way round, is a move out of turn. It may be nobody's
//                mistake, so nothing else is done about it.
//   several      Several moves in one node, which SGF forbids, become as many nodes in a line.
//   AB AW PL     Set-up stones become moves below the node, which itself plays nothing: the colours take
//                turns, beginning with the one to move, with a pass where one has no stone left. So any
//                reader of the tree comes to the same stones. PL says whose turn it is then, or without PL
//                the first move that follows; if that is the other side's, one more pass makes it so.
//   AE           A tree cannot say that stones are taken off: that is a loss, though the property stays.
//
// In the SourceBits of a tree from SGF, 1 says that a node belongs to the same node of the file as the node
// above it, and 2 that it comes from set-up.
//
// Oddities that are read as well: FF missing or another one, GM missing, that of Go or 5 (a server of renju),
// SZ missing (15x15, for Go 19x19), long names as in FF[1], digits in names, text before and between games,
// nodes behind variations, properties that are not of SGF and hold points of the board only. A file may put
// each move in parentheses of its own. Errors are other games, other boards than squares from 5x5 to 20x20,
// moves off the board, and a file that ends within a game. Text whose brackets are not escaped cannot be
// read, and nobody guesses.
//
// A file is written with one line of text for each variation, with parentheses only where lines part, and
// with the escapes that must be. A tree that was read from SGF gives a file that reads as the same tree; that
// file, read and written again, stays the same byte for byte.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

/// GameTree::source() of a tree that was read from SGF.
inline constexpr std::string_view sgf_source = "sgf";

/// `charset` is that of the texts, if the caller knows it; it also decides where characters are cut.
///
/// ErrorCode::malformed with the byte offset; ErrorCode::unsupported for another game or board;
/// ErrorCode::limit beyond `max_nodes` or 4 GiB.
[[nodiscard]] Result<TreeReading> read_sgf(View bytes, const TreeReadOptions& options = {},
                                           const std::string& charset = {});

struct SgfWriteOptions {
  /// What RU names in the file of a tree that does not come from SGF.
  std::optional<RuleSet> rule = {};
  /// What the texts of such a tree are in, which CA names; empty: UTF-8, if they are.
  std::string charset = {};
};

/// A tree of another source gets a root, if it has none, with FF, GM, SZ, and CA: the charset of the options,
/// or UTF-8 if its texts are that. If they are not, they are written byte by byte, without CA, and that is a
/// loss: a reader may take half of a character for an escape. decode_texts (convert/decoded_tree.hpp) avoids
/// that. Comments, old ones too, become C; board texts, and squares that are text only, become LB of the node
/// above; marks become MA.
///
/// ErrorCode::malformed for a tree that says it came from SGF, but contradicts itself.
[[nodiscard]] Result<TreeWriting> write_sgf(const GameTree& tree, const SgfWriteOptions& options = {});

/// A tree of SGF that lacks some of its nodes, as it is read once it has been written: the first move after
/// set-up says whose turn it is, and a text on a point that is not played any more comes last. What
/// write_sgf() writes of it is the same. ErrorCode::malformed as there. require: tree.source() is sgf_source,
/// and it has a node.
[[nodiscard]] Result<GameTree> sgf_as_read_again(const GameTree& tree);

}  // namespace fiveproof::convert
