// dump-store [--jobs] FILE: everything that is proved in a store, one line each, and the states of the roots'
// jobs; with --jobs all jobs. For comparing stores.
#include <cstdio>
#include <string>
#include <string_view>

#include "game/notation.hpp"
#include "proof/proof.hpp"
#include "solve/jobs/job_tree.hpp"
#include "solve/store/store.hpp"

int main(int argc, char** argv) {
  using namespace fiveproof;
  const bool with_jobs = argc == 3 && std::string_view(argv[1]) == "--jobs";
  if (argc != 2 && !with_jobs) return 2;
  const auto store = solve::Store::open_to_read(argv[argc - 1]);
  if (!store.ok()) {
    std::fprintf(stderr, "%s\n", store.error().text().c_str());
    return 2;
  }
  const auto view = store.value().view();
  if (!view.ok()) return 2;
  const auto print = [](const Position& p, const std::string& what) {
    std::printf("black %s white %s: %s\n", to_text(p.stones(Color::black)).c_str(),
                to_text(p.stones(Color::white)).c_str(), what.c_str());
    return true;
  };
  Status read =
      view.value().for_each_answer([&](const Position& p, Square move) { return print(p, to_text(move)); });
  if (read.ok() && with_jobs)
    read = view.value().for_each_job([&](const Position& p, const solve::JobEntry& job) {
      std::string text = "job " + std::string(name_of(p.to_move())) + " " +
                         std::to_string(static_cast<int>(job.state)) + " " + std::to_string(job.round) + " " +
                         std::to_string(job.searches);
      for (const Square s : job.moves) text += " " + to_text(s);
      return print(p, text);
    });
  const auto roots = view.value().roots();
  if (!read.ok() || !roots.ok()) {
    std::fprintf(stderr, "%s\n", (read.ok() ? roots.error() : read.error()).text().c_str());
    return 2;
  }
  solve::JobTree tree(store.value().identity().attacker, {});
  for (const Root& root : roots.value())
    std::printf("root %s: %d\n", root.text().c_str(),
                static_cast<int>(tree.at(tree.add(root.position, view.value())).entry.state));
}
