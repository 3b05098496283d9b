#include "cli/commands/convert_command.hpp"

#include <CLI/CLI.hpp>
#include <memory>

#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "base/visible.hpp"
#include "cli/input/amount.hpp"
#include "cli/output/certificate_output.hpp"
#include "cli/output/proof_output.hpp"
#include "cli/output/store_output.hpp"
#include "game/notation.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::cli {

namespace {

constexpr std::string_view command = "convert";
constexpr std::size_t findings_told = 20;

std::string to_text(const Gap& finding) {
  std::string text = std::string(name_of(finding.kind));
  if (finding.by) text += " " + fiveproof::to_text(*finding.by);
  if (finding.root)
    text +=
        " at root " + std::to_string(*finding.root) + ", line \"" + fiveproof::to_text(finding.line) + "\"";
  else
    text += " at black " + fiveproof::to_text(finding.position.stones(Color::black)) + ", white " +
            fiveproof::to_text(finding.position.stones(Color::white));
  if (finding.source_offset) text += ", byte " + std::to_string(*finding.source_offset);
  return text;
}

void tell_findings(const Streams& streams, const std::string& file, const std::vector<Gap>& findings) {
  for (std::size_t i = 0; i < findings.size() && i < findings_told; ++i)
    streams.err << file << ": finding: " << to_text(findings[i]) << '\n';
  if (findings.size() > findings_told)
    streams.err << file << ": finding: and " << findings.size() - findings_told << " more\n";
}

/// The format of a tree of moves, when the input is one.
std::optional<convert::Format> tree_format_of(const ProofInput& input) {
  if (is_store(input)) return std::nullopt;
  const auto format = choose_format(input.file, input.from, "--from");
  if (!format.ok() || !convert::is_tree(format.value())) return std::nullopt;
  return format.value();
}

/// A tree of moves into another format of trees: no proof, and nothing to claim.
int convert_tree(const ConvertOptions& options, convert::Format source, convert::Format target,
                 OutputReport& report, const Streams& streams) {
  if (options.is_part())
    return fail_usage(streams, command,
                      "--sub-tree, --depth, --expand-all and --from-records are for proofs: "
                      "from one tree to another all goes as it is");
  if (!options.input.attacker.empty() || !options.input.roots.empty() || !options.input.prefer.empty())
    return fail_usage(streams, command,
                      "--attacker, --root and --prefer are for proofs: one tree as another claims nothing");
  const auto how = tree_source_of(options.input);
  if (!how.ok()) return fail(streams, command, how.error());
  ReaderLimits limits;
  if (auto set = set_limits(options.input, limits); !set.ok()) return fail(streams, command, set.error());
  const auto read = convert::read_tree_file(options.input.file, source, how.value(), limits);
  if (!read.ok()) return fail(streams, command, read.error());
  auto written = convert::encode_tree_as(read.value().tree, target, options.input.charset, read.value().rule);
  if (!written.ok()) {
    written.error().file = options.output;
    return fail(streams, command, written.error());
  }
  const std::vector<std::string> oddities = convert::lines_of(read.value());
  report.add("carried", read.value().carried);
  report.add("oddities", oddities);
  report.add("losses", read.value().losses);
  report.add("carried", written.value().carried);
  report.add("losses", written.value().losses);
  if (!options.quiet) {
    for (const std::string& remark : read.value().carried)
      streams.err << input_name(options.input.file) << ": " << visible(remark) << '\n';
    tell_oddities(streams, options.input.file, oddities);
    tell_losses(streams, options.input.file, read.value().losses);
    tell_writing(streams, options.output, written.value());
  }
  const bool is_whole = oddities.empty() && read.value().losses.empty() && written.value().losses.empty();
  if (options.strict && !is_whole) return refuse_loss(options.output, streams);
  if (auto status = write_file(options.output, written.value().bytes); !status.ok())
    return fail(streams, command, status.error());
  report.set("bytes", written.value().bytes.size());
  report.set("nodes", read.value().tree.node_count());
  if (!options.quiet)
    streams.err << output_name(options.output) << ": "
                << convert::counted(written.value().bytes.size(), "byte") << ", "
                << convert::counted(read.value().tree.node_count(), "node") << '\n';
  return exit_yes;
}

/// What of the proof is shown, for formats that are trees.
Result<convert::Shown> shown_of(const ConvertOptions& options, int size) {
  convert::Shown shown{{}, options.depth, options.expand_all, options.from_records, options.input.charset};
  if (!options.sub_tree) return shown;
  auto moves = parse_squares(*options.sub_tree, size);
  if (!moves.ok()) return Error{ErrorCode::usage, "--sub-tree: " + moves.error().text()};
  auto position = position_after(moves.value(), size);
  if (!position.ok()) return Error{ErrorCode::usage, "--sub-tree: " + position.error().text()};
  shown.root = Root{std::move(position).value(), std::move(moves).value()};
  return shown;
}

}  // namespace

