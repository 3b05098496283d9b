// The oracle itself against positions worked out by hand and against complete minimax on small boards.
#include "game/notation.hpp"
#include "tests/oracle/oracle.hpp"

#include <catch2/catch.hpp>

#include <unordered_map>

#include "tests/game/positions.hpp"
#include "tests/oracle/random_positions.hpp"

namespace fiveproof::oracle {
namespace {

/// Black attacks on 15x15, and claims these moves.
Answer answer(const char* black, const char* white, const char* claim, RuleSet rule = RuleSet::freestyle,
              const Options& options = {}) {
  return check(test::position(black, white), rule, Color::black, test::squares(claim), options);
}
Outcome outcome(const char* black, const char* white, const char* claim, RuleSet rule = RuleSet::freestyle) {
  return answer(black, white, claim, rule).outcome;
}

/// Up to three of the empty squares.
std::vector<Square> random_claim(const Position& position, RandomPositions& random) {
  std::vector<Square> claim;
  auto left = position.empties();
  for (int n = random.below(4); n > 0; --n) {
    claim.push_back(random.pick(left));
    left.erase(claim.back());
  }
  return claim;
}

// Five test by walking, so that not even the table of lines is shared.
bool makes_five(const Position& position, RuleSet rule, Color c, Square s) {
  constexpr int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
  for (auto [dx, dy] : steps) {
    int run = 1;
    for (int sign : {1, -1})
      for (int k = 1;; ++k) {
        const int x = s.column() + sign * k * dx;
        const int y = s.row() + sign * k * dy;
        if (x < 0 || y < 0 || x >= position.size() || y >= position.size() || position.at(Square(x, y)) != c)
          break;
        ++run;
      }
    if (run == 5 || (run > 5 && rule == RuleSet::freestyle)) return true;
  }
  return false;
}

// Does the attacker, or the defender to move, end with an attacker's five? Everything is played out.
class Minimax {
 public:
  Minimax(RuleSet rule, Color attacker) : rule_(rule), attacker_(attacker) {}

  bool attacker_wins(Position& position) {
    const auto key = Board(position, rule_).key() + (position.to_move() == attacker_ ? 'a' : 'd');
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    const bool attacking = position.to_move() == attacker_;
    bool won = !attacking && !position.is_full();
    for (Square s : position.empties()) {
      const bool five = makes_five(position, rule_, position.to_move(), s);
      position.play(s);
      const bool after = five ? attacking : !position.is_full() && attacker_wins(position);
      position.undo(s);
      if (after == attacking) {
        won = attacking;
        break;
      }
    }
    known_.emplace(key, won);
    return won;
  }

 private:
  RuleSet rule_;
  Color attacker_;
  std::unordered_map<std::string, bool> known_;
};

}  // namespace

TEST_CASE("fives of the oracle's board are those found by walking") {
  RandomPositions random(7);
  int fives = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto made = random.next();
    const Board board(made.position, made.rule);
    for (Color c : {Color::black, Color::white}) {
      SquareSet walked;
      SquareSet counted;
      for (Square s : made.position.empties())
        if (makes_five(made.position, made.rule, c, s)) walked.insert(s);
      for (Square s : board.five_squares(c)) counted.insert(s);
      REQUIRE(walked == counted);
      for (Square s : walked) {
        Board after(made.position, made.rule);
        after.put(c, s);
        REQUIRE(after.has_five(c));
        ++fives;
      }
    }
  }
  CHECK(fives > 200);
}

TEST_CASE("an open four wins without a claim, a closed one does not") {
  CHECK(outcome("g8 h8 i8 j8", "a1 a2 a3 a4", "") == Outcome::confirmed);
  CHECK(outcome("g8 h8 i8", "f8 a2 a4", "j8") == Outcome::refuted);
}

TEST_CASE("an open three becomes a straight four; a lone two does not win") {
  CHECK(outcome("g8 h8 i8", "a1 a3 a5", "") == Outcome::confirmed);
  const auto two = answer("g8 h8", "a1 a3", "i8");
  CHECK(two.outcome == Outcome::refuted);
  CHECK_FALSE(two.line.empty());
}

TEST_CASE("a defender's open three beats a three but not a four") {
  // Black has a two and a two crossing in h8; White has an open three and is not to move.
  CHECK(outcome("f8 g8 h9 h10", "m2 m3 m4 a1", "h8") == Outcome::refuted);
  CHECK(outcome("f8 g8 e8 h9 h10 h11", "m2 m3 m4 d8 h12 a1", "h8") == Outcome::confirmed);
}

TEST_CASE("a double three wins when the defender has nothing") {
  CHECK(outcome("f8 g8 h9 h10", "a1 a5 o1 o5", "h8") == Outcome::confirmed);
}

