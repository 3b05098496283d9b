#include "format/forest.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "game/packed_position.hpp"
#include "game/symmetry.hpp"
#include "samples.hpp"

using namespace fiveproof;
using namespace fiveproof::test;

namespace {

/// Walks the trees on a board, with nothing but positions and symmetries: every chosen record once, and each
/// where it says it is.
void check_walk(const Proof& proof, const Forest& forest, const std::vector<std::uint32_t>& chosen) {
  const int size = proof.size;
  REQUIRE(forest.nodes.size() == chosen.size());
  std::set<std::uint32_t> left(chosen.begin(), chosen.end());
  std::vector<Position> at;
  std::uint32_t next = 0;
  for (const Forest::Start& start : forest.starts) {
    REQUIRE(start.first == next);
    REQUIRE(start.last > start.first);
    next = start.last;
    Position from = proof.records.at(start.record).position;
    if (start.is_and) {
      REQUIRE(from.at(from_dense_index(start.reply, size)) == opponent(proof.attacker));
      from.take(from_dense_index(start.reply, size));
    } else {
      REQUIRE(forest.nodes[start.first].end == start.last);
    }
    int before = -1;
    for (std::uint32_t n = start.first; n < start.last; ++n) {
      const Forest::Node& node = forest.nodes[n];
      REQUIRE(left.erase(node.record) == 1);
      const Record record = proof.records.at(node.record);
      Position position = from;
      if (node.parent != Forest::none) {
        REQUIRE(node.parent >= start.first);
        REQUIRE(node.parent < n);
        REQUIRE(n < forest.nodes[node.parent].end);
        REQUIRE(node.end <= forest.nodes[node.parent].end);
        position = at[node.parent];
        position.play(from_dense_index(forest.nodes[node.parent].move, size));
        position.play(from_dense_index(node.reply, size));
      } else if (start.is_and) {
        REQUIRE(static_cast<int>(node.reply) > before);
        before = node.reply;
        position.put(opponent(proof.attacker), from_dense_index(node.reply, size));
      } else {
        REQUIRE(n == start.first);
      }
      at.push_back(position);
      const Canonical canonical = canonical_form(position);
      REQUIRE(canonical.position == record.position);
      REQUIRE(node.end > n);
      REQUIRE(node.end <= start.last);
      if (!record.move) {
        REQUIRE(node.move == 0xFFFF);
        continue;
      }
      const Square move = canonical.to_canonical.apply(from_dense_index(node.move, size), size);
      REQUIRE(canonical_move(record.position, move) == *record.move);
    }
  }
  REQUIRE(next == forest.nodes.size());
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

/// In blocks: every record in one of them.
void check_walks(const Proof& proof, std::uint32_t per_block) {
  const auto links = links_of(proof.records);
  std::vector<bool> is_met(proof.records.count());
  for (const auto& chosen : blocks_of(links, per_block)) {
    REQUIRE(!chosen.empty());
    REQUIRE(chosen.size() <= per_block);
    REQUIRE(std::ranges::is_sorted(chosen));
    for (std::uint32_t record : chosen) {
      REQUIRE_FALSE(is_met[record]);
      is_met[record] = true;
    }
    check_walk(proof, forest_of(proof.records, links, chosen), chosen);
  }
  REQUIRE(std::ranges::count(is_met, false) == 0);
}

/// Any records make a forest, not only those of a block.
void check_some(const Proof& proof) {
  const auto links = links_of(proof.records);
  std::mt19937 random(1);
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t i = 0; i < links.size(); ++i)
    if (random() % 3 != 0) chosen.push_back(i);
  check_walk(proof, forest_of(proof.records, links, chosen), chosen);
}

}  // namespace

TEST_CASE("each record stands in one tree, once", "[format][forest]") {
  const int size = GENERATE(range(min_board_size, max_board_size + 1));
  const Color attacker = GENERATE(Color::black, Color::white);
  const std::uint32_t per_block = GENERATE(1u, 7u, 100'000u);
  CAPTURE(size, attacker, per_block);
  const auto seed = static_cast<unsigned>(size);
  check_walks(random_proof(seed, RuleSet::standard, size, attacker, 200), per_block);
  const Proof strategy = random_strategy(seed, size, attacker, 500);
  check_walks(strategy, per_block);
  check_some(strategy);
}

TEST_CASE("what hangs together is one tree", "[format][forest]") {
  const int size = GENERATE(5, 6, 15);
  const Color attacker = GENERATE(Color::black, Color::white);
  CAPTURE(size, attacker);
  const auto links = links_of(random_strategy(7, size, attacker, 2'000).records);
  const auto trees = std::ranges::count(links, Link::none, &Link::parent);
  // White's first records have nothing above them: Black's first moves.
  if (attacker == Color::black)
    CHECK(trees == 1);
  else
    CHECK(trees <= size * size);
  CHECK(links.size() > 1'000);
}

TEST_CASE("a block is a stretch of the walk", "[format][forest]") {
  // Nearly all of a block hangs together: few starts, each an AND position on the way to where it begins.
  const Proof proof = random_strategy(7, 15, Color::black, 5'000);
  const auto links = links_of(proof.records);
  for (const auto& chosen : blocks_of(links, 500))
    CHECK(forest_of(proof.records, links, chosen).starts.size() < 20);
}

TEST_CASE("no records make no trees", "[format][forest]") {
  RecordTable records(15, Color::black);
  records.finish();
  const auto links = links_of(records);
  CHECK(blocks_of(links, 10).empty());
  CHECK(forest_of(records, links, {}).nodes.empty());
}
