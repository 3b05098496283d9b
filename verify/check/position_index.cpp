#include "verify/check/position_index.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/in_order.hpp"
#include "base/phase.hpp"

namespace fiveproof::verify {
namespace {

/// Do the stones of one colour agree under the symmetry? They are compared square by square. One direction is
/// enough, as there are as many of them on either side.
bool maps_onto(Symmetry symmetry, const SquareSet& from, const SquareSet& to, int size) {
  for (Square s : from)
    if (!to.contains(symmetry.apply(s, size))) return false;
  return true;
}

/// So many records go to a thread at a time.
constexpr std::uint32_t records_of_a_stretch = 1u << 14;

struct KeysOfRecords {
  std::uint32_t first;
  std::vector<std::uint64_t> keys;  ///< key_of_images() of it and of those after it
};

/// Of one stretch.
KeysOfRecords keys_from(const RecordTable& records, std::uint32_t first) {
  KeysOfRecords made{first, {}};
  const std::size_t last = std::min<std::size_t>(records.count(), std::size_t{first} + records_of_a_stretch);
  made.keys.reserve(last - first);
  for (std::size_t i = first; i < last; ++i) made.keys.push_back(key_of_images(records.at(i).position));
  return made;
}

}  // namespace

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
  auto table =
      TagTable<std::uint32_t>::create(records.count() + records.count() * 3 / 5, records.budget().share(4));
  if (!table.ok()) return table.error();
  index.record_of_ = std::move(table).value();
  const auto count = static_cast<std::uint32_t>(records.count());
  Phase phase("indexing records", count);
  std::uint32_t next = 0;
  const auto done = in_order(
      0,
      [&]() -> std::optional<std::uint32_t> {
        if (next >= count) return std::nullopt;
        return std::exchange(next, next + std::min(records_of_a_stretch, count - next));
      },
      [&](std::uint32_t first) { return keys_from(records, first); },
      [&](const KeysOfRecords& made) -> Status {
        phase.reach(made.first);
        index.add(made.first, made.keys);
        records.passed(made.first + static_cast<std::uint32_t>(made.keys.size()));
        return Done{};
      });
  if (!done.ok()) return done.error();
  return index;
}

void PositionIndex::add(std::uint32_t first, std::span<const std::uint64_t> keys) {
  constexpr std::size_t early = 16;  // what a key leads to lies anywhere in a large table
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i + early < keys.size()) record_of_.expect(keys[i + early] & key_mask_);
    add(first + static_cast<std::uint32_t>(i), keys[i]);
  }
}

void PositionIndex::add(std::uint32_t record, std::uint64_t key) {
  // The records come from a file: that they are canonical and sorted is not relied upon here.
  bool may_be_there = false;
  record_of_.each_slot(key & key_mask_, [&](std::size_t) { may_be_there = true; });
  if (may_be_there) {
    if (const auto earlier = find(records_.at(record).position, key)) {
      is_repetition_[record] = is_contradictory_[record] = true;
      is_contradictory_[earlier->record] = true;
      return;
    }
  }
  record_of_.add(key & key_mask_, record);
}

std::optional<StoredPosition> PositionIndex::find(const Position& position, std::uint64_t key) const {
  std::optional<StoredPosition> found;
  record_of_.each_slot(key & key_mask_, [&](std::size_t slot) {
    if (found) return;
    const std::uint32_t record = record_of_.at(slot);
    // The same key proves nothing: only a symmetry under which all squares agree does.
    if (const auto symmetry = symmetry_between(position, records_.at(record).position))
      found = StoredPosition{record, *symmetry};
  });
  return found;
}

void PositionIndex::take(std::uint32_t record) {
  const Position position = records_.at(record).position;
  record_of_.each_slot(key_of_images(position) & key_mask_, [&](std::size_t slot) {
    if (symmetry_between(position, records_.at(record_of_.at(slot)).position))
      record_of_.replace_at(slot, record);
  });
}

}  // namespace fiveproof::verify
