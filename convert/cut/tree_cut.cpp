#include "convert/cut/tree_cut.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "convert/sgf/sgf.hpp"
#include "convert/sgf/sgf_syntax.hpp"
#include "convert/syntax/charset.hpp"
#include "convert/unite/node_union.hpp"
#include "convert/unite/siblings.hpp"
#include "game/notation.hpp"
#include "game/stone_keys.hpp"

namespace fiveproof::convert {

namespace {

/// What becomes of a node, in a byte: whether it stays, or else why not, and what it is to a position of
/// TreeCut::below.
enum Fate : std::uint8_t {
  is_cut = 4,     ///< the CutReason is in the lowest two bits
  leads_to = 8,   ///< it is on the way to such a position, or there
  is_named = 16,  ///< it is there
};
constexpr std::uint8_t cut_by(CutReason reason) {
  return static_cast<std::uint8_t>(is_cut | static_cast<std::uint8_t>(reason));
}
constexpr std::size_t reason_in(std::uint8_t fate) { return fate & 3; }

/// The moves and passes of a line; texts on bare points are none.
std::vector<TreeMove> moves_of(const GameTree& tree, std::span<const NodeNumber> line) {
  std::vector<TreeMove> moves;
  for (const NodeNumber node : line)
    if (!tree.move(node).is_none() && (tree.bits(node) & is_text_only) == 0) moves.push_back(tree.move(node));
  return moves;
}

/// The stones of the line down to a node, and whose turn it is.
class LineBoard {
 public:
  explicit LineBoard(int size) : board_(size) {}

  /// Goes to the node of the cursor, which has been everywhere before.
  void follow(const TreeCursor& at) {
    for (; line_.size() > at.depth(); line_.pop_back()) take_back(line_.back());
    line_.push_back({board_.to_move(), at.plays(), false, {}});
    if (!at.plays()) return;
    const Color mover = at.bits() & is_out_of_turn ? opponent(board_.to_move()) : board_.to_move();
    ++moves_;
    if (at.move().is_square()) put(mover, at.move().square(board_.size()));
    board_.set_to_move(opponent(mover));
  }

  /// Was there never a stone on a square that had one?
  [[nodiscard]] bool is_position() const { return onto_stones_ == 0; }
  /// require: is_position().
  [[nodiscard]] const Position& position() const { return board_; }
  /// The same for two positions with the same stones and side to move, and hardly for any others.
  [[nodiscard]] std::uint64_t key() const { return board_.to_move() == Color::black ? key_ : ~key_; }
  /// Moves and passes from the beginning.
  [[nodiscard]] std::size_t moves() const { return moves_; }
  [[nodiscard]] Color to_move() const { return board_.to_move(); }

 private:
  struct Step {
    Color to_move;  ///< before the node
    bool plays, has_stone;
    std::optional<Square> square;
  };

  void put(Color color, Square square) {
    line_.back().square = square;
    line_.back().has_stone = board_.is_empty(square);
    if (!line_.back().has_stone) {
      ++onto_stones_;
      return;
    }
    board_.put(color, square);
    toggle(color, square);
  }
  void take_back(const Step& step) {
    moves_ -= step.plays;
    if (step.square && step.has_stone) {
      toggle(*board_.at(*step.square), *step.square);
      board_.take(*step.square);
    }
    onto_stones_ -= step.square && !step.has_stone;
    board_.set_to_move(step.to_move);
  }
  void toggle(Color color, Square square) {
    key_ ^= stone_keys[static_cast<std::size_t>(index_of(color))][static_cast<std::size_t>(square.number())];
  }

  Position board_;
  std::vector<Step> line_;
  std::uint64_t key_ = 0;
  std::size_t moves_ = 0, onto_stones_ = 0;
};

/// Says of each node whether it stays.
class Verdicts {
 public:
  Verdicts(const GameTree& tree, const TreeCut& wanted)
      : tree_(tree), wanted_(wanted), is_sgf_(tree.source() == sgf_source), fates_(tree.node_count()) {}

