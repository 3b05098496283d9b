#include "convert/proof/tree_of_proof.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "convert/proof/conversion.hpp"
#include "convert/proof/proof_part.hpp"
#include "convert/syntax/bytes.hpp"
#include "game/notation.hpp"

namespace fiveproof::convert {

namespace {

using Place = ProofGraph::Place;

// -- the lines of roots --

struct RootLine {
  std::vector<TreeMove> moves;
  const Root* root;
};

/// The stones as moves that alternate and leave the right side to move; `passes` counts the passes that
/// takes.
std::vector<TreeMove> moves_in_turn(const Position& position, std::uint64_t& passes) {
  const auto squares = [&](Color c) {
    const SquareSet& stones = position.stones(c);
    return std::vector<Square>(stones.begin(), stones.end());
  };
  const std::vector<Square> black = squares(Color::black), white = squares(Color::white);
  const bool is_black_last = position.to_move() == Color::white;
  const std::size_t blacks = std::max(black.size(), white.size() + (is_black_last ? 1 : 0));
  const std::size_t plies = 2 * blacks - (is_black_last ? 1 : 0);
  std::vector<TreeMove> moves;
  for (std::size_t ply = 0; ply < plies; ++ply) {
    const std::vector<Square>& side = ply % 2 == 0 ? black : white;
    if (ply / 2 < side.size()) {
      moves.push_back(TreeMove::at(side[ply / 2], position.size()));
    } else {
      moves.push_back(TreeMove::pass());
      ++passes;
    }
  }
  return moves;
}

bool is_before(const RootLine& a, const RootLine& b) {
  return std::ranges::lexicographical_compare(a.moves, b.moves, {}, &TreeMove::number, &TreeMove::number);
}

// -- comments --

/// What has to be done to a board so that it looks like another one.
std::string_view words_for(Symmetry symmetry) {
  constexpr std::string_view words[] = {
      "",
      ", mirrored left to right",
      ", mirrored top to bottom",
      ", turned by half",
      ", mirrored at the diagonal from bottom left",
      ", turned clockwise",
      ", turned anticlockwise",
      ", mirrored at the diagonal from top left",
  };
  return words[symmetry.number()];
}

void add_line(std::string& comment, std::string_view line) {
  if (!comment.empty()) comment += '\n';
  comment += line;
}

/// Unfolds the graph of a proof into a tree, in pre-order.
class ProofUnfolder {
 public:
  ProofUnfolder(const Proof& proof, const TreeOfProofOptions& options)
      : proof_(proof),
        options_(options),
        graph_(proof),
        builder_(proof.size, ""),
        full_or_(proof.records.count()) {}

  Result<TreeOfProof> write() {
    FIVEPROOF_TRY(take_roots());
    const auto lines = static_cast<std::uint32_t>(lines_.size());
    pending_.push_back({.first_line = 0, .last_line = lines});
    while (!pending_.empty()) {
      const PendingNode pending = pending_.back();
      pending_.pop_back();
      FIVEPROOF_TRY(take(pending));
    }
    report();
    result_.tree = std::move(builder_).finish();
    return std::move(result_);
  }

 private:
  static constexpr std::uint16_t no_cut = std::numeric_limits<std::uint16_t>::max();

  /// What becomes of the attacker's move under the rules.
  enum class Playable : std::uint8_t { yes, onto_stone, forbidden };
  /// A node that will be written.
  struct PendingNode {
    std::uint32_t depth = 0;
    TreeMove move = {};
    Playable playable = Playable::yes;
    bool is_in_proof = false;  ///< the position is at `place`; else the node is only on the way to a root
    Place place = {};
    std::uint16_t left = 0;  ///< how many plies below it are wanted; no_cut: all
    /// The range of lines_ that go through the node or end at it.
    std::uint32_t first_line = 0, last_line = 0;
  };
  struct Parent {
    NodeNumber node;
    TreeMove move;  ///< the move that leads from the parent to the node
  };
  /// Where a position is written in full.
  struct Full {
    static constexpr NodeNumber nowhere = 0xFFFFFFFF;
    NodeNumber node = nowhere;
    std::uint16_t left = 0;  ///< how many plies below it are written there
    Symmetry symmetry = {};  ///< leads from the board there to the canonical one
  };

