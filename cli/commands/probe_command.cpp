#include "cli/commands/commands.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <thread>

#include "cli/commands/probe_search.hpp"
#include "cli/input/amount.hpp"
#include "cli/input/memory_option.hpp"
#include "cli/input/position_input.hpp"
#include "cli/input/proof_input.hpp"
#include "cli/interrupt.hpp"
#include "cli/output/board_picture.hpp"
#include "cli/output/json_output.hpp"
#include "cli/output/view_text.hpp"
#include "convert/syntax/counted.hpp"
#include "explore/view.hpp"
#include "explore/view_json.hpp"
#include "verify/outcome/claim.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::cli {

namespace {

struct ProbeOptions {
  ProofInput input;
  PositionInput position;
  std::uint32_t effort = verify::default_effort;
  BoardChoice board;
  std::string time;  ///< so long a proof is looked for where there is none; empty: not at all
  bool full = false;
  bool by_answer = false, by_reply = false;
  bool json = false;
  bool quiet = false;
};

using explore::Surroundings;
using explore::View;

/// What is done where the proof says nothing; nothing if nobody asked.
Result<std::optional<solve::WorkOptions>> search_limits(const ProbeOptions& options) {
  if (options.time.empty()) return std::optional<solve::WorkOptions>();
  const auto seconds = parse_time("--time", options.time);
  if (!seconds.ok()) return seconds.error();
  const auto memory = memory_of(options.input.memory);
  if (!memory.ok()) return memory.error();
  solve::WorkOptions how;
  how.seconds = seconds.value();
  how.stop = &flag_set_after(how.seconds);
  how.memory = memory.value() / 2;  // the proof is in memory, too
  how.threads = std::max(1u, std::thread::hardware_concurrency());
  return std::optional(how);
}

/// All that is said of a position by one proof.
struct Said {
  View view;
  std::optional<Surroundings> around;  ///< with --full

  [[nodiscard]] const Surroundings* shown() const { return around ? &*around : nullptr; }
};

Result<Said> said_by(const Proof& proof, const Position& position, const ProbeOptions& options) {
  explore::ProofBook book(proof, options.effort);
  const explore::Asked asked(position);
  Said said{explore::view_of(book, proof, asked), std::nullopt};
  if (!options.full) return said;
  auto below = explore::Below::of(proof);
  if (!below.ok()) return below.error();
  said.around = surroundings_of(below.value(), proof, asked, said.view);
  return said;
}

/// What was found beside the proof.
struct Found {
  SearchAnswer answer;
  std::optional<Said> said;  ///< by the proof that was found
};

Result<Found> look_for(const Proof& proof, const Position& position, const ProbeOptions& options,
                       const solve::WorkOptions& how) {
  auto answer = search_off(proof, position, how);
  if (!answer.ok()) return answer.error();
  Found found{std::move(answer).value(), std::nullopt};
  if (!found.answer.proof) return found;
  auto said = said_by(*found.answer.proof, position, options);
  if (!said.ok()) return said.error();
  found.said = std::move(said).value();
  return found;
}

/// Where nobody names a position it is that of the claim.
Result<Position> asked_position(const ProbeOptions& options, const Proof& proof) {
  if (options.position.is_given() || proof.roots.size() != 1)
    return read_position(options.position, proof.size);
  return proof.roots[0].position;
}

/// What may be asked for, where there is not one claim.
void tell_claims(const Proof& proof, std::ostream& out) {
  constexpr std::size_t most = 40;
  for (std::size_t i = 0; i < std::min(most, proof.roots.size()); ++i)
    out << "claim " << i << ": " << verify::to_text(verify::claim_of(proof, i)) << '\n';
  if (proof.roots.size() > most) out << "and " << proof.roots.size() - most << " more claims\n";
}

void tell(const Found& found, bool by_answer, std::ostream& out) {
  const SearchAnswer& answer = found.answer;
  if (answer.outcome == "over") out << "searched: somebody has a five\n";
  if (answer.outcome == "limit") out << "searched: not proved within the limit\n";
  if (answer.outcome == "nothing-wins") out << "searched: nothing that was tried wins\n";
  if (!found.said) return;
  out << "searched: proved, " << convert::counted(answer.proof->records.count(), "position") << '\n';
  write_view(out, *answer.proof, found.said->view, {"in what was found", found.said->shown(), by_answer});
}

Json search_json(const Found& found) {
  Json object = Json::object();
  object["outcome"] = found.answer.outcome;
  if (!found.said) return object;
  object["positions"] = found.answer.proof->records.count();
  explore::add_view(object, *found.answer.proof, found.said->view, found.said->shown());
  return object;
}

Result<ExitCode> run_probe(const ProbeOptions& options, const Streams& streams) {
  const auto reading = read_with_progress("probe", options.input, options.quiet, read_input);
  if (!reading.ok()) return reading.error();
  const Proof& proof = reading.value().proof;
  if (!options.json && !options.position.is_given()) {
    tell_claims(proof, streams.out);
    if (proof.roots.size() > 1) return exit_yes;
  }
  const auto position = asked_position(options, proof);
  if (!position.ok()) return position.error();
  const auto how = search_limits(options);
  if (!how.ok()) return how.error();
  if (!options.quiet) tell_losses(streams, options.input.file, reading.value().losses);

  const auto said = said_by(proof, position.value(), options);
  if (!said.ok()) return said.error();
  const View& view = said.value().view;
  std::optional<Found> found;
  if (how.value() && !view.is_in_proof()) {
    auto looked = look_for(proof, position.value(), options, *how.value());
    if (!looked.ok()) return looked.error();
    found = std::move(looked).value();
  }
  if (options.json) {
    Json object = view_json(proof, position.value(), options.effort, view, said.value().shown());
    if (found) object["search"] = search_json(*found);
    streams.out << text_of(object) << '\n';
  } else {
    const View& drawn = found && found->said ? found->said->view : view;
    const bool by_answer = options.by_answer || (!options.by_reply && ::isatty(STDOUT_FILENO) != 0);
    show_board(streams.out, options.board, position.value(), marks_of(drawn));
    write_view(streams.out, proof, view, {"in the proof", said.value().shown(), by_answer});
    if (found) tell(*found, by_answer, streams.out);
  }
  return view.is_in_proof() ? exit_yes : exit_no;
}

}  // namespace

