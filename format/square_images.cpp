#include "format/square_images.hpp"

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

/// The base-3 digits of every byte, the most significant first.
constexpr auto digits_of = [] {
  std::array<std::array<std::uint8_t, digits_per_byte>, 243> digits{};
  for (std::size_t value = 0; value < digits.size(); ++value)
    for (std::size_t i = 0, rest = value; i < digits_per_byte; ++i, rest /= 3)
      digits[value][digits_per_byte - 1 - i] = static_cast<std::uint8_t>(rest % 3);
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
  auto& black = out[attacker == Color::black ? 0 : 1];
  auto& white = out[attacker == Color::black ? 1 : 0];
  for (std::size_t byte = 0; byte < packed.size(); ++byte) {
    if (packed[byte] == 0) continue;
    for (std::size_t i = 0; i < digits_per_byte; ++i)
      if (const std::uint8_t digit = digits_of[packed[byte]][i]; digit != 0)
        (digit == 1 ? black : white).push_back(static_cast<std::uint16_t>(byte * digits_per_byte + i));
  }
}

}  // namespace fiveproof
