// The oracle of renju_oracle.hpp against positions worked out by hand, against complete minimax on small
// boards, and against the oracle for the other two rule sets.
#include "tests/oracle/renju_oracle.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

#include "dbsearch/exact_search.hpp"
#include "dbsearch/vcf.hpp"
#include "game/notation.hpp"
#include "tests/game/literal_forbidden.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/random_positions.hpp"

namespace fiveproof::renju_oracle {
namespace {

Position stones(std::string_view black, std::string_view white, int size = 9) {
  return position_of(parse_squares(black, size).value(), parse_squares(white, size).value(), Color::black,
                     size)
      .value();
}
Outcome fours(const Position& position, Color attacker, Rules rules = {}) {
  return fours_alone(position, rules, attacker).outcome;
}

// Both sides play everything that is legal. Nobody needs to be clever.
class Minimax {
 public:
  Minimax(const Position& position, RuleSet rule, Color attacker)
      : board_(position, {rule}), attacker_(attacker) {}
  bool attacker_wins() { return wins(attacker_); }

 private:
  // Does the attacker win with `c` to move?
  bool wins(Color c) {
    auto key = board_.key() + (c == attacker_ ? 'a' : 'd');
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    const bool attacks = c == attacker_;
    const auto moves = board_.empties();
    bool won = !attacks && !moves.empty();
    for (Square s : moves) {
      if (!board_.is_legal(c, s)) continue;
      bool wins_here = attacks;
      if (!board_.makes_five(c, s)) {
        board_.put(c, s);
        wins_here = wins(opponent(c));
        board_.take(s);
      }
      if (wins_here == attacks) {
        won = attacks;
        break;
      }
    }
    known_[key] = won;
    return won;
  }

