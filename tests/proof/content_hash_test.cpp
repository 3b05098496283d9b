#include <algorithm>
#include <catch2/catch.hpp>

#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "proof/proof.hpp"
#include "tests/format/samples.hpp"

using namespace fiveproof;
using namespace fiveproof::test;

namespace {

/// The same proof with its records added in another order and each in the given orientation.
Proof turned(const Proof& proof, Symmetry symmetry, unsigned seed) {
  Proof out(proof.rule, proof.size, proof.attacker);
  std::vector<std::size_t> order(proof.records.count());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), std::mt19937(seed));
  for (std::size_t i : order) {
    const Record record = proof.records.at(i);
    std::optional<Square> move;
    if (record.move) move = symmetry.apply(*record.move, proof.size);
    out.records.add(symmetry.apply(record.position), move);
    out.records.add(symmetry.apply(record.position), move);
  }
  out.records.finish();
  for (const Root& root : proof.roots)
    out.roots.insert(out.roots.begin(), {symmetry.apply(root.position), std::nullopt});
  for (Gap gap : proof.findings) {
    gap.position = symmetry.apply(gap.position);
    if (gap.by) gap.by = symmetry.apply(*gap.by, proof.size);
    gap.root.reset();
    gap.line.clear();
    out.findings.insert(out.findings.begin(), gap);
  }
  return out;
}

}  // namespace

TEST_CASE("the content hash depends neither on order nor on orientation", "[proof][hash]") {
  const int k = GENERATE(range(0, Symmetry::count));
  const int size = GENERATE(5, 8, 15, 20);
  CAPTURE(k, size);
  const Proof proof = random_proof(21, RuleSet::standard, size, Color::white, 60);
  REQUIRE(content_hash(turned(proof, Symmetry(k), 99)) == content_hash(proof));
}

TEST_CASE("the content hash depends on everything that is claimed", "[proof][hash]") {
  const std::string hash = content_hash(random_proof(22, RuleSet::standard, 9, Color::black, 10));
  const auto other = [&](auto change) {
    Proof proof = random_proof(22, RuleSet::standard, 9, Color::black, 10);
    change(proof);
    return content_hash(proof) != hash;
  };
  CHECK_FALSE(other([](Proof&) {}));
  CHECK(other([](Proof& p) { p.rule = RuleSet::freestyle; }));
  CHECK(other([](Proof& p) { p.attacker = Color::white; }));
  CHECK(other([](Proof& p) { p.roots.pop_back(); }));
  CHECK(other([](Proof& p) { p.roots[0].position.set_to_move(Color::white); }));
  CHECK(other([](Proof& p) { p.findings.pop_back(); }));
  CHECK(other([](Proof& p) { p.findings[0].kind = GapKind::draw; }));
  CHECK(other([](Proof& p) { p.findings[0].by.reset(); }));
  CHECK(other([](Proof& p) { p.findings[1].limit = false; }));
  CHECK(other([](Proof& p) {
    RecordTable fewer(p.size, p.attacker);
    for (std::size_t i = 1; i < p.records.count(); ++i)
      fewer.add(p.records.at(i).position, p.records.at(i).move);
    fewer.finish();
    p.records = fewer;
  }));
}
