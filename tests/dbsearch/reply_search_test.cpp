// What ReplySearch says of replies, by either of its ways.
#include "dbsearch/reply_search.hpp"

#include <catch2/catch.hpp>

#include "dbsearch/exact_search.hpp"
#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "tests/game/positions.hpp"
#include "tests/rounds.hpp"

using namespace fiveproof;
using namespace fiveproof::dbsearch;
using fiveproof::test::position;
using fiveproof::test::square;
using fiveproof::test::squares;

namespace {

constexpr std::uint32_t effort = 300;

/// Does the attacker win by this sequence, as it is told?
bool wins_by(const Position& p, RuleSet rule, Color attacker, const ThreatSequence& sequence) {
  if (!has_forbidden_moves(rule)) {
    Searcher searcher(rule, p.size());
    searcher.set_position(p, attacker);
    return searcher.replay(sequence);
  }
  ExactSearch search(rule, p.size(), effort);
  search.set_position(p, attacker);
  return search.fours().replay(gains_of(sequence)) || search.wins_with(sequence);
}

/// Stones of both colours in turn, close together.
Position crowded_position(std::mt19937& random, int stones) {
  for (;;) {
    Position p(15);
    for (int i = 0; i < stones; ++i) {
      Square s;
      do {  // the row first: of two arguments each compiler works out another one first
        const int row = 3 + static_cast<int>(random() % 9);
        s = Square(3 + static_cast<int>(random() % 9), row);
      } while (!p.is_empty(s));
      p.play(s);
    }
    if (!has_five(p, RuleSet::freestyle, Color::black) && !has_five(p, RuleSet::freestyle, Color::white) &&
        !is_dead(p, RuleSet::renju))
      return p;
  }
}

/// Asks for replies under renju.
ReplySearch replies_at(Position p, Color attacker, std::uint32_t with_effort = 500) {
  p.set_to_move(opponent(attacker));
  ReplySearch replies(RuleSet::renju, p.size(), with_effort);
  replies.set_and_position(p, attacker);
  return replies;
}

struct Told {
  std::size_t lost = 0, replayed = 0, searched = 0, fully = 0, confirmed = 0, cut_short = 0;
};

/// Asks for the replies at random positions, twice: what is asked in between changes nothing.
Told tell(RuleSet rule, std::uint32_t with_effort, int rounds) {
  using How = ReplyAnswer::How;
  Told told;
  std::mt19937 random(11);
  for (int round = 0; round < rounds; ++round) {
    Position p = crowded_position(random, 16);
    const Color attacker = round % 2 == 0 ? Color::black : Color::white;
    p.set_to_move(opponent(attacker));
    ReplySearch search(rule, 15, with_effort);
    search.set_and_position(p, attacker);
    for (Square reply : legal_moves(p, rule, opponent(attacker))) {
      if (makes_five(p, rule, opponent(attacker), reply)) continue;
      const ReplyAnswer answer = search.answer(reply);
      told.cut_short += answer.cut_short;
      if (!answer.is_lost()) continue;
      ++told.lost;
      told.replayed += answer.how == How::replayed;
      told.searched += answer.how == How::searched;
      told.fully += answer.how == How::searched_fully;
      Position after = p;
      after.play(reply);
      CAPTURE(name_of(rule), to_text(reply), diagram(p));
      const ThreatSequence sequence = search.sequence();
      REQUIRE(search.sequence() == sequence);  // telling it changes nothing
      const bool wins = wins_by(after, rule, attacker, sequence);
      // How far moves are played out depends on what was tried before.
      if (!has_forbidden_moves(rule)) REQUIRE(wins);
      told.confirmed += wins;
    }
  }
  return told;
}

}  // namespace

TEST_CASE("the sequence that is told wins after the reply, however it was found", "[dbsearch]") {
  for (RuleSet rule : all_rule_sets) {
    CAPTURE(name_of(rule));
    const Told told = tell(rule, effort, 40);
    CHECK(told.lost > 500);
    CHECK(told.replayed > 100);
    CHECK(told.searched > 3);
    CHECK(told.confirmed * 100 > told.lost * 99);
    CHECK(told.lost == told.replayed + told.searched + told.fully);
    if (rule != RuleSet::standard) CHECK(told.fully > 0);
  }
}