  Status decide() {
    weigh();
    FIVEPROOF_TRY(find_positions());
    const Siblings siblings(tree_);
    siblings_ = &siblings;
    is_all_ = std::ranges::any_of(wanted_.below, [](const auto& moves) { return moves.empty(); }) ||
              wanted_.below.empty();
    LineBoard board(tree_.size());
    // Games of SGF are side by side, and no moves of one position.
    if (is_all_ && !is_sgf_ && tree_.node_count() > 0) narrow(above_all, {true, 0}, board);
    std::vector<Place> line;
    for (TreeCursor at(tree_); at.next();) {
      board.follow(at);
      line.resize(at.depth());
      const Place above = line.empty() ? Place{is_all_, 0} : line.back();
      line.push_back(decide_at(at, above));
      if ((fates_[at.node()] & is_cut) == 0 && line.back().is_inside) narrow(at.node(), line.back(), board);
    }
    return Done{};
  }

  [[nodiscard]] bool is_cut_node(NodeNumber node) const { return (fates_[node] & is_cut) != 0; }
  [[nodiscard]] std::size_t reason(NodeNumber node) const { return reason_in(fates_[node]); }
  /// Does no move follow on the node's own?
  [[nodiscard]] bool is_end(const TreeCursor& at) const { return at.plays() && weights_[at.node()] == 1; }
  [[nodiscard]] bool goes_on(const TreeCursor& at) const { return at.plays() && weights_[at.node()] > 1; }

 private:
  /// A node seen from the positions that are named.
  struct Place {
    bool is_inside;     ///< it is below one, or there
    std::size_t plies;  ///< moves and passes since then
  };
  /// Moves of a node that are one.
  struct Group {
    std::uint32_t key;
    std::uint64_t weight;
    std::size_t order;
    bool is_kept;
  };

  /// Counts for each node the moves at and below it.
  void weigh() {
    weights_.resize(tree_.node_count());
    std::vector<NodeNumber> line;
    const auto leave = [&] {
      const NodeNumber node = line.back();
      line.pop_back();
      if (!line.empty()) weights_[line.back()] += weights_[node];
    };
    for (TreeCursor at(tree_); at.next();) {
      while (line.size() > at.depth()) leave();
      line.push_back(at.node());
      weights_[at.node()] = at.plays();
    }
    while (!line.empty()) leave();
  }

  // -- positions that are named --

  Status find_positions() {
    std::vector<Position> positions;
    for (const auto& moves : wanted_.below) {
      FIVEPROOF_LET(const Position position, position_after(moves, tree_.size()));
      positions.push_back(position);
    }
    if (positions.empty()) return Done{};
    std::vector<bool> is_found(positions.size());
    LineBoard board(tree_.size());
    for (TreeCursor at(tree_); at.next();) {
      board.follow(at);
      if (!at.plays() || !board.is_position() || is_within_set_up(at)) continue;
      for (std::size_t i = 0; i < positions.size(); ++i) {
        if (board.position() != positions[i]) continue;
        is_found[i] = true;
        fates_[at.node()] |= is_named;
        for (const NodeNumber node : at.line()) fates_[node] |= leads_to;
      }
    }
    for (std::size_t i = 0; i < positions.size(); ++i)
      if (!is_found[i] && !wanted_.below[i].empty())
        return Error{ErrorCode::usage,
                     "no line of the file comes to the position after " + to_text(wanted_.below[i])};
    return Done{};
  }

  [[nodiscard]] std::uint64_t sgf_bits(NodeNumber node) const {
    return is_sgf_ ? tree_.source_bits_of(node) : 0;
  }
  /// Is there another stone of the same set-up to come?
  [[nodiscard]] bool is_within_set_up(const TreeCursor& at) const {
    return (at.bits() & has_child) != 0 && (sgf_bits(at.node() + 1) & sgf::from_set_up) != 0 &&
           (sgf_bits(at.node()) & sgf::from_set_up) != 0;
  }

  // -- what stays --

