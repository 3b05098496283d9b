// One small proof, and its check in parts: what reports and journals are about that a fuzzer makes up.
//
// Nearly every form that a record or root can have is there once: stored and missing roots, ends, leaves,
// replies that are stored, unanswered or fives, contradictions, strays, moves onto stones. Nothing is
// searched, so that a check takes no time.
#pragma once

#include <string>
#include <vector>

#include "verify/parts/journal.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::fuzz {

[[nodiscard]] Proof parts_proof();
[[nodiscard]] verify::Options parts_options();

/// What a check in one go says, and the header of its journal.
struct PartsFixture {
  Proof proof = parts_proof();
  std::uint64_t nodes = 0;
  verify::PlyTallies by_ply;
  std::string journal_header;  ///< with its line feed
  verify::Journal::Words journal_words;
};
/// Made once.
[[nodiscard]] const PartsFixture& parts_fixture();

/// The reports of all shards, as the program writes them.
[[nodiscard]] std::vector<std::string> parts_reports(std::uint32_t shards);
/// The journal of a whole check.
[[nodiscard]] std::vector<std::uint8_t> parts_journal();

/// What of a result does not depend on how it was reached.
struct PartsResult {
  std::string gaps;
  verify::PlyTallies by_ply;
  bool operator==(const PartsResult&) const = default;
};
/// A journal or reports may change nothing that is found out without a search. The gaps can be read and are
/// those that were counted; a report can be written.
PartsResult check_parts_result(const verify::Verification& result);

}  // namespace fiveproof::fuzz
