#include "verify/check/position_index.hpp"

#include <limits>

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
  for (std::uint32_t i = 0; i < count; ++i) {
    phase.reach(i);
    index.add(i);
    records.passed(i);
  }
  return index;
}

void PositionIndex::add(std::uint32_t record) {
  const Position position = records_.at(record).position;
  const std::uint64_t key = key_of_images(position);
  // The records come from a file: that they are canonical and sorted is not relied upon here.
  if (const auto earlier = find(position, key)) {
    is_repetition_[record] = is_contradictory_[record] = true;
    is_contradictory_[earlier->record] = true;
    return;
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
