#include "game/forbidden.hpp"

#include <algorithm>

#include "game/five_kind.hpp"

namespace fiveproof {
namespace {

constexpr FiveKind black_five = five_kind(RuleSet::renju, Color::black);

std::uint16_t form_of(Row row) {
  constexpr int middle = row_radius;
  const auto at = [&row](int place) -> Cell& { return row[static_cast<std::size_t>(place)]; };
  unsigned bits = 0;
  if (is_five(black_five, run_of(row).length())) bits |= 1u;
  if (run_of(row).length() > 5) bits |= 2u;
  // A four is known by its stones: a straight four has two squares that complete it, and is one.
  std::vector<unsigned> fours;
  unsigned straight = 0;
  for (int place = middle - 4; place <= middle + 4; ++place) {
    if (at(place) != Cell::empty) continue;
    at(place) = Cell::own;
    const Run run = run_of(row);
    if (run.contains(place)) {
      const int low = run.first, high = run.last;
      const unsigned stones = ((2u << high) - (1u << low)) & ~(1u << place);
      if (is_five(black_five, run.length()) && std::find(fours.begin(), fours.end(), stones) == fours.end())
        fours.push_back(stones);
      if (run.length() == 4 && at(low - 1) == Cell::empty && at(high + 1) == Cell::empty &&
          at(low - 2) != Cell::own && at(high + 2) != Cell::own)
        straight |= 1u << (place - (middle - 4));
    }
    at(place) = Cell::empty;
  }
  bits |= static_cast<unsigned>(fours.size()) << 2;
  bits |= straight << 4;  // none where there is a four: its stones are in the way
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

/// Squares near which there are enough black stones for a forbidden point: two stones within four squares in
/// each of two directions, or four within five squares in one. Some squares near the edge are there in vain.
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

const BlackForm::Table& BlackForm::table() {
  static const Table built = [] {
    Table forms{};
    for (std::size_t key = 0; key < forms.size(); ++key) forms[key] = form_of(row_of(key));
    return forms;
  }();
  return built;
}

Forbidden forbidden_on(const Position& position, Square s) {
  return forbidden_on(PositionLines{position}, s);
}

SquareSet forbidden_points(const Position& position) {
  SquareSet found;
  const SquareSet crowded = position.empties() & crowded_squares(position.stones(Color::black));
  if (crowded.empty()) return found;
  const LineBoard board(position, Color::black);
  const BlackLines lines{board, 0};
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
