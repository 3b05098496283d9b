#include "format/canonical_entry.hpp"

#include <algorithm>
#include <array>

#include "game/packed_position.hpp"
#include "game/symmetry.hpp"

namespace fiveproof {
namespace {

constexpr int max_squares = max_board_size * max_board_size;
using Digits = std::array<std::uint8_t, max_squares>;

/// Per symmetry: `image[i]`, where the square of dense index i goes, and `source[i]`, where it comes from.
struct Maps {
  std::array<std::array<std::uint16_t, max_squares>, Symmetry::count> image;
  std::array<std::array<std::uint16_t, max_squares>, Symmetry::count> source;
};

Maps make_maps(int size) {
  Maps maps{};
  for (std::size_t k = 0; k < Symmetry::count; ++k)
    for (int i = 0; i < size * size; ++i) {
      const Square to = Symmetry(static_cast<int>(k)).apply(from_dense_index(i, size), size);
      const int j = dense_index(to, size);
      maps.image[k][static_cast<std::size_t>(i)] = static_cast<std::uint16_t>(j);
      maps.source[k][static_cast<std::size_t>(j)] = static_cast<std::uint16_t>(i);
    }
  return maps;
}

const Maps& maps_for(int size) {
  static const auto all = [] {
    std::array<Maps, max_board_size + 1> made{};
    for (int n = min_board_size; n <= max_board_size; ++n) made[static_cast<std::size_t>(n)] = make_maps(n);
    return made;
  }();
  return all[static_cast<std::size_t>(size)];
}

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

Smallest smallest_image(const Digits& digits, const Maps& maps, std::size_t squares) {
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
  const Maps& maps = maps_for(size);
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
