#include "convert/pictures/csv.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <sstream>

#include "format/fvp/fvp_reader.hpp"
#include "tests/convert/bytes.hpp"
#include "tests/convert/proof_fixtures.hpp"
#include "tests/convert/results.hpp"
#include "tests/paths.hpp"

using namespace fiveproof;
using namespace fiveproof::convert;
using fiveproof::test::tangled_proof;

namespace {

std::string csv_of(const Proof& proof, const PartOptions& options = {}) {
  return test::text_of(test::value_of(write_csv(proof, options)).bytes);
}

constexpr const char* header = "stones,records,without_move,after_moves\r\n";

/// Counted from the roots down, on real boards.
std::string slow_csv(const Proof& proof, const std::vector<Root>& roots, std::size_t max_depth) {
  using Key = std::pair<std::vector<std::uint8_t>, Color>;
  const auto key = [](const Position& p) { return Key(pack(canonical_form(p).position), p.to_move()); };
  std::set<Key> seen, after_moves;
  std::vector<Position> layer;
  const auto add = [&](const Position& position) {
    if (seen.insert(key(position)).second) layer.push_back(position);
  };
  std::map<int, std::array<int, 3>> counts;
  for (const Root& root : roots) add(root.position);
  for (std::size_t depth = 0; depth <= max_depth && !layer.empty(); ++depth)
    for (const Position& position : std::exchange(layer, {})) {
      if (position.to_move() != proof.attacker) {
        for (const Square s : position.empties()) {
          Position next = position;
          next.play(s);
          add(next);
        }
        continue;
      }
      const auto [first, last] = proof.records.find(canonical_form(position).position);
      for (std::size_t i = first; i < last; ++i) {
        const Record record = proof.records.at(i);
        auto& count = counts[position.stone_count()];
        ++count[0];
        if (!record.move) ++count[1];
        if (!record.move || !record.position.is_empty(*record.move)) continue;
        Position next = record.position;
        next.play(*record.move);
        if (after_moves.insert(key(next)).second) ++count[2];
        if (!makes_five(record.position, proof.rule, proof.attacker, *record.move)) add(next);
      }
    }
  std::string text = header;
  for (const auto& [stones, count] : counts)
    text += std::to_string(stones) + "," + std::to_string(count[0]) + "," + std::to_string(count[1]) + "," +
            std::to_string(count[2]) + "\r\n";
  return text;
}

}  // namespace

TEST_CASE("csv: a line for each number of stones", "[convert]") {
  Proof proof(RuleSet::freestyle, 15, Color::black);
  proof.records.add(after("h8 a2"), Square(0, 2));
  proof.records.add(after("h8 c2"), std::nullopt);
  proof.records.add(after("h8 a2 a3 c2 d4 e6"), Square(9, 2));
  proof.roots.push_back(root_after("h8 a2"));
  proof.records.finish();
  CHECK(csv_of(proof) == std::string(header) + "2,2,1,1\r\n6,1,0,1\r\n");
  CHECK(csv_of(proof, {.max_depth = 10}) == std::string(header) + "2,1,0,1\r\n");
  CHECK(csv_of(proof, {.root = root_after("h8 c2")}) == std::string(header) + "2,1,1,0\r\n");
  CHECK(csv_of(Proof(proof)).size() > 0);
  CHECK(test::code_of(write_csv(proof, {.root = root_after("h8 d7")})) == ErrorCode::usage);
  Proof empty(RuleSet::standard, 9, Color::white);
  empty.records.finish();
  CHECK(csv_of(empty) == header);
}

TEST_CASE("csv: a part is what is below its root, to its depth", "[convert]") {
  for (unsigned seed = 1; seed <= 25; ++seed) {
    CAPTURE(seed);
    const Proof proof = tangled_proof({.seed = seed, .size = 5 + static_cast<int>(seed % 3)});
    for (const std::size_t depth : {0, 1, 2, 3, 5, 100})
      REQUIRE(csv_of(proof, {.max_depth = depth}) == slow_csv(proof, proof.roots, depth));
    const Root root{proof.records.at(proof.records.count() / 3).position, std::nullopt};
    CHECK(csv_of(proof, {.root = root}) == slow_csv(proof, {root}, 100));
  }
}

TEST_CASE("csv: a part that is everything counts the same", "[convert]") {
  const auto proof = test::value_of(read_fvp_file(test::in_project("proofs/freestyle15.fvp"), {}));
  const std::string all = csv_of(proof);
  CHECK(all == csv_of(proof, {.max_depth = 225}));
  CHECK(all.starts_with(std::string(header) +
                        "0,1,0,1\r\n2,35,0,35\r\n4,6144,0,5516\r\n"));  // proofs/README.md
}
