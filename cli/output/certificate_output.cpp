// `fiveproof convert PROOF OUT.cert`
#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "cli/output/proof_output.hpp"
#include "verify/outcome/verdict.hpp"
#include "verify/rules/certificate_writer.hpp"

namespace fiveproof::cli {

Result<ExitCode> write_certificate_file(const Proof& proof, std::uint32_t effort, const ProofOutput& output,
                                        const Streams& streams) {
  using verify::with_separators;
  const std::string to = output_name(output.path);
  if (!proof.findings.empty())
    return usage_error("a proof with findings has no certificate; verify says what they are", to);
  auto file = AtomicFile::create(output.path);
  if (!file.ok()) return file.error();

  verify::CertificateOptions options;
  options.effort = effort;
  const auto written = verify::write_certificate(
      proof, options, [&file](std::string_view text) { return file.value().write(text); });
  if (!written.ok()) return written.error();
  const verify::CertificateOutcome& outcome = written.value();
  output.report.set("positions", outcome.positions);
  output.report.set("not-established", outcome.holes);
  if (output.strict && outcome.holes > 0)
    return refuse_loss(output.path, streams,
                       with_separators(outcome.holes) + " positions are not established");
  FIVEPROOF_TRY(file.value().commit());
  if (!output.quiet)
    streams.err << to << ": " << with_separators(outcome.positions) << " positions, "
                << with_separators(outcome.holes) << " of them not established\n";
  return exit_yes;
}

}  // namespace fiveproof::cli
