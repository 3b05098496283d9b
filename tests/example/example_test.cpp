// The bundled example is what examples/README.md says.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "dbsearch/searcher.hpp"
#include "format/fvp_reader.hpp"
#include "game/symmetry.hpp"
#include "verify/verifier.hpp"

using namespace fiveproof;

namespace {

Proof example() {
  auto proof = read_fvp_file(std::string(FIVEPROOF_EXAMPLES) + "/example.fvp");
  REQUIRE(proof.ok());
  return std::move(proof).value();
}

std::vector<Position> and_positions(const Proof& proof) {
  std::vector<Position> positions;
  for (const Root& root : proof.roots) positions.push_back(root.position);
  for (std::size_t i = 0; i < proof.records.count(); ++i) {
    Record record = proof.records.at(i);
    if (!record.move) continue;
    record.position.play(*record.move);
    positions.push_back(record.position);
  }
  return positions;
}

}  // namespace

TEST_CASE("the bundled example is verified, with at least 50,000 replies a root", "[example]") {
  const Proof proof = example();
  const auto checked = verify::check_proof(proof, {});
  CHECK(checked.accepted());
  CHECK(checked.gaps.empty());
  CHECK(checked.unreached == 0);
  for (const auto& verdict : checked.verdicts) CHECK(verdict.replies >= 50'000);
  CHECK(checked.all.stored > proof.records.count());
}

TEST_CASE("the bundled example has transpositions up to symmetry", "[example]") {
  const Proof proof = example();
  std::map<std::size_t, std::set<std::size_t>> parents;  // of a record
  std::size_t through_a_symmetry = 0;
  const auto positions = and_positions(proof);
  for (std::size_t n = 0; n < positions.size(); ++n)
    for (Square reply : positions[n].empties()) {
      Position next = positions[n];
      next.play(reply);
      const Canonical canonical = canonical_form(next);
      const auto [first, last] = proof.records.find(canonical.position);
      if (first == last) continue;
      parents[first].insert(n);
      if (!(canonical.to_canonical == Symmetry())) ++through_a_symmetry;
    }
  const auto shared =
      std::count_if(parents.begin(), parents.end(), [](const auto& p) { return p.second.size() > 1; });
  CHECK(shared >= 100);
  CHECK(through_a_symmetry >= 1000);
}

TEST_CASE("the bundled example has AND positions at which nothing is threatened", "[example]") {
  const Proof proof = example();
  dbsearch::Searcher searcher(proof.rule, proof.size);
  std::size_t quiet = 0;
  for (const Position& position : and_positions(proof)) {
    searcher.set_position(position, proof.attacker);
    if (!searcher.search({}).win && !searcher.search(dbsearch::without_reductions({})).win) ++quiet;
  }
  CHECK(quiet >= 3);
}
