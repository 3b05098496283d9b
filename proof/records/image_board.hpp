// Keeps the eight images of a position, packed, while stones come and go.
//
// game/symmetry.hpp defines the canonical form and builds eight positions to find it. Here a stone is added
// to eight packed images at once, and the smallest is read off; a test holds the two together.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "game/packed_position.hpp"
#include "game/square_images.hpp"
#include "game/symmetry.hpp"

namespace fiveproof {

/// "No move" in two bytes; every dense index is below 400.
inline constexpr std::uint16_t no_move = 0xFFFF;

/// The bytes of an entry: stone count (2), packed position, move (2), all big-endian, so that
/// byte order is canonical order.
[[nodiscard]] constexpr std::size_t entry_bytes(int size) { return packed_bytes(size) + 4; }

/// An entry as bytes; the functions below give its parts.
using EntryView = std::span<const std::uint8_t>;
[[nodiscard]] inline std::uint16_t entry_number(EntryView bytes) {
  return static_cast<std::uint16_t>(bytes[0] << 8 | bytes[1]);
}
[[nodiscard]] inline int entry_stones(EntryView entry) { return entry_number(entry.first(2)); }
[[nodiscard]] inline EntryView entry_packed(EntryView entry) { return entry.subspan(2, entry.size() - 4); }
[[nodiscard]] inline std::uint16_t entry_move(EntryView entry) { return entry_number(entry.last(2)); }
/// All of an entry but the move: what the entries of one position have in common, and what
/// decides their order first.
[[nodiscard]] inline EntryView entry_position(EntryView entry) { return entry.first(entry.size() - 2); }

class ImageBoard {
 public:
  /// An empty board. require: is_board_size(size).
  explicit ImageBoard(int size);

  /// Puts a stone on an empty square; take() takes it off the board again. `q` is a dense index.
  void put(Color c, int q) {
    add(c, q, 1);
    ++stones_;
  }
  void take(Color c, int q) {
    add(c, q, ~std::uint64_t{0});
    --stones_;
  }

  /// Writes the entry of the canonical form, with the smallest image of `move` (a dense index or
  /// no_move) under the symmetries that lead there, and returns the first of these symmetries. require:
  /// out.size() == entry_bytes(size).
  Symmetry write_entry(std::uint16_t move, std::span<std::uint8_t> out) const;

 private:
  static constexpr std::size_t images = Symmetry::count;

  /// A set of the smallest images, a bit for each.
  [[nodiscard]] unsigned smallest_images() const;

  static constexpr std::size_t max_words =
      (packed_bytes(max_board_size) + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
  /// Where the digit of a square is in each packed image: in which of all words, and what a 1 adds there.
  struct Digit {
    std::array<std::uint64_t, images> worth;
    std::array<std::uint16_t, images> place;
  };

  void add(Color c, int q, std::uint64_t sign) {
    const Digit& digit = digits_[static_cast<std::size_t>(q)];
    const std::uint64_t value = (c == Color::black ? 1u : 2u) * sign;
    for (std::size_t k = 0; k < images; ++k) words_[digit.place[k]] += value * digit.worth[k];
  }

  /// The digits of all squares of a board.
  static std::span<const Digit> digits_of(int size);

  const Digit* digits_;
  const SquareImages* square_images_;
  int size_;
  int stones_ = 0;
  /// The first word of each image, then the second of each, and so on; the first
  /// bytes are the most significant.
  std::array<std::uint64_t, max_words * images> words_{};
};

}  // namespace fiveproof
