// Every win that search and replay report on random positions is confirmed by the oracle. A small count; for
// a large one run soundness-run.
#include "tests/oracle/soundness.hpp"

#include <catch2/catch.hpp>

#include <sstream>

namespace fiveproof::oracle {

TEST_CASE("the oracle confirms every win that search and replay report") {
  for (std::uint64_t seed : {101, 102}) {
    std::ostringstream log;
    const auto figures = compare(600, seed, log);
    INFO(log.str());
    CHECK(figures.unconfirmed == 0);
    CHECK(figures.undecided == 0);
    CHECK(figures.inconsistent == 0);
    CHECK(figures.lost_when_mirrored == 0);
    // The comparison is worth something only if there is much to compare.
    CHECK(figures.wins > 200);
    CHECK(figures.long_wins > 50);
    CHECK(figures.replays_of_reply > 1000);
    CHECK(figures.replays_of_change > 1000);
    CHECK(figures.replays_of_planted > 1000);
    CHECK(figures.mirrored > 200);
  }
}

}  // namespace fiveproof::oracle
