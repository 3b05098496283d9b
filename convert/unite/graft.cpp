#include "convert/unite/graft.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "convert/proof/proof_part.hpp"
#include "convert/proof/tree_proof.hpp"
#include "convert/syntax/bytes.hpp"
#include "convert/unite/siblings.hpp"
#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "game/notation.hpp"
#include "game/symmetry.hpp"

namespace fiveproof::convert {

namespace {

using Place = ProofGraph::Place;

/// Makes the tree of what is new, with the lines of the source that lead there.
class Grafter {
 public:
  Grafter(const Siblings& source, const RecordTable& known, const Proof& proof, const GraftOptions& options)
      : source_(source),
        known_(known),
        proof_(proof),
        options_(options),
        graph_(proof),
        hash_(content_hash(proof)),
        is_known_(proof.records.count()),
        builder_(proof.size, source.tree().source()),
        board_(proof.size) {}

  std::vector<NodeNumber> leading;  ///< moves that come before those of the source
  std::uint64_t places = 0, added = 0, refuted = 0;

  Status run() {
    const GameTree& tree = source_.tree();
    line_.emplace_back();
    follow_root(line_.back());
    if (!tree.has_root()) FIVEPROOF_TRY(hang_at(line_.back(), above_all, 0));
    for (TreeCursor at(tree); at.next();) {
      for (std::size_t i = 0; i < at.left(); ++i) leave();
      enter(at);
      const bool is_head = at.plays() || (at.node() == 0 && at.move().is_none());
      if (options_.mark != NewMark::none && at.node() == 0) write_line();
      if (is_head) FIVEPROOF_TRY(hang_at(line_.back(), at.node(), at.depth() + 1));
    }
    return Done{};
  }
  GameTree finish() && { return std::move(builder_).finish(); }

 private:
  /// A node of the line in the source; the first is the board above all nodes.
  struct Step {
    TreeMove move = {};
    std::uint8_t bits = 0;
    NodeNumber node = nowhere;
    std::uint32_t rank = 0;             ///< so many equal siblings are before it
    std::optional<Square> played = {};  ///< the stone that the node put on the board
    bool is_pass = false;
    bool is_claimed = false;    ///< at a claim or below one
    bool is_off_board = false;  ///< below it nothing can be played
    bool is_written = false;
    std::optional<Place> place = {};        ///< in the proof, if it is followed here
    std::optional<Square> other_move = {};  ///< the proof's, where it has none of the source's
    /// Of its children: how many there are with each key so far, and how many of them are written.
    std::unordered_map<std::uint32_t, std::uint32_t> seen = {}, written = {};
  };

  // -- the source --

  void enter(const TreeCursor& at) {
    Step& above = line_.back();
    Step step;
    step.move = at.move();
    step.bits = at.bits() & (is_text_only | is_out_of_turn);
    step.node = at.node();
    step.rank = above.seen[sibling_key(step.move, step.bits)]++;
    step.is_off_board = above.is_off_board;
    step.is_claimed = above.is_claimed;
    if (!at.plays())
      step.place = above.place;
    else if (!step.is_off_board)
      play(step, above);
    line_.push_back(std::move(step));
    // A move that was given up is told, whatever is below it.
    if (at.plays() && head_above().other_move && line_.back().played) write_line();
  }

  /// The node above the last one whose position it continues: nodes without a move stand for it.
  [[nodiscard]] const Step& head_above() const {
    std::size_t i = line_.size() - 2;
    while (i > 0 && !line_[i].played && !line_[i].is_pass && line_[i].node != 0) --i;
    return line_[i];
  }

  void play(Step& step, const Step& above) {
    if (step.move.is_pass()) {
      step.is_pass = true;
      step.is_off_board = step.is_claimed;
      board_.set_to_move(opponent(board_.to_move()));
      return;
    }
    const Square square = step.move.square(board_.size());
    if ((step.bits & is_out_of_turn) != 0 || !board_.is_empty(square) ||
        (step.is_claimed && !is_legal(board_, proof_.rule, board_.to_move(), square))) {
      step.is_off_board = true;
      return;
    }
    const bool is_end = makes_five(board_, proof_.rule, board_.to_move(), square);
    const bool is_attacker = board_.to_move() == proof_.attacker;
    const bool goes_on = !is_attacker || (above.place && has_move(*above.place, square));
    step.is_off_board = is_end;
    step.played = square;
    board_.play(square);
    if (is_end) return;
    // A position of the proof is one whatever line leads there: other lines of the tree may rely on this one.
    if (step.is_claimed && goes_on) step.place = graph_.find(board_);
    if (!step.place) follow_root(step);
  }

  [[nodiscard]] bool has_move(const Place& place, Square square) {
    const Square image =
        canonical_move(graph_.position({true, place.number, {}}), place.symmetry.apply(square, proof_.size));
    const auto [first, last] = graph_.records_of(place.number);
    for (std::uint32_t record = first; record < last; ++record)
      if (proof_.records.move(record) == image) return true;
    return false;
  }

