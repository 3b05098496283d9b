#include "page/core/texts.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "convert/renlib/renlib.hpp"
#include "convert/syntax/charset.hpp"
#include "game/notation.hpp"

namespace fiveproof::page {

using explore::Json;

namespace {

constexpr std::array kind_names = {"comment", "old_comment", "board_text"};

/// What somebody may read: RenLib keeps the byte behind the end as well.
std::span<const std::uint8_t> words_of(std::span<const std::uint8_t> text) {
  return text.first(static_cast<std::size_t>(std::ranges::find(text, 0) - text.begin()));
}

/// A character for each byte, in UTF-8.
std::string by_bytes(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) {
    if (byte < 0x80) {
      text += static_cast<char>(byte);
    } else {
      text += static_cast<char>(0xC0 | byte >> 6);
      text += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return text;
}

struct Stones {
  std::array<std::vector<Square>, 2> of;  ///< by index_of(Color), in the order of play
  Color to_move = Color::black;
};

/// Nothing where a stone would come onto another one.
std::optional<Stones> stones_at(const GameTree& tree, const std::vector<NodeNumber>& line) {
  Stones stones;
  SquareSet taken;
  for (const NodeNumber node : line) {
    const TreeMove move = tree.move(node);
    const std::uint8_t bits = tree.bits(node);
    if (move.is_none() || (bits & is_text_only) != 0) continue;
    const Color mover = (bits & is_out_of_turn) != 0 ? opponent(stones.to_move) : stones.to_move;
    stones.to_move = opponent(mover);
    if (!move.is_square()) continue;
    const Square square = move.square(tree.size());
    if (taken.contains(square)) return std::nullopt;
    taken.insert(square);
    stones.of[index_of(mover)].push_back(square);
  }
  return stones;
}

/// Libraries put a letter on each of a million points: a mark, and no text.
constexpr std::size_t shortest_label = 3;

bool is_told(const GameTree& tree, const NodeText& text, bool is_label) {
  if (text.kind() == TextKind::properties || (text.kind() == TextKind::board_text) != is_label) return false;
  return words_of(tree.pool().at(text.text())).size() >= (is_label ? shortest_label : 1);
}

Json text_json(const GameTree& tree, const TreeCursor& at, const NodeText& text) {
  const auto bytes = words_of(tree.pool().at(text.text()));
  Json object = Json::object();
  object["kind"] = kind_names[static_cast<std::size_t>(text.kind())];
  object["bytes"] =
      text.kind() == TextKind::old_comment ? convert::decode_old_comment(bytes) : by_bytes(bytes);
  if (const auto stones = stones_at(tree, at.line())) {
    object["black"] = explore::to_json(stones->of[index_of(Color::black)]);
    object["white"] = explore::to_json(stones->of[index_of(Color::white)]);
    object["to-move"] = name_of(stones->to_move);
  }
  return object;
}

}  // namespace

Json texts_json(const GameTree& tree) {
  Json answer = Json::object();
  const auto charset = tree.fact(convert::charset_fact);
  answer["charset"] = charset ? by_bytes(*charset) : std::string();
  answer["is-cut"] = false;
  answer["texts"] = Json::array();
  for (const bool is_label : {false, true})
    for (TreeCursor at(tree); at.next();)
      for (const NodeText& text : at.texts()) {
        if (!is_told(tree, text, is_label)) continue;
        if (answer["texts"].size() == most_texts) {
          answer["is-cut"] = true;
          return answer;
        }
        answer["texts"].push_back(text_json(tree, at, text));
      }
  return answer;
}

}  // namespace fiveproof::page
