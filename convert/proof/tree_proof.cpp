#include "convert/proof/tree_proof.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "format/tree/told_records.hpp"
#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "game/notation.hpp"
#include "game/packed_position.hpp"
#include "game/symmetry.hpp"
#include "proof/records/canonical_entry.hpp"

namespace fiveproof::convert {
namespace {

/// What was met in the tree, for the remarks.
struct Counts {
  std::uint64_t nodes = 0;
  std::uint64_t records = 0;            ///< records added, before equal ones become one
  std::uint64_t leaves = 0;             ///< records added without a move
  std::uint64_t outside = 0;            ///< nodes neither at a root nor below one
  std::uint64_t below_illegal = 0;      ///< nodes below a move that cannot be played
  std::uint64_t forbidden_replies = 0;  ///< replies of a defender who may not play there
  std::uint64_t unparried_fives = 0;    ///< findings of moves that leave one
};

/// Follows a cursor with one board.
class BoardWalk {
 public:
  /// What became of a node.
  enum class Fate : std::uint8_t { nothing, played, passed, off_board };

  explicit BoardWalk(int size) : position(size), images(size) {}

  struct Step {
    Fate fate = Fate::nothing;
    Square square = {};
    bool is_end = false;       ///< there is a five on the board
    bool is_claimed = false;   ///< at a root or below one
    bool has_replies = false;  ///< there are nodes below it that play
    bool is_reported = false;  ///< a finding has been made of a move after the end
    std::uint32_t first = 0;   ///< number of stones that were played up to the root
    std::uint32_t root = 0;    ///< number of the root
    NodeNumber node = 0;
  };

  Position position;
  ImageBoard images;
  std::vector<Step> steps;     ///< the nodes of the line, from the top
  std::vector<Square> played;  ///< the stones that the line has played, in order

  void play(Step& step, Square square) {
    step.fate = Fate::played;
    step.square = square;
    images.put(position.to_move(), dense_index(square, position.size()));
    position.play(square);
    played.push_back(square);
  }
  void pass(Step& step) {
    step.fate = Fate::passed;
    position.set_to_move(opponent(position.to_move()));
  }
  /// Plays a node as the last step, if it plays and can: onto an empty square, by the side whose turn it is.
  void follow(const TreeCursor& at) {
    Step& step = steps.back();
    if (!at.plays()) return;
    if (at.move().is_pass()) return pass(step);
    const Square square = at.move().square(position.size());
    if ((at.bits() & is_out_of_turn) != 0 || !position.is_empty(square))
      step.fate = Fate::off_board;
    else
      play(step, square);
  }
  void take_back() {
    const Step& step = steps.back();
    if (step.fate == Fate::passed) position.set_to_move(opponent(position.to_move()));
    if (step.fate == Fate::played) {
      position.undo(step.square);
      images.take(position.to_move(), dense_index(step.square, position.size()));
      played.pop_back();
    }
    steps.pop_back();
  }
};

/// What is wanted of a claim. Findings alone are what is wrong whoever is said to win.
enum class Wish : std::uint8_t { proof, findings };

/// The squares in line with a stone that can be in one five with it.
SquareSet around(Square stone, int size) {
  SquareSet found;
  for (int dx = -1; dx <= 1; ++dx)
    for (int dy = -1; dy <= 1; ++dy)
      for (int k = 1; k <= 4 && (dx != 0 || dy != 0); ++k)
        if (const Square s(stone.column() + k * dx, stone.row() + k * dy); s.is_on_board(size))
          found.insert(s);
  return found;
}

/// Makes the records and findings of a claim, going through the tree once.
class ClaimReader {
 public:
  ClaimReader(const GameTree& tree, const TreeClaim& claim, const ReaderLimits& limits,
              const OffsetOfNode& offset, Wish wish = Wish::proof)
      : proof(claim.rule, tree.size(), claim.attacker, limits.budget),
        tree_(tree),
        claim_(claim),
        limits_(limits),
        offset_(offset),
        wish_(wish),
        board_(tree.size()),
        entry_(entry_bytes(tree.size())) {}

  Proof proof;
  Counts counts;

