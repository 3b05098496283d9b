#include "cli/commands/commands.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <memory>

#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "base/phase.hpp"
#include "cli/build_id.hpp"
#include "cli/input/amount.hpp"
#include "cli/input/memory_option.hpp"
#include "cli/input/proof_input.hpp"
#include "cli/input/usage_error.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress_line.hpp"
#include "format/text/gap_list.hpp"
#include "verify/outcome/decision.hpp"
#include "verify/outcome/report.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::cli {

namespace {

struct VerifyOptions {
  ProofInput input;
  std::string expect;
  std::string gaps;  ///< file for the gap list
  std::optional<std::uint64_t> max_gaps = {};
  std::string report;  ///< file for the report
  std::string shard;
  std::string resume;                ///< file for the journal
  std::vector<std::string> combine;  ///< reports of shards
  std::string piece;                 ///< file for the plans
  std::vector<std::string> audit;    ///< pieces that have the plans
  bool strict = false;               ///< several moves at one position are a gap
  bool every_reply = false;          ///< no zones
  bool trust_parts = false;          ///< a journal or reports may take the place of work
  std::uint32_t effort = verify::default_effort;
  unsigned threads = 0;  ///< 0: as many as the machine has
  std::string trust = "dbsearch";
  bool quiet = false;
  ProgressWanted progress = {};
};

Result<verify::Trust> parse_trust(const std::string& text) {
  if (text == "dbsearch") return verify::Trust::dbsearch;
  if (text == "rules") return verify::Trust::rules;
  return usage_error("--trust: expected dbsearch or rules, found '" + text + "'");
}

/// `-` has no folder, and a device not one for us.
std::string folder_for_temporary_files(const std::string& target) {
  std::error_code none;
  if (target.empty() || target == "-") return {};
  if (std::filesystem::exists(target, none) && !std::filesystem::is_regular_file(target, none)) return {};
  const std::string folder = std::filesystem::path(target).parent_path().string();
  return folder.empty() ? "." : folder;
}

Status check_plan_options(const VerifyOptions& options, verify::Trust trust) {
  const std::string name = !options.audit.empty() ? "--audit" : "--piece";
  if (options.audit.empty() && options.piece.empty()) return Done{};
  if (trust != verify::Trust::rules)
    return usage_error(name + ": needs --trust rules: the kernel plays out plans");
  if (!options.audit.empty() && !options.piece.empty())
    return usage_error("--audit: has plans already, so it does not go with --piece");
  if (!options.combine.empty())
    return usage_error(name + ": does not go with --combine, which checks nothing");
  if (!options.resume.empty())
    return usage_error(name + ": does not go with --resume: a journal has outcomes, and no plans");
  return Done{};
}

Result<verify::Options> options_of(const VerifyOptions& options) {
  if (options.max_gaps && options.gaps.empty()) return usage_error("--max-gaps: needs --gaps");
  if (!options.combine.empty() && (!options.shard.empty() || !options.resume.empty()))
    return usage_error("--combine: checks nothing, so it goes with neither --shard nor --resume");
  verify::Options how;
  const auto trust = parse_trust(options.trust);
  if (!trust.ok()) return trust.error();
  how.trust = trust.value();
  if (auto status = check_plan_options(options, how.trust); !status.ok()) return status.error();
  how.effort = options.effort;
  how.threads = options.threads;
  how.strict = options.strict;
  if (options.every_reply && how.trust == verify::Trust::rules)
    return usage_error("--every-reply: goes with --trust dbsearch; the kernel has lemmas of its own");
  how.every_reply = options.every_reply;
  if (!options.shard.empty()) {
    auto shard = verify::parse_shard(options.shard);
    if (!shard.ok()) return usage_error("--shard: " + shard.error().message);
    how.shard = shard.value();
  }
  how.journal = options.resume;
  how.reports = options.combine;
  how.pieces = options.audit;
  how.program_version = FIVEPROOF_VERSION;
  how.program_build = build_id();
  how.temporary_folder = folder_for_temporary_files(options.gaps);
  return how;
}

/// Nothing is written over what is read, and no two things to one place.
Status check_targets(const VerifyOptions& options) {
  for (const std::string& target : {options.gaps, options.report, options.resume, options.piece}) {
    if (is_same_file(target, options.input.file))
      return usage_error("refusing to write over the input", target);
    for (const std::string& report : options.combine)
      if (is_same_file(target, report))
        return usage_error("refusing to write over a report to combine", target);
    for (const std::string& piece : options.audit)
      if (is_same_file(target, piece)) return usage_error("refusing to write over a piece to audit", target);
  }
  const auto collide = [](const std::string& a, const std::string& b) {
    return is_same_file(a, b) || (a == "-" && b == "-");
  };
  if (collide(options.gaps, options.report))
    return usage_error("--gaps and --report name the same file", options.gaps);
  if (collide(options.piece, options.gaps) || collide(options.piece, options.report))
    return usage_error("--piece names the file of another option", options.piece);
  if (is_same_file(options.resume, options.gaps) || is_same_file(options.resume, options.report))
    return usage_error("--resume names the file of another option", options.resume);
  return Done{};
}

/// What is said if the check does not even begin.
void prepare_last_words(const Proof& proof) {
  std::string answer;
  for (std::size_t root = 0; root < proof.roots.size(); ++root) {
    verify::Verdict verdict;
    verdict.claim = verify::claim_of(proof, root);
    verdict.outcome = verify::Outcome::undecided;
    verdict.percent_done = 0;
    answer += to_text(verdict) + '\n';
  }
  set_last_words(answer, "fiveproof verify: interrupted before the check began: nothing written\n");
}

/// `graceful` begins with the check.
Result<verify::Verification> check(Proof proof, verify::Options how, ProgressLine& line,
                                   std::optional<GracefulEnd>& graceful) {
  how.stop = &interrupt_flag();
  how.on_start = [&graceful] { graceful.emplace(); };
  how.on_progress = [&line](const verify::Progress& progress) { line.show(progress_text(progress)); };
  return verify::check_proof(std::move(proof), how);
}

/// How many were written: all, or those that were written when `is_over` said so.
Result<std::uint64_t> write_gaps(GapListWriter& writer, verify::GapStream& gaps, std::uint64_t max_gaps,
                                 const std::function<bool()>& is_over) {
  std::uint64_t written = 0;
  while (written < max_gaps && !is_over()) {
    auto gap = gaps.next();
    if (!gap.ok()) return gap.error();
    if (!gap.value()) break;
    if (auto status = writer.add(*gap.value()); !status.ok()) return status.error();
    ++written;
  }
  if (auto status = writer.close(); !status.ok()) return status.error();
  return written;
}

/// The gap list of a check; a part of it, which says so, once there is an interrupt. Then the check decides
/// nothing, and not even a long list takes long.
Result<std::uint64_t> write_gaps(const VerifyOptions& options, const GapListHeader& header,
                                 std::optional<GapListWriter>& writer, verify::Verification& checked) {
  constexpr auto moment = std::chrono::milliseconds(60);
  const std::uint64_t all = checked.gap_count();
  const std::uint64_t most = std::min(all, options.max_gaps.value_or(all));
  Phase phase("writing gaps", most);
  const auto until = std::chrono::steady_clock::now() + moment;
  std::uint64_t at = 0;
  const auto is_over = [&] {
    phase.reach(at++);
    return checked.interrupted ? std::chrono::steady_clock::now() > until : interrupt_flag().load();
  };
  if (checked.interrupted) writer->mark_partial();
  auto written = write_gaps(*writer, *checked.gaps, most, is_over);
  if (!written.ok() || checked.interrupted || !interrupt_flag()) return written;
  checked.interrupt(100);
  // What is not a file has what was written, and cannot be begun anew.
  if (folder_for_temporary_files(options.gaps).empty()) return written;
  if (auto again = checked.gaps->rewind(); !again.ok()) return again.error();
  writer.reset();
  auto begun = GapListWriter::open(options.gaps, header);
  if (!begun.ok()) return begun.error();
  writer.emplace(std::move(begun).value());
  return write_gaps(options, header, writer, checked);
}

Status write_report(const VerifyOptions& options, unsigned format_version,
                    std::optional<std::uint64_t> gaps_written, const verify::Verification& checked,
                    const verify::Decision& decision) {
  verify::ReportContext context;
  context.version = FIVEPROOF_VERSION;
  context.file = options.input.file;
  if (is_store(options.input)) {
    context.file_format = "fvs";
    context.file_format_version = 1;
  } else {
    const auto format = choose_format(options.input.file, options.input.from, "--from");
    if (!format.ok()) return format.error();
    context.file_format = convert::name_of(format.value());
    context.file_format_version = format_version;
  }
  context.gaps_written = gaps_written;
  context.peak_memory_bytes = verify::peak_memory_bytes();
  auto file = AtomicFile::create(options.report);
  if (!file.ok()) return file.error();
  const auto sink = [&](std::string_view text) -> Status {
    if (checked.raw_gaps && interrupt_flag()) return Error{ErrorCode::io, "not written: interrupted", {}, {}};
    return file.value().write(text);
  };
  if (auto status = verify::write_report(checked, decision, context, sink); !status.ok()) return status;
  return file.value().commit();
}

void tell_summary(const verify::Verification& checked, const Streams& streams) {
  const verify::Tally& all = checked.all;
  using verify::with_separators;
  streams.err << "checked: positions " << with_separators(all.positions) << " (reached by no root "
              << with_separators(checked.unreached) << "), replies " << with_separators(all.replies)
              << ": stored " << with_separators(all.stored) << ", replayed " << with_separators(all.replayed)
              << ", searched " << with_separators(all.searched + all.searched_fully);
  if (checked.trust == verify::Trust::rules) streams.err << ", excluded " << with_separators(all.excluded);
  streams.err << ", unanswered " << with_separators(all.unanswered) << ", fives "
              << with_separators(all.defender_fives) << '\n';
  if (checked.alternatives > 0)
    streams.err << "alternatives: positions with several moves " << with_separators(checked.alternatives)
                << ", of which a later one counts at " << with_separators(checked.later_taken) << '\n';
  if (checked.aside != verify::GapCounts{})
    streams.err << "aside, at moves that are not needed: " << verify::to_text(checked.aside) << '\n';
}

Result<ExitCode> run_verify(const VerifyOptions& options, const Streams& streams) {
  auto how = options_of(options);
  if (!how.ok()) return how.error();
  std::optional<verify::Claim> expected;
  if (!options.expect.empty()) {
    auto claim = verify::parse_claim(options.expect);
    if (!claim.ok()) {
      claim.error().message = "--expect: " + claim.error().message;
      return claim.error();
    }
    expected = std::move(claim).value();
  }
  if (auto status = check_targets(options); !status.ok()) return status.error();

  std::optional<ProgressLine> line;
  line.emplace("verify", options.progress, options.quiet);
  ProofInput input = options.input;
  input.progress = &*line;
  auto reading = read_input(input);
  if (!reading.ok()) return reading.error();
  Proof& proof = reading.value().proof;
  if (!options.quiet) {
    // Before anything slow begins: these need no search.
    tell_findings(streams, options.input.file, proof.findings);
    tell_losses(streams, options.input.file, reading.value().losses);
  }
  if (proof.roots.empty())
    return usage_error("nothing claimed: the file has no root", input_name(options.input.file));
  verify::Demand demand;
  demand.trust_parts = options.trust_parts;
  if (expected) demand.expected = verify::compare(proof, *std::move(expected));

  prepare_last_words(proof);
  // Opened now: a target that cannot be written should not cost a check.
  std::optional<GapListWriter> gaps;
  GapListHeader header;
  if (!options.gaps.empty()) {
    header = gap_list_header(proof);
    auto writer = GapListWriter::open(options.gaps, header);
    if (!writer.ok()) return writer.error();
    gaps.emplace(std::move(writer).value());
  }

  std::optional<AtomicFile> piece;
  if (!options.piece.empty()) {
    auto file = AtomicFile::create(options.piece);
    if (!file.ok()) return file.error();
    piece.emplace(std::move(file).value());
    how.value().on_piece = [&piece](std::string_view text) { return piece->write(text); };
  }

  const unsigned format_version = proof.format_version;
  std::optional<GracefulEnd> graceful;
  auto result = check(std::move(proof), how.value(), *line, graceful);
  if (!result.ok()) return result.error();
  verify::Verification& checked = result.value();
  if (piece && !checked.interrupted)
    if (auto status = piece->commit(); !status.ok()) return status.error();
  const auto tell = [&] {
    come_to_end();
    line.reset();
    const verify::Decision decision = verify::decide(checked, demand);
    for (const verify::Verdict& verdict : checked.verdicts) streams.out << to_text(verdict) << '\n';
    for (const std::string& objection : decision.objections) streams.out << objection << '\n';
    // An answer that does not arrive is none (main says so), and no report tells of it.
    return static_cast<bool>(streams.out.flush());
  };
  // Verdicts come after a list that is a file: an interrupt until then takes them back. Before one that goes
  // where they go.
  const bool is_list_last = gaps && how.value().temporary_folder.empty();
  if (is_list_last && !tell()) return exit_undecided;
  std::optional<std::uint64_t> gaps_written;
  if (gaps) {
    const auto written = write_gaps(options, header, gaps, checked);
    if (!written.ok()) {
      if (!is_list_last) (void)tell();
      return written.error();
    }
    gaps_written = written.value();
  }
  if (!is_list_last && !tell()) return exit_undecided;
  if (!options.quiet) tell_summary(checked, streams);
  if (gaps && checked.interrupted)
    streams.err << output_name(options.gaps) << ": partial: " << verify::with_separators(*gaps_written)
                << " of the gaps found before the interrupt\n";
  const verify::Decision decision = verify::decide(checked, demand);
  if (!options.report.empty())
    if (auto status = write_report(options, format_version, gaps_written, checked, decision); !status.ok())
      return status.error();
  return static_cast<ExitCode>(decision.answer);
}

}  // namespace

