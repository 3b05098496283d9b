// The report: everything a reader of a verdict may ask for, as JSON (spec/report.schema.json).
#pragma once

#include <cstdint>
#include <string>

#include "verify/verifier.hpp"

namespace fiveproof::verify {

/// What the caller knows and the check does not.
struct ReportContext {
  std::string version;                  ///< of fiveproof
  std::string file;                     ///< name as given by the user; may be empty
  std::string content_hash;             ///< content_hash(proof)
  std::uint64_t records = 0;            ///< proof.records.count()
  std::uint64_t peak_memory_bytes = 0;  ///< 0: not known
};

/// Highest resident memory of this process so far, in bytes; 0 when the system does not say.
[[nodiscard]] std::uint64_t peak_memory_bytes();

/// The report as one JSON object, indented, with a line feed at the end.
[[nodiscard]] std::string report_json(const Verification& verification, const ReportContext& context);

}  // namespace fiveproof::verify
