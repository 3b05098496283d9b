// Lemma 4 for branches: what the plan of one of them does not read after a pass need not be played. Here each
// such reply is put on the board, where one of these plans must win against every reply, without any lemma,
// and on small boards all is played out, too. Of other replies the same is said as without branches.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "tests/audit/plan_maker.hpp"
#include "tests/rounds.hpp"

namespace fiveproof::audit::test {
namespace {

/// A plan as a certificate has it, whose first step was played. `tells`: the kernel sees its branches.
class Branched : public Hints {
 public:
  Branched(const std::vector<Step>& steps, bool tells) : steps_(steps), tells_(tells) {}
  Plan threat(const Board&) override { return plan_after(view_of(steps_), -1); }
  Plan played(const Board&) override { return tells_ ? view_of(steps_) : Plan(); }
  std::optional<Plan> plan(const Board&, Point reply, int attempt) override {
    if (attempt > 0) return std::nullopt;
    return plan_after(view_of(steps_), reply);
  }
  void answered(Point reply, Answer how) override { answers[reply] = how; }
  std::map<Point, Answer> answers;

 private:
  const std::vector<Step>& steps_;
  bool tells_;
};

std::map<Point, Answer> answers_at(const Board& board, Stone attacker, const std::vector<Step>& steps,
                                   bool tells) {
  Book book(board.rule(), board.size(), attacker);
  book.close();
  Branched hints(steps, tells);
  (void)Kernel(book).prove(board, other(attacker), hints);
  return hints.answers;
}

/// One plan at an OR position, and nothing else.
class PlainPlan : public Hints {
 public:
  explicit PlainPlan(const std::vector<Step>& steps) : steps_(steps) {}
  Plan threat(const Board&) override { return {}; }
  std::optional<Plan> plan(const Board&, Point, int attempt) override {
    return attempt == 0 ? std::optional(view_of(steps_)) : std::nullopt;
  }

 private:
  const std::vector<Step>& steps_;
};

/// A plan played out as spec/certificate.md, section 2, has it, but against every empty square: no lemma.
class PlainPlayer {
 public:
  PlainPlayer(const PlainRules& rules, Stone attacker) : rules_(rules), attacker_(attacker) {}
  /// Does the attacker, to move, win by the plan? Nothing: it takes too long to say.
  std::optional<bool> wins(Cells cells, Plan plan) {
    positions_ = 0;
    const bool answer = attacker_wins(cells, plan, {});
    return positions_ > most_positions ? std::nullopt : std::optional(answer);
  }
  [[nodiscard]] std::vector<std::optional<bool>> answers(const Cells& cells, const std::vector<Plan>& plans) {
    std::vector<std::optional<bool>> found;
    for (const Plan plan : plans) found.push_back(wins(cells, plan));
    return found;
  }

