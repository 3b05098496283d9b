#include "tests/oracle/oracle.hpp"

#include <algorithm>
#include <unordered_map>

namespace fiveproof::oracle {

// ---- board ----

struct Board::Geometry {
  struct Line {
    std::array<Square, 5> squares;
    std::vector<Square> beyond;  // 0 to 2 squares just past the ends
  };
  std::vector<Line> lines;
  std::array<std::vector<std::uint16_t>, Square::count> lines_through;

  explicit Geometry(int size) {
    constexpr int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    auto inside = [size](int x, int y) { return x >= 0 && y >= 0 && x < size && y < size; };
    for (auto [dx, dy] : steps)
      for (int x = 0; x < size; ++x)
        for (int y = 0; y < size; ++y) {
          if (!inside(x + 4 * dx, y + 4 * dy)) continue;
          Line line;
          for (int k = 0; k < 5; ++k)
            line.squares[static_cast<std::size_t>(k)] = Square(x + k * dx, y + k * dy);
          for (int k : {-1, 5})
            if (inside(x + k * dx, y + k * dy)) line.beyond.emplace_back(x + k * dx, y + k * dy);
          for (Square s : line.squares)
            lines_through[static_cast<std::size_t>(s.number())].push_back(
                static_cast<std::uint16_t>(lines.size()));
          lines.push_back(std::move(line));
        }
  }
};

const Board::Geometry& Board::geometry_of(int size) {
  static const std::vector<Geometry> all = [] {
    std::vector<Geometry> made;
    for (int n = min_board_size; n <= max_board_size; ++n) made.emplace_back(n);
    return made;
  }();
  return all[static_cast<std::size_t>(size - min_board_size)];
}

Board::Board(const Position& position, RuleSet rule)
    : size_(position.size()), rule_(rule), empties_(size_ * size_), geometry_(&geometry_of(size_)) {
  for (auto& counts : stones_in_) counts.assign(geometry_->lines.size(), 0);
  for (Color c : {Color::black, Color::white})
    for (Square s : position.stones(c)) put(c, s);
}

void Board::put(Color c, Square s) {
  const auto i = static_cast<std::size_t>(s.number());
  FIVEPROOF_ENSURE(cells_[i] == 0);
  cells_[i] = static_cast<std::uint8_t>(1 + index_of(c));
  for (auto line : geometry_->lines_through[i]) ++stones_in_[static_cast<std::size_t>(index_of(c))][line];
  --empties_;
}

void Board::take(Square s) {
  const auto i = static_cast<std::size_t>(s.number());
  FIVEPROOF_ENSURE(cells_[i] != 0);
  for (auto line : geometry_->lines_through[i]) --stones_in_[cells_[i] - 1u][line];
  cells_[i] = 0;
  ++empties_;
}

bool Board::is_extended(std::size_t line, Color c) const {
  if (rule_ == RuleSet::freestyle) return false;
  for (Square s : geometry_->lines[line].beyond)
    if (holds(c, s)) return true;
  return false;
}

bool Board::has_five(Color c) const {
  const auto& own = stones_in_[static_cast<std::size_t>(index_of(c))];
  for (std::size_t line = 0; line < own.size(); ++line)
    if (own[line] == 5 && !is_extended(line, c)) return true;
  return false;
}

std::vector<Square> Board::empties_of_lines(Color c, int stones) const {
  const auto& own = stones_in_[static_cast<std::size_t>(index_of(c))];
  const auto& other = stones_in_[static_cast<std::size_t>(index_of(opponent(c)))];
  std::vector<Square> found;
  for (std::size_t line = 0; line < own.size(); ++line) {
    if (own[line] != stones || other[line] != 0) continue;
    for (Square s : geometry_->lines[line].squares)
      if (is_empty(s) && std::find(found.begin(), found.end(), s) == found.end()) found.push_back(s);
  }
  return found;
}

std::vector<Square> Board::five_squares(Color c) const {
  const auto& own = stones_in_[static_cast<std::size_t>(index_of(c))];
  const auto& other = stones_in_[static_cast<std::size_t>(index_of(opponent(c)))];
  std::vector<Square> found;
  for (std::size_t line = 0; line < own.size(); ++line) {
    if (own[line] != 4 || other[line] != 0 || is_extended(line, c)) continue;
    for (Square s : geometry_->lines[line].squares)
      if (is_empty(s) && std::find(found.begin(), found.end(), s) == found.end()) found.push_back(s);
  }
  return found;
}

std::vector<Square> Board::double_five_moves(Color c) {
  // A five square that was none before lies in a line that held three stones of `c`, and the move is in it
  // too.
  std::vector<Square> found;
  for (Square s : empties_of_lines(c, 3)) {
    put(c, s);
    if (five_squares(c).size() >= 2) found.push_back(s);
    take(s);
  }
  return found;
}

std::string Board::key() const {
  std::string key;
  key.reserve(static_cast<std::size_t>(size_ * size_));
  for (int x = 0; x < size_; ++x)
    for (int y = 0; y < size_; ++y) key.push_back(static_cast<char>(cell(Square(x, y))));
  return key;
}

// ---- search ----

namespace {

class Search {
 public:
  Search(const Position& position, RuleSet rule, Color attacker, const std::vector<Square>& claim,
         const Options& options)
      : board_(position, rule),
        attacker_(attacker),
        defender_(opponent(attacker)),
        claim_(claim),
        options_(options) {}

