#include "format/square_images.hpp"

namespace fiveproof {
namespace {

SquareImages make_images(int size) {
  SquareImages maps{};
  for (std::size_t k = 0; k < Symmetry::count; ++k)
    for (int i = 0; i < size * size; ++i) {
      const Square to = Symmetry(static_cast<int>(k)).apply(from_dense_index(i, size), size);
      const int j = dense_index(to, size);
      maps.image[k][static_cast<std::size_t>(i)] = static_cast<std::uint16_t>(j);
      maps.source[k][static_cast<std::size_t>(j)] = static_cast<std::uint16_t>(i);
    }
  return maps;
}

}  // namespace

const SquareImages& SquareImages::of(int size) {
  static const auto all = [] {
    std::array<SquareImages, max_board_size + 1> made{};
    for (int n = min_board_size; n <= max_board_size; ++n) made[static_cast<std::size_t>(n)] = make_images(n);
    return made;
  }();
  return all[static_cast<std::size_t>(size)];
}

}  // namespace fiveproof
