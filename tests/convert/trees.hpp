// Small things that tests do with trees.
#pragma once

#include <string>
#include <string_view>

#include "convert/tree/claimed_length.hpp"
#include "format/tree/tree_section.hpp"
#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "tests/convert/bytes.hpp"

namespace fiveproof::test {

/// On 15x15.
inline TreeMove at(std::string_view square) { return TreeMove::at(parse_square(square, 15).value(), 15); }

inline void add_comment(TreeBuilder& builder, std::string_view text) {
  builder.add_text(TextKind::comment, bytes_of(text));
}

/// As it comes out of a section of a proof file.
inline GameTree through_section(const GameTree& tree) {
  return decode_tree(encode_tree(tree).value()).value();
}

/// The same tree, of `source`, with other moves.
template <class Change>
GameTree with_moves(const GameTree& tree, std::string_view source, const Change& change) {
  TreeBuilder builder(tree.size(), std::string(source));
  for (const auto& [name, value] : tree.facts()) builder.set_fact(name, value);
  for (TreeCursor at(tree); at.next();) {
    const NodeNumber node = builder.add(at.depth(), change(at.move()), at.bits());
    builder.add_source_bits(node, at.source_bits());
    for (const NodeText& text : at.texts()) builder.add_text(text.kind(), tree.pool().at(text.text()));
  }
  return std::move(builder).finish();
}

inline TreeMove image_of(TreeMove move, Symmetry symmetry, int size) {
  return move.is_square() ? TreeMove::at(symmetry.apply(move.square(size), size), size) : move;
}

inline GameTree image_of(const GameTree& tree, Symmetry symmetry, std::string_view source) {
  return with_moves(tree, source, [&](TreeMove move) { return image_of(move, symmetry, tree.size()); });
}
inline GameTree image_of(const GameTree& tree, Symmetry symmetry) {
  return image_of(tree, symmetry, tree.source());
}

}  // namespace fiveproof::test