  Place decide_at(const TreeCursor& at, Place above) {
    std::uint8_t& fate = fates_[at.node()];
    if (at.depth() > 0) {
      const std::uint8_t fate_above = fates_[at.line()[at.depth() - 1]];
      if (fate_above & is_cut) {
        fate = fate_above;
        return above;
      }
    }
    if (fate & is_named) return {true, 0};
    const bool is_counted = at.plays() && (sgf_bits(at.node()) & sgf::from_set_up) == 0;
    const Place here{above.is_inside, above.plies + is_counted};
    if ((fate & (leads_to | is_cut)) != 0) return here;
    if (!above.is_inside) {
      // A text on a bare point is one of the node above.
      const bool is_text = (at.bits() & (is_text_only | has_child)) == is_text_only;
      if (!is_text) fate = cut_by(CutReason::below);
    } else if (is_counted && is_too_deep(here.plies) && (sgf_bits(at.node()) & sgf::continues_node) == 0) {
      fate = cut_by(CutReason::depth);
    }
    return here;
  }
  [[nodiscard]] bool is_too_deep(std::size_t plies) const {
    return wanted_.max_depth && plies > *wanted_.max_depth;
  }

  /// Cuts moves of a node that stays, where it has too many.
  void narrow(NodeNumber node, Place place, const LineBoard& board) {
    if (!wanted_.max_width || board.moves() < wanted_.width_after || is_too_deep(place.plies + 1)) return;
    std::vector<NodeNumber> moves = siblings_->children(node);
    if (moves.size() <= *wanted_.max_width) return;
    std::erase_if(moves, [&](NodeNumber child) { return !is_too_many(child, board.to_move()); });
    std::vector<Group> groups = groups_of(moves);
    if (groups.size() <= *wanted_.max_width) return;
    std::ranges::sort(groups, [&](const Group& a, const Group& b) {
      const bool is_by_weight = wanted_.choice == WidthChoice::largest && a.weight != b.weight;
      return is_by_weight ? a.weight > b.weight : a.order < b.order;
    });
    for (std::size_t i = 0; i < groups.size(); ++i) groups[i].is_kept = i < *wanted_.max_width;
    std::ranges::sort(groups, {}, &Group::key);
    for (const NodeNumber child : moves)
      if (!std::ranges::lower_bound(groups, key_of(child), {}, &Group::key)->is_kept &&
          (fates_[child] & leads_to) == 0)
        fates_[child] = cut_by(CutReason::width);
  }

  /// Is it a move of a side that may have too many?
  [[nodiscard]] bool is_too_many(NodeNumber child, Color to_move) const {
    const std::uint8_t bits = tree_.bits(child);
    if (tree_.move(child).is_none() || (bits & is_text_only) != 0) return false;
    const Color mover = bits & is_out_of_turn ? opponent(to_move) : to_move;
    return !wanted_.width_of || mover == *wanted_.width_of;
  }

  [[nodiscard]] std::uint32_t key_of(NodeNumber node) const {
    return sibling_key(tree_.move(node), tree_.bits(node));
  }

  /// Equal siblings together.
  [[nodiscard]] std::vector<Group> groups_of(const std::vector<NodeNumber>& moves) const {
    std::vector<Group> groups;
    for (std::size_t i = 0; i < moves.size(); ++i)
      groups.push_back({key_of(moves[i]), weights_[moves[i]], i, false});
    std::ranges::stable_sort(groups, {}, &Group::key);
    std::size_t count = 0;
    for (const Group& group : groups) {
      if (count > 0 && groups[count - 1].key == group.key)
        groups[count - 1].weight += group.weight;
      else
        groups[count++] = group;
    }
    groups.resize(count);
    return groups;
  }

  const GameTree& tree_;
  const TreeCut& wanted_;
  const bool is_sgf_;
  const Siblings* siblings_ = nullptr;
  bool is_all_ = false;  ///< the beginning is a position that is named
  std::vector<std::uint8_t> fates_;
  std::vector<std::uint32_t> weights_;
};

/// Makes the tree of what stays, and says what does not.
class Cutter {
 public:
  Cutter(const GameTree& tree, const Verdicts& verdicts,
         const std::function<void(const CutBranch&)>& on_branch)
      : tree_(tree),
        verdicts_(verdicts),
        on_branch_(on_branch),
        is_sgf_(tree.source() == sgf_source),
        builder_(tree.size(), tree.source()) {}

