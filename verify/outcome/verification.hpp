// The result of a check: a verdict for each root, the gaps, and counts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "proof/gap.hpp"
#include "verify/check/node_checker.hpp"
#include "verify/check/shard.hpp"
#include "verify/outcome/verdict.hpp"

namespace fiveproof::verify {

/// The gaps of a check, one by one, from disk, each once up to symmetry. Order: occurring in most positions
/// first, then by root (none last), length of the line, number of stones, position, kind.
class GapStream {
 public:
  virtual ~GapStream() = default;
  /// Nothing after the last one.
  [[nodiscard]] virtual Result<std::optional<Gap>> next() = 0;
  /// From the first one again.
  virtual Status rewind() = 0;
};

/// The gaps as found, node by node, which is what another process needs to know about a shard.
class RawGapList {
 public:
  virtual ~RawGapList() = default;
  [[nodiscard]] virtual Result<std::optional<RawGap>> next() = 0;
};

struct Verification {
  std::vector<Verdict> verdicts;    ///< one per root, in the order of the roots
  std::shared_ptr<GapStream> gaps;  ///< keeps what it needs of the proof alive
  GapCounts gap_counts{};           ///< of `gaps`
  /// Gaps at moves that are not needed, as another one at their position holds or comes first, and below
  /// them. `gaps` has those of them that say the file is wrong.
  GapCounts aside{};
  std::uint64_t alternatives = 0;  ///< positions with several records; 0 where that is a gap
  std::uint64_t later_taken = 0;   ///< of these: where not the first move is the one that counts
  std::uint64_t limited_gaps = 0;  ///< of `gaps`: those with `limit`
  Tally all;                       ///< over all records checked, reached or not
  PlyTallies by_ply;               ///< the same by number of stones on the board
  std::uint64_t records = 0;       ///< in the file
  std::uint64_t unreached = 0;     ///< stored positions that no root reaches
  std::string content_hash;
  bool interrupted = false;
  Trust trust = Trust::dbsearch;
  std::string trusted;  ///< what must be believed, in words
  std::uint32_t effort = 0;
  std::optional<Shard> shard = {};
  std::shared_ptr<RawGapList> raw_gaps;  ///< of a shard that was not interrupted, by node; can be read once
  std::uint64_t resumed = 0;             ///< nodes whose outcome a journal remembered
  std::uint64_t reports = 0;             ///< of shards, that were combined
  std::uint64_t pieces = 0;              ///< of a certificate, that were audited
  unsigned threads = 0;                  ///< used
  double seconds = 0;

  [[nodiscard]] std::uint64_t gap_count() const;
  /// Of `gaps`: those that are not aside.
  [[nodiscard]] GapCounts needed_gaps() const;
  /// Is every claim proved, by this check alone? False when there is none. Whether that is a yes to what the
  /// caller asks, decide() says (verify/outcome/decision.hpp).
  [[nodiscard]] bool accepted() const;
  /// Takes back what it says of claims: somebody did not want to wait for the rest.
  void interrupt(int percent_done);
};

}  // namespace fiveproof::verify
