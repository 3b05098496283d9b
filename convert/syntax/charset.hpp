// Texts of a foreign file as UTF-8, when somebody says what they are in.
//
// Few formats name the encoding of their texts, and few files name the right one: a library of RenLib is in
// the code page of its author. So a tree keeps the bytes, nothing guesses, and whoever knows better says so:
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

#include "convert/tree/game_tree.hpp"

namespace fiveproof::convert {

/// Is it UTF-8, ASCII included? Shortest forms only, no surrogates.
[[nodiscard]] bool is_utf8(std::span<const std::uint8_t> text);

/// Bytes of one charset to UTF-8.
class TextDecoder {
 public:
  /// Any name that the C library's iconv knows. ErrorCode::usage for others.
  [[nodiscard]] static Result<TextDecoder> open(const std::string& charset);

  /// Adds to `invalid` the number of bytes that were replaced.
  [[nodiscard]] std::vector<std::uint8_t> decode(std::span<const std::uint8_t> text, std::uint64_t& invalid);

 private:
  struct Close {
    void operator()(void* descriptor) const;
  };
  explicit TextDecoder(void* descriptor) : descriptor_(descriptor) {}

  std::unique_ptr<void, Close> descriptor_;
};

/// A fact of trees whose source names its charset: the name, or nothing. Of several games in a file one line
/// each, if they differ.
inline constexpr const char* charset_fact = "charset";

struct DecodedTree {
  GameTree tree;
  std::uint64_t texts = 0;    ///< of nodes, that were decoded
  std::uint64_t invalid = 0;  ///< bytes in them that were replaced
};

/// The same tree with its comments, board texts and properties in UTF-8, which its charset_fact says, if
/// there is one. Old comments stay: their coding is no charset (decode_old_comment in convert/renlib/renlib.hpp).
/// Properties of SGF are decoded value by value and stay properties.
///
/// ErrorCode::usage for an unknown charset; ErrorCode::limit when the different texts would take 4 GiB.
[[nodiscard]] Result<DecodedTree> decode_texts(const GameTree& tree, const std::string& charset);

}  // namespace fiveproof::convert
