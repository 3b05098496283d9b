#include "tests/oracle/renju_oracle.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>

#include "tests/game/literal_forbidden.hpp"

namespace fiveproof::renju_oracle {

// ---- board ----

namespace {
constexpr int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
}

Board::Board(const Position& position, Rules rules) : position_(position.size()), rules_(rules) {
  cells_.fill(off);
  for (int x = 0; x < position.size(); ++x)
    for (int y = 0; y < position.size(); ++y) {
      cell(x, y) = empty;
      empty_.insert(Square(x, y));
    }
  for (Color c : {Color::black, Color::white})
    for (Square s : position.stones(c)) put(c, s);
}

void Board::put(Color c, Square s) {
  FIVEPROOF_ENSURE(is_empty(s));
  cell(s.column(), s.row()) = c == Color::black ? black : white;
  position_.put(c, s);
  empty_.erase(s);
  count_near(c, s, 1);
}

void Board::take(Square s) {
  FIVEPROOF_ENSURE(!is_empty(s));
  count_near(*position_.at(s), s, -1);
  cell(s.column(), s.row()) = empty;
  position_.take(s);
  empty_.insert(s);
}

void Board::count_near(Color c, Square s, int by) {
  const auto side = static_cast<std::size_t>(index_of(c));
  for (std::size_t d = 0; d < 4; ++d) {
    const auto [dx, dy] = steps[d];
    for (int k = -4; k <= 4; ++k) {
      const int x = s.column() + k * dx, y = s.row() + k * dy;
      if (k == 0 || cell(x, y) == off) continue;
      auto& count = near_[side][place(x, y)][d];
      count = static_cast<std::uint8_t>(count + by);
      if (count >= 4)
        four_near_[side].insert(Square(x, y));
      else if (by < 0 && count == 3 && !has_four_near(c, Square(x, y)))
        four_near_[side].erase(Square(x, y));
    }
  }
}

bool Board::has_four_near(Color c, Square s) const {
  const auto& counts = near_[static_cast<std::size_t>(index_of(c))][place(s.column(), s.row())];
  return std::any_of(counts.begin(), counts.end(), [](int count) { return count >= 4; });
}

int Board::row_length(Color c, Square s, int direction) const {
  const char own = c == Color::black ? black : white;
  const auto [dx, dy] = steps[direction];
  int length = 1;
  for (int k = 1; cell(s.column() + k * dx, s.row() + k * dy) == own; ++k) ++length;
  for (int k = 1; cell(s.column() - k * dx, s.row() - k * dy) == own; ++k) ++length;
  return length;
}

bool Board::is_five(Color c, int length) const {
  const bool longer_wins =
      rules_.rule == RuleSet::freestyle || (rules_.rule == RuleSet::renju && c == Color::white);
  return length == 5 || (length > 5 && longer_wins);
}

bool Board::makes_five(Color c, Square s) const {
  if (!has_four_near(c, s)) return false;
  for (int d = 0; d < 4; ++d)
    if (is_five(c, row_length(c, s, d))) return true;
  return false;
}

bool Board::has_five(Color c) const {
  for (Square s : position_.stones(c) & four_near_[static_cast<std::size_t>(index_of(c))])
    if (makes_five(c, s)) return true;  // it is asked about a stone that stands there already
  return false;
}

std::vector<Square> Board::empties() const { return {empty_.begin(), empty_.end()}; }

std::vector<Square> Board::five_squares(Color c) const {
  std::vector<Square> found;
  for (Square s : empty_& four_near_[static_cast<std::size_t>(index_of(c))])
    if (makes_five(c, s)) found.push_back(s);
  return found;
}

// An overline has five other stones on a line, two fours on one line have four others, no farther than five
// squares away. What else is forbidden needs two lines with a three or a four each: two other stones in a row
// of five squares through this one, on none of which White stands.
bool Board::may_be_forbidden(Square s) const {
  int rows = 0;
  for (const auto& [dx, dy] : steps) {
    int stones = 0, since_blocked = 0, most = 0;
    for (int k = -5; k <= 5; ++k) {
      const char here = cell(s.column() + k * dx, s.row() + k * dy);
      stones += here == black;
      since_blocked = here == white || here == off ? 0 : since_blocked + 1;
      if (k < 0 || k == 5 || since_blocked < 5) continue;
      int in_row = 0;
      for (int back = 0; back < 5; ++back)
        in_row += cell(s.column() + (k - back) * dx, s.row() + (k - back) * dy) == black;
      most = std::max(most, in_row);
    }
    if (stones >= 4) return true;
    rows += most >= 2;
  }
  return rows >= 2;
}

bool Board::is_legal(Color c, Square s) const {
  if (!is_empty(s)) return false;
  if (rules_.rule != RuleSet::renju || !rules_.with_forbidden_points || c == Color::white) return true;
  if (makes_five(c, s) || !may_be_forbidden(s)) return true;
  return test::LiteralForbidden(position_).kind_of(s) == Forbidden::no;
}

std::vector<Square> Board::shapes_of_four(Color c) {
  // A five that was none before the move has the move in it, and three more stones: only empty squares on a
  // line with three stones are asked, and the squares of that line.
  std::vector<Square> found;
  const auto& near = near_[static_cast<std::size_t>(index_of(c))];
  for (Square s : empty_) {
    bool makes_four = false;
    for (int d = 0; d < 4 && !makes_four; ++d) {
      if (near[place(s.column(), s.row())][static_cast<std::size_t>(d)] < 3) continue;
      const auto [dx, dy] = steps[d];
      cell(s.column(), s.row()) = c == Color::black ? black : white;
      for (int k = -4; k <= 4 && !makes_four; ++k) {
        const int x = s.column() + k * dx, y = s.row() + k * dy;
        makes_four = cell(x, y) == empty && is_five(c, row_length(c, Square(x, y), d));
      }
      cell(s.column(), s.row()) = empty;
    }
    if (makes_four) found.push_back(s);
  }
  return found;
}

std::vector<Square> Board::four_moves(Color c) {
  auto found = shapes_of_four(c);
  std::erase_if(found, [&](Square s) { return !is_legal(c, s); });
  return found;
}

std::string Board::key() const {
  std::string key;
  key.reserve(static_cast<std::size_t>(position_.size() * position_.size()));
  for (int x = 0; x < position_.size(); ++x)
    for (int y = 0; y < position_.size(); ++y) key.push_back(cell(x, y));
  return key;
}

// ---- the attacker against all replies ----

namespace {

bool is_over(const Board& board) { return board.has_five(Color::black) || board.has_five(Color::white); }

class Search {
 public:
  Search(const Position& position, Rules rules, Color attacker, const std::vector<Square>& claim,
         const Options& options)
      : board_(position, rules),
        attacker_(attacker),
        defender_(opponent(attacker)),
        claim_(claim),
        options_(options) {}

