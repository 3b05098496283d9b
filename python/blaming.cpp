// blame(): who wins at each position of a game, and which move lost it (blame/blame_search.hpp).
#include <pybind11/stl.h>

#include <algorithm>
#include <thread>

#include "blame/blame_json.hpp"
#include "python/bindings.hpp"
#include "python/failure.hpp"
#include "python/reading.hpp"
#include "python/sequence.hpp"
#include "python/words.hpp"
#include "python/work_thread.hpp"
#include "session/proof_check.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::python {
namespace {

using namespace pybind11::literals;
using blame::BlameProgress;
using blame::BlameSearch;

/// Seconds that the search may take where nobody says how long, as with the program.
constexpr double usual_seconds = 10;

struct BlameTask {
  blame::Game game;
  std::vector<NamedProof> proofs;
  solve::WorkOptions how;
  std::uint32_t effort;
};

/// What is known of a position, on a board of that size.
struct BoardFinding {
  blame::Finding finding;
  int size;
};

struct GameFault {
  blame::Fault fault;
  Color color;
  Square square;
};

struct Judged {
  blame::Game game;
  std::vector<std::optional<BoardFinding>> positions;
  std::vector<GameFault> faults;
  std::optional<std::size_t> losing_move;  ///< from 0
  bool is_limited;
  std::string json;
};

/// Those that the verifier accepts; nothing of one for which there was no time. An error for one that it
/// refuses.
Result<std::vector<blame::BelievedProof>> believed(const BlameTask& task) {
  std::vector<blame::BelievedProof> proofs;
  for (const NamedProof& named : task.proofs) {
    FIVEPROOF_LET(const auto check, session::check_found(*named.proof, task.how));
    if (check.is_interrupted) continue;
    if (!check.is_accepted)
      return Error{ErrorCode::unsupported, "not verified, and not believed: see verify()", named.name, {}};
    proofs.push_back({named.name, named.proof});
  }
  return proofs;
}

Result<Judged> judge(BlameTask task, const std::function<void(const BlameProgress&)>& tell,
                     std::atomic<bool>& stop) {
  task.how.stop = &stop;
  FIVEPROOF_LET(const auto proofs, believed(task));
  BlameSearch search(task.game, proofs, task.how, task.effort);
  search.on_progress = tell;
  FIVEPROOF_TRY(search.look());
  Judged judged{task.game,
                {},
                {},
                losing_move(task.game, search),
                search.is_limited() || proofs.size() < task.proofs.size(),
                explore::text_of(blame_json(task.game, search))};
  for (std::size_t ply = 0; ply <= task.game.moves.size(); ++ply) {
    const auto& found = search.at(ply);
    judged.positions.push_back(found ? std::optional(BoardFinding{*found, task.game.size}) : std::nullopt);
  }
  for (const blame::Fault& fault : faults_of(task.game, search))
    judged.faults.push_back({fault, task.game.mover(fault.move), task.game.moves[fault.move]});
  return judged;
}

Judged blame_game(const py::object& moves, const std::string& rule, int size, const py::object& proofs,
                  double seconds, std::optional<std::uint64_t> nodes, std::uint64_t effort, int threads,
                  std::optional<std::uint64_t> memory, const py::object& progress) {
  const RuleSet rules = rule_of(rule);
  const int board = checked_size(size);
  if (!(seconds > 0)) refuse("seconds: expected more than 0");
  check_callable("progress", progress);
  BlameTask task{value_or_refuse(blame::game_of(rules, board, squares_of(moves, board))),
                 proofs_in(proofs, rules, board),
                 {},
                 checked_effort(effort)};
  task.how.threads =
      threads != 0 ? checked_threads(threads) : std::max(1U, std::thread::hardware_concurrency());
  if (nodes) task.how.nodes = *nodes;
  task.how.memory = checked_memory(memory) / 3;  // of each side's search; the proofs take their part
  return value_or_raise(work_in_thread<BlameProgress, Judged>(
      [task](const auto& tell, std::atomic<bool>& stop) { return judge(task, tell, stop); }, progress,
      seconds));
}

template <class T>
auto of_finding(T blame::Finding::*member) {
  return [member](const BoardFinding& on) { return on.finding.*member; };
}

void bind_findings(py::module_& module) {
  py::class_<BoardFinding>(module, "Finding", "Who wins at a position, and how that is known.")
      .def_property_readonly("winner",
                             [](const BoardFinding& on) { return std::string(name_of(on.finding.winner)); })
      .def_property_readonly("ground",
                             [](const BoardFinding& on) { return std::string(name_of(on.finding.ground)); })
      .def_property_readonly(
          "proof",
          [](const BoardFinding& on) {
            return on.finding.proof.empty() ? std::optional<py::str>()
                                            : std::optional(name_of_file(on.finding.proof));
          },
          "The name of the proof that says so.")
      .def_property_readonly("positions", of_finding(&blame::Finding::positions),
                             "So many has the proof that was found.")
      .def_property_readonly(
          "line", [](const BoardFinding& on) { return square_names(on.finding.line); },
          "How it goes on, the replies being those that hold out longest.")
      .def_property_readonly(
          "threats", [](const BoardFinding& on) { return on_board(on.finding.threats, on.size); },
          "What wins at the end of the line.")
      .def_property_readonly("after_pass", of_finding(&blame::Finding::is_after_pass),
                             "The loser is to move at the end of the line: the threats win if he passes.");
  py::class_<GameFault>(module, "Fault", "A move that lost, or missed a win.")
      .def_property_readonly(
          "move", [](const GameFault& on) { return on.fault.move + 1; }, "Its number, from 1.")
      .def_property_readonly("colour", [](const GameFault& on) { return std::string(name_of(on.color)); })
      .def_property_readonly("square", [](const GameFault& on) { return square_name(on.square); })
      .def_property_readonly(
          "loses", [](const GameFault& on) { return on.fault.is_loss; },
          "The other side's win is proved after it, and was not before.")
      .def_property_readonly(
          "misses_win", [](const GameFault& on) { return on.fault.is_missed_win; },
          "A win was proved before it for who made it, and is not after it.");
}

}  // namespace

