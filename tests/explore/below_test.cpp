// What hangs below a position is what the slow way meets there.
#include "explore/below.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "game/position_key.hpp"
#include "game/symmetry.hpp"
#include "tests/explore/agreement.hpp"
#include "tests/positions.hpp"

namespace fiveproof::explore {
namespace {

/// Plays every reply; no table, no links.
void meet_below(const Proof& proof, const Position& or_position, std::set<std::string>& met, int ply,
                int& plies) {
  const Canonical canonical = canonical_form(or_position);
  const auto [first, last] = proof.records.find(canonical.position);
  if (first == last) return;
  met.insert(position_key(canonical.position));
  plies = std::max(plies, ply);
  const auto move = proof.records.move(first);
  if (!move) return;
  plies = std::max(plies, ply + 1);
  if (!is_legal(canonical.position, proof.rule, proof.attacker, *move)) return;
  if (makes_five(canonical.position, proof.rule, proof.attacker, *move)) return;
  Position after = canonical.position;
  after.play(*move);
  for (const Square reply : after.empties()) {
    Position next = after;
    next.play(reply);
    meet_below(proof, next, met, ply + 2, plies);
  }
}

Weight slow_weight(const Proof& proof, const Position& or_position) {
  std::set<std::string> met;
  int plies = 0;
  meet_below(proof, or_position, met, 0, plies);
  return {met.size(), plies};
}

void check_weights(const Proof& proof, std::size_t step) {
  auto below = Below::of(proof);
  REQUIRE(below.ok());
  for (std::size_t i = 0; i < proof.records.count(); i += step) {
    CAPTURE(i);
    CHECK(below.value().at(i) == slow_weight(proof, proof.records.at(i).position));
  }
}

TEST_CASE("what hangs below a position is what the slow way meets", "[explore]") {
  check_weights(read_proof("examples/example.fvp"), 17);
}

TEST_CASE("two lines to a position count it once, and a five ends a line", "[explore]") {
  Proof proof(RuleSet::freestyle, 9, Color::black);
  const auto add = [&](const char* moves, const char* answer) {
    const auto square = parse_squares(answer, 9).value();
    proof.records.add(after(moves, 9), square.empty() ? std::nullopt : std::optional(square.front()));
  };
  proof.roots = {root_after("e5", 9)};
  add("e5 a1", "e6");
  add("e5 b1", "e6");
  add("e5 a1 e6 b1", "e7");  // to which the one before leads as well
  add("e5 a1 e6 c2", "e5");  // onto a stone
  add("e5 a1 e6 b1 e7 h3", "");
  add("e5 a1 e6 b1 e7 h2", "e8");
  add("e5 a1 e6 b1 e7 h2 e8 i3", "e9");  // a five
  add("e5 a1 e6 b1 e7 h2 e8 i3 e9 i5", "a9");
  proof.records.finish();
  check_weights(proof, 1);
  auto below = Below::of(proof);
  REQUIRE(below.ok());
  const auto record = [&](const char* moves) {
    return proof.records.find(canonical_form(after(moves, 9)).position).first;
  };
  CHECK(below.value().at(record("e5 a1")) == Weight{6, 7});
  CHECK(below.value().at(record("e5 b1")) == Weight{5, 7});
  const std::vector<std::size_t> both = {record("e5 a1"), record("e5 b1")};
  CHECK(below.value().at(both) == Weight{7, 7});
  CHECK(below.value().at(std::span<const std::size_t>()) == Weight{0, 0});
}

}  // namespace
}  // namespace fiveproof::explore
