// What of a worker's fragment is true.
//
// A worker is not trusted. Of what he hands in only that counts which the verifier finds to hold here, answer
// by answer (remote/piece.hpp), with what is stored already. How the job's position is split he may propose,
// as moves; the open replies to them are searched for here. That nothing wins he cannot show at all.
#pragma once

#include <optional>
#include <string>

#include "remote/fragment.hpp"
#include "solve/jobs/job_search.hpp"

namespace fiveproof::remote {

struct Acceptance {
  enum class Kind : std::uint8_t {
    accepted,  ///< `yield` is true
    refused,   ///< the fragment does not show what it says: somebody else has to do the job
    unshown,   ///< it says that nothing wins: who wants to know has to search
  };
  Kind kind = Kind::refused;
  solve::Yield yield;
  std::string why = {};  ///< it was refused
  std::uint64_t answers = 0,
                dropped = 0;  ///< that were handed in, and those of them that do not hold or were known
};

/// Looks at a fragment for a job, with one thread; `view` is of what is proved already. Throws
/// verify::Stopped when `how.stop` says so. require: the job is an OR position.
[[nodiscard]] Result<Acceptance> accept(const solve::Work& work, const Fragment& fragment,
                                        const solve::StoreIdentity& game, const solve::Store::View& view,
                                        const solve::WorkOptions& how);

}  // namespace fiveproof::remote
