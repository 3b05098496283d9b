#include "verify/check/refutation.hpp"

namespace fiveproof::verify {

std::optional<Square> refutation(dbsearch::Searcher& searcher, const Position& and_position,
                                 std::uint32_t effort) {
  searcher.set_position(and_position, and_position.to_move());
  dbsearch::SearchOptions options;
  options.node_limit = effort;
  const auto found = searcher.search(options);
  if (!found.win || found.sequence.empty()) return std::nullopt;
  return found.sequence.front().gain;
}

}  // namespace fiveproof::verify
