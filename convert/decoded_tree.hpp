// Makes the texts of a foreign file UTF-8, when somebody says which charset they are in.
//
// Few formats name the charset of their texts, and few files name the right one: a library of RenLib is in
// the code page of its author. So a tree keeps the bytes, nobody guesses, and a caller who knows the charset
// says so:
//
//   auto decoded = decode_texts(tree, "gbk");     // ErrorCode::usage: a charset that iconv does not know
//
// Decoding never fails on a text (convert/syntax/charset.hpp).
#pragma once

#include <cstdint>
#include <string>

#include "proof/tree/game_tree.hpp"

namespace fiveproof::convert {

struct DecodedTree {
  GameTree tree;
  std::uint64_t texts = 0;    ///< texts of nodes that were decoded
  std::uint64_t invalid = 0;  ///< bytes in these texts that were replaced
};

/// The same tree with its comments, board texts and properties in UTF-8; if it has a charset_fact, that says
/// so. Old comments stay as they are: their coding is no charset (decode_old_comment in
/// convert/renlib/renlib.hpp). Properties of SGF are decoded value by value and stay properties.
///
/// ErrorCode::usage for an unknown charset; ErrorCode::limit when the different texts, before and after,
/// would take 4 GiB together.
[[nodiscard]] Result<DecodedTree> decode_texts(const GameTree& tree, const std::string& charset);

}  // namespace fiveproof::convert
