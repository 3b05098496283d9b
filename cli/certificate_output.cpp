#include "cli/certificate_output.hpp"

#include <chrono>
#include <filesystem>

#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress_line.hpp"
#include "verify/outcome/verdict.hpp"
#include "verify/rules/certificate_writer.hpp"

namespace fiveproof::cli {
namespace {

constexpr std::string_view command = "convert";

using Clock = std::chrono::steady_clock;

/// About four lines a second.
std::function<void(std::uint64_t, std::uint64_t)> show_on(ProgressLine& line) {
  const auto start = Clock::now();
  return [&line, start, next = start](std::uint64_t done, std::uint64_t total) mutable {
    const auto now = Clock::now();
    if (now < next) return;
    next = now + std::chrono::milliseconds(250);
    const double part = static_cast<double>(done) / static_cast<double>(total);
    line.show(std::to_string(static_cast<int>(part * 100)) + " % of " + verify::with_separators(total) +
              " positions, " + time_text(part, std::chrono::duration<double>(now - start).count()));
  };
}

}  // namespace

bool is_certificate(const std::string& path, const std::string& format) {
  if (!format.empty()) return format == "cert";
  return std::filesystem::path(path).extension() == ".cert";
}

int write_certificate_file(const Proof& proof, const CertificateRequest& request, const Streams& streams) {
  const std::string to = output_name(request.path);
  if (!proof.findings.empty())
    return fail(
        streams, command,
        Error{
            ErrorCode::usage, "a proof with findings has no certificate; verify says what they are", to, {}});
  if (auto playable = check_playable(proof.rule); !playable.ok())
    return fail(streams, command, playable.error());
  auto file = AtomicFile::create(request.path);
  if (!file.ok()) return fail(streams, command, file.error());

  ProgressLine line(streams.err);
  verify::CertificateOptions options;
  options.effort = request.effort;
  options.stop = &interrupt_flag();
  if (request.show_progress && !request.quiet) options.on_progress = show_on(line);
  const auto written = verify::write_certificate(
      proof, options, [&file](std::string_view text) { return file.value().write(text); });
  if (!written.ok()) return fail(streams, command, written.error());
  const verify::CertificateOutcome& outcome = written.value();
  if (outcome.interrupted) {
    streams.err << to << ": not written: interrupted\n";
    return exit_undecided;
  }
  if (request.report != nullptr) {
    request.report->set("positions", outcome.positions);
    request.report->set("not-established", outcome.holes);
  }
  if (request.strict && outcome.holes > 0) {
    streams.err << to << ": not written: --strict, and " << verify::with_separators(outcome.holes)
                << " positions are not established\n";
    return exit_no;
  }
  if (auto status = file.value().commit(); !status.ok()) return fail(streams, command, status.error());
  if (!request.quiet)
    streams.err << to << ": " << verify::with_separators(outcome.positions) << " positions, "
                << verify::with_separators(outcome.holes) << " of them not established\n";
  return exit_yes;
}

}  // namespace fiveproof::cli
