#include "proof/proof.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "game/notation.hpp"
#include "game/packed_position.hpp"
#include "game/symmetry.hpp"
#include "proof/records/canonical_entry.hpp"
#include "tests/file_size_limit.hpp"
#include "tests/format/samples.hpp"
#include "tests/temporary_folder.hpp"

using namespace fiveproof;
using namespace fiveproof::test;

namespace {

Square square(const char* text, int size) { return parse_square(text, size).value(); }

/// No symmetry maps it onto itself.
Position asymmetric(int size) {
  return position_of({square("a1", size), square("b1", size), square("c2", size)}, {square("a3", size)},
                     Color::black, size)
      .value();
}

}  // namespace

TEST_CASE("the fast canonical entry agrees with game/symmetry", "[proof][table]") {
  const int size = GENERATE(range(min_board_size, max_board_size + 1));
  std::mt19937 random(static_cast<unsigned>(size));
  for (int i = 0; i < 60; ++i) {
    CAPTURE(size, i);
    // Few stones: many positions with symmetries of their own.
    const Position position = random_position(random, size, i % 6 == 0 ? i : i % 3, Color::white);
    const Square move = random_square(random, size);
    std::vector<std::uint8_t> entry(entry_bytes(size));
    write_canonical_entry(position, move, entry);

    const Canonical canonical = canonical_form(position);
    const auto packed = pack(canonical.position);
    REQUIRE(std::equal(packed.begin(), packed.end(), entry.begin() + 2));
    REQUIRE(entry[0] * 256 + entry[1] == position.stone_count());
    const Square expected = canonical_move(canonical.position, canonical.to_canonical.apply(move, size));
    REQUIRE(entry[entry.size() - 2] * 256 + entry[entry.size() - 1] == dense_index(expected, size));
  }
}

TEST_CASE("a move is mapped together with its position, through each of the 8 symmetries", "[proof][table]") {
  const int size = GENERATE(5, 15, 20);
  const Position position = asymmetric(size);
  const Square move = square("d5", size);
  for (int k = 0; k < Symmetry::count; ++k) {
    CAPTURE(size, k);
    RecordTable table(size, Color::black);
    table.add(Symmetry(k).apply(position), Symmetry(k).apply(move, size));
    table.finish();
    const Record record = table.at(0);
    const Canonical canonical = canonical_form(position);
    REQUIRE(record.position == canonical.position);
    REQUIRE(canonical.to_canonical.inverse().apply(*record.move, size) == move);
  }
}

TEST_CASE("equal records are kept once, contradictory ones side by side, no move last", "[proof][table]") {
  RecordTable table(15, Color::black);
  const Position position = asymmetric(15);
  table.add(position, std::nullopt);
  table.add(position, square("h8", 15));
  table.add(Symmetry(5).apply(position), Symmetry(5).apply(square("h8", 15), 15));
  table.add(position, square("o15", 15));
  table.finish();
  REQUIRE(table.count() == 3);
  REQUIRE(table.move(0).has_value());
  REQUIRE(table.move(1).has_value());
  REQUIRE_FALSE(table.move(2).has_value());
  const auto found = table.find(canonical_form(position).position);
  REQUIRE(found == std::pair<std::size_t, std::size_t>{0, 3});
}

TEST_CASE("a table of several chunks is sorted in place and takes no more memory than its entries",
          "[proof][table]") {
  const int count = GENERATE(1, 65536, 65537, 140000);
  const bool again = GENERATE(false, true);
  CAPTURE(count, again);
  std::mt19937 random(7);
  RecordTable table(6, Color::black);
  std::set<std::vector<std::uint8_t>> expected;
  std::vector<std::uint8_t> entry(entry_bytes(6));
  for (int i = 0; i < count; ++i) {
    const Position position = random_position(random, 6, i % 12, Color::black);
    const Square move = random_square(random, 6);
    table.add(position, move);
    if (again && i % 3 == 0) table.add(Symmetry(i % 8).apply(position), Symmetry(i % 8).apply(move, 6));
    write_canonical_entry(position, move, entry);
    expected.insert(entry);
  }
  table.finish();
  REQUIRE(table.count() == expected.size());
  std::size_t i = 0;
  for (const auto& bytes : expected) {
    const auto found = table.entry(i++);
    REQUIRE(std::equal(found.begin(), found.end(), bytes.begin(), bytes.end()));
  }
  // The list of chunks: a few words for each 4,096 records.
  CHECK(table.allocated_bytes() <= table.count() * entry_bytes(6) + 32 * (table.count() / 4096 + 1));
}

