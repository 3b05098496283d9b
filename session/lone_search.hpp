// A proof search in memory, without jobs or a store. It serves refutations and searches that try everything.
#pragma once

#include <chrono>
#include <optional>

#include "proof/proof.hpp"
#include "solve/jobs/foreman.hpp"
#include "solve/search/prover.hpp"
#include "solve/store/store.hpp"

namespace fiveproof::session {

class LoneSearch {
 public:
  LoneSearch(const solve::StoreIdentity& game, const solve::WorkOptions& how);

  /// A proof of `root` that the verifier accepts; nothing when a limit or an interrupt came first or the
  /// search failed.
  Result<std::optional<Proof>> prove(const Root& root, std::uint64_t searches);
  /// Whether the last prove() ended because there was nothing left to try at the root.
  [[nodiscard]] bool has_failed() const { return has_failed_; }
  [[nodiscard]] solve::Prover& prover() { return prover_; }

 private:
  solve::SearchOutcome search(const Position& position, std::uint64_t searches);

  solve::StoreIdentity game_;
  solve::WorkOptions how_;
  solve::Prover prover_;
  std::chrono::steady_clock::time_point deadline_;  ///< of prove(), for all its searches together
  bool has_failed_ = false;
};

}  // namespace fiveproof::session
