#include "proof/graph/patch.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "proof/graph/merge.hpp"
#include "tests/positions.hpp"

namespace fiveproof {
namespace {

Square at(const char* square) { return parse_square(square, 15).value(); }

struct Line {
  const char* moves;  ///< to an OR position of black
  const char* move;
};

Proof proof_of(std::initializer_list<const char*> roots, std::initializer_list<Line> lines) {
  Proof proof(RuleSet::freestyle, 15, Color::black);
  for (const char* root : roots) proof.roots.push_back({after(root), std::nullopt});
  for (const Line& line : lines) proof.records.add(after(line.moves), at(line.move));
  proof.records.finish();
  return proof;
}

bool plays(const Proof& proof, const char* moves, const char* move) {
  Position expected = after(moves);
  expected.play(at(move));
  const Proof one = proof_of({}, {{moves, move}});
  for (std::size_t i = 0; i < proof.records.count(); ++i)
    if (proof.records.at(i).position == one.records.at(0).position)
      return proof.records.at(i).move == one.records.at(0).move;
  return false;
}

TEST_CASE("a patch goes before what it patches", "[patch]") {
  const Proof base = proof_of({"h8 a1"}, {{"h8 a1", "i9"}, {"h8 a1 i9 j9", "i10"}});
  const Proof patch = proof_of({"h8 a1 i9 j9"}, {{"h8 a1 i9 j9", "g7"}, {"h8 a1 i9 j9 g7 j8", "i7"}});
  const Proof whole = patched(base, patch);
  CHECK(whole.roots.size() == 1);
  CHECK(whole.records.count() == 3);
  CHECK(plays(whole, "h8 a1", "i9"));
  CHECK(plays(whole, "h8 a1 i9 j9", "g7"));
  CHECK(plays(whole, "h8 a1 i9 j9 g7 j8", "i7"));
}

TEST_CASE("a finding is settled by a claim at its position, and by no other", "[patch]") {
  Proof base = proof_of({"h8 a1"}, {{"h8 a1", "i9"}});
  Gap finding;
  finding.kind = GapKind::illegal_move;
  finding.position = after("h8 a1 i9 j9");
  base.findings.push_back(finding);
  CHECK(patched(base, proof_of({"h8 a1 i9 k9"}, {})).findings.size() == 1);
  CHECK(patched(base, proof_of({"h8 a1 i9 j9"}, {})).findings.empty());
  CHECK(patched(base, proof_of({"h8 o15 i9 i10"}, {})).findings.size() == 1);
  CHECK(patched(base, proof_of({"h8 o15 g7 f7"}, {})).findings.empty());  // turned round
}

TEST_CASE("a claim with the defender to move reaches every reply", "[patch]") {
  Proof proof = proof_of({}, {{"h8 a1 g9 j9", "i10"}, {"h8 a1 i9 j9", "i10"}});
  Position root = after("h8 a1");
  root.play(at("g9"));
  proof.roots.push_back({root, std::nullopt});
  CHECK(trim(proof).value() == 1);
  CHECK(plays(proof, "h8 a1 g9 j9", "i10"));
}

TEST_CASE("a gap takes with it what leads to it, and nothing else", "[patch]") {
  const Proof proof = proof_of({"h8 a1"}, {{"h8 a1", "i9"},
                                           {"h8 a1 i9 j9", "i10"},
                                           {"h8 a1 i9 j9 i10 i8", "g9"},
                                           {"h8 a1 i9 g9", "i10"},
                                           {"h8 a2", "i9"}});
  const auto without = [&](const char* gap) { return without_gaps(proof, std::vector{after(gap)}); };
  CHECK(without_gaps(proof, {}).records.count() == 5);
  CHECK(without_gaps(proof, {}).roots.empty());
  // A reply that is not answered: it has no record, the move before it has.
  const Proof late = without("h8 a1 i9 j9 i10 k11");
  CHECK(late.records.count() == 3);
  CHECK(plays(late, "h8 a1 i9 g9", "i10"));
  CHECK(plays(late, "h8 a1 i9 j9 i10 i8", "g9"));
  CHECK(plays(late, "h8 a2", "i9"));
  // A record of its own that does not hold, turned round and with the moves in another order.
  CHECK(without("h8 o15 g7 f7").records.count() == 3);
  CHECK(without("i9 a1 h8 g9").records.count() == 3);
  // A position that no move of the proof leads to.
  CHECK(without("h8 a1 k9 j9").records.count() == 5);
  Proof found = proof_of({"h8 a1"}, {{"h8 a1", "i9"}, {"h8 a2", "i9"}});
  Gap finding;
  finding.kind = GapKind::illegal_move;
  finding.position = after("h8 a2");
  found.findings.push_back(finding);
  CHECK(without_gaps(found, {}).records.count() == 1);
}

/// The same the slow way: what play from a record can lead to, forwards.
bool leads_to_a_gap(const Proof& proof, const Position& or_position, const std::vector<Position>& gaps) {
  const Position canonical = canonical_form(or_position).position;
  for (const Position& gap : gaps)
    if (canonical_form(gap).position == canonical) return true;
  const auto [first, last] = proof.records.find(canonical);
  for (std::size_t i = first; i < last; ++i) {
    Position next = canonical;
    next.play(*proof.records.at(i).move);
    for (Square reply : next.empties()) {
      Position answered = next;
      answered.play(reply);
      if (leads_to_a_gap(proof, answered, gaps)) return true;
    }
  }
  return false;
}

TEST_CASE("what leads to gaps is the same from below and from above", "[patch]") {
  std::mt19937 random(11);
  int kept = 0;
  int dropped = 0;
  for (int game = 0; game < 20; ++game) {
    // A small board, so that plays meet.
    Proof proof(RuleSet::freestyle, 5, Color::black);
    std::vector<Position> positions;
    for (int i = 0; i < 300; ++i) {
      Position position(5);
      while (position.stone_count() < 2 * static_cast<int>(1 + random() % 3)) {
        const Square s(static_cast<int>(random() % 3), static_cast<int>(random() % 3));
        if (position.is_empty(s)) position.play(s);
      }
      position.set_to_move(Color::black);
      const Square move(static_cast<int>(random() % 3), static_cast<int>(random() % 3));
      if (position.stone_count() % 2 != 0 || !position.is_empty(move)) continue;
      positions.push_back(position);
      proof.records.add(position, move);
    }
    proof.records.finish();
    const std::vector<Position> gaps{positions[random() % positions.size()]};
    const Proof part = without_gaps(proof, gaps);
    std::size_t expected = 0;
    for (std::size_t i = 0; i < proof.records.count(); ++i)
      expected += leads_to_a_gap(proof, proof.records.at(i).position, gaps) ? 0 : 1;
    CHECK(part.records.count() == expected);
    for (std::size_t i = 0; i < part.records.count(); ++i)
      CHECK_FALSE(leads_to_a_gap(proof, part.records.at(i).position, gaps));
    kept += static_cast<int>(expected);
    dropped += static_cast<int>(proof.records.count() - expected);
  }
  CHECK(kept > 100);
  CHECK(dropped > 30);
}

}  // namespace
}  // namespace fiveproof
