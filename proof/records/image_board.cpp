#include "proof/records/image_board.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "game/square_images.hpp"

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

std::span<const ImageBoard::Digit> ImageBoard::digits_of(int size) {
  static const auto all = [] {
    std::array<std::vector<Digit>, max_board_size + 1> made;
    for (int n = min_board_size; n <= max_board_size; ++n) {
      auto& digits = made[static_cast<std::size_t>(n)];
      digits.resize(static_cast<std::size_t>(n * n));
      for (std::size_t q = 0; q < digits.size(); ++q)
        for (std::size_t k = 0; k < images; ++k) {
          const std::size_t at = SquareImages::of(n).image[k][q];
          const std::size_t byte = at / weights.size();
          digits[q].place[k] = static_cast<std::uint16_t>(byte / word_bytes * images + k);
          digits[q].worth[k] = std::uint64_t{weights[at % weights.size()]}
                               << (8 * (word_bytes - 1 - byte % word_bytes));
        }
    }
    return made;
  }();
  return all[static_cast<std::size_t>(size)];
}

ImageBoard::ImageBoard(int size) : square_images_(&SquareImages::of(size)), size_(size) {
  FIVEPROOF_ENSURE(is_board_size(size));
  digits_ = digits_of(size).data();
}

unsigned ImageBoard::smallest_images() const {
  constexpr unsigned all = (1u << images) - 1;
  const std::size_t words = (packed_bytes(size_) + word_bytes - 1) / word_bytes;
  unsigned smallest = all;
  std::size_t w = 0;
  // As long as all images are equal, all are compared, which takes no decision for any of them.
  for (; w < words && smallest == all; ++w) {
    const std::uint64_t* const word = &words_[w * images];
    std::uint64_t least = word[0];
    for (std::size_t k = 1; k < images; ++k) least = std::min(least, word[k]);
    smallest = 0;
    for (std::size_t k = 0; k < images; ++k) smallest |= static_cast<unsigned>(word[k] == least) << k;
  }
  // After that, the word of an image that is out counts as greater than any.
  for (; w < words && (smallest & (smallest - 1)) != 0; ++w) {
    std::array<std::uint64_t, images> word;
    for (std::size_t k = 0; k < images; ++k)
      word[k] = words_[w * images + k] | ((smallest >> k & std::uint64_t{1}) - 1);
    std::uint64_t least = word[0];
    for (std::size_t k = 1; k < images; ++k) least = std::min(least, word[k]);
    for (std::size_t k = 0; k < images; ++k) smallest &= ~(static_cast<unsigned>(word[k] != least) << k);
  }
  return smallest;
}

Symmetry ImageBoard::write_entry(std::uint16_t move, std::span<std::uint8_t> out) const {
  const std::size_t bytes = packed_bytes(size_);
  FIVEPROOF_ENSURE(out.size() == entry_bytes(size_));
  const unsigned smallest = smallest_images();
  const auto first = static_cast<std::size_t>(std::countr_zero(smallest));
  std::array<std::uint64_t, max_words> packed;
  for (std::size_t w = 0; w < max_words; ++w) packed[w] = big_endian(words_[w * images + first]);
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
