// A table of values under 64-bit keys for which most look-ups fail: these read eight bytes, as a rule.
//
// It has open addressing in two arrays: tags of a byte each, looked at eight at once, and the values. A tag
// is only a part of the key: whoever finds a value has to look whether it is the one that he wants.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "base/memory/large_array.hpp"

namespace fiveproof {

template <class T>
class TagTable {
 public:
  TagTable() = default;  ///< has no slots: every look-up fails
  /// An empty table. `slots` is at least the number of values to come; the fewer slots stay free, the longer
  /// are the runs to search. The high bits of a key say where its value goes, bits 24 to 31 make its tag.
  [[nodiscard]] static Result<TagTable> create(std::size_t slots, const MemoryBudget& budget) {
    slots += at_once;
    FIVEPROOF_LET(auto tags, LargeArray<std::uint8_t>::create(slots + at_once - 1, budget));
    FIVEPROOF_LET(auto values, LargeArray<T>::create(slots, budget));
    TagTable table;
    table.tags_ = std::move(tags);
    table.values_ = std::move(values);
    return table;
  }
  [[nodiscard]] bool is_of_nothing() const { return values_.size() == 0; }
  /// require: there are fewer values than `slots`.
  void add(std::uint64_t key, const T& value) {
    std::size_t slot = first_slot(key);
    while (tags_[slot] != 0) slot = slot_after(slot, 1);
    tags_[slot] = tag_of(key);
    values_[slot] = value;
    if (slot < at_once - 1) tags_[values_.size() + slot] = tags_[slot];
  }

  /// Fetches memory ahead of a call of each_slot() for this key.
  void expect(std::uint64_t key) const {
    if (!is_of_nothing()) __builtin_prefetch(&tags_[first_slot(key)]);
  }
  /// Visits the slots that hold the values with this key, and a few others, in an
  /// order that is always the same.
  template <class Visit>
  void each_slot(std::uint64_t key, Visit visit) const {
    if (is_of_nothing()) return;
    const std::uint64_t wanted = ones * tag_of(key);
    for (std::size_t slot = first_slot(key);; slot = slot_after(slot, at_once)) {
      const std::uint64_t tags = tags_from(slot);
      const std::uint64_t free = zeros_in(tags);
      const std::uint64_t before_free = (free - 1) & ~free;
      for (std::uint64_t equal = zeros_in(tags ^ wanted) & before_free; equal != 0; equal &= equal - 1)
        visit(slot_after(slot, static_cast<std::size_t>(std::countr_zero(equal)) / 8));
      if (free != 0) return;
    }
  }
  /// Fetches memory ahead of a call of at() for this slot.
  void expect_at(std::size_t slot) const { __builtin_prefetch(&values_[slot]); }
  [[nodiscard]] const T& at(std::size_t slot) const { return values_[slot]; }
  /// Gives the slot another value of the same key.
  void replace_at(std::size_t slot, const T& value) { values_[slot] = value; }

 private:
  static constexpr std::size_t at_once = sizeof(std::uint64_t);
  static constexpr std::uint64_t ones = 0x0101010101010101u;

  [[nodiscard]] std::size_t first_slot(std::uint64_t key) const {
    return static_cast<std::size_t>((key >> 32) * values_.size() >> 32);
  }
  /// require: steps <= at_once.
  [[nodiscard]] std::size_t slot_after(std::size_t slot, std::size_t steps) const {
    return slot + steps < values_.size() ? slot + steps : slot + steps - values_.size();
  }
  /// The tag is never 0, and is made of other bits than first_slot() looks at.
  [[nodiscard]] static std::uint8_t tag_of(std::uint64_t key) {
    const auto tag = static_cast<std::uint8_t>(key >> 24);
    return tag == 0 ? 1 : tag;
  }
  /// The eight tags from `slot` on, the first of them in the lowest byte.
  [[nodiscard]] std::uint64_t tags_from(std::size_t slot) const {
    std::uint64_t tags;
    std::memcpy(&tags, &tags_[slot], sizeof(tags));
    return std::endian::native == std::endian::little ? tags : __builtin_bswap64(tags);
  }
  /// Has the high bit of each byte set that is 0. Above the first of them a bit can also be set in vain.
  [[nodiscard]] static std::uint64_t zeros_in(std::uint64_t bytes) {
    return (bytes - ones) & ~bytes & (ones << 7);
  }

  /// The tag of each slot; 0: the slot is free. The first seven stand once more after the last, so that eight
  /// can be read from any slot on.
  LargeArray<std::uint8_t> tags_;
  LargeArray<T> values_;  ///< one for each slot
};

}  // namespace fiveproof