  Status read() {
    FIVEPROOF_TRY(set_roots());
    board_.steps.push_back(start());
    TreeCursor at(tree_);
    while (at.next()) {
      for (std::size_t i = 0; i < at.left(); ++i) FIVEPROOF_TRY(leave());
      FIVEPROOF_TRY(enter(at));
    }
    while (!board_.steps.empty()) FIVEPROOF_TRY(leave());
    return expect_roots();
  }

 private:
  using Step = BoardWalk::Step;
  using Fate = BoardWalk::Fate;

  Status set_roots() {
    for (const auto& moves : claim_.roots) {
      FIVEPROOF_LET(const auto position, position_after(moves, tree_.size()));
      proof.roots.push_back({position, moves});
      is_found_.push_back(false);
    }
    return Done{};
  }

  /// The empty board, which is above all nodes. It may be a root.
  Step start() {
    Step step;
    step.is_claimed = claim_.roots.empty();
    look_for_root(step);
    return step;
  }

  void look_for_root(Step& step) {
    for (std::uint32_t i = 0; i < proof.roots.size(); ++i) {
      if (proof.roots[i].position != board_.position) continue;
      is_found_[i] = true;
      if (step.is_claimed) continue;
      step.is_claimed = true;
      step.root = i;
      step.first = static_cast<std::uint32_t>(board_.played.size());
      for (Color c : {Color::black, Color::white})
        step.is_end = step.is_end || has_five(board_.position, claim_.rule, c);
      step.is_end = step.is_end || is_dead(board_.position, claim_.rule);
    }
  }

  Status expect_roots() const {
    for (std::size_t i = 0; i < is_found_.size(); ++i)
      if (!is_found_[i])
        return Error{ErrorCode::usage, "no line of the file leads to the root " + proof.roots[i].text()};
    return Done{};
  }

  Status enter(const TreeCursor& at) {
    ++counts.nodes;
    Step step = board_.steps.back();
    step.fate = Fate::nothing;
    step.has_replies = step.is_reported = false;
    step.node = at.node();
    board_.steps.push_back(step);
    Step& here = board_.steps.back();
    Step& above = board_.steps[board_.steps.size() - 2];
    if (above.fate == Fate::off_board) {
      here.fate = Fate::off_board;
      ++(here.is_claimed ? counts.below_illegal : counts.outside);
      return Done{};
    }
    if (here.is_claimed) return enter_claimed(at, here, above);
    enter_outside(at, here, above);
    if (!here.is_claimed) ++counts.outside;
    return Done{};
  }

  void enter_outside(const TreeCursor& at, Step& here, Step& above) {
    above.has_replies = above.has_replies || at.plays();
    board_.follow(at);
    if (here.fate == Fate::played) look_for_root(here);
  }

  Status enter_claimed(const TreeCursor& at, Step& here, Step& above) {
    if (!at.plays()) return Done{};
    above.has_replies = true;
    const bool is_square = at.move().is_square();
    const auto square = is_square ? std::optional(at.move().square(tree_.size())) : std::nullopt;
    if (above.is_end) {
      here.fate = Fate::off_board;
      if (std::exchange(above.is_reported, true)) {
        ++counts.below_illegal;
        return Done{};
      }
      return add_finding(GapKind::after_end, square, here);
    }
    const Color mover = board_.position.to_move();
    if (!is_square || (at.bits() & is_out_of_turn) != 0 || !board_.position.is_empty(*square)) {
      here.fate = Fate::off_board;
      return add_finding(GapKind::illegal_move, square, here);
    }
    if (!is_legal(board_.position, claim_.rule, mover, *square)) {
      here.fate = Fate::off_board;
      if (mover == claim_.attacker) return add_finding(GapKind::forbidden_move, square, here);
      ++counts.forbidden_replies;  // it loses at once, so that nothing below it is needed
      return Done{};
    }
    if (mover == claim_.attacker && wish_ == Wish::proof)
      FIVEPROOF_TRY(add_attacker_move(*square, above, here));
    here.is_end = makes_five(board_.position, claim_.rule, mover, *square);
    board_.play(here, *square);
    look_for_root(here);
    return Done{};
  }