TEST_CASE("records are ordered by stones, then by the canonical order", "[proof][table]") {
  const Proof proof = random_proof(3, RuleSet::standard, 9, Color::white, 300);
  for (std::size_t i = 1; i < proof.records.count(); ++i) {
    const Record a = proof.records.at(i - 1);
    const Record b = proof.records.at(i);
    REQUIRE(a.position.stone_count() <= b.position.stone_count());
    if (a.position.stone_count() == b.position.stone_count())
      REQUIRE_FALSE(position_less(b.position, a.position));
  }
}

TEST_CASE("stone count and number of the move are those of the record", "[proof][table]") {
  const int size = GENERATE(5, 15, 20);
  const Proof proof = random_proof(5, RuleSet::standard, size, Color::black, 100);
  for (std::size_t i = 0; i < proof.records.count(); ++i) {
    const Record record = proof.records.at(i);
    REQUIRE(proof.records.stone_count(i) == record.position.stone_count());
    REQUIRE(proof.records.move_number(i) == (record.move ? dense_index(*record.move, size) : 0xFFFF));
  }
}

TEST_CASE("find tells stored positions from all others", "[proof][table]") {
  const Proof proof = random_proof(4, RuleSet::standard, 7, Color::black, 200);
  for (std::size_t i = 0; i < proof.records.count(); ++i) {
    const auto [first, last] = proof.records.find(proof.records.at(i).position);
    REQUIRE(first <= i);
    REQUIRE(i < last);
  }
  Position other(7);
  other.put(Color::white, square("g7", 7));
  Position canonical = canonical_form(other).position;
  const auto [first, last] = proof.records.find(canonical);
  for (std::size_t i = first; i < last; ++i) REQUIRE(proof.records.at(i).position == canonical);

  SECTION("the side to move is part of the position") {
    Position stored = proof.records.at(0).position;
    stored.set_to_move(Color::white);
    const auto none = proof.records.find(stored);
    REQUIRE(none.first == none.second);
  }
}

TEST_CASE("an empty table finds nothing", "[proof][table]") {
  RecordTable table(15, Color::white);
  table.finish();
  REQUIRE(table.empty());
  Position empty(15);
  empty.set_to_move(Color::white);
  const auto found = table.find(empty);
  REQUIRE(found.first == found.second);
}

TEST_CASE("a root reads as in a verdict line", "[proof]") {
  const auto moves = parse_squares("h8 a1", 15).value();
  CHECK(Root{position_after(moves, 15).value(), moves}.text() == "h8 a1");
  CHECK(Root{Position(15), std::vector<Square>{}}.text() == "the empty board");
  auto stones =
      position_of(parse_squares("h8 h9", 15).value(), parse_squares("a1", 15).value(), Color::white, 15);
  CHECK(Root{stones.value(), std::nullopt}.text() == "black h8 h9, white a1, white to move");
}

namespace {

/// Canonical entries, more than two chunks of them.
std::vector<std::vector<std::uint8_t>> many_entries() {
  std::mt19937 random(8);
  std::vector<std::vector<std::uint8_t>> entries(150000, std::vector<std::uint8_t>(entry_bytes(6)));
  for (std::size_t i = 0; i < entries.size(); ++i)
    write_canonical_entry(random_position(random, 6, static_cast<int>(i % 16), Color::black),
                          random_square(random, 6), entries[i]);
  return entries;
}

RecordTable table_of(const std::vector<std::vector<std::uint8_t>>& entries, const MemoryBudget& budget) {
  RecordTable table(6, Color::black, budget);
  for (const auto& entry : entries) table.add_entry(entry);
  return table;
}

}  // namespace

