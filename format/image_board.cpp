#include "format/image_board.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "format/square_images.hpp"

namespace fiveproof {
namespace {

constexpr std::size_t word_bytes = sizeof(std::uint64_t);
constexpr std::array<std::uint8_t, 5> weights = {81, 27, 9, 3, 1};

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

ImageBoard::ImageBoard(int size) : digits_(&digits_of(size)), size_(size) {
  FIVEPROOF_ENSURE(is_board_size(size));
}

Symmetry ImageBoard::write_entry(std::uint16_t move, std::span<std::uint8_t> out) const {
  const std::size_t bytes = packed_bytes(size_);
  FIVEPROOF_ENSURE(out.size() == entry_bytes(size_));
  constexpr std::uint64_t all_bits = ~std::uint64_t{0};
  std::array<std::uint64_t, images> out_of_it{};  // all bits, of an image that is not the smallest
  unsigned smallest = (1u << images) - 1;         // those that are as small as any, so far
  std::array<std::uint8_t, max_words * word_bytes> packed;
  for (std::size_t w = 0; w * word_bytes < bytes; ++w) {
    const auto& word = words_[w];
    std::uint64_t least = word[static_cast<std::size_t>(std::countr_zero(smallest))];
    if ((smallest & (smallest - 1)) != 0) {
      for (std::size_t k = 0; k < images; ++k) least = std::min(least, word[k] | out_of_it[k]);
      for (std::size_t k = 0; k < images; ++k)
        if (word[k] != least) {
          out_of_it[k] = all_bits;
          smallest &= ~(1u << k);
        }
    }
    for (std::size_t i = 0; i < word_bytes; ++i)
      packed[w * word_bytes + i] = static_cast<std::uint8_t>(least >> (8 * (word_bytes - 1 - i)));
  }
  std::copy_n(packed.begin(), bytes, out.begin() + 2);
  unsigned smallest_move = no_move;
  if (move != no_move)
    for (std::size_t k = 0; k < images; ++k)
      if ((smallest >> k & 1) != 0)
        smallest_move = std::min<unsigned>(smallest_move, SquareImages::of(size_).image[k][move]);
  write_big_endian(out, static_cast<unsigned>(stones_));
  write_big_endian(out.last(2), smallest_move);
  return Symmetry(std::countr_zero(smallest));
}

}  // namespace fiveproof
