// Whatever the kernel establishes must be true, whoever gives the hints and whatever is in the book.
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <new>
#include <set>
#include <stdexcept>

#include "tests/audit/certificates.hpp"
#include "tests/rounds.hpp"
#include "verify/rules/guide.hpp"

namespace fiveproof::audit::test {
namespace {

/// Plans out of thin air: mostly squares near empty ones of the board, some occupied, some off it.
class RandomHints : public Hints {
 public:
  explicit RandomHints(std::uint64_t seed) : random_(seed) {}
  Plan threat(const Board& board) override {
    threat_ = random_.one_in(4) ? std::vector<Step>() : steps(board, 2);
    return view_of(threat_);
  }
  Plan played(const Board& board) override {
    played_ = random_.one_in(4) ? std::vector<Step>() : steps(board, 3);
    return view_of(played_);
  }
  std::optional<Plan> plan(const Board& board, Point, int attempt) override {
    if (attempt == 8) return std::nullopt;
    plan_ = steps(board, 3);
    return view_of(plan_);
  }

 private:
  Point square(const Board& board) {
    if (random_.one_in(40)) return random_.between(-2, board.points() + 1);
    Point p = random_.below(board.points());
    for (int i = 0; i < 20 && !board.is_empty(p); ++i) p = random_.below(board.points());
    return p;
  }
  std::vector<Step> steps(const Board& board, int depth) {
    std::vector<Step> made;
    for (int n = random_.between(0, 4); n > 0; --n) {
      Step step{square(board), {}};
      for (int b = depth > 0 ? random_.below(4) : 0; b > 0; --b) {
        Branch branch;
        for (int r = random_.between(0, 4); r > 0; --r) branch.replies.push_back(square(board));
        branch.plan = steps(board, depth - 1);
        step.branches.push_back(std::move(branch));
      }
      made.push_back(std::move(step));
    }
    return made;
  }
  Random random_;
  std::vector<Step> threat_, played_, plan_;
};

class NoHints : public Hints {
 public:
  Plan threat(const Board&) override { return {}; }
  std::optional<Plan> plan(const Board&, Point, int) override { return std::nullopt; }
};

/// Hands on a threat, no plans; remembers what was excluded.
class ThreatOnly : public NoHints {
 public:
  explicit ThreatOnly(Point threat) : steps_{{threat, {}}} {}
  Plan threat(const Board&) override { return view_of(steps_); }
  void answered(Point reply, Answer how) override {
    ++replies;
    if (how == Answer::excluded) excluded.insert(reply);
  }
  std::set<Point> excluded;
  int replies = 0;

 private:
  std::vector<Step> steps_;
};

/// A book as a solver would fill it, won or not: at each position of the attacker his best move, for each
/// reply a record. What is lost goes wrong in as few places as can be.
class BookMaker {
 public:
  BookMaker(const PlainRules& rules, Stone attacker, Solver& solver, Random& random)
      : rules_(rules), attacker_(attacker), solver_(solver), random_(random) {}

  std::vector<std::pair<Cells, Point>> make(const Cells& cells, Stone to_move, int leave_out) {
    made_.clear();
    leave_out_ = leave_out;
    if (to_move == attacker_)
      record(cells);
    else
      replies(cells);
    return {made_.begin(), made_.end()};
  }

