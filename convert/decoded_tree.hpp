// Makes the texts of a foreign file UTF-8, when somebody says which charset they are in.
//
// Few formats name the charset of their texts, and few files name the right one: a library of RenLib is in
// the code page of its author. So a tree keeps the bytes, nobody guesses, and a caller who knows the charset
// says so:
//
//   auto decoded = decode_texts(tree, "gbk");     // ErrorCode::usage: a charset that iconv does not know
//
// Decoding never fails on a text (convert/syntax/charset.hpp). From UTF-8 they become bytes of a charset
// again by encode_texts, for programs that know nothing but the code page of their machine.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "proof/tree/game_tree.hpp"

namespace fiveproof::convert {

/// A text that was decoded from another charset than was said.
struct TextElsewhere {
  std::string charset;
  std::string place;  ///< at "h8 i9"
};

struct DecodedTree {
  GameTree tree;
  std::uint64_t texts = 0;        ///< texts of nodes that were decoded
  std::uint64_t invalid = 0;      ///< bytes in these texts that were replaced
  std::uint64_t unfit_texts = 0;  ///< texts with such bytes
  std::string first_unfit = {};   ///< where the first of these is
  std::vector<TextElsewhere> elsewhere = {};
};

/// Names another charset for a text that is not of the one that was said; empty: none.
using OtherCharset = std::string (*)(std::span<const std::uint8_t> text);

/// The same tree with its comments, board texts and properties in UTF-8; if it has a charset_fact, that says
/// so, and so do the metadata of a database. Old comments stay as they are: their coding is no charset
/// (decode_old_comment in convert/renlib/renlib.hpp). Properties of SGF are decoded value by value and stay
/// properties.
///
/// ErrorCode::usage for an unknown charset; ErrorCode::limit when the different texts, before and after,
/// would take 4 GiB together.
/// With `other`, comments and board texts that are not of the charset are decoded from that which it names.
[[nodiscard]] Result<DecodedTree> decode_texts(const GameTree& tree, const std::string& charset,
                                               OtherCharset other = nullptr);

struct EncodedTree {
  GameTree tree;
  std::uint64_t texts = 0;              ///< texts of nodes that were encoded
  std::uint64_t unsayable = 0;          ///< characters in these texts that the charset does not have
  std::vector<std::string> first = {};  ///< the first of them, such as 花 (U+82B1) at "h8 i9"
  std::uint64_t old_comments = 0;       ///< that became plain ones
};

/// The same tree with its comments, board texts and properties in a charset, which its charset_fact names if
/// it has one, and the metadata of a database, too. Without `keeps_old`, old comments become plain ones.
/// Errors are those of decode_texts and TextEncoder::open. require: the texts are UTF-8; what is not counts
/// as U+FFFD.
[[nodiscard]] Result<EncodedTree> encode_texts(const GameTree& tree, const std::string& charset,
                                               bool keeps_old);

/// The charset that the tree names for all of its texts; empty if it names none, or several.
[[nodiscard]] std::string charset_of(const GameTree& tree);
/// Are all texts but old comments UTF-8?
[[nodiscard]] bool are_utf8(const GameTree& tree);

}  // namespace fiveproof::convert
