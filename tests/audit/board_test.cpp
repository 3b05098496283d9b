// The kernel's board and its look-up of records against walking along rows.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <stdexcept>

#include "tests/audit/plain_rules.hpp"
#include "tests/rounds.hpp"

namespace fiveproof::audit::test {
namespace {

std::set<Point> set_of(const std::vector<Point>& points) { return {points.begin(), points.end()}; }

void require_same(const Board& board, const PlainRules& rules) {
  const Cells cells = cells_of(board);
  for (const Stone c : {black, white}) {
    const auto expected = set_of(rules.five_points(cells, c));
    const FivePoints found = board.five_points(c);
    REQUIRE(found.count == static_cast<int>(std::min<std::size_t>(expected.size(), 3)));
    std::set<Point> distinct;
    for (int i = 0; i < 3; ++i) {
      const Point p = found.points[static_cast<std::size_t>(i)];
      REQUIRE((p < 0) == (i >= found.count));
      if (p < 0) continue;
      REQUIRE(expected.count(p) == 1);
      REQUIRE(found.contains(p));
      distinct.insert(p);
    }
    REQUIRE(static_cast<int>(distinct.size()) == found.count);
    REQUIRE(board.has_five(c) == rules.has_five(cells, c));
  }
}

// near() names every square whose stone makes a new five point, and only empty ones.
std::size_t require_fours(const Board& board, const PlainRules& rules) {
  std::size_t made = 0;
  Cells cells = cells_of(board);
  for (const Stone c : {black, white}) {
    const auto named = set_of(board.near(c, 3));
    for (const Point p : named) REQUIRE(board.is_empty(p));
    const auto before = set_of(rules.five_points(cells, c));
    for (const Point p : rules.empties(cells)) {
      cells[PlainRules::at(p)] = letter(c);
      for (const Point five : rules.five_points(cells, c))
        if (before.count(five) == 0) {
          ++made;
          REQUIRE(named.count(p) == 1);
        }
      cells[PlainRules::at(p)] = '.';
    }
  }
  return made;
}

}  // namespace

TEST_CASE("five points, fives and fours are those of walking along rows, on every size", "[audit][board]") {
  Random random(1);
  std::size_t fives = 0, fours = 0, both = 0;
  for (int size = Board::min_size; size <= Board::max_size; ++size)
    for (const Rule rule : {Rule::freestyle, Rule::standard})
      for (int i = 0; i < (size < 10 ? 12 : 3); ++i) {
        const PlainRules rules(rule, size);
        const Stone more = random.one_in(2) ? black : white;
        const int empty = size * size * random.between(1, 7) / 8;
        const Cells cells = random.board(rules, empty, more, random.between(5, 9));
        const Board board = rules.board(cells);
        require_same(board, rules);
        const auto count = rules.five_points(cells, more).size();
        fives += count;
        if (count > 3) ++both;
        fours += require_fours(board, rules);
      }
  CHECK(fives > 500);
  CHECK(fours > 1000);
  CHECK(both > 50);
}

TEST_CASE("taking back leads to the board as it was", "[audit][board]") {
  Random random(2);
  for (int game = 0; game < 20; ++game) {
    const PlainRules rules(game % 2 == 0 ? Rule::freestyle : Rule::standard, random.between(5, 12));
    Board board(rules.rule(), rules.size());
    for (int i = 0; i < 250; ++i) {
      const Point p = random.below(board.points());
      // Fives may arise and stay: the board does not mind.
      if (!board.is_empty(p) || random.one_in(3)) {
        if (!board.stones().empty()) board.take_back();
      } else {
        board.place(random.one_in(3) ? white : black, p);
      }
      if (i % 10 != 0) continue;
      require_same(board, rules);
      const Board fresh = rules.board(cells_of(board));
      for (const Stone c : {black, white}) {
        REQUIRE(set_of(board.near(c, 3)) == set_of(fresh.near(c, 3)));
        REQUIRE(board.five_points(c).count == fresh.five_points(c).count);
      }
    }
    while (!board.stones().empty()) board.take_back();
    REQUIRE(board.near(black, 3).empty());
    REQUIRE(board.five_points(black).count == 0);
    REQUIRE(cells_of(board) == Cells(board.cells().size(), '.'));
  }
}

TEST_CASE("a board refuses what is no empty square, and stays as it is", "[audit][board]") {
  Board board(Rule::freestyle, 7);
  board.place(black, 8);
  for (const Point p : {-1, 8, 49, 1 << 30}) REQUIRE_THROWS_AS(board.place(white, p), std::logic_error);
  REQUIRE_THROWS_AS(board.place(none, 3), std::logic_error);
  REQUIRE(board.stones() == std::vector<Point>{8});
  REQUIRE_THROWS_AS(Board(Rule::freestyle, 4), std::invalid_argument);
  REQUIRE_THROWS_AS(Board(Rule::freestyle, 21), std::invalid_argument);
}

TEST_CASE("overlines: standard needs exactly five, free-style does not", "[audit][board]") {
  const auto five_points = [](Rule rule, std::initializer_list<int> columns) {
    Board board(rule, 9);
    for (const int x : columns) board.place(black, x * 9);
    const auto found = PlainRules(rule, 9).five_points(cells_of(board), black);
    REQUIRE(found.size() == static_cast<std::size_t>(board.five_points(black).count));
    return found.size();
  };
  CHECK(five_points(Rule::freestyle, {0, 1, 2, 3, 5}) == 1);
  CHECK(five_points(Rule::standard, {0, 1, 2, 3, 5}) == 0);
  CHECK(five_points(Rule::freestyle, {1, 2, 3, 4, 6}) == 2);
  CHECK(five_points(Rule::standard, {1, 2, 3, 4, 6}) == 1);
  CHECK(five_points(Rule::standard, {0, 2, 3, 4, 6}) == 2);
  CHECK(five_points(Rule::standard, {0, 2, 3, 4, 5, 7}) == 0);
  CHECK(five_points(Rule::freestyle, {0, 2, 3, 4, 5, 7}) == 2);
}

TEST_CASE("a record is found in all eight orientations, and nothing near it", "[audit][book]") {
  Random random(3);
  for (int i = 0; i < 40; ++i) {
    const PlainRules rules(Rule::freestyle, i % 4 == 0 ? 15 : random.between(5, 20));
    const int n = rules.size();
    // Few stones: positions with symmetries of their own, and equal keys, are then frequent.
    std::vector<Cells> stored;
    Book book(Rule::freestyle, n, black);
    for (int k = 0; k < 20; ++k) {
      Cells cells(static_cast<std::size_t>(n * n), '.');
      for (int s = random.between(0, 4); s > 0; --s)
        cells[static_cast<std::size_t>(random.one_in(2) ? random.below(n * n) : random.below(2) * (n - 1))] =
            random.one_in(2) ? 'b' : 'w';
      stored.push_back(cells);
      book.add(rules.board(cells), -1);
    }
    REQUIRE_FALSE(book.find(rules.board(stored[0])));  // not closed yet
    book.close();
    REQUIRE_THROWS_AS(book.close(), std::logic_error);
    const auto mirrored = [n](const Cells& cells, int s) {
      Cells out(cells.size(), '.');
      for (int x = 0; x < n; ++x)
        for (int y = 0; y < n; ++y) {
          int a = (s & 1) != 0 ? n - 1 - x : x, b = (s & 2) != 0 ? n - 1 - y : y;
          if ((s & 4) != 0) std::swap(a, b);
          out[static_cast<std::size_t>(a * n + b)] = cells[static_cast<std::size_t>(x * n + y)];
        }
      return out;
    };
    const auto expected = [&](const Cells& cells) -> std::optional<std::size_t> {
      for (std::size_t k = 0; k < stored.size(); ++k)
        for (int s = 0; s < 8; ++s)
          if (mirrored(stored[k], s) == cells) return k;
      return std::nullopt;
    };
    Board again(Rule::freestyle, n);
    for (std::size_t k = 0; k < stored.size(); ++k) {
      book.set_up(again, k);
      REQUIRE(cells_of(again) == stored[k]);
      for (int s = 0; s < 8; ++s) {
        Cells image = mirrored(stored[k], s);
        REQUIRE(book.find(rules.board(image)) == expected(image));
        REQUIRE(expected(image));
        // Near misses: one stone moved, to another image of its square too; another colour; one more.
        const auto p = static_cast<std::size_t>(random.below(n * n));
        std::swap(image[p], image[static_cast<std::size_t>(n * n - 1) - p]);
        REQUIRE(book.find(rules.board(image)) == expected(image));
        image[p] = image[p] == '.' ? 'b' : image[p] == 'b' ? 'w' : '.';
        REQUIRE(book.find(rules.board(image)) == expected(image));
      }
    }
  }
}

// Where to look is said by keys of 32 bits. Of 160,000 records and as many boards that are none of them some
// six pairs have equal keys, and only a look at all squares tells these apart. So each half of that look gets
// boards that differ nowhere else.
using Placed = std::vector<std::pair<Point, Stone>>;
constexpr int collision_size = 15;
constexpr Point last_column = collision_size * (collision_size - 1);

/// `n` points from `first` on.
std::set<Point> points_from(Random& random, Point first, std::size_t n) {
  std::set<Point> points;
  while (points.size() < n) points.insert(random.between(first, collision_size * collision_size - 1));
  return points;
}

/// Boards that differ in the white stones alone. No two are images of one another.
Placed with_equal_black_stones(Random& random) {
  Placed placed{{0, black}, {1, black}, {17, black}};
  for (const Point p : points_from(random, 18, 3)) placed.push_back({p, white});
  return placed;
}

/// Boards that differ in the last column alone.
Placed equal_but_for_the_last_column(Random& random) {
  Placed placed{{0, black}, {1, black}, {17, white}};
  for (const Point p : points_from(random, last_column, 9))
    placed.push_back({p, random.one_in(2) ? black : white});
  return placed;
}

std::vector<Placed> distinct_boards(std::uint64_t seed, std::size_t count, Placed (*draw)(Random&)) {
  Random random(seed);
  std::set<Placed> drawn;
  std::vector<Placed> boards;
  while (boards.size() < count)
    if (const auto [placed, is_new] = drawn.insert(draw(random)); is_new) boards.push_back(*placed);
  return boards;
}

void set_up(Board& board, const Placed& placed) {
  while (!board.stones().empty()) board.take_back();
  for (const auto& [point, stone] : placed) board.place(stone, point);
}

TEST_CASE("boards with equal keys are told apart", "[audit][book]") {
  const std::size_t count = fiveproof::test::rounds(160'000);
  const auto draw = GENERATE(&with_equal_black_stones, &equal_but_for_the_last_column);
  const auto boards = distinct_boards(4, 2 * count, draw);
  Board board(Rule::freestyle, collision_size);
  Book book(Rule::freestyle, collision_size, black, count);
  for (std::size_t i = 0; i < count; ++i) {
    set_up(board, boards[i]);
    book.add(board, -1);
  }
  book.close();
  for (std::size_t i = 0; i < boards.size(); ++i) {
    set_up(board, boards[i]);
    REQUIRE(book.find(board) == (i < count ? std::optional(i) : std::nullopt));
  }
}

// Each board has two records, and for every other board the second one is chosen. It goes before the first
// one, and must not take the place of another board's: of some five pairs with equal keys half are mixed.
TEST_CASE("which record is chosen for a board says nothing of one with an equal key", "[audit][book]") {
  const std::size_t count = fiveproof::test::rounds(200'000);
  const auto boards = distinct_boards(6, count, &equal_but_for_the_last_column);
  Board board(Rule::freestyle, collision_size);
  Book book(Rule::freestyle, collision_size, black, 2 * count);
  for (std::size_t i = 0; i < 2 * count; ++i) {
    set_up(board, boards[i % count]);
    book.add(board, -1);
  }
  book.close();
  for (std::size_t i = 1; i < count; i += 2) book.choose(count + i);
  for (std::size_t i = 0; i < count; ++i) {
    set_up(board, boards[i]);
    REQUIRE(book.find(board) == (i % 2 == 1 ? count + i : i));
  }
}

}  // namespace fiveproof::audit::test
