// Related squares: whatever the defender plays outside them, replay says yes as before.
#include <catch2/catch.hpp>

#include "dbsearch/related.hpp"
#include "dbsearch/searcher.hpp"
#include "game/notation.hpp"
#include "tests/oracle/random_positions.hpp"

namespace fiveproof {
namespace {

using dbsearch::Searcher;

struct Found {
  int wins = 0;
  std::uint64_t outside = 0, inside = 0, spoilt = 0;
};

// All empty squares of one position, if there is a win.
void compare(const oracle::RandomPosition& random, Found& found) {
  const int size = random.position.size();
  Searcher searcher(random.rule, size);
  searcher.set_position(random.position, random.attacker);
  const auto result = searcher.search({});
  if (!result.win) return;
  ++found.wins;
  const SquareSet related = searcher.related_squares(result.sequence);
  const SquareSet needed = dbsearch::needed_squares(result.sequence, size);
  for (Square s : random.position.empties()) {
    searcher.put(opponent(random.attacker), s);
    const bool wins = searcher.replay(result.sequence);
    searcher.undo();
    if (related.contains(s)) {
      ++found.inside;
      if (needed.contains(s)) REQUIRE_FALSE(wins);
      found.spoilt += wins ? 0 : 1;
      continue;
    }
    ++found.outside;
    INFO(name_of(random.rule) << ' ' << size << ", black " << to_text(random.position.stones(Color::black))
                              << ", white " << to_text(random.position.stones(Color::white)) << ", attacker "
                              << name_of(random.attacker) << ", reply " << to_text(s));
    REQUIRE(wins);
  }
}

TEST_CASE("no square outside the related ones spoils a sequence", "[related]") {
  oracle::RandomPositions positions(71);
  Found found;
  for (int i = 0; i < 6000; ++i) compare(positions.next(), found);
  for (int i = 0; i < 1500; ++i) compare(positions.next_long(), found);
  // The comparison is worth something, and so is the set.
  CHECK(found.wins > 1500);
  CHECK(found.outside * 5 > found.inside);
  CHECK(found.spoilt * 10 > found.inside);
}

TEST_CASE("a four's line is related, and so is what the defender could make of the reply", "[related]") {
  // Black makes a straight four; White's a1 a3 c1 could become fours of his own.
  Position p(15);
  for (const char* s : {"d8", "e8", "f8"}) p.put(Color::black, parse_square(s, 15).value());
  for (const char* s : {"a1", "a3", "c1"}) p.put(Color::white, parse_square(s, 15).value());
  Searcher searcher(RuleSet::freestyle, 15);
  searcher.set_position(p, Color::black);
  const auto result = searcher.search({});
  REQUIRE(result.win);
  const SquareSet related = searcher.related_squares(result.sequence);
  for (const char* s : {"c8", "g8", "a2", "b1"})
    CHECK((related.contains(parse_square(s, 15).value()) || !p.is_empty(parse_square(s, 15).value())));
  CHECK_FALSE(related.contains(parse_square("o15", 15).value()));
}

}  // namespace
}  // namespace fiveproof