  // In which order moves are tried matters for time only: the claim alone, then together with all fours, and
  // wins with few moves that are no fours first.
  Answer run() {
    if (is_over(board_)) return {Outcome::refuted, 0};
    for (bool claim_only : {true, false}) {
      claim_only_ = claim_only;
      node_limit_ = claim_only ? options_.node_budget / 16 : options_.node_budget;
      out_of_budget_ = false;
      known_.clear();
      is_too_short_ = true;
      for (int quiet = 0; is_too_short_ && !out_of_budget_; ++quiet) {
        is_too_short_ = false;
        if (attacker_wins(quiet) && !out_of_budget_) return {Outcome::confirmed, nodes_};
      }
    }
    return {out_of_budget_ ? Outcome::unknown : Outcome::refuted, nodes_};
  }

 private:
  struct Known {
    bool is_won = false;
    bool is_lost = false;  ///< with any number of moves
    int no_win_in = -1;
    bool has_moves = false;
    std::vector<Square> fours, quiet;
  };

  // A win with at most so many quiet moves: those that are neither a four nor a parry. When the budget is
  // gone what these return means nothing.
  bool attacker_wins(int quiet_left) {
    if (is_out_of_budget()) return false;
    if (!board_.five_squares(attacker_).empty()) return true;
    const auto must_parry = board_.five_squares(defender_);
    if (must_parry.size() >= 2) return false;
    if (must_parry.size() == 1)
      return board_.is_legal(attacker_, must_parry.front()) && wins_by(must_parry.front(), quiet_left);
    auto& known = known_[board_.key()];
    if (known.is_won) return true;
    if (known.no_win_in >= quiet_left || known.is_lost) {
      is_too_short_ = is_too_short_ || !known.is_lost;
      return false;
    }

    const bool was_too_short = is_too_short_;
    is_too_short_ = false;
    const bool won = wins_by_one_of(known, quiet_left);
    if (!out_of_budget_) {
      known.is_won = won;
      known.is_lost = !won && !is_too_short_;
      known.no_win_in = quiet_left;
    }
    is_too_short_ = is_too_short_ || was_too_short;
    return won;
  }

