#include "engine/winning_play.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "game/legal_moves.hpp"
#include "game/notation.hpp"
#include "tests/engine/boards.hpp"

namespace fiveproof::engine::winning_play_test {
namespace {

/// The replies that matter: those that make a five, all with which the defender makes a four or takes one of
/// the squares of the win, and some others, which `random` chooses.
SquareSet replies_at(const Position& position, RuleSet rule, WinningPlay& play, const Win& win,
                     std::mt19937& random) {
  const Color defender = position.to_move();
  const SquareSet legal = legal_moves(position, rule, defender);
  dbsearch::Vcf fours(rule, position.size());
  fours.set_position(position, opponent(defender));
  SquareSet replies =
      five_squares(position, rule, opponent(defender)) | play.squares_of(position, opponent(defender), win);
  for (const Square s : legal) {
    Position after = position;
    after.play(s);
    if (fours.makes_four(s) || random() % 40 == 0) replies.insert(s);
  }
  return replies & legal;
}

/// Plays out wins against many replies, and counts the games.
struct Trial {
  /// Where replies have many answers, not all of their games are played: under sanitizers that took minutes.
  static constexpr int most_games = 150;
  RuleSet rule;
  std::mt19937 random{3};
  int games = 0;

  /// Does the attacker, to move, make a five whatever the defender does? `known`: what he has found last.
  void check_wins(Position position, const std::optional<Win>& known, int depth) {
    const Color attacker = position.to_move();
    CAPTURE(to_text(position.stones(Color::black)), to_text(position.stones(Color::white)), depth);
    REQUIRE(depth < 60);
    WinningPlay play(rule, position.size());
    if (known) play.know(attacker, *known);
    const SquareSet threatened = five_squares(position, rule, opponent(attacker));
    const auto win = play.find(position, plenty, {});
    REQUIRE((win || threatened.size() == 1));
    const Square move = win ? win->move : threatened.first();
    REQUIRE(is_legal(position, rule, attacker, move));
    if (makes_five(position, rule, attacker, move)) {
      ++games;
      return;
    }
    position.play(move);
    REQUIRE(five_squares(position, rule, opponent(attacker)).empty());
    const std::optional<Win> now = win ? win : known;
    const SquareSet replies = replies_at(position, rule, play, now ? *now : Win{WinKind::five, move}, random);
    for (const Square reply : replies) {
      // Deep down some replies stand for all, so that the number of games stays small.
      if (games >= most_games) return;
      if (depth > 2 && random() % (depth > 5 ? 12 : 4) != 0 && reply != replies.first()) continue;
      Position after = position;
      after.play(reply);
      check_wins(after, now, depth + 1);
    }
  }
};

/// A position in which that side wins by threats and not by fours alone, with some stones thrown near the
/// middle.
Position random_win(RuleSet rule, Color attacker, std::mt19937& random) {
  for (;;) {
    Position position(15);
    const int stones = 8 + static_cast<int>(random() % 8);
    for (int i = 0; i < stones; ++i) {
      const Square s(4 + static_cast<int>(random() % 7), 4 + static_cast<int>(random() % 7));
      if (is_legal(position, rule, position.to_move(), s)) position.play(s);
    }
    position.set_to_move(attacker);
    if (has_five(position, rule, Color::black) || has_five(position, rule, Color::white)) continue;
    WinningPlay play(rule, 15);
    const auto win = play.find(position, plenty, {});
    if (win && win->kind == WinKind::threats && win->threats.size() + win->moves.size() >= 3) return position;
  }
}

TEST_CASE("a win that was begun is carried to a five against every reply", "[engine]") {
  const RuleSet rule = GENERATE(RuleSet::freestyle, RuleSet::standard, RuleSet::renju);
  const Color attacker = GENERATE(Color::black, Color::white);
  const unsigned seed = GENERATE(range(0u, 8u));
  CAPTURE(name_of(rule), name_of(attacker), seed);
  std::mt19937 random(seed);
  Trial trial{rule};
  trial.check_wins(random_win(rule, attacker, random), std::nullopt, 0);
  CHECK(trial.games > 0);
}

TEST_CASE("a five is made before anything else", "[engine]") {
  WinningPlay play(RuleSet::freestyle, 15);
  const Position position = board("e8 f8 g8 h8", "e9 f9 g9 h9", Color::black);
  const auto win = play.find(position, plenty, {});
  REQUIRE(win);
  CHECK(win->kind == WinKind::five);
  CHECK(text_of(*win, 15) == "five d8");
}

TEST_CASE("where the defender has a four, only a win by fives and fours counts", "[engine]") {
  WinningPlay play(RuleSet::freestyle, 15);
  // Black has a three; but White makes five first.
  CHECK_FALSE(play.find(board("g8 h8 i8 a1", "c3 d3 e3 f3", Color::black), plenty, {}));
}

TEST_CASE("the other side's win is seen, with the squares that could spoil it", "[engine]") {
  WinningPlay play(RuleSet::freestyle, 15);
  const Position position = board("g8 h8 i8", "a1 b5", Color::white);
  const auto threat = play.threat_against(position, plenty, {});
  REQUIRE(threat);
  const SquareSet squares = play.squares_of(position, Color::black, *threat);
  for (const char* square : {"f8", "j8"}) CHECK(squares.contains(parse_square(square, 15).value()));
  CHECK_FALSE(squares.contains(parse_square("c14", 15).value()));
}

TEST_CASE("without time nothing is searched for, but a five is seen and what is known is tried", "[engine]") {
  const Thought over(Clock::now() - milliseconds(1));
  WinningPlay play(RuleSet::freestyle, 15);
  const Position position = board("g8 h8 i8", "a1 b5 c9", Color::black);
  CHECK_FALSE(play.find(position, over, {}));
  REQUIRE(play.find(position, plenty, {}));
  CHECK(play.find(position, over, {}));
  CHECK(play.find(board("e8 f8 g8 h8", "a1 b5 c9 d1", Color::black), over, {}));
}

}  // namespace
}  // namespace fiveproof::engine::winning_play_test
