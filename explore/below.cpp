#include "explore/below.hpp"

#include <algorithm>

#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "proof/graph/links.hpp"

namespace fiveproof::explore {
namespace {

/// Does the game go on after the move of the record? require: there is one.
bool leads_on(const Proof& proof, std::uint32_t record) {
  const Position position = proof.records.at(record).position;
  const Square move = *proof.records.move(record);
  return is_legal(position, proof.rule, proof.attacker, move) &&
         !makes_five(position, proof.rule, proof.attacker, move);
}

}  // namespace

Result<Below> Below::of(const Proof& proof) {
  const auto edges = edges_of(proof.records);
  if (!edges.ok()) return edges.error();
  const std::size_t count = proof.records.count();
  Below below(proof);
  below.first_child_.resize(count + 1);
  below.children_.reserve(edges.value().size());
  below.plies_.resize(count);
  below.is_met_.resize(count);
  std::uint32_t parent = Link::none;
  bool goes_on = false;
  for (const Edge& edge : edges.value()) {
    if (edge.parent != parent) goes_on = leads_on(proof, parent = edge.parent);
    if (!goes_on) continue;
    ++below.first_child_[edge.parent + 1];
    below.children_.push_back(edge.child);
  }
  for (std::size_t i = 0; i < count; ++i) below.first_child_[i + 1] += below.first_child_[i];
  // Those below a record come after it.
  for (std::size_t i = count; i-- > 0;) {
    if (proof.records.move_number(i) == no_move) continue;
    std::uint16_t longest = 1;
    for (const std::uint32_t child : below.children(static_cast<std::uint32_t>(i)))
      longest = std::max(longest, static_cast<std::uint16_t>(2 + below.plies_[child]));
    below.plies_[i] = longest;
  }
  return below;
}

std::span<const std::uint32_t> Below::children(std::uint32_t record) const {
  const auto first = static_cast<std::size_t>(first_child_[record]);
  const auto last = static_cast<std::size_t>(first_child_[record + 1]);
  return std::span(children_).subspan(first, last - first);
}

std::uint32_t Below::first_of_position(std::size_t record) const {
  while (proof_->records.is_repeated(record)) --record;
  return static_cast<std::uint32_t>(record);
}

Weight Below::at(std::span<const std::size_t> records) {
  Weight weight;
  std::vector<std::uint32_t> met;
  const auto meet = [&](std::uint32_t record) {
    if (is_met_[record]) return;
    is_met_[record] = true;
    met.push_back(record);
  };
  for (const std::size_t record : records) {
    const std::uint32_t first = first_of_position(record);
    weight.plies = std::max<int>(weight.plies, plies_[first]);
    meet(first);
  }
  for (std::size_t i = 0; i < met.size(); ++i)
    for (const std::uint32_t child : children(met[i])) meet(child);
  for (const std::uint32_t record : met) is_met_[record] = false;
  weight.positions = met.size();
  return weight;
}

}  // namespace fiveproof::explore
