// dump-store FILE: everything that is proved in a store, one line each, and the states of the roots' jobs;
// for comparing stores.
#include <cstdio>

#include "game/notation.hpp"
#include "proof/proof.hpp"
#include "solve/jobs/job_tree.hpp"
#include "solve/store/store.hpp"

int main(int argc, char** argv) {
  using namespace fiveproof;
  if (argc != 2) return 2;
  const auto store = solve::Store::open_to_read(argv[1]);
  if (!store.ok()) {
    std::fprintf(stderr, "%s\n", store.error().text().c_str());
    return 2;
  }
  const auto view = store.value().view();
  if (!view.ok()) return 2;
  view.value().for_each_answer([](const Position& p, Square move) {
    std::printf("black %s white %s: %s\n", to_text(p.stones(Color::black)).c_str(),
                to_text(p.stones(Color::white)).c_str(), to_text(move).c_str());
    return true;
  });
  solve::JobTree tree(store.value().identity().attacker, {});
  for (const Root& root : view.value().roots())
    std::printf("root %s: %d\n", root.text().c_str(),
                static_cast<int>(tree.at(tree.add(root.position, view.value())).entry.state));
}
