#include "cli/commands/probe_search.hpp"

#include <limits>

#include "game/five.hpp"
#include "session/lone_search.hpp"

namespace fiveproof::cli {

Result<SearchAnswer> search_off(const Proof& proof, const Position& position, const solve::WorkOptions& how) {
  SearchAnswer answer;
  if (has_five(position, proof.rule)) {
    answer.outcome = "over";
    return answer;
  }
  session::LoneSearch search({proof.rule, proof.size, proof.attacker}, how);
  FIVEPROOF_LET(answer.proof,
                search.prove({position, std::nullopt}, std::numeric_limits<std::uint64_t>::max()));
  answer.outcome = answer.proof ? "proved" : search.has_failed() ? "nothing-wins" : "limit";
  return answer;
}

}  // namespace fiveproof::cli