  /// A move that leaves a five unparried is a record, like any other, and a finding besides: what is below it
  /// may be needed elsewhere, and the record has no place in the file.
  Status add_attacker_move(Square move, const Step& above, const Step& here) {
    if (const auto by = unparried_five(move, above)) {
      ++counts.unparried_fives;
      FIVEPROOF_TRY(add_finding(GapKind::refuted_move, by, here));
    }
    return add_record(dense_index(move, tree_.size()));
  }

  /// Where the defender makes a five after the attacker's move, which makes none. Files of the older rule
  /// sets stay what they have always been: there only verify tells of it.
  std::optional<Square> unparried_five(Square move, const Step& above) const {
    if (!has_forbidden_moves(claim_.rule)) return std::nullopt;
    const Position& position = board_.position;
    if (makes_five(position, claim_.rule, claim_.attacker, move)) return std::nullopt;
    // A five that was there before the last stone is one that a move above has left, or it is there at the
    // root.
    SquareSet squares = position.empties();
    if (board_.played.size() > above.first) squares = squares & around(board_.played.back(), tree_.size());
    for (Square s : squares)
      if (s != move && makes_five(position, claim_.rule, opponent(claim_.attacker), s)) return s;
    return std::nullopt;
  }

  /// Takes the last node off the line, when all below it has been seen.
  Status leave() {
    const Step step = board_.steps.back();
    const bool is_leaf = wish_ == Wish::proof && step.fate == Fate::played && step.is_claimed &&
                         !step.has_replies && !step.is_end;
    if (is_leaf && board_.position.to_move() == claim_.attacker) {
      ++counts.leaves;
      FIVEPROOF_TRY(add_record(no_move));
    }
    board_.take_back();
    // A node that plays nothing stands for the one above it.
    if (step.fate == Fate::nothing && !board_.steps.empty())
      board_.steps.back().has_replies |= step.has_replies;
    return Done{};
  }

  Status add_record(int move) {
    if (counts.records >= limits_.max_records)
      return Error{ErrorCode::limit, "more than " + counted(limits_.max_records, "record")};
    ++counts.records;
    board_.images.write_entry(static_cast<std::uint16_t>(move), entry_);
    proof.records.add_entry(entry_);
    return Done{};
  }

  Status add_finding(GapKind kind, std::optional<Square> by, const Step& here) {
    if (proof.findings.size() >= limits_.max_findings)
      return Error{ErrorCode::limit, "more than " + counted(limits_.max_findings, "finding")};
    Gap gap;
    gap.kind = kind;
    gap.position = board_.position;
    gap.by = by;
    if (!proof.roots.empty()) {
      gap.root = here.root;
      gap.line.assign(board_.played.begin() + here.first, board_.played.end());
    }
    if (offset_) gap.source_offset = offset_(here.node);
    proof.findings.push_back(std::move(gap));
    return Done{};
  }

  const GameTree& tree_;
  const TreeClaim& claim_;
  const ReaderLimits& limits_;
  const OffsetOfNode& offset_;
  Wish wish_;
  BoardWalk board_;
  std::vector<std::uint8_t> entry_;
  std::vector<bool> is_found_;
};

bool is_same_position(const RecordTable& records, std::size_t a, std::size_t b) {
  return std::ranges::equal(entry_position(records.entry(a)), entry_position(records.entry(b)));
}

/// The records that are left out of a table: their numbers in ascending order.
using Dropped = std::vector<std::size_t>;

// -- several moves at one position --

/// The records of positions with more than one move.
std::vector<std::size_t> rivals(const RecordTable& records) {
  std::vector<std::size_t> found;
  for (std::size_t i = 1; i < records.count(); ++i) {
    if (!is_same_position(records, i - 1, i)) continue;
    if (found.empty() || found.back() != i - 1) found.push_back(i - 1);
    found.push_back(i);
  }
  return found;
}

/// Judges rival moves by the nodes of the tree that play them.
class Judge {
 public:
  Judge(const GameTree& tree, const Proof& proof, const std::vector<std::size_t>& rivals)
      : tree_(tree), attacker_(proof.attacker), entry_(entry_bytes(tree.size())) {
    for (std::size_t i : rivals) {
      const auto entry = proof.records.entry(i);
      nodes_.emplace(std::string(entry.begin(), entry.end()), Nodes{});
    }
  }

