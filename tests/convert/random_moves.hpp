// Trees of squares alone, for formats that know nothing else.
#pragma once

#include <random>
#include <string>

#include "convert/tree/claimed_length.hpp"
#include "convert/tree/game_tree.hpp"
#include "game/symmetry.hpp"

namespace fiveproof::test {

inline void add_comment(convert::TreeBuilder& builder, const std::string& text) {
  builder.add_text(convert::TextKind::comment,
                   {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

struct RandomMoves {
  std::uint32_t seed = 1;
  std::size_t nodes = 100;
  std::string source = "";
  bool has_root = false;
  bool out_of_turn = false;
};

/// Moves on any squares, occupied ones and equal siblings among them.
inline convert::GameTree random_moves(const RandomMoves& wanted) {
  using namespace convert;
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

/// The same tree with its squares moved by a symmetry. Without facts, bits of the source and texts that are
/// no comments.
inline convert::GameTree image_of(const convert::GameTree& tree, Symmetry symmetry) {
  using namespace convert;
  TreeBuilder builder(tree.size(), tree.source());
  for (TreeCursor at(tree); at.next();) {
    const TreeMove move =
        !at.move().is_square()
            ? at.move()
            : TreeMove::at(symmetry.apply(at.move().square(tree.size()), tree.size()), tree.size());
    builder.add(at.depth(), move, at.bits() & author_bits);
    for (const NodeText& text : at.texts())
      if (text.kind() == TextKind::comment) builder.add_text(TextKind::comment, tree.pool().at(text.text()));
  }
  return std::move(builder).finish();
}

}  // namespace fiveproof::test