void setup_verify(CLI::App& app, const Streams& streams, int& exit_code) {
  CLI::App* sub =
      app.add_subcommand("verify", "Check a proof reply by reply: does the attacker win from every root?");
  auto options = std::make_shared<VerifyOptions>();
  sub->add_option("FILE", options->input.file, "Proof, or any file that convert reads; -: standard input")
      ->required();
  sub->add_option("--expect", options->expect,
                  "The claim that must be the file's only one: \"RULE SIZE ATTACKER [ROOT]\"; without ROOT "
                  "the empty board")
      ->type_name("CLAIM");
  sub->add_option("--gaps", options->gaps,
                  "Write every gap to this file (.jsonl, .jsonl.zst); -: standard output")
      ->type_name("FILE");
  add_count_option(*sub, "--max-gaps", options->max_gaps, {.least = 0},
                   "Write only the first N gaps; all are counted");
  sub->add_option("--report", options->report, "Write a report to this file (JSON); -: standard output")
      ->type_name("FILE");
  add_count_option(*sub, "--effort", options->effort, effort_range,
                   "Attacker nodes per search; another effort may answer other replies")
      ->default_str(std::to_string(options->effort));
  add_count_option(*sub, "--threads", options->threads, thread_range,
                   "Threads; 0: as many as the machine has. The result is the same")
      ->default_str("0");
  sub->add_option("--trust", options->trust,
                  "What must be believed: dbsearch, the rules, reader and search of this program; or rules, "
                  "a kernel of 500 lines")
      ->type_name("LEVEL")
      ->capture_default_str();
  sub->add_option("--resume", options->resume,
                  "Remember finished work in this file, and go on from there if it exists")
      ->type_name("FILE");
  sub->add_option("--shard", options->shard,
                  "Check only the I-th of N shares of the positions; --report has what --combine needs")
      ->type_name("I/N");
  sub->add_option("--combine", options->combine,
                  "Check nothing, take the outcomes from the reports of all shards of this proof")
      ->type_name("REPORT");
  sub->add_option("--piece", options->piece,
                  "Write the plans that convinced the kernel to this file, for --audit; with --trust rules")
      ->type_name("FILE");
  sub->add_option("--audit", options->audit,
                  "Search for nothing: the kernel plays out the plans of these pieces, of which no word is "
                  "believed; with --trust rules, and the pieces of all shards, or that of --shard")
      ->type_name("PIECE");
  sub->add_flag("--strict", options->strict,
                "Several moves of the attacker at one position are a gap, contradictory; without it one that "
                "holds will do");
  sub->add_flag(
      "--every-reply", options->every_reply,
      "Replay or search after every reply that is not stored, also where it is known to be outside of what "
      "a win after a pass hangs on; the result is the same, later");
  sub->add_flag("--trust-parts", options->trust_parts, "Accept VERIFIED, TRUSTING ... as well: exit code 0");
  sub->add_flag("-q,--quiet", options->quiet, "Nothing on stderr but errors");
  add_progress_options(*sub, options->progress);
  options->input.drop_annotations = true;
  add_proof_input_options(*sub, options->input);
  add_prefer_option(*sub, options->input);
  refuse_empty_values(*sub);
  sub->footer(
      R"(One verdict line per root on stdout: VERIFIED, NOT VERIFIED or UNDECIDED, with the claim and the
content hash of the proof. VERIFIED, TRUSTING ... says that a journal or reports took the place of
work; who can write those can write anything into them, so it is accepted with --trust-parts only.
Ctrl-C stops the check at once; the verdict is then UNDECIDED, gap list and report are partial.
What a check with --resume has finished is not lost, whatever ends it.
A shard decides nothing: UNDECIDED, with what was found at its positions.
A piece says what the attacker plays after each reply at the positions of a shard. With --audit the
verdict rests on the kernel of this check alone, whoever made the pieces: a plan that does not win
is refused with its piece; where a piece has no plan one is searched for.
Several moves at one position are alternatives, tried in the order of the file; gaps at moves that
are not needed are aside: they speak against nothing. What is wrong in a foreign file and needs no
search is told before the check begins, as findings.

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
  fiveproof verify proof.fvp --trust rules --audit [1-8].piece)");
  when_chosen(*sub, streams, exit_code, [options, &streams] {
    return within_memory(options->input.memory, options->input.file,
                         [&] { return run_verify(*options, streams); });
  });
}

}  // namespace fiveproof::cli
