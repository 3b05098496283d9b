#include "engine/alpha_beta.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <new>
#include <utility>

#include "base/memory/large_array.hpp"
#include "engine/evaluation.hpp"
#include "game/stone_keys.hpp"

namespace fiveproof::engine {
namespace {

/// How many successors are looked at, by the distance from the root.
constexpr std::size_t beam_at(int ply) { return ply <= 1 ? 20 : ply <= 3 ? 14 : 10; }
/// Beyond this no line is followed: a bound for the stack and for the time between two looks at the clock.
constexpr int most_plies = 64;
/// Positions between two looks at the clock; together they take a part of a millisecond.
constexpr std::uint64_t nodes_between_looks = 128;
/// It is worth something to be on the move: about what a two is.
constexpr int value_of_the_move = 60;

/// A win is so many plies away from where it is found, and the table is asked at other distances from the
/// root.
constexpr int to_table(int score, int ply) {
  return score >= Searched::sure ? score + ply : score <= -Searched::sure ? score - ply : score;
}
constexpr int from_table(int score, int ply) { return to_table(score, -ply); }

struct Successor {
  Square square;
  int value;
};
using Successors = std::vector<Successor>;

enum class Bound : std::uint8_t { none, at_least, at_most, exact };
struct Entry {
  std::uint64_t key = 0;
  std::int32_t score = 0;
  std::uint16_t move = 0;
  std::int8_t depth = 0;
  Bound bound = Bound::none;
};

/// What a successor is worth to try early: what it makes for us and, a little less, what it takes from the
/// other.
int worth(const Evaluation& board, Color c, Square s) {
  return 4 * board.value(c, s) + 3 * board.value(opponent(c), s);
}

void sort_and_cut(Successors& successors, std::size_t most) {
  const auto better = [](const Successor& a, const Successor& b) {
    return a.value != b.value ? a.value > b.value : a.square < b.square;
  };
  const std::size_t kept = std::min(most, successors.size());
  std::partial_sort(successors.begin(), successors.begin() + static_cast<std::ptrdiff_t>(kept),
                    successors.end(), better);
  successors.resize(kept);
}

/// Forbidden points are sorted out after the cut, as most squares are not asked about then; there are few of
/// them.
constexpr std::size_t room_for_forbidden = 8;

Successors successors_among(const Evaluation& board, Color c, const SquareSet& squares, std::size_t most) {
  Successors found;
  for (const Square s : squares)
    if (const int value = worth(board, c, s); value > 0) found.push_back({s, value});
  const auto drop_forbidden = [&](Successors successors) {
    std::erase_if(successors, [&](const Successor& each) { return !board.is_legal(c, each.square); });
    return successors;
  };
  Successors first = found;
  sort_and_cut(first, most + room_for_forbidden);
  first = drop_forbidden(std::move(first));
  if (first.empty()) first = drop_forbidden(std::move(found));
  sort_and_cut(first, most);
  return first;
}

/// The squares from which to choose where the other side threatens a straight four: those on which it would
/// make a four, which take one of the squares that it needs, and our own fours.
SquareSet answers_to_three(const Evaluation& board, Color c) {
  const Color other = opponent(c);
  SquareSet squares = board.squares(other, Menace::straight_four);
  for (const Color each : {c, other})
    for (const Menace menace : {Menace::four, Menace::four_three}) squares |= board.squares(each, menace);
  return squares;
}

bool has_legal(const Evaluation& board, Color c, const SquareSet& squares) {
  return std::ranges::any_of(squares, [&](Square s) { return board.is_legal(c, s); });
}

}  // namespace

struct AlphaBeta::Impl {
  Impl(RuleSet rule_set, int board_size, std::size_t table_bytes)
      : rule(rule_set),
        size(board_size),
        table_size(std::bit_floor(std::max(table_bytes / sizeof(Entry), std::size_t{1}))) {}

  Searched search(const Position& position, std::span<const Square> moves, const Thought& thought,
                  const SearchLimits& limits);
  [[nodiscard]] bool finish_depth(int depth, Successors& order, Color c);
  int value_of(Color c, int depth, int alpha, int beta, int ply);
  int value_of_successors(Color c, const Successors& successors, int depth, int alpha, int beta, int ply);
  int play_and_value(Color c, Square move, int depth, int alpha, int beta, int ply);
  [[nodiscard]] int standing(Color c) const;
  [[nodiscard]] bool is_over();
  void make_table();
  Entry& entry_of(Color c) { return table[key_of(c) & (table_size - 1)]; }
  [[nodiscard]] std::uint64_t key_of(Color c) const { return c == Color::black ? key : ~key; }

