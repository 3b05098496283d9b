// The order of many entries that are too large to be moved about.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace fiveproof {

namespace sort_key_parts {
inline constexpr std::size_t head = 2, latest = 127, taken = 5;
}

/// A number that stands for the beginning of an entry: its first two bytes, then how late in the rest the
/// first byte comes that is not 0, and the five bytes from there on. Packed canonical positions begin with up
/// to twelve zeros, so that their first bytes alone tell little. Of two entries with different keys the one
/// with the smaller key comes first.
inline std::uint64_t sort_key(const std::uint8_t* entry, std::size_t bytes) {
  using namespace sort_key_parts;
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < head; ++i) key = key << 8 | (i < bytes ? entry[i] : 0u);
  std::size_t at = head;
  for (std::uint64_t word = 0; at + sizeof word <= bytes; at += sizeof word) {
    std::memcpy(&word, entry + at, sizeof word);
    if (word != 0) break;
  }
  while (at < bytes && at - head < latest && entry[at] == 0) ++at;
  at = std::min(at, head + latest);
  key = key << 7 | (latest - (at - head));
  for (std::size_t i = at; i < at + taken; ++i) key = key << 8 | (i < bytes ? entry[i] : 0u);
  return key << 1;
}

/// The number of the first byte of an entry of which its key says nothing. All bytes before it are equal
/// in entries with equal keys.
inline std::size_t end_of_sort_key(std::uint64_t key) {
  using namespace sort_key_parts;
  return head + (latest - (key >> (8 * taken + 1) & latest)) + taken;
}

/// Sorts the numbers [0, count) by the entries that they stand for: `entry_of(number)` is where its bytes
/// begin. Slices that fit into the processor's cache are sorted first and then merged: sorting all entries at
/// once takes several times as long. It takes 8 bytes for each entry, of which the result keeps 4.
/// require: count < 2^32.
template <class EntryOf>
std::vector<std::uint32_t> sorted_places(std::size_t count, std::size_t entry_bytes, EntryOf entry_of) {
  struct Item {
    std::uint64_t key;
    std::uint32_t place;
  };
  const auto less = [&](const Item& a, const Item& b) {
    if (a.key != b.key) return a.key < b.key;
    return std::memcmp(entry_of(a.place), entry_of(b.place), entry_bytes) < 0;
  };
  const auto item = [&](std::uint32_t place) { return Item{sort_key(entry_of(place), entry_bytes), place}; };
  constexpr std::size_t slice_length = std::size_t{1} << 14;
  std::vector<std::uint32_t> places(count);
  std::vector<Item> items;
  struct Slice {
    Item first;                           ///< the first entry that is not merged yet
    std::span<const std::uint32_t> rest;  ///< what comes after it
  };
  std::vector<Slice> slices;
  for (std::size_t first = 0; first < count; first += slice_length) {
    const auto slice = std::span(places).subspan(first, std::min(slice_length, count - first));
    items.clear();
    for (std::size_t i = 0; i < slice.size(); ++i)
      items.push_back(item(static_cast<std::uint32_t>(first + i)));
    std::sort(items.begin(), items.end(), less);
    for (std::size_t i = 0; i < slice.size(); ++i) slice[i] = items[i].place;
    slices.push_back({items.front(), slice.subspan(1)});
  }
  if (slices.size() < 2) return places;

  std::vector<std::uint32_t> merged;
  merged.reserve(count);
  const auto later = [&](const Slice& a, const Slice& b) { return less(b.first, a.first); };
  std::make_heap(slices.begin(), slices.end(), later);
  while (!slices.empty()) {
    std::pop_heap(slices.begin(), slices.end(), later);
    Slice& first = slices.back();
    merged.push_back(first.first.place);
    if (first.rest.empty()) {
      slices.pop_back();
      continue;
    }
    first = {item(first.rest.front()), first.rest.subspan(1)};
    std::push_heap(slices.begin(), slices.end(), later);
  }
  return merged;
}

}  // namespace fiveproof