  /// How a move is rated; the lowest number is best.
  [[nodiscard]] std::uint64_t worth(EntryView entry, MoveChoice prefer) const {
    const Nodes& nodes = nodes_.at(std::string(entry.begin(), entry.end()));
    return prefer == MoveChoice::first ? nodes.first : nodes.most_below;
  }

  void judge() {
    BoardWalk board(tree_.size());
    board.steps.emplace_back();
    std::size_t nodes = 0;
    const auto leave = [&] {
      const BoardWalk::Step& step = board.steps.back();
      const bool is_move = board.steps.size() > 1 && step.fate == BoardWalk::Fate::played;
      const NodeNumber node = step.node;
      const Square square = step.square;
      board.take_back();
      if (is_move && board.position.to_move() == attacker_) note(board, square, node, nodes - node);
    };
    for (TreeCursor at(tree_); at.next(); ++nodes) {
      for (std::size_t i = 0; i < at.left(); ++i) leave();
      BoardWalk::Step step;
      step.node = at.node();
      const bool is_off = board.steps.back().fate == BoardWalk::Fate::off_board;
      if (is_off) step.fate = BoardWalk::Fate::off_board;
      board.steps.push_back(step);
      if (!is_off) board.follow(at);
    }
    while (board.steps.size() > 1) leave();
  }

 private:
  struct Nodes {
    std::uint64_t first = ~std::uint64_t{0};  ///< number of the first node that plays the move
    std::uint64_t most_below = 0;             ///< nodes below it, where it has most
  };

  void note(BoardWalk& board, Square square, NodeNumber node, std::uint64_t below) {
    board.images.write_entry(static_cast<std::uint16_t>(dense_index(square, tree_.size())), entry_);
    const auto found = nodes_.find(std::string(entry_.begin(), entry_.end()));
    if (found == nodes_.end()) return;
    found->second.first = std::min<std::uint64_t>(found->second.first, node);
    found->second.most_below = std::max(found->second.most_below, below);
  }

  const GameTree& tree_;
  Color attacker_;
  std::vector<std::uint8_t> entry_;
  std::unordered_map<std::string, Nodes> nodes_;
};

/// The rivals that are not picked: all but the best of each position.
Dropped losers(const Proof& proof, const std::vector<std::size_t>& rivals, const Judge& judge,
               MoveChoice prefer) {
  Dropped dropped;
  for (std::size_t first = 0; first < rivals.size();) {
    std::size_t last = first + 1, best = first;
    while (last < rivals.size() && rivals[last] == rivals[last - 1] + 1 &&
           is_same_position(proof.records, rivals[first], rivals[last]))
      ++last;
    const auto worth = [&](std::size_t i) { return judge.worth(proof.records.entry(rivals[i]), prefer); };
    for (std::size_t i = first + 1; i < last; ++i)
      if (worth(i) < worth(best)) best = i;
    for (std::size_t i = first; i < last; ++i)
      if (i != best) dropped.push_back(rivals[i]);
    first = last;
  }
  return dropped;
}

/// The rivals, those of each position in the order of the file.
std::vector<Record> in_order_of_file(const Proof& proof, const std::vector<std::size_t>& rivals,
                                     const Judge& judge) {
  std::vector<std::size_t> order = rivals;
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first + 1;
    while (last < order.size() && is_same_position(proof.records, order[first], order[last])) ++last;
    const auto worth = [&](std::size_t i) { return judge.worth(proof.records.entry(i), MoveChoice::first); };
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(first),
              order.begin() + static_cast<std::ptrdiff_t>(last),
              [&](std::size_t a, std::size_t b) { return worth(a) < worth(b); });
    first = last;
  }
  std::vector<Record> records;
  records.reserve(order.size());
  for (const std::size_t i : order) records.push_back(proof.records.at(i));
  return records;
}

/// How much there was to choose from.
struct Choice {
  std::size_t positions = 0;  ///< positions with several moves
  std::size_t moves = 0;      ///< the moves at these positions
};

