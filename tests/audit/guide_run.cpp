#include "tests/audit/guide_run.hpp"

#include <chrono>
#include <random>
#include <set>

#include "dbsearch/searcher.hpp"
#include "game/notation.hpp"
#include "tests/oracle/oracle.hpp"
#include "verify/rules/guide.hpp"
#include "verify/rules/kernel_words.hpp"

namespace fiveproof::audit::test {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Passes the guide's hints on, only the first plan for each reply and no trouble if it may not mend.
class Observed : public Hints {
 public:
  Observed(verify::Guide& guide, bool may_mend) : guide_(guide), may_mend_(may_mend) {}
  Plan threat(const Board& board) override { return guide_.threat(board); }
  std::optional<Plan> plan(const Board& board, Point reply, int attempt) override {
    if (attempt > 0 && !may_mend_) return std::nullopt;
    return guide_.plan(board, reply, attempt);
  }
  void stuck(const Board& board, Plan played, Point reply) override {
    if (may_mend_) guide_.stuck(board, played, reply);
  }

 private:
  verify::Guide& guide_;
  bool may_mend_;
};

class Fixed : public Hints {
 public:
  explicit Fixed(std::vector<Step> steps) : steps_(std::move(steps)) {}
  Plan threat(const Board&) override { return {}; }
  std::optional<Plan> plan(const Board&, Point, int attempt) override {
    return attempt == 0 ? std::optional<Plan>(view_of(steps_)) : std::nullopt;
  }

 private:
  std::vector<Step> steps_;
};

class Positions {
 public:
  Positions(std::uint64_t seed, int fewest, int most) : random_(seed), fewest_(fewest), most_(most) {}
  Position next(RuleSet rule) {
    for (;;) {
      Position position(15);
      const int stones = fewest_ + below(most_ - fewest_ + 1);
      const int radius = stones > 22 ? 4 + below(3) : 2 + below(3);
      Color c = Color::black;
      for (int i = 0; i < stones;) {
        const Square s(7 - radius + below(2 * radius + 1), 7 - radius + below(2 * radius + 1));
        if (!position.is_empty(s)) continue;
        position.put(c, s);
        c = opponent(c);
        ++i;
      }
      position.set_to_move(Color::black);
      oracle::Board board(position, rule);
      if (board.has_five(Color::black) || board.has_five(Color::white)) continue;
      if (!board.five_squares(Color::black).empty() || !board.double_five_moves(Color::black).empty())
        continue;
      if (board.five_squares(Color::white).size() >= 2) continue;
      return position;
    }
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  std::mt19937_64 random_;
  int fewest_, most_;
};

}  // namespace

GuideFigures run_guide(RuleSet rule, std::uint32_t effort, std::uint64_t wins, std::uint64_t seed, int fewest,
                       int most, int shown, std::ostream& log) {
  GuideFigures figures;
  Positions positions(seed, fewest, most);
  dbsearch::Searcher searcher(rule, 15);
  verify::Guide guide(rule, 15, Color::black, effort);
  Book book(verify::to_kernel(rule), 15, black);
  book.close();
  Kernel kernel(book);
  Board board(verify::to_kernel(rule), 15);
  while (figures.all.wins < wins) {
    const Position position = positions.next(rule);
    const double start = now();
    searcher.set_position(position, Color::black);
    const auto found = searcher.search({.node_limit = effort});
    const double searched = now();
    if (!found.win) continue;
    verify::to_kernel(position, board);
    Observed plain(guide, false), mending(guide, true);
    const bool first = kernel.prove(board, black, plain).has_value();
    const double before = now();
    const bool mended = kernel.prove(board, black, mending).has_value();
    const double after = now();
    figures.search_seconds += searched - start;
    figures.guide_seconds += after - before;
    if (mended) {
      Fixed fixed(guide.last_plan());
      const double plan_start = now();
      (void)kernel.prove(board, black, fixed);
      figures.kernel_seconds += now() - plan_start;
    }
    const auto count = [&](GuideFigures::Count& into) {
      ++into.wins;
      into.first_plan += first;
      into.mended += mended;
    };
    count(figures.all);
    std::set<int> kinds;
    for (const auto& threat : found.sequence) kinds.insert(static_cast<int>(threat.kind));
    for (const int kind : kinds) count(figures.by_kind[static_cast<std::size_t>(kind)]);
    if (!mended && shown-- > 0)
      log << "not established:\n"
          << diagram(position) << "--black \"" << to_text(position.stones(Color::black)) << "\" --white \""
          << to_text(position.stones(Color::white)) << "\"\n"
          << dbsearch::to_text(found.sequence, 15) << "\n\n";
  }
  return figures;
}

void print(const GuideFigures& figures, std::ostream& out) {
  const auto row = [&out](std::string_view name, const GuideFigures::Count& count) {
    if (count.wins == 0) return;
    const auto percent = [&count](std::uint64_t n) {
      return 100.0 * static_cast<double>(n) / static_cast<double>(count.wins);
    };
    out << "  " << name << ": " << count.wins << " wins, first plan " << percent(count.first_plan)
        << " %, mended " << percent(count.mended) << " %\n";
  };
  row("all", figures.all);
  for (int kind = 0; kind < dbsearch::threat_kind_count; ++kind)
    row("with " + std::string(name_of(static_cast<dbsearch::ThreatKind>(kind))),
        figures.by_kind[static_cast<std::size_t>(kind)]);
  const double each = 1e6 / static_cast<double>(figures.all.wins);
  out << "  microseconds a win: db-search alone " << figures.search_seconds * each << ", guide and kernel "
      << figures.guide_seconds * each << ", kernel with the plan at hand " << figures.kernel_seconds * each
      << "\n";
}

}  // namespace fiveproof::audit::test
