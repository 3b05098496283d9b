#include "cli/verify_command.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <limits>
#include <memory>

#include "cli/interrupt.hpp"
#include "cli/progress_line.hpp"
#include "format/atomic_file.hpp"
#include "format/file.hpp"
#include "format/gap_list.hpp"
#include "verify/claim.hpp"
#include "verify/report.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::cli {

namespace {

constexpr std::string_view command = "verify";

Status check_words(const VerifyOptions& options) {
  auto usage = [](std::string message) { return Error{ErrorCode::usage, std::move(message)}; };
  if (options.trust == "rules")
    return Error{ErrorCode::unsupported,
                 "--trust rules is not available in this version; --trust dbsearch is"};
  if (options.trust != "dbsearch") return usage("--trust: expected dbsearch, found '" + options.trust + "'");
  if (options.effort < 1 || options.effort > std::numeric_limits<std::uint32_t>::max())
    return usage("--effort: expected a number of nodes from 1, found " + std::to_string(options.effort));
  if (options.threads < 0 || options.threads > 1024)
    return usage("--threads: expected 1 to 1024, found " + std::to_string(options.threads));
  return Done{};
}

bool is_same_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty() || a == "-" || b == "-") return false;
  std::error_code none;
  return a == b || std::filesystem::equivalent(a, b, none);
}

Status check_targets(const VerifyOptions& options) {
  for (const std::string& target : {options.gaps, options.report})
    if (is_same_file(target, options.input.file))
      return Error{ErrorCode::usage, "refusing to write over the input", target, {}};
  if (is_same_file(options.gaps, options.report))
    return Error{ErrorCode::usage, "--gaps and --report name the same file", options.gaps, {}};
  return Done{};
}

verify::Verification check(const Proof& proof, const VerifyOptions& options, const Streams& streams) {
  ProgressLine line(streams.err);
  verify::Options how;
  how.effort = static_cast<std::uint32_t>(options.effort);
  how.threads = static_cast<unsigned>(options.threads);
  how.stop = &interrupt_flag();
  if (options.show_progress && !options.quiet)
    how.on_progress = [&line](const verify::Progress& progress) { line.show(progress_text(progress)); };
  return verify::check_proof(proof, how);
}

Status write_gaps(GapListWriter& writer, const std::vector<Gap>& gaps) {
  for (const Gap& gap : gaps)
    if (auto status = writer.add(gap); !status.ok()) return status;
  return writer.close();
}

