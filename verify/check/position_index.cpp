#include "verify/check/position_index.hpp"

#include <limits>

#include "base/phase.hpp"

namespace fiveproof::verify {
namespace {

/// The finisher of splitmix64: every bit of the result depends on every bit of `x`.
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

using StoneNumbers = std::array<std::array<std::uint64_t, Square::count>, 2>;

constexpr StoneNumbers make_stone_numbers() {
  StoneNumbers numbers{};
  std::uint64_t counter = 0;
  for (auto& of_color : numbers)
    for (auto& number : of_color) number = mix(++counter * 0x2545f4914f6cdd1dU);
  return numbers;
}
constexpr StoneNumbers stone_numbers = make_stone_numbers();

std::uint64_t number_of(Color c, Square s) {
  return stone_numbers[static_cast<std::size_t>(index_of(c))][static_cast<std::size_t>(s.number())];
}

/// Do the stones of one colour agree under the symmetry? Compared square by square; equal numbers of stones
/// make the one direction enough.
bool maps_onto(Symmetry symmetry, const SquareSet& from, const SquareSet& to, int size) {
  for (Square s : from)
    if (!to.contains(symmetry.apply(s, size))) return false;
  return true;
}

}  // namespace

SymmetricHash::SymmetricHash(const Position& position) {
  for (int i = 0; i < Symmetry::count; ++i)
    for (Color c : {Color::black, Color::white})
      for (Square s : position.stones(c))
        hashes_[static_cast<std::size_t>(i)] ^= number_of(c, Symmetry(i).apply(s, position.size()));
}

std::uint64_t SymmetricHash::key() const {
  std::uint64_t sum = 0;
  for (std::uint64_t hash : hashes_) sum += mix(hash);
  return sum;
}

std::uint64_t SymmetricHash::key_with(Color c, Square s, int size) const {
  std::uint64_t sum = 0;
  for (int i = 0; i < Symmetry::count; ++i)
    sum += mix(hashes_[static_cast<std::size_t>(i)] ^ number_of(c, Symmetry(i).apply(s, size)));
  return sum;
}

std::optional<Symmetry> symmetry_between(const Position& from, const Position& to) {
  if (from.size() != to.size() || from.to_move() != to.to_move()) return std::nullopt;
  for (Color c : {Color::black, Color::white})
    if (from.count(c) != to.count(c)) return std::nullopt;
  for (int i = 0; i < Symmetry::count; ++i) {
    const Symmetry symmetry(i);
    if (maps_onto(symmetry, from.stones(Color::black), to.stones(Color::black), from.size()) &&
        maps_onto(symmetry, from.stones(Color::white), to.stones(Color::white), from.size()))
      return symmetry;
  }
  return std::nullopt;
}

PositionIndex::PositionIndex(const RecordTable& records, std::uint64_t key_mask)
    : records_(records),
      key_mask_(key_mask),
      is_repetition_(records.count()),
      is_contradictory_(records.count()) {
  FIVEPROOF_ENSURE(records.count() < std::numeric_limits<std::uint32_t>::max() / 2);
}

Result<PositionIndex> PositionIndex::create(const RecordTable& records, std::uint64_t key_mask) {
  PositionIndex index(records, key_mask);
  const std::size_t slots = records.count() + records.count() * 3 / 5 + 1;
  const MemoryBudget budget = records.budget().share(4);
  auto tags = LargeArray<std::uint8_t>::create(slots, budget);
  if (!tags.ok()) return tags.error();
  auto record_of = LargeArray<std::uint32_t>::create(slots, budget);
  if (!record_of.ok()) return record_of.error();
  index.tags_ = std::move(tags).value();
  index.record_of_ = std::move(record_of).value();
  const auto count = static_cast<std::uint32_t>(records.count());
  Phase phase("indexing records", count);
  for (std::uint32_t i = 0; i < count; ++i) {
    phase.reach(i);
    index.add(i);
    records.passed(i);
  }
  return index;
}

void PositionIndex::add(std::uint32_t record) {
  const Position position = records_.at(record).position;
  const std::uint64_t key = SymmetricHash(position).key();
  // The records come from a file: that they are canonical and sorted is not relied upon here.
  if (const auto earlier = find(position, key)) {
    is_repetition_[record] = is_contradictory_[record] = true;
    is_contradictory_[earlier->record] = true;
    return;
  }
  const std::uint64_t masked = key & key_mask_;
  std::size_t slot = first_slot(masked);
  while (tags_[slot] != 0) slot = slot_after(slot);
  tags_[slot] = tag_of(masked);
  record_of_[slot] = record;
}

std::optional<StoredPosition> PositionIndex::find(const Position& position, std::uint64_t key) const {
  const std::uint64_t masked = key & key_mask_;
  const std::uint8_t tag = tag_of(masked);
  for (std::size_t slot = first_slot(masked); tags_[slot] != 0; slot = slot_after(slot)) {
    if (tags_[slot] != tag) continue;
    const std::uint32_t record = record_of_[slot];
    // The same key proves nothing: only a symmetry under which all squares agree does.
    if (const auto symmetry = symmetry_between(position, records_.at(record).position))
      return StoredPosition{record, *symmetry};
  }
  return std::nullopt;
}

}  // namespace fiveproof::verify