  Status take_roots() {
    const auto add = [&](const Root& root) {
      if (root.moves) {
        std::vector<TreeMove> moves;
        for (const Square s : *root.moves) moves.push_back(TreeMove::at(s, proof_.size));
        lines_.push_back({std::move(moves), &root});
      } else {
        ++given_by_stones_;
        lines_.push_back({moves_in_turn(root.position, passes_), &root});
      }
    };
    if (options_.root) {
      FIVEPROOF_TRY(place_of_root(graph_, *options_.root));
      add(*options_.root);
    } else {
      for (const Root& root : proof_.roots) add(root);
    }
    if (lines_.empty())
      return Error{ErrorCode::usage, "nothing is claimed: a tree needs a root to begin with"};
    std::ranges::stable_sort(lines_, is_before);
    return Done{};
  }

  /// The plies that are wanted below a root. No line of a proof is as long as no_cut.
  [[nodiscard]] std::uint16_t whole_depth() const {
    return options_.max_depth && *options_.max_depth < no_cut
               ? static_cast<std::uint16_t>(*options_.max_depth)
               : no_cut;
  }

  /// Writes the node and its comment, and puts its children on top of what is pending.
  Status take(PendingNode pending) {
    if (builder_.node_count() >= std::min<std::uint64_t>(options_.max_nodes, GameTree::max_nodes))
      return Error{ErrorCode::limit, "the tree has more than " + counted(options_.max_nodes, "node") +
                                         (options_.expand_all ? ", with every line in full" : "")};
    const NodeNumber node = builder_.add(pending.depth, pending.move);
    if (!options_.expand_all)
      parents_.push_back({pending.depth == 0 ? node : builder_.line()[pending.depth - 1], pending.move});

    std::string comment = pending.depth == 0 ? head() : "";
    if (pending.playable != Playable::yes) {
      const bool is_forbidden = pending.playable == Playable::forbidden;
      add_line(comment, is_forbidden ? "forbidden move" : "illegal move");
      ++(is_forbidden ? forbidden_ : illegal_);
    }
    begin_at_root(pending, comment);
    children_.clear();
    if (pending.is_in_proof) go_on(pending, node, comment);
    follow_lines(pending);

    if (!comment.empty()) {
      if (builder_.pool().total_bytes() + comment.size() > options_.max_text_bytes)
        return Error{ErrorCode::limit,
                     "the comments of the tree have more than " + counted(options_.max_text_bytes, "byte")};
      builder_.add_text(TextKind::comment, as_view(comment));
    }
    std::ranges::sort(children_, std::greater(), [this](const PendingNode& s) { return order_of(s.move); });
    pending_.insert(pending_.end(), children_.begin(), children_.end());
    return Done{};
  }

  [[nodiscard]] std::string head() const {
    const std::string size = std::to_string(proof_.size);
    return std::string(name_of(proof_.rule)) + " " + size + "x" + size + ", " +
           std::string(name_of(proof_.attacker)) + " attacks; " + counted(proof_.records.count(), "record") +
           ", proof " + content_hash(proof_);
  }

  /// Siblings are sorted row by row from the top, a pass first, as libraries are: what is met first stays
  /// first.
  [[nodiscard]] int order_of(TreeMove move) const {
    if (!move.is_square()) return -1;
    const Square s = move.square(proof_.size);
    return (proof_.size - 1 - s.row()) * proof_.size + s.column();
  }

  /// Takes the lines that end at this node: from here on the proof is followed.
  void begin_at_root(PendingNode& pending, std::string& comment) {
    const std::uint32_t first = pending.first_line;
    while (pending.first_line < pending.last_line && lines_[pending.first_line].moves.size() == pending.depth)
      ++pending.first_line;
    if (pending.first_line == first) return;
    add_line(comment, "claim: " + std::string(name_of(proof_.attacker)) + " wins");
    pending.left = std::max(pending.left, whole_depth());
    if (pending.is_in_proof) return;
    if (const auto place = graph_.find(lines_[first].root->position)) {
      pending.is_in_proof = true;
      pending.place = *place;
    } else {
      add_line(comment, "not stored");
      ++not_stored_;
    }
  }