Status write_report(const VerifyOptions& options, const Proof& proof, const verify::Verification& checked) {
  verify::ReportContext context;
  context.version = FIVEPROOF_VERSION;
  context.file = options.input.file;
  context.content_hash = content_hash(proof);
  context.records = proof.records.count();
  context.peak_memory_bytes = verify::peak_memory_bytes();
  const std::string text = verify::report_json(checked, context);
  return write_file(options.report, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

void tell_summary(const verify::Verification& checked, const Streams& streams) {
  const verify::Tally& all = checked.all;
  using verify::with_separators;
  streams.err << "checked: positions " << with_separators(all.positions) << " (reached by no root "
              << with_separators(checked.unreached) << "), replies " << with_separators(all.replies)
              << ": stored " << with_separators(all.stored) << ", replayed " << with_separators(all.replayed)
              << ", searched " << with_separators(all.searched + all.searched_fully) << ", unanswered "
              << with_separators(all.unanswered) << ", fives " << with_separators(all.defender_fives) << '\n';
}

}  // namespace

int run_verify(const VerifyOptions& options, const Streams& streams) {
  if (auto status = check_words(options); !status.ok()) return fail(streams, command, status.error());
  std::optional<verify::Claim> expected;
  if (!options.expect.empty()) {
    auto claim = verify::parse_claim(options.expect);
    if (!claim.ok()) {
      claim.error().message = "--expect: " + claim.error().message;
      return fail(streams, command, claim.error());
    }
    expected = std::move(claim).value();
  }
  if (auto status = check_targets(options); !status.ok()) return fail(streams, command, status.error());

  auto reading = read_input(options.input);
  if (!reading.ok()) return fail(streams, command, reading.error());
  const Proof& proof = reading.value().proof;
  if (!options.quiet) tell_losses(streams, options.input.file, reading.value().losses);
  if (proof.roots.empty())
    return fail(
        streams, command,
        Error{ErrorCode::usage, "nothing claimed: the file has no root", input_name(options.input.file), {}});

  // Opened now: a target that cannot be written should not cost a check.
  std::optional<GapListWriter> gaps;
  if (!options.gaps.empty()) {
    auto writer = GapListWriter::open(options.gaps, gap_list_header(proof));
    if (!writer.ok()) return fail(streams, command, writer.error());
    gaps.emplace(std::move(writer).value());
  }

  const verify::Verification checked = check(proof, options, streams);
  for (const verify::Verdict& verdict : checked.verdicts) streams.out << to_text(verdict) << '\n';
  streams.out.flush();  // before a gap list or report that goes to standard output too
  if (!options.quiet) tell_summary(checked, streams);

  // A gap list of half a check would look like that of a whole one.
  if (gaps && checked.interrupted)
    streams.err << options.gaps << ": not written: the check was interrupted\n";
  if (gaps && !checked.interrupted)
    if (auto status = write_gaps(*gaps, checked.gaps); !status.ok())
      return fail(streams, command, status.error());
  if (!options.report.empty())
    if (auto status = write_report(options, proof, checked); !status.ok())
      return fail(streams, command, status.error());

  if (checked.interrupted) return exit_undecided;
  bool accepted = checked.accepted() && checked.gaps.empty() && proof.findings.empty();
  if (checked.accepted() && !checked.gaps.empty())
    streams.out << "NOT ACCEPTED: " << verify::to_text(checked.gap_counts)
                << " at positions that no root reaches\n";
  if (expected)
    if (const auto other = verify::difference(proof, *expected)) {
      streams.out << "NOT AS EXPECTED: " << *other << '\n';
      accepted = false;
    }
  return accepted ? exit_yes : exit_no;
}

void setup_verify(CLI::App& app, const Streams& streams, int& exit_code) {
  CLI::App* sub =
      app.add_subcommand("verify", "Check a proof reply by reply: does the attacker win from every root?");
  auto options = std::make_shared<VerifyOptions>();
  options->effort = verify::default_effort;
  sub->add_option("FILE", options->input.file, "Proof, or any file that convert reads; -: standard input")
      ->required();
  sub->add_option("--expect", options->expect,
                  "The claim that must be the file's only one: \"RULE SIZE ATTACKER [ROOT]\"; without ROOT "
                  "the empty board")
      ->type_name("CLAIM");
  sub->add_option("--gaps", options->gaps, "Write every gap to this file (.jsonl); -: standard output")
      ->type_name("FILE");
  sub->add_option("--report", options->report, "Write a report to this file (JSON); -: standard output")
      ->type_name("FILE");
  sub->add_option("--effort", options->effort,
                  "Attacker nodes per search; another effort may answer other replies")
      ->type_name("N")
      ->capture_default_str();
  sub->add_option("--threads", options->threads,
                  "Threads; 0: as many as the machine has. The result is the same")
      ->type_name("N")
      ->capture_default_str();
  sub->add_option("--trust", options->trust, "What must be believed: dbsearch. (rules: not in this version)")
      ->type_name("LEVEL")
      ->capture_default_str();
  sub->add_flag("-q,--quiet", options->quiet, "Nothing on stderr but errors");
  add_proof_input_options(*sub, options->input);
  sub->footer(
      "One verdict line per root on stdout: VERIFIED, NOT VERIFIED or UNDECIDED, with the claim.\n"
      "Ctrl-C stops the check; the verdict is then UNDECIDED.\n\n"
      "Exit code: 0 every claim proved, nothing wrong anywhere in the file, and the expected claim if one is "
      "given;\n"
      "1 readable, but gaps, findings or another claim; 2 usage, unreadable, interrupted, or nothing "
      "claimed.\n\n"
      "Examples:\n"
      "  fiveproof verify proof.fvp --expect \"freestyle 15 black\"\n"
      "  fiveproof verify solution.json --from rv2 --rule standard --gaps gaps.jsonl --report report.json");
  sub->callback([options, &streams, &exit_code] {
    options->show_progress = isatty(STDERR_FILENO) != 0;
    exit_code = run_verify(*options, streams);
  });
}

}  // namespace fiveproof::cli