  RuleSet rule;
  int size;
  std::size_t table_size;   ///< entries
  LargeArray<Entry> table;  ///< empty until the first search: who plays a proof needs none
  // Of one search.
  std::optional<Evaluation> board;
  std::uint64_t key = 0;
  const Thought* thought_ = nullptr;
  std::uint64_t nodes = 0, node_limit = 0;
  bool stopped = false;
};

/// The system gives zeros page by page as they are written, each an entry without a bound. Writing them
/// ourselves took 20 ms of a processor in one piece, a quarter of a second where others have most of it.
void AlphaBeta::Impl::make_table() {
  if (table.size() != 0) return;
  auto made = LargeArray<Entry>::create(table_size, {});
  if (!made.ok()) throw std::bad_alloc();
  table = std::move(made).value();
}

bool AlphaBeta::Impl::is_over() {
  if (!stopped && (nodes % nodes_between_looks == 0 || nodes >= node_limit))
    stopped = nodes >= node_limit || thought_->is_over();
  return stopped;
}

/// The board as it stands, for the side to move.
int AlphaBeta::Impl::standing(Color c) const {
  const Color other = opponent(c);
  int value = board->total(c) - board->total(other) + value_of_the_move;
  // What the next stone makes of it; a straight four of our own has been looked for before.
  if (!board->squares(c, Menace::four_three).empty()) value += 700;
  if (!board->squares(c, Menace::double_three).empty()) value += 250;
  if (!board->squares(other, Menace::straight_four).empty()) value -= 400;
  if (!board->squares(other, Menace::four_three).empty()) value -= 150;
  return value;
}

int AlphaBeta::Impl::play_and_value(Color c, Square move, int depth, int alpha, int beta, int ply) {
  const std::uint64_t stone =
      stone_keys[static_cast<std::size_t>(index_of(c))][static_cast<std::size_t>(move.number())];
  board->put(c, move);
  key ^= stone;
  const int value = -value_of(opponent(c), depth, -beta, -alpha, ply + 1);
  key ^= stone;
  board->take(c, move);
  return value;
}

int AlphaBeta::Impl::value_of(Color c, int depth, int alpha, int beta, int ply) {
  ++nodes;
  if (is_over()) return 0;
  const Color other = opponent(c);
  if (!board->squares(c, Menace::five).empty()) return Searched::won - ply - 1;
  if (board->empties().empty()) return 0;
  if (const SquareSet& fives = board->squares(other, Menace::five); !fives.empty()) {
    const Square parry = fives.first();
    if (fives.size() > 1 || !board->is_legal(c, parry)) return -(Searched::won - ply - 2);
    if (ply >= most_plies) return standing(c);
    return play_and_value(c, parry, depth, alpha, beta, ply);
  }
  if (has_legal(*board, c, board->squares(c, Menace::straight_four))) return Searched::won - ply - 3;
  if (depth <= 0 || ply >= most_plies) return standing(c);

  std::optional<Square> known;
  if (const Entry& entry = entry_of(c); entry.bound != Bound::none && entry.key == key_of(c)) {
    known = Square::from_number(entry.move);
    const int score = from_table(entry.score, ply);
    if (entry.depth >= depth &&
        (entry.bound == Bound::exact || (entry.bound == Bound::at_least && score >= beta) ||
         (entry.bound == Bound::at_most && score <= alpha)))
      return score;
  }
  const bool is_pressed = !board->squares(other, Menace::straight_four).empty();
  Successors successors =
      successors_among(*board, c, is_pressed ? answers_to_three(*board, c) : board->empties(),
                       is_pressed ? 2 * beam_at(ply) : beam_at(ply));
  if (successors.empty()) return is_pressed ? -(Searched::won - ply - 4) : 0;
  // The empties of the key are those of this board, so that a move of the table is one of them.
  if (known)
    if (const auto at = std::ranges::find(successors, *known, &Successor::square); at != successors.end())
      std::rotate(successors.begin(), at, at + 1);
  return value_of_successors(c, successors, depth, alpha, beta, ply);
}

int AlphaBeta::Impl::value_of_successors(Color c, const Successors& successors, int depth, int alpha,
                                         int beta, int ply) {
  const int first_alpha = alpha;
  int best = -Searched::won;
  Square best_move = successors.front().square;
  for (const Successor& each : successors) {
    // All but the first are asked whether they are better at all; only if so, how much.
    int value = 0;
    if (best == -Searched::won) {
      value = play_and_value(c, each.square, depth - 1, alpha, beta, ply);
    } else {
      value = play_and_value(c, each.square, depth - 1, alpha, alpha + 1, ply);
      if (value > alpha && value < beta && !stopped)
        value = play_and_value(c, each.square, depth - 1, alpha, beta, ply);
    }
    if (stopped) return 0;
    if (value > best) {
      best = value;
      best_move = each.square;
    }
    alpha = std::max(alpha, best);
    if (alpha >= beta) break;
  }
  const Bound bound = best >= beta ? Bound::at_least : best > first_alpha ? Bound::exact : Bound::at_most;
  entry_of(c) = {key_of(c), to_table(best, ply), static_cast<std::uint16_t>(best_move.number()),
                 static_cast<std::int8_t>(std::min(depth, 127)), bound};
  return best;
}

/// Values all moves at the root to that depth and puts the best first. False if time ended before: then what
/// was found to be better than the first move, which had been valued, is first now.
bool AlphaBeta::Impl::finish_depth(int depth, Successors& order, Color c) {
  constexpr int least = -Searched::won, most = Searched::won;
  Successors valued = order;
  std::size_t best = 0;
  for (std::size_t i = 0; i < valued.size(); ++i) {
    const int alpha = i == 0 ? least : valued[best].value;
    int value = play_and_value(c, valued[i].square, depth - 1, alpha, i == 0 ? most : alpha + 1, 0);
    if (value > alpha && i > 0 && !stopped)
      value = play_and_value(c, valued[i].square, depth - 1, alpha, most, 0);
    if (stopped) {
      std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(best),
                  order.begin() + static_cast<std::ptrdiff_t>(best) + 1);
      return false;
    }
    valued[i].value = value;
    if (value > valued[best].value) best = i;
  }
  std::ranges::stable_sort(valued, std::ranges::greater(), &Successor::value);
  order = std::move(valued);
  return true;
}