void bind_blame(py::module_& module) {
  py::class_<BlameProgress>(module, "BlameProgress", "What is being looked at.")
      .def_property_readonly(
          "move", [](const BlameProgress& on) { return on.ply + 1; },
          "The number of the move before which the position is.")
      .def_property_readonly(
          "attacker",
          [](const BlameProgress& on) {
            return on.attacker ? std::optional(std::string(name_of(*on.attacker))) : std::nullopt;
          },
          "Whose win is searched for; None: threats are looked for.")
      .def_readonly("searches", &BlameProgress::searches);
  bind_findings(module);
  py::class_<Judged>(module, "Blame", "What is proved of a game, position by position.")
      .def_property_readonly("moves", [](const Judged& on) { return square_names(on.game.moves); })
      .def_property_readonly(
          "end", [](const Judged& on) { return std::string(name_of(on.game.end)); },
          "'five', 'forbidden', 'full', or 'open': not played to its end.")
      .def_readonly("positions", &Judged::positions,
                    "Before each move and after the last: a Finding, or None.")
      .def_readonly("faults", &Judged::faults)
      .def_property_readonly(
          "losing_move",
          [](const Judged& on) { return on.losing_move ? std::optional(*on.losing_move + 1) : std::nullopt; },
          "The number of the move that lost in the end, or None.")
      .def_readonly("limit", &Judged::is_limited, "A limit ended the search: more may become known.")
      .def(
          "to_json", [](const Judged& on) { return on.json; },
          "The answer of `fiveproof blame --json` (spec/blame.schema.json).");
  module.def("blame", &blame_game, "moves"_a, "rule"_a, py::kw_only(), "size"_a = 15,
             "proofs"_a = py::tuple(), "seconds"_a = usual_seconds, "nodes"_a = py::none(),
             "effort"_a = verify::default_effort, "threads"_a = 0, "memory"_a = py::none(),
             "progress"_a = py::none(),
             "Who wins at each position of a game, as far as it is proved, and which move lost it: as "
             "`fiveproof blame`. `proofs`: each a Proof, which is verified first.");
}

}  // namespace fiveproof::python