  Answer run() {
    Answer answer;
    if (board_.has_five(attacker_) || board_.has_five(defender_)) {
      answer.outcome = Outcome::refuted;
      return answer;
    }
    const bool won = attacker_wins();
    answer.nodes = nodes_;
    answer.outcome = out_of_budget_ ? Outcome::unknown : won ? Outcome::confirmed : Outcome::refuted;
    if (answer.outcome == Outcome::refuted) answer.line = failure_;
    return answer;
  }

 private:
  // The attacker is to move. When the budget is gone the value means nothing.
  bool attacker_wins() {
    if (++nodes_ > options_.node_budget) out_of_budget_ = true;
    if (out_of_budget_) return false;

    if (!board_.five_squares(attacker_).empty()) return true;
    const auto must_block = board_.five_squares(defender_);
    if (must_block.size() >= 2) return fail();
    if (must_block.size() == 1) return wins_by(must_block.front());

    const auto doubles = board_.double_five_moves(attacker_);
    // The defender has no five square and an attacker's stone gives him none; one reply cannot fill two
    // squares.
    if (options_.prune && !doubles.empty()) return true;
    for (Square s : doubles)
      if (wins_by(s)) return true;

    bool tried = !doubles.empty();
    for (Square s : claim_) {
      if (board_.holds(attacker_, s)) continue;
      if (board_.is_empty(s) && s.is_on_board(board_.size())) {
        tried = true;
        if (wins_by(s)) return true;
      }
      if (!options_.any_order || out_of_budget_) break;
    }
    return tried ? false : fail();  // a move that was tried has written down its own failure
  }

  bool wins_by(Square s) {
    play(attacker_, s);
    const bool won = defender_loses();
    undo(s);
    return won;
  }

  // The defender is to move.
  bool defender_loses() {
    if (++nodes_ > options_.node_budget) out_of_budget_ = true;
    if (out_of_budget_) return false;

    if (const auto fives = board_.five_squares(defender_); !fives.empty()) {
      path_.push_back(fives.front());
      fail();
      path_.pop_back();
      return false;
    }
    if (board_.empties() == 0) return fail();

    std::vector<Square> replies;
    if (options_.prune) {
      // He has no five now. A stone of his takes away no five square of the attacker but the one it stands
      // on.
      const auto fives = board_.five_squares(attacker_);
      if (fives.size() >= 2) return true;
      replies = fives.size() == 1 ? fives : replies_worth_playing();
    } else {
      replies = every_reply();
    }

    auto key = board_.key();
    if (const auto known = known_.find(key); known != known_.end()) return known->second || fail();
    bool lost = true;
    for (Square s : replies) {
      play(defender_, s);
      lost = attacker_wins();
      undo(s);
      if (!lost) break;
    }
    if (!out_of_budget_) known_.emplace(std::move(key), lost);
    return lost;
  }

  std::vector<Square> every_reply() const {
    std::vector<Square> all;
    for (int x = 0; x < board_.size(); ++x)
      for (int y = 0; y < board_.size(); ++y)
        if (board_.is_empty(Square(x, y))) all.emplace_back(x, y);
    return all;
  }

  // Every reply but those that lose at once. Neither side has a five square. Let m be an attacker's move that
  // would give him the five squares F. After a reply d that gives the defender no five square, m still is
  // playable unless d = m, and gives F without d; if that leaves two, the attacker wins with m. A reply that
  // gives the defender a five square lies in a line of five with three of his stones and none of the
  // attacker's.
  std::vector<Square> replies_worth_playing() {
    struct Double {
      Square move;
      std::vector<Square> fives;
    };
    std::vector<Double> doubles;
    for (Square m : board_.double_five_moves(attacker_)) {
      board_.put(attacker_, m);
      doubles.push_back({m, board_.five_squares(attacker_)});
      board_.take(m);
    }
    auto all = every_reply();
    if (doubles.empty()) return all;

    const auto fours = board_.empties_of_lines(defender_, 3);
    auto replies = fours;
    for (Square d : all) {
      if (std::find(fours.begin(), fours.end(), d) != fours.end()) continue;
      const bool loses_at_once = std::any_of(doubles.begin(), doubles.end(), [d](const Double& threat) {
        const auto hit = std::count(threat.fives.begin(), threat.fives.end(), d);
        return d != threat.move && static_cast<std::ptrdiff_t>(threat.fives.size()) - hit >= 2;
      });
      if (!loses_at_once) replies.push_back(d);
    }
    return replies;
  }

  bool fail() {
    failure_ = path_;
    return false;
  }
  void play(Color c, Square s) {
    board_.put(c, s);
    path_.push_back(s);
  }
  void undo(Square s) {
    board_.take(s);
    path_.pop_back();
  }

  Board board_;
  Color attacker_;
  Color defender_;
  const std::vector<Square>& claim_;
  Options options_;
  std::uint64_t nodes_ = 0;
  bool out_of_budget_ = false;
  std::vector<Square> path_;
  std::vector<Square> failure_;
  // Defender to move; what is left of the claim follows from the stones.
  std::unordered_map<std::string, bool> known_;
};

}  // namespace

Answer check(const Position& position, RuleSet rule, Color attacker, const std::vector<Square>& claim,
             const Options& options) {
  return Search(position, rule, attacker, claim, options).run();
}

}  // namespace fiveproof::oracle
