// Lemma 4: a plan that wins after a pass wins after every reply outside its zone. Here each such reply is put on the board and the
// same plan is played out, and on small boards everything else, too.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "tests/audit/certificates.hpp"
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

/// Makes plans that win, of all shapes: moves that make fours or threes, and plans of their own after replies.
class PlanMaker {
 public:
  PlanMaker(Board& board, Stone attacker, Random& random)
      : board_(board), attacker_(attacker), defender_(other(attacker)), random_(random) {}

  /// The attacker to move. Nothing if none of some tries wins.
  std::optional<std::vector<Step>> make(int depth) {
    if (board_.five_points(attacker_).count > 0) return std::vector<Step>();
    const FivePoints theirs = board_.five_points(defender_);
    if (theirs.count > 1 || depth == 0) return std::nullopt;
    std::vector<Point> moves{theirs.points[0]};
    if (theirs.count == 0) {
      moves = board_.near(attacker_, 3);
      if (moves.empty() || random_.one_in(3)) moves = board_.near(attacker_, 2);
    }
    for (int tries = theirs.count > 0 ? 1 : 4; tries > 0 && !moves.empty(); --tries) {
      const Point move = random_.pick(moves);
      board_.place(attacker_, move);
      auto steps = after(move, depth);
      board_.take_back();
      if (steps) return steps;
    }
    return std::nullopt;
  }

 private:
  std::optional<std::vector<Step>> after(Point move, int depth) {
    if (board_.is_full() || board_.five_points(defender_).count > 0) return std::nullopt;
    std::vector<Step> steps{{move, {}}};
    std::vector<Point> replies;
    const FivePoints five = board_.five_points(attacker_);
    if (five.count == 1) replies = {five.points[0]};
    if (five.count == 0) {
      const auto threat = straight_four(replies);
      if (threat) {
        steps.push_back({*threat, {}});
      } else {
        if (board_.points() - static_cast<int>(board_.stones().size()) > 9) return std::nullopt;
        for (Point p = 0; p < board_.points(); ++p)
          if (board_.is_empty(p)) replies.push_back(p);
      }
    }
    for (const Point reply : replies) {
      board_.place(defender_, reply);
      auto plan = make(depth - 1);
      board_.take_back();
      if (!plan) return std::nullopt;
      steps[0].branches.push_back({{reply}, *std::move(plan)});
    }
    return steps;
  }
  std::optional<Point> straight_four(std::vector<Point>& replies) {
    std::vector<Point> moves = board_.near(attacker_, 3);
    random_.shuffle(moves);
    for (const Point g : moves) {
      board_.place(attacker_, g);
      const FivePoints then = board_.five_points(attacker_);
      replies = board_.near(defender_, 3);
      board_.take_back();
      if (then.count < 2) continue;
      replies.insert(replies.end(), then.points.begin(), then.points.begin() + 2);
      replies.push_back(g);
      std::sort(replies.begin(), replies.end());
      replies.erase(std::unique(replies.begin(), replies.end()), replies.end());
      return g;
    }
    replies.clear();
    return std::nullopt;
  }
  Board& board_;
  Stone attacker_, defender_;
  Random& random_;
};

struct ZoneFigures {
  int plans = 0, with_threes = 0, with_parries = 0;
  std::uint64_t replies = 0, outside = 0, solved = 0;
};

/// Every reply that the zone excludes, on a board of its own, against the same plan, and against everything where few
/// squares are empty.
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

/// Positions with the defender to move, who has no five point.
std::optional<Cells> and_position(const PlainRules& rules, int empty, Stone attacker, Random& random) {
  const Cells cells = random.board(rules, empty, attacker, random.between(4, 7));
  if (!rules.five_points(cells, other(attacker)).empty()) return std::nullopt;
  if (rules.five_points(cells, attacker).size() > 0 && !random.one_in(20)) return std::nullopt;
  return cells;
}

}  // namespace

TEST_CASE("a plan wins after what its zone excludes, on small boards", "[audit][zone]") {
  Random random(21);
  ZoneFigures figures;
  const int boards = static_cast<int>(fiveproof::test::rounds(20'000));
  for (int i = 0; i < boards; ++i) {
    const PlainRules rules(i % 2 == 0 ? Rule::freestyle : Rule::standard, random.between(5, 9));
    const Stone attacker = random.one_in(2) ? black : white;
    const int points = rules.size() * rules.size();
    const auto cells = and_position(rules, random.between(5, std::max(10, points * 2 / 3)), attacker, random);
    if (!cells) continue;
    Board board = rules.board(*cells);
    PlanMaker maker(board, attacker, random);
    for (int n = 0; n < 3; ++n)
      if (const auto steps = maker.make(4)) play_out(rules, *cells, attacker, *steps, figures);
  }
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
  for (int i = 0; i < boards; ++i) {
    const PlainRules rules(i % 2 == 0 ? Rule::freestyle : Rule::standard, random.between(9, 15));
    const Stone attacker = random.one_in(2) ? black : white;
    const int points = rules.size() * rules.size();
    const auto cells = and_position(rules, points - points * random.between(2, 5) / 10, attacker, random);
    if (!cells) continue;
    verify::Guide guide(rule_set(rules.rule()), rules.size(), color(attacker), 300);
    const Plan plan = guide.threat(rules.board(*cells));
    play_out(rules, *cells, attacker, {plan.first, plan.last}, figures);
  }
  WARN("plans " << figures.plans << ", replies " << figures.replies << ", outside " << figures.outside);
  CHECK(figures.plans > boards / 20);
  CHECK(figures.outside > static_cast<std::uint64_t>(boards) * 4);
}

}  // namespace fiveproof::audit::test
