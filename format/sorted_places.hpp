// The order of many things that are too large to be moved about.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace fiveproof {

/// The numbers below `count`, in the order that `less` gives to what they stand for. Neighbours are compared
/// first, as long as they fit into the processor's cache: sorting all of them at once takes several times as
/// long. 8 bytes of memory each, of which 4 are kept. require: count < 2^32.
template <class Less>
std::vector<std::uint32_t> sorted_places(std::size_t count, Less less) {
  constexpr std::size_t slice_length = std::size_t{1} << 14;
  std::vector<std::uint32_t> places(count);
  std::iota(places.begin(), places.end(), 0u);
  std::vector<std::span<const std::uint32_t>> slices;  // what is left of each
  for (std::size_t first = 0; first < count; first += slice_length) {
    const auto slice = std::span(places).subspan(first, std::min(slice_length, count - first));
    std::sort(slice.begin(), slice.end(), less);
    slices.push_back(slice);
  }
  if (slices.size() < 2) return places;

  std::vector<std::uint32_t> merged;
  merged.reserve(count);
  const auto later = [&](const auto& a, const auto& b) { return less(b.front(), a.front()); };
  std::make_heap(slices.begin(), slices.end(), later);
  while (!slices.empty()) {
    std::pop_heap(slices.begin(), slices.end(), later);
    auto& first = slices.back();
    merged.push_back(first.front());
    first = first.subspan(1);
    if (first.empty())
      slices.pop_back();
    else
      std::push_heap(slices.begin(), slices.end(), later);
  }
  return merged;
}

}  // namespace fiveproof
