// One run of `fiveproof verify`, from the file to the exit code.
#include <unistd.h>

#include <chrono>
#include <functional>
#include <optional>
#include <utility>

#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "base/phase.hpp"
#include "cli/commands/verify_command.hpp"
#include "cli/interrupt.hpp"
#include "cli/output/colour.hpp"
#include "format/text/gap_list.hpp"
#include "verify/outcome/decision.hpp"
#include "verify/outcome/report.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::cli {

namespace {

/// What is said if the check does not even begin.
void prepare_last_words(const Proof& proof, bool is_stdout_taken) {
  std::string answer;
  for (std::size_t root = 0; root < proof.roots.size(); ++root) {
    verify::Verdict verdict;
    verdict.claim = verify::claim_of(proof, root);
    verdict.outcome = verify::Outcome::undecided;
    verdict.percent_done = 0;
    answer += to_text(verdict) + '\n';
  }
  const std::string remark = "fiveproof verify: interrupted before the check began: nothing written\n";
  if (is_stdout_taken)
    set_last_words("", answer + remark);
  else
    set_last_words(answer, remark);
}

/// How many were written: all, or those that were written when `is_over` said so.
Result<std::uint64_t> write_gaps(GapListWriter& writer, verify::GapStream& gaps, std::uint64_t max_gaps,
                                 const std::function<bool()>& is_over) {
  std::uint64_t written = 0;
  while (written < max_gaps && !is_over()) {
    auto gap = gaps.next();
    if (!gap.ok()) return gap.error();
    if (!gap.value()) break;
    FIVEPROOF_TRY(writer.add(*gap.value()));
    ++written;
  }
  FIVEPROOF_TRY(writer.close());
  return written;
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

/// The claim that --expect states; absent: it is not given.
Result<std::optional<verify::Claim>> expected_claim(const VerifyOptions& options) {
  if (options.expect.empty()) return std::optional<verify::Claim>();
  auto claim = verify::parse_claim(options.expect);
  if (claim.ok()) return std::optional(std::move(claim).value());
  claim.error().message = "--expect: " + claim.error().message;
  return claim.error();
}

/// Its steps, in their order: read, open_targets, check, answer.
class VerifyRun {
 public:
  VerifyRun(const VerifyOptions& options, const Streams& streams, verify::Options how)
      : options_(options), streams_(streams), how_(std::move(how)) {
    line_.emplace("verify", options.progress, options.quiet);
  }

  [[nodiscard]] Result<Proof> read();
  [[nodiscard]] Status open_targets(const Proof& proof, std::optional<verify::Claim> expected);
  [[nodiscard]] Status check(Proof proof);
  [[nodiscard]] Result<ExitCode> answer();

 private:
  [[nodiscard]] bool tell_verdicts();
  [[nodiscard]] Result<std::uint64_t> write_gap_list();
  [[nodiscard]] Result<verify::ReportContext> report_context(std::optional<std::uint64_t> gaps_written) const;
  [[nodiscard]] Status write_report(std::optional<std::uint64_t> gaps_written,
                                    const verify::Decision& decision) const;
  [[nodiscard]] verify::Decision decision() const { return verify::decide(*checked_, demand_); }
  /// Where a list, a report or plans go there, they are alone: verdict lines are for people then.
  [[nodiscard]] bool is_stdout_taken() const {
    return is_standard_output(options_.gaps) || is_standard_output(options_.report) ||
           is_standard_output(options_.piece);
  }
  /// What is no file has what was written to it, and cannot be begun anew.
  [[nodiscard]] bool is_gap_list_a_file() const { return !how_.temporary_folder.empty(); }

  const VerifyOptions& options_;
  const Streams& streams_;
  verify::Options how_;
  std::optional<ProgressLine> line_;
  verify::Demand demand_;
  unsigned format_version_ = 0;
  GapListHeader gap_header_;
  std::optional<GapListWriter> gaps_;
  std::optional<AtomicFile> piece_;
  std::optional<GracefulEnd> graceful_;  ///< begins with the check
  std::optional<verify::Verification> checked_;
};

Result<Proof> VerifyRun::read() {
  ProofInput input = options_.input;
  input.progress = &*line_;
  auto reading = read_input(input);
  if (!reading.ok()) return reading.error();
  Proof& proof = reading.value().proof;
  if (!options_.quiet) {
    // Before anything slow begins: these need no search.
    tell_findings(streams_, options_.input.file, proof.findings);
    tell_losses(streams_, options_.input.file, reading.value().losses);
    // Of a database these are its entries that contradict each other.
    if (is_database(options_.input)) tell_oddities(streams_, options_.input.file, reading.value().oddities);
  }
  if (proof.roots.empty())
    return usage_error("nothing claimed: the file has no root", input_name(options_.input.file));
  format_version_ = proof.format_version;
  return std::move(proof);
}

/// Before the check: a target that cannot be written should not cost one.
Status VerifyRun::open_targets(const Proof& proof, std::optional<verify::Claim> expected) {
  demand_.trust_parts = options_.trust_parts;
  if (expected) demand_.expected = verify::compare(proof, *std::move(expected));
  prepare_last_words(proof, is_stdout_taken());
  if (!options_.gaps.empty()) {
    gap_header_ = gap_list_header(proof);
    auto writer = GapListWriter::open(options_.gaps, gap_header_);
    if (!writer.ok()) return writer.error();
    gaps_.emplace(std::move(writer).value());
  }
  if (verify::Certify* certify = std::get_if<verify::Certify>(&how_.task)) {
    auto file = AtomicFile::create(options_.piece);
    if (!file.ok()) return file.error();
    piece_.emplace(std::move(file).value());
    certify->on_piece = [this](std::string_view text) { return piece_->write(text); };
  }
  return Done{};
}

Status VerifyRun::check(Proof proof) {
  how_.stop = &interrupt_flag();
  how_.on_start = [this] { graceful_.emplace(); };
  how_.on_progress = [this](const verify::Progress& progress) { line_->show(progress_text(progress)); };
  auto checked = verify::check_proof(std::move(proof), how_);
  if (!checked.ok()) return checked.error();
  checked_.emplace(std::move(checked).value());
  return piece_ && !checked_->interrupted ? piece_->commit() : Status(Done{});
}

Result<ExitCode> VerifyRun::answer() {
  // Verdicts come after a list that is a file: an interrupt until then takes them back. Before one that goes
  // where they go.
  const bool is_list_last = gaps_ && !is_gap_list_a_file();
  if (is_list_last && !tell_verdicts()) return exit_undecided;
  std::optional<std::uint64_t> gaps_written;
  if (gaps_) {
    const auto written = write_gap_list();
    if (!written.ok()) {
      if (!is_list_last) (void)tell_verdicts();
      return written.error();
    }
    gaps_written = written.value();
  }
  if (!is_list_last && !tell_verdicts()) return exit_undecided;
  if (!options_.quiet) tell_summary(*checked_, streams_);
  if (gaps_ && checked_->interrupted)
    streams_.err << output_name(options_.gaps) << ": partial: " << verify::with_separators(*gaps_written)
                 << " of the gaps found before the interrupt\n";
  const verify::Decision decided = decision();
  if (!options_.report.empty()) FIVEPROOF_TRY(write_report(gaps_written, decided));
  return static_cast<ExitCode>(decided.answer);
}

/// False: an answer that does not arrive is none (main says so), and no report tells of it.
bool VerifyRun::tell_verdicts() {
  come_to_end();
  line_.reset();
  const verify::Decision decided = decision();
  if (is_stdout_taken() && options_.quiet) return true;
  std::ostream& out = is_stdout_taken() ? streams_.err : streams_.out;
  const bool in_colour = has_colour(is_stdout_taken() ? STDERR_FILENO : STDOUT_FILENO);
  const auto tell = [&](const std::string& line) { out << (in_colour ? coloured(line) : line) << '\n'; };
  for (const std::string& words : verify::lines_of(*checked_, decided)) tell(words);
  return static_cast<bool>(out.flush());
}

/// The gap list of a check; a part of it, which says so, once there is an interrupt. Then the check decides
/// nothing, and not even a long list takes long. How many gaps were written.
Result<std::uint64_t> VerifyRun::write_gap_list() {
  constexpr auto moment = std::chrono::milliseconds(60);
  const std::uint64_t all = checked_->gap_count();
  const std::uint64_t most = std::min(all, options_.max_gaps.value_or(all));
  Phase phase("writing gaps", most);
  const auto until = std::chrono::steady_clock::now() + moment;
  std::uint64_t at = 0;
  const auto is_over = [&] {
    phase.reach(at++);
    return checked_->interrupted ? std::chrono::steady_clock::now() > until : interrupt_flag().load();
  };
  if (checked_->interrupted) gaps_->mark_partial();
  auto written = write_gaps(*gaps_, *checked_->gaps, most, is_over);
  if (!written.ok() || checked_->interrupted || !interrupt_flag()) return written;
  checked_->interrupt(100);
  if (!is_gap_list_a_file()) return written;
  FIVEPROOF_TRY(checked_->gaps->rewind());
  gaps_.reset();
  auto begun = GapListWriter::open(options_.gaps, gap_header_);
  if (!begun.ok()) return begun.error();
  gaps_.emplace(std::move(begun).value());
  return write_gap_list();
}

Result<verify::ReportContext> VerifyRun::report_context(std::optional<std::uint64_t> gaps_written) const {
  verify::ReportContext context;
  context.version = FIVEPROOF_VERSION;
  context.file = options_.input.file;
  if (is_store(options_.input)) {
    context.file_format = "fvs";
    context.file_format_version = 1;
  } else {
    const auto format = choose_input_format(options_.input.file, options_.input.from);
    if (!format.ok()) return format.error();
    context.file_format = convert::name_of(format.value());
    context.file_format_version = format_version_;
  }
  context.gaps_written = gaps_written;
  context.peak_memory_bytes = verify::peak_memory_bytes();
  return context;
}

Status VerifyRun::write_report(std::optional<std::uint64_t> gaps_written,
                               const verify::Decision& decision) const {
  const auto context = report_context(gaps_written);
  if (!context.ok()) return context.error();
  auto file = AtomicFile::create(options_.report);
  if (!file.ok()) return file.error();
  const auto sink = [&](std::string_view text) -> Status {
    if (checked_->raw_gaps && interrupt_flag())
      return Error{ErrorCode::io, "not written: interrupted", {}, {}};
    return file.value().write(text);
  };
  if (auto status = verify::write_report(*checked_, decision, context.value(), sink); !status.ok())
    return status;
  return file.value().commit();
}

}  // namespace

Result<ExitCode> run_verify(const VerifyOptions& options, const Streams& streams) {
  auto how = verifier_options(options);
  if (!how.ok()) return how.error();
  auto expected = expected_claim(options);
  if (!expected.ok()) return expected.error();
  FIVEPROOF_TRY(check_targets(options));
  VerifyRun run(options, streams, std::move(how).value());
  auto proof = run.read();
  if (!proof.ok()) return proof.error();
  FIVEPROOF_TRY(run.open_targets(proof.value(), std::move(expected).value()));
  FIVEPROOF_TRY(run.check(std::move(proof).value()));
  return run.answer();
}

}  // namespace fiveproof::cli