  Result<CutTree> make() {
    for (TreeCursor at(tree_); at.next();) {
      end_branch(at.depth());
      if (verdicts_.is_cut_node(at.node()))
        cut(at);
      else
        keep(at);
    }
    end_branch(0);
    put_labels(0);
    for (const auto& [name, value] : tree_.facts()) builder_.set_fact(name, value);
    if (is_sgf_) name_charsets();
    cut_.tree = std::move(builder_).finish();
    if (!is_sgf_ || cut_.tree.node_count() == 0) return std::move(cut_);
    FIVEPROOF_LET(cut_.tree, sgf_as_read_again(cut_.tree));
    return std::move(cut_);
  }

 private:
  /// A text on a point, which stays when the move there goes.
  struct Label {
    std::size_t depth;
    TreeMove move;
    std::uint32_t text;
  };

  void keep(const TreeCursor& at) {
    if (at.depth() == 0) is_game_kept_.push_back(true);
    put_labels(at.depth() + 1);
    const NodeNumber node = builder_.add(at.depth(), at.move(), at.bits());
    const bool says = !at.texts().empty();
    builder_.add_source_bits(node, settled_bits(tree_.source(), at.source_bits(), false, false, says));
    for (const NodeText& text : at.texts()) builder_.add_text(text.kind(), tree_.pool().at(text.text()));
  }

  void cut(const TreeCursor& at) {
    const std::size_t reason = verdicts_.reason(at.node());
    const bool is_uppermost = !branch_;
    if (is_uppermost) put_labels(at.depth() + 1);
    if (at.depth() == 0) is_game_kept_.push_back(false);
    if (is_uppermost) begin_branch(at, reason);
    ++cut_.nodes[reason];
    ++branch_->nodes;
    cut_.marked += (at.bits() & is_marked) != 0;
    cut_.starts += (at.bits() & is_start) != 0;
    for (const NodeText& text : at.texts()) {
      const bool stays = is_sgf_ && is_uppermost && at.depth() > 0 && at.move().is_square() &&
                         text.kind() == TextKind::board_text;
      if (stays)
        labels_.push_back({at.depth(), at.move(), text.text()});
      else
        ++cut_.texts[static_cast<std::size_t>(text.kind())];
    }
  }

  // -- branches --

  struct Branch {
    std::size_t depth;
    bool plays;
    CutReason reason;
    std::uint64_t nodes;
  };

  void begin_branch(const TreeCursor& at, std::size_t reason) {
    ++cut_.branches[reason];
    branch_ = {at.depth(), at.plays(), static_cast<CutReason>(reason), 0};
    moves_ = moves_of(tree_, at.line());
  }
  void end_branch(std::size_t depth) {
    if (!branch_ || depth > branch_->depth) return;
    if (on_branch_) on_branch_({moves_, branch_->plays, branch_->reason, branch_->nodes});
    branch_.reset();
  }

  // -- what SGF says elsewhere --

  /// Adds those that are at `depth` or deeper, behind their siblings: a reader puts them there, too.
  void put_labels(std::size_t depth) {
    while (!labels_.empty() && labels_.back().depth >= depth) {
      const std::size_t deepest = labels_.back().depth;
      std::size_t first = labels_.size();
      while (first > 0 && labels_[first - 1].depth == deepest) --first;
      for (std::size_t i = first; i < labels_.size(); ++i) {
        builder_.add(deepest, labels_[i].move, is_text_only);
        builder_.add_text(TextKind::board_text, tree_.pool().at(labels_[i].text));
        ++cut_.labels;
      }
      labels_.resize(first);
    }
  }