 private:
  void record(const Cells& cells) {
    if (made_.count(cells) > 0 || made_.size() > 3000) return;
    if (leave_out_ > 0 && random_.one_in(leave_out_)) return;
    const Point move = solver_.best_move(cells);
    made_[cells] = leave_out_ > 0 && random_.one_in(leave_out_) ? -1 : move;
    if (move < 0) return;
    Cells after = cells;
    after[PlainRules::at(move)] = letter(attacker_);
    if (!rules_.is_in_five(after, move)) replies(after);
  }
  void replies(const Cells& cells) {
    for (const Point r : rules_.legal(cells, other(attacker_))) {
      Cells after = cells;
      after[PlainRules::at(r)] = letter(other(attacker_));
      if (!rules_.is_in_five(after, r)) record(after);
    }
  }
  const PlainRules& rules_;
  Stone attacker_;
  Solver& solver_;
  Random& random_;
  std::map<Cells, Point> made_;
  int leave_out_ = 0;
};

struct Figures {
  int won = 0, lost = 0, established = 0, by_hints = 0, books = 0;
  int with_forbidden = 0;  ///< positions in which Black may not play somewhere
  std::uint64_t positions = 0, with_guide = 0, with_random = 0;
};

/// Makes so many positions, offers hints and records of all kinds, and requires that only what is won is
/// proved.
Figures offer_everything(const std::vector<Rule>& played, int positions) {
  Random random(4);
  Figures figures;
  std::uint64_t with_guide = 0, with_random = 0;
  for (int i = 0; figures.won + figures.lost < positions; ++i) {
    const PlainRules rules(played[static_cast<std::size_t>(i) % played.size()], random.between(5, 7));
    const Stone attacker = random.one_in(2) ? black : white;
    const Stone to_move = random.one_in(3) ? other(attacker) : attacker;
    const Cells cells = random.board(rules, random.between(0, 9), attacker, random.between(5, 8));
    // Most positions are decided by the next five; of those a few will do.
    const bool is_plain = rules.five_points(cells, attacker).size() > (to_move == attacker ? 0 : 1) ||
                          rules.five_points(cells, other(attacker)).size() > (to_move == attacker ? 1 : 0);
    // And most others have no threat anywhere.
    if ((is_plain || rules.board(cells).near(attacker, 3).size() < 6) && !random.one_in(50)) continue;
    const Board root = rules.board(cells);
    Solver solver(rules, attacker);
    const bool is_won = solver.is_won(cells, to_move);
    ++(is_won ? figures.won : figures.lost);
    if (rules.legal(cells, black).size() < rules.empties(cells).size()) ++figures.with_forbidden;
    CAPTURE(cells, rules.size(), attacker, to_move, is_won, i);

    const auto prove = [&](Book& book, Hints& hints) {
      Kernel kernel(book);
      for (std::size_t k = 0; k < book.count(); ++k) (void)kernel.check(k, hints);
      const auto proved = kernel.prove(root, to_move, hints);
      if (!proved) return false;
      REQUIRE(is_won);
      REQUIRE((proved->root.rule() == rules.rule() && proved->root.size() == rules.size()));
      REQUIRE((proved->attacker == attacker && proved->to_move == to_move));
      REQUIRE(proved->root.cells() == root.cells());
      figures.positions += proved->positions;
      return true;
    };
    bool established = false;
    {
      Book book(rules.rule(), rules.size(), attacker);
      book.close();
      for (int n = 0; n < 3; ++n) {
        RandomHints hints(random.below(1 << 30));
        if (prove(book, hints)) ++with_random, established = true;
      }
      verify::Guide guide(rule_set(rules.rule()), rules.size(), color(attacker), 300);
      if (prove(book, guide)) ++with_guide, established = true;
    }
    if (established) ++figures.by_hints;
    BookMaker maker(rules, attacker, solver, random);
    for (const int leave_out : {0, 30}) {
      if (rules.empties(cells).size() > 7 && !is_won) break;  // too large
      auto records = maker.make(cells, to_move, leave_out);
      if (random.one_in(3) && !records.empty()) {  // damage
        auto& [stones, move] =
            records[static_cast<std::size_t>(random.below(static_cast<int>(records.size())))];
        if (random.one_in(2)) move = random.between(-1, static_cast<int>(stones.size()) - 1);
        char& cell = stones[static_cast<std::size_t>(random.below(static_cast<int>(stones.size())))];
        if (random.one_in(2)) cell = cell == '.' ? 'b' : cell == 'b' ? 'w' : '.';
      } else if (leave_out == 0 && is_won) {
        Book book(rules.rule(), rules.size(), attacker);
        for (const auto& [stones, move] : records) book.add(rules.board(stones), move);
        book.close();
        NoHints hints;
        REQUIRE(prove(book, hints));
        established = true;
      }
      Book book(rules.rule(), rules.size(), attacker, records.size());
      for (const auto& [stones, move] : records) book.add(rules.board(stones), move);
      book.close();
      ++figures.books;
      RandomHints hints(random.below(1 << 30));
      if (prove(book, hints)) established = true;
    }
    if (established) ++figures.established;
  }
  WARN("won " << figures.won << ", not won " << figures.lost << "; established " << figures.established
              << ", without a record " << figures.by_hints << " (guide " << with_guide << ", random "
              << with_random << " of " << 3 * figures.won << "); books " << figures.books << ", positions "
              << figures.positions);
  figures.with_guide = with_guide;
  figures.with_random = with_random;
  return figures;
}

}  // namespace

TEST_CASE("nothing false is established, with any hints and any records", "[audit][kernel]") {
  const int boards = static_cast<int>(fiveproof::test::rounds(1600));
  const Figures figures = offer_everything({Rule::freestyle, Rule::standard}, boards);
  CHECK(figures.won > boards / 8);
  CHECK(figures.lost > boards * 3 / 16);
  CHECK(figures.established == figures.won);
  CHECK(figures.with_guide > static_cast<std::uint64_t>(boards) / 16);
  CHECK(figures.with_random > static_cast<std::uint64_t>(boards) / 16);
}

TEST_CASE("nothing false is established in renju, with any hints and any records", "[audit][kernel][renju]") {
  const int boards = static_cast<int>(fiveproof::test::rounds(800));
  const Figures figures = offer_everything({Rule::renju}, boards);
  CHECK(figures.won > boards / 8);
  CHECK(figures.lost > boards * 3 / 16);
  CHECK(figures.established == figures.won);
  CHECK(figures.with_guide > static_cast<std::uint64_t>(boards) / 16);
  CHECK(figures.with_random > static_cast<std::uint64_t>(boards) / 16);
  CHECK(figures.with_forbidden > boards / 16);
}

TEST_CASE("the kernel's forbidden points are those of the rule, word by word", "[audit][renju]") {
  Random random(6);
  const int boards = static_cast<int>(fiveproof::test::rounds(500));
  int forbidden = 0, spoiled = 0, freed = 0;
  for (int i = 0; i < boards; ++i) {
    const PlainRules rules(Rule::renju, random.between(5, 12));
    const int points = rules.size() * rules.size();
    const Cells cells = random.board(rules, points * random.between(4, 7) / 8, black, random.between(5, 9));
    Board board = rules.board(cells);
    CAPTURE(cells, rules.size());
    for (const Point p : rules.empties(cells)) {
      const bool is_legal = rules.may_play(cells, black, p);
      forbidden += !is_legal;
      if (is_forbidden(board, p) == is_legal) FAIL("at " << name_of(p, rules.size()));
      REQUIRE(may_play(board, white, p));
      if (is_legal && !random.one_in(2)) continue;
      // After which replies it is forbidden, each played on a board of its own.
      std::vector<Point> expected;
      for (const Point reply : rules.empties(cells)) {
        if (reply == p) continue;
        Cells after = cells;
        after[PlainRules::at(reply)] = letter(white);
        if (!rules.may_play(after, black, p)) expected.push_back(reply);
      }
      REQUIRE(replies_that_forbid(board, black, p) == expected);
      REQUIRE(replies_that_forbid(board, white, p).empty());
      const bool is_always = expected.size() == rules.empties(cells).size() - 1;
      spoiled += is_legal && !expected.empty();
      freed += !is_legal && !is_always;
    }
    REQUIRE(cells_of(board) == cells);
  }
  CHECK(forbidden > boards * 3 / 10);
  CHECK(spoiled > boards / 50);
  CHECK(freed > boards / 10);
}

TEST_CASE("what a lemma excludes loses against the best play of three moves", "[audit][kernel]") {
  Random random(5);
  int lemma1 = 0, lemma2 = 0, lemma3 = 0, three_points = 0;
  for (int i = 0; i < 6000; ++i) {
    const PlainRules rules(i % 2 == 0 ? Rule::freestyle : Rule::standard, random.between(5, 8));
    const int points = rules.size() * rules.size();
    const Cells cells = random.board(rules, points * random.between(3, 6) / 8, black, random.between(4, 8));
    if (!rules.five_points(cells, white).empty()) continue;
    const auto fives = rules.five_points(cells, black);
    // A square that gives two five points if there is one: a threat that excludes something.
    Point threat = random.below(points);
    for (const Point g : rules.empties(cells)) {
      Cells with = cells;
      with[PlainRules::at(g)] = 'b';
      const auto then = rules.five_points(with, black).size();
      if (then < 2 || random.one_in(3)) continue;
      threat = g;
      if (then >= 3 && fives.empty()) ++three_points;
    }
    Book book(rules.rule(), rules.size(), black);
    book.close();
    Kernel kernel(book);
    ThreatOnly hints(threat);
    const auto proved = kernel.prove(rules.board(cells), white, hints);
    const auto replies = rules.empties(cells);
    REQUIRE(hints.replies == static_cast<int>(replies.size()));
    if (fives.size() >= 2) {
      ++lemma2;
      REQUIRE(proved.has_value());
    }
    CAPTURE(cells, rules.size(), i, threat);
    for (const Point r : hints.excluded) {
      Cells after = cells;
      after[PlainRules::at(r)] = 'w';
      REQUIRE(cells[PlainRules::at(r)] == '.');
      REQUIRE_FALSE(rules.is_in_five(after, r));
      if (!rules.five_points(after, black).empty()) {  // he makes five
        ++lemma1;
        continue;
      }
      REQUIRE(fives.empty());
      REQUIRE(after[PlainRules::at(threat)] == '.');
      after[PlainRules::at(threat)] = 'b';
      REQUIRE(rules.five_points(after, white).empty());
      REQUIRE(rules.five_points(after, black).size() >= 2);
      ++lemma3;
    }
  }
  WARN("excluded by lemma 1 or 2: " << lemma1 << ", by lemma 3: " << lemma3
                                    << ", with three five points or more " << three_points);
  CHECK(lemma1 > 1000);
  CHECK(lemma2 > 100);
  CHECK(lemma3 > 1000);
  CHECK(three_points > 10);
}

TEST_CASE("no order of calls makes something false true", "[audit][kernel]") {
  // Black's open three on an empty board: won, f5 and then a straight four.
  const PlainRules rules(Rule::freestyle, 9);
  Board won(Rule::freestyle, 9), even(Rule::freestyle, 9);
  for (const Point p : {22, 31, 40}) won.place(black, p);
  for (const Point p : {0, 8}) won.place(white, p), even.place(p == 0 ? black : white, p);
  std::vector<Step> four{{49, {}}};
  struct One : NoHints {
    std::vector<Step> steps;
    std::optional<Plan> plan(const Board&, Point, int attempt) override {
      return attempt == 0 ? std::optional<Plan>(view_of(steps)) : std::nullopt;
    }
  } hints;
  hints.steps = four;

  SECTION("a record is established by check() only, and only while it holds") {
    Book book(Rule::freestyle, 9, black);
    book.add(won, -1);
    book.add(even, -1);
    book.close();
    Kernel kernel(book);
    REQUIRE_FALSE(kernel.prove(won, black, hints));  // stored and not checked
    REQUIRE(kernel.check(0, hints));
    REQUIRE_FALSE(kernel.check(1, hints));
    REQUIRE(kernel.prove(won, black, hints));
    REQUIRE_FALSE(kernel.prove(even, black, hints));
    NoHints none;
    REQUIRE(kernel.prove(won, black, none));
    REQUIRE_FALSE(kernel.check(0, none));
    REQUIRE_FALSE(kernel.prove(won, black, hints));
  }
  SECTION("other rules, other sizes, no side") {
    Book book(Rule::freestyle, 9, black);
    book.close();
    Kernel kernel(book);
    REQUIRE_FALSE(kernel.prove(Board(Rule::standard, 9), black, hints));
    Board same_stones(Rule::standard, 9);
    for (const Point p : won.stones()) same_stones.place(won.at(p), p);
    REQUIRE_FALSE(kernel.prove(same_stones, black, hints));
    REQUIRE_FALSE(kernel.prove(Board(Rule::freestyle, 10), black, hints));
    REQUIRE_FALSE(kernel.prove(won, Stone::none, hints));
    Board open_four = won;  // lost for White, and still for nobody
    open_four.place(black, 49);
    REQUIRE(kernel.prove(open_four, white, hints));
    REQUIRE_FALSE(kernel.prove(open_four, Stone::none, hints));
    REQUIRE(kernel.prove(won, black, hints));
    REQUIRE_FALSE(kernel.prove(won, white, hints));  // White to move: no plan for f5, b5
    static_assert(!std::is_copy_assignable_v<Book> && !std::is_move_assignable_v<Book>);
    REQUIRE_THROWS_AS(book.add(Board(Rule::freestyle, 10), -1), std::invalid_argument);
    REQUIRE_THROWS_AS(book.add(won, 81), std::invalid_argument);
    REQUIRE_THROWS_AS(book.add(won, -2), std::invalid_argument);
    REQUIRE_THROWS_AS(Book(Rule::freestyle, 9, Stone::none), std::invalid_argument);
    REQUIRE_THROWS_AS(Book(Rule::freestyle, 4, black), std::invalid_argument);
  }
  SECTION("before the book is closed nothing is stored; what comes after is not either") {
    Book book(Rule::freestyle, 9, black);
    Board five(Rule::freestyle, 9);
    for (const Point p : {22, 31, 40, 49}) five.place(black, p);
    book.add(five, -1);
    Kernel kernel(book);
    REQUIRE(kernel.check(0, hints));  // not closed: nothing is stored, nothing is needed
    REQUIRE(kernel.prove(five, black, hints));
    book.close();
    book.add(even, -1);
    REQUIRE(kernel.prove(five, black, hints));
    REQUIRE(kernel.prove(five, white, hints)->replies == 77);
    REQUIRE(kernel.prove(five, white, hints)->positions == 0);  // what is stored has Black to move
  }
  SECTION("an exception leaves nothing behind") {
    struct Thrower : NoHints {
      std::optional<Plan> plan(const Board&, Point, int) override { throw std::bad_alloc(); }
    } thrower;
    Book book(Rule::freestyle, 9, black);
    book.add(won, 49);
    book.add(even, 49);
    book.add(even, -1);
    book.close();
    Kernel kernel(book);
    for (int i = 0; i < 3; ++i) {
      REQUIRE_THROWS_AS(kernel.prove(even, white, thrower), std::bad_alloc);
      REQUIRE_THROWS_AS(kernel.check(1, thrower), std::bad_alloc);
      REQUIRE_THROWS_AS(kernel.check(2, thrower), std::bad_alloc);
      REQUIRE_FALSE(kernel.check(1, hints));
      REQUIRE_FALSE(kernel.check(2, hints));
      REQUIRE(kernel.check(0, hints));
      REQUIRE(kernel.prove(won, black, hints)->root.cells() == won.cells());
    }
  }
  SECTION("over and full positions are not won") {
    Board five(Rule::freestyle, 5);
    for (const Point p : {0, 1, 2, 3, 4}) five.place(black, p);
    Book book(Rule::freestyle, 5, black);
    book.add(five, 7);
    book.close();
    Kernel kernel(book);
    REQUIRE_FALSE(kernel.check(0, hints));
    REQUIRE_FALSE(kernel.prove(five, black, hints));
    REQUIRE_FALSE(kernel.prove(five, white, hints));
    Board full(Rule::freestyle, 5);  // no five: columns bbwbb, wwbww, ...
    for (Point p = 0; p < 25; ++p) full.place((p / 5 + (p % 5 == 2)) % 2 == 0 ? black : white, p);
    REQUIRE_FALSE(full.has_five(black));
    REQUIRE_FALSE(full.has_five(white));
    REQUIRE_FALSE(kernel.prove(full, black, hints));
    REQUIRE_FALSE(kernel.prove(full, white, hints));
  }
}

TEST_CASE("a plan may take as many replies as the budget has, and the walk is told like them",
          "[audit][kernel]") {
  struct Ticking : NoHints {
    // e4 makes two threes; after b4, f4 and g4 comes e5, else f4.
    std::vector<Step> steps{{39, {{{12, 48, 57}, {{40, {}}}}}}, {48, {}}};
    int ticks = 0, most = 1 << 30;
    std::optional<Plan> plan(const Board&, Point, int attempt) override {
      return attempt == 0 ? std::optional<Plan>(view_of(steps)) : std::nullopt;
    }
    void tick() override {
      if (++ticks > most) throw std::bad_alloc();
    }
  } hints;
  Board won(Rule::freestyle, 9);
  for (const Point p : {21, 30, 37, 38}) won.place(black, p);
  for (const Point p : {0, 8, 17, 71}) won.place(white, p);
  const auto wins_within = [&](int budget) {
    Book none(Rule::freestyle, 9, black);
    none.close();
    hints.ticks = 0;
    return Kernel(none, budget).prove(won, black, hints).has_value();
  };
  REQUIRE(wins_within(Kernel::usual_budget));
  const int needed = hints.ticks;
  REQUIRE(needed > 2);
  CHECK(wins_within(needed));
  for (const int budget : {0, needed - 1}) {
    CHECK_FALSE(wins_within(budget));
    CHECK(hints.ticks == budget + 1);
  }

  // Of records that are established the walk tells once each.
  Book book(Rule::freestyle, 9, black);
  book.add(won, -1);
  book.close();
  Kernel kernel(book);
  REQUIRE(kernel.check(0, hints));
  hints.ticks = 0;
  CHECK(kernel.prove(won, black, hints)->positions == 1);
  CHECK(hints.ticks == 1);
  hints.ticks = hints.most = 0;
  CHECK_THROWS_AS(kernel.prove(won, black, hints), std::bad_alloc);
}

TEST_CASE("a threat that Black may not play excludes nothing", "[audit][kernel][renju]") {
  // f5 makes a straight four of a row and a four of a column.
  const auto excluded = [](Rule rule) {
    Board board(rule, 15);
    for (const Point p : {2 * 15 + 4, 3 * 15 + 4, 4 * 15 + 4, 5 * 15 + 5, 5 * 15 + 6, 5 * 15 + 7})
      board.place(black, p);
    Book book(rule, 15, black);
    book.close();
    ThreatOnly hints(5 * 15 + 4);
    CHECK_FALSE(Kernel(book).prove(board, white, hints));
    return hints.excluded.size();
  };
  CHECK(excluded(Rule::freestyle) > 200);
  CHECK(excluded(Rule::standard) > 200);
  CHECK(excluded(Rule::renju) == 0);
}

TEST_CASE("a root with a five of either side on it is not proved, whoever could make another",
          "[audit][kernel]") {
  /// One plan without a move: it does where the attacker makes a five.
  class OnePlan : public NoHints {
   public:
    std::optional<Plan> plan(const Board&, Point, int attempt) override {
      return attempt == 0 ? std::optional(Plan()) : std::nullopt;
    }
  };
  const auto is_proved = [](Stone row, int stones) {
    Board board(Rule::freestyle, 9);
    for (int i = 0; i < 4; ++i) board.place(black, i);
    for (int i = 0; i < stones; ++i) board.place(row, 36 + i);
    Book book(Rule::freestyle, 9, black);
    book.close();
    OnePlan hints;
    return Kernel(book).prove(board, black, hints).has_value();
  };
  CHECK(is_proved(white, 3));
  CHECK(is_proved(white, 4));
  CHECK_FALSE(is_proved(white, 5));
  CHECK_FALSE(is_proved(black, 5));
}

}  // namespace fiveproof::audit::test
