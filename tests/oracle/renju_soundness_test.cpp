// Every win that Vcf and ExactSearch report on random positions is confirmed by the oracle of
// renju_oracle.hpp. A small count; for a large one run renju-soundness-run.
#include "tests/oracle/renju_soundness.hpp"

#include <catch2/catch.hpp>

#include <sstream>

#include "tests/rounds.hpp"

namespace fiveproof::renju_oracle {
namespace {

using fiveproof::test::rounds;

void compare_both_colours(RuleSet rule, std::uint64_t count) {
  for (Color attacker : {Color::black, Color::white}) {
    std::ostringstream log;
    const auto figures = compare(rule, attacker, count, 101, log);
    INFO(log.str());
    CHECK(figures.unconfirmed == 0);
    CHECK(figures.inconsistent == 0);
    CHECK(figures.spoiled == 0);
    CHECK(figures.overlooked == 0);
    CHECK(figures.fours_missed == 0);
    CHECK(figures.played_otherwise == 0);
    // The comparison is worth something only if there is much to compare; under sanitizers there is little.
    if (rounds(5) != 5) continue;
    CHECK(figures.not_again * 50 < figures.wins);
    CHECK(figures.undecided * 50 < figures.queries);
    CHECK(figures.wins * 5 > figures.positions);
    CHECK(figures.wins_by_fours > figures.wins / 4);
    CHECK(figures.squares_outside > 20 * figures.wins_by_fours);
    CHECK(figures.replays_of_change > figures.wins_by_fours);
    if (rule != RuleSet::renju) continue;
    CHECK(figures.wins_by_moves > 0);
    CHECK(figures.moves_played_like > 0);
    CHECK(figures.matter * 5 >= figures.positions);
    CHECK(figures.wins_matter * 5 >= figures.wins);
  }
}

}  // namespace

TEST_CASE("the oracle confirms every win under renju") { compare_both_colours(RuleSet::renju, rounds(60)); }
TEST_CASE("the oracle confirms every exact win under free-style rules") {
  compare_both_colours(RuleSet::freestyle, rounds(60));
}
TEST_CASE("the oracle confirms every exact win under standard rules") {
  compare_both_colours(RuleSet::standard, rounds(60));
}

}  // namespace fiveproof::renju_oracle
