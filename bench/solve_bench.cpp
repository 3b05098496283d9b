// What the solver does all day: db-search on positions that a proof search asked about, and the search
// itself.
//
// The positions are those of positions.txt, which do not change with the solver. Wins and non-wins come as
// they came.
#include <benchmark/benchmark.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "dbsearch/searcher.hpp"
#include "game/notation.hpp"
#include "solve/search/prover.hpp"

namespace {

using namespace fiveproof;

constexpr Color attacker = Color::black;

Position after(const char* moves) { return position_after(parse_squares(moves, 15).value(), 15).value(); }

solve::Budget budget(std::uint64_t searches) {
  solve::Budget b;
  b.searches = searches;
  return b;
}

struct Question {
  Position position;
  Color attacker;
};

void put_stones(Position& position, const std::string& squares, Color c) {
  const std::vector<Square> stones = parse_squares(squares, position.size()).value();
  for (Square s : stones) position.put(c, s);
}

/// "black h8i9 a1": the attacker, his stones, the other side's. Lines that begin with # are comments.
std::vector<Question> read_questions(const std::string& file) {
  std::vector<Question> found;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#")) continue;
    std::istringstream words(line);
    std::string side, own, other;
    words >> side >> own >> other;
    Question q{Position(15), side == "black" ? Color::black : Color::white};
    put_stones(q.position, own, q.attacker);
    put_stones(q.position, other, opponent(q.attacker));
    found.push_back(q);
  }
  return found;
}

/// One iteration looks at all of them.
void threat_search(benchmark::State& state) {
  const std::vector<Question> questions = read_questions(FIVEPROOF_BENCH_POSITIONS);
  if (questions.empty()) return state.SkipWithError("no positions: " FIVEPROOF_BENCH_POSITIONS);
  dbsearch::Searcher searcher(RuleSet::freestyle, 15);
  dbsearch::SearchOptions options;
  options.node_limit = solve::Settings{}.threat_nodes;
  std::size_t searches = 0;
  std::size_t wins = 0;
  for (auto _ : state)
    for (const Question& q : questions) {
      searcher.set_position(q.position, q.attacker);
      wins += searcher.search(options).win ? 1 : 0;
      ++searches;
    }
  state.counters["searches/s"] =
      benchmark::Counter(static_cast<double>(searches), benchmark::Counter::kIsRate);
  state.counters["share of wins"] = static_cast<double>(wins) / static_cast<double>(searches);
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

BENCHMARK(threat_search)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(proof_search, h8_a1, "h8 a1")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(proof_search, h8_i9_i7, "h8 i9 i7")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(proof_search, h8_l10_h9_j10, "h8 l10 h9 j10")->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