  /// Writes the position in full from this node on, or says in the comment where that has been done.
  void go_on(const PendingNode& pending, NodeNumber node, std::string& comment) {
    Full& full = full_at(pending.place);
    if (!options_.expand_all && full.node != Full::nowhere && full.left >= pending.left) {
      ++result_.continued;
      return add_line(comment, where_it_continues(pending.place, full));
    }
    if (pending.left == 0 && goes_further(pending.place)) {
      ++result_.cut;
      return add_line(comment, "cut here");
    }
    full = {node, pending.left, pending.place.symmetry};
    if (pending.place.is_or)
      expand_or(pending, comment);
    else
      expand_and(pending);
  }

  [[nodiscard]] Full& full_at(const Place& place) {
    if (place.is_or) return full_or_[place.number];
    if (place.number >= full_and_.size()) full_and_.resize(place.number + 1);
    return full_and_[place.number];
  }

  [[nodiscard]] bool goes_further(const Place& place) {
    if (!place.is_or) return !graph_.replies(place.number).empty();
    // A record without a move is the last of its position.
    return proof_.records.move(place.number).has_value();
  }

  /// The symmetry that turns the board here into the one there; the identity if they look the same.
  [[nodiscard]] Symmetry from_here(const Place& place, Symmetry there) const {
    const Symmetry turn = place.symmetry.then(there.inverse());
    if (turn == Symmetry() || graph_.is_symmetric(place, place.symmetry.inverse().then(there)))
      return Symmetry();
    return turn;
  }

  [[nodiscard]] std::string where_it_continues(const Place& place, const Full& full) {
    std::vector<TreeMove> moves;
    for (NodeNumber node = full.node; node != 0; node = parents_[node].node)
      moves.push_back(parents_[node].move);
    std::string text = "continues at";
    for (; !moves.empty(); moves.pop_back())
      text += moves.back().is_square() ? " " + to_text(moves.back().square(proof_.size)) : " --";
    text += words_for(from_here(place, full.symmetry));
    return text;
  }

  void expand_or(const PendingNode& pending, std::string& comment) {
    using Kind = ProofGraph::Answer::Kind;
    ++result_.expanded;
    const auto [first, last] = graph_.records_of(pending.place.number);
    for (std::uint32_t record = first; record < last; ++record) {
      const ProofGraph::Answer answer = graph_.answer(record);
      if (answer.kind == Kind::is_absent) {
        add_line(comment, "wins by threats");
        beside_moves_ += last - first > 1;  // the others have moves, as the records of a position differ
        continue;
      }
      const Symmetry symmetry = symmetry_for(pending, answer.move);
      PendingNode& child = add_child(pending, symmetry.inverse().apply(answer.move, proof_.size));
      if (answer.kind == Kind::is_illegal)
        child.playable = proof_.records.at(record).position.is_empty(answer.move) ? Playable::forbidden
                                                                                  : Playable::onto_stone;
      if (answer.kind == Kind::leads_on) lead(child, pending, symmetry, answer.next);
    }
  }

  /// In a symmetrical position a move is as good as its images: the image by which a line of the roots goes
  /// on is taken, so that the two share their nodes.
  [[nodiscard]] Symmetry symmetry_for(const PendingNode& pending, Square move) const {
    if (pending.first_line < pending.last_line)
      for (const Symmetry own : automorphisms(graph_.position(pending.place))) {
        const Symmetry symmetry = pending.place.symmetry.then(own);
        const TreeMove image = TreeMove::at(symmetry.inverse().apply(move, proof_.size), proof_.size);
        for (std::uint32_t line = pending.first_line; line < pending.last_line; ++line)
          if (lines_[line].moves[pending.depth] == image) return symmetry;
      }
    return pending.place.symmetry;
  }

