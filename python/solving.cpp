// solve(): proves a position, or shows that the attacker does not win there, as `fiveproof solve` does.
#include <pybind11/stl.h>

#include <algorithm>
#include <thread>

#include "base/files/temporary_name.hpp"
#include "game/five.hpp"
#include "python/bindings.hpp"
#include "python/failure.hpp"
#include "python/reading.hpp"
#include "python/words.hpp"
#include "python/work_thread.hpp"
#include "session/solve_session.hpp"

namespace fiveproof::python {
namespace {

using namespace pybind11::literals;
using session::SolveSession;
using solve::WorkProgress;

/// What is to be proved, and with what.
struct Task {
  solve::StoreIdentity game;
  Root root;
  solve::WorkOptions how;
  std::string store;  ///< empty: one that is gone afterwards
};

struct Ended {
  SolveSession::Ending ending;
  WorkProgress total;
};

struct Solved {
  std::string outcome;
  std::shared_ptr<OpenProof> proof;
  WorkProgress total;
};

Result<std::string> store_of(const Task& task, TemporaryName& folder) {
  if (!task.store.empty()) return task.store;
  FIVEPROOF_LET(folder, make_temporary_folder());
  return folder.path() + "/store.fvs";
}

Result<Ended> prove(Task task, const std::function<void(const WorkProgress&)>& tell,
                    std::atomic<bool>& stop) {
  TemporaryName folder;
  FIVEPROOF_LET(const std::string path, store_of(task, folder));
  FIVEPROOF_LET(auto store, solve::Store::open(path, task.game, solve::Store::Mode::create));
  FIVEPROOF_TRY(session::note_root(store, task.root));
  task.how.stop = &stop;
  SolveSession session(store, task.how);
  session.on_progress = tell;
  FIVEPROOF_LET(auto ending, session.prove(task.root));
  return Ended{std::move(ending), session.total()};
}

/// Of the board that the object is on by itself; nothing: it is a list of moves.
std::optional<int> size_of(const py::object& position) {
  if (py::isinstance<Position>(position)) return position.cast<Position>().size();
  if (py::isinstance<Root>(position)) return position.cast<Root>().position.size();
  return std::nullopt;
}

Solved solve_root(const py::object& position, const std::string& rule, int size,
                  const std::optional<std::string>& attacker, std::optional<double> seconds,
                  std::optional<std::uint64_t> searches, int threads, const py::object& store,
                  std::optional<std::uint64_t> memory, const py::object& progress) {
  Root root = root_in(position, size_of(position).value_or(checked_size(size)));
  const int board = root.position.size();
  const RuleSet rules = rule_of(rule);
  if (has_five(root.position, rules)) refuse("the game is over in this position");
  if (seconds && !(*seconds > 0)) refuse("seconds: expected more than 0");
  check_callable("progress", progress);
  const Color side = attacker ? color_of(*attacker) : root.position.to_move();
  Task task{{rules, board, side}, std::move(root), {}, store.is_none() ? std::string() : file_of(store)};
  task.how.threads =
      threads != 0 ? checked_threads(threads) : std::max(1U, std::thread::hardware_concurrency());
  if (seconds) task.how.seconds = *seconds;
  if (searches) task.how.searches = *searches;
  task.how.memory = checked_memory(memory);
  auto ended = value_or_raise(work_in_thread<WorkProgress, Ended>(
      [task](const auto& tell, std::atomic<bool>& stop) { return prove(task, tell, stop); }, progress,
      seconds));
  Solved solved{"open", nullptr, ended.total};
  if (!ended.ending.proof) return solved;
  solved.outcome = ended.ending.is_refuted ? "disproved" : "proved";
  solved.proof = std::make_shared<OpenProof>(*std::move(ended.ending.proof), std::string());
  return solved;
}

}  // namespace

void bind_solve(py::module_& module) {
  py::class_<WorkProgress>(module, "SolveProgress", "How far a search has come.")
      .def_readonly("searches", &WorkProgress::searches)
      .def_readonly("nodes", &WorkProgress::nodes)
      .def_readonly("answers", &WorkProgress::answers, "Positions that are proved.")
      .def_readonly("seconds", &WorkProgress::seconds);
  py::class_<Solved>(module, "Solved", "What became of a position that was to be proved.")
      .def_readonly(
          "outcome", &Solved::outcome,
          "'proved'; 'disproved': the other side wins; 'open': a limit came first, or nothing that was "
          "tried wins.")
      .def_readonly("proof", &Solved::proof, "The proof of that, which the verifier accepts, or None.")
      .def_property_readonly("searches", [](const Solved& on) { return on.total.searches; })
      .def_property_readonly("nodes", [](const Solved& on) { return on.total.nodes; })
      .def_property_readonly("seconds", [](const Solved& on) { return on.total.seconds; });
  module.def("solve", &solve_root, "position"_a, "rule"_a, py::kw_only(), "size"_a = 15,
             "attacker"_a = py::none(), "seconds"_a = py::none(), "searches"_a = py::none(), "threads"_a = 0,
             "store"_a = py::none(), "memory"_a = py::none(), "progress"_a = py::none(),
             "Try to prove that `attacker`, by default the side to move, wins at a Position or after these "
             "moves: as `fiveproof solve`. `store` keeps what is proved, so that another call goes on.");
}

}  // namespace fiveproof::python
