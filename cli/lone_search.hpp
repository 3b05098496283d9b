// One proof search in memory, without jobs or a store: for refutations and for searches that try everything.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "format/proof.hpp"
#include "solve/foreman.hpp"
#include "solve/prover.hpp"
#include "solve/store.hpp"

namespace fiveproof::cli {

class LoneSearch {
 public:
  /// Where a proof does not hold yet: the verifier's part.
  using GapFinder = std::function<Result<std::vector<Position>>(const Proof&)>;

  LoneSearch(const solve::StoreIdentity& game, const solve::WorkOptions& how, GapFinder gaps);

  /// A proof of `root` that has no gaps; nothing when the budget came first or the search failed.
  Result<std::optional<Proof>> prove(const Root& root, std::uint64_t searches);
  /// Of the last prove(): there was nothing left to try.
  [[nodiscard]] bool has_failed() const { return has_failed_; }
  [[nodiscard]] solve::Prover& prover() { return prover_; }

 private:
  bool search(const Position& position, std::uint64_t searches);

  solve::StoreIdentity game_;
  solve::WorkOptions how_;
  GapFinder gaps_;
  solve::Prover prover_;
  bool has_failed_ = false;
};

}  // namespace fiveproof::cli
