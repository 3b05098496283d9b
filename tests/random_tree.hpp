// Trees from a seed, for tests and seeds of fuzzers.
#pragma once

#include <random>
#include <string>

#include "proof/tree/game_tree.hpp"

namespace fiveproof::test {

struct RandomTree {
  std::uint32_t seed = 1;
  std::size_t nodes = 100;
  int size = 15;
  std::size_t deepest = 12;
  bool with_texts = true;
  bool with_source_bits = false;
  bool with_properties = false;
  bool out_of_turn = false;
};

/// Any moves, passes among them, at any depths.
inline GameTree random_tree(const RandomTree& wanted) {
  std::mt19937 random(wanted.seed);
  const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
  TreeBuilder builder(wanted.size, "test");
  builder.set_fact("b", {});
  const std::uint8_t value[] = {1, 0, 255};
  builder.set_fact("a", value);
  for (std::size_t i = 0; i < wanted.nodes; ++i) {
    const std::size_t deepest = std::min(builder.line().size(), wanted.deepest);
    const std::size_t depth = below(3) != 0 ? deepest : below(deepest + 1);
    const auto squares = static_cast<std::size_t>(wanted.size * wanted.size);
    const TreeMove move = i == 0 && wanted.seed % 2 == 0 ? TreeMove()
                          : below(30) == 0               ? TreeMove::pass()
                          : below(50) == 0               ? TreeMove()
                          : below(2) == 0 ? TreeMove::from_number(static_cast<std::uint16_t>(below(7)))
                                          : TreeMove::from_number(static_cast<std::uint16_t>(below(squares)));
    std::uint8_t bits = below(20) == 0 ? static_cast<std::uint8_t>(below(8) << 2) : std::uint8_t{0};
    if (wanted.out_of_turn && below(10) == 0) bits |= is_out_of_turn;
    const NodeNumber node = builder.add(depth, move, bits);
    if (wanted.with_texts)
      for (const TextKind kind :
           {TextKind::comment, TextKind::old_comment, TextKind::board_text, TextKind::properties}) {
        if ((kind == TextKind::properties && !wanted.with_properties) || below(10) != 0) continue;
        std::vector<std::uint8_t> text(below(4) == 0 ? below(40) : below(2));
        for (auto& byte : text) byte = static_cast<std::uint8_t>(below(4) == 0 ? below(256) : 97 + below(3));
        builder.add_text(kind, text);
      }
    if (wanted.with_source_bits && below(15) == 0)
      builder.add_source_bits(node, std::uint64_t{random()} << below(32) | 1);
  }
  return std::move(builder).finish();
}

/// A tree of squares alone, for formats that know nothing else.
struct RandomMoves {
  std::uint32_t seed = 1;
  std::size_t nodes = 100;
  std::string source = "";
  bool has_root = false;
  bool out_of_turn = false;
};

/// Moves on any squares, occupied ones and equal siblings among them.
inline GameTree random_moves(const RandomMoves& wanted) {
  std::mt19937 random(wanted.seed);
  TreeBuilder builder(15, wanted.source);
  if (wanted.has_root) builder.add(0, TreeMove());
  const std::size_t top = wanted.has_root ? 1 : 0;
  for (std::size_t i = 0; i < wanted.nodes; ++i) {
    const std::size_t deepest = builder.line().size();
    const std::size_t depth = random() % 3 != 0 ? deepest : top + random() % (deepest - top + 1);
    const auto move = TreeMove::from_number(static_cast<std::uint16_t>(random() % 225));
    builder.add(depth, move, wanted.out_of_turn && random() % 9 == 0 ? is_out_of_turn : 0);
  }
  return std::move(builder).finish();
}

}  // namespace fiveproof::test