  bool wins_by_one_of(Known& known, int quiet_left) {
    auto& won_last = won_last_[static_cast<std::size_t>(board_.position().stone_count())];
    const bool may_try =
        won_last && board_.is_legal(attacker_, won_last->move) && won_last->quiet <= quiet_left;
    if (may_try && wins_by(won_last->move, quiet_left - won_last->quiet)) return true;
    if (!known.has_moves) {
      moves_to_try(known);
      known.has_moves = true;
    }
    for (Square s : known.fours)
      if (!out_of_budget_ && wins_by(s, quiet_left)) {
        won_last = {s, 0};
        return true;
      }
    if (quiet_left == 0) {
      is_too_short_ = is_too_short_ || !known.quiet.empty();
      return false;
    }
    for (Square s : known.quiet)
      if (!out_of_budget_ && wins_by(s, quiet_left - 1)) {
        won_last = {s, 1};
        return true;
      }
    return false;
  }

  // Fours that leave two five squares, claimed fours in their order, other fours; the rest of the claim.
  void moves_to_try(Known& known) {
    std::vector<Square> doubles, fours, others;
    for (Square s : board_.four_moves(attacker_)) {
      board_.put(attacker_, s);
      const bool is_double = board_.five_squares(attacker_).size() >= 2;
      board_.take(s);
      (is_double ? doubles : others).push_back(s);
    }
    for (Square s : claim_) {
      if (!s.is_on_board(board_.position().size()) || !board_.is_legal(attacker_, s)) continue;
      if (std::erase(others, s) != 0)
        fours.push_back(s);
      else if (std::find(doubles.begin(), doubles.end(), s) == doubles.end() &&
               std::find(fours.begin(), fours.end(), s) == fours.end() &&
               std::find(known.quiet.begin(), known.quiet.end(), s) == known.quiet.end())
        known.quiet.push_back(s);
    }
    known.fours = doubles;
    known.fours.insert(known.fours.end(), fours.begin(), fours.end());
    if (!claim_only_) known.fours.insert(known.fours.end(), others.begin(), others.end());
  }

  bool wins_by(Square s, int quiet_left) {
    board_.put(attacker_, s);
    const bool won = defender_loses(quiet_left);
    board_.take(s);
    return won;
  }

  bool defender_loses(int quiet_left) {
    if (is_out_of_budget()) return false;
    if (!board_.five_squares(defender_).empty()) return false;
    std::vector<Square> replies = board_.empties();
    if (replies.empty()) return false;  // a draw
    if (options_.prune) {
      // He cannot make a five now, and no stone of his takes away a five square but by standing on it.
      const auto fives = board_.five_squares(attacker_);
      if (fives.size() >= 2) return true;
      if (fives.size() == 1) {
        if (!board_.is_legal(defender_, fives.front())) return true;
        replies = fives;
      }
    }
    std::stable_sort(replies.begin(), replies.end(),
                     [&](Square a, Square b) { return refuted(a) > refuted(b); });
    const auto doubles = replies.size() > 1 ? double_fours() : std::vector<DoubleFour>();
    for (Square s : replies) {
      board_.put(defender_, s);
      const bool lost = (options_.prune && loses_to(doubles)) || attacker_wins(quiet_left);
      board_.take(s);
      // A forbidden reply loses whatever the attacker can do. It takes time to ask, and matters only here.
      if (!lost && (out_of_budget_ || board_.is_legal(defender_, s))) {
        ++refuted(s);
        return false;
      }
    }
    return true;
  }

