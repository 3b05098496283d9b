// `fiveproof solve`: proves a position, or shows that the attacker does not win there.
#include "base/files/atomic_file.hpp"
#include "cli/commands/solve_command.hpp"
#include "cli/commands/solve_workplace.hpp"
#include "cli/input/squares_input.hpp"
#include "game/five.hpp"
#include "game/notation.hpp"
#include "verify/outcome/claim.hpp"

namespace fiveproof::cli {

namespace {

using session::SolveSession;

struct Task {
  solve::StoreIdentity game;
  Root root;
  solve::WorkOptions how;
};

Result<Root> read_root(const SolveOptions& options) {
  FIVEPROOF_LET(const auto position, read_position(options.game.position, options.game.size));
  Root root{position, std::nullopt};
  if (const auto& moves = options.game.position.moves) {
    FIVEPROOF_LET(root.moves,
                  read_squares(*moves, options.game.size, options.game.position.letters, "--moves"));
  }
  return root;
}

Result<Task> read_task(const SolveOptions& options) {
  FIVEPROOF_LET(const auto rule, read_rule(options.game));
  FIVEPROOF_LET(auto root, read_root(options));
  FIVEPROOF_LET(const auto attacker, read_attacker(options.game, root.position));
  FIVEPROOF_LET(const auto how, work_options(options));
  return Task{{rule, options.game.size, attacker}, std::move(root), how};
}

enum class Answer { proved, refuted, answered, open };

Answer answer_of(const SolveSession::Ending& ending) {
  if (ending.proof) return ending.is_refuted ? Answer::refuted : Answer::proved;
  return ending.defences.empty() ? Answer::open : Answer::answered;
}

ExitCode exit_code_of(Answer answer) {
  if (answer == Answer::proved) return exit_yes;
  return answer == Answer::open ? exit_undecided : exit_no;
}

/// Those of the proof or of the disproof.
std::size_t positions_of(const SolveSession::Ending& ending) {
  return ending.proof ? ending.proof->records.count() : ending.defences.size();
}

Status write_ending(const SolveOptions& options, const Outputs& outputs, const Task& task,
                    const SolveSession::Ending& ending, const Streams& streams) {
  const Answer answer = answer_of(ending);
  if (answer == Answer::answered && outputs.disproof) {
    const std::string text = disproof_text(task.game, task.root, ending.defences);
    return write_text_file(options.disproof, text);
  }
  if (answer == Answer::proved && outputs.proof)
    return write_result(options, options.output, *outputs.proof, *ending.proof, streams);
  if (answer == Answer::refuted && outputs.disproof)
    return write_result(options, options.disproof, *outputs.disproof, *ending.proof, streams);
  return Done{};
}

Json ending_json(const Task& task, const SolveSession::Ending& ending, const solve::WorkProgress& total) {
  const Answer answer = answer_of(ending);
  Json object = begin_json("fiveproof-solve");
  add_game(object, task.game.rule, task.game.size, task.game.attacker);
  object["root"] = to_json(task.root);
  object["outcome"] = answer == Answer::proved ? "proved" : answer == Answer::open ? "open" : "disproved";
  if (answer == Answer::open)
    object["why"] = interrupt_flag() ? "interrupted" : ending.has_failed ? "nothing-wins" : "limit";
  if (answer == Answer::refuted) object["why"] = "other-side-wins";
  if (answer == Answer::answered) object["why"] = "every-move-is-answered";
  object["positions"] = positions_of(ending);
  object["searches"] = total.searches;
  object["nodes"] = total.nodes;
  return object;
}

void tell_ending(const Task& task, const SolveSession::Ending& ending, const solve::WorkProgress& total,
                 std::ostream& out) {
  const std::string claim =
      verify::to_text(verify::Claim{task.game.rule, task.game.size, task.game.attacker, task.root}) + "; ";
  const std::string positions = number_of(positions_of(ending), "position") + "; ";
  switch (answer_of(ending)) {
    case Answer::proved:
      out << "PROVED " << claim << positions << total_text(total);
      break;
    case Answer::refuted:
      out << "DISPROVED " << claim << name_of(opponent(task.game.attacker)) << " does, " << positions
          << total_text(total);
      break;
    case Answer::answered:
      out << "DISPROVED " << claim << "every move is answered, " << positions << total_text(total);
      break;
    case Answer::open:
      out << "NOT PROVED " << claim << total_text(total)
          << (interrupt_flag()    ? "; interrupted"
              : ending.has_failed ? "; nothing that was tried wins"
                                  : "; limit");
      break;
  }
  out << '\n';
}

}  // namespace

Result<ExitCode> prove_position(const SolveOptions& options, const Streams& streams) {
  FIVEPROOF_LET(const auto read, read_task(options));
  const Task& task = read;
  if (has_five(task.root.position, task.game.rule)) return usage_error("the game is over in this position");
  FIVEPROOF_LET(const auto outputs, check_outputs(options, task.how.settings.exhaustive));
  Workplace place;
  FIVEPROOF_TRY(set_up(options, streams, task.game, task.how, place));
  FIVEPROOF_TRY(session::note_root(*place.store, task.root));

  const auto proved = within_patience([&] {
    auto ending = place.session->prove(task.root);
    const bool is_done = ending.ok() && (ending.value().proof || ending.value().has_failed);
    place.close_queue(is_done, options.quiet, streams.err);
    return ending;
  });
  place.line.reset();
  if (!proved.ok()) return proved.error();
  const SolveSession::Ending& ending = proved.value();
  FIVEPROOF_TRY(write_ending(options, outputs, task, ending, streams));
  if (options.json)
    streams.out << text_of(ending_json(task, ending, place.session->total())) << '\n';
  else
    tell_ending(task, ending, place.session->total(), streams.out);
  FIVEPROOF_TRY(place.finish_log());
  return exit_code_of(answer_of(ending));
}

}  // namespace fiveproof::cli
