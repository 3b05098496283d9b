// The report: everything a reader of a verdict may ask for, as JSON (spec/report.schema.json).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "verify/outcome/decision.hpp"

namespace fiveproof::verify {

/// What the caller knows and the check does not.
struct ReportContext {
  std::string version;                             ///< of fiveproof
  std::string file;                                ///< name as given by the user; may be empty
  std::string file_format;                         ///< "fvp", "jsonl", "rv2", "fvs"
  std::uint64_t file_format_version = 0;           ///< 0: the format has none
  std::optional<std::uint64_t> gaps_written = {};  ///< to a gap list; absent: none was asked for
  std::uint64_t peak_memory_bytes = 0;             ///< 0: not known
};

/// Highest resident memory of this process so far, in bytes; 0 when the system does not say.
[[nodiscard]] std::uint64_t peak_memory_bytes();

/// Gives the report, one JSON object, indented, with a line feed at the end, to `sink` piece by piece. That
/// of a shard has all its gaps and may be long.
[[nodiscard]] Status write_report(const Verification& verification, const Decision& decision,
                                  const ReportContext& context,
                                  const std::function<Status(std::string_view)>& sink);

}  // namespace fiveproof::verify
