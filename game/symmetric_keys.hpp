// Hash keys of positions that are equal for all eight images of a position.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "game/square_images.hpp"

namespace fiveproof {

/// The Zobrist keys of all images of a position at once: number k is the key of its image under symmetry k.
struct KeyImages {
  std::array<std::uint64_t, Symmetry::count> of{};

  friend KeyImages operator^(const KeyImages& a, const KeyImages& b) {
    KeyImages out;
    for (std::size_t k = 0; k < out.of.size(); ++k) out.of[k] = a.of[k] ^ b.of[k];
    return out;
  }
  /// A key that all images of a position share; never 0. It is the sum of their keys and not the least, since
  /// SSE2 adds such numbers but cannot compare them. The high bits are the ones to use: the lowest tells of
  /// each stone no more than its distances to the edges.
  [[nodiscard]] std::uint64_t sum() const {
    std::uint64_t total = 0;
    for (std::uint64_t image : of) total += image;
    return total | 1;
  }
};

/// What each stone adds to the keys. Keys may coincide: whoever finds an equal one
/// has to compare the positions.
class ImageKeys {
 public:
  /// `mask` cuts the keys, so that tests can make them coincide.
  explicit ImageKeys(int size, std::uint64_t mask = ~std::uint64_t{0}) : squares_(SquareImages::of(size)) {
    std::uint64_t state = 0x9E3779B97F4A7C15u;
    const auto random = [&] {  // splitmix64
      std::uint64_t z = state += 0x9E3779B97F4A7C15u;
      z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
      z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
      return z ^ (z >> 31);
    };
    std::array<std::array<std::uint64_t, SquareImages::max_squares>, 2> key{};
    for (auto& side : key)
      for (int q = 0; q < size * size; ++q) side[static_cast<std::size_t>(q)] = random() & mask;
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t q = 0; q < static_cast<std::size_t>(size * size); ++q)
        for (std::size_t k = 0; k < Symmetry::count; ++k)
          of_[side][q].of[k] = key[side][squares_.image[k][q]];
  }
  /// The keys for a board of `size`, made when first asked for.
  [[nodiscard]] static const ImageKeys& of_board(int size) {
    static const auto all = [] {
      std::vector<ImageKeys> made;
      for (int n = min_board_size; n <= max_board_size; ++n) made.emplace_back(n);
      return made;
    }();
    return all[static_cast<std::size_t>(size - min_board_size)];
  }
  [[nodiscard]] std::uint16_t image(std::size_t k, std::uint16_t q) const { return squares_.image[k][q]; }
  /// What a stone of side 0 or 1 adds. require: `q` is a dense index.
  [[nodiscard]] const KeyImages& of(std::size_t side, std::uint16_t q) const { return of_[side][q]; }
  [[nodiscard]] KeyImages of(const SideStones& stones) const {
    KeyImages images;
    for (std::size_t side = 0; side < 2; ++side)
      for (const std::uint16_t q : stones[side]) images = images ^ of(side, q);
    return images;
  }
  /// The keys of a position. Black is side 0 here, whoever attacks.
  [[nodiscard]] KeyImages of(const Position& position) const {
    KeyImages images;
    for (Color c : {Color::black, Color::white})
      for (Square s : position.stones(c)) images = images ^ of(c, s, position.size());
    return images;
  }
  [[nodiscard]] const KeyImages& of(Color c, Square s, int size) const {
    return of(static_cast<std::size_t>(index_of(c)), static_cast<std::uint16_t>(dense_index(s, size)));
  }

 private:
  const SquareImages& squares_;
  std::array<std::array<KeyImages, SquareImages::max_squares>, 2> of_{};
};

/// A key that all images of a position share, whoever is to move.
[[nodiscard]] inline std::uint64_t key_of_images(const Position& position) {
  return ImageKeys::of_board(position.size()).of(position).sum();
}

}  // namespace fiveproof
