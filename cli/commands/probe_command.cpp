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
#include "explore/proof_book.hpp"
#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "game/notation.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::cli {

namespace {

struct ProbeOptions {
  ProofInput input;
  PositionInput position;
  std::uint32_t effort = verify::default_effort;
  BoardChoice board;
  bool json = false;
  bool quiet = false;
};

using explore::AnsweredReply;
using explore::Replies;
using explore::Standing;
using explore::StoredPlay;

struct Finding {
  Standing standing = Standing::absent;
  StoredPlay play;                               // when stored
  std::optional<explore::ProofBook::Loss> loss;  // when a threat sequence is claimed or needed
  bool makes_five = false;                       // the stored move does
  std::string not_playable = {};                 // where the stored move is, if it may not be played
  std::optional<Replies> replies;                // after the stored move, or at the position itself

  [[nodiscard]] bool in_proof() const {
    if (standing == Standing::reply) return loss && loss->is_lost;
    return standing != Standing::absent;
  }
};

Finding look_up(const Proof& proof, const Position& position, std::uint32_t effort) {
  explore::ProofBook book(proof, effort);
  Finding found;
  found.standing = book.standing(position);
  if (found.standing == Standing::after_move) found.replies = book.replies_at(position);
  if (found.standing == Standing::reply) found.loss = book.loss_at(position);
  if (found.standing != Standing::stored) return found;
  found.play = book.play_at(position);
  if (found.play.claims_sequence) found.loss = book.loss_at(position);
  if (found.play.moves.empty()) return found;
  const Square move = found.play.moves.front();
  if (!position.is_empty(move))
    found.not_playable = "an occupied square";
  else if (!is_legal(position, proof.rule, proof.attacker, move))
    found.not_playable = "a forbidden point: " + std::string(name_of(forbidden_on(position, move)));
  if (!found.not_playable.empty()) return found;
  found.makes_five = makes_five(position, proof.rule, proof.attacker, move);
  if (found.makes_five) return found;
  Position after = position;
  after.play(move);
  found.replies = book.replies_at(after);
  return found;
}

std::string to_text(const StoredPlay& play) {
  std::string text = fiveproof::to_text(play.moves);
  if (play.claims_sequence)
    text += std::string(text.empty() ? "" : " and ") + "a winning threat sequence, claimed";
  return text;
}

Marks marks_of(const Finding& found) {
  Marks marks;
  for (const Square move : found.play.moves) marks.emplace(move, '*');
  if (found.loss) marks.merge(cli::marks_of(found.loss->sequence));
  return marks;
}

void tell_replies(const Replies& replies, std::ostream& out) {
  out << "replies: " << replies.total() << "; " << replies.stored.size() << " stored, " << replies.lost.size()
      << " lost to a winning threat sequence, " << replies.defender_fives.size() << " that make a five, "
      << replies.open.size() << " open" << (replies.cut_short ? " (searches were cut short)" : "") << '\n';
  for (const AnsweredReply& answered : replies.stored)
    out << "  " << fiveproof::to_text(answered.reply) << ": " << to_text(answered.play) << '\n';
  if (!replies.defender_fives.empty()) out << "fives: " << fiveproof::to_text(replies.defender_fives) << '\n';
  if (!replies.open.empty()) out << "open: " << fiveproof::to_text(replies.open) << '\n';
}

void tell(const Proof& proof, const Finding& found, std::ostream& out) {
  const std::string_view attacker = name_of(proof.attacker);
  switch (found.standing) {
    case Standing::absent:
      out << "not in the proof\n";
      return;
    case Standing::after_move:
      out << "in the proof: the defender is to move\n";
      break;
    case Standing::reply:
      out << (found.in_proof() ? "in the proof: not stored, but lost to a winning threat sequence\n"
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
  if (!found.not_playable.empty()) out << "the move is onto " << found.not_playable << '\n';
  if (found.makes_five) out << "the move makes a five\n";
  if (found.loss && !found.loss->is_lost)
    out << "db-search finds none" << (found.loss->cut_short ? ", and was cut short" : "") << '\n';
  if (found.loss) write_sequence(out, found.loss->sequence, proof.size);
  if (found.replies) tell_replies(*found.replies, out);
}

Json replies_json(const Replies& replies) {
  Json object = Json::object();
  object["total"] = replies.total();
  object["stored"] = Json::array();
  for (const AnsweredReply& answered : replies.stored)
    object["stored"].push_back({{"reply", fiveproof::to_text(answered.reply)},
                                {"moves", to_json(answered.play.moves)},
                                {"claims-sequence", answered.play.claims_sequence}});
  object["lost"] = to_json(replies.lost);
  object["fives"] = to_json(replies.defender_fives);
  object["open"] = to_json(replies.open);
  object["cut-short"] = replies.cut_short;
  return object;
}

Json as_json(const Proof& proof, const Position& position, std::uint32_t effort, const Finding& found) {
  Json object = begin_json("fiveproof-probe");
  add_game(object, proof.rule, proof.size, proof.attacker);
  add_position(object, position);
  object["effort"] = effort;
  object["in-proof"] = found.in_proof();
  object["standing"] = name_of(found.standing);
  object["moves"] = to_json(found.play.moves);
  object["claims-sequence"] = found.play.claims_sequence;
  object["makes-five"] = found.makes_five;
  if (found.loss) {
    object["sequence-found"] = found.loss->is_lost;
    object["sequence"] = to_json(found.loss->sequence, proof.size);
  }
  if (found.replies) object["replies"] = replies_json(*found.replies);
  return object;
}

Result<ExitCode> run_probe(const ProbeOptions& options, const Streams& streams) {
  const auto reading = read_with_progress("probe", options.input, options.quiet, read_input);
  if (!reading.ok()) return reading.error();
  const Proof& proof = reading.value().proof;
  const auto position = read_position(options.position, proof.size);
  if (!position.ok()) return position.error();
  if (!options.quiet) tell_losses(streams, options.input.file, reading.value().losses);

  const Finding found = look_up(proof, position.value(), options.effort);
  if (options.json) {
    streams.out << text_of(as_json(proof, position.value(), options.effort, found)) << '\n';
  } else {
    show_board(streams.out, options.board, position.value(), marks_of(found));
    tell(proof, found, streams.out);
  }
  return found.in_proof() ? exit_yes : exit_no;
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
