#include "engine/swap.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "engine/protocol.hpp"
#include "game/notation.hpp"

namespace fiveproof::engine {
namespace {

struct Offset {
  int columns, rows;
};
/// Three stones from the middle of the board or from one of its edges, Black, White, Black.
struct Opening {
  bool is_at_edge;
  std::array<Offset, 3> stones;
};
constexpr Opening openings[] = {
    {true, {{{0, 0}, {1, 1}, {3, 0}}}},   {true, {{{0, 0}, {2, 1}, {-2, 2}}}},
    {true, {{{0, 1}, {1, 0}, {3, 2}}}},   {true, {{{0, 0}, {1, 2}, {4, 1}}}},
    {false, {{{0, 0}, {1, 1}, {3, 3}}}},  {false, {{{0, 0}, {1, 0}, {4, 1}}}},
    {false, {{{0, 0}, {1, 1}, {-3, 1}}}},
};

std::vector<Square> squares_of(const Opening& opening, int size) {
  std::vector<Square> squares;
  const Offset from{size / 2, opening.is_at_edge ? 0 : size / 2};
  for (const Offset& stone : opening.stones)
    squares.push_back(Square(std::clamp(from.columns + stone.columns, 0, size - 1),
                             std::clamp(from.rows + stone.rows, 0, size - 1)));
  return squares;
}

/// The opening that is nearest to even, as far as it can be seen.
std::vector<Square> even_opening(Player& player, int size, const Thought& thought,
                                 const SearchLimits& limits) {
  std::vector<Square> best;
  int least = Searched::won + 1;
  for (const Opening& opening : openings) {
    const std::vector<Square> squares = squares_of(opening, size);
    const auto position = position_after(squares, size);
    if (!position.ok()) continue;  // on a small board stones come to stand on each other
    const int worth = std::abs(player.worth(position.value(), thought.part(0.3), limits));
    if (worth < least) {
      least = worth;
      best = squares;
    }
  }
  return best;
}

}  // namespace

std::string answer_swap2(Player& player, int size, const std::vector<Square>& stones, const Thought& thought,
                         const SearchLimits& limits) {
  if (stones.empty()) {
    std::string answer;
    for (const Square s : even_opening(player, size, thought, limits))
      answer += (answer.empty() ? "" : " ") + coordinates_of(s, size);
    return answer;
  }
  const auto position = position_after(stones, size);
  if ((stones.size() != 3 && stones.size() != 5) || !position.ok()) return {};
  if (player.worth(position.value(), thought.part(0.5), limits) < 0) return "SWAP";
  const auto choice = player.choose(position.value(), thought, limits);
  return choice ? coordinates_of(choice->move, size) : std::string();
}

}  // namespace fiveproof::engine
