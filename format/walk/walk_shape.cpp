#include "format/walk/walk_shape.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace fiveproof::walk {
namespace {

/// What is known of one line.
struct Facts {
  std::uint32_t four, three, two;
  std::array<std::uint8_t, 2> reach;  ///< reach_of() attacker and defender
};

Facts facts_of(Line line) {
  const auto within = [line](Line squares) { return hash_of(from_smaller_end(line & squares)); };
  return {within(0xFFFF),
          within(0x3F3F),
          within(0x0F0F),
          {static_cast<std::uint8_t>(reach_of(line, attacker)),
           static_cast<std::uint8_t>(reach_of(line, defender))}};
}

std::vector<Facts> all_facts() {
  std::vector<Facts> facts;
  for (Line line = 0; line < 1u << 16; ++line) facts.push_back(facts_of(line));
  return facts;
}

/// How many bits are set in each number below 32.
constexpr std::array<std::uint8_t, 32> ones = [] {
  std::array<std::uint8_t, 32> count{};
  for (unsigned n = 0; n < count.size(); ++n) count[n] = static_cast<std::uint8_t>(std::popcount(n));
  return count;
}();

/// Keeps the greatest two of some numbers.
class Best {
 public:
  void note(std::uint32_t value) {
    second_ = std::max(second_, std::min(first_, value));
    first_ = std::max(first_, value);
  }
  [[nodiscard]] std::uint32_t both() const { return first_ * 32 + second_; }

 private:
  std::uint32_t first_ = 0, second_ = 0;
};

}  // namespace

unsigned reach_of(Line line, Cell colour) {
  // A line has nine squares from end to end, with the middle in bit 4.
  unsigned own = 1u << 4, open = 1u << 4;
  const auto note = [&](unsigned cell, unsigned place) {
    own |= static_cast<unsigned>(cell == colour) << place;
    open |= static_cast<unsigned>(cell == colour || cell == empty) << place;
  };
  for (unsigned j = 0; j < 4; ++j) {
    note(line >> (2 * j) & 3, 3 - j);
    note(line >> (2 * j + 8) & 3, 5 + j);
  }
  int most = 0;  // the stone in the middle included
  unsigned windows = 0;
  for (unsigned first = 0; first < 5; ++first) {
    const int stones = ones[own >> first & 31];
    if ((open >> first & 31) != 31 || stones < most) continue;
    windows = stones == most ? windows + 1 : 1;
    most = stones;
  }
  if (most <= 1) return most == 0 ? 0 : 1;
  return 2 + 3 * static_cast<unsigned>(most - 2) + std::min(windows, 3u) - 1;
}

Shape shape_of(const Board& board, int q) {
  static const std::vector<Facts> facts = all_facts();
  Shape shape;
  Best attack, defence;
  for (const Line line : board.lines(q)) {
    const Facts& known = facts[line];
    shape.four += known.four;
    shape.three += known.three;
    shape.two += known.two;
    attack.note(known.reach[0]);
    defence.note(known.reach[1]);
  }
  shape.attack = attack.both();
  shape.defence = defence.both();
  return shape;
}

}  // namespace fiveproof::walk