  /// Where each game has a charset of its own, those that are gone name none.
  void name_charsets() {
    const auto named = tree_.fact(charset_fact);
    if (!named || std::ranges::find(*named, '\n') == named->end()) return;
    std::string kept;
    std::size_t game = 0;
    bool is_first = true;
    const std::string_view all = as_text(*named);
    for (std::size_t from = 0; from <= all.size(); ++game) {
      const std::size_t end = std::min(all.find('\n', from), all.size());
      if (game >= is_game_kept_.size() || is_game_kept_[game]) {
        if (!std::exchange(is_first, false)) kept += '\n';
        kept += all.substr(from, end - from);
      }
      from = end + 1;
    }
    builder_.set_fact(charset_fact, as_view(kept));
  }

  const GameTree& tree_;
  const Verdicts& verdicts_;
  const std::function<void(const CutBranch&)>& on_branch_;
  const bool is_sgf_;
  TreeBuilder builder_;
  CutTree cut_{TreeBuilder(min_board_size, "").finish()};
  std::optional<Branch> branch_;
  std::vector<TreeMove> moves_;  ///< of the branch
  std::vector<Label> labels_;    ///< not yet added; their depths ascend
  std::vector<bool> is_game_kept_;
};

/// Ends that stay, at positions from which only something that was cut goes on.
class OpenEnds {
 public:
  OpenEnds(const GameTree& tree, const Verdicts& verdicts) : tree_(tree), verdicts_(verdicts) {}

  void count(CutTree& cut) {
    for_each_position([&](const TreeCursor& at, const LineBoard& board) {
      if (is_end(at)) keys_.push_back(board.key());
    });
    std::ranges::sort(keys_);
    keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
    if (keys_.empty()) return;
    seen_.resize(keys_.size());
    for_each_position([&](const TreeCursor& at, const LineBoard& board) {
      if (std::uint8_t* seen = verdicts_.goes_on(at) ? seen_at(board.key()) : nullptr)
        *seen |= verdicts_.is_cut_node(at.node()) ? goes_on_where_cut : goes_on;
    });
    for_each_position([&](const TreeCursor& at, const LineBoard& board) {
      if (!is_end(at) || *seen_at(board.key()) != goes_on_where_cut) return;
      if (cut.open_ends++ == 0) cut.first_open_end = moves_of(tree_, at.line());
    });
  }

 private:
  enum Seen : std::uint8_t { goes_on = 1, goes_on_where_cut = 2 };

  [[nodiscard]] bool is_end(const TreeCursor& at) const {
    return verdicts_.is_end(at) && !verdicts_.is_cut_node(at.node());
  }
  template <class Take>
  void for_each_position(const Take& take) const {
    LineBoard board(tree_.size());
    for (TreeCursor at(tree_); at.next();) {
      board.follow(at);
      if (board.is_position()) take(at, board);
    }
  }
  std::uint8_t* seen_at(std::uint64_t key) {
    const auto found = std::ranges::lower_bound(keys_, key);
    if (found == keys_.end() || *found != key) return nullptr;
    return &seen_[static_cast<std::size_t>(found - keys_.begin())];
  }

  const GameTree& tree_;
  const Verdicts& verdicts_;
  std::vector<std::uint64_t> keys_;  ///< of the positions of ends that stay
  std::vector<std::uint8_t> seen_;
};

}  // namespace

std::string_view name_of(CutReason reason) {
  constexpr std::array<std::string_view, cut_reasons> names = {"sub-tree", "depth", "width"};
  return names[static_cast<std::size_t>(reason)];
}

Result<CutTree> cut_tree(GameTree tree, const TreeCut& wanted,
                         const std::function<void(const CutBranch&)>& on_branch) {
  FIVEPROOF_ENSURE(!wanted.max_width || *wanted.max_width > 0);
  Verdicts verdicts(tree, wanted);
  FIVEPROOF_TRY(verdicts.decide());
  FIVEPROOF_LET(auto cut, Cutter(tree, verdicts, on_branch).make());
  if (cut.cut_nodes() == 0) {
    cut.tree = std::move(tree);
    return cut;
  }
  OpenEnds(tree, verdicts).count(cut);
  return cut;
}

}  // namespace fiveproof::convert
