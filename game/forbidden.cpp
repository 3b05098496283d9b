#include "game/forbidden.hpp"

#include <algorithm>

namespace fiveproof {
namespace {

enum Cell : std::uint8_t { empty, own, blocked };
/// A row of squares, the stone in question in the middle.
using Row = std::array<Cell, 2 * BlackForm::radius + 1>;
constexpr int middle = BlackForm::radius;

/// The first and last place of the unbroken row of own stones through the middle.
std::pair<int, int> run_of(const Row& row) {
  int first = middle, last = middle;
  while (first > 0 && row[static_cast<std::size_t>(first - 1)] == own) --first;
  while (last + 1 < static_cast<int>(row.size()) && row[static_cast<std::size_t>(last + 1)] == own) ++last;
  return {first, last};
}

std::uint16_t form_of(Row row) {
  const auto at = [&row](int place) -> Cell& { return row[static_cast<std::size_t>(place)]; };
  unsigned bits = 0;
  const auto [first, last] = run_of(row);
  if (last - first + 1 == 5) bits |= 1u;
  if (last - first + 1 > 5) bits |= 2u;
  // A four is known by its stones: a straight four has two squares that complete it, and is one.
  std::vector<unsigned> fours;
  unsigned straight = 0;
  for (int place = middle - 4; place <= middle + 4; ++place) {
    if (at(place) != empty) continue;
    at(place) = own;
    const auto [low, high] = run_of(row);
    if (low <= place && place <= high) {
      const unsigned stones = ((2u << high) - (1u << low)) & ~(1u << place);
      if (high - low + 1 == 5 && std::find(fours.begin(), fours.end(), stones) == fours.end())
        fours.push_back(stones);
      if (high - low + 1 == 4 && at(low - 1) == empty && at(high + 1) == empty && at(low - 2) != own &&
          at(high + 2) != own)
        straight |= 1u << (place - (middle - 4));
    }
    at(place) = empty;
  }
  bits |= static_cast<unsigned>(fours.size()) << 2;
  if (fours.empty()) bits |= straight << 4;
  return static_cast<std::uint16_t>(bits);
}

/// The lines of a position, looked at square by square: for a question or two that pays no LineBoard.
struct PositionLines {
  const Position& position;
  [[nodiscard]] Neighbourhood around_black(Square s, int direction) const {
    Neighbourhood n{0, 0};
    for (int k = -BlackForm::radius; k <= BlackForm::radius; ++k) {
      const int x = s.column() + k * direction_dx[direction];
      const int y = s.row() + k * direction_dy[direction];
      const bool is_on_board = x >= 0 && y >= 0 && x < position.size() && y < position.size();
      const std::uint32_t bit = 1u << (Neighbourhood::center + k);
      if (!is_on_board || position.stones(Color::white).contains(Square(x, y)))
        n.blocked |= bit;
      else if (position.stones(Color::black).contains(Square(x, y)))
        n.own |= bit;
    }
    return n;
  }
};

struct BlackLines {
  LineBoard board;  // Black is side 0
  [[nodiscard]] Neighbourhood around_black(Square s, int direction) const {
    return board.around(0, s, direction);
  }
};

/// Squares near which there are enough black stones for a forbidden point: two stones within four squares in each of
/// two directions, or four within five squares in one. Some squares near the edge are there in vain.
SquareSet crowded_squares(const SquareSet& black) {
  SquareSet in_one, in_two;
  for (const int step : direction_step) {
    SquareSet one, two, three, four;
    const auto add = [&](const SquareSet& stones) {
      four |= three & stones;
      three |= two & stones;
      two |= one & stones;
      one |= stones;
    };
    for (int k = 1; k <= BlackForm::radius; ++k) {
      // A step along a column or a diagonal goes over at most 105 numbers: in two parts, as a word has 64.
      for (const int by : {k * step, -k * step}) add(black.shifted(by / 2).shifted(by - by / 2));
    }
    in_two |= (in_one & two) | four;
    in_one |= two;
  }
  return in_two;
}

}  // namespace

std::string_view name_of(Forbidden kind) {
  switch (kind) {
    case Forbidden::no:
      return "allowed";
    case Forbidden::overline:
      return "overline";
    case Forbidden::double_four:
      return "double four";
    case Forbidden::double_three:
      return "double three";
  }
  FIVEPROOF_ENSURE(false);
}

BlackForm::Tables::Tables() {
  std::array<std::uint16_t, 10> powers{};
  for (std::size_t i = 0; i < powers.size(); ++i)
    powers[i] = i == 0 ? 1 : static_cast<std::uint16_t>(3 * powers[i - 1]);
  for (std::size_t word = 0; word < digits.size(); ++word)
    for (std::size_t i = 0; i < powers.size(); ++i)
      if ((word >> i & 1u) != 0) digits[word] = static_cast<std::uint16_t>(digits[word] + powers[i]);
  for (std::size_t number = 0; number < forms.size(); ++number) {
    Row row{};
    for (std::size_t i = 0; i < powers.size(); ++i)
      row[i + (i >= radius)] = static_cast<Cell>(number / powers[i] % 3);
    row[middle] = own;
    forms[number] = form_of(row);
  }
}

const BlackForm::Tables& BlackForm::tables() {
  static const Tables built;
  return built;
}

Forbidden forbidden_on(const Position& position, Square s) {
  return forbidden_on(PositionLines{position}, s);
}

SquareSet forbidden_points(const Position& position) {
  SquareSet found;
  const SquareSet crowded = position.empties() & crowded_squares(position.stones(Color::black));
  if (crowded.empty()) return found;
  const BlackLines lines{LineBoard(position, Color::black)};
  for (Square s : crowded)
    if (forbidden_on(lines, s) != Forbidden::no) found.insert(s);
  return found;
}

bool ForbiddenReport::Line::is_three() const {
  return std::any_of(straight_fours.begin(), straight_fours.end(),
                     [](const StraightFour& f) { return f.counts(); });
}

ForbiddenReport report_on(const Position& position, Square s) {
  const PositionLines lines{position};
  Position with = position;
  with.put(Color::black, s);
  const PositionLines lines_with{with};
  ForbiddenReport report;
  report.kind = forbidden_on(lines, s);
  for (int d = 0; d < direction_count; ++d) {
    const Neighbourhood n = lines.around_black(s, d);
    const BlackForm form = BlackForm::of(n);
    if (form.is_nothing()) continue;
    ForbiddenReport::Line line{static_cast<Direction>(d), {},           form.is_five(),
                               form.is_overline(),        form.fours(), {}};
    for (std::uint32_t own = n.own | 1u << Neighbourhood::center; own != 0; own &= own - 1)
      line.stones.insert(square_at(s, d, std::countr_zero(own) - Neighbourhood::center));
    for (std::uint32_t rest = form.straight_fours(); rest != 0; rest &= rest - 1) {
      const Square next = square_at(s, d, std::countr_zero(rest) - Neighbourhood::center);
      bool makes_five = false;
      for (int e = 0; e < direction_count; ++e)
        makes_five = makes_five || BlackForm::of(lines_with.around_black(next, e)).is_five();
      line.straight_fours.push_back({next, makes_five, forbidden_on(lines_with, next)});
    }
    report.lines.push_back(std::move(line));
  }
  return report;
}

}  // namespace fiveproof
