#include "convert/proof/reach.hpp"

#include <utility>

namespace fiveproof::convert {

std::uint64_t Reach::of(std::span<const std::uint32_t> or_positions) {
  met_.resize(graph_.proof().records.count());
  const std::uint32_t count = ++counts_;
  std::uint64_t found = 0;
  std::vector<std::uint32_t> waiting;
  const auto meet = [&](std::uint32_t position) {
    if (std::exchange(met_[position], count) == count) return;
    ++found;
    waiting.push_back(position);
  };
  for (const std::uint32_t position : or_positions) meet(position);
  while (!waiting.empty()) {
    const auto [first, last] = graph_.records_of(waiting.back());
    waiting.pop_back();
    for (std::uint32_t record = first; record < last; ++record) {
      const auto answer = graph_.answer(record);
      if (answer.kind != ProofGraph::Answer::Kind::leads_on) continue;
      for (const ProofGraph::Reply& reply : graph_.replies(answer.next.number)) meet(reply.position);
    }
  }
  return found;
}

std::uint64_t Reach::of(std::uint32_t or_position) {
  const auto [at, is_new] = known_.emplace(or_position, 0);
  if (is_new) at->second = of(std::span(&or_position, 1));
  return at->second;
}

}  // namespace fiveproof::convert
