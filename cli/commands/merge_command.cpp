#include "cli/commands/merge_command.hpp"

#include <CLI/CLI.hpp>
#include <memory>

#include "base/files/file.hpp"
#include "cli/output/proof_output.hpp"
#include "proof/graph/merge.hpp"

namespace fiveproof::cli {
namespace {

/// What was read of one file, with what it lost told.
Result<Proof> read(const MergeOptions& options, const std::string& file, bool& is_whole, OutputReport& report,
                   const Streams& streams) {
  ProofInput input = options.input;
  input.file = file;
  auto reading = read_input(input);
  if (!reading.ok()) return reading.error();
  is_whole = is_whole && reading.value().losses.empty();
  report.add("carried", reading.value().carried);
  report.add("oddities", reading.value().oddities);
  report.add("losses", reading.value().losses);
  if (!options.quiet) tell_losses(streams, file, reading.value().losses);
  return std::move(reading.value().proof);
}

struct Target {
  convert::Format format;
  FvpCoding coding;
  Prefer prefer;
};

Result<Prefer> parse_prefer(const std::string& name) {
  if (name == "first") return Prefer::first;
  if (name == "smallest") return Prefer::smallest;
  return Error{ErrorCode::usage, "--prefer: expected first or smallest, found \"" + name + "\""};
}

/// A result that cannot be a file of ours is refused before anything is read.
Result<Target> target_of(const MergeOptions& options) {
  if (auto other = check_output(options.output, options.files); !other.ok()) return other.error();
  if (auto json = check_json(options.json, options.output); !json.ok()) return json.error();
  const auto format = choose_format(options.output, options.to, "--to");
  if (!format.ok()) return format.error();
  if (auto written = convert::check_written(format.value()); !written.ok()) {
    written.error().file = options.output;
    return written.error();
  }
  const auto coding = choose_coding(options.smallest, format.value() == convert::Format::fvp);
  if (!coding.ok()) return coding.error();
  const auto prefer = parse_prefer(options.prefer);
  if (!prefer.ok()) return prefer.error();
  return Target{format.value(), coding.value(), prefer.value()};
}

void tell_left_out(const Merged& merged, const std::string& to, const Streams& streams) {
  if (merged.other_moves > 0)
    streams.err << to << ": left out: " << convert::counted(merged.other_moves, "record")
                << ": another move is kept there\n";
  if (merged.other_sections > 0)
    streams.err << to << ": left out: " << convert::counted(merged.other_sections, "section")
                << ": an earlier file has another of their kind\n";
}

void add_options(CLI::App& sub, const std::shared_ptr<MergeOptions>& options) {
  sub.add_option("-o,--output", options->output, "File to write; -: standard output")
      ->required()
      ->type_name("FILE");
  sub.add_option("--to", options->to,
                 "Format of the output: fvp, jsonl, jsonl.zst or rv2; default: by extension")
      ->type_name("FORMAT");
  sub.add_option(
         "--prefer", options->prefer,
         "Which move is kept where there are several: first, or smallest, that which needs the fewest "
         "further records (for proofs that verify)")
      ->type_name("WHICH");
  sub.add_flag(smallest_option, options->smallest, smallest_help);
  sub.add_flag("--json", options->json, "Say in JSON what was written (spec/convert.schema.json)");
  sub.add_flag("-q,--quiet", options->quiet, "Nothing on stderr but errors");
  add_progress_options(sub, options->progress);
  add_proof_input_options(sub, options->input);
}

}  // namespace

int run_merge(const MergeOptions& options, const Streams& streams) {
  const auto target = target_of(options);
  if (!target.ok()) return fail(streams, "merge", target.error());
  OutputReport report("merge", options.output, convert::name_of(target.value().format));
  std::vector<Proof> proofs;
  bool is_whole = true;
  for (const std::string& file : options.files) {
    auto proof = read(options, file, is_whole, report, streams);
    if (!proof.ok()) return fail(streams, "merge", proof.error());
    proofs.push_back(std::move(proof).value());
  }
  auto merged = merge(proofs, target.value().prefer);
  if (!merged.ok()) return fail(streams, "merge", merged.error());
  if (!options.quiet) tell_left_out(merged.value(), output_name(options.output), streams);
  is_whole = is_whole && merged.value().other_moves == 0 && merged.value().other_sections == 0;
  proofs.clear();  // their memory is wanted
  report.set("other-moves", merged.value().other_moves);
  report.set("other-sections", merged.value().other_sections);
  const int exit_code = write_proof(
      merged.value().proof, target.value().format,
      {options.output, options.strict, is_whole, options.quiet, target.value().coding, {}, &report}, streams,
      "merge");
  return options.json ? report.tell(exit_code, streams) : exit_code;
}

int run_trim(const MergeOptions& options, const Streams& streams) {
  const auto target = target_of(options);
  if (!target.ok()) return fail(streams, "trim", target.error());
  OutputReport report("trim", options.output, convert::name_of(target.value().format));
  bool is_whole = true;
  auto proof = read(options, options.files.front(), is_whole, report, streams);
  if (!proof.ok()) return fail(streams, "trim", proof.error());
  if (proof.value().roots.empty())
    return fail(
        streams, "trim",
        Error{
            ErrorCode::usage, "nothing claimed: no record is needed", input_name(options.files.front()), {}});
  if (target.value().prefer == Prefer::smallest) {
    const auto left_out = keep_smallest(proof.value());
    if (!left_out.ok()) return fail(streams, "trim", left_out.error());
    report.set("other-moves", left_out.value());
    if (!options.quiet)
      streams.err << input_name(options.files.front()) << ": " << convert::counted(left_out.value(), "record")
                  << " left out: another move is kept there\n";
  }
  const auto dropped = trim(proof.value());
  if (!dropped.ok()) return fail(streams, "trim", dropped.error());
  report.set("not-needed", dropped.value());
  if (!options.quiet)
    streams.err << input_name(options.files.front()) << ": " << convert::counted(dropped.value(), "record")
                << " that no claim needs\n";
  const int exit_code = write_proof(
      proof.value(), target.value().format,
      {options.output, false, is_whole, options.quiet, target.value().coding, {}, &report}, streams, "trim");
  return options.json ? report.tell(exit_code, streams) : exit_code;
}

void setup_merge(CLI::App& app, const Streams& streams, int& exit_code) {
  CLI::App* merge = app.add_subcommand("merge", "Make one proof of several");
  auto merging = std::make_shared<MergeOptions>();
  merge->add_option("FILES", merging->files, "Proofs, or any files that convert reads; -: standard input")
      ->required()
      ->type_name("");
  merge->add_flag("--strict", merging->strict, "Write nothing if anything would be left out or lost");
  add_options(*merge, merging);
  merge->footer(
      "The union of claims, records and findings, of one rule set, board and attacker. Where files have "
      "different\n"
      "moves at one position, that of the file named first is kept, and how often is said; two moves at one "
      "position\n"
      "of one file stay, for verify to report. With --prefer smallest one move is kept everywhere: the one "
      "that needs\n"
      "the fewest further records, each counted once for every line that leads to it. That is for files that "
      "verify:\n"
      "what is missing below a move makes it look small.\n\n"
      "Exit code: 0 written; 1 --strict, and something would be left out: nothing written; 2 usage or "
      "unreadable.\n\n"
      "Example:\n"
      "  fiveproof merge a.fvp b.fvp -o both.fvp && fiveproof verify both.fvp");
  merge->callback([merging, &streams, &exit_code] {
    ProgressLine line("merge", merging->progress, merging->quiet || is_terminal_taken(merging->output));
    merging->input.progress = &line;
    exit_code = run_merge(*merging, streams);
  });

  CLI::App* trim = app.add_subcommand("trim", "Drop what no claim of a proof needs");
  auto trimming = std::make_shared<MergeOptions>();
  trimming->files.resize(1);
  trim->add_option("FILE", trimming->files.front(),
                   "Proof, or any file that convert reads; -: standard input")
      ->required();
  add_options(*trim, trimming);
  trim->footer(
      "Kept are the records of the claims, and those that a reply leads to after the move of a record that "
      "is kept.\n"
      "What verify says of the claims stays the same; a fault in a record that is dropped goes with it. With "
      "--prefer\n"
      "smallest one of several moves at a position is chosen first, as merge does.\n\n"
      "Exit code: 0 written; 2 usage or unreadable.");
  trim->callback([trimming, &streams, &exit_code] {
    ProgressLine line("trim", trimming->progress, trimming->quiet || is_terminal_taken(trimming->output));
    trimming->input.progress = &line;
    exit_code = run_trim(*trimming, streams);
  });
}

}  // namespace fiveproof::cli
