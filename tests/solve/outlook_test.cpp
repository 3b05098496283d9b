// What a move can do along its lines, held against the shapes one by one.
#include "solve/vct/outlook.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>

#include "dbsearch/shapes.hpp"
#include "tests/game/positions.hpp"
#include "tests/rounds.hpp"

using namespace fiveproof;
using namespace fiveproof::solve::vct;

namespace {

/// By looking at every window and every shape.
Outlook by_definition(const Position& p, RuleSet rule, Color attacker, Square s) {
  Outlook outlook;
  const LineBoard lines(p, attacker);
  for (int d = 0; d < direction_count; ++d) {
    int most = 0;
    for (int first = -4; first <= 0; ++first) {
      int own = 0;
      for (int k = first; k < first + 5; ++k) {
        const int column = s.column() + k * direction_dx[d], row = s.row() + k * direction_dy[d];
        const bool is_on_board = column >= 0 && column < p.size() && row >= 0 && row < p.size();
        if (!is_on_board || p.at(Square(column, row)) == opponent(attacker)) {
          own = 0;
          break;
        }
        own += p.at(Square(column, row)) == attacker;
      }
      most = std::max(most, own);
    }
    outlook.potential += most * most;
    const Neighbourhood n = lines.around(0, s, d);
    auto kind = most > 0 ? std::optional(ThreatClass::fukumi) : std::nullopt;
    for (const auto& shape : dbsearch::all_shapes())
      if (dbsearch::applies(shape.at(s, static_cast<Direction>(d)), n.own, n.blocked,
                            five_kind(rule, attacker)))
        kind = std::min(kind.value_or(ThreatClass::fukumi),
                        dbsearch::category_of(shape.kind) == 2 ? ThreatClass::three : ThreatClass::four);
    if (kind) outlook.kind = std::min(outlook.kind.value_or(*kind), *kind);
  }
  return outlook;
}

}  // namespace

TEST_CASE("what a move can do is what windows and shapes say", "[solve][vct]") {
  std::mt19937 random(39);
  std::size_t fours = 0, threes = 0;
  for (RuleSet rule : all_rule_sets)
    for (Color attacker : {Color::black, Color::white})
      for (std::size_t round = 0; round < test::rounds(10); ++round) {
        const int size = 5 + static_cast<int>(random() % 16);
        const Position p = test::random_position(size, 30, random);
        const LineBoard lines(p, attacker);
        const OutlookTable& table = OutlookTable::of(rule, attacker);
        for (Square s : p.empties()) {
          const Outlook told = table.at(lines, 0, s), expected = by_definition(p, rule, attacker, s);
          INFO(name_of(rule) << ", square " << s.column() << ' ' << s.row() << '\n' << diagram(p));
          CHECK(told.kind == expected.kind);
          CHECK(told.potential == expected.potential);
          fours += told.kind == ThreatClass::four;
          threes += told.kind == ThreatClass::three;
        }
      }
  CHECK((fours > 0 && threes > 0));
}