  // A move of the attacker, legal or not, and the five squares that it gives him.
  struct DoubleFour {
    Square move;
    std::vector<Square> fives;
  };
  std::vector<DoubleFour> double_fours() {
    std::vector<DoubleFour> found;
    if (!board_.five_squares(attacker_).empty()) return found;
    for (Square s : board_.shapes_of_four(attacker_)) {
      board_.put(attacker_, s);
      auto fives = board_.five_squares(attacker_);
      board_.take(s);
      if (fives.size() >= 2) found.push_back({s, std::move(fives)});
    }
    return found;
  }
  // After a reply: the defender makes no five, and the attacker plays one of these moves. It leaves him the
  // same five squares as before the reply, but for those that are taken. Nothing else of a node is asked, to
  // save time.
  bool loses_to(const std::vector<DoubleFour>& doubles) {
    if (doubles.empty() || !board_.five_squares(defender_).empty()) return false;
    return std::any_of(doubles.begin(), doubles.end(), [&](const DoubleFour& four) {
      const auto left =
          std::count_if(four.fives.begin(), four.fives.end(), [&](Square s) { return board_.is_empty(s); });
      return left >= 2 && board_.is_legal(attacker_, four.move);
    });
  }

  int& refuted(Square s) { return refuted_[static_cast<std::size_t>(s.number())]; }
  bool is_out_of_budget() {
    out_of_budget_ = out_of_budget_ || ++nodes_ > node_limit_;
    return out_of_budget_;
  }

  Board board_;
  Color attacker_;
  Color defender_;
  const std::vector<Square>& claim_;
  Options options_;
  std::uint64_t nodes_ = 0, node_limit_ = 0;
  bool claim_only_ = false;
  bool out_of_budget_ = false;
  bool is_too_short_ = false;  ///< with more quiet moves there may be a win
  struct Won {
    Square move;
    int quiet;
  };
  std::array<std::optional<Won>, Square::count> won_last_;  ///< by the stones on the board
  std::array<int, Square::count> refuted_{};                ///< how often a reply did
  std::unordered_map<std::string, Known> known_;            ///< the attacker is to move
};

// ---- a plan ----

class Planned {
 public:
  Planned(const Position& position, Rules rules, Color attacker)
      : board_(position, rules), attacker_(attacker), defender_(opponent(attacker)) {}

  bool wins(const Plan& plan) { return !is_over(board_) && attacker_wins(plan); }

 private:
  using Steps = std::span<const PlanStep>;

  bool attacker_wins(Steps plan) {
    if (!board_.five_squares(attacker_).empty()) return true;
    const auto must_parry = board_.five_squares(defender_);
    if (must_parry.size() >= 2) return false;
    if (must_parry.size() == 1) {
      const Square parry = must_parry.front();
      if (!board_.is_legal(attacker_, parry)) return false;
      if (!plan.empty() && plan.front().move == parry) return wins_by(parry, plan);
      const PlanStep unplanned{parry};
      return wins_by(parry, unplanned.branches, plan);
    }
    while (!plan.empty() && !board_.is_legal(attacker_, plan.front().move)) plan = plan.subspan(1);
    return !plan.empty() && wins_by(plan.front().move, plan);
  }
  bool wins_by(Square move, Steps plan) { return wins_by(move, plan.front().branches, plan.subspan(1)); }
  bool wins_by(Square move, const std::vector<PlanBranch>& branches, Steps next) {
    board_.put(attacker_, move);
    const bool won = defender_loses(branches, next);
    board_.take(move);
    return won;
  }