 private:
  static constexpr int most_positions = 3000;
  bool attacker_wins(Cells& cells, Plan plan, Plan pending) {
    if (++positions_ > most_positions) return true;
    if (!rules_.five_points(cells, attacker_).empty()) return true;
    const auto theirs = rules_.five_points(cells, other(attacker_));
    const Point planned = plan.is_empty() ? -1 : plan.first->move;
    const Point move = theirs.empty() ? planned : theirs[0];
    const bool is_on = move >= 0 && move < rules_.size() * rules_.size();
    if (theirs.size() > 1 || !is_on || cells[PlainRules::at(move)] != '.') return false;
    cells[PlainRules::at(move)] = letter(attacker_);
    const bool answer = defender_loses(cells, move == planned ? plan : pending);
    cells[PlainRules::at(move)] = '.';
    return answer;
  }
  bool defender_loses(Cells& cells, Plan played) {
    const auto replies = rules_.empties(cells);
    if (replies.empty() || !rules_.five_points(cells, other(attacker_)).empty()) return false;
    return std::all_of(replies.begin(), replies.end(), [&](Point reply) {
      cells[PlainRules::at(reply)] = letter(other(attacker_));
      // A branch may be for a reply that Lemma 3 excludes, and then it need not do.
      const bool answer = attacker_wins(cells, plan_after(played, reply), played) ||
                          attacker_wins(cells, plan_after(played, -1), played);
      cells[PlainRules::at(reply)] = '.';
      return answer;
    });
  }
  const PlainRules& rules_;
  Stone attacker_;
  int positions_ = 0;
};

struct BranchFigures {
  int plans = 0;
  std::uint64_t spared = 0, played = 0, replayed = 0, solved = 0;
  std::uint64_t lost = 0, lost_elsewhere = 0;  ///< by a plan that wins after a pass; and not on its squares
};

/// All squares on which a plan moves.
void add_moves(const std::vector<Step>& plan, std::set<Point>& moves) {
  for (const Step& step : plan) {
    moves.insert(step.move);
    for (const Branch& branch : step.branches) add_moves(branch.plan, moves);
  }
}

/// Does a plan of those win after the reply, played out by the kernel without a pass?
bool any_wins(const Board& after, Stone attacker, const std::vector<Plan>& plans) {
  Book book(after.rule(), after.size(), attacker);
  book.close();
  Kernel kernel(book);
  return std::any_of(plans.begin(), plans.end(), [&](const Plan plan) {
    const std::vector<Step> steps(plan.first, plan.last);
    PlainPlan hints(steps);
    return kernel.prove(after, attacker, hints).has_value();
  });
}

/// The same with the branches told and not; and each reply that they spare, played and solved.
void compare(const PlainRules& rules, const Cells& cells, Stone attacker, const std::vector<Step>& steps,
             BranchFigures& figures) {
  const Board board = rules.board(cells);
  const auto without = answers_at(board, attacker, steps, false);
  const auto with = answers_at(board, attacker, steps, true);
  CAPTURE(cells, rules.size(), rules.rule(), attacker);
  REQUIRE(with.size() == without.size());
  std::set<Point> moves;
  add_moves(steps, moves);
  std::vector<Plan> plans;
  for (const Branch& branch : steps[0].branches) plans.push_back(view_of(branch.plan));
  bool spares = false;
  PlainPlayer player(rules, attacker);
  for (const auto& [reply, how] : with) {
    CAPTURE(reply);
    const Answer before = without.at(reply);
    if (how == before) {
      figures.played += how == Answer::played;
      if (how != Answer::not_established) continue;
      ++figures.lost;
      figures.lost_elsewhere += moves.count(reply) == 0;
      continue;
    }
    REQUIRE(how == Answer::outside);
    REQUIRE(before == Answer::played);
    spares = true;
    ++figures.spared;
    Cells after = cells;
    after[PlainRules::at(reply)] = letter(other(attacker));
    REQUIRE_FALSE(rules.is_in_five(after, reply));
    REQUIRE(any_wins(rules.board(after), attacker, plans));
    const std::size_t empties = rules.empties(after).size();
    if (empties <= 25) {
      const auto answers = player.answers(after, plans);
      figures.replayed += std::count(answers.begin(), answers.end(), std::optional(true)) > 0;
      REQUIRE_FALSE(std::count(answers.begin(), answers.end(), std::optional(false)) ==
                    static_cast<std::ptrdiff_t>(answers.size()));
    }
    if (empties > 9) continue;
    ++figures.solved;
    Solver solver(rules, attacker);
    REQUIRE(solver.is_won(after, attacker));
  }
  figures.plans += spares;
}

/// The squares that are empty, all of them.
std::vector<Point> all_empty(const Board& board) {
  std::vector<Point> found;
  for (Point p = 0; p < board.points(); ++p)
    if (board.is_empty(p)) found.push_back(p);
  return found;
}
std::vector<Step> steps_of(const std::vector<Point>& moves) {
  std::vector<Step> steps;
  for (const Point move : moves) steps.push_back({move, {}});
  return steps;
}

}  // namespace

// No plan for most replies, so that the branch answers all of them: each square that its plan must read and
// does not is a reply that is wrongly spared.
TEST_CASE("what a branch for all replies spares is won, on small boards", "[audit][zone]") {
  Random random(31);
  BranchFigures figures;
  const int boards = static_cast<int>(fiveproof::test::rounds(20'000));
  const auto empty = [&](int points) {
    return random.between(5, random.one_in(2) ? 10 : std::max(10, points * 2 / 3));
  };
  on_and_positions(boards, 5, 9, random, empty, [&](const auto& rules, const Cells& cells, Stone attacker) {
    Board board = rules.board(cells);
    PlanMaker maker(board, attacker, random);
    for (int n = 0; n < 3; ++n)
      if (auto plan = maker.make(4)) {
        const std::vector<Step> steps{{-1, {{all_empty(board), *std::move(plan)}}}};
        compare(rules, cells, attacker, steps, figures);
      }
  });
  WARN("plans " << figures.plans << ", spared " << figures.spared << ", of these played out "
                << figures.replayed << ", solved " << figures.solved << "; played " << figures.played
                << ", not won by the plan " << figures.lost << ", of these not on its squares "
                << figures.lost_elsewhere);
  CHECK(figures.plans > boards / 20);
  CHECK(figures.spared > static_cast<std::uint64_t>(boards) / 4);
  CHECK(figures.replayed > static_cast<std::uint64_t>(boards) / 20);
  CHECK(figures.solved > static_cast<std::uint64_t>(boards) / 100);
  CHECK(figures.lost > static_cast<std::uint64_t>(boards) / 10);
  CHECK(figures.lost_elsewhere > static_cast<std::uint64_t>(boards) / 50);
}

// Several branches, good and bad, with replies in common and some that are none.
TEST_CASE("branches change no answer but of replies that one of them wins", "[audit][zone]") {
  Random random(32);
  BranchFigures figures;
  const int boards = static_cast<int>(fiveproof::test::rounds(20'000));
  const auto empty = [&](int points) { return random.between(5, std::max(10, points / 2)); };
  on_and_positions(boards, 5, 9, random, empty, [&](const auto& rules, const Cells& cells, Stone attacker) {
    const int points = rules.size() * rules.size();
    Board board = rules.board(cells);
    PlanMaker maker(board, attacker, random);
    std::vector<std::vector<Step>> plans;
    for (int n = 0; n < 6; ++n)
      if (auto plan = maker.make(4)) plans.push_back(*std::move(plan));
    if (plans.empty()) return;
    plans.push_back(steps_of({random.below(points), random.below(points)}));
    Step step{-1, {}};
    for (int n = random.between(1, 4); n > 0; --n) {
      std::vector<Point> replies = all_empty(board);
      random.shuffle(replies);
      replies.resize(static_cast<std::size_t>(random.between(1, static_cast<int>(replies.size()))));
      replies.push_back(random.between(-2, points + 1));
      step.branches.push_back({replies, random.pick(plans)});
    }
    std::vector<Step> steps = random.one_in(3) ? random.pick(plans) : std::vector<Step>();
    steps.insert(steps.begin(), std::move(step));
    compare(rules, cells, attacker, steps, figures);
  });
  WARN("plans " << figures.plans << ", spared " << figures.spared << ", of these played out "
                << figures.replayed << ", solved " << figures.solved << "; played " << figures.played
                << ", not won " << figures.lost);
  CHECK(figures.plans > boards / 50);
  CHECK(figures.spared > static_cast<std::uint64_t>(boards) / 20);
  CHECK(figures.lost > static_cast<std::uint64_t>(boards) / 10);
}

// As in zone_test.cpp: with a stone on a1 White's d1 makes no four, and the plan says nothing of e1.
TEST_CASE("a branch reads what undoes a four that it parries, in standard rules", "[audit][zone]") {
  for (const Rule rule : {Rule::freestyle, Rule::standard}) {
    Board board(rule, 9);
    place(board, black, "d2 d3 d4 e2 e3 e4 f2 g3 h4");
    place(board, white, "b1 c1 f1 d6");
    const auto answers = answers_at(board, black, {{-1, {{all_empty(board), steps_of({3 * 9 + 4})}}}}, true);
    CHECK(answers.at(8 * 9 + 8) == Answer::outside);
    CHECK(answers.at(0) == (rule == Rule::freestyle ? Answer::played : Answer::not_established));
  }
}

// As in zone_test.cpp: after White's f7 Black may not play g9.
TEST_CASE("in renju branches spare nothing", "[audit][zone][renju]") {
  for (const Rule rule : {Rule::freestyle, Rule::renju}) {
    Board board(rule, 15);
    place(board, black, "c11 d6 d9 e9 f6 f8 f10 g10 h8 h11 i7 l2 m2 n2");
    place(board, white, "k9 o2");
    const std::vector<Step> steps{{-1, {{all_empty(board), steps_of({10 * 15 + 1, 6 * 15 + 8})}}}};
    const auto answers = answers_at(board, black, steps, true);
    const auto spared = std::count_if(answers.begin(), answers.end(),
                                      [](const auto& of) { return of.second == Answer::outside; });
    CHECK((spared > 0) == (rule == Rule::freestyle));
    CHECK(answers.at(5 * 15 + 6) == (rule == Rule::freestyle ? Answer::outside : Answer::not_established));
  }
}

// Black's d5 makes a straight four of three stones. Far away nothing can prevent that.
TEST_CASE("a reply counts for the first branch that lists it", "[audit][zone]") {
  Board board(Rule::freestyle, 9);
  place(board, black, "d2 d3 d4");
  place(board, white, "h8 i6");
  const Point far = 0, farther = 8, unlisted = 1, read = 3 * 9 + 4, taken = 8 * 9 + 5;
  const std::vector<Step> good = steps_of({read}), bad = steps_of({8 * 9});
  const auto answers = [&](const std::vector<Branch>& branches) {
    return answers_at(board, black, {{-1, branches}}, true);
  };
  auto found = answers({{{far, farther}, good}});
  CHECK(found.at(far) == Answer::outside);
  CHECK(found.at(farther) == Answer::outside);
  CHECK(found.at(unlisted) == Answer::not_established);
  CHECK(found.at(read) == Answer::not_established);
  // A plan is played after a pass for two replies that no branch before lists, and not for one.
  found = answers({{{far, farther}, bad}, {{far, farther, unlisted}, good}});
  CHECK(found.at(far) == Answer::not_established);
  CHECK(found.at(farther) == Answer::not_established);
  CHECK(found.at(unlisted) == Answer::played);
  found = answers({{{far, far}, good}, {{far, farther, far}, good}});
  CHECK(found.at(far) == Answer::played);
  CHECK(found.at(farther) == Answer::played);
  CHECK(found.at(unlisted) == Answer::not_established);
  // What is no empty square is no reply.
  found = answers({{{-2, 81, 1000, taken}, good}, {{taken, far, farther}, good}});
  CHECK(found.at(far) == Answer::outside);
  CHECK(found.count(taken) == 0);
  found = answers({{{-2, 81, 1000, taken, far}, good}});
  CHECK(found.at(far) == Answer::played);
}

}  // namespace fiveproof::audit::test
