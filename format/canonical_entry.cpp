#include "format/canonical_entry.hpp"

#include <algorithm>
#include <array>

#include "format/square_images.hpp"

namespace fiveproof {
namespace {

using Digits = std::array<std::uint8_t, SquareImages::max_squares>;

Digits digits_of(const Position& position) {
  Digits digits{};
  for (Color c : {Color::black, Color::white})
    for (Square s : position.stones(c))
      digits[static_cast<std::size_t>(dense_index(s, position.size()))] =
          static_cast<std::uint8_t>(1 + index_of(c));
  return digits;
}

/// The symmetries that lead to the smallest image, smallest number first.
struct Smallest {
  std::array<std::size_t, Symmetry::count> symmetries;
  std::size_t count;
};

Smallest smallest_image(const Digits& digits, const SquareImages& maps, std::size_t squares) {
  Smallest best{{0}, 1};
  for (std::size_t k = 1; k < Symmetry::count; ++k) {
    const auto& source = maps.source[k];
    const auto& best_source = maps.source[best.symmetries[0]];
    int order = 0;
    for (std::size_t i = 0; i < squares && order == 0; ++i)
      order = digits[source[i]] - digits[best_source[i]];
    if (order < 0) best = {{k}, 1};
    if (order == 0) best.symmetries[best.count++] = k;
  }
  return best;
}

void write_big_endian(std::span<std::uint8_t> out, unsigned value) {
  out[0] = static_cast<std::uint8_t>(value >> 8);
  out[1] = static_cast<std::uint8_t>(value & 0xFF);
}

}  // namespace

std::size_t entry_bytes(int size) { return packed_bytes(size) + 4; }

Symmetry write_canonical_entry(const Position& position, std::optional<Square> move,
                               std::span<std::uint8_t> out) {
  const int size = position.size();
  FIVEPROOF_ENSURE(out.size() == entry_bytes(size));
  FIVEPROOF_ENSURE(!move || move->is_on_board(size));
  const SquareImages& maps = SquareImages::of(size);
  const Digits digits = digits_of(position);
  const auto squares = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
  const Smallest best = smallest_image(digits, maps, squares);

  write_big_endian(out, static_cast<unsigned>(position.stone_count()));
  const auto& source = maps.source[best.symmetries[0]];
  for (std::size_t byte = 0; byte < packed_bytes(size); ++byte) {
    unsigned value = 0;
    for (std::size_t i = byte * 5; i < byte * 5 + 5; ++i)
      value = value * 3 + (i < squares ? digits[source[i]] : 0u);
    out[2 + byte] = static_cast<std::uint8_t>(value);
  }
  unsigned smallest_move = no_move;
  if (move)
    for (std::size_t n = 0; n < best.count; ++n)
      smallest_move = std::min<unsigned>(
          smallest_move, maps.image[best.symmetries[n]][static_cast<std::size_t>(dense_index(*move, size))]);
  write_big_endian(out.subspan(2 + packed_bytes(size)), smallest_move);
  return Symmetry(static_cast<int>(best.symmetries[0]));
}

}  // namespace fiveproof
