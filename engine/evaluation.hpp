// What a board is worth, by what a stone would make on each of its empty squares (Chen & Wang 2004).
//
// The board keeps, for each colour and empty square, the shapes of the four lines through it, and changes
// what a stone can change: the squares within five of it. From these come a value for each square, by which
// successors are sorted, the sum of all values, and the squares on which something large would arise.
#pragma once

#include <array>
#include <cstdint>

#include "engine/shape_table.hpp"
#include "game/line_board.hpp"
#include "game/position.hpp"

namespace fiveproof::engine {

/// The largest thing that a stone makes, over its four lines, in ascending order.
enum class Menace : std::uint8_t {
  none,
  three,         ///< a three: it has to be answered
  double_three,  ///< on two lines
  four,
  four_three,     ///< a four and a three
  straight_four,  ///< or two fours
  five
};
inline constexpr std::size_t menace_count = 7;

class Evaluation {
 public:
  /// The stones of a position.
  Evaluation(const Position& position, RuleSet rule);

  // -- play --
  /// require: the square is empty, on the board.
  void put(Color c, Square s);
  /// require: `c` has a stone there.
  void take(Color c, Square s);

  // -- look --
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] const SquareSet& empties() const { return empties_; }
  /// The empty squares on which a stone of `c` makes just this; not kept for none.
  [[nodiscard]] const SquareSet& squares(Color c, Menace menace) const {
    return squares_[side(c)][static_cast<std::size_t>(menace)];
  }
  [[nodiscard]] Menace menace(Color c, Square s) const { return at(c, s).menace; }
  /// What a stone of `c` makes there, in points. require: it is empty.
  [[nodiscard]] int value(Color c, Square s) const { return at(c, s).value; }
  /// The sum of the values of all empty squares.
  [[nodiscard]] int total(Color c) const { return totals_[side(c)]; }
  /// May `c` play there? require: it is empty.
  [[nodiscard]] bool is_legal(Color c, Square s) const;

 private:
  struct Cell {
    std::array<Shape, direction_count> shapes{};
    Menace menace = Menace::none;
    std::int16_t value = 0;
  };
  static std::size_t side(Color c) { return static_cast<std::size_t>(index_of(c)); }
  [[nodiscard]] const Cell& at(Color c, Square s) const {
    return cells_[side(c)][static_cast<std::size_t>(s.number())];
  }
  [[nodiscard]] Cell& at(Color c, Square s) { return cells_[side(c)][static_cast<std::size_t>(s.number())]; }
  void look_along(Square s, std::size_t direction);
  void look_around(Square s);
  void set(Color c, Square s, Cell& cell, Shape shape, std::size_t direction);
  void enter(Color c, Square s);
  void leave(Color c, Square s);

  RuleSet rule_;
  int size_;
  LineBoard lines_;  ///< side 0 is Black
  std::array<const ShapeTable*, 2> tables_;
  SquareSet empties_;
  std::array<std::array<Cell, Square::count>, 2> cells_{};
  std::array<std::array<SquareSet, menace_count>, 2> squares_{};
  std::array<int, 2> totals_{};
};

}  // namespace fiveproof::engine
