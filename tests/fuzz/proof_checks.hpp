// What must hold for every proof that a reader has accepted.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "proof/limits.hpp"
#include "proof/proof.hpp"

namespace fiveproof::fuzz {

/// Far below what a program allows, so that memory stays small and the limits are met.
[[nodiscard]] inline ReaderLimits small_limits() {
  ReaderLimits limits;
  limits.max_file_bytes = 1 << 16;
  limits.max_records = 1000;
  limits.max_roots = 50;
  limits.max_findings = 50;
  limits.max_gaps = 50;
  limits.max_header_bytes = 1 << 15;
  limits.max_payload_bytes = 1 << 16;
  limits.max_section_bytes = 1 << 12;
  limits.max_line_bytes = 1 << 12;
  return limits;
}

/// Written as .fvp and as .jsonl and read back, it is the same proof with the same content hash, and writing
/// again gives the same bytes.
void check_round_trips(const Proof& proof);

/// An error says something, and its offset lies in the file.
void check_error(const Error& error, std::size_t file_bytes);

using ReadWithin = std::function<Status(const ReaderLimits&)>;
/// The file, which `read` accepts within `limits`, is ErrorCode::limit to it when one less is allowed of
/// anything that there is.
void check_limits(const Proof& proof, std::size_t file_bytes, const ReaderLimits& limits,
                  const ReadWithin& read);
/// As above, for one limit: `lower` takes one off.
void check_one_limit(ReaderLimits limits, const ReadWithin& read,
                     const std::function<void(ReaderLimits&)>& lower);

}  // namespace fiveproof::fuzz
