// How much of a proof hangs below its positions.
//
// A position below another one is counted once, however many lines lead to it. Where a position has several
// records, lines follow its first one, which is the move that probe names first.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "proof/proof.hpp"

namespace fiveproof::explore {

/// What hangs below a stored position.
struct Weight {
  std::uint64_t positions = 0;  ///< stored ones, this one among them
  int plies = 0;  ///< of the longest line from here over stored positions, with the move of the last one

  bool operator==(const Weight&) const = default;
};

class Below {
 public:
  /// It takes a time in proportion to the number of records; some 10 bytes for each of them and 4 for each
  /// stored reply stay in memory. ErrorCode::io as with edges_of (proof/graph/links.hpp). require: the proof
  /// outlives it, its records are finished and fewer than 2^32.
  [[nodiscard]] static Result<Below> of(const Proof& proof);

  /// The weight of the position of a record. The time is in proportion to what hangs below it.
  [[nodiscard]] Weight at(std::size_t record) { return at(std::span(&record, 1)); }
  /// The weight of several together: their positions and those below them, each counted once, and the longest
  /// line.
  [[nodiscard]] Weight at(std::span<const std::size_t> records);

 private:
  explicit Below(const Proof& proof) : proof_(&proof) {}
  [[nodiscard]] std::uint32_t first_of_position(std::size_t record) const;
  [[nodiscard]] std::span<const std::uint32_t> children(std::uint32_t record) const;

  const Proof* proof_;
  std::vector<std::uint64_t> first_child_;  ///< of each record, in children_; one more ends the last
  std::vector<std::uint32_t> children_;
  std::vector<std::uint16_t> plies_;
  std::vector<bool> is_met_;
};

}  // namespace fiveproof::explore