TEST_CASE("a table beyond its budget is the same table", "[proof][table]") {
  const TemporaryFolder folder;
  auto entries = many_entries();
  SECTION("in any order") {}
  SECTION("in order") { std::ranges::sort(entries); }
  SECTION("in order for a while") { std::sort(entries.begin(), entries.begin() + 100000); }
  SECTION("in order but for the last") {
    std::ranges::sort(entries);
    std::swap(entries.front(), entries.back());
  }
  const auto in_memory = table_of(entries, {});
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{500'000}, std::size_t{1'500'000}}) {
    CAPTURE(bytes);
    auto table = table_of(entries, {bytes, folder.path().string()});
    REQUIRE(table.finish_within_budget().ok());
    CHECK(std::filesystem::is_empty(folder.path()));  // what there was is unlinked
    CHECK(table.allocated_bytes() == 0);
    const RecordTable copy = table;
    table.passed(table.count());
    auto expected = entries;
    std::ranges::sort(expected);
    expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    REQUIRE(table.count() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      REQUIRE(std::ranges::equal(table.entry(i), expected[i]));
      REQUIRE(std::ranges::equal(copy.entry(i), expected[i]));
    }
    REQUIRE(table.find(table.at(77).position).first <= 77);
    table.forget_before(table.count());
  }
}

TEST_CASE("records are dropped, in memory and on the disk", "[proof][table]") {
  const TemporaryFolder folder;
  const auto entries = many_entries();
  const std::size_t budget = GENERATE(std::size_t{1} << 30, std::size_t{500'000});
  const std::size_t step = GENERATE(1, 2, 37, 100'000);  // 1: none is left
  const std::size_t first = step == 1 ? 0 : 4'095;
  CAPTURE(budget, step);
  auto table = table_of(entries, {budget, folder.path().string()});
  REQUIRE(table.finish_within_budget().ok());
  REQUIRE(table.is_on_disk() == (budget == 500'000));
  const RecordTable before = table;
  std::vector<std::size_t> dropped;
  for (std::size_t i = first; i < table.count(); i += step) dropped.push_back(i);
  REQUIRE(table.drop(dropped).ok());
  REQUIRE(table.count() == before.count() - dropped.size());
  auto next = dropped.begin();
  for (std::size_t i = 0, kept = 0; i < before.count(); ++i) {
    if (next != dropped.end() && *next == i)
      ++next;
    else
      REQUIRE(std::ranges::equal(table.entry(kept++), before.entry(i)));
  }
  const std::size_t left = table.count();
  REQUIRE(table.drop({}).ok());
  CHECK(table.count() == left);
}

TEST_CASE("a full disk leaves an empty table and an error", "[proof][table]") {
  const TemporaryFolder folder;
  const std::size_t room = GENERATE(0, 100'000, 1'500'000);
  auto entries = many_entries();
  const bool in_order = GENERATE(false, true);
  if (in_order) std::ranges::sort(entries);
  auto table = RecordTable(6, Color::black, {500'000, folder.path().string()});
  Status finished = Done{};
  {
    const FileSizeLimit limit(room);
    for (const auto& entry : entries) table.add_entry(entry);
    finished = table.finish_within_budget();
  }
  REQUIRE_FALSE(finished.ok());
  CHECK(finished.error().code == ErrorCode::io);
  CHECK(table.empty());
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("without a folder for temporary files there is no table beyond its budget", "[proof][table]") {
  const TemporaryFolder folder;
  auto table = table_of(many_entries(), {0, folder.file("missing")});
  const auto finished = table.finish_within_budget();
  REQUIRE_FALSE(finished.ok());
  CHECK(finished.error().file == folder.file("missing"));
}