  void follow_root(Step& step) {
    for (const Root& root : proof_.roots)
      if (root.position == board_) {
        step.is_claimed = true;
        step.place = graph_.find(board_);
      }
  }

  void leave() {
    const Step& step = line_.back();
    if (step.played) board_.undo(*step.played);
    if (step.is_pass) board_.set_to_move(opponent(board_.to_move()));
    line_.pop_back();
  }

  /// The squares that are played below a node.
  [[nodiscard]] std::vector<Square> moves_below(NodeNumber node) const {
    const GameTree& tree = source_.tree();
    std::vector<Square> moves;
    std::vector<NodeNumber> open = source_.children(node);
    while (!open.empty()) {
      const NodeNumber child = open.back();
      open.pop_back();
      if ((tree.bits(child) & (is_text_only | is_out_of_turn)) != 0) continue;
      if (tree.move(child).is_square()) moves.push_back(tree.move(child).square(proof_.size));
      if (!tree.move(child).is_none()) continue;
      const auto below = source_.children(child);
      open.insert(open.end(), below.begin(), below.end());
    }
    return moves;
  }

  // -- what is known --

  /// The records of the source at a position of the proof.
  [[nodiscard]] std::pair<std::size_t, std::size_t> known_at(std::uint32_t or_position) const {
    return known_.find(graph_.position({true, or_position, {}}));
  }
  [[nodiscard]] bool is_known(std::uint32_t or_position) {
    std::uint8_t& state = is_known_[or_position];
    if (state == 0) {
      const auto [first, last] = known_at(or_position);
      state = first < last ? 1 : 2;
    }
    return state == 1;
  }
  [[nodiscard]] bool is_known_move(std::uint32_t or_position, std::uint32_t record) const {
    const auto [first, last] = known_at(or_position);
    for (std::size_t i = first; i < last; ++i)
      if (known_.move_number(i) == proof_.records.move_number(record)) return true;
    return false;
  }

  // -- what is new --

  /// A node that will be written.
  struct NewNode {
    std::size_t depth;
    Square move;
    std::optional<Place> place = {};  ///< where the proof goes on
  };

  /// Hangs in what is new below a node; its children have this depth.
  Status hang_at(Step& step, NodeNumber node, std::size_t depth) {
    if (!step.place || step.is_off_board) return Done{};
    std::vector<NewNode> children =
        step.place->is_or ? new_moves(*step.place, depth) : new_replies(*step.place, depth);
    if (children.empty()) return Done{};
    const std::vector<Square> moves = moves_below(node);
    // What leads to no position, as after a five of the defender's, is there though it is not known.
    std::erase_if(children, [&](const NewNode& child) { return std::ranges::count(moves, child.move) > 0; });
    const bool is_first =
        step.place->is_or && !moves.empty() &&
        std::ranges::none_of(moves, [&](Square move) { return has_move(*step.place, move); });
    if (children.empty()) return Done{};
    if (is_first) step.other_move = children.front().move;
    ++places;
    write_line();
    for (const NewNode& child : children) FIVEPROOF_TRY(hang(child, is_first));
    return Done{};
  }

  /// The moves of the proof at a position that the source has nowhere.
  std::vector<NewNode> new_moves(const Place& place, std::size_t depth) {
    std::vector<NewNode> moves;
    const auto [first, last] = graph_.records_of(place.number);
    for (std::uint32_t record = first; record < last; ++record)
      if (auto move = move_of(place, record, depth); move && !is_known_move(place.number, record))
        moves.push_back(*move);
    return moves;
  }

  /// The replies after which the source knows no answer.
  std::vector<NewNode> new_replies(const Place& place, std::size_t depth) {
    std::vector<NewNode> replies;
    for (const NewNode& reply : below(place, depth))
      if (!is_known(reply.place->number)) replies.push_back(reply);
    return replies;
  }

  /// Nothing for a record without a move, or with one that cannot be played.
  std::optional<NewNode> move_of(const Place& place, std::uint32_t record, std::size_t depth) {
    using Kind = ProofGraph::Answer::Kind;
    const ProofGraph::Answer answer = graph_.answer(record);
    if (answer.kind == Kind::is_absent || answer.kind == Kind::is_illegal) return std::nullopt;
    NewNode move{depth, place.symmetry.inverse().apply(answer.move, proof_.size), {}};
    if (answer.kind == Kind::leads_on) move.place = seen_from(place.symmetry, answer.next);
    return move;
  }

  /// What the proof has below a position, row by row from the top.
  std::vector<NewNode> below(const Place& place, std::size_t depth) {
    std::vector<NewNode> children;
    if (place.is_or) {
      const auto [first, last] = graph_.records_of(place.number);
      for (std::uint32_t record = first; record < last; ++record)
        if (auto move = move_of(place, record, depth)) children.push_back(*move);
    } else {
      const Symmetry back = place.symmetry.inverse();
      for (const ProofGraph::Reply& reply : graph_.replies(place.number))
        children.push_back({depth, back.apply(from_dense_index(reply.square, proof_.size), proof_.size),
                            seen_from(place.symmetry, {true, reply.position, Symmetry(reply.symmetry)})});
    }
    std::ranges::sort(children, {},
                      [](const NewNode& child) { return std::pair(-child.move.row(), child.move.column()); });
    return children;
  }