void setup_probe(CLI::App& app, const Streams& streams, int& exit_code) {
  CLI::App* sub =
      app.add_subcommand("probe", "Say what a proof plays in one position, why, and against which replies");
  auto options = std::make_shared<ProbeOptions>();
  sub->add_option("PROOF", options->input.file, "Proof, or any file that convert reads; -: standard input")
      ->required();
  add_position_options(*sub, options->position);
  add_count_option(*sub, "--effort", options->effort, effort_range, "Attacker nodes per search")
      ->default_str(std::to_string(options->effort));
  add_board_options(*sub, options->board);
  sub->add_flag("--by-answer", options->by_answer,
                "Stored replies that one move answers in one line; default: on a terminal");
  sub->add_flag("--by-reply", options->by_reply, "A line for each stored reply");
  sub->add_flag("--full", options->full,
                "Also: how much hangs below each stored reply, what each lost reply loses to, and how lines "
                "from a claim lead here");
  sub->add_option("--time", options->time,
                  "If the position is not in the proof, search this long for a proof of it (5s, 2m)")
      ->type_name("T");
  sub->add_flag("--json", options->json, "Answer in JSON (spec/probe.schema.json)");
  sub->add_flag("-q,--quiet", options->quiet, "Nothing on stderr but errors");
  options->input.drop_annotations = true;
  add_proof_input_options(*sub, options->input);
  add_prefer_option(*sub, options->input);
  sub->footer(
      R"(Without a position: what is claimed, and, of one claim, its position.

The position may be any of the eight images of the stored one; moves are given in the orientation
asked. With the attacker to move: the stored move, or the threat sequence that is claimed or, at a
reply that is not stored, found. With the defender to move, and after a stored move: which replies
are stored, with the answers, which are lost to a winning threat sequence, and which are open.
Nothing deeper is checked: that is verify's job.

On the board * is the stored move, and the moves of a threat sequence are numbered, the tenth is a.

With --time a proof of a position that is not in the proof is searched for, as solve does it,
db-search first. What is found is verified, and said as well; the exit code stays 1.

Exit code: 0 in the proof; 1 not in it; 2 usage or unreadable.

Example:
  fiveproof probe proof.fvp --moves "h8 a1")");
  when_chosen(*sub, streams, exit_code, [options, &streams] {
    options->input.letters = options->position.letters;
    return within_memory(options->input.memory, options->input.file,
                         [&] { return run_probe(*options, streams); });
  });
}

}  // namespace fiveproof::cli
