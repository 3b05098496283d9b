// Zones: whatever the defender plays outside, replay says yes as before.
#include <catch2/catch.hpp>

#include "dbsearch/related.hpp"
#include "dbsearch/searcher.hpp"
#include "game/five.hpp"
#include "game/notation.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/random_positions.hpp"
#include "tests/rounds.hpp"

namespace fiveproof {
namespace {

using dbsearch::Searcher;

struct ZoneCounts {
  std::uint64_t wins = 0, with_threes = 0, played_out = 0;
  std::uint64_t whole_board = 0, outside = 0, in_zone = 0, related = 0, spoilt = 0;
};

bool has_three(const dbsearch::ThreatSequence& sequence) {
  return std::ranges::any_of(sequence, [](const auto& threat) { return category_of(threat.kind) == 2; });
}

/// The zone word by word (spec/dbsearch.md, section 4): windows and stones, one square at a time.
class SlowZone {
 public:
  SlowZone(const Position& position, Color attacker) : position_(position), attacker_(attacker) {}

  SquareSet of(const dbsearch::ThreatSequence& sequence) {
    const int size = position_.size();
    SquareSet zone;
    SquareSet ours = position_.stones(attacker_), theirs = position_.stones(opponent(attacker_));
    for (std::size_t i = 0; i < sequence.size(); ++i) {
      const auto& threat = sequence[i];
      zone |= threat.squares(threat.line, size);
      if (threat.kind == dbsearch::ThreatKind::five) break;
      ours.insert(threat.gain);
      zone |= windows(ours, theirs, 3);
      if (threat.kind == dbsearch::ThreatKind::straight_four) break;
      if (category_of(threat.kind) == 2) {
        SquareSet grown = theirs;
        for (SquareSet more = windows(ours, grown, 3); !(more - grown).empty();
             more = windows(ours, grown, 3))
          grown |= more;
        zone |= grown | windows(ours, grown, 2);
        SquareSet later = ours;
        for (std::size_t k = i; k + 1 < sequence.size();) {
          grown |= sequence[k].squares(sequence[k].cost, size);
          const auto& next = sequence[++k];
          if (next.kind == dbsearch::ThreatKind::five) break;
          if (!grown.contains(next.gain)) later.insert(next.gain);
          zone |= windows(later, grown, 3);
          if (next.kind != dbsearch::ThreatKind::four) break;
        }
      }
      theirs |= threat.squares(threat.cost, size);
    }
    return zone;
  }

 private:
  /// All squares of the windows that hold so many stones of the defender and none of the attacker.
  SquareSet windows(const SquareSet& ours, const SquareSet& theirs, int least) const {
    SquareSet found;
    for (const Square s : SquareSet::whole_board(position_.size()))
      for (const auto& [dx, dy] : {std::pair(1, 0), std::pair(0, 1), std::pair(1, 1), std::pair(1, -1)}) {
        const int x = s.column() + 4 * dx, y = s.row() + 4 * dy;
        if (x >= position_.size() || y < 0 || y >= position_.size()) continue;
        SquareSet window;
        for (int k = 0; k < 5; ++k) window.insert(Square(s.column() + k * dx, s.row() + k * dy));
        if ((window & ours).empty() && (window & theirs).size() >= least) found |= window;
      }
    return found;
  }

  const Position& position_;
  Color attacker_;
};

/// All empty squares of one position, if there is a win. One in so many outside is played out at full width,
/// too.
void compare_zone(const oracle::RandomPosition& random, ZoneCounts& found, unsigned one_in) {
  const int size = random.position.size();
  Searcher searcher(random.rule, size);
  searcher.set_position(random.position, random.attacker);
  const auto result = searcher.search({.node_limit = 400});
  if (!result.win) return;
  ++found.wins;
  found.with_threes += has_three(result.sequence) ? 1U : 0U;
  const SquareSet zone = searcher.zone_of(result.sequence);
  const SquareSet related = searcher.related_squares(result.sequence);
  REQUIRE((dbsearch::needed_squares(result.sequence, size) - zone).empty());
  const SquareSet slow = SlowZone(random.position, random.attacker).of(result.sequence);
  const SquareSet empties = random.position.empties();
  if ((zone & empties) !=
      (slow & empties)) {  // only where more windows would have to be noted than there is room for
    REQUIRE((zone == SquareSet::whole_board(size)));
    ++found.whole_board;
  }
  for (Square s : random.position.empties()) {
    // With a five the game is over, and nobody asks.
    if (makes_five(random.position, random.rule, opponent(random.attacker), s)) continue;
    found.related += related.contains(s) ? 1U : 0U;
    searcher.put(opponent(random.attacker), s);
    const bool wins = searcher.replay(result.sequence);
    searcher.undo();
    if (zone.contains(s)) {
      ++found.in_zone;
      found.spoilt += wins ? 0U : 1U;
      continue;
    }
    INFO(name_of(random.rule) << ' ' << size << ", black " << to_text(random.position.stones(Color::black))
                              << ", white " << to_text(random.position.stones(Color::white)) << ", attacker "
                              << name_of(random.attacker) << ", reply " << to_text(s) << ": "
                              << to_text(result.sequence, size));
    REQUIRE(wins);
    if (++found.outside % one_in != 0 ||
        makes_five(random.position, random.rule, opponent(random.attacker), s))
      continue;
    Position after = random.position;
    after.put(opponent(random.attacker), s);
    const auto truth = oracle::check(after, random.rule, random.attacker, gains_of(result.sequence));
    REQUIRE(truth.outcome != oracle::Outcome::refuted);
    found.played_out += truth.outcome == oracle::Outcome::confirmed ? 1U : 0U;
  }
}

TEST_CASE("no square outside the zone spoils a sequence", "[zone]") {
  oracle::RandomPositions positions(72);
  ZoneCounts found;
  for (std::size_t i = 0; i < fiveproof::test::rounds(12'000); ++i) compare_zone(positions.next(), found, 50);
  for (std::size_t i = 0; i < fiveproof::test::rounds(6'000); ++i)
    compare_zone(positions.next_long(), found, 200);
  // The comparison is worth something, and so is the zone.
  CHECK(found.wins > 1'000);
  CHECK(found.with_threes > 200);
  CHECK(found.played_out > 100);
  CHECK(found.in_zone * 3 < found.related * 2);
  CHECK(found.spoilt * 4 > found.in_zone);
  WARN(found.wins << " sequences, " << found.with_threes << " with threes; " << found.outside
                  << " squares outside, " << found.played_out << " played out; " << found.in_zone
                  << " in the zone, " << found.related << " related, " << found.spoilt << " spoil; "
                  << found.whole_board << " whole boards");
}

}  // namespace
}  // namespace fiveproof