  Status hang(const NewNode& top, bool is_first) {
    std::vector<NewNode> open{top};
    for (bool is_top = true; !open.empty(); is_top = false) {
      const NewNode next = open.back();
      open.pop_back();
      if (++added > options_.max_nodes)
        return Error{ErrorCode::limit, "more than " + counted(options_.max_nodes, "new node")};
      const std::uint8_t bits = options_.mark == NewMark::point ? std::uint8_t{is_marked} : std::uint8_t{0};
      const NodeNumber node = builder_.add(next.depth, TreeMove::at(next.move, proof_.size), bits);
      if (is_top && is_first) leading.push_back(node);
      if (is_top && options_.mark == NewMark::comment)
        builder_.add_text(TextKind::comment, as_view("proved by " + hash_));
      if (!next.place) continue;
      const auto children = below(*next.place, next.depth + 1);
      open.insert(open.end(), children.rbegin(), children.rend());
    }
    return Done{};
  }

  /// Writes the line down to where the source is, as far as it is not written.
  void write_line() {
    for (std::size_t i = 1; i < line_.size(); ++i) {
      Step& step = line_[i];
      if (step.is_written) continue;
      step.is_written = true;
      // So that it is one with its node of the source, and not with an equal sibling.
      std::uint32_t& written = line_[i - 1].written[sibling_key(step.move, step.bits)];
      for (; written < step.rank; ++written) builder_.add(i - 1, step.move, step.bits);
      ++written;
      builder_.add(i - 1, step.move, step.bits);
      std::string comment;
      if (step.node == 0 && options_.mark != NewMark::none) comment = head();
      if (i + 1 == line_.size() && step.played && head_above().other_move) {
        ++refuted;
        comment += (comment.empty() ? "" : "\n") + std::string("refuted: ") +
                   to_text(*head_above().other_move) + " instead";
      }
      if (!comment.empty()) builder_.add_text(TextKind::comment, as_view(comment));
    }
  }

  [[nodiscard]] std::string head() const {
    const std::string size = std::to_string(proof_.size);
    return std::string(name_of(proof_.rule)) + " " + size + "x" + size + ", " +
           std::string(name_of(proof_.attacker)) + " attacks; proof " + hash_;
  }

  const Siblings& source_;
  const RecordTable& known_;
  const Proof& proof_;
  const GraftOptions& options_;
  ProofGraph graph_;
  const std::string hash_;
  std::vector<std::uint8_t> is_known_;  ///< by OR position: 0 not asked, 1 yes, 2 no
  TreeBuilder builder_;
  Position board_;
  std::vector<Step> line_;
};

/// The moves of a claim; one that was given by its stones is found by any of their orders.
std::vector<Square> moves_to(const Root& root) {
  if (root.moves) return *root.moves;
  const auto squares = [&](Color c) {
    const SquareSet& stones = root.position.stones(c);
    return std::vector<Square>(stones.begin(), stones.end());
  };
  const auto black = squares(Color::black), white = squares(Color::white);
  std::vector<Square> moves;
  for (std::size_t i = 0; i < std::max(black.size(), white.size()); ++i) {
    if (i < black.size()) moves.push_back(black[i]);
    if (i < white.size()) moves.push_back(white[i]);
  }
  return moves;
}

}  // namespace

Result<TreeUnion> put_into(GameTree source, const Proof& proof, const GraftOptions& options,
                           const ReaderLimits& limits) {
  if (source.size() != proof.size)
    return Error{ErrorCode::usage, "expected a tree of the proof's board, " + std::to_string(proof.size) +
                                       "x" + std::to_string(proof.size) + ", found " +
                                       std::to_string(source.size()) + "x" + std::to_string(source.size())};
  if (proof.roots.empty()) return Error{ErrorCode::usage, "the proof claims nothing: give it a --root"};
  TreeClaim claim{proof.rule, proof.attacker};
  for (const Root& root : proof.roots) claim.roots.push_back(moves_to(root));
  FIVEPROOF_LET(const auto known, proof_of_tree(source, claim, limits));
  std::optional<GameTree> fresh;
  std::vector<NodeNumber> leading;
  std::vector<std::string> carried;
  {
    const Siblings siblings(source);
    Grafter grafter(siblings, known.proof.records, proof, options);
    FIVEPROOF_TRY(grafter.run());
    carried.push_back(counted(grafter.added, "new node") + " at " + counted(grafter.places, "place"));
    tell(carried, grafter.refuted, "move", " refuted, says a comment: the proof's comes first");
    if (grafter.added == 0) return TreeUnion{std::move(source), 0, std::move(carried), {}};
    leading = std::move(grafter.leading);
    fresh = std::move(grafter).finish();
  }
  FIVEPROOF_LET(auto united, unite(std::move(source), *fresh, leading));
  united.carried = std::move(carried);
  return united;
}

}  // namespace fiveproof::convert
