#include "cli/output/certificate_output.hpp"

#include <filesystem>

#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "verify/outcome/verdict.hpp"
#include "verify/rules/certificate_writer.hpp"

namespace fiveproof::cli {
namespace {

constexpr std::string_view command = "convert";

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
  auto file = AtomicFile::create(request.path);
  if (!file.ok()) return fail(streams, command, file.error());

  verify::CertificateOptions options;
  options.effort = request.effort;
  const auto written = verify::write_certificate(
      proof, options, [&file](std::string_view text) { return file.value().write(text); });
  if (!written.ok()) return fail(streams, command, written.error());
  const verify::CertificateOutcome& outcome = written.value();
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
