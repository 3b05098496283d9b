// A position to search and a sequence to replay (dbsearch_input.hpp). Neither may claim a win that is none:
// the oracle of tests/oracle and, on small boards, a solver that knows only the rules have the last word.
#include "dbsearch/searcher.hpp"
#include "game/five.hpp"
#include "tests/fuzz/brute_force.hpp"
#include "tests/fuzz/dbsearch_input.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/oracle/oracle.hpp"

namespace dbsearch_target {

using namespace fiveproof;
using dbsearch::SearchResult;
using dbsearch::ThreatSequence;

bool is_over(const Position& position, RuleSet rule) {
  return has_five(position, rule, Color::black) || has_five(position, rule, Color::white);
}

bool is_small(const Position& position) { return position.size() <= 6 && position.empties().size() <= 16; }

/// The oracle plays the gains of the sequence against every defence; it may leave the question open.
void confirm_by_oracle(const Position& position, const fuzz::DbsearchInput& input,
                       const ThreatSequence& sequence) {
  std::vector<Square> gains;
  for (const auto& threat : sequence) gains.push_back(threat.gain);
  oracle::Options options;
  options.node_budget = 4000;
  auto answer = oracle::check(position, input.rule, input.attacker, gains, options);
  if (answer.outcome != oracle::Outcome::refuted) return;
  options.any_order = true;
  answer = oracle::check(position, input.rule, input.attacker, gains, options);
  FIVEPROOF_ENSURE(answer.outcome != oracle::Outcome::refuted);
}

/// `sequence` is claimed to win.
void confirm(const Position& position, const fuzz::DbsearchInput& input, const ThreatSequence& sequence) {
  FIVEPROOF_ENSURE(!is_over(position, input.rule));
  if (is_small(position)) {
    fuzz::BruteForce solver(input.rule, position.size(), input.attacker);
    Position to_move = position;
    to_move.set_to_move(input.attacker);
    FIVEPROOF_ENSURE(solver.ask(to_move, 20'000) != fuzz::Outcome::no_win);
  }
  confirm_by_oracle(position, input, sequence);
}

bool same(const SearchResult& a, const SearchResult& b) {
  return a.win == b.win && a.cut_short == b.cut_short && a.nodes == b.nodes && a.refuted == b.refuted &&
         a.defensive_nodes == b.defensive_nodes && a.sequence == b.sequence;
}

void check_search(dbsearch::Searcher& searcher, const fuzz::DbsearchInput& input,
                  const SearchResult& result) {
  FIVEPROOF_ENSURE(result.win == !result.sequence.empty());
  FIVEPROOF_ENSURE(!(result.win && result.cut_short));
  if (!result.win) return;
  FIVEPROOF_ENSURE(searcher.replay(result.sequence));
  confirm(input.position, input, result.sequence);
}

ThreatSequence edited(ThreatSequence sequence, const std::vector<fuzz::SequenceEdit>& edits) {
  using Kind = fuzz::SequenceEdit::Kind;
  for (const auto& edit : edits) {
    const auto at = [&] {
      return sequence.begin() + static_cast<std::ptrdiff_t>(edit.index % sequence.size());
    };
    if (edit.kind == Kind::push_back) sequence.push_back(edit.threat);
    if (edit.kind == Kind::push_front) sequence.insert(sequence.begin(), edit.threat);
    if (edit.kind == Kind::replace && !sequence.empty()) *at() = edit.threat;
    if (edit.kind == Kind::erase && !sequence.empty()) sequence.erase(at());
  }
  return sequence;
}

FIVEPROOF_FUZZ_TARGET(dbsearch, data, size) {
  const auto input = fuzz::decode_dbsearch_input({data, size});
  dbsearch::Searcher searcher(input.rule, input.position.size());
  searcher.set_position(input.position, input.attacker);
  const SearchResult found = searcher.search(input.options);
  check_search(searcher, input, found);

  Position changed = input.position;
  for (const auto& [color, square] : input.extra_stones) {
    searcher.put(color, square);
    changed.put(color, square);
  }
  const auto sequence = edited(input.starts_with_found ? found.sequence : ThreatSequence{}, input.edits);
  if (searcher.replay(sequence)) confirm(changed, input, sequence);

  for (std::size_t i = 0; i < input.extra_stones.size(); ++i) searcher.undo();
  FIVEPROOF_ENSURE(same(found, searcher.search(input.options)));
  return 0;
}

}  // namespace dbsearch_target