Searched AlphaBeta::Impl::search(const Position& position, std::span<const Square> moves,
                                 const Thought& thought, const SearchLimits& limits) {
  Searched result;
  make_table();
  board.emplace(position, rule);
  const Color c = position.to_move();
  key = 0;
  for (const Color each : {Color::black, Color::white})
    for (const Square s : position.stones(each))
      key ^= stone_keys[static_cast<std::size_t>(index_of(each))][static_cast<std::size_t>(s.number())];
  thought_ = &thought;
  nodes = 0;
  node_limit = limits.nodes;
  stopped = false;

  Successors order;
  for (const Square move : moves) order.push_back({move, worth(*board, c, move)});
  sort_and_cut(order, order.size());
  if (order.empty()) return result;
  for (int depth = 1; depth <= std::min(limits.depth, most_plies) && finish_depth(depth, order, c); ++depth) {
    result.depth = depth;
    result.score = order.front().value;
    if (order.size() == 1 || std::abs(result.score) >= Searched::sure) break;
  }
  result.move = order.front().square;
  result.nodes = nodes;
  return result;
}

AlphaBeta::AlphaBeta(RuleSet rule, int size, std::size_t table_bytes)
    : impl_(std::make_unique<Impl>(rule, size, table_bytes)) {}
AlphaBeta::~AlphaBeta() = default;
AlphaBeta::AlphaBeta(AlphaBeta&&) noexcept = default;
AlphaBeta& AlphaBeta::operator=(AlphaBeta&&) noexcept = default;

Searched AlphaBeta::search(const Position& position, std::span<const Square> moves, const Thought& thought,
                           const SearchLimits& limits) {
  return impl_->search(position, moves, thought, limits);
}

std::vector<Square> sorted_successors(const Position& position, RuleSet rule, std::size_t most) {
  const Evaluation board(position, rule);
  std::vector<Square> squares;
  for (const Successor& each : successors_among(board, position.to_move(), board.empties(), most))
    squares.push_back(each.square);
  return squares;
}

}  // namespace fiveproof::engine
