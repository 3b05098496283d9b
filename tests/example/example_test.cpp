// The bundled example is what examples/README.md says.
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <vector>

#include "dbsearch/searcher.hpp"
#include "format/fvp/fvp_reader.hpp"
#include "game/packed_position.hpp"
#include "game/symmetry.hpp"
#include "proof/graph/longest_line.hpp"
#include "tests/paths.hpp"
#include "verify/verifier.hpp"

using namespace fiveproof;

namespace {

Proof example() {
  auto proof = read_fvp_file(test::in_project("examples/example.fvp"));
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
  const auto result = verify::check_proof(proof, {});
  REQUIRE(result.ok());
  const auto& checked = result.value();
  CHECK(checked.accepted());
  CHECK(checked.gap_count() == 0);
  CHECK(checked.unreached == 0);
  for (const auto& verdict : checked.verdicts) CHECK(verdict.replies >= 50'000);
  CHECK(checked.all.stored > proof.records.count());
}

TEST_CASE("the longest line of the bundled example follows its records", "[example]") {
  const Proof proof = example();
  const auto line = longest_line(proof);
  REQUIRE(line);
  Position position = proof.roots[line->root].position;
  for (std::size_t i = 0; i < line->moves.size(); ++i) {
    const Square move = line->moves[i];
    REQUIRE(position.is_empty(move));
    Position next = position;
    next.play(move);
    if (position.to_move() == proof.attacker) {
      const Canonical canonical = canonical_form(position);
      const auto [first, last] = proof.records.find(canonical.position);
      REQUIRE(first < last);
      Position stored = canonical.position;
      stored.play(*proof.records.move(first));
      CHECK(canonical_form(stored).position == canonical_form(next).position);
    }
    position = next;
  }
  CHECK(position.stone_count() == proof.records.at(proof.records.count() - 1).position.stone_count() + 1);
}

TEST_CASE("the bundled example has transpositions up to symmetry", "[example]") {
  const Proof proof = example();
  // The AND positions that lead to a record, in canonical form: two records may share their AND position, and
  // that is no transposition of what comes after it.
  std::map<std::size_t, std::set<std::vector<std::uint8_t>>> parents;
  std::set<std::size_t> turned;  // records met in another orientation than the stored one
  for (const Position& position : and_positions(proof)) {
    const auto parent = pack(canonical_form(position).position);
    for (Square reply : position.empties()) {
      Position next = position;
      next.play(reply);
      const Canonical canonical = canonical_form(next);
      const auto [first, last] = proof.records.find(canonical.position);
      if (first == last) continue;
      parents[first].insert(parent);
      if (next != canonical.position) turned.insert(first);
    }
  }
  std::size_t shared = 0;
  std::size_t shared_and_turned = 0;
  for (const auto& [record, leading] : parents) {
    if (leading.size() < 2) continue;
    ++shared;
    if (turned.contains(record)) ++shared_and_turned;
  }
  CHECK(parents.size() == proof.records.count());
  CHECK(shared == 24);
  CHECK(shared_and_turned == 9);
}

TEST_CASE("the bundled example has AND positions at which nothing is threatened", "[example]") {
  const Proof proof = example();
  dbsearch::Searcher searcher(proof.rule, proof.size);
  std::size_t quiet = 0;
  for (const Position& position : and_positions(proof)) {
    searcher.set_position(position, proof.attacker);
    if (!searcher.search({}).win && !searcher.search(dbsearch::without_reductions({})).win) ++quiet;
  }
  CHECK(quiet == 3);  // the roots
}
