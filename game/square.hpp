// Squares and sets of squares.
//
// A square is written a1 (bottom left) to t20; the letter i is used. Its number, column * 20 + row,
// does not depend on the board size, and its order is that of Allis 1994, 5.3.2:
// a1 < a2 < ... < a15 < b1 < ... < o15.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>

#include "game/rules.hpp"

namespace fiveproof {

class Square {
 public:
  static constexpr int stride = max_board_size;
  static constexpr int count = stride * stride;  ///< numbers are in [0, 400)

  constexpr Square() = default;
  /// Column and row count from 0: a1 is (0, 0). require: 0 <= column, row < 20.
  constexpr Square(int column, int row) : number_(static_cast<std::uint16_t>(column * stride + row)) {}
  /// The square with this number. require: 0 <= number < 400.
  [[nodiscard]] static constexpr Square from_number(int number) {
    Square s;
    s.number_ = static_cast<std::uint16_t>(number);
    return s;
  }

  [[nodiscard]] constexpr int number() const { return number_; }
  [[nodiscard]] constexpr int column() const { return number_ / stride; }
  [[nodiscard]] constexpr int row() const { return number_ % stride; }
  [[nodiscard]] constexpr bool is_on_board(int size) const { return column() < size && row() < size; }

  constexpr auto operator<=>(const Square&) const = default;

 private:
  std::uint16_t number_ = 0;
};

/// A set of squares; iteration is in square order.
class SquareSet {
 public:
  static constexpr int words = (Square::count + 63) / 64;

  constexpr SquareSet() = default;
  /// Every square of a board of `size`.
  [[nodiscard]] static constexpr SquareSet whole_board(int size) {
    SquareSet s;
    for (int x = 0; x < size; ++x)
      for (int y = 0; y < size; ++y) s.insert(Square(x, y));
    return s;
  }

  constexpr void insert(Square s) { bits_[word(s)] |= bit(s); }
  constexpr void erase(Square s) { bits_[word(s)] &= ~bit(s); }
  [[nodiscard]] constexpr bool contains(Square s) const { return (bits_[word(s)] & bit(s)) != 0; }
  [[nodiscard]] constexpr bool empty() const {
    for (auto w : bits_)
      if (w != 0) return false;
    return true;
  }
  [[nodiscard]] constexpr int size() const {
    int n = 0;
    for (auto w : bits_) n += std::popcount(w);
    return n;
  }
  [[nodiscard]] constexpr bool intersects(const SquareSet& o) const {
    std::uint64_t any = 0;
    for (int i = 0; i < words; ++i) any |= bits_[i] & o.bits_[i];
    return any != 0;
  }
  /// The first square of the set, in square order. require: not empty.
  [[nodiscard]] constexpr Square first() const {
    int i = 0;
    while (bits_[i] == 0) ++i;
    return Square::from_number(i * 64 + std::countr_zero(bits_[i]));
  }

  constexpr SquareSet& operator|=(const SquareSet& o) {
    for (int i = 0; i < words; ++i) bits_[i] |= o.bits_[i];
    return *this;
  }
  constexpr SquareSet& operator&=(const SquareSet& o) {
    for (int i = 0; i < words; ++i) bits_[i] &= o.bits_[i];
    return *this;
  }
  /// Removes the squares of `o`.
  constexpr SquareSet& operator-=(const SquareSet& o) {
    for (int i = 0; i < words; ++i) bits_[i] &= ~o.bits_[i];
    return *this;
  }
  /// The set of all squares whose number is by `by` higher than that of a square here. Beyond the ends of a
  /// column squares of the next one appear. require: -64 < by < 64.
  [[nodiscard]] constexpr SquareSet shifted(int by) const {
    SquareSet moved;
    for (int i = 0; i < words; ++i) {
      if (by == 0) moved.bits_[i] = bits_[i];
      if (by > 0) moved.bits_[i] = bits_[i] << by | (i > 0 ? bits_[i - 1] >> (64 - by) : 0);
      if (by < 0) moved.bits_[i] = bits_[i] >> -by | (i + 1 < words ? bits_[i + 1] << (64 + by) : 0);
    }
    return moved;
  }
  friend constexpr SquareSet operator|(SquareSet a, const SquareSet& b) { return a |= b; }
  friend constexpr SquareSet operator&(SquareSet a, const SquareSet& b) { return a &= b; }
  friend constexpr SquareSet operator-(SquareSet a, const SquareSet& b) { return a -= b; }
  constexpr bool operator==(const SquareSet&) const = default;

  class iterator {
   public:
    using value_type = Square;
    using difference_type = std::ptrdiff_t;
    constexpr iterator() = default;
    constexpr iterator(const SquareSet* set, int w) : set_(set), word_(w) {
      if (word_ < words) rest_ = set_->bits_[word_];
      skip();
    }
    constexpr Square operator*() const { return Square::from_number(word_ * 64 + std::countr_zero(rest_)); }
    constexpr iterator& operator++() {
      rest_ &= rest_ - 1;
      skip();
      return *this;
    }
    constexpr iterator operator++(int) {
      auto old = *this;
      ++*this;
      return old;
    }
    constexpr bool operator==(const iterator& o) const { return word_ == o.word_ && rest_ == o.rest_; }

   private:
    constexpr void skip() {
      while (word_ < words && rest_ == 0)
        if (++word_ < words) rest_ = set_->bits_[word_];
    }
    const SquareSet* set_ = nullptr;
    int word_ = words;
    std::uint64_t rest_ = 0;
  };
  [[nodiscard]] constexpr iterator begin() const { return {this, 0}; }
  [[nodiscard]] constexpr iterator end() const { return {this, words}; }

 private:
  static constexpr int word(Square s) { return s.number() >> 6; }
  static constexpr std::uint64_t bit(Square s) { return std::uint64_t{1} << (s.number() & 63); }
  std::array<std::uint64_t, words> bits_{};
};

}  // namespace fiveproof
