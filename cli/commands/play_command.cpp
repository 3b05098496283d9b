#include "cli/commands/commands.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>

#include "cli/data_folder.hpp"
#include "cli/input/memory_option.hpp"
#include "cli/input/proof_input.hpp"
#include "engine/dialogue.hpp"

namespace fiveproof::cli {

namespace {

namespace fs = std::filesystem;
using engine::NamedProof;

struct PlayOptions {
  std::vector<std::string> proofs;
  bool alone = false;
  std::string memory;
};

/// The one of that game, if there is one.
std::vector<NamedProof> shipped_proofs(RuleSet rule, int size, const Streams& streams) {
  auto read = bundled_proof(rule, size);
  if (!read.ok()) streams.err << "fiveproof play: " << read.error().text() << '\n';
  if (!read.ok() || !read.value()) return {};
  return {{bundled_name(rule, size), std::make_shared<const Proof>(*std::move(read).value())}};
}

/// Those of the command line, read before the game begins: whoever names a file wants to know if it is none.
Result<std::vector<NamedProof>> named_proofs(const PlayOptions& options) {
  std::vector<NamedProof> proofs;
  for (const std::string& file : options.proofs) {
    ProofInput input{file};
    input.memory = options.memory;
    input.at_once = options.proofs.size();
    input.drop_annotations = true;
    FIVEPROOF_LET(auto reading, read_input(input));
    proofs.push_back(
        {fs::path(file).filename().string(), std::make_shared<const Proof>(std::move(reading.proof))});
  }
  return proofs;
}

Result<ExitCode> run_play(const PlayOptions& options, const Streams& streams) {
  if (options.alone && !options.proofs.empty())
    return usage_error("--alone plays no proof: no --proof with it");
  FIVEPROOF_LET(auto named, named_proofs(options));
  const engine::Lender lender = [&](RuleSet rule, int size) {
    if (options.alone) return std::vector<NamedProof>();
    std::vector<NamedProof> proofs;
    for (const NamedProof& each : named)
      if (each.proof->rule == rule && each.proof->size == size) proofs.push_back(each);
    return proofs.empty() ? shipped_proofs(rule, size, streams) : proofs;
  };
  engine::Dialogue dialogue(std::cin, streams.out, {lender, FIVEPROOF_VERSION});
  return dialogue.run() ? exit_yes : exit_undecided;
}

}  // namespace

void setup_play(CLI::App& app, const Streams& streams, int& exit_code) {
  CLI::App* sub = app.add_subcommand("play", "Play the proofs, as an engine that speaks Gomocup's protocol");
  auto options = std::make_shared<PlayOptions>();
  sub->add_option("--proof", options->proofs,
                  "Play this proof, or any file that convert reads, in games of its rule set and size; may "
                  "be repeated")
      ->type_name("FILE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  sub->add_flag("--alone", options->alone, "Play without the proofs that come with the program");
  add_memory_option(*sub, options->memory, "For the proofs of --proof");
  sub->footer(
      R"(Commands are read from stdin and answered on stdout: START, RECTSTART, RESTART, BEGIN, TURN, BOARD,
TAKEBACK, PLAY, SWAP2BOARD, INFO, ABOUT and END of Gomocup's protocol, in either case, and yxboard,
yxshowforbid and yxstop of Yixin-Board. Boards are 5x5 to 20x20, rule sets (INFO rule) 0 free-style,
1 standard, 4 or 2 renju. Of INFO it heeds timeout_turn, timeout_match, time_left, max_memory,
max_depth and max_node as well; without a limit of time a move takes up to three seconds.

As Black on 15x15, free-style and standard, it wins: it plays the proofs that come with the program,
by any of the eight symmetries. Before each move a MESSAGE says where it stands:
  in the proof ...       the record, and how many plies of stored moves may follow
  in a sequence: ...     the win by fours or threats that is being played
  on its own: ...        what its search makes of the position

A manager that starts a file without arguments is given a script, named pbrain-fiveproof, of two
lines: #!/bin/sh and exec fiveproof play.

Exit code: 0 after END or the end of the input; 2 usage, or a proof that cannot be read.

Example:
  printf 'START 15\nINFO rule 1\nBEGIN\nTURN 8,7\nEND\n' | fiveproof play)");
  when_chosen(*sub, streams, exit_code, [options, &streams] { return run_play(*options, streams); });
}

}  // namespace fiveproof::cli
