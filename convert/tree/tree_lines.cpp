#include "convert/tree/tree_lines.hpp"

#include <algorithm>

#include "convert/tree/line_trie.hpp"
#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

namespace {

/// Goes through a tree and hands over the line whenever it leaves a leaf.
class LineWalk {
 public:
  LineWalk(const GameTree& tree, const std::function<void(const TreeLine&)>& take)
      : tree_(tree), take_(take), known_(GameTree::max_nodes) {}

  LeftOut run() {
    for (TreeCursor at(tree_); at.next();) {
      leave(at.left());
      enter(at);
    }
    leave(line_.size());
    return out_;
  }

 private:
  struct LineNode {
    bool is_played;  ///< the node plays a square or a pass
    bool has_move_below = false;
    std::optional<View> comment = {};
    LineTrie::Place place = LineTrie::start;  ///< where the line down to the node is in known_
  };

  void enter(const TreeCursor& at) {
    LineNode node{at.plays()};
    for (const NodeText& text : at.texts()) {
      if (text.kind() == TextKind::comment) node.comment = tree_.pool().at(text.text());
      out_.old_comments += text.kind() == TextKind::old_comment;
      out_.labels += text.kind() == TextKind::board_text;
      out_.properties += text.kind() == TextKind::properties;
    }
    out_.marks += (at.bits() & is_marked) != 0;
    out_.starts += (at.bits() & is_start) != 0;
    node.place = line_.empty() ? LineTrie::start : line_.back().place;
    if (node.is_played) {
      out_.out_of_turn += (at.bits() & is_out_of_turn) != 0;
      play(at.move(), node);
    } else if (!(at.node() == 0 && at.move().is_none())) {
      ++out_.no_moves;
    }
    line_.push_back(node);
  }

  void play(TreeMove move, LineNode& node) {
    const std::size_t before = known_.node_count();
    node.place = *known_.step(node.place, move, 0);
    out_.equal += known_.node_count() == before;
    if (!played_.empty()) line_[played_.back()].has_move_below = true;
    played_.push_back(line_.size());
    moves_.push_back(move);
  }

  void leave(std::size_t steps) {
    for (; steps > 0; --steps) {
      const LineNode node = line_.back();
      line_.pop_back();
      const bool is_leaf = node.is_played && !node.has_move_below;
      if (is_leaf) take_({moves_, node.comment});
      if (node.comment && !is_leaf) ++out_.comments;
      if (!node.is_played) continue;
      moves_.pop_back();
      played_.pop_back();
    }
  }

  const GameTree& tree_;
  const std::function<void(const TreeLine&)>& take_;
  std::vector<LineNode> line_;
  std::vector<std::size_t> played_;  ///< the indices in line_ of the nodes that play
  std::vector<TreeMove> moves_;      ///< what these nodes play
  LineTrie known_;                   ///< all lines so far, to find equal siblings
  LeftOut out_;
};

}  // namespace

void LeftOut::name(const GameTree& tree, std::vector<std::string>& losses) const {
  tell(losses, comments, "comment", " before the end of a line");
  tell(losses, old_comments, "old comment");
  tell(losses, labels, "label");
  tell(losses, marks, "mark");
  tell(losses, starts, "start");
  tell(losses, properties, "node", " with properties of the source " + tree.source());
  tell(losses, out_of_turn, "move", " out of turn: a line gives it, and those after it, to the other side");
  tell(losses, no_moves, "node", " without a stone");
  tell(losses, equal, "move", " equal to a sibling: a reader makes one of them");
  lose_source(tree, losses);
}

std::uint64_t moves_in_lines(const GameTree& tree) {
  struct LineNode {
    std::uint64_t moves;  ///< down to the node
    bool plays, has_move_below;
  };
  std::uint64_t all = 0;
  std::vector<LineNode> line;
  const auto leave = [&](std::size_t steps) {
    for (; steps > 0; --steps) {
      const LineNode node = line.back();
      line.pop_back();
      if (node.plays && !node.has_move_below) all += node.moves;
      if (!line.empty()) line.back().has_move_below |= node.plays || node.has_move_below;
    }
  };
  for (TreeCursor at(tree); at.next();) {
    leave(at.left());
    line.push_back({(line.empty() ? 0 : line.back().moves) + at.plays(), at.plays(), false});
  }
  leave(line.size());
  return all;
}

LeftOut for_each_line(const GameTree& tree, const std::function<void(const TreeLine&)>& take) {
  return LineWalk(tree, take).run();
}

Result<OneGame> one_game_of(const GameTree& tree, const std::string& what) {
  OneGame game;
  std::uint64_t lines = 0, comments = 0;
  const LeftOut left_out = for_each_line(tree, [&](const TreeLine& line) {
    comments += line.comment.has_value();
    if (++lines == 1) game.moves.assign(line.moves.begin(), line.moves.end());
  });
  if (lines > 1)
    return Error{ErrorCode::unsupported, what + " is one game; the tree has " + counted(lines, "line")};
  if (std::ranges::any_of(game.moves, &TreeMove::is_pass))
    return Error{ErrorCode::unsupported, what + " has no pass"};
  tell(game.losses, comments, "comment");
  left_out.name(tree, game.losses);
  return game;
}

}  // namespace fiveproof::convert