  Board board_;
  Color attacker_;
  std::map<std::string, bool> known_;
};

}  // namespace

TEST_CASE("a four whose only parry is forbidden wins for White") {
  // White's four d5 to g5 can be parried on c5 alone, where Black has two fours of one line each.
  const auto position = stones("h5 b5 c6 c7 c8 b6 d4 e3", "d5 e5 f5");
  CHECK(fours(position, Color::white) == Outcome::confirmed);
  CHECK(fours(position, Color::white, {RuleSet::renju, false}) == Outcome::refuted);
  CHECK(check(position, {}, Color::white, {Square(6, 4)}).outcome == Outcome::confirmed);
  CHECK(check(position, {RuleSet::renju, false}, Color::white, {Square(6, 4)}).outcome == Outcome::refuted);
}

TEST_CASE("Black may not make a double four, White may") {
  const auto position = stones("b5 c5 d5 e2 e3 e4", "a5 e1");
  CHECK(fours(position, Color::black, {RuleSet::renju, false}) == Outcome::confirmed);
  CHECK_FALSE(Board(position, {}).is_legal(Color::black, Square(4, 4)));
  CHECK(fours(stones("a5 e1", "b5 c5 d5 e2 e3 e4"), Color::white) == Outcome::confirmed);
}

TEST_CASE("a five comes before what is forbidden, and exactly five is Black's five") {
  const auto five_and_overline = stones("a5 b5 c5 d5 e1 e2 e3 e4 e6", "a1");
  CHECK(fours(five_and_overline, Color::black) == Outcome::confirmed);
  const auto six = stones("a5 b5 c5 e5 f5", "a1");
  CHECK(fours(six, Color::black) == Outcome::refuted);
  CHECK(fours(six, Color::black, {RuleSet::standard}) == Outcome::refuted);
  CHECK(fours(six, Color::black, {RuleSet::freestyle}) == Outcome::confirmed);
  CHECK(fours(stones("a1", "a5 b5 c5 e5 f5"), Color::white) == Outcome::confirmed);
  CHECK(fours(stones("a1", "a5 b5 c5 e5 f5"), Color::white, {RuleSet::standard}) == Outcome::refuted);
}

TEST_CASE("a parry that is forbidden to a Black attacker is none") {
  const auto position = stones("h5 c6 c7 c8 b6 d4 e3", "d5 e5 f5 g5");
  CHECK_FALSE(Board(position, {}).is_legal(Color::black, Square(2, 4)));
  CHECK(check(position, {}, Color::black, {Square(2, 4)}).outcome == Outcome::refuted);
  CHECK(check(position, {RuleSet::renju, false}, Color::black, {}).outcome == Outcome::confirmed);
}

TEST_CASE("squares that may be forbidden are all that are") {
  oracle::RandomPositions random(7);
  int forbidden = 0;
  for (int i = 0; i < 150; ++i) {
    const auto position = random.next().position;
    const Board board(position, {});
    test::LiteralForbidden literal(position);
    for (Square s : position.empties()) {
      const bool is_forbidden = literal.kind_of(s) != Forbidden::no;
      forbidden += is_forbidden;
      REQUIRE(board.is_legal(Color::black, s) == !is_forbidden);
    }
  }
  CHECK(forbidden > 40);
}

TEST_CASE("fives and fours of the board are those of the other oracle") {
  oracle::RandomPositions random(17);
  int fives = 0, fours = 0;
  for (int i = 0; i < 200; ++i) {
    const auto made = random.next();
    Board board(made.position, {made.rule});
    // Stones come and go, as in a search.
    for (int n = random.below(12); n > 0; --n) {
      const Square s = random.pick(SquareSet::whole_board(made.position.size()));
      if (board.is_empty(s))
        board.put(random.below(2) == 0 ? Color::black : Color::white, s);
      else
        board.take(s);
    }
    for (const auto color : {Color::black, Color::white}) {
      const oracle::Board other(board.position(), made.rule);
      CHECK(board.has_five(color) == other.has_five(color));
      const auto squares = board.five_squares(color);
      auto expected_fives = other.five_squares(color);
      std::sort(expected_fives.begin(), expected_fives.end());
      CHECK(squares == expected_fives);
      fives += static_cast<int>(squares.size());
      if (!squares.empty() || board.has_five(color)) continue;
      std::vector<Square> expected;
      for (Square s : board.empties()) {
        board.put(color, s);
        if (!board.five_squares(color).empty()) expected.push_back(s);
        board.take(s);
      }
      CHECK(board.shapes_of_four(color) == expected);
      fours += static_cast<int>(expected.size());
    }
  }
  CHECK(fives > 100);
  CHECK(fours > 100);
}

TEST_CASE("a plan wins only if it wins against all replies") {
  const Square f5(5, 4), c5(2, 4), g5(6, 4), b5(1, 4), h5(7, 4);
  const auto three = stones("a1 a9", "d5 e5 f5");
  CHECK(wins_by_plan(three, {}, Color::white, {{g5, {}}}));
  CHECK(wins_by_plan(three, {}, Color::white, {{c5, {}}}));
  CHECK_FALSE(wins_by_plan(three, {}, Color::white, {{h5, {}}}));
  CHECK_FALSE(wins_by_plan(three, {}, Color::white, {}));
  CHECK_FALSE(wins_by_plan(three, {}, Color::white, {{Square(0, 8), {}}}));
  // Two threes: whatever is parried, the other one wins; the plan has to say so.
  const auto threes = stones("a1 i1 a9 i9", "d5 e5 f6 f7");
  const Square f4(5, 3), f8(5, 7);
  CHECK_FALSE(wins_by_plan(threes, {}, Color::white, {{f5, {}}, {c5, {}}}));
  Plan both = {{f5, {}}, {c5, {}}};
  for (Square s : {b5, c5, g5, h5}) both[0].branches.push_back({s, {{f4, {}}, {f8, {}}}});
  CHECK(wins_by_plan(threes, {}, Color::white, both));
  // A parry comes first, and where it is forbidden there is none.
  const auto forbidden = stones("h5 c6 c7 c8 b6 d4 e3", "d5 e5 f5 g5");
  CHECK_FALSE(wins_by_plan(forbidden, {}, Color::black, {{c5, {}}}));
  CHECK(wins_by_plan(forbidden, {RuleSet::renju, false}, Color::black, {{c5, {}}}));
}

TEST_CASE("the oracle and the searches claim no more than minimax on a full small board") {
  oracle::RandomPositions random(11);
  int won = 0, confirmed = 0, found = 0, forbidden = 0;
  for (int i = 0; i < 900; ++i) {
    const auto rule = all_rule_sets[i % 4 == 3 ? 2 : i % 3];
    const auto attacker = random.below(2) == 0 ? Color::black : Color::white;
    const int size = 5 + i % 2;
    Position position(size);
    const int free = random.between(1, 7);
    while (position.empties().size() > free)
      position.put(random.below(2) == 0 ? Color::black : Color::white, random.pick(position.empties()));
    const Board board(position, {rule});
    if (board.has_five(Color::black) || board.has_five(Color::white)) continue;
    for (Square s : board.empties()) forbidden += !board.is_legal(Color::black, s);
    const bool truth = Minimax(position, rule, attacker).attacker_wins();
    won += truth;
    // With every square claimed the oracle's attacker may play everything, too.
    const auto answer = check(position, {rule}, attacker, board.empties());
    const auto unpruned = check(position, {rule}, attacker, board.empties(), {200'000, false});
    INFO(diagram(position) << name_of(rule) << ' ' << name_of(attacker));
    CHECK(answer.outcome == (truth ? Outcome::confirmed : Outcome::refuted));
    CHECK(unpruned.outcome == answer.outcome);
    confirmed += answer.outcome == Outcome::confirmed;
    dbsearch::ExactSearch exact(rule, size, 200, {.allowed_first = i % 2 == 0});
    exact.set_position(position, attacker);
    const bool is_found = exact.search().win;
    found += is_found;
    if (is_found) CHECK(truth);
    dbsearch::Vcf vcf(rule, size);
    vcf.set_position(position, attacker);
    if (vcf.search(100'000).win) CHECK(truth);
  }
  CHECK(won > 40);
  CHECK(confirmed == won);
  CHECK(found > 30);
  CHECK(forbidden >= 10);
}

TEST_CASE("what the other oracle confirms this one confirms") {
  oracle::RandomPositions random(13);
  int confirmed = 0;
  for (int i = 0; i < 400; ++i) {
    const auto made = random.next();
    const auto line = fours_alone(made.position, {made.rule}, made.attacker, 5'000);
    if (line.outcome != Outcome::confirmed) continue;
    ++confirmed;
    CHECK(plays_out(made.position, {made.rule}, made.attacker, line.line));
    CHECK(oracle::check(made.position, made.rule, made.attacker, line.line).outcome ==
          oracle::Outcome::confirmed);
    CHECK(check(made.position, {made.rule}, made.attacker, line.line).outcome == Outcome::confirmed);
  }
  CHECK(confirmed > 50);
}

}  // namespace fiveproof::renju_oracle
