// Writes a proof as a certificate: plain text that names, for every reply, what the attacker plays
// (spec/certificate.md).
//
// The plans come from the guide and have been tried on the audit kernel; what the kernel did not establish is
// written without a plan, so that whoever checks the certificate finds the hole as well.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>

#include "proof/proof.hpp"

namespace fiveproof::verify {

struct CertificateOptions {
  std::uint32_t effort = 0;  ///< nodes per search
};

struct CertificateOutcome {
  std::uint64_t positions = 0;  ///< records and roots written
  std::uint64_t holes = 0;      ///< of these: not established by the kernel
};

/// Hands the lines to `write`, one by one, each with its line feed. Ends with the first error of `write`.
/// require: proof.records is finished, the roots have the proof's size.
[[nodiscard]] Result<CertificateOutcome> write_certificate(
    const Proof& proof, const CertificateOptions& options,
    const std::function<Status(std::string_view)>& write);

}  // namespace fiveproof::verify
