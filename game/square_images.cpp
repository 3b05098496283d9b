#include "game/square_images.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace fiveproof {
namespace {

SquareImages make_images(int size) {
  SquareImages maps{};
  for (std::size_t k = 0; k < Symmetry::count; ++k)
    for (int i = 0; i < size * size; ++i) {
      const Square to = Symmetry(static_cast<int>(k)).apply(from_dense_index(i, size), size);
      maps.image[k][static_cast<std::size_t>(i)] = static_cast<std::uint16_t>(dense_index(to, size));
    }
  return maps;
}

constexpr std::size_t digits_per_byte = 5;

/// Where the base-3 digits of a byte are 1 and where they are 2, counted from the most significant digit.
struct Digits {
  struct Places {
    std::array<std::uint16_t, 4> first_four{};  ///< a fifth can only be the last digit
    std::uint64_t count = 0;
  };
  std::array<Places, 2> of;
};

constexpr auto digits_of = [] {
  std::array<Digits, 243> digits{};
  for (std::size_t value = 0; value < digits.size(); ++value)
    for (std::size_t i = 0, weight = 81; i < digits_per_byte; ++i, weight /= 3)
      if (const std::size_t digit = value / weight % 3; digit != 0) {
        Digits::Places& places = digits[value].of[digit - 1];
        if (places.count < 4)
          places.first_four[static_cast<std::size_t>(places.count)] = static_cast<std::uint16_t>(i);
        ++places.count;
      }
  return digits;
}();

}  // namespace

const SquareImages& SquareImages::of(int size) {
  static const auto all = [] {
    std::array<SquareImages, max_board_size + 1> made{};
    for (int n = min_board_size; n <= max_board_size; ++n) made[static_cast<std::size_t>(n)] = make_images(n);
    return made;
  }();
  return all[static_cast<std::size_t>(size)];
}

void append_stones(std::span<const std::uint8_t> packed, Color attacker, SideStones& out) {
  // Five places are written for each byte and colour, the first four at once, however many of them
  // count; the next byte writes over the rest. So no place takes a decision. Most bytes are 0; the
  // others are found eight at a time.
  std::array<std::array<std::uint16_t, SquareImages::max_squares + 2 * digits_per_byte>, 2> stones;
  std::array<std::size_t, 2> count{};
  constexpr std::uint64_t ones = 0x0101010101010101u, lows = 0x7F * ones, lanes = 0x0001000100010001u;
  for (std::size_t from = 0; from < packed.size(); from += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, &packed[from], std::min<std::size_t>(8, packed.size() - from));
    if constexpr (std::endian::native == std::endian::big) eight = __builtin_bswap64(eight);
    // Has the high bit of each byte set that is not 0.
    for (std::uint64_t taken = (((eight & lows) + lows) | eight) & (ones << 7); taken != 0;
         taken &= taken - 1) {
      const std::size_t byte = from + static_cast<std::size_t>(std::countr_zero(taken)) / 8;
      const Digits& digits = digits_of[packed[byte]];
      const std::size_t first = byte * digits_per_byte;
      for (std::size_t color = 0; color < 2; ++color) {
        const Digits::Places& places = digits.of[color];
        std::uint16_t* const out_of_byte = &stones[color][count[color]];
        const std::uint64_t four = std::bit_cast<std::uint64_t>(places.first_four) + first * lanes;
        std::memcpy(out_of_byte, &four, sizeof(four));
        out_of_byte[4] = static_cast<std::uint16_t>(first + digits_per_byte - 1);
        count[color] += places.count;
      }
    }
  }
  for (std::size_t color = 0; color < 2; ++color) {
    auto& side = out[(attacker == Color::black) == (color == 0) ? 0 : 1];
    const auto first = stones[color].begin();
    side.insert(side.end(), first, first + static_cast<std::ptrdiff_t>(count[color]));
  }
}

}  // namespace fiveproof
