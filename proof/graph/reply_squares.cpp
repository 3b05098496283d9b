#include "proof/graph/reply_squares.hpp"

#include <algorithm>
#include <bit>

#include "game/packed_position.hpp"

namespace fiveproof {
namespace {

int squares_in(std::span<const std::uint8_t> set) {
  int count = 0;
  for (const std::uint8_t byte : set) count += std::popcount(byte);
  return count;
}

}  // namespace

Status ReplySquares::add(std::size_t first, std::span<const std::uint8_t> sets, const MemoryBudget& budget) {
  const std::size_t each = bytes_of_a_set(), count = sets.size() / each;
  const auto set_of = [&](std::size_t i) { return sets.subspan(i * each, each); };
  std::size_t length = count;
  for (std::size_t i = 0; i < count; ++i) length += static_cast<std::size_t>(squares_in(set_of(i)));

  const MemoryBudget left{budget.bytes - std::min(budget.bytes, bytes_), budget.folder};
  FIVEPROOF_LET(auto places, LargeArray<std::uint64_t>::create((count + step - 1) / step, left));
  FIVEPROOF_LET(auto numbers, LargeArray<std::uint16_t>::create(length, left));
  Stretch made{first, first + count, std::move(places), std::move(numbers)};
  bytes_ += made.places.all().size_bytes() + made.numbers.all().size_bytes();

  std::size_t at = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % step == 0) made.places[i / step] = at;
    std::uint16_t& squares = made.numbers[at++];
    const auto set = set_of(i);
    for (std::size_t byte = 0; byte < set.size(); ++byte)
      for (unsigned left_over = set[byte]; left_over != 0; left_over &= left_over - 1, ++squares)
        made.numbers[at++] =
            static_cast<std::uint16_t>(8 * byte + static_cast<unsigned>(std::countr_zero(left_over)));
  }
  FIVEPROOF_ENSURE(at == length);
  stretches_.insert(first_behind(first), std::move(made));
  return Done{};
}

std::vector<ReplySquares::Stretch>::const_iterator ReplySquares::first_behind(std::size_t record) const {
  return std::upper_bound(stretches_.begin(), stretches_.end(), record,
                          [](std::size_t wanted, const Stretch& stretch) { return wanted < stretch.first; });
}

SquareSet ReplySquares::of(std::size_t record) const {
  SquareSet squares;
  const auto after = first_behind(record);
  if (after == stretches_.begin()) return squares;
  const Stretch& stretch = *std::prev(after);
  if (record >= stretch.last) return squares;
  const std::size_t i = record - stretch.first;
  std::size_t at = static_cast<std::size_t>(stretch.places[i / step]);
  for (std::size_t before = i % step; before > 0; --before) at += 1u + stretch.numbers[at];
  for (std::size_t left = stretch.numbers[at]; left > 0; --left)
    squares.insert(from_dense_index(stretch.numbers[++at], size_));
  return squares;
}

}  // namespace fiveproof
