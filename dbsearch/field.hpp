// A board of lines on which every window of five is noted in which the defender gets close to a five.
//
// A window with three defender stones and no other is a four that he can make. One with four or more is
// a five that he can make; with five stones he could have made it, which happens where a reply of
// several stones filled it. Windows are taken as in free-style whatever the rule set: that can only add
// defences (Allis 1994, 5.3.5).
#pragma once

#include <array>
#include <optional>

#include "dbsearch/shapes.hpp"
#include "game/line_board.hpp"

namespace fiveproof::dbsearch {

/// The square at `place` of a line.
[[nodiscard]] constexpr Square square_on_line(int direction, int line, int place) {
  switch (direction) {
    case 0:
      return Square(place, line);
    case 1:
      return Square(line, place);
    case 2:
      return Square(place, place - (line - (max_board_size - 1)));
    default:
      return Square(place, line - place);
  }
}

/// How many of the five lowest bits are set. A table, as std::popcount is a call where the processor
/// has no instruction for it.
[[nodiscard]] constexpr int count_of_five(std::uint32_t word) {
  constexpr auto counts = [] {
    std::array<std::uint8_t, 32> c{};
    for (std::size_t i = 1; i < c.size(); ++i) c[i] = static_cast<std::uint8_t>(c[i >> 1] + (i & 1));
    return c;
  }();
  return counts[word & 31u];
}

/// At most so many windows are noted; with more the field gives up (`overflowed`).
template <int most_windows>
class FieldOf {
 public:
  /// A window of five squares: the places [low, low + 5) of a line.
  struct Window {
    std::uint8_t direction, line, low;
  };
  /// A four that the defender can make: he plays `gain`, and the attacker must answer on `answer`.
  struct Four {
    Square gain, answer;
  };
  static constexpr int max_windows = most_windows;

  explicit FieldOf(int size) : board_(size), ties_(&TieTable::instance()) {}

  // -- setup --
  /// require: the square is empty.
  void put_attacker(Square s) { board_.put(attacker, s); }
  /// Notes the windows that come to hold three defender stones by this one. require: the square is empty.
  void put_defender(Square s) {
    put_unnoted(s);
    note_windows(s);
  }
  /// The two halves of put_defender(). Without the second a stone is for somebody who asks the board alone
  /// until it is taken away. require: the square is empty; the stone is the latest one, and not noted yet.
  void put_unnoted(Square s) { board_.put(defender, s); }
  void note_windows(Square s);
  /// What take() needs to know of the field as it was before a stone.
  struct Mark {
    int windows = 0;
    bool overflowed = false;
  };
  [[nodiscard]] Mark mark() const { return {window_count_, overflowed_}; }
  /// Undoes the latest stone. `before` is what mark() returned before it was put.
  void take(int side, Square s, Mark before) {
    board_.take(side, s);
    window_count_ = before.windows;
    overflowed_ = before.overflowed;
  }

  // -- look --
  static constexpr int attacker = 0;
  static constexpr int defender = 1;
  [[nodiscard]] const LineBoard& board() const { return board_; }
  [[nodiscard]] int window_count() const { return window_count_; }
  /// Is there a window that was not noted? Then nothing below can be relied on, and
  /// whoever asks must give up.
  [[nodiscard]] bool overflowed() const { return overflowed_; }

  /// How many defender stones are in a window, or -1 when something else stands in it.
  [[nodiscard]] int stones_in(const Window& w) const {
    const auto line = board_.line(defender, w.direction, w.line);
    if ((line.blocked >> (w.low + Threat::center) & 31u) != 0) return -1;
    return count_of_five(line.own >> (w.low + Threat::center));
  }
  /// Can the defender, to move, make a five?
  [[nodiscard]] bool defender_has_five_square() const {
    for (int i = 0; i < window_count_; ++i)
      if (stones_in(windows_[static_cast<std::size_t>(i)]) >= 4) return true;
    return false;
  }
  /// Can he make one on another square than `s`?
  [[nodiscard]] bool defender_has_five_square_besides(Square s) const;
  /// The squares on which the defender makes a five; a window that is full counts through all its squares.
  [[nodiscard]] SquareSet defender_five_squares() const;
  /// Appends to `out` the fours in windows [from, window_count()); each window gives two.
  template <class Out>
  void append_fours(int from, Out& out) const {
    for (int i = from; i < window_count_; ++i) {
      const Window& w = windows_[static_cast<std::size_t>(i)];
      if (stones_in(w) != 3) continue;
      const auto [a, b] = two_empties(w);
      out.push_back(Four{a, b});
      out.push_back(Four{b, a});
    }
  }
  /// The empty squares of the windows that hold three of his stones or more, and no other.
  [[nodiscard]] SquareSet squares_with_three() const;
  /// All squares of the windows noted so far, blocked or not. They include every
  /// three and four of the defender.
  [[nodiscard]] SquareSet squares_of_windows() const;

 private:
  [[nodiscard]] std::pair<Square, Square> two_empties(const Window& w) const;

  LineBoard board_;
  const TieTable* ties_;
  int window_count_ = 0;
  bool overflowed_ = false;
  std::array<Window, max_windows> windows_;
};

/// What db-search copies at every step.
using Field = FieldOf<96>;
/// For searches that copy it once and go on for a thousand nodes: room for any board that is played on.
using WideField = FieldOf<255>;
extern template class FieldOf<96>;
extern template class FieldOf<255>;

}  // namespace fiveproof::dbsearch
