#include "tests/mutants/judge.hpp"

#include <algorithm>

#include "dbsearch/exact_search.hpp"
#include "dbsearch/searcher.hpp"
#include "tests/mutants/convert.hpp"
#include "tests/mutants/rules_only.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/renju_oracle.hpp"

namespace fiveproof::mutants {
namespace {

Reason wrong(std::string text) { return {Judgement::wrong, std::move(text)}; }

/// Everything is played out by both sides, the attacker to move at first.
class PlayOut {
 public:
  static constexpr int most_empties = 14;
  PlayOut(const Grid& grid, Rule rule, char attacker) : grid_(grid), rule_(rule), attacker_(attacker) {}

  Judgement run() {
    const bool wins = attacker_wins();
    return budget_ <= 0 ? Judgement::undecided : wins ? Judgement::valid : Judgement::wrong;
  }

 private:
  bool attacker_wins() {
    if (--budget_ <= 0 || grid_.is_full()) return false;
    if (const auto known = known_.find(grid_.cells); known != known_.end()) return known->second;
    bool wins = false;
    for (int place = 0; place < grid_.area() && !wins; ++place) {
      if (!is_legal(grid_, rule_, attacker_, place)) continue;
      wins = makes_five(grid_, rule_, attacker_, place) || wins_by(place);
    }
    known_.emplace(grid_.cells, wins);
    return wins;
  }
  bool wins_by(int move) {
    grid_.set(move, attacker_);
    bool wins = !grid_.is_full();
    for (int reply = 0; reply < grid_.area() && wins; ++reply) {
      if (!is_legal(grid_, rule_, other(attacker_), reply)) continue;  // or he loses at once
      if (makes_five(grid_, rule_, other(attacker_), reply)) {
        wins = false;
        break;
      }
      grid_.set(reply, other(attacker_));
      wins = attacker_wins();
      grid_.set(reply, empty);
    }
    grid_.set(move, empty);
    return wins;
  }

