#include "verify/check/position_index.hpp"

#include <random>

#include "proofs.hpp"

using namespace fiveproof;
using namespace fiveproof::verify;
using namespace fiveproof::verify::test;

namespace {

Position random_position(std::mt19937& random, int size, int stones) {
  Position p(size);
  while (p.stone_count() < stones) {
    const Square s(static_cast<int>(random() % static_cast<unsigned>(size)),
                   static_cast<int>(random() % static_cast<unsigned>(size)));
    if (p.is_empty(s)) p.play(s);
  }
  return p;
}

}  // namespace

TEST_CASE("a stored position is found under each of the eight symmetries", "[verify]") {
  const std::uint64_t mask = GENERATE(~std::uint64_t{0}, std::uint64_t{0xff}, std::uint64_t{0});
  CAPTURE(mask);
  std::mt19937 random(20);
  RecordTable records(9, Color::black);
  std::vector<Position> stored;
  for (int i = 0; i < 100; ++i) {
    stored.push_back(random_position(random, 9, 10));
    records.add(stored.back(), std::nullopt);
  }
  records.finish();
  const PositionIndex index = PositionIndex::create(records, mask).value();
  for (const Position& p : stored) {
    for (int i = 0; i < Symmetry::count; ++i) {
      const Position image = Symmetry(i).apply(p);
      const auto found = index.find(image);
      REQUIRE(found.has_value());
      CHECK(found->to_record.apply(image) == records.at(found->record).position);
    }
    Position other = p;
    other.take(p.stones(Color::white).first());
    CHECK_FALSE(index.find(other).has_value());
    Position other_side = p;
    other_side.set_to_move(Color::white);
    CHECK_FALSE(index.find(other_side).has_value());
  }
}

TEST_CASE("equal keys do not make positions equal", "[verify]") {
  std::mt19937 random(21);
  RecordTable records(7, Color::black);
  std::set<std::vector<std::uint8_t>> stored;
  for (int i = 0; i < 200; ++i) {
    const Position p = random_position(random, 7, 6);
    records.add(p, std::nullopt);
    stored.insert(pack(canonical_form(p).position));
  }
  records.finish();
  const PositionIndex collisions = PositionIndex::create(records, 0).value();
  const PositionIndex index = PositionIndex::create(records).value();
  for (int i = 0; i < 1000; ++i) {
    const Position p = random_position(random, 7, 6);
    const bool is_stored = stored.contains(pack(canonical_form(p).position));
    CHECK(index.find(p).has_value() == is_stored);
    CHECK(collisions.find(p).has_value() == is_stored);
  }
}

TEST_CASE("the key after a reply is the key of the position after the reply", "[verify]") {
  std::mt19937 random(22);
  for (int size : {5, 9, 15, 20}) {
    Position p = random_position(random, size, 7);
    const ImageKeys& keys = ImageKeys::of_board(size);
    const KeyImages images = keys.of(p);
    for (int i = 0; i < Symmetry::count; ++i) CHECK(key_of_images(Symmetry(i).apply(p)) == images.sum());
    for (Square s : p.empties()) {
      Position after = p;
      after.play(s);
      CHECK((images ^ keys.of(p.to_move(), s, size)).sum() == key_of_images(after));
    }
  }
}

TEST_CASE("a position with two moves is contradictory, with one it is not", "[verify]") {
  RecordTable records(9, Color::black);
  records.add(open_three(), square("f5"));
  records.add(Symmetry(5).apply(open_three()), square("a2"));
  Position single = open_three();
  single.take(square("a9"));
  records.add(single, square("f5"));
  records.finish();
  const PositionIndex index = PositionIndex::create(records).value();
  const auto twice = index.find(open_three());
  REQUIRE(twice.has_value());
  CHECK(index.is_contradictory(twice->record));
  const auto once = index.find(single);
  REQUIRE(once.has_value());
  CHECK_FALSE(index.is_contradictory(once->record));
  CHECK_FALSE(index.is_repetition(once->record));
}

TEST_CASE("of many records each is found, and each repetition is known", "[verify]") {
  std::mt19937 random(23);
  RecordTable records(9, Color::black);
  for (int i = 0; i < 40'000; ++i) {
    const Position p = random_position(random, 9, 4 + 2 * (i % 2));
    records.add(p, p.empties().first());
    if (i % 5 == 0) records.add(p, std::nullopt);
  }
  records.finish();
  REQUIRE(records.count() > 40'000);  // worked on by several threads, one stretch after the other
  const PositionIndex index = PositionIndex::create(records).value();
  std::size_t repetitions = 0, wrong = 0;
  for (std::uint32_t i = 0; i < records.count(); ++i) {
    const bool is_repeated = records.is_repeated(i);
    const bool is_next = i + 1 < records.count() && records.is_repeated(i + 1);
    repetitions += is_repeated;
    wrong += index.is_repetition(i) != is_repeated;
    wrong += index.is_contradictory(i) != (is_repeated || is_next);
    std::uint32_t first = i;
    while (records.is_repeated(first)) --first;
    const auto found = index.find(records.at(i).position);
    wrong += !found || found->record != first;
  }
  CHECK(repetitions > 5'000);
  CHECK(wrong == 0);
}