  void expand_and(const PendingNode& pending) {
    const Symmetry back = pending.place.symmetry.inverse();
    const auto replies = graph_.replies(pending.place.number);
    for (const ProofGraph::Reply& reply : replies) {
      const Square square = from_dense_index(reply.square, proof_.size);
      lead(add_child(pending, back.apply(square, proof_.size)), pending, pending.place.symmetry,
           {true, reply.position, Symmetry(reply.symmetry)});
    }
    ++and_positions_;
    not_in_tree_ += static_cast<std::uint64_t>(graph_.legal_replies(pending.place.number)) - replies.size();
  }

  PendingNode& add_child(const PendingNode& pending, Square square) {
    children_.push_back({.depth = pending.depth + 1, .move = TreeMove::at(square, proof_.size)});
    return children_.back();
  }

  /// Makes the child the place `next`, seen from the board that `symmetry` leads to the canonical one.
  static void lead(PendingNode& child, const PendingNode& pending, Symmetry symmetry, const Place& next) {
    child.is_in_proof = true;
    child.place = seen_from(symmetry, next);
    child.left = pending.left == no_cut ? no_cut : static_cast<std::uint16_t>(pending.left - 1);
  }

  /// Hands the lines of roots further down on to the children, which are made where the proof has none.
  void follow_lines(const PendingNode& pending) {
    for (std::uint32_t first = pending.first_line; first < pending.last_line;) {
      const TreeMove move = lines_[first].moves[pending.depth];
      std::uint32_t last = first;
      while (last < pending.last_line && lines_[last].moves[pending.depth] == move) ++last;
      auto child = std::ranges::find(children_, move, &PendingNode::move);
      if (child == children_.end()) {
        children_.push_back({.depth = pending.depth + 1, .move = move});
        child = children_.end() - 1;
      }
      child->first_line = first;
      child->last_line = last;
      first = last;
    }
  }

  [[nodiscard]] std::uint64_t unreached() const {
    std::uint64_t count = 0;
    for (std::uint32_t position = 0; position < full_or_.size();) {
      const auto [first, last] = graph_.records_of(position);
      if (full_or_[position].node == Full::nowhere) count += last - first;
      position = last;
    }
    return count;
  }

  void report() {
    auto& carried = result_.carried;
    auto& losses = result_.losses;
    carried.push_back(counted(result_.expanded, "position") + " with the attacker to move, as " +
                      counted(builder_.node_count(), "node"));
    tell(carried, result_.continued, "node", " where a comment says at which line it continues");
    tell(carried, result_.cut, "node", " cut at the depth that was asked for");
    if (not_in_tree_ > 0)
      carried.push_back(std::to_string(not_in_tree_) + " legal replies at " +
                        counted(and_positions_, "position") +
                        " are not stored: the proof leaves them to threat sequences");
    tell(losses, given_by_stones_, "root",
         " given by stones: the order of the moves is made up" +
             (passes_ > 0 ? ", with " + std::to_string(passes_) + (passes_ == 1 ? " pass" : " passes")
                          : std::string()));
    tell(losses, not_stored_, "root", " not stored");
    tell(losses, illegal_, "move", " onto an occupied square");
    tell(losses, forbidden_, "move", " onto a forbidden point");
    tell(losses, beside_moves_, "record", " without a move beside one with a move: only a comment says so");
    if (!options_.root && !options_.max_depth) tell(losses, unreached(), "record", " that no claim leads to");
    tell(losses, proof_.findings.size(), "finding");
  }

  const Proof& proof_;
  const TreeOfProofOptions& options_;
  ProofGraph graph_;
  TreeBuilder builder_;
  TreeOfProof result_;
  std::vector<RootLine> lines_;  ///< sorted by moves
  std::vector<PendingNode> pending_, children_;
  std::vector<Full> full_or_, full_and_;
  std::vector<Parent> parents_;  ///< by node; empty with `expand_all`, which refers to no line
  std::uint64_t given_by_stones_ = 0, passes_ = 0, not_stored_ = 0, illegal_ = 0, forbidden_ = 0,
                beside_moves_ = 0;
  std::uint64_t and_positions_ = 0, not_in_tree_ = 0;
};

}  // namespace

Result<TreeOfProof> tree_of_proof(const Proof& proof, const TreeOfProofOptions& options) {
  return ProofUnfolder(proof, options).write();
}

}  // namespace fiveproof::convert
