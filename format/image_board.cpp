#include "format/image_board.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "format/square_images.hpp"

namespace fiveproof {
namespace {

constexpr std::size_t word_bytes = sizeof(std::uint64_t);
constexpr std::array<std::uint8_t, 5> weights = {81, 27, 9, 3, 1};

std::uint64_t big_endian(std::uint64_t word) {
  return std::endian::native == std::endian::little ? __builtin_bswap64(word) : word;
}

void write_big_endian(std::span<std::uint8_t> out, unsigned value) {
  out[0] = static_cast<std::uint8_t>(value >> 8);
  out[1] = static_cast<std::uint8_t>(value & 0xFF);
}

}  // namespace

const ImageBoard::DigitsOf& ImageBoard::digits_of(int size) {
  static const auto all = [] {
    std::array<DigitsOf, max_board_size + 1> made{};
    for (int n = min_board_size; n <= max_board_size; ++n)
      for (std::size_t q = 0; q < static_cast<std::size_t>(n * n); ++q)
        for (std::size_t k = 0; k < images; ++k) {
          const std::size_t at = SquareImages::of(n).image[k][q];
          const std::size_t byte = at / weights.size();
          made[static_cast<std::size_t>(n)][q][k] = {
              static_cast<std::uint8_t>(byte / word_bytes),
              static_cast<std::uint8_t>(8 * (word_bytes - 1 - byte % word_bytes)),
              weights[at % weights.size()]};
        }
    return made;
  }();
  return all[static_cast<std::size_t>(size)];
}

ImageBoard::ImageBoard(int size)
    : digits_(&digits_of(size)), square_images_(&SquareImages::of(size)), size_(size) {
  FIVEPROOF_ENSURE(is_board_size(size));
}

unsigned ImageBoard::smallest_images() const {
  constexpr std::uint64_t out_of_it = ~std::uint64_t{0};
  unsigned smallest = (1u << images) - 1;
  const std::size_t words = (packed_bytes(size_) + word_bytes - 1) / word_bytes;
  for (std::size_t w = 0; w < words && (smallest & (smallest - 1)) != 0; ++w) {
    std::uint64_t least = out_of_it;
    for (std::size_t k = 0; k < images; ++k)
      least = std::min(least, (smallest >> k & 1) != 0 ? words_[w][k] : out_of_it);
    for (std::size_t k = 0; k < images; ++k)
      if (words_[w][k] != least) smallest &= ~(1u << k);
  }
  return smallest;
}

Symmetry ImageBoard::write_entry(std::uint16_t move, std::span<std::uint8_t> out) const {
  const std::size_t bytes = packed_bytes(size_);
  FIVEPROOF_ENSURE(out.size() == entry_bytes(size_));
  const unsigned smallest = smallest_images();
  const auto first = static_cast<std::size_t>(std::countr_zero(smallest));
  std::array<std::uint64_t, max_words> packed;
  for (std::size_t w = 0; w < max_words; ++w) packed[w] = big_endian(words_[w][first]);
  std::memcpy(&out[2], packed.data(), bytes);
  unsigned smallest_move = no_move;
  if (move != no_move)
    for (unsigned left = smallest; left != 0; left &= left - 1) {
      const auto k = static_cast<std::size_t>(std::countr_zero(left));
      smallest_move = std::min<unsigned>(smallest_move, square_images_->image[k][move]);
    }
  write_big_endian(out, static_cast<unsigned>(stones_));
  write_big_endian(out.last(2), smallest_move);
  return Symmetry(static_cast<int>(first));
}

}  // namespace fiveproof
