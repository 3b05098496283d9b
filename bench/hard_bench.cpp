// What a position takes that one search does not prove: jobs from an empty store, one thread, one position
// after another.
//
//   hard_bench POSITIONS [SEARCHES]
//
// POSITIONS has one line of moves per position (free-style, 15x15; Black attacks and is to move), or # and a
// comment. For each it prints the moves, "proved" or "not", the db-searches and the positions made by jobs,
// the seconds of CPU time that these took, and the answer. A position is given up after so many db-searches
// (400,000), which are counted between jobs. What is proved is verified, and what the verifier misses are
// jobs; only jobs are timed.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

#include "bench/stopwatch.hpp"
#include "game/notation.hpp"
#include "session/job_list.hpp"
#include "session/proof_check.hpp"
#include "solve/jobs/extract.hpp"
#include "solve/jobs/foreman.hpp"
#include "verify/task/options.hpp"

namespace {

using namespace fiveproof;

constexpr solve::StoreIdentity game{RuleSet::freestyle, 15, Color::black};

/// What the store lacks for a proof that the verifier accepts; nothing when that is all there.
std::vector<Position> missing_for(const solve::Store& store, const std::vector<Position>& jobs,
                                  const solve::WorkOptions& how) {
  solve::ExtractOptions options;
  options.effort = verify::default_effort;
  options.also = jobs;
  const auto view = store.view().value();
  auto found = solve::extract(store, view, {{jobs.front(), std::nullopt}}, options).value();
  if (!found.missing.empty()) return found.missing;
  return session::check_found(found.proof, how).value().positions();
}

void prove(const std::string& moves, const std::string& path, solve::WorkOptions how) {
  session::JobList jobs;
  jobs.add({position_after(parse_squares(moves, game.size).value(), game.size).value()});
  auto store = solve::Store::open(path, game, solve::Store::Mode::create).value();
  store.leave_to_system();
  const std::uint64_t limit = how.searches;
  std::uint64_t searches = 0, nodes = 0;
  double seconds = 0;
  bool is_proved = false;
  while (searches < limit && !is_proved) {
    how.searches = limit - searches;
    std::clock_t clock = std::clock();
    solve::Foreman foreman(store, jobs.all(), how);
    const auto states = foreman.run().value();
    seconds += bench::since(clock);
    searches += foreman.progress().searches;
    nodes += foreman.progress().nodes;
    const auto is_won = [](solve::JobState state) { return state == solve::JobState::proved; };
    if (!std::ranges::all_of(states, is_won)) break;
    const std::vector<Position> missing = missing_for(store, jobs.all(), how);
    is_proved = missing.empty();
    if (!is_proved && !jobs.add(missing)) break;
  }
  const auto answer = store.view().value().answer(jobs.all().front());
  std::printf("%s %s %llu %llu %.2f %s\n", moves.c_str(), is_proved ? "proved" : "not",
              static_cast<unsigned long long>(searches), static_cast<unsigned long long>(nodes), seconds,
              answer ? to_text(*answer).c_str() : "-");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: hard_bench POSITIONS [SEARCHES]\n");
    return 2;
  }
  solve::WorkOptions how;
  how.searches = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 400'000;
  const auto folder = std::filesystem::temp_directory_path() / ("hard_bench." + std::to_string(getpid()));
  std::ifstream positions(argv[1]);
  for (std::string line; std::getline(positions, line);) {
    if (line.empty() || line.starts_with("#")) continue;
    std::filesystem::create_directories(folder);
    prove(line, (folder / "jobs.fvs").string(), how);
    std::filesystem::remove_all(folder);
  }
  return 0;
}
