// Reads what the report of a check or of a shard says (spec/report.schema.json): for verify --combine, and
// for pictures of a proof.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "proof/limits.hpp"
#include "verify/check/portion.hpp"
#include "verify/outcome/verdict.hpp"

namespace fiveproof::verify {

/// A report without its gaps.
struct ShardReport {
  std::string program_version;
  std::string content_hash;
  std::string trust;
  std::uint64_t effort = 0;
  bool interrupted = false;
  std::optional<Shard> shard;
  std::uint64_t resumed = 0;
  std::vector<std::string> claims;  ///< each as to_text(Claim) says it
  PlyTallies by_ply;
};

/// Reads all but the gaps. Members that are not needed are not looked at.
[[nodiscard]] Result<ShardReport> read_shard_report(const std::string& path, std::uint64_t roots,
                                                    const ReaderLimits& limits = {});

/// Calls `f` for one gap after the other, without holding them; its first error ends the reading. Squares
/// have to be on a board of `size`.
[[nodiscard]] Status read_shard_gaps(const std::string& path, int size, std::uint64_t roots,
                                     const std::function<Status(const RawGap&)>& f,
                                     const ReaderLimits& limits = {});

}  // namespace fiveproof::verify
