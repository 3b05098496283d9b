#include "cli/convert_command.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/certificate_output.hpp"
#include "cli/proof_output.hpp"
#include "cli/store_output.hpp"
#include "format/file.hpp"
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
  return text;
}

void tell_findings(const Streams& streams, const std::string& file, const std::vector<Gap>& findings) {
  for (std::size_t i = 0; i < findings.size() && i < findings_told; ++i)
    streams.err << file << ": finding: " << to_text(findings[i]) << '\n';
  if (findings.size() > findings_told)
    streams.err << file << ": finding: and " << findings.size() - findings_told << " more\n";
}

}  // namespace

int run_convert(const ConvertOptions& options, const Streams& streams) {
  const bool to_certificate = is_certificate(options.output, options.to);
  const bool to_store = is_store_output(options.output, options.to);
  const bool is_format = !to_certificate && !to_store;
  const auto target = is_format ? choose_format(options.output, options.to, "--to")
                                : Result<convert::Format>(convert::Format::fvp);
  if (!target.ok()) return fail(streams, command, target.error());
  const auto coding = choose_coding(options.smallest, is_format && target.value() == convert::Format::fvp);
  if (!coding.ok()) return fail(streams, command, coding.error());
  if (auto other = check_output(options.output, {options.input.file}); !other.ok())
    return fail(streams, command, other.error());

  auto reading = read_input(options.input);
  if (!reading.ok()) return fail(streams, command, reading.error());
  const Proof& proof = reading.value().proof;
  const std::string from = input_name(options.input.file);
  if (!options.quiet) {
    for (const std::string& remark : reading.value().carried) streams.err << from << ": " << remark << '\n';
    tell_findings(streams, from, proof.findings);
    tell_losses(streams, options.input.file, reading.value().losses);
  }

  if (to_certificate)
    return write_certificate_file(
        proof, {options.output, options.effort, options.strict, options.quiet, options.show_progress},
        streams);

  if (to_store)
    return write_store(std::move(reading.value().proof),
                       {options.output, options.strict, reading.value().losses.empty(), options.quiet},
                       streams);

  return write_proof(
      proof, target.value(),
      {options.output, options.strict, reading.value().losses.empty(), options.quiet, coding.value()},
      streams, command);
}

void setup_convert(CLI::App& app, const Streams& streams, int& exit_code) {
  CLI::App* sub = app.add_subcommand("convert", "Translate a proof from one format to another");
  auto options = std::make_shared<ConvertOptions>();
  sub->add_option("IN", options->input.file, "File to read; -: standard input")->required();
  sub->add_option("OUT", options->output, "File to write; -: standard output")->required();
  sub->add_option("--to", options->to,
                  "Format of the output: fvp, jsonl, rv2, fvs or cert; default: by extension")
      ->type_name("FORMAT");
  sub->add_flag(smallest_option, options->smallest, smallest_help);
  options->effort = verify::default_effort;
  sub->add_option("--effort", options->effort, "cert: nodes per search")
      ->type_name("N")
      ->capture_default_str();
  sub->add_flag("--strict", options->strict, "Write nothing if anything would be lost");
  sub->add_flag("-q,--quiet", options->quiet, "Nothing on stderr but errors");
  add_proof_input_options(*sub, options->input);
  sub->footer(
      "Formats: fvp (.fvp), the proof file; jsonl (.jsonl), the same as text; rv2 (.json), nested objects, "
      "15x15, Black\n"
      "attacks, no rule set; fvs (.fvs), the solver's store: read, what it proves; written, what verify says "
      "holds, into\n"
      "a new store or one of the same game; cert (.cert, output only), a certificate with a plan for every "
      "reply, for\n"
      "fiveproof-audit.\n"
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
      "  fiveproof convert proof.fvp - --to jsonl\n"
      "  fiveproof convert proof.fvp published.fvp --smallest\n"
      "  fiveproof convert proof.fvp proof.cert && fiveproof-audit proof.cert");
  sub->callback([options, &streams, &exit_code] {
    options->show_progress = isatty(STDERR_FILENO) != 0;
    exit_code = run_convert(*options, streams);
  });
}

}  // namespace fiveproof::cli