/// Picks one move of each position, when that is wanted; otherwise the proof is told the order of the moves.
Result<Choice> choose(Proof& proof, const GameTree& tree, MoveChoice prefer) {
  const std::vector<std::size_t> found = rivals(proof.records);
  Choice choice{0, found.size()};
  for (std::size_t i = 0; i < found.size(); ++i)
    choice.positions += i == 0 || !is_same_position(proof.records, found[i - 1], found[i]);
  if (found.empty()) return choice;
  Judge judge(tree, proof, found);
  judge.judge();
  if (prefer == MoveChoice::all) {
    proof.alternatives = in_order_of_file(proof, found, judge);
    return choice;
  }
  FIVEPROOF_TRY(proof.records.drop(losers(proof, found, judge, prefer)));
  return choice;
}

}  // namespace

Result<Reading> proof_of_tree(const GameTree& tree, const TreeClaim& claim, const ReaderLimits& limits,
                              const OffsetOfNode& offset) {
  ClaimReader reader(tree, claim, limits, offset);
  FIVEPROOF_TRY(reader.read());
  Proof& proof = reader.proof;
  FIVEPROOF_TRY(proof.records.finish_within_budget());
  const Dropped ends = ends_that_go_on(proof.records);
  FIVEPROOF_TRY(proof.records.drop(ends));
  FIVEPROOF_LET(const auto choice, choose(proof, tree, claim.prefer));

  Reading reading{std::move(proof)};
  auto& carried = reading.carried;
  std::uint64_t leaves = 0;
  for (std::size_t i = 0; i < reading.proof.records.count(); ++i)
    leaves += reading.proof.records.move_number(i) == no_move;
  carried.push_back(
      counted(reader.counts.nodes, "node") + " read: " + counted(reading.proof.records.count(), "record") +
      " (" + std::to_string(leaves) + " without a move), " + counted(reading.proof.roots.size(), "root"));
  tell(carried, reader.counts.outside, "node", " neither at a root nor below one: no part of the proof");
  tell(carried, ends.size(), "position", " at which a line ends and another goes on: the move is the record");
  if (claim.prefer == MoveChoice::all)
    tell(carried, choice.positions, "position",
         " with several moves, of which one has to win: --prefer first or smallest picks one");
  else
    tell(carried, choice.moves - choice.positions, "other move",
         " at " + counted(choice.positions, "position") + ": not taken");
  tell(carried, reading.proof.findings.size() - reader.counts.unparried_fives, "finding",
       ": moves that cannot be played, which verify reports");
  tell(carried, reader.counts.unparried_fives, "finding", ": moves that leave a five unparried");
  tell(carried, reader.counts.forbidden_replies, "reply",
       " on a forbidden point: lost at once, not part of the proof");
  tell(carried, reader.counts.below_illegal, "node", " below those: on no board");
  return reading;
}

Result<std::vector<Gap>> findings_of_tree(const GameTree& tree, RuleSet rule, const ReaderLimits& limits,
                                          const OffsetOfNode& offset) {
  // With Black as the attacker his forbidden moves are findings; who is said to win makes no other
  // difference.
  const TreeClaim claim{rule, Color::black, {{}}};
  ClaimReader reader(tree, claim, limits, offset, Wish::findings);
  FIVEPROOF_TRY(reader.read());
  for (Gap& finding : reader.proof.findings) finding.root.reset();
  return std::move(reader.proof.findings);
}

std::vector<std::vector<Square>> roots_after(const GameTree& tree, std::size_t stones) {
  std::vector<std::vector<Square>> roots;
  std::set<std::vector<std::uint8_t>> met;
  BoardWalk board(tree.size());
  board.steps.emplace_back();
  for (TreeCursor at(tree); at.next();) {
    for (std::size_t i = 0; i < at.left(); ++i) board.take_back();
    const BoardWalk::Step& above = board.steps.back();
    BoardWalk::Step step;
    // A line with a pass is no list of moves.
    const bool is_off = above.fate == BoardWalk::Fate::off_board || above.fate == BoardWalk::Fate::passed;
    step.fate = is_off ? BoardWalk::Fate::off_board : BoardWalk::Fate::nothing;
    board.steps.push_back(step);
    if (is_off || board.played.size() >= stones) continue;
    board.follow(at);
    if (board.steps.back().fate != BoardWalk::Fate::played || board.played.size() != stones) continue;
    if (met.insert(pack(canonical_form(board.position).position)).second) roots.push_back(board.played);
  }
  return roots;
}

}  // namespace fiveproof::convert
