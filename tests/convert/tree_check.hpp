// Does a tree say what a proof says? Asked the slow way: on real boards, every reply looked up by itself.
//
// Shares nothing with proof/graph/proof_graph: no keys, no symmetries that are carried along.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "game/five.hpp"
#include "game/notation.hpp"
#include "game/packed_position.hpp"
#include "game/symmetry.hpp"
#include "proof/proof.hpp"
#include "proof/tree/game_tree.hpp"
#include "tests/convert/bytes.hpp"

namespace fiveproof::test {

struct CheckedTree {
  std::optional<Root> root = {};
  std::optional<std::size_t> max_depth = {};
  bool expand_all = false;
  std::size_t look_at_every = 1;  ///< AND position: their replies take long to look up
};

/// What the records say, by canonical position.
class SlowBook {
 public:
  using Moves = std::vector<std::optional<Square>>;

  explicit SlowBook(const Proof& proof) {
    for (std::size_t i = 0; i < proof.records.count(); ++i) {
      const Record record = proof.records.at(i);
      book_[pack(record.position)].push_back(record.move);
    }
  }
  /// In the orientation of `or_position`; each as the set of its images. Null: not stored.
  [[nodiscard]] std::optional<std::vector<std::set<Square>>> moves(const Position& or_position,
                                                                   bool& claims_threats) const {
    const Canonical canonical = canonical_form(or_position);
    const auto found = book_.find(pack(canonical.position));
    if (found == book_.end()) return std::nullopt;
    std::vector<std::set<Square>> all;
    claims_threats = false;
    for (const auto& move : found->second) {
      if (!move) {
        claims_threats = true;
        continue;
      }
      std::set<Square> images;
      for (int s = 0; s < Symmetry::count; ++s)
        if (Symmetry(s).apply(or_position) == canonical.position)
          images.insert(Symmetry(s).inverse().apply(*move, or_position.size()));
      all.push_back(images);
    }
    return all;
  }
  [[nodiscard]] bool is_stored(const Position& or_position) const {
    return book_.contains(pack(canonical_form(or_position).position));
  }

 private:
  std::map<std::vector<std::uint8_t>, Moves> book_;
};

class TreeCheck {
 public:
  TreeCheck(const Proof& proof, const GameTree& tree, const CheckedTree& wanted)
      : proof_(proof), tree_(tree), wanted_(wanted), book_(proof) {}

  /// The first difference; "" if there is none.
  std::string run() {
    read();
    if (!error_.empty()) return error_;
    find_roots();
    for (std::size_t i = 0; i < nodes_.size() && error_.empty(); ++i) check(i);
    if (error_.empty()) check_coverage();
    return error_;
  }

 private:
  struct Node {
    std::size_t parent = 0, depth = 0;
    TreeMove move;
    std::optional<Position> position;
    std::vector<std::string> comment;
    std::vector<std::size_t> children;
    bool is_in_proof = false, is_full = false, is_claimed = false;
    bool is_on_the_way = false;  ///< to a root
    std::optional<std::size_t> below_root;
  };
  using Key = std::pair<std::vector<std::uint8_t>, Color>;

  static Key key(const Position& position) {
    return {pack(canonical_form(position).position), position.to_move()};
  }
  std::string line(std::size_t i) const {
    std::string text;
    for (; i != 0; i = nodes_[i].parent)
      text = (nodes_[i].move.is_pass() ? "--" : to_text(nodes_[i].move.square(proof_.size))) +
             (text.empty() ? "" : " ") + text;
    return text;
  }
  void fail(std::size_t i, const std::string& what) {
    if (error_.empty()) error_ = "\"" + line(i) + "\": " + what;
  }
  static bool has(const Node& node, const std::string& words) {
    return std::ranges::count(node.comment, words) > 0;
  }

