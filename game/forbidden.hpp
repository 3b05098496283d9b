// Forbidden points: the empty squares on which Black may not play under renju.
//
// A black stone is forbidden when it makes no five and makes
//   an overline    six or more in a row;
//   a double four  two fours, which can lie on one line (X _ X g X _ X). A four is a row to which one more
//                  stone makes a five; a straight four is one four, though two squares complete it;
//   a double three threes on two lines. A three is a row to which one more stone makes a straight four. That
//                  stone must be allowed itself, by this very definition on the board with both stones, and
//                  must make no five on any line.
//
// White stones can make a forbidden point allowed and an allowed one forbidden: every question is about the
// real board. Rules of the Renju International Federation, 9.2 and 9.3; spec/renju.md has them word by word.
#pragma once

#include <vector>

#include "game/position.hpp"
#include "game/row_key.hpp"

namespace fiveproof {

enum class Forbidden : std::uint8_t { no, overline, double_four, double_three };
/// "allowed", "overline", "double four", "double three".
[[nodiscard]] std::string_view name_of(Forbidden kind);

/// What a black stone makes along one line. It depends on five squares to either side.
class BlackForm {
 public:
  /// The form of the stone in the middle, which is taken as black whatever `own` says there.
  [[nodiscard]] static BlackForm of(Neighbourhood n) { return BlackForm(table()[row_key(n)]); }
  static constexpr int radius = row_radius;  ///< no square farther from the stone than this is looked at

  [[nodiscard]] bool is_five() const { return (bits_ & 1u) != 0; }
  [[nodiscard]] bool is_overline() const { return (bits_ & 2u) != 0; }
  /// 0, 1 or 2.
  [[nodiscard]] int fours() const { return bits_ >> 2 & 3; }
  /// Where one more stone makes a straight four on this line, whether or not it is allowed there; laid out as
  /// in Neighbourhood. Empty where there is a four.
  [[nodiscard]] std::uint32_t straight_fours() const {
    return static_cast<std::uint32_t>(bits_ >> 4) << (Neighbourhood::center - 4);
  }
  [[nodiscard]] bool is_nothing() const { return bits_ == 0; }
  /// Is there so little within reach that the stone makes nothing? A three has two stones beside it.
  [[nodiscard]] static bool is_nothing(Neighbourhood n) {
    const std::uint32_t beside = n.own & beside_the_middle;
    return (beside & (beside - 1)) == 0;
  }

