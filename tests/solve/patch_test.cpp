#include "solve/patch.hpp"

#include <catch2/catch.hpp>

#include "game/notation.hpp"
#include "tests/positions.hpp"

namespace fiveproof::solve {
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

TEST_CASE("strays are what no play from a claim leads to", "[patch]") {
  const Proof proof = proof_of(
      {"h8 a1"},
      {{"h8 a1", "i9"}, {"h8 a1 i9 j9", "i10"}, {"h8 a1 g9 j9", "i10"}, {"h8 a1 i9 j9 i10 j10", "i7"}});
  const Proof kept = without_strays(proof);
  CHECK(kept.roots.size() == 1);
  CHECK(kept.records.count() == 3);
  CHECK_FALSE(plays(kept, "h8 a1 g9 j9", "i10"));
  CHECK(plays(kept, "h8 a1 i9 j9 i10 j10", "i7"));
  // A claim with the defender to move reaches every reply.
  Proof other = proof_of({}, {{"h8 a1 g9 j9", "i10"}, {"h8 a1 i9 j9", "i10"}});
  Position root = after("h8 a1");
  root.play(at("g9"));
  other.roots.push_back({root, std::nullopt});
  CHECK(without_strays(other).records.count() == 1);
}

}  // namespace
}  // namespace fiveproof::solve
