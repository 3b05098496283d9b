#include "format/forest.hpp"

#include <catch2/catch.hpp>

#include "game/packed_position.hpp"
#include "game/symmetry.hpp"
#include "samples.hpp"

using namespace fiveproof;
using namespace fiveproof::test;

namespace {

/// Walks the trees on a board, with nothing but positions and symmetries: every record once, and each where
/// it says it is.
void check_walk(const Proof& proof) {
  const Forest forest = forest_of(proof.records);
  const int size = proof.size;
  REQUIRE(forest.nodes.size() == proof.records.count());
  std::vector<bool> is_met(forest.nodes.size());
  std::vector<Position> at;
  for (std::uint32_t n = 0; n < forest.nodes.size(); ++n) {
    const Forest::Node& node = forest.nodes[n];
    REQUIRE_FALSE(is_met[node.record]);
    is_met[node.record] = true;
    const Record record = proof.records.at(node.record);
    if (node.parent == Forest::none) {
      at.push_back(record.position);
    } else {
      REQUIRE(node.parent < n);
      REQUIRE(n < forest.nodes[node.parent].end);
      REQUIRE(node.end <= forest.nodes[node.parent].end);
      Position position = at[node.parent];
      position.play(from_dense_index(forest.nodes[node.parent].move, size));
      position.play(from_dense_index(node.reply, size));
      at.push_back(position);
    }
    const Canonical canonical = canonical_form(at.back());
    REQUIRE(canonical.position == record.position);
    REQUIRE(node.end > n);
    if (!record.move) {
      REQUIRE(node.move == 0xFFFF);
      continue;
    }
    const Square move = canonical.to_canonical.apply(from_dense_index(node.move, size), size);
    REQUIRE(canonical_move(record.position, move) == *record.move);
  }
  // Children one after the other, by their replies.
  for (std::uint32_t n = 0; n < forest.nodes.size(); ++n) {
    int before = -1;
    for (std::uint32_t child = n + 1; child < forest.nodes[n].end; child = forest.nodes[child].end) {
      REQUIRE(forest.nodes[child].parent == n);
      REQUIRE(static_cast<int>(forest.nodes[child].reply) > before);
      before = forest.nodes[child].reply;
    }
  }
}

}  // namespace

TEST_CASE("each record stands in one tree, once", "[format][forest]") {
  const int size = GENERATE(range(min_board_size, max_board_size + 1));
  const Color attacker = GENERATE(Color::black, Color::white);
  CAPTURE(size, attacker);
  check_walk(random_proof(static_cast<unsigned>(size), RuleSet::standard, size, attacker, 200));
  check_walk(random_strategy(static_cast<unsigned>(size), size, attacker, 500));
}

TEST_CASE("what hangs together is one tree", "[format][forest]") {
  const int size = GENERATE(5, 6, 15);
  const Color attacker = GENERATE(Color::black, Color::white);
  CAPTURE(size, attacker);
  const Forest forest = forest_of(random_strategy(7, size, attacker, 2'000).records);
  int trees = 0;
  for (const auto& node : forest.nodes) trees += node.parent == Forest::none;
  // White's first records have nothing above them: Black's first moves.
  if (attacker == Color::black)
    CHECK(trees == 1);
  else
    CHECK(trees <= size * size);
  CHECK(forest.nodes.size() > 1'000);
}

TEST_CASE("no records make no trees", "[format][forest]") {
  RecordTable records(15, Color::black);
  records.finish();
  CHECK(forest_of(records).nodes.empty());
}
