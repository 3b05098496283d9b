// Makes the texts of a foreign file UTF-8, when somebody says which charset they are in.
//
// Few formats name the charset of their texts, and few files name the right one: a library of RenLib is in
// the code page of its author. So a tree keeps the bytes, nobody guesses, and a caller who knows the charset
// says so:
//
//   auto decoded = decode_texts(tree, "gbk");     // ErrorCode::usage: a charset that iconv does not know
//
// Decoding never fails on a text: each byte that is part of no character becomes U+FFFD, and is counted.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "proof/tree/game_tree.hpp"

namespace fiveproof::convert {

/// Is it UTF-8, ASCII included? Shortest forms only, no surrogates.
[[nodiscard]] bool is_utf8(std::span<const std::uint8_t> text);

/// Decodes bytes of one charset to UTF-8.
class TextDecoder {
 public:
  /// `charset` may be any name that the C library's iconv knows. ErrorCode::usage for others.
  [[nodiscard]] static Result<TextDecoder> open(const std::string& charset);

  /// The text in UTF-8; adds to `invalid` the number of bytes that were replaced.
  [[nodiscard]] std::vector<std::uint8_t> decode(std::span<const std::uint8_t> text, std::uint64_t& invalid);

 private:
  struct Close {
    void operator()(void* descriptor) const;
  };
  explicit TextDecoder(void* descriptor) : descriptor_(descriptor) {}

  std::unique_ptr<void, Close> descriptor_;
};

/// The fact of a tree whose source can name a charset: the name, or nothing if the file has none. If the
/// games of a file differ, it has a line for each game.
inline constexpr const char* charset_fact = "charset";

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