  Grid grid_;
  Rule rule_;
  char attacker_;
  long budget_ = 300'000;
  std::unordered_map<std::string, bool> known_;
};

/// Does an oracle say that the attacker, who may play these squares, wins against every reply?
bool is_confirmed(const Position& position, Rule rule, char attacker, const std::vector<Square>& squares) {
  constexpr std::uint64_t budget = 100'000;
  if (rule == Rule::renju)
    return renju_oracle::check(position, {}, to_color(attacker), squares, {budget}).outcome ==
           renju_oracle::Outcome::confirmed;
  oracle::Options options;
  options.node_budget = budget;
  return oracle::check(position, to_rule_set(rule), to_color(attacker), squares, options).outcome ==
         oracle::Outcome::confirmed;
}

}  // namespace

Judge::Judge() = default;
Judge::~Judge() = default;

Judgement Judge::truth(const Grid& grid, Rule rule, char attacker, int depth) {
  ++asked_;
  const std::string key =
      std::string(1, "fsr"[static_cast<int>(rule)]) + attacker + smallest_image(grid).cells;
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  const Judgement found = work_out(grid, rule, attacker, depth);
  if (depth == 0 || found != Judgement::undecided) known_.emplace(key, found);
  return found;
}

void Judge::learn(const Grid& grid, Rule rule, char attacker) {
  // Hints, which are played out: in renju by the rule that has the same fives.
  const Rule same_fives = rule != Rule::renju ? rule : attacker == black ? Rule::standard : Rule::freestyle;
  auto [searcher, is_new] =
      searchers_.try_emplace({static_cast<int>(same_fives), grid.size}, to_rule_set(same_fives), grid.size);
  searcher->second.set_position(to_position(grid, attacker), to_color(attacker));
  for (const bool reduced : {false, true}) {
    dbsearch::SearchOptions options;
    options.node_limit = 3'000;
    const auto found = searcher->second.search(reduced ? options : without_reductions(options));
    if (!found.win || found.sequence.empty()) continue;
    Hint hint{grid.size, {}};
    for (const dbsearch::Threat& threat : found.sequence) hint.squares.push_back(threat.gain);
    hints_.push_front(std::move(hint));
  }
  if (rule == Rule::renju) {  // and one that uses forbidden points
    auto& exact = exact_.try_emplace(grid.size, RuleSet::renju, grid.size, 3'000).first->second;
    exact.set_position(to_position(grid, attacker), to_color(attacker));
    if (const auto found = exact.search(); found.win && !found.moves().empty())
      hints_.push_front({grid.size, found.moves()});
  }
  if (hints_.size() > most_hints) hints_.resize(most_hints);
}

// The attacker plays `move`, and the rest is asked for after every reply, each with hints of its own.
bool Judge::wins_by(Grid grid, Rule rule, char attacker, int move, int depth) {
  grid.set(move, attacker);
  if (grid.is_full()) return false;
  const char defender = other(attacker);
  auto replies = grid.places_of(empty);
  std::erase_if(replies, [&](int reply) { return !is_legal(grid, rule, defender, reply); });
  const bool defender_wins = std::any_of(replies.begin(), replies.end(),
                                         [&](int reply) { return makes_five(grid, rule, defender, reply); });
  if (defender_wins) return false;
  learn(grid, rule, attacker);
  return std::all_of(replies.begin(), replies.end(), [&](int reply) {
    Grid after = grid;
    after.set(reply, defender);
    return truth(after, rule, attacker, depth + 1) == Judgement::valid;
  });
}

Judgement Judge::work_out(const Grid& grid, Rule rule, char attacker, int depth) {
  if (is_over(grid, rule)) return Judgement::wrong;
  for (int place = 0; place < grid.area(); ++place)
    if (makes_five(grid, rule, attacker, place)) return Judgement::valid;

  learn(grid, rule, attacker);
  for (const Hint& hint : hints_)
    if (hint.size == grid.size && is_confirmed(to_position(grid, attacker), rule, attacker, hint.squares))
      return Judgement::valid;
  // One list of squares need not do against all replies, nor within the budget.
  if (depth < deepest && !hints_.empty()) {
    const Square first = hints_.front().squares.front();
    const int move = grid.place(first.column(), first.row());
    if (hints_.front().size == grid.size && is_legal(grid, rule, attacker, move) &&
        wins_by(grid, rule, attacker, move, depth))
      return Judgement::valid;
  }
  if (std::count(grid.cells.begin(), grid.cells.end(), empty) > PlayOut::most_empties)
    return Judgement::undecided;
  return PlayOut(grid, rule, attacker).run();
}

/// One draft, from its roots down.
class Judge::Walk {
 public:
  Walk(Judge& judge, const Draft& draft, Contradictions contradictions)
      : judge_(judge), draft_(draft), contradictions_(contradictions), proved_(draft.records.size()) {
    for (std::size_t i = 0; i < draft.records.size(); ++i)
      records_[smallest_image(draft.records[i].grid).cells].push_back(i);
  }

  Reason run() {
    for (const GridRoot& root : draft_.roots)
      if (root.grid.size != draft_.size) return wrong("a root of another size");
    for (const GridRecord& record : draft_.records)
      if (record.grid.size != draft_.size) return wrong("a record of another size");
    for (const GridRoot& root : draft_.roots) {
      if (is_over(root.grid)) return wrong("a root at which the game is over");
      const auto reason =
          root.to_move == draft_.attacker ? attacker_to_move(root.grid) : defender_to_move(root.grid);
      if (reason.judgement != Judgement::valid) return reason;
    }
    return {};
  }

 private:
  [[nodiscard]] bool is_over(const Grid& grid) const { return mutants::is_over(grid, draft_.rule); }

  Reason attacker_to_move(const Grid& grid) {
    const auto stored = records_.find(smallest_image(grid).cells);
    if (stored == records_.end()) return must_be_true(grid);
    const std::vector<std::size_t>& same = stored->second;
    const bool contradicts = std::any_of(same.begin(), same.end(), [&](std::size_t i) {
      return smallest_move(draft_.records[i]) != smallest_move(draft_.records[same[0]]);
    });
    if (contradicts && contradictions_ == Contradictions::wrong)
      return wrong("one position, different moves: " + grid.cells);
    Reason reason = record(same[0]);
    for (std::size_t i = 1; i < same.size() && reason.judgement != Judgement::valid; ++i)
      if (contradicts && record(same[i]).judgement == Judgement::valid) return {};
    return reason;
  }

  /// The smallest image of the move among the symmetries that lead to the smallest image of the position.
  [[nodiscard]] static int smallest_move(const GridRecord& record) {
    if (record.move < 0) return -1;
    int smallest = record.grid.area();
    for (int symmetry : smallest_image(record.grid).symmetries)
      smallest = std::min(smallest, image(record.move, symmetry, record.grid.size));
    return smallest;
  }

  Reason record(std::size_t i) {
    if (proved_[i]) return {};
    const auto& [grid, move] = draft_.records[i];
    if (is_over(grid)) return wrong("a record at which the game is over: " + grid.cells);
    Reason reason;
    if (move < 0) {
      reason = must_be_true(grid);
    } else if (!is_legal(grid, draft_.rule, draft_.attacker, move)) {
      return wrong("a move that is not legal: " + grid.cells + " " + std::to_string(move));
    } else if (!makes_five(grid, draft_.rule, draft_.attacker, move)) {
      Grid after = grid;
      after.set(move, draft_.attacker);
      reason = defender_to_move(after);
    }
    proved_[i] = reason.judgement == Judgement::valid;
    return reason;
  }

  Reason defender_to_move(const Grid& grid) {
    if (grid.is_full()) return wrong("a draw: " + grid.cells);
    for (int reply = 0; reply < grid.area(); ++reply)
      if (makes_five(grid, draft_.rule, other(draft_.attacker), reply))
        return wrong("the defender makes five: " + grid.cells + " " + std::to_string(reply));
    judge_.learn(grid, draft_.rule, draft_.attacker);
    Grid after = grid;
    for (int reply = 0; reply < grid.area(); ++reply) {
      if (!is_legal(grid, draft_.rule, other(draft_.attacker), reply)) continue;
      after.set(reply, other(draft_.attacker));
      const auto reason = attacker_to_move(after);
      if (reason.judgement != Judgement::valid) return reason;
      after.set(reply, empty);
    }
    return {};
  }

  Reason must_be_true(const Grid& grid) {
    switch (judge_.truth(grid, draft_.rule, draft_.attacker)) {
      case Judgement::valid:
        return {};
      case Judgement::wrong:
        return wrong("not won: " + grid.cells);
      default:
        return {Judgement::undecided, "neither stored nor found to be won: " + grid.cells};
    }
  }

  Judge& judge_;
  const Draft& draft_;
  Contradictions contradictions_;
  std::unordered_map<std::string, std::vector<std::size_t>> records_;  // by smallest image
  std::vector<bool> proved_;
};

Reason Judge::judge(const std::optional<Draft>& draft, const std::optional<GridClaim>& expected,
                    Contradictions contradictions) {
  if (!draft) return wrong("accepted, though it cannot be read");
  if (draft->roots.empty()) return wrong("nothing is claimed");
  if (draft->has_finding) return wrong("a finding speaks against it");
  if (expected) {
    if (draft->roots.size() != 1) return wrong("not the one claim that was expected");
    const GridRoot& root = draft->roots.front();
    if (draft->rule != expected->rule || draft->size != expected->size ||
        draft->attacker != expected->attacker || root.to_move != expected->root.to_move ||
        smallest_image(root.grid).cells != smallest_image(expected->root.grid).cells)
      return wrong("another claim than the one that was expected");
  }
  return Walk(*this, *draft, contradictions).run();
}

}  // namespace fiveproof::mutants
