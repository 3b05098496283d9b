#include "cli/commands/verify_command.hpp"

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/input/amount.hpp"
#include "cli/input/memory_option.hpp"
#include "cli/input/usage_error.hpp"

namespace fiveproof::cli {

namespace {

constexpr const char* manual_of_verify =
    R"(One verdict line per root on stdout: VERIFIED, NOT VERIFIED or UNDECIDED, with the claim and the
content hash of the proof. VERIFIED, TRUSTING ... means that a journal or reports took the place of
work; whoever can write those can write anything into them, so it counts only with --trust-parts.
Ctrl-C stops the check at once: the verdict is UNDECIDED, gap list and report are partial. With
--resume finished work is never lost, however the check ends.
A shard decides nothing: it says UNDECIDED, and what it found at its positions.
A piece holds what the attacker plays after each reply at the positions of a shard. With --audit the
verdict rests on the kernel of this check alone, whoever made the pieces: a plan that does not win
is refused, and its piece is named; where a piece has no plan, one is searched for.
Several moves at one position are alternatives, tried in the order of the file. Gaps below moves
that are not needed are listed aside and count for nothing. What is wrong in a foreign file and
needs no search to see is told before the check begins, as findings.

Exit code: 0 every claim proved (a shard: all its positions hold), nothing wrong anywhere in the
file, and the expected claim if one is given; 1 readable, but gaps, findings, another claim, or
parts taken on trust; 2 usage, unreadable, interrupted, nothing claimed, a journal, report or piece
of something else, or a piece that does not hold.

Examples:
  fiveproof verify proof.fvp --expect "freestyle 15 black"
  fiveproof verify solution.json --from rv2 --rule standard --gaps gaps.jsonl --report report.json
  fiveproof verify proof.fvp --shard 3/8 --resume 3.journal --report 3.json
  fiveproof verify proof.fvp --combine [1-8].json --trust-parts
  fiveproof verify proof.fvp --trust rules --shard 3/8 --piece 3.piece
  fiveproof verify proof.fvp --trust rules --audit [1-8].piece)";

void add_file_options(CLI::App& sub, VerifyOptions& options) {
  sub.add_option("FILE", options.input.file, "Proof, or any file that convert reads; -: standard input")
      ->required();
  sub.add_option(
         "--expect", options.expect,
         "The one claim that the file must make: \"RULE SIZE ATTACKER [ROOT]\"; without ROOT the empty board")
      ->type_name("CLAIM");
  sub.add_option("--gaps", options.gaps,
                 "Write all gaps to this file (.jsonl, .jsonl.zst); -: standard output, then verdicts go to "
                 "stderr")
      ->type_name("FILE");
  add_count_option(sub, "--max-gaps", options.max_gaps, {.least = 0},
                   "Write only the first N gaps; all of them are counted");
  CLI::Option* report = sub.add_option("--report", options.report,
                                       "Write a report to this file (JSON); -: standard output, then "
                                       "verdicts go to stderr")
                            ->type_name("FILE");
  sub.add_flag_callback(
         "--json", [&options] { options.report = "-"; }, "The same as --report -")
      ->excludes(report);
}

void add_search_options(CLI::App& sub, VerifyOptions& options) {
  add_count_option(sub, "--effort", options.effort, effort_range,
                   "Attacker nodes per search. Another effort may answer other replies")
      ->default_str(std::to_string(options.effort));
  add_count_option(sub, "--threads", options.threads, thread_range,
                   "Threads; 0: one per processor. The result does not depend on it")
      ->default_str("0");
  sub.add_option("--trust", options.trust,
                 "What you have to believe: dbsearch, the rules, reader and search of this program; or "
                 "rules, a kernel of 650 lines of code")
      ->type_name("LEVEL")
      ->capture_default_str();
}

/// Of a check that is made of several.
void add_part_options(CLI::App& sub, VerifyOptions& options) {
  sub.add_option("--resume", options.resume,
                 "Keep a journal of finished work in this file, and continue from it if it exists")
      ->type_name("FILE");
  sub.add_option("--shard", options.shard,
                 "Check only share I of N of the positions; --report writes what --combine needs")
      ->type_name("I/N");
  sub.add_option("--combine", options.combine,
                 "Check nothing: take the outcomes from the reports of all shards of this proof")
      ->type_name("REPORT");
  sub.add_option("--piece", options.piece,
                 "Write the plans that convinced the kernel to this file, for --audit; needs --trust rules")
      ->type_name("FILE");
  sub.add_option(
         "--audit", options.audit,
         "Search for nothing: the kernel plays out the plans of these pieces and believes no word of them. "
         "Needs --trust rules, and the pieces of all shards, or with --shard the piece of that one")
      ->type_name("PIECE");
}

void add_demands(CLI::App& sub, VerifyOptions& options) {
  sub.add_flag("--strict", options.strict,
               "Count several moves of the attacker at one position as a gap (contradictory); without it, "
               "one that wins is enough");
  sub.add_flag("--every-reply", options.every_reply,
               "Replay or search every reply that is not stored, also where the sequence that wins after a "
               "pass shows that the reply is too far away to matter. Same result, slower");
  sub.add_flag("--trust-parts", options.trust_parts, "Accept VERIFIED, TRUSTING ... too: exit code 0");
  sub.add_flag("-q,--quiet", options.quiet, "Nothing on stderr but errors");
  add_progress_options(sub, options.progress);
}

}  // namespace

void setup_verify(CLI::App& app, const Streams& streams, int& exit_code) {
  CLI::App* sub =
      app.add_subcommand("verify", "Check a proof reply by reply: does the attacker win from every root?");
  auto options = std::make_shared<VerifyOptions>();
  add_file_options(*sub, *options);
  add_search_options(*sub, *options);
  add_part_options(*sub, *options);
  add_demands(*sub, *options);
  options->input.drop_annotations = true;
  add_proof_input_options(*sub, options->input);
  add_prefer_option(*sub, options->input);
  refuse_empty_values(*sub);
  sub->footer(manual_of_verify);
  when_chosen(*sub, streams, exit_code, [options, &streams] {
    return within_memory(options->input.memory, options->input.file,
                         [&] { return run_verify(*options, streams); });
  });
}

}  // namespace fiveproof::cli
