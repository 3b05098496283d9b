#include "cli/commands/commands.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "cli/input/amount.hpp"
#include "cli/input/memory_option.hpp"
#include "cli/input/position_input.hpp"
#include "cli/input/proof_input.hpp"
#include "cli/output/board_picture.hpp"
#include "cli/output/json_output.hpp"
#include "cli/output/threat_text.hpp"
#include "convert/syntax/counted.hpp"
#include "explore/view.hpp"
#include "explore/view_json.hpp"
#include "game/notation.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::cli {

namespace {

struct ProbeOptions {
  ProofInput input;
  PositionInput position;
  std::uint32_t effort = verify::default_effort;
  BoardChoice board;
  bool full = false;
  bool json = false;
  bool quiet = false;
};

using explore::AnsweredReply;
using explore::Replies;
using explore::Standing;
using explore::StoredPlay;
using explore::Surroundings;
using explore::View;
using explore::Weight;

std::string to_text(const StoredPlay& play) {
  std::string text = fiveproof::to_text(play.moves);
  if (play.claims_sequence)
    text += std::string(text.empty() ? "" : " and ") + "a winning threat sequence, claimed";
  return text;
}

Marks marks_of(const View& found) {
  Marks marks;
  for (const Square move : found.play.moves) marks.emplace(move, '*');
  if (found.loss) marks.merge(cli::marks_of(found.loss->sequence));
  return marks;
}

std::string to_text(const Weight& weight) {
  return convert::counted(weight.positions, "position") + ", " + std::to_string(weight.plies) +
         (weight.plies == 1 ? " ply" : " plies");
}

void tell_replies(const Replies& replies, int size, const Surroundings* around, std::ostream& out) {
  out << "replies: " << replies.total() << "; " << replies.stored.size() << " stored, " << replies.lost.size()
      << " lost to a winning threat sequence, " << replies.defender_fives.size() << " that make a five, "
      << replies.open.size() << " open" << (replies.cut_short ? " (searches were cut short)" : "") << '\n';
  for (std::size_t i = 0; i < replies.stored.size(); ++i) {
    const AnsweredReply& answered = replies.stored[i];
    out << "  " << fiveproof::to_text(answered.reply) << ": " << to_text(answered.play);
    if (around)
      out << "; " << to_text(around->by_replies[i]) << "; by symmetry " << answered.to_record.number();
    out << '\n';
  }
  if (around)
    for (const explore::LostReply& lost : replies.lost)
      out << "  " << fiveproof::to_text(lost.reply) << ": lost to " << dbsearch::to_text(lost.sequence, size)
          << '\n';
  if (!replies.defender_fives.empty()) out << "fives: " << fiveproof::to_text(replies.defender_fives) << '\n';
  if (!replies.open.empty()) out << "open: " << fiveproof::to_text(replies.open) << '\n';
}

void tell(const Surroundings& around, const Proof& proof, std::ostream& out) {
  if (around.way) {
    out << "way: " << proof.roots[around.way->root].text();
    if (around.way->turn != Symmetry()) out << ", by symmetry " << around.way->turn.number();
    if (!around.way->moves.empty()) out << ", then " << fiveproof::to_text(around.way->moves);
    out << '\n';
  }
  if (around.below) out << "below: " << to_text(*around.below) << '\n';
}

void tell(const Proof& proof, const View& found, const Surroundings* around, std::ostream& out) {
  const std::string_view attacker = name_of(proof.attacker);
  switch (found.standing) {
    case Standing::absent:
      out << "not in the proof\n";
      return;
    case Standing::after_move:
      out << "in the proof: the defender is to move\n";
      break;
    case Standing::reply:
      out << (found.is_in_proof() ? "in the proof: not stored, but lost to a winning threat sequence\n"
                                  : "not in the proof: it arises there, is not stored, and is not lost to a "
                                    "winning threat sequence\n");
      break;
    case Standing::stored:
      for (const Square move : found.play.moves)
        out << "in the proof: " << attacker << " plays " << fiveproof::to_text(move) << ", a stored move\n";
      if (found.play.claims_sequence) out << "in the proof: claims a winning threat sequence\n";
      if (found.play.moves.size() + (found.play.claims_sequence ? 1 : 0) > 1)
        out << "several moves are stored: one that holds will do\n";
      break;
  }
  if (found.is_occupied) out << "the move is onto an occupied square\n";
  if (found.forbidden != Forbidden::no)
    out << "the move is onto a forbidden point: " << name_of(found.forbidden) << '\n';
  if (found.makes_five) out << "the move makes a five\n";
  if (around) tell(*around, proof, out);
  if (found.loss && !found.loss->is_lost)
    out << "db-search finds none" << (found.loss->cut_short ? ", and was cut short" : "") << '\n';
  if (found.loss) write_sequence(out, found.loss->sequence, proof.size);
  if (found.replies) tell_replies(*found.replies, proof.size, around, out);
}

Result<ExitCode> run_probe(const ProbeOptions& options, const Streams& streams) {
  const auto reading = read_with_progress("probe", options.input, options.quiet, read_input);
  if (!reading.ok()) return reading.error();
  const Proof& proof = reading.value().proof;
  const auto position = read_position(options.position, proof.size);
  if (!position.ok()) return position.error();
  if (!options.quiet) tell_losses(streams, options.input.file, reading.value().losses);

  explore::ProofBook book(proof, options.effort);
  const View found = explore::view_of(book, proof, position.value());
  std::optional<Surroundings> around;
  if (options.full) {
    auto below = explore::Below::of(proof);
    if (!below.ok()) return below.error();
    around = surroundings_of(below.value(), proof, position.value(), found);
  }
  const Surroundings* shown = around ? &*around : nullptr;
  if (options.json) {
    streams.out << text_of(view_json(proof, position.value(), options.effort, found, shown)) << '\n';
  } else {
    show_board(streams.out, options.board, position.value(), marks_of(found));
    tell(proof, found, shown, streams.out);
  }
  return found.is_in_proof() ? exit_yes : exit_no;
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
  sub->add_flag(
      "--full", options->full,
      "How much hangs below each stored reply, what each lost one is lost to, and the way from a claim");
  sub->add_flag("--json", options->json, "Answer in JSON (spec/probe.schema.json)");
  sub->add_flag("-q,--quiet", options->quiet, "Nothing on stderr but errors");
  options->input.drop_annotations = true;
  add_proof_input_options(*sub, options->input);
  add_prefer_option(*sub, options->input);
  sub->footer(
      R"(The position may be any of the eight images of the stored one; moves are given in the orientation
asked. With the attacker to move: the stored move, or the threat sequence that is claimed or, at a
reply that is not stored, found. With the defender to move, and after a stored move: which replies
are stored, with the answers, which are lost to a winning threat sequence, and which are open.
Nothing deeper is checked: that is verify's job. On the board * is the stored move, and the moves of
a threat sequence are numbered, the tenth is a.

Exit code: 0 in the proof; 1 not in it; 2 usage or unreadable.

Example:
  fiveproof probe proof.fvp --moves "h8 a1")");
  when_chosen(*sub, streams, exit_code, [options, &streams] {
    return within_memory(options->input.memory, options->input.file,
                         [&] { return run_probe(*options, streams); });
  });
}

}  // namespace fiveproof::cli
