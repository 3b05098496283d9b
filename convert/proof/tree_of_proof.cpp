#include "convert/proof/tree_of_proof.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "convert/proof/conversion.hpp"
#include "game/notation.hpp"
#include "proof/graph/proof_graph.hpp"

namespace fiveproof::convert {

namespace {

using Place = ProofGraph::Place;

// -- the lines of roots -----------------------------------------------------------------------------------

struct RootLine {
  std::vector<TreeMove> moves;
  const Root* root;
};

/// Stones in an order that alternates, and leaves the right side to move.
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

// -- comments ---------------------------------------------------------------------------------------------

/// What a board has to go through to look like another.
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

class Writer {
 public:
  Writer(const Proof& proof, const TreeOfProofOptions& options)
      : proof_(proof),
        options_(options),
        graph_(proof),
        builder_(proof.size, ""),
        full_or_(proof.records.count()) {}

  Result<TreeOfProof> write() {
    if (auto status = take_roots(); !status.ok()) return status.error();
    const auto lines = static_cast<std::uint32_t>(lines_.size());
    steps_.push_back({.first_line = 0, .last_line = lines});
    while (!steps_.empty()) {
      const Step step = steps_.back();
      steps_.pop_back();
      if (auto status = take(step); !status.ok()) return status.error();
    }
    tell();
    result_.tree = std::move(builder_).finish();
    return std::move(result_);
  }

 private:
  static constexpr std::uint16_t no_cut = std::numeric_limits<std::uint16_t>::max();

  /// A node to come. Those to come next are on top.
  struct Step {
    std::uint32_t depth = 0;
    TreeMove move = {};
    bool is_illegal = false;
    bool is_in_proof = false;  ///< `place` is where the proof is; else the node is only on the way to a root
    Place place = {};
    std::uint16_t left = 0;  ///< plies below it that are wanted; no_cut: all
    /// The lines of roots that go through it, or end here.
    std::uint32_t first_line = 0, last_line = 0;
  };
  struct Above {
    NodeNumber node;
    TreeMove move;  ///< from there
  };
  /// Where a position is in full.
  struct Full {
    static constexpr NodeNumber nowhere = 0xFFFFFFFF;
    NodeNumber node = nowhere;
    std::uint16_t left = 0;
    Symmetry symmetry = {};  ///< from the board there
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
      if (options_.root->position.size() != proof_.size)
        return Error{ErrorCode::usage, "expected a root on a board of " + std::to_string(proof_.size)};
      if (!graph_.find(options_.root->position))
        return Error{ErrorCode::usage, "the root is not in the proof: " + options_.root->text()};
      add(*options_.root);
    } else {
      for (const Root& root : proof_.roots) add(root);
    }
    if (lines_.empty())
      return Error{ErrorCode::usage, "nothing is claimed: a tree needs a root to begin with"};
    std::ranges::stable_sort(lines_, is_before);
    return Done{};
  }

  /// No line has as many plies as would be too many for the number.
  [[nodiscard]] std::uint16_t whole_depth() const {
    return options_.max_depth && *options_.max_depth < no_cut
               ? static_cast<std::uint16_t>(*options_.max_depth)
               : no_cut;
  }

  /// The node, its comment, and its children as further steps.
  Status take(Step step) {
    if (builder_.node_count() >= std::min<std::uint64_t>(options_.max_nodes, GameTree::max_nodes))
      return Error{ErrorCode::limit, "the tree has more than " + counted(options_.max_nodes, "node") +
                                         (options_.expand_all ? ", with every line in full" : "")};
    const NodeNumber node = builder_.add(step.depth, step.move);
    if (!options_.expand_all)
      above_.push_back({step.depth == 0 ? node : builder_.line()[step.depth - 1], step.move});

    std::string comment = step.depth == 0 ? head() : "";
    if (step.is_illegal) {
      add_line(comment, "illegal move");
      ++illegal_;
    }
    begin_at_root(step, comment);
    children_.clear();
    if (step.is_in_proof) go_on(step, node, comment);
    follow_lines(step);

    if (!comment.empty()) {
      if (builder_.pool().total_bytes() + comment.size() > options_.max_text_bytes)
        return Error{ErrorCode::limit,
                     "the comments of the tree have more than " + counted(options_.max_text_bytes, "byte")};
      builder_.add_text(TextKind::comment,
                        {reinterpret_cast<const std::uint8_t*>(comment.data()), comment.size()});
    }
    std::ranges::sort(children_, std::greater(), [this](const Step& s) { return order_of(s.move); });
    steps_.insert(steps_.end(), children_.begin(), children_.end());
    return Done{};
  }