int run_convert(const ConvertOptions& options, const Streams& streams) {
  const bool to_certificate = is_certificate(options.output, options.to);
  const bool to_store = is_store_output(options.output, options.to);
  const bool is_format = !to_certificate && !to_store;
  const auto target = is_format ? choose_format(options.output, options.to, "--to")
                                : Result<convert::Format>(convert::Format::fvp);
  if (!target.ok()) return fail(streams, command, target.error());
  if (auto written = convert::check_written(target.value()); !written.ok()) {
    written.error().file = options.output;
    return fail(streams, command, written.error());
  }
  const auto coding = choose_coding(options.smallest, is_format && target.value() == convert::Format::fvp);
  if (!coding.ok()) return fail(streams, command, coding.error());
  if (auto json = check_json(options.json, options.output); !json.ok())
    return fail(streams, command, json.error());
  if (auto other = check_output(options.output, {options.input.file}); !other.ok())
    return fail(streams, command, other.error());
  const std::string_view name = to_certificate ? "cert" : to_store ? "fvs" : convert::name_of(target.value());
  OutputReport report(command, options.output, name);
  const auto done = [&](int exit_code) { return options.json ? report.tell(exit_code, streams) : exit_code; };

  if (convert::is_tree(target.value()))
    if (const auto source = tree_format_of(options.input))
      return done(convert_tree(options, *source, target.value(), report, streams));
  if (options.is_part() && (to_certificate || to_store || !convert::shows_parts(target.value())))
    return fail_usage(streams, command,
                      "--sub-tree, --depth, --expand-all and --from-records are for trees and pictures");
  auto reading = read_input(options.input);
  if (!reading.ok()) return fail(streams, command, reading.error());
  const Proof& proof = reading.value().proof;
  const std::string from = input_name(options.input.file);
  if (!options.quiet) {
    for (const std::string& remark : reading.value().carried)
      streams.err << from << ": " << visible(remark) << '\n';
    tell_oddities(streams, options.input.file, reading.value().oddities);
    tell_findings(streams, from, proof.findings);
    tell_losses(streams, options.input.file, reading.value().losses);
  }

  report.add("carried", reading.value().carried);
  report.add("oddities", reading.value().oddities);
  report.add("losses", reading.value().losses);

  if (to_certificate)
    return done(write_certificate_file(
        proof, {options.output, options.effort, options.strict, options.quiet, &report}, streams));

  const bool is_whole = reading.value().losses.empty() && reading.value().oddities.empty();
  if (to_store)
    return done(write_store(std::move(reading.value().proof),
                            {options.output, options.strict, is_whole, options.quiet, &report}, streams));

  const auto shown = shown_of(options, proof.size);
  if (!shown.ok()) return fail(streams, command, shown.error());
  return done(write_proof(
      proof, target.value(),
      {options.output, options.strict, is_whole, options.quiet, coding.value(), shown.value(), &report},
      streams, command));
}