  void read() {
    for (TreeCursor at(tree_); at.next();) {
      Node node;
      node.depth = at.depth();
      node.move = at.move();
      if ((at.depth() == 0) != (at.node() == 0) || at.move().is_none() != (at.node() == 0)) {
        error_ = "nodes without a move, or beside the first";
        return;
      }
      if (at.depth() == 0) {
        node.position = Position(proof_.size);
      } else {
        node.parent = at.line()[at.depth() - 1];
        node.position = nodes_[node.parent].position;
        nodes_[node.parent].children.push_back(nodes_.size());
        if (node.position && node.move.is_pass())
          node.position->set_to_move(opponent(node.position->to_move()));
        else if (node.position && node.position->is_empty(node.move.square(proof_.size)))
          node.position->play(node.move.square(proof_.size));
        else
          node.position.reset();
      }
      for (const NodeText& text : at.texts()) {
        std::istringstream lines(text_of(tree_.pool().at(text.text())));
        for (std::string words; std::getline(lines, words);) node.comment.push_back(words);
      }
      nodes_.push_back(std::move(node));
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) by_line_.emplace(line(i), i);
    if (by_line_.size() != nodes_.size()) error_ = "two nodes of one line";
  }

  static std::string in_turn(const Position& position) {
    std::vector<std::string> sides[2];
    for (const Color c : {Color::black, Color::white})
      for (const Square s : position.stones(c)) sides[index_of(c)].push_back(to_text(s));
    const bool is_white_next = position.to_move() == Color::white;
    while (sides[0].size() < sides[1].size() + is_white_next) sides[0].push_back("--");
    while (sides[1].size() + is_white_next < sides[0].size()) sides[1].push_back("--");
    std::string text;
    for (std::size_t i = 0; i < sides[0].size(); ++i) {
      text += (i > 0 ? " " : "") + sides[0][i];
      if (i < sides[1].size()) text += " " + sides[1][i];
    }
    return text;
  }