  [[nodiscard]] std::string head() const {
    const std::string size = std::to_string(proof_.size);
    return std::string(name_of(proof_.rule)) + " " + size + "x" + size + ", " +
           std::string(name_of(proof_.attacker)) + " attacks; " + counted(proof_.records.count(), "record") +
           ", proof " + content_hash(proof_);
  }

  /// Row by row from the top, a pass before: as libraries are sorted, so that what is met first stays first.
  [[nodiscard]] int order_of(TreeMove move) const {
    if (!move.is_square()) return -1;
    const Square s = move.square(proof_.size);
    return (proof_.size - 1 - s.row()) * proof_.size + s.column();
  }

  /// The lines that end here. From now on the proof is followed.
  void begin_at_root(Step& step, std::string& comment) {
    const std::uint32_t first = step.first_line;
    while (step.first_line < step.last_line && lines_[step.first_line].moves.size() == step.depth)
      ++step.first_line;
    if (step.first_line == first) return;
    add_line(comment, "claim: " + std::string(name_of(proof_.attacker)) + " wins");
    step.left = std::max(step.left, whole_depth());
    if (step.is_in_proof) return;
    if (const auto place = graph_.find(lines_[first].root->position)) {
      step.is_in_proof = true;
      step.place = *place;
    } else {
      add_line(comment, "not stored");
      ++not_stored_;
    }
  }

  /// What the proof says of the position: below here, or where it stands in full.
  void go_on(const Step& step, NodeNumber node, std::string& comment) {
    Full& full = full_at(step.place);
    if (!options_.expand_all && full.node != Full::nowhere && full.left >= step.left) {
      ++result_.continued;
      return add_line(comment, where_it_continues(step.place, full));
    }
    if (step.left == 0 && goes_further(step.place)) {
      ++result_.cut;
      return add_line(comment, "cut here");
    }
    full = {node, step.left, step.place.symmetry};
    if (step.place.is_or)
      expand_or(step, comment);
    else
      expand_and(step);
  }

  [[nodiscard]] Full& full_at(const Place& place) {
    if (place.is_or) return full_or_[place.number];
    if (place.number >= full_and_.size()) full_and_.resize(place.number + 1);
    return full_and_[place.number];
  }

  [[nodiscard]] bool goes_further(const Place& place) {
    if (!place.is_or) return !graph_.replies(place.number).empty();
    return proof_.records.move(place.number).has_value();  // those without come last
  }

  /// What turns the board here into the one there; nothing, if they look the same.
  [[nodiscard]] Symmetry from_here(const Place& place, Symmetry there) const {
    const Symmetry turn = place.symmetry.then(there.inverse());
    if (turn == Symmetry() || graph_.is_symmetric(place, place.symmetry.inverse().then(there)))
      return Symmetry();
    return turn;
  }

  [[nodiscard]] std::string where_it_continues(const Place& place, const Full& full) {
    std::vector<TreeMove> moves;
    for (NodeNumber node = full.node; node != 0; node = above_[node].node) moves.push_back(above_[node].move);
    std::string text = "continues at";
    for (; !moves.empty(); moves.pop_back())
      text += moves.back().is_square() ? " " + to_text(moves.back().square(proof_.size)) : " --";
    text += words_for(from_here(place, full.symmetry));
    return text;
  }

  void expand_or(const Step& step, std::string& comment) {
    using Kind = ProofGraph::Answer::Kind;
    ++result_.expanded;
    const auto [first, last] = graph_.records_of(step.place.number);
    for (std::uint32_t record = first; record < last; ++record) {
      const ProofGraph::Answer answer = graph_.answer(record);
      if (answer.kind == Kind::is_absent) {
        add_line(comment, "wins by threats");
        beside_moves_ += last - first > 1;  // one has no move: records of a position are all different
        continue;
      }
      const Symmetry symmetry = symmetry_for(step, answer.move);
      Step& child = add_child(step, symmetry.inverse().apply(answer.move, proof_.size));
      child.is_illegal = answer.kind == Kind::is_illegal;
      if (answer.kind == Kind::leads_on) lead(child, step, symmetry, answer.next);
    }
  }

