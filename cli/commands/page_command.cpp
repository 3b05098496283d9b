#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/input/memory_option.hpp"
#include "cli/input/proof_input.hpp"
#include "cli/input/usage_error.hpp"
#include "cli/output/page_template.hpp"
#include "cli/output/proof_output.hpp"

namespace fiveproof::cli {

namespace {

struct PageOptions {
  ProofInput input;
  std::string output;
  std::string page;  ///< the template; empty: the one beside the program
  bool quiet = false;
};

Result<ExitCode> run_page(const PageOptions& options, const Streams& streams) {
  FIVEPROOF_TRY(check_output(options.output, {options.input.file, options.page}));
  // Before the proof is read, which may take long.
  FIVEPROOF_LET(const auto page,
                PageTemplate::read(options.page.empty() ? path_of_template() : options.page));
  FIVEPROOF_LET(auto reading, read_with_progress("page", options.input, options.quiet, read_input));
  if (!options.quiet) tell_losses(streams, options.input.file, reading.losses);
  OutputReport report("page", options.output, "html");  // which nobody has asked for
  const ProofOutput output{.path = options.output, .quiet = options.quiet, .report = report};
  return write_page(std::move(reading.proof), page, options.input.file, output, streams);
}

}  // namespace

void setup_page(CLI::App& app, const Streams& streams, int& exit_code) {
  CLI::App* sub =
      app.add_subcommand("page", "Write one HTML file that shows a proof, verifies it and plays it");
  auto options = std::make_shared<PageOptions>();
  sub->add_option("PROOF", options->input.file, "Proof, or any file that convert reads; -: standard input")
      ->required();
  sub->add_option("-o,--output", options->output, "The page; -: standard output")
      ->type_name("FILE")
      ->required();
  sub->add_option("--template", options->page, "The page without a proof, if not the one beside the program")
      ->type_name("FILE");
  sub->add_flag("-q,--quiet", options->quiet, "Nothing on stderr but errors");
  options->input.drop_annotations = true;
  add_proof_input_options(*sub, options->input);
  add_prefer_option(*sub, options->input);
  refuse_empty_values(*sub);
  sub->footer(
      R"(The file works from disk and without a network; it asks for nothing outside itself. In it: the
check of `verify` at both levels of trust, in the browser; a board on which to walk through the
proof; a game against it. Other files (.fvp, .jsonl, .jsonl.zst, .lib, .sgf) can be dropped
onto it.
`fiveproof convert PROOF OUT.html` writes the same.
The page without a proof is made by scripts/page, which needs emscripten and npm.

Exit code: 0 written; 2 usage, unreadable, or no template.

Example:
  fiveproof page proof.fvp -o proof.html)");
  when_chosen(*sub, streams, exit_code, [options, &streams] {
    return within_memory(options->input.memory, options->input.file,
                         [&] { return run_page(*options, streams); });
  });
}

}  // namespace fiveproof::cli
