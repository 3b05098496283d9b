// Wins by threats answered one by one: each is confirmed by the oracle, against all replies on real boards.
#include "solve/vct/vct.hpp"

#include <catch2/catch.hpp>

#include <random>

#include "dbsearch/searcher.hpp"
#include "dbsearch/vcf.hpp"
#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "tests/game/positions.hpp"
#include "tests/rounds.hpp"
#include "tests/solve/vct_wins.hpp"

using namespace fiveproof;
using solve::Vct;
using solve::VctOptions;
using solve::VctResult;
using test::crowded_position;
using test::is_confirmed;
using test::position;
using test::square;

namespace {

VctResult search(const Position& p, RuleSet rule = RuleSet::freestyle, const VctOptions& options = {}) {
  return Vct(rule, p.size()).search(p, p.to_move(), options);
}

// -- the reference: bounded minimax, depth first (BMM of Piazza et al. 2021), with moves that threaten to win
// by fours --

bool makes_any_five(const Position& p, RuleSet rule, Color c) { return !five_squares(p, rule, c).empty(); }

bool wins_by_fours(const Position& p, RuleSet rule, Color attacker) {
  dbsearch::Vcf fours(rule, p.size());
  fours.set_position(p, attacker);
  return fours.search(100'000).win;
}

/// Does the attacker win with at most `depth` moves before a line of fours? Every reply is tried.
bool wins_by_threats(const Position& p, RuleSet rule, Color attacker, int depth) {
  if (wins_by_fours(p, rule, attacker)) return true;
  if (depth == 0) return false;
  const Color defender = opponent(attacker);
  for (Square move : legal_moves(p, rule, attacker)) {
    Position after = p;
    after.put(attacker, move);
    if (makes_any_five(after, rule, defender) || !wins_by_fours(after, rule, attacker)) continue;
    bool wins = true;
    for (Square reply : legal_moves(after, rule, defender)) {
      Position next = after;
      next.put(defender, reply);
      wins = wins_by_threats(next, rule, attacker, depth - 1);
      if (!wins) break;
    }
    if (wins) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a win by fours is found as one, and a five at once needs no step", "[solve][vct]") {
  const VctResult five = search(position("e8 f8 g8 h8", "a1 a2 a3"));
  CHECK(five.win);
  CHECK((five.steps.empty() && five.fours.empty()));
  const VctResult fours = search(position("f8 g8 h8", "a1 a2"));
  REQUIRE(fours.win);
  CHECK(fours.fours.size() == 1);
  CHECK(is_confirmed(position("f8 g8 h8", "a1 a2"), RuleSet::freestyle, Color::black, fours));
}

TEST_CASE("two threes at once win, and the tree says what follows each reply", "[solve][vct]") {
  const Position p = position("g8 h8 i9 i10", "a1 c3 o15");
  const VctResult found = search(p);
  REQUIRE(found.win);
  REQUIRE_FALSE(found.steps.empty());
  CHECK_FALSE(found.steps.front().replies.empty());
  CHECK(is_confirmed(p, RuleSet::freestyle, Color::black, found));
}

TEST_CASE("what is no win is none, and a limit says so", "[solve][vct]") {
  const VctResult none = search(position("h8", "a1"));
  CHECK_FALSE(none.win);
  CHECK_FALSE(none.cut_short);
  const Position p = position("g8 h8 i9 i10", "a1 c3 o15");
  const VctResult limited = search(p, RuleSet::freestyle, {.node_limit = 1});
  CHECK_FALSE(limited.win);
  CHECK(limited.cut_short);
  CHECK(limited.nodes <= 2);
}

TEST_CASE("a game that is over has no win", "[solve][vct]") {
  CHECK_FALSE(search(position("a1 b1 c1 d1 e1 g8 h8 i8", "a2 b2 c2 d2")).win);
  CHECK_FALSE(search(position("g8 h8 i8", "a2 b2 c2 d2 e2")).win);
}

TEST_CASE("the oracle confirms every win by threats, under all rules and for both colours", "[solve][vct]") {
  std::mt19937 random(35);
  int wins = 0, with_replies = 0;
  for (RuleSet rule : all_rule_sets)
    for (Color attacker : {Color::black, Color::white}) {
      Vct vct(rule, 15);
      for (std::size_t round = 0; round < test::rounds(40); ++round) {
        const Position p = crowded_position(random, 15, 8 + static_cast<int>(random() % 10));
        const VctResult found = vct.search(p, attacker, {.node_limit = 1500});
        if (!found.win) continue;
        ++wins;
        with_replies += !found.steps.empty() && !found.steps.front().replies.empty();
        INFO(name_of(rule) << ", " << name_of(attacker) << '\n' << diagram(p));
        CHECK(is_confirmed(p, rule, attacker, found));
      }
    }
  if (test::rounds(5) == 5) CHECK(wins > 60);
  CHECK(with_replies > 0);
}

TEST_CASE("threats find what db-search finds", "[solve][vct]") {
  std::mt19937 random(36);
  int wins = 0;
  for (RuleSet rule : {RuleSet::freestyle, RuleSet::standard}) {
    Vct vct(rule, 15);
    dbsearch::Searcher searcher(rule, 15);
    for (std::size_t round = 0; round < test::rounds(60); ++round) {
      const Position p = crowded_position(random, 15, 8 + static_cast<int>(random() % 6));
      searcher.set_position(p, p.to_move());
      if (!searcher.search({}).win) continue;
      ++wins;
      INFO(name_of(rule) << '\n' << diagram(p));
      CHECK(vct.search(p, p.to_move(), {.node_limit = 100'000}).win);
    }
  }
  if (test::rounds(5) == 5) CHECK(wins > 20);
}

TEST_CASE("a search to its end finds what depth-first minimax finds", "[solve][vct]") {
  std::mt19937 random(37);
  int wins = 0, none = 0;
  for (RuleSet rule : all_rule_sets) {
    Vct vct(rule, 9);
    for (std::size_t round = 0; round < test::rounds(40); ++round) {
      const Position p = crowded_position(random, 9, 6 + static_cast<int>(random() % 5));
      const VctResult found = vct.search(p, p.to_move(), {.node_limit = 20'000, .fours_limit = 100'000});
      const bool is_won = wins_by_threats(p, rule, p.to_move(), 1);
      INFO(name_of(rule) << '\n' << diagram(p));
      if (is_won) CHECK((found.win || found.cut_short));
      if (!found.win && !found.cut_short) {
        ++none;
        CHECK_FALSE(is_won);
      }
      wins += is_won && found.win;
    }
  }
  // Under sanitizers there are few.
  if (test::rounds(5) == 5) CHECK((wins > 5 && none > 5));
}

TEST_CASE("the same question gets the same answer, whatever was asked before", "[solve][vct]") {
  std::mt19937 random(38);
  Vct used(RuleSet::renju, 15);
  for (int round = 0; round < 15; ++round) {
    const Position p = crowded_position(random, 15, 12);
    const VctResult again = used.search(p, p.to_move(), {.node_limit = 400});
    const VctResult fresh = search(p, RuleSet::renju, {.node_limit = 400});
    CHECK(again.win == fresh.win);
    CHECK(again.cut_short == fresh.cut_short);
    CHECK(again.nodes == fresh.nodes);
  }
}

TEST_CASE("a quiet move that threatens to win by fours is tried if it may be, and if not, that is told",
          "[solve][vct]") {
  const Position p = position("e11 f5 g10 g11 h11 k6 k8", "h7 h8 j8 j11 k9 k11", 15, Color::white);
  const VctResult found = search(p);
  REQUIRE(found.win);
  CHECK(is_confirmed(p, RuleSet::freestyle, Color::white, found));
  const VctResult without = search(p, RuleSet::freestyle, {.most_fukumi = 0});
  CHECK_FALSE(without.win);
  CHECK(without.cut_short);
}
