#include "format/walk/forest.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "game/notation.hpp"
#include "game/packed_position.hpp"
#include "game/symmetry.hpp"
#include "samples.hpp"

using namespace fiveproof;
using namespace fiveproof::test;

namespace {

/// Walks the trees on a board, with nothing but positions and symmetries: every chosen record once, and each
/// where it says it is.
void check_walk(const Proof& proof, const BlockRecords& block) {
  const int size = proof.size;
  const Forest forest = forest_of(block);
  const auto record_at = [&](std::uint32_t place) { return proof.records.at(block.records[place]); };
  REQUIRE(forest.nodes.size() == block.count());
  std::set<std::uint32_t> left;
  for (std::uint32_t i = 0; i < block.count(); ++i) left.insert(i);
  std::vector<Position> at;
  std::uint32_t next = 0;
  for (const Forest::Start& start : forest.starts) {
    REQUIRE(start.first == next);
    REQUIRE(start.last > start.first);
    next = start.last;
    Position from = record_at(start.record).position;
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
      const Record record = record_at(node.record);
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
  auto source = BlockSource::create(proof.records, per_block).value();
  std::vector<bool> is_met(proof.records.count());
  while (const auto block = source.next()) {
    REQUIRE(block->count() > 0);
    REQUIRE(block->count() <= per_block);
    REQUIRE(std::ranges::is_sorted(block->records));
    for (std::uint32_t i = 0; i < block->count(); ++i) {
      const std::uint32_t record = block->records[i];
      REQUIRE_FALSE(is_met[record]);
      is_met[record] = true;
      REQUIRE(std::ranges::equal(block->entry(i), proof.records.entry(record)));
    }
    check_walk(proof, *block);
  }
  REQUIRE(std::ranges::count(is_met, false) == 0);
}

/// Any records make a forest, not only those of a block.
void check_some(const Proof& proof) {
  const auto links = links_of(proof.records).value();
  std::mt19937 random(1);
  BlockRecords some{proof.size, proof.attacker, {}, {}, {}};
  for (std::uint32_t i = 0; i < links.size(); ++i) {
    if (random() % 3 == 0) continue;
    some.records.push_back(i);
    some.links.push_back(links[i]);
    some.entries.insert(some.entries.end(), proof.records.entry(i).begin(), proof.records.entry(i).end());
  }
  check_walk(proof, some);
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
  const auto links = links_of(random_strategy(7, size, attacker, 2'000).records).value();
  const auto trees = std::ranges::count(links.all(), Link::none, &Link::parent);
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
  auto source = BlockSource::create(proof.records, 500).value();
  while (const auto block = source.next()) CHECK(forest_of(*block).starts.size() < 20);
}

TEST_CASE("no records make no trees", "[format][forest]") {
  RecordTable records(15, Color::black);
  records.finish();
  CHECK_FALSE(BlockSource::create(records, 10).value().next().has_value());
  CHECK(forest_of({15, Color::black, {}, {}, {}}).nodes.empty());
}

TEST_CASE("links do not depend on keys", "[format][forest]") {
  const int size = GENERATE(5, 6, 15, 20);
  const Color attacker = GENERATE(Color::black, Color::white);
  CAPTURE(size, attacker);
  const Proof proof = random_strategy(3, size, attacker, 300);
  const auto expected = links_of(proof.records).value();
  for (const std::uint64_t mask : {std::uint64_t{0}, std::uint64_t{6}, std::uint64_t{0xFF00000000000000u}}) {
    const auto links = links_of(proof.records, mask).value();
    for (std::size_t i = 0; i < links.size(); ++i) {
      CAPTURE(mask, i);
      REQUIRE(links[i].parent == expected[i].parent);
      REQUIRE(links[i].reply == expected[i].reply);
      REQUIRE(links[i].symmetry == expected[i].symmetry);
    }
  }
}

TEST_CASE("AND positions are counted as the slow way counts them", "[format][forest]") {
  const int size = GENERATE(5, 6, 15, 20);
  const Color attacker = GENERATE(Color::black, Color::white);
  const bool is_strategy = GENERATE(true, false);
  CAPTURE(size, attacker, is_strategy);
  const Proof proof = is_strategy ? random_strategy(5, size, attacker, 700)
                                  : random_proof(5, RuleSet::freestyle, size, attacker, 300);
  std::map<int, std::set<std::string>> expected;
  for (std::size_t i = 0; i < proof.records.count(); ++i) {
    const Record record = proof.records.at(i);
    std::set<std::string>& here = expected[proof.records.stone_count(i)];
    if (!record.move || record.position.at(*record.move)) continue;
    Position after = record.position;
    after.play(*record.move);
    std::string text;
    for (Color c : {Color::black, Color::white})
      text += to_text(canonical_form(after).position.stones(c)) + "/";
    here.insert(text);
  }
  for (const std::uint64_t mask : {~std::uint64_t{0}, std::uint64_t{6}}) {
    const auto counts = and_positions_by_stones(proof.records, mask).value();
    REQUIRE(counts.size() == expected.size());
    for (const auto& [stones, positions] : expected) {
      CAPTURE(mask, stones);
      CHECK(counts.at(stones) == positions.size());
    }
  }
}

TEST_CASE("moves that lead to the same AND position count once", "[format][forest]") {
  RecordTable records(15, Color::black);
  const auto add = [&](const char* black, const char* white, const char* move) {
    const auto at = [](const char* text) { return parse_squares(text, 15).value(); };
    const Position p = position_of(at(black), at(white), Color::black, 15).value();
    records.add(p, at(move).front());
  };
  add("h8", "i9", "j8");
  add("j8", "i9", "h8");  // the same
  add("h8", "g7", "h6");  // the same, turned
  add("h8", "i9", "k8");
  records.finish();
  const auto counts = and_positions_by_stones(records).value();
  REQUIRE(counts.size() == 1);
  CHECK(counts.at(2) == 2);
}