 private:
  using Table = std::array<std::uint16_t, row_keys>;
  [[nodiscard]] static const Table& table();
  static constexpr std::uint32_t beside_the_middle = 0xFBEu;  ///< five squares to either side
  explicit BlackForm(std::uint16_t bits) : bits_(bits) {}
  std::uint16_t bits_;  ///< a five, an overline, fours (two bits), straight_fours() from -4 to 4
};

/// A black stone that is thought of, on top of others.
struct ThoughtStone {
  Square square;
  const ThoughtStone* below = nullptr;
};

/// `lines` with the stones that are thought of.
template <class Lines>
[[nodiscard]] Neighbourhood around_with(const Lines& lines, const ThoughtStone* stones, Square s,
                                        int direction) {
  Neighbourhood n = lines.around_black(s, direction);
  const auto d = static_cast<std::size_t>(direction);
  for (; stones != nullptr; stones = stones->below) {
    const SquareLines &a = lines_of(s), &b = lines_of(stones->square);
    const int steps = b.place[d] - a.place[d];
    if (a.line[d] == b.line[d] && steps >= -Neighbourhood::center && steps <= Neighbourhood::center)
      n.own |= 1u << (Neighbourhood::center + steps);
  }
  return n;
}

template <class Lines>
[[nodiscard]] Forbidden forbidden_with(const Lines& lines, const ThoughtStone* stones, Square s);

/// Is the row that a stone on `s` makes along `direction` a three? `squares`: where it would become a
/// straight four.
template <class Lines>
[[nodiscard]] bool is_three(const Lines& lines, const ThoughtStone* stones, Square s, int direction,
                            std::uint32_t squares) {
  const ThoughtStone with{s, stones};
  for (; squares != 0; squares &= squares - 1) {
    const Square next = square_at(s, direction, std::countr_zero(squares) - Neighbourhood::center);
    bool is_five = false;
    for (int d = 0; d < direction_count && !is_five; ++d)
      is_five = BlackForm::of(around_with(lines, &with, next, d)).is_five();
    if (!is_five && forbidden_with(lines, &with, next) == Forbidden::no) return true;
  }
  return false;
}

template <class Lines>
[[nodiscard]] Forbidden forbidden_with(const Lines& lines, const ThoughtStone* stones, Square s) {
  std::array<std::uint32_t, direction_count> straight_fours{};
  int fours = 0, rows = 0;
  bool overline = false;
  for (int d = 0; d < direction_count; ++d) {
    const Neighbourhood n = around_with(lines, stones, s, d);
    if (BlackForm::is_nothing(n)) continue;
    const BlackForm form = BlackForm::of(n);
    if (form.is_five()) return Forbidden::no;
    overline = overline || form.is_overline();
    fours += form.fours();
    straight_fours[static_cast<std::size_t>(d)] = form.straight_fours();
    rows += form.straight_fours() != 0;
  }
  if (overline) return Forbidden::overline;
  if (fours >= 2) return Forbidden::double_four;
  int threes = 0;
  for (int d = 0; d < direction_count && rows + threes >= 2 && threes < 2; ++d) {
    const std::uint32_t squares = straight_fours[static_cast<std::size_t>(d)];
    if (squares == 0) continue;
    --rows;
    threes += is_three(lines, stones, s, d, squares);
  }
  return threes >= 2 ? Forbidden::double_three : Forbidden::no;
}

/// What forbids Black, under renju, to play `s`. `Lines` has `around_black(Square, int direction)`, Black's
/// stones being `own`; it can note what it is asked: the answer is a function of what it returns, and of no
/// square farther than BlackForm::radius from the one that is asked for. require: `s` is empty.
template <class Lines>
[[nodiscard]] Forbidden forbidden_on(const Lines& lines, Square s) {
  return forbidden_with(lines, nullptr, s);
}

/// The `Lines` of a board on which Black is `side`.
struct BlackLines {
  const LineBoard& board;
  int side;
  [[nodiscard]] Neighbourhood around_black(Square s, int direction) const {
    return board.around(side, s, direction);
  }
};

/// The same on the stones of a position.
[[nodiscard]] Forbidden forbidden_on(const Position& position, Square s);
/// All empty squares of the position on which Black may not play.
[[nodiscard]] SquareSet forbidden_points(const Position& position);

/// Why a point is forbidden, or why it only looks so.
struct ForbiddenReport {
  /// A square that would make a straight four of a row, and what speaks against it.
  struct StraightFour {
    Square square;
    bool makes_five = false;              ///< then the row is no three by this square
    Forbidden forbidden = Forbidden::no;  ///< or for this reason
    [[nodiscard]] bool counts() const { return !makes_five && forbidden == Forbidden::no; }
  };
  struct Line {
    Direction direction = Direction::horizontal;
    SquareSet stones;  ///< the black stones that are on it within reach, and the point itself
    bool is_five = false, is_overline = false;
    int fours = 0;
    std::vector<StraightFour> straight_fours;
    /// One of straight_fours counts.
    [[nodiscard]] bool is_three() const;
  };
  Forbidden kind = Forbidden::no;
  std::vector<Line> lines;  ///< those on which the stone makes any of the above
};
/// require: `s` is empty.
[[nodiscard]] ForbiddenReport report_on(const Position& position, Square s);

}  // namespace fiveproof