TEST_CASE("with zones replies are answered as without", "[dbsearch]") {
  std::mt19937 random(13);
  std::size_t lost = 0, open = 0, searched = 0;
  const std::size_t rounds = fiveproof::test::rounds(450);
  for (std::size_t round = 0; round < rounds; ++round) {
    Position p = crowded_position(random, 12 + static_cast<int>(round % 12));
    const RuleSet rule = all_rule_sets[round % std::size(all_rule_sets)];
    const Color attacker = round % 2 == 0 ? Color::black : Color::white;
    p.set_to_move(opponent(attacker));
    ReplySearch zones(rule, 15, effort), each(rule, 15, effort, Answers::each_by_itself);
    zones.set_and_position(p, attacker);
    each.set_and_position(p, attacker);
    for (Square reply : legal_moves(p, rule, opponent(attacker))) {
      if (makes_five(p, rule, opponent(attacker), reply)) continue;
      CAPTURE(name_of(rule), to_text(reply), diagram(p));
      const ReplyAnswer answer = zones.answer(reply), expected = each.answer(reply);
      REQUIRE(answer.how == expected.how);
      REQUIRE(answer.cut_short == expected.cut_short);
      ++(answer.is_lost() ? lost : open);
      searched += answer.how == ReplyAnswer::How::searched;
      if (!answer.is_lost()) continue;
      Position after = p;
      after.play(reply);
      // How far moves are played out depends on what was tried before.
      const bool wins = wins_by(after, rule, attacker, zones.sequence());
      if (!has_forbidden_moves(rule)) REQUIRE(wins);
    }
  }
  CHECK(lost * 450 > 10'000 * rounds);
  CHECK(open * 450 > 10'000 * rounds);
  CHECK(searched * 450 > 200 * rounds);
}

TEST_CASE("what is answered at once is what would be answered one by one", "[dbsearch]") {
  std::mt19937 random(14);
  int at_once = 0, one_by_one = 0, nothing = 0;
  for (int round = 0; round < 300; ++round) {
    Position p = crowded_position(random, 12 + round % 12);
    const RuleSet rule = all_rule_sets[static_cast<std::size_t>(round) % std::size(all_rule_sets)];
    const Color attacker = round % 2 == 0 ? Color::black : Color::white, defender = opponent(attacker);
    p.set_to_move(defender);
    ReplySearch search(rule, 15, effort), each(rule, 15, effort, Answers::each_by_itself);
    search.set_and_position(p, attacker);
    each.set_and_position(p, attacker);
    const SquareSet replies = legal_moves(p, rule, defender) - five_squares(p, rule, defender);
    const SquareSet told = search.answered_at_once(replies);
    CHECK((told - replies).empty());
    CHECK(each.answered_at_once(replies).empty());
    at_once += told.size();
    one_by_one += (replies - told).size();
    nothing += told.empty();
    for (Square reply : told) {
      CAPTURE(name_of(rule), to_text(reply), diagram(p));
      REQUIRE(each.answer(reply).how == ReplyAnswer::How::replayed);
    }
    // After more sequences were found, more is answered at once.
    for (Square reply : replies - told) (void)search.answer(reply);
    CHECK((told - search.answered_at_once(replies)).empty());
  }
  CHECK(at_once > 10'000);
  CHECK(one_by_one > 5'000);
  CHECK(nothing > 50);
}

TEST_CASE("of several sequences that one is told which wins after the reply", "[dbsearch]") {
  // Each wins after replies at the other one.
  const auto tell_in_turns = [](Position p, RuleSet rule, Color attacker,
                                const std::vector<Square>& replies) {
    p.set_to_move(opponent(attacker));
    ReplySearch search(rule, 15, 1'000);
    search.set_and_position(p, attacker);
    for (int round = 0; round < 2; ++round)
      for (Square reply : replies) {
        CAPTURE(name_of(rule), to_text(reply), round);
        REQUIRE(search.answer(reply).is_lost());
        Position after = p;
        after.play(reply);
        CHECK(wins_by(after, rule, attacker, search.sequence()));
      }
  };
  for (RuleSet rule : all_rule_sets) {
    tell_in_turns(position("c13 d13 e13 l3 m3 n3", "h8 h1"), rule, Color::black,
                  squares("d12 l4 b13 o3 d14 k3 f12 l2 f13 m4 g13 j3"));
    tell_in_turns(position("h8 h1", "c13 d13 e11 e10 l5 m5 n3 n2"), rule, Color::white,
                  squares("e12 n4 b13 o5 e13 n5 f13 k5 e9 n6"));
  }
}

TEST_CASE("that a limit ended the search for an answer is told", "[dbsearch]") {
  for (RuleSet rule : all_rule_sets) {
    CAPTURE(name_of(rule));
    CHECK(tell(rule, 2, 5).cut_short > 100);
  }
}

TEST_CASE("a position is searched with reductions and then without", "[dbsearch]") {
  std::mt19937 random(12);
  std::size_t only_fully = 0;
  for (int round = 0; round < 600; ++round) {
    const Position p = crowded_position(random, 22);
    SearchOptions reduced;
    reduced.node_limit = effort;
    Searcher searcher(RuleSet::freestyle, 15);
    searcher.set_position(p, Color::black);
    const bool wins = searcher.search(reduced).win;
    const bool wins_fully = searcher.search(without_reductions(reduced)).win;
    ReplySearch search(RuleSet::freestyle, 15, effort);
    REQUIRE(search.win(p, Color::black).win == (wins || wins_fully));
    if (wins || !wins_fully) continue;
    ++only_fully;
    // So it is where moves are played out.
    ExactSearch exact(RuleSet::freestyle, 15, effort);
    exact.set_position(p, Color::black);
    REQUIRE(exact.search().win);
  }
  CHECK(only_fully > 0);
}

TEST_CASE("what is replayed wins, though no more moves may be played out", "[dbsearch][exact]") {
  // White's, under renju: others of his sequences win where they are played out only, which is refused here.
  std::mt19937 random(14);
  std::size_t all = 0;
  for (int round = 0; round < 400; ++round) {
    const Position p = crowded_position(random, 18);
    SearchOptions reduced;
    reduced.node_limit = effort;
    Searcher searcher(RuleSet::renju, 15);
    searcher.set_position(p, Color::white);
    if (!searcher.search(reduced).win) continue;
    ++all;
    ExactSearch exact(RuleSet::renju, 15, effort, {.positions = 1});
    exact.set_position(p, Color::white);
    REQUIRE(exact.search().win);
  }
  CHECK(all > 20);
}

TEST_CASE("an image of a sequence wins on the image of the board", "[dbsearch]") {
  std::mt19937 random(13);
  std::size_t wins = 0;
  for (int round = 0; round < 200; ++round) {
    const Position p = test::random_position(12, 20, random);
    for (RuleSet rule : {RuleSet::freestyle, RuleSet::standard}) {
      if (has_five(p, rule, Color::black) || has_five(p, rule, Color::white)) continue;
      Searcher searcher(rule, 12);
      searcher.set_position(p, Color::black);
      const SearchResult found = searcher.search({});
      if (!found.win) continue;
      ++wins;
      for (int k = 0; k < Symmetry::count; ++k)
        REQUIRE(wins_by(Symmetry(k).apply(p), rule, Color::black, image_of(found.sequence, Symmetry(k), 12)));
    }
  }
  CHECK(wins > 50);
}

TEST_CASE("a reply is answered without another look only where the line after a pass does not read it",
          "[dbsearch][exact]") {
  ReplySearch replies = replies_at(position("g8 h8 i8", "g2 i4 m6"), Color::black);
  CHECK(replies.answer(square("a1")).how == ReplyAnswer::How::replayed);
  for (const char* parry : {"f8", "j8"}) CHECK_FALSE(replies.answer(square(parry)).is_lost());
  // Where nothing wins after a pass, nothing is answered so, whatever was read before.
  Position quiet = position("c3 d3 m13 l13", "a15");
  quiet.set_to_move(Color::white);
  replies.set_and_position(quiet, Color::black);
  CHECK_FALSE(replies.answer(square("a1")).is_lost());
}

TEST_CASE("what wins by threes after a pass answers the replies that do not hold against it",
          "[dbsearch][exact]") {
  ReplySearch replies = replies_at(position("", "g8 h8 i9 i10"), Color::white);
  CHECK(replies.answer(square("a1")).how == ReplyAnswer::How::replayed);
}

TEST_CASE("where nothing wins after a pass, a reply that allows a forbidden point is lost to fours",
          "[dbsearch][exact]") {
  // On h8 Black makes a four and two threes, which is forbidden; White's open three holds against threes. If
  // White closes one of the two, h8 is a four and a three.
  ReplySearch replies = replies_at(position("e8 f8 g8 h9 h10 i9 j10", "d8 c2 d2 e2"), Color::black);
  CHECK_FALSE(replies.answer(square("a15")).is_lost());
  CHECK(replies.answer(square("h11")).how == ReplyAnswer::How::searched);
}

TEST_CASE("a reply may be lost where a limit ended the search after a pass", "[dbsearch][exact]") {
  const auto cut_short = [](std::uint32_t with_effort) {
    const ReplyAnswer answer =
        replies_at(position("c3 d3 m13 l13", "a15"), Color::black, with_effort).answer(square("a1"));
    CHECK_FALSE(answer.is_lost());
    return answer.cut_short;
  };
  CHECK(cut_short(1));
  CHECK_FALSE(cut_short(1000));
}
