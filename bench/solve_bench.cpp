// What the solver does all day: db-search on the positions of a real proof search, and the search itself.
//
// The positions are those that a search of `h8 a1` (free-style, 15x15) looks at within 50,000 db-searches:
// every seventh node of its graph, AND positions as if the defender had passed. Wins and non-wins come as
// they come.
#include <benchmark/benchmark.h>

#include <vector>

#include "dbsearch/searcher.hpp"
#include "game/notation.hpp"
#include "solve/prover.hpp"

namespace {

using namespace fiveproof;

constexpr Color attacker = Color::black;

Position after(const char* moves) { return position_after(parse_squares(moves, 15).value(), 15).value(); }

solve::Budget budget(std::uint64_t searches) {
  solve::Budget b;
  b.searches = searches;
  return b;
}

const std::vector<Position>& positions() {
  static const std::vector<Position> found = [] {
    solve::Prover prover(RuleSet::freestyle, 15, attacker, {});
    (void)prover.prove(after("h8 a1"), budget(50'000));
    std::vector<Position> sample;
    for (solve::NodeId n = 0; n < prover.graph().size(); n += 7) sample.push_back(prover.graph().position(n));
    return sample;
  }();
  return found;
}

void threat_search(benchmark::State& state) {
  dbsearch::Searcher searcher(RuleSet::freestyle, 15);
  dbsearch::SearchOptions options;
  options.node_limit = solve::Settings{}.threat_nodes;
  const std::vector<Position>& sample = positions();
  std::size_t wins = 0;
  std::size_t i = 0;
  for (auto _ : state) {
    searcher.set_position(sample[i++ % sample.size()], attacker);
    wins += searcher.search(options).win ? 1 : 0;
  }
  state.counters["searches/s"] = benchmark::Counter(static_cast<double>(i), benchmark::Counter::kIsRate);
  state.counters["share of wins"] = static_cast<double>(wins) / static_cast<double>(i);
}

void proof_search(benchmark::State& state, const char* moves) {
  double searches = 0;
  double nodes = 0;
  for (auto _ : state) {
    solve::Prover prover(RuleSet::freestyle, 15, attacker, {});
    benchmark::DoNotOptimize(prover.prove(after(moves), budget(50'000)));
    searches += static_cast<double>(prover.searches());
    nodes += static_cast<double>(prover.graph().size());
  }
  state.counters["searches/s"] = benchmark::Counter(searches, benchmark::Counter::kIsRate);
  state.counters["nodes/s"] = benchmark::Counter(nodes, benchmark::Counter::kIsRate);
}

}  // namespace

BENCHMARK(threat_search);
BENCHMARK_CAPTURE(proof_search, h8_a1, "h8 a1")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(proof_search, h8_i9_i7, "h8 i9 i7")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(proof_search, h8_l10_h9_j10, "h8 l10 h9 j10")->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