  void find_roots() {
    const auto roots = wanted_.root ? std::vector<Root>{*wanted_.root} : proof_.roots;
    std::set<std::size_t> claimed;
    for (const Root& root : roots) {
      const auto found = by_line_.find(root.moves ? to_text(*root.moves) : in_turn(root.position));
      if (found == by_line_.end() || nodes_[found->second].position != root.position) {
        error_ = "no node for the root " + root.text();
        return;
      }
      const std::size_t at = found->second;
      claimed.insert(at);
      for (std::size_t i = at; i != 0; i = nodes_[i].parent) nodes_[i].is_on_the_way = true;
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (has(nodes_[i], "claim: " + std::string(name_of(proof_.attacker)) + " wins") != claimed.contains(i))
        return fail(i, "claimed, or not");
    for (const std::size_t i : claimed) {
      Node& node = nodes_[i];
      node.is_claimed = true;
      const bool is_stored = node.position->to_move() != proof_.attacker || book_.is_stored(*node.position);
      if (is_stored) node.is_in_proof = true;
      if (has(node, "not stored") == is_stored) return fail(i, "not stored, or stored");
    }
  }

  void check(std::size_t i) {
    Node& node = nodes_[i];
    if (node.is_claimed) node.below_root = 0;
    if (!node.is_in_proof && !node.is_on_the_way && i != 0) {
      if (!node.children.empty()) fail(i, "nothing should be below");
      return;
    }
    std::set<Square> wanted;
    if (node.is_in_proof) wanted = wanted_below(i);
    for (const std::size_t child : nodes_[i].children) {
      Node& below = nodes_[child];
      if (below.move.is_square() && wanted.erase(below.move.square(proof_.size)) > 0) {
        go_on(i, child);
      } else if (!below.is_on_the_way) {
        fail(child, "the proof does not say so");
      }
    }
    if (!wanted.empty()) fail(i, "missing: " + to_text(*wanted.begin()));
  }

  /// A child that the proof demands.
  void go_on(std::size_t i, std::size_t child) {
    Node& below = nodes_[child];
    const Node& node = nodes_[i];
    if (node.position->to_move() == proof_.attacker) {
      const Square move = below.move.square(proof_.size);
      if (has(below, "illegal move") == below.position.has_value()) return fail(child, "illegal, or not");
      if (!below.position || makes_five(*node.position, proof_.rule, proof_.attacker, move)) return;
    }
    below.is_in_proof = true;
    const std::size_t depth = *node.below_root + 1;
    below.below_root = depth;
  }

  /// Is there a word on every reply?
  bool says_enough(std::size_t i) const {
    const Node& node = nodes_[i];
    for (const std::string& words : node.comment)
      if (words.starts_with("continues at") || words == "cut here") return true;
    if (!node.position) return false;
    std::size_t stored = 0, told = 0;
    for (const Square reply : node.position->empties()) {
      Position next = *node.position;
      next.play(reply);
      stored += book_.is_stored(next);
    }
    for (const std::size_t child : node.children)
      told += nodes_[child].position && book_.is_stored(*nodes_[child].position);
    return stored == told;
  }

  std::set<Square> wanted_below(std::size_t i) {
    Node& node = nodes_[i];
    for (const std::string& words : node.comment)
      if (words.starts_with("continues at")) {
        if (wanted_.expand_all) fail(i, "everything was to be in full");
        check_reference(i, words);
        return {};
      }
    const bool is_or = node.position->to_move() == proof_.attacker;
    bool claims_threats = false;
    std::set<Square> wanted;
    if (is_or) {
      const auto moves = book_.moves(*node.position, claims_threats);
      if (!moves) {
        fail(i, "not stored");
        return {};
      }
      for (const auto& images : *moves) {
        // One of the images; which one is the tree's choice. Others may be on the way to a root.
        Square chosen = *images.begin();
        bool is_chosen = false;
        for (const std::size_t child : node.children) {
          if (!nodes_[child].move.is_square() || !images.contains(nodes_[child].move.square(proof_.size)))
            continue;
          if (!is_chosen || (nodes_[child].is_on_the_way && says_enough(child)))
            chosen = nodes_[child].move.square(proof_.size);
          is_chosen = true;
        }
        wanted.insert(chosen);
      }
    } else if (and_positions_++ % wanted_.look_at_every == 0) {
      for (const Square reply : node.position->empties()) {
        Position next = *node.position;
        next.play(reply);
        if (book_.is_stored(next)) wanted.insert(reply);
      }
    } else {
      for (const std::size_t child : node.children)
        if (nodes_[child].position && book_.is_stored(*nodes_[child].position))
          wanted.insert(nodes_[child].move.square(proof_.size));
    }
    const bool is_deepest = wanted_.max_depth && *node.below_root == *wanted_.max_depth;
    if (has(node, "cut here") != (is_deepest && !wanted.empty())) fail(i, "cut, or not");
    if (is_deepest && !wanted.empty()) return {};
    if (is_or && has(node, "wins by threats") != claims_threats) fail(i, "by threats, or not");
    node.is_full = true;
    ++full_[key(*node.position)];
    return wanted;
  }

  void check_reference(std::size_t i, const std::string& words) {
    std::string where = words.substr(12), turn;
    if (const auto comma = where.find(", "); comma != std::string::npos) {
      turn = where.substr(comma + 2);
      where.resize(comma);
    }
    if (!where.empty()) where.erase(0, 1);
    const auto found = by_line_.find(where);
    if (found == by_line_.end()) return fail(i, "no such line: " + words);
    const Node& target = nodes_[found->second];
    if (found->second >= i || !target.is_full) return fail(i, "not in full there: " + words);
    const int m = proof_.size - 1;
    const std::map<std::string, std::function<Square(int, int)>> turns = {
        {"", [](int x, int y) { return Square(x, y); }},
        {"mirrored left to right", [m](int x, int y) { return Square(m - x, y); }},
        {"mirrored top to bottom", [m](int x, int y) { return Square(x, m - y); }},
        {"turned by half", [m](int x, int y) { return Square(m - x, m - y); }},
        {"turned clockwise", [m](int x, int y) { return Square(y, m - x); }},  // a1 comes to the top left
        {"turned anticlockwise", [m](int x, int y) { return Square(m - y, x); }},
        {"mirrored at the diagonal from bottom left", [](int x, int y) { return Square(y, x); }},
        {"mirrored at the diagonal from top left", [m](int x, int y) { return Square(m - y, m - x); }},
    };
    if (!turns.contains(turn)) return fail(i, "no such turn: " + words);
    const Position& here = *nodes_[i].position;
    Position turned(proof_.size);
    turned.set_to_move(here.to_move());
    for (const Color c : {Color::black, Color::white})
      for (const Square s : here.stones(c)) turned.put(c, turns.at(turn)(s.column(), s.row()));
    if (turned != *target.position) fail(i, "another position: " + words);
    if (!turn.empty() && here == *target.position) fail(i, "not turned at all: " + words);
  }

  /// Each position that a claim leads to is in full once.
  void check_coverage() {
    std::map<Key, std::size_t> depth_of;
    std::vector<Position> layer;
    const auto add = [&](const Position& position, std::size_t depth) {
      if (position.to_move() == proof_.attacker && !book_.is_stored(position)) return;
      if (depth_of.emplace(key(position), depth).second) layer.push_back(position);
    };
    for (const Node& node : nodes_)
      if (node.is_claimed) add(*node.position, 0);
    for (std::size_t depth = 0; !layer.empty(); ++depth) {
      if (wanted_.max_depth && depth >= *wanted_.max_depth) break;
      for (const Position& position : std::exchange(layer, {})) go_below(position, depth, add);
    }
    for (const auto& [position, depth] : depth_of) {
      const auto found = full_.find(position);
      const std::size_t times = found == full_.end() ? 0 : found->second;
      const bool is_deepest = wanted_.max_depth && depth == *wanted_.max_depth;
      if (times == 0 && !is_deepest) error_ = "a position is nowhere in full";
      if (times > 1 && !wanted_.expand_all && !wanted_.max_depth) error_ = "a position is in full twice";
    }
    for (const auto& [position, times] : full_)
      if (!depth_of.contains(position)) error_ = "a position that no claim leads to";
  }
  template <class Add>
  void go_below(const Position& position, std::size_t depth, const Add& add) {
    if (position.to_move() != proof_.attacker) {
      if (wanted_.look_at_every > 1) return go_below_in_tree(position, depth, add);
      for (const Square reply : position.empties()) {
        Position next = position;
        next.play(reply);
        add(next, depth + 1);
      }
      return;
    }
    bool claims_threats = false;
    const auto moves = book_.moves(position, claims_threats);
    for (const auto& images : *moves) {
      const Square move = *images.begin();
      if (!position.is_empty(move) || makes_five(position, proof_.rule, proof_.attacker, move)) continue;
      Position next = position;
      next.play(move);
      add(next, depth + 1);
    }
  }
  /// Where looking up every reply takes too long: as the tree has it in full.
  template <class Add>
  void go_below_in_tree(const Position& position, std::size_t depth, const Add& add) {
    if (replies_.empty())
      for (const Node& node : nodes_)
        if (node.is_full && node.position->to_move() != proof_.attacker)
          replies_[key(*node.position)] = static_cast<std::size_t>(&node - nodes_.data());
    const auto found = replies_.find(key(position));
    if (found == replies_.end()) return;
    for (const std::size_t child : nodes_[found->second].children)
      if (nodes_[child].is_in_proof) add(*nodes_[child].position, depth + 1);
  }

  const Proof& proof_;
  const GameTree& tree_;
  CheckedTree wanted_;
  SlowBook book_;
  std::vector<Node> nodes_;
  std::map<std::string, std::size_t> by_line_;
  std::map<Key, std::size_t> full_, replies_;
  std::size_t and_positions_ = 0;
  std::string error_;
};

/// "" if the tree is that of the proof.
inline std::string difference(const Proof& proof, const GameTree& tree, const CheckedTree& wanted = {}) {
  return TreeCheck(proof, tree, wanted).run();
}

}  // namespace fiveproof::test