void setup_convert(CLI::App& app, const Streams& streams, int& exit_code) {
  CLI::App* sub = app.add_subcommand("convert", "Translate proofs, trees of moves and databases");
  auto options = std::make_shared<ConvertOptions>();
  sub->add_option("IN", options->input.file, "File to read; -: standard input")->required();
  sub->add_option("OUT", options->output, "File to write; -: standard output")->required();
  sub->add_option("--to", options->to,
                  "Format of the output: " + convert::format_names() + ", cert or fvs; default: by extension")
      ->type_name("FORMAT");
  sub->add_flag(smallest_option, options->smallest, smallest_help);
  options->effort = verify::default_effort;
  add_count_option(*sub, "--effort", options->effort, effort_range, "cert: nodes per search")
      ->default_str(std::to_string(options->effort));
  sub->add_flag("--json", options->json, "Say in JSON what was written (spec/convert.schema.json)");
  sub->add_flag("--strict", options->strict, "Write nothing if anything would be lost, or is odd");
  const std::string trees = "Trees and pictures of proofs";
  sub->add_option_function<std::string>(
         "--sub-tree", [options](const std::string& moves) { options->sub_tree = moves; },
         "Only what is below these moves from the empty board")
      ->type_name("MOVES")
      ->group(trees);
  add_count_option(*sub, "--depth", options->depth, {.least = 0}, "So many plies below a root")->group(trees);
  sub->add_flag("--expand-all", options->expand_all,
                "Positions that several lines lead to below each of them, not only below the first")
      ->group(trees);
  sub->add_flag("--from-records", options->from_records,
                "The records, even if the proof knows the tree that it was read from")
      ->group(trees);
  sub->add_flag("-q,--quiet", options->quiet, "Nothing on stderr but errors");
  add_progress_options(*sub, options->progress);
  add_proof_input_options(*sub, options->input);
  add_prefer_option(*sub, options->input);
  add_tree_input_options(*sub, options->input);
  sub->footer(
      "Proofs: fvp (.fvp), the proof file; jsonl (.jsonl), the same as text, and jsonl.zst\n"
      "(.jsonl.zst), compressed; fvs (.fvs), the solver's store: read, what it proves;\n"
      "written, what verify says holds; cert (.cert, written only), a certificate with a plan for every "
      "reply, for "
      "fiveproof-audit;\n"
      "dot (.dot) and csv (.csv), written only, a picture and counts by ply.\n"
      "Trees: lib (.lib), RenLib; sgf (.sgf); rv2 (.json), rv2-store (.dat), of the rv2 solver; rseq "
      "(.rseq.json, read "
      "only),\n"
      "renlibonline; psq, rec (.psq, .rec), Piskvork; rif (.xml, read only), RenjuNet; moves (.moves) and "
      "openings, "
      "lines as text.\n"
      "Databases: db (.db), of Yixin and Rapfi.\n"
      "From tree to tree all goes as it is. To be a proof a tree needs --rule, --attacker and --root; "
      "without them the "
      "error tells\n"
      "what the tree shows. The tree goes along in .fvp, and comes out again until the proof is changed.\n"
      "Contents are never guessed at. What the file has and a proof cannot say is "
      "named on stderr\n"
      "as `lost`, what is wrong with it as `finding`; findings go into the proof, and verify reports "
      "them.\n\n"
      "Exit code: 0 written; 1 --strict, and something would be lost (cert: some position is not "
      "established): "
      "nothing\n"
      "written; 2 usage, unreadable or interrupted.\n\n"
      "Examples:\n"
      "  fiveproof convert solution.json proof.fvp --from rv2 --rule standard\n"
      "  fiveproof convert library.lib proof.fvp --rule standard --attacker black --root \"h8 i9 j10\"\n"
      "  fiveproof convert library.lib games.sgf --charset gbk\n"
      "  fiveproof convert proof.fvp - --to jsonl\n"
      "  fiveproof convert proof.fvp published.fvp --smallest\n"
      "  fiveproof convert proof.fvp proof.cert && fiveproof-audit proof.cert");
  sub->callback([options, &streams, &exit_code] {
    ProgressLine line(std::string(command), options->progress,
                      options->quiet || is_terminal_taken(options->output));
    options->input.progress = &line;
    exit_code = run_convert(*options, streams);
  });
}

}  // namespace fiveproof::cli
