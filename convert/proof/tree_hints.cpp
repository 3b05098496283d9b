#include "convert/proof/tree_hints.hpp"

#include <algorithm>
#include <cstdio>

#include "game/notation.hpp"

namespace fiveproof::convert {
namespace {

/// A side with no more moves each than this, where the other has at least that, looks like the attacker.
constexpr double few_moves = 1.1, many_moves = 1.5;

std::string rounded(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

/// A node of the line to where the count is.
struct CountedNode {
  std::uint64_t children = 0;  ///< children that play; those of a child that does not count as well
  std::size_t moves = 0;       ///< moves of the line down to this node
  bool plays = false;
  Color mover = Color::black;
  Color next = Color::black;  ///< the side to move after it
};

class Counter {
 public:
  explicit Counter(const GameTree& tree) : tree_(tree), line_(1) {}

  TreeHints count() {
    bool is_trunk = true;
    for (TreeCursor at(tree_); at.next();) {
      for (std::size_t i = 0; i < at.left(); ++i) leave();
      is_trunk = is_trunk && at.left() == 0;
      enter(at);
      if (is_trunk && line_.back().plays) is_trunk = follow(at);
    }
    while (line_.size() > 1) leave();
    leave();
    hints_.trunk.resize(std::min(hints_.trunk.size(), branching_));
    return std::move(hints_);
  }

 private:
  TreeHints::Side& side(Color c) { return hints_.sides[static_cast<std::size_t>(index_of(c))]; }

  bool follow(const TreeCursor& at) {
    if (!at.move().is_square()) return false;
    const Square square = at.move().square(tree_.size());
    if (std::ranges::find(hints_.trunk, square) != hints_.trunk.end()) return false;  // it has a stone
    hints_.trunk.push_back(square);
    return true;
  }

  void enter(const TreeCursor& at) {
    CountedNode node;
    node.next = node.mover = line_.back().next;
    if ((at.bits() & is_out_of_turn) != 0) node.mover = opponent(node.mover);
    node.plays = at.plays();
    node.moves = line_.back().moves + node.plays;
    if (node.plays) {
      node.next = opponent(node.mover);
      ++line_.back().children;
      if (line_.back().children == 2) branching_ = std::min(branching_, line_.back().moves);
      count_marks(at, side(node.mover));
    }
    line_.push_back(node);
  }

  void count_marks(const TreeCursor& at, TreeHints::Side& mover) const {
    for (const NodeText& text : at.texts()) {
      if (text.kind() != TextKind::board_text) continue;
      const auto bytes = tree_.pool().at(text.text());
      mover.marked_a += !bytes.empty() && bytes[0] == 'a';
      mover.marked_c += !bytes.empty() && bytes[0] == 'c';
    }
  }

  void leave() {
    const CountedNode node = line_.back();
    line_.pop_back();
    if (!node.plays && !line_.empty()) {
      line_.back().children += node.children;
      return;
    }
    if (node.children > 0) {
      ++side(node.next).positions;
      side(node.next).moves += node.children;
    } else if (node.plays) {
      ++side(node.mover).last;
    }
  }

  const GameTree& tree_;
  TreeHints hints_;
  std::vector<CountedNode> line_;
  std::size_t branching_ = ~std::size_t{0};  ///< moves before the first position that has two
};

std::string text_of_side(const TreeHints::Side& side, Color c) {
  std::string text = std::string(name_of(c)) + " has " + rounded(side.moves_each()) + " moves at each of " +
                     std::to_string(side.positions) + " positions, " + std::to_string(side.last) +
                     " moves end a line";
  if (side.marked_a > 0) text += ", " + std::to_string(side.marked_a) + " are marked a";
  if (side.marked_c > 0) text += ", " + std::to_string(side.marked_c) + " are marked c";
  return text;
}

}  // namespace

std::optional<Color> TreeHints::attacker() const {
  for (Color c : {Color::black, Color::white}) {
    const Side& mine = sides[static_cast<std::size_t>(index_of(c))];
    const Side& other = sides[static_cast<std::size_t>(index_of(opponent(c)))];
    if (mine.positions > 0 && mine.moves_each() <= few_moves && other.moves_each() >= many_moves) return c;
  }
  return std::nullopt;
}

std::string TreeHints::text() const {
  const auto proposal = attacker();
  const std::string root = to_text(trunk);
  return text_of_side(sides[0], Color::black) + "; " + text_of_side(sides[1], Color::white) + "; " +
         (trunk.empty() ? "the lines part at once" : "all lines begin with " + root) + "; this would fit " +
         (proposal ? "--attacker " + std::string(name_of(*proposal)) + " " : "no attacker, but ") +
         "--root \"" + root + "\"";
}

TreeHints hints_of(const GameTree& tree) { return Counter(tree).count(); }

}  // namespace fiveproof::convert
