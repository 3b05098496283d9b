// A piece of a proof: answers that somebody claims, and others, already proved, on which they rest.
//
// The worker makes one of what he found, so that it is whole when he hands it in; the maker makes one of what
// was handed in, and believes of it what stands. What the solver's search saw the verifier may not see (his
// search is another, and a position has another orientation there); where that is so an answer is searched
// for, as at the end of a session.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "solve/jobs/job_search.hpp"
#include "solve/search/prover.hpp"
#include "solve/store/store.hpp"

namespace fiveproof::remote {

class Piece {
 public:
  /// require: all outlive it.
  Piece(const solve::StoreIdentity& game, const solve::Store::View& view, const solve::WorkOptions& how)
      : game_(game), view_(view), how_(how) {}

  /// Adds an answer unless the store has one for the position, or the piece. require: canonical.
  void claim(const Position& canonical, Square move);
  /// Adds the store's answer for a position, if it has one, and says whether it has.
  bool lean_on(const Position& position);

  /// Has the verifier look at what he has not found sound before, in one thread. Throws verify::Stopped.
  Status check();
  /// Looks for answers where check() found none, with some db-searches each; says whether there is anything
  /// new. Nothing is done when there are more gaps than `most`.
  bool close(std::size_t most);

  [[nodiscard]] bool stands(const Position& canonical) const;
  /// The claims that stand, from the last check() on.
  [[nodiscard]] std::vector<solve::Prover::Answer> standing() const;
  /// Those that were made, whether they stand or not.
  [[nodiscard]] std::size_t claims() const { return claims_.size(); }
  /// The positions of lean_on().
  [[nodiscard]] std::vector<Position> known() const;
  [[nodiscard]] std::uint64_t searches() const { return prover_ ? prover_->searches() : 0; }  ///< of close()

 private:
  struct Claim {
    Position position;
    Square move;
    bool is_sound = false, stands = false;
  };

  const solve::StoreIdentity& game_;
  const solve::Store::View& view_;
  const solve::WorkOptions& how_;
  std::unordered_map<std::string, Claim> claims_, known_;
  std::vector<Position> gaps_;
  std::unique_ptr<solve::Prover> prover_;
};

}  // namespace fiveproof::remote