  bool defender_loses(const std::vector<PlanBranch>& branches, Steps next) {
    if (!board_.five_squares(defender_).empty()) return false;
    const auto replies = board_.empties();
    if (replies.empty()) return false;  // a draw
    // No stone of his but one on it takes a five square away.
    const auto fives = board_.five_squares(attacker_);
    if (fives.size() >= 2) return true;
    for (Square s : fives.empty() ? replies : fives) {
      const auto branch =
          std::find_if(branches.begin(), branches.end(), [s](const PlanBranch& b) { return b.reply == s; });
      board_.put(defender_, s);
      const bool lost = attacker_wins(branch == branches.end() ? next : Steps(branch->steps));
      board_.take(s);
      if (!lost && board_.is_legal(defender_, s)) return false;
    }
    return true;
  }

  Board board_;
  Color attacker_;
  Color defender_;
};

// ---- fours alone ----

class FoursAlone {
 public:
  FoursAlone(const Position& position, Rules rules, Color attacker, std::uint64_t node_budget)
      : board_(position, rules),
        attacker_(attacker),
        defender_(opponent(attacker)),
        nodes_left_(node_budget) {}

  FoursAnswer run() {
    if (is_over(board_)) return {Outcome::refuted, {}};
    const bool won = wins();
    if (nodes_left_ == 0) return {Outcome::unknown, {}};
    return {won ? Outcome::confirmed : Outcome::refuted, line_};
  }

  /// Leaves the board as it is then.
  bool plays_out(const std::vector<Square>& fours) {
    if (is_over(board_)) return false;
    for (Square s : fours) {
      if (!board_.five_squares(attacker_).empty()) return true;
      const auto moves = fours_now();
      if (std::find(moves.begin(), moves.end(), s) == moves.end()) return false;
      board_.put(attacker_, s);
      const auto fives = board_.five_squares(attacker_);
      if (fives.size() >= 2 || !board_.is_legal(defender_, fives.front())) return true;
      board_.put(defender_, fives.front());
    }
    return !board_.five_squares(attacker_).empty();
  }

 private:
  // Those that parry, if there is something to parry. require: the attacker has no five square.
  std::vector<Square> fours_now() {
    const auto must_parry = board_.five_squares(defender_);
    if (must_parry.size() >= 2) return {};
    auto moves = board_.four_moves(attacker_);
    if (must_parry.size() == 1) std::erase_if(moves, [&](Square s) { return s != must_parry.front(); });
    return moves;
  }

  bool wins() {
    if (nodes_left_ == 0 || --nodes_left_ == 0) return false;
    if (!board_.five_squares(attacker_).empty()) return true;
    auto key = board_.key();
    if (no_win_.count(key) != 0) return false;
    for (Square s : fours_now()) {
      board_.put(attacker_, s);
      line_.push_back(s);
      const auto fives = board_.five_squares(attacker_);
      bool won = fives.size() >= 2 || !board_.is_legal(defender_, fives.front());
      if (!won) {
        board_.put(defender_, fives.front());
        won = wins();
        board_.take(fives.front());
      }
      board_.take(s);
      if (won) return true;
      line_.pop_back();
    }
    no_win_.emplace(std::move(key), true);
    return false;
  }

  Board board_;
  Color attacker_;
  Color defender_;
  std::uint64_t nodes_left_;
  std::vector<Square> line_;
  std::unordered_map<std::string, bool> no_win_;
};

}  // namespace

Answer check(const Position& position, Rules rules, Color attacker, const std::vector<Square>& claim,
             const Options& options) {
  return Search(position, rules, attacker, claim, options).run();
}

bool wins_by_plan(const Position& position, Rules rules, Color attacker, const Plan& plan) {
  return Planned(position, rules, attacker).wins(plan);
}

FoursAnswer fours_alone(const Position& position, Rules rules, Color attacker, std::uint64_t node_budget) {
  return FoursAlone(position, rules, attacker, node_budget).run();
}

bool plays_out(const Position& position, Rules rules, Color attacker, const std::vector<Square>& fours) {
  return FoursAlone(position, rules, attacker, 1).plays_out(fours);
}

}  // namespace fiveproof::renju_oracle
