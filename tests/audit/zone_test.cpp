// Lemma 4: a plan that wins after a pass wins after every reply outside its zone. Here each such reply is put
// on the board and the same plan is played out, and on small boards everything else, too.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "tests/audit/certificates.hpp"
#include "tests/audit/plan_maker.hpp"
#include "tests/rounds.hpp"
#include "verify/rules/guide.hpp"

namespace fiveproof::audit::test {
namespace {

/// The same plan against most replies; none for single ones. Remembers what became of the replies.
class OnePlan : public Hints {
 public:
  explicit OnePlan(std::vector<Step> steps) : steps_(std::move(steps)) {}
  Plan threat(const Board&) override { return view_of(steps_); }
  std::optional<Plan> plan(const Board&, Point reply, int attempt) override {
    return reply < 0 && attempt == 0 ? std::optional(view_of(steps_)) : std::nullopt;
  }
  void answered(Point reply, Answer how) override { answers[reply] = how; }
  [[nodiscard]] std::vector<Point> outside() const {
    std::vector<Point> found;
    for (const auto& [reply, how] : answers)
      if (how == Answer::outside) found.push_back(reply);
    return found;
  }
  std::map<Point, Answer> answers;

 private:
  std::vector<Step> steps_;
};

struct ZoneFigures {
  int plans = 0;
  std::uint64_t replies = 0, outside = 0, solved = 0;
};

/// Every reply that the zone excludes, on a board of its own, against the same plan, and against everything
/// where few squares are empty.
void play_out(const PlainRules& rules, const Cells& cells, Stone attacker, const std::vector<Step>& steps,
              ZoneFigures& figures) {
  Book book(rules.rule(), rules.size(), attacker);
  book.close();
  Kernel kernel(book);
  OnePlan hints(steps);
  (void)kernel.prove(rules.board(cells), other(attacker), hints);
  if (hints.outside().empty()) return;
  ++figures.plans;
  figures.replies += hints.answers.size();
  for (const Point reply : hints.outside()) {
    ++figures.outside;
    Cells after = cells;
    after[PlainRules::at(reply)] = letter(other(attacker));
    CAPTURE(cells, after, reply, rules.size(), rules.rule(), attacker);
    REQUIRE_FALSE(rules.is_in_five(after, reply));
    REQUIRE(kernel.prove(rules.board(after), attacker, hints));
    if (rules.empties(after).size() > 9) continue;
    ++figures.solved;
    Solver solver(rules, attacker);
    REQUIRE(solver.is_won(after, attacker));
  }
}

/// The replies outside the zone, by name, of a plan of such moves.
std::set<std::string> outside(const Board& board, Stone attacker, const std::vector<Point>& moves) {
  std::vector<Step> steps;
  for (const Point move : moves) steps.push_back({move, {}});
  Book book(board.rule(), board.size(), attacker);
  book.close();
  OnePlan hints(steps);
  (void)Kernel(book).prove(board, other(attacker), hints);
  std::set<std::string> names;
  for (const Point reply : hints.outside()) names.insert(name_of(reply, board.size()));
  return names;
}

}  // namespace

// Black plays d5, White's d1 makes a four, the parry e1 two fours of Black's. With a stone on a1 White's row
// would be longer than five: d1 makes no four, and the plan says nothing of e1.
TEST_CASE("in standard rules a stone beside a four undoes it, and is read", "[audit][zone]") {
  for (const Rule rule : {Rule::freestyle, Rule::standard}) {
    Board board(rule, 9);
    place(board, black, "d2 d3 d4 e2 e3 e4 f2 g3 h4");
    place(board, white, "b1 c1 f1 d6");
    const auto names = outside(board, black, {3 * 9 + 4});
    CHECK(names.count("i9") == 1);
    CHECK(names.count("a1") == 0);
    place(board, white, "a1");
    Book book(rule, 9, black);
    book.close();
    OnePlan hints(std::vector<Step>{{3 * 9 + 4, {}}});
    CHECK(Kernel(book).prove(board, black, hints).has_value() == (rule == Rule::freestyle));
  }
}

// Black plays k2, White parries, and g9 makes a straight four. After White's f7 Black may not play g9.
TEST_CASE("in renju there are no zones", "[audit][zone][renju]") {
  const std::vector<Point> moves{10 * 15 + 1, 6 * 15 + 8};
  for (const Rule rule : {Rule::freestyle, Rule::renju}) {
    Board board(rule, 15);
    place(board, black, "c11 d6 d9 e9 f6 f8 f10 g10 h8 h11 i7 l2 m2 n2");
    place(board, white, "k9 o2");
    const auto wins = [&] {
      Book book(rule, 15, black);
      book.close();
      OnePlan hints(std::vector<Step>{{moves[0], {}}, {moves[1], {}}});
      return Kernel(book).prove(board, black, hints).has_value();
    };
    CHECK(wins());
    CHECK(outside(board, black, moves).count("f7") == (rule == Rule::freestyle));
    place(board, white, "f7");
    CHECK(wins() == (rule == Rule::freestyle));
  }
}

TEST_CASE("a plan wins after what its zone excludes, on small boards", "[audit][zone]") {
  Random random(21);
  ZoneFigures figures;
  const int boards = static_cast<int>(fiveproof::test::rounds(20'000));
  const auto empty = [&](int points) {
    return random.between(5, random.one_in(3) ? 10 : std::max(10, points * 2 / 3));
  };
  on_and_positions(boards, 5, 9, random, empty, [&](const auto& rules, const Cells& cells, Stone attacker) {
    Board board = rules.board(cells);
    PlanMaker maker(board, attacker, random);
    for (int n = 0; n < 3; ++n)
      if (const auto steps = maker.make(4)) play_out(rules, cells, attacker, *steps, figures);
  });
  WARN("plans " << figures.plans << ", replies " << figures.replies << ", outside " << figures.outside
                << ", of these solved " << figures.solved);
  CHECK(figures.plans > boards / 20);
  CHECK(figures.outside > static_cast<std::uint64_t>(boards) / 2);
  CHECK(figures.solved > static_cast<std::uint64_t>(boards) / 100);
}

TEST_CASE("the guide's plans win after what their zones exclude", "[audit][zone]") {
  Random random(22);
  ZoneFigures figures;
  const int boards = static_cast<int>(fiveproof::test::rounds(3'000));
  const auto empty = [&](int points) { return points - points * random.between(2, 5) / 10; };
  on_and_positions(boards, 9, 15, random, empty, [&](const auto& rules, const Cells& cells, Stone attacker) {
    verify::Guide guide(rule_set(rules.rule()), rules.size(), color(attacker), 300);
    const Plan plan = guide.threat(rules.board(cells));
    play_out(rules, cells, attacker, {plan.first, plan.last}, figures);
  });
  WARN("plans " << figures.plans << ", replies " << figures.replies << ", outside " << figures.outside);
  CHECK(figures.plans > boards / 20);
  CHECK(figures.outside > static_cast<std::uint64_t>(boards) * 4);
}

}  // namespace fiveproof::audit::test
