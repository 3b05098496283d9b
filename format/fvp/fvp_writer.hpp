// Writes .fvp (spec/format.md).
//
// The bytes depend on the proof, the producer, the coding and the version of zstd, on nothing else.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "format/walk/fvp_coding.hpp"
#include "proof/proof.hpp"

namespace fiveproof {

/// The name and version of this program.
extern const std::string_view default_producer;

/// The bytes of a file. ErrorCode::usage when a root or a finding contradicts itself (proof/gap_check.hpp) or
/// sections are out of order: a reader would refuse the file. require: proof.records is finished.
[[nodiscard]] Result<std::vector<std::uint8_t>> fvp_bytes(const Proof& proof,
                                                          std::string_view producer = default_producer,
                                                          FvpCoding coding = default_coding);

/// What was written.
struct FvpSummary {
  std::uint64_t bytes;
  std::string hash;  ///< content_hash of the proof
};

/// Writes a file, which appears whole or not at all (base/files/atomic_file.hpp); `-` is standard output. It
/// takes the memory of two blocks for each thread of the machine, and about 60 bytes for each record (on
/// 15x15) within the budget of the records; beyond that temporary files of that size.
[[nodiscard]] Result<FvpSummary> write_fvp(const Proof& proof, const std::string& path,
                                           std::string_view producer = default_producer,
                                           FvpCoding coding = default_coding);

}  // namespace fiveproof