  /// Where the position is symmetrical a move is as good as its images: one by which a line of the roots goes
  /// on is taken.
  [[nodiscard]] Symmetry symmetry_for(const Step& step, Square move) const {
    if (step.first_line < step.last_line)
      for (const Symmetry own : automorphisms(graph_.position(step.place))) {
        const Symmetry symmetry = step.place.symmetry.then(own);
        const TreeMove image = TreeMove::at(symmetry.inverse().apply(move, proof_.size), proof_.size);
        for (std::uint32_t line = step.first_line; line < step.last_line; ++line)
          if (lines_[line].moves[step.depth] == image) return symmetry;
      }
    return step.place.symmetry;
  }

  void expand_and(const Step& step) {
    const Symmetry back = step.place.symmetry.inverse();
    const auto replies = graph_.replies(step.place.number);
    for (const ProofGraph::Reply& reply : replies) {
      const Square square = from_dense_index(reply.square, proof_.size);
      lead(add_child(step, back.apply(square, proof_.size)), step, step.place.symmetry,
           {true, reply.position, Symmetry(reply.symmetry)});
    }
    ++and_positions_;
    not_in_tree_ += static_cast<std::uint64_t>(graph_.legal_replies(step.place.number)) - replies.size();
  }

  Step& add_child(const Step& step, Square square) {
    children_.push_back({.depth = step.depth + 1, .move = TreeMove::at(square, proof_.size)});
    return children_.back();
  }

  /// `next` is as the position at `step` sees it, `symmetry` leads there.
  static void lead(Step& child, const Step& step, Symmetry symmetry, const Place& next) {
    child.is_in_proof = true;
    child.place = {next.is_or, next.number, symmetry.then(next.symmetry)};
    child.left = step.left == no_cut ? no_cut : static_cast<std::uint16_t>(step.left - 1);
  }

  /// Roots further down: below children that the proof has, and others.
  void follow_lines(const Step& step) {
    for (std::uint32_t first = step.first_line; first < step.last_line;) {
      const TreeMove move = lines_[first].moves[step.depth];
      std::uint32_t last = first;
      while (last < step.last_line && lines_[last].moves[step.depth] == move) ++last;
      auto child = std::ranges::find(children_, move, &Step::move);
      if (child == children_.end()) {
        children_.push_back({.depth = step.depth + 1, .move = move});
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

  void tell() {
    auto& carried = result_.carried;
    auto& losses = result_.losses;
    carried.push_back(counted(result_.expanded, "position") + " with the attacker to move, as " +
                      counted(builder_.node_count(), "node"));
    if (result_.continued > 0)
      carried.push_back(counted(result_.continued, "node") +
                        " where a comment says at which line it continues");
    if (result_.cut > 0)
      carried.push_back(counted(result_.cut, "node") + " cut at the depth that was asked for");
    if (not_in_tree_ > 0)
      carried.push_back(std::to_string(not_in_tree_) + " legal replies at " +
                        counted(and_positions_, "position") +
                        " are not stored: the proof leaves them to threat sequences");
    const auto lose = [&](std::uint64_t number, const std::string& noun, const std::string& why) {
      if (number != 0) losses.push_back(counted(number, noun) + why);
    };
    lose(given_by_stones_, "root",
         " given by stones: the order of the moves is made up" +
             (passes_ > 0 ? ", with " + std::to_string(passes_) + (passes_ == 1 ? " pass" : " passes")
                          : std::string()));
    lose(not_stored_, "root", " not stored");
    lose(illegal_, "move", " onto an occupied square");
    lose(beside_moves_, "record", " without a move beside one with a move: only a comment says so");
    if (!options_.root && !options_.max_depth) lose(unreached(), "record", " that no claim leads to");
    lose(proof_.findings.size(), "finding", "");
  }

  const Proof& proof_;
  const TreeOfProofOptions& options_;
  ProofGraph graph_;
  TreeBuilder builder_;
  TreeOfProof result_;
  std::vector<RootLine> lines_;  ///< sorted by moves
  std::vector<Step> steps_, children_;
  std::vector<Full> full_or_, full_and_;
  std::vector<Above> above_;  ///< of each node; empty when everything is expanded
  std::uint64_t given_by_stones_ = 0, passes_ = 0, not_stored_ = 0, illegal_ = 0, beside_moves_ = 0;
  std::uint64_t and_positions_ = 0, not_in_tree_ = 0;
};

}  // namespace

Result<TreeOfProof> tree_of_proof(const Proof& proof, const TreeOfProofOptions& options) {
  return Writer(proof, options).write();
}

}  // namespace fiveproof::convert
