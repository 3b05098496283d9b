// Which records stand, given that others do?
//
// A piece of a proof has no root of its own: its replies lead to positions of which the caller knows already
// that they are won. Those are records too, and are given. All others are checked, those with most stones
// first. A record is sound if its rules hold (spec/verification.md, 2), as if every stored reply were won; it
// stands if each of its stored replies leads to a record that is given or stands. Stones only increase from a
// record to its replies, so this cannot run in a circle.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "proof/proof.hpp"

namespace fiveproof::verify {

/// What the caller knows of a record.
enum class Known : std::uint8_t {
  nothing,
  sound,  ///< it was found to be, among records that are all here
  given,  ///< its position is won
};

struct Standing {
  std::vector<bool> sound, stands;  ///< for each record; those that are given are both
  std::vector<Position>
      unanswered;  ///< after replies at records that are not sound: not stored, and not found lost
};

/// Checks with one thread at level db-search. Where a position has several records each is checked by itself,
/// and a reply leads to the first. Throws Stopped (verify/check/node_checker.hpp) when `stop` says so.
/// ErrorCode::io: a disk that fails. require: proof.records is finished; the proof has no roots and no
/// findings; known.size() is that of the records.
[[nodiscard]] Result<Standing> check_standing(const Proof& proof, const std::vector<Known>& known,
                                              std::uint32_t effort, const std::atomic<bool>* stop = nullptr);

}  // namespace fiveproof::verify
