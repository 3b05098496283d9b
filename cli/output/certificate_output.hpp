// `fiveproof convert PROOF OUT.cert`: the one conversion that has to think, because a certificate says what a
// proof leaves to db-search. It is not one of the formats of convert/, which only translates.
#pragma once

#include <string>

#include "cli/outcome.hpp"
#include "cli/output/output_report.hpp"
#include "proof/proof.hpp"

namespace fiveproof::cli {

/// Is the output meant to be a certificate, by name of the format or else by extension?
[[nodiscard]] bool is_certificate(const std::string& path, const std::string& format);

struct CertificateRequest {
  std::string path;
  std::uint32_t effort = 0;
  bool strict = false;  ///< write nothing unless every position is established
  bool quiet = false;
  OutputReport* report = nullptr;  ///< for --json
};
/// Writes the certificate; the result is the exit code.
[[nodiscard]] int write_certificate_file(const Proof& proof, const CertificateRequest& request,
                                         const Streams& streams);

}  // namespace fiveproof::cli