TEST_CASE("under standard rules six is not five, for either side") {
  const char* const six = "c8 e8 f8 g8 h8";  // d8 makes six
  for (RuleSet rule : {RuleSet::freestyle, RuleSet::standard})
    CHECK(outcome(six, "a1 a3 a5 a7 a9", "", rule) == Outcome::confirmed);  // i8: five, d8 empty
  CHECK(outcome(six, "i8 a1 a3 a5 a7", "") == Outcome::confirmed);
  CHECK(outcome(six, "i8 a1 a3 a5 a7", "", RuleSet::standard) == Outcome::refuted);
  // White's four that would become six forces nobody under standard rules.
  const char* const white = "b2 d2 e2 f2 g2 a9";
  CHECK(outcome("g5 h5 i5", white, "", RuleSet::standard) == Outcome::refuted);  // h2 makes five
  CHECK(outcome("g5 h5 i5 h2", white, "", RuleSet::standard) == Outcome::confirmed);
  CHECK(outcome("g5 h5 i5 h2", white, "") == Outcome::refuted);
}

TEST_CASE("there is room for the attacker's forced answers") {
  // h8 makes two threes. White's m4 is a four; Black's block on m5 (m1 is taken) changes nothing.
  CHECK(outcome("f8 g8 h9 h10 m1", "m2 m3 a2 a4", "h8") == Outcome::confirmed);
  CHECK(outcome("f8 g8 h9 h10 m1", "m2 m3 m4 a4", "h8") == Outcome::confirmed);
  // The forced answer i8 makes Black's own five.
  CHECK(outcome("e8 f8 g8 h9 h10 i7", "d8 i6 i9 i10 i5", "h8") == Outcome::confirmed);
}

TEST_CASE("a position with a five is over and a spent budget is no answer") {
  CHECK(outcome("g8 h8 i8 j8", "a1 a2 a3 a4 a5", "") == Outcome::refuted);
  Options options;
  options.node_budget = 1;
  CHECK(answer("f8 g8 h9 h10", "a1 a5 o1 o5", "h8", RuleSet::freestyle, options).outcome == Outcome::unknown);
}

TEST_CASE("confirmed implies a true win, and leaving out lost replies changes nothing") {
  RandomPositions random(11);
  int confirmed = 0;
  int refuted = 0;
  for (int i = 0; i < 6000; ++i) {
    const int size = random.between(5, 7);
    const auto rule = random.below(2) == 0 ? RuleSet::freestyle : RuleSet::standard;
    const auto attacker = random.below(2) == 0 ? Color::black : Color::white;
    Position position(size);
    const int empty = random.between(5, 9);
    while (position.empties().size() > empty) {
      const auto c = random.below(100) < 52 ? attacker : opponent(attacker);
      const Square s = random.pick(position.empties());
      if (!makes_five(position, rule, c, s))
        position.put(c, s);
      else if (!makes_five(position, rule, opponent(c), s))
        position.put(opponent(c), s);
      else
        position = Position(size);
    }
    const Board board(position, rule);
    if (board.has_five(Color::black) || board.has_five(Color::white)) continue;
    position.set_to_move(attacker);
    const auto claim = random_claim(position, random);
    Options plain;
    plain.prune = false;
    const auto fast = check(position, rule, attacker, claim);
    const auto slow = check(position, rule, attacker, claim, plain);
    INFO(diagram(position) << name_of(rule) << ' ' << name_of(attacker) << ": " << to_text(claim));
    REQUIRE(fast.outcome == slow.outcome);
    if (fast.outcome == Outcome::confirmed) {
      ++confirmed;
      REQUIRE(Minimax(rule, attacker).attacker_wins(position));
    } else {
      ++refuted;
    }
  }
  CHECK(confirmed > 300);
  CHECK(refuted > 300);
}

TEST_CASE("leaving out lost replies changes nothing on open boards") {
  RandomPositions random(12);
  int confirmed = 0;
  int decided = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto made = random.next();
    if (made.position.size() > 9) continue;
    const auto claim = random_claim(made.position, random);
    Options plain;
    plain.prune = false;
    plain.node_budget = 20'000;
    const auto slow = check(made.position, made.rule, made.attacker, claim, plain);
    if (slow.outcome == Outcome::unknown) continue;
    INFO(diagram(made.position) << name_of(made.rule) << ' ' << name_of(made.attacker) << ": "
                                << to_text(claim));
    REQUIRE(check(made.position, made.rule, made.attacker, claim).outcome == slow.outcome);
    ++decided;
    if (slow.outcome == Outcome::confirmed) ++confirmed;
  }
  CHECK(decided > 500);
  CHECK(confirmed > 100);
}

}  // namespace fiveproof::oracle
