#include "solve/vct/vct_graph.hpp"

namespace fiveproof::solve::vct {
namespace {

std::uint64_t mixed(std::uint64_t z) {
  z *= 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// The best of the children by one number, `chosen`; their sum by the `other`.
struct Sum {
  Choice choice;
  Number chosen = infinite, other = 0, open = 0;
  void add(std::uint32_t child, Number child_chosen, Number child_other) {
    ++open;
    other = std::max(other, child_other);
    if (child_chosen < chosen) {
      choice.second = chosen;
      choice.best = child;
      choice.best_other = child_other;
      chosen = child_chosen;
    } else {
      choice.second = std::min(choice.second, child_chosen);
    }
  }
  [[nodiscard]] Number weak_sum() const { return std::min(infinite, other + open - 1); }
};

}  // namespace

std::size_t StonesHash::operator()(const Stones& stones) const {
  std::uint64_t hash = 0;
  for (Square s : stones.attacker) hash += mixed(static_cast<std::uint64_t>(s.number()) + 1);
  for (Square s : stones.defender) hash += mixed(static_cast<std::uint64_t>(s.number()) + 1 + Square::count);
  return static_cast<std::size_t>(hash);
}

void Graph::clear() {
  place_of.clear();
  positions.clear();
  threats.clear();
  replies.clear();
}

Choice Graph::choose_threat(const OrNode& node) const {
  Sum sum;
  for (std::uint32_t i = node.first_threat; i < node.first_threat + node.threat_count; ++i)
    if (const Numbers& n = threats[i].numbers; !n.is_disproved()) sum.add(i, n.proof, n.disproof);
  sum.choice.numbers = sum.open == 0     ? disproved
                       : sum.chosen == 0 ? proved
                                         : Numbers{sum.chosen, sum.weak_sum()};
  return sum.choice;
}

Choice Graph::choose_reply(const ThreatNode& node) const {
  Sum sum;
  for (std::uint32_t i = node.first_reply; i < node.first_reply + node.reply_count; ++i)
    if (const Numbers& n = positions[replies[i].node].numbers; !n.is_proved())
      sum.add(i, n.disproof, n.proof);
  sum.choice.numbers = sum.open == 0     ? proved
                       : sum.chosen == 0 ? disproved
                                         : Numbers{sum.weak_sum(), sum.chosen};
  return sum.choice;
}

}  // namespace fiveproof::solve::vct
