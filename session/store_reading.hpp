// From a solver's store to a proof: what convert, verify, info and merge read of a `.fvs`.
//
// The solver's db-search answers other replies than the verifier's, so a walk through the store alone is no
// proof. As `solve -o` does, what the walk finds is shown to the verifier, and where he is not content the
// walk goes on from the store's answers, or an answer is searched for, until he is. The store stays as it is.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "proof/limits.hpp"
#include "proof/proof.hpp"
#include "solve/store/store.hpp"
#include "verify/task/progress.hpp"

namespace fiveproof::session {

struct StoreReadingOptions {
  /// What is claimed; absent: what the store can claim (solve/jobs/extract.hpp).
  std::optional<std::vector<Root>> claims = {};
  ReaderLimits limits = {};  ///< the budget also holds for what else is kept, and for searches
  unsigned threads = 1;      ///< of each check

  struct Progress {
    std::uint64_t answers = 0;                  ///< how many were taken from the store in this round
    std::optional<verify::Progress> check{};    ///< while the verifier looks at them
    std::uint64_t searched = 0, to_search = 0;  ///< positions that he was not content with
  };
  std::function<void(const Progress&)> on_progress = {};
};

struct StoreReading {
  Proof proof;
  std::uint64_t answers = 0;  ///< how many the store has
  std::uint64_t found = 0;    ///< answers in the proof that the store lacks and a search found
  std::uint64_t gaps = 0;     ///< how many the verifier still finds in the proof
};

/// Reads the proof of the claims. Searches are bounded by numbers of db-searches and not by time, so that the
/// same store gives the same proof. ErrorCode::limit: it is beyond the limits.
[[nodiscard]] Result<StoreReading> read_store(const solve::Store& store, const StoreReadingOptions& options);

}  // namespace fiveproof::session
