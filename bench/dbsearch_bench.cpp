// db-search and replay on a fixed set of random mid-game positions (seed 1; stones on the middle 7x7 of
// 15x15, alternating colours, no five), by number of stones. Wins and non-wins apart, because they cost
// differently.
#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "dbsearch/searcher.hpp"
#include "game/five.hpp"

namespace {

using namespace fiveproof;
using namespace fiveproof::dbsearch;

std::vector<Position> positions(int stones) {
  std::mt19937 random(1);
  std::vector<Position> found;
  while (found.size() < 5000) {
    Position p(15);
    for (int i = 0; i < stones; ++i) {
      Square s;
      do s = Square(4 + static_cast<int>(random() % 7), 4 + static_cast<int>(random() % 7));
      while (!p.is_empty(s));
      p.play(s);
    }
    if (has_five(p, RuleSet::freestyle)) continue;
    found.push_back(p);
  }
  return found;
}

void search(benchmark::State& state, bool of_wins) {
  Searcher searcher(RuleSet::freestyle, 15);
  std::vector<Position> chosen;
  for (const Position& p : positions(static_cast<int>(state.range(0)))) {
    searcher.set_position(p, Color::black);
    if (searcher.search({}).win == of_wins) chosen.push_back(p);
  }
  std::uint64_t nodes = 0;
  std::size_t i = 0;
  for (auto _ : state) {
    searcher.set_position(chosen[i++ % chosen.size()], Color::black);
    nodes += searcher.search({}).nodes;
  }
  state.counters["nodes"] =
      benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kAvgIterations);
  state.counters["share"] = static_cast<double>(chosen.size()) / 5000;
}

/// All replies to a position at which the attacker wins if the defender passes: the verifier's main work.
void replay(benchmark::State& state) {
  Searcher searcher(RuleSet::freestyle, 15);
  std::vector<std::pair<Position, ThreatSequence>> won;
  for (const Position& p : positions(static_cast<int>(state.range(0)))) {
    searcher.set_position(p, Color::black);
    const auto result = searcher.search({});
    if (result.win) won.emplace_back(p, result.sequence);
  }
  std::uint64_t accepted = 0;
  std::uint64_t replies = 0;
  std::size_t i = 0;
  for (auto _ : state) {
    const auto& [position, sequence] = won[i++ % won.size()];
    searcher.set_position(position, Color::black);
    for (Square s : position.empties()) {
      searcher.put(Color::white, s);
      accepted += searcher.replay(sequence);
      searcher.undo();
      ++replies;
    }
  }
  state.counters["per reply"] = benchmark::Counter(static_cast<double>(replies),
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["accepted"] = static_cast<double>(accepted) / static_cast<double>(replies);
}

}  // namespace

BENCHMARK_CAPTURE(search, win, true)->Arg(8)->Arg(12)->Arg(20);
BENCHMARK_CAPTURE(search, no_win, false)->Arg(8)->Arg(12)->Arg(20);
BENCHMARK(replay)->Arg(8)->Arg(12)->Arg(20);

BENCHMARK_MAIN();
