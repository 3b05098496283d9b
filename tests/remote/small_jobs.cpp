// A maker of many small jobs: `solve --queue` with other budgets, for tests that want thousands of jobs in minutes.
//
//     small-jobs URL RULE MOVES BUDGET JOBS OUTPUT      URL -: two threads of its own, without a queue
//
// Writes the proof to OUTPUT (.jsonl), and a line that says what it took. 0: proved.
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

#include "base/files/atomic_file.hpp"
#include "format/text/jsonl.hpp"
#include "game/notation.hpp"
#include "remote/maker.hpp"
#include "session/solve_session.hpp"
#include "tests/temporary_folder.hpp"

namespace fiveproof {
namespace {

int fail(const Error& error) {
  std::cerr << "small-jobs: " << error.text() << '\n';
  return 2;
}

int run(const std::vector<std::string>& words) {
  const RuleSet rule = parse_rule_set(words[1]).value();
  const auto moves = parse_squares(words[2], 15).value();
  const Root root{position_after(moves, 15).value(), moves};
  const test::TemporaryFolder folder;
  auto store = solve::Store::open(folder.file("s.fvs"), {rule, 15, root.position.to_move()},
                                  solve::Store::Mode::create);
  if (!store.ok()) return fail(store.error());
  store.value().leave_to_system();
  solve::WorkOptions how;
  how.threads = 2;
  how.jobs.first_budget = std::stoull(words[3]);
  how.jobs.growth = 2;
  how.jobs.split_at = how.jobs.first_budget;
  how.jobs.whole_limit = how.jobs.first_budget;
  std::unique_ptr<remote::Maker> maker;
  solve::WorkOptions hired = how;
  if (words[0] != "-") {
    auto opened = remote::Maker::open({words[0], static_cast<unsigned>(std::stoul(words[4]))}, store.value(), how);
    if (!opened.ok()) return fail(opened.error());
    maker = std::move(opened).value();
    hired.workforce = maker.get();
  }
  session::SolveSession session(store.value(), hired);
  std::uint64_t jobs = 0, searches = 0;
  session.on_job = [&](const solve::JobReport& report) {
    ++jobs;
    searches += report.searches;
  };
  auto ended = session.prove(root);
  if (maker) {
    if (auto done = maker->end(true); !done.ok()) return fail(done.error());
  }
  if (!ended.ok()) return fail(ended.error());
  const remote::MakerCounts counts = maker ? maker->counts() : remote::MakerCounts{};
  std::cout << "jobs " << jobs << " searches " << searches << " seconds " << session.total().seconds << " accepted "
            << counts.accepted << " refused " << counts.refused << " own " << counts.own << " answers "
            << counts.answers << " dropped " << counts.dropped << std::endl;
  if (!ended.value().proof || ended.value().is_refuted) return 1;
  const auto bytes = jsonl_bytes(*ended.value().proof, Packing::none);
  if (!bytes.ok()) return fail(bytes.error());
  if (auto written = write_file(words[5], bytes.value()); !written.ok()) return fail(written.error());
  return 0;
}

}  // namespace
}  // namespace fiveproof

int main(int argc, char** argv) {
  if (argc != 7) {
    std::cerr << "usage: small-jobs URL RULE MOVES BUDGET JOBS OUTPUT\n";
    return 2;
  }
  return fiveproof::run({argv + 1, argv + argc});
}
