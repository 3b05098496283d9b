// The combination stage: which pairs of dependency nodes are combined.
//
// There are many pairs, and most are no combination. So each is asked first what is cheapest to tell: do the
// gains lie within a line of five, along which nothing stands in the way? Do the threats agree? Only then: is
// there a threat that rests on both gains?
#include <algorithm>
#include <bit>

#include "dbsearch/neighbours.hpp"
#include "dbsearch/threat_tree.hpp"

namespace fiveproof::dbsearch {
namespace {

/// The stride of a board so wide that the difference of two places tells how one square lies to the other.
constexpr int star_stride = 32;
static_assert(star_stride > max_board_size + 4);

std::uint16_t star_place(Square s) { return static_cast<std::uint16_t>(s.column() * star_stride + s.row()); }

/// Rays are the 32 squares that are one to four steps away from a square, in the order of the directions.
constexpr int ray_count = 8 * direction_count;
constexpr std::uint64_t all_rays = (1ull << ray_count) - 1;

constexpr int direction_of(int ray) { return ray / 8; }
constexpr int steps_along(int ray) { return ray % 8 < 4 ? ray % 8 - 4 : ray % 8 - 3; }
/// The set of rays, bit i for ray i, that lie at these steps along one direction.
std::uint64_t rays_of(int direction, Steps steps) {
  return std::uint64_t{(steps & 15u) | (steps >> 1 & 0xF0u)} << (8 * direction);
}

constexpr int largest_difference = (max_board_size - 1) * (star_stride + 1);
/// For each difference of two places the ray that leads from one to the other, or
/// `ray_count` when there is none.
constexpr auto rays_by_difference = [] {
  std::array<std::uint8_t, 2 * largest_difference + 1> rays{};
  rays.fill(ray_count);
  for (int ray = 0; ray < ray_count; ++ray) {
    const int d = direction_of(ray);
    const int step = direction_dx[d] * star_stride + direction_dy[d];
    rays[static_cast<std::size_t>(steps_along(ray) * step + largest_difference)] =
        static_cast<std::uint8_t>(ray);
  }
  return rays;
}();

int ray_to(int to, int from) {
  return rays_by_difference[static_cast<std::size_t>(to - from + largest_difference)];
}

}  // namespace

ThreatTree::Stones ThreatTree::stones_of(const Threat& threat) {
  Stones stones{threat.gain, {threat.gain, threat.gain, threat.gain}};
  std::uint32_t costs = threat.cost;
  for (Square& cost : stones.costs) {
    if (costs == 0) break;
    cost = threat.at(std::countr_zero(costs) - Threat::center);
    if ((costs & (costs - 1)) != 0) costs &= costs - 1;  // the last one stands in for those that are missing
  }
  return stones;
}

void ThreatTree::combination_stage(std::size_t first_new) {
  pairs_.clear();
  std::size_t second = combinable_.size();
  for (std::size_t n = first_new; n < nodes_.size(); ++n)
    if (!is_double_threat(nodes_[n].threat.kind))
      combinable_.push_back({star_place(nodes_[n].threat.gain), static_cast<std::uint16_t>(n)});
  for (; second < combinable_.size(); ++second) append_pairs(second);
}

/// Appends the pairs of a node with those before it.
void ThreatTree::append_pairs(std::size_t second) {
  const Combinable of_b = combinable_[second];
  const ThreatNode& b = nodes_[of_b.node];
  const std::uint64_t within_reach = trace_ == nullptr ? reach(b.threat) : all_rays;
  note_owners(b);
  for (std::size_t first = 0; first < second; ++first) {
    const Combinable of_a = combinable_[first];
    const int ray = ray_to(of_a.place, of_b.place);
    if ((within_reach >> ray & 1) == 0) continue;
    const ThreatNode& a = nodes_[of_a.node];
    if (in_conflict_with_owners(a)) continue;
    if (trace_ == nullptr && !some_threat_rests_on_both(a, b, ray)) continue;
    pairs_.push_back({of_a.node, of_b.node, static_cast<std::uint8_t>(direction_of(ray))});
  }
  forget_owners(b);
}

// Nodes conflict (1993 report) when a square is the gain of a threat of one and the cost of a threat of the
// other (1, 2), or a cost of both (3); and when it is a gain of both. A threat that both share is no
// conflict. In one node every square is taken by one threat at most, so that it is enough to know by which.

void ThreatTree::note_owners(const ThreatNode& node) {
  for (std::uint16_t n : node.threats) {
    owner_[static_cast<std::size_t>(stones_[n].gain.number())] = n;
    for (Square s : stones_[n].costs) owner_[static_cast<std::size_t>(s.number())] = n;
  }
}

void ThreatTree::forget_owners(const ThreatNode& node) {
  for (std::uint16_t n : node.threats) {
    owner_[static_cast<std::size_t>(stones_[n].gain.number())] = nobody;
    for (Square s : stones_[n].costs) owner_[static_cast<std::size_t>(s.number())] = nobody;
  }
}

bool ThreatTree::in_conflict_with_owners(const ThreatNode& a) const {
  const auto owner = [&](Square s) { return owner_[static_cast<std::size_t>(s.number())]; };
  const auto is_taken = [&](Square s, std::uint16_t by) { return owner(s) != nobody && owner(s) != by; };
  // If one is an ancestor of the other, a threat that rests on both is a dependent of the later one.
  const std::uint16_t last = a.threats.end()[-1];
  if (owner(a.threat.gain) == last) return true;
  return std::any_of(a.threats.begin(), a.threats.end(), [&](std::uint16_t n) {
    const Stones& stones = stones_[n];
    return is_taken(stones.gain, n) || is_taken(stones.costs[0], n) || is_taken(stones.costs[1], n) ||
           is_taken(stones.costs[2], n);
  });
}

ThreatList ThreatTree::joined(const ThreatNode& a, const ThreatNode& b) {
  std::array<std::uint16_t, 2 * ThreatList::capacity> all{};
  const auto end =
      std::set_union(a.threats.begin(), a.threats.end(), b.threats.begin(), b.threats.end(), all.begin());
  ThreatList list;
  if (end - all.begin() > ThreatList::capacity) return list;
  list.count = static_cast<std::uint8_t>(end - all.begin());
  std::copy(all.begin(), end, list.node.begin());
  return list;
}

/// Adds to the words of one line the stones of a node's threats that lie on it.
Neighbourhood ThreatTree::with_stones_of(const ThreatNode& node, std::size_t direction, std::uint8_t line,
                                         Neighbourhood words) const {
  const auto put = [&](Square s, std::uint32_t& word) {
    const SquareLines& at = lines_of(s);
    if (at.line[direction] == line) word |= bit_at(at.place[direction]);
  };
  for (std::uint16_t n : node.threats) {
    put(stones_[n].gain, words.own);
    for (Square s : stones_[n].costs) put(s, words.blocked);
  }
  return words;
}

/// The rays to squares that a window of five without a blocked square joins with the gain, once the threat is
/// played. The threats that it depends on may block more; looking at them for every node would take longer.
std::uint64_t ThreatTree::reach(const Threat& threat) const {
  std::uint64_t rays = 0;
  const SquareLines& at = lines_of(threat.gain);
  for (std::size_t d = 0; d < direction_count; ++d) {
    const auto direction = static_cast<int>(d);
    std::uint32_t blocked = board_.line(Field::attacker, direction, at.line[d]).blocked >> at.place[d];
    if (direction == static_cast<int>(threat.direction)) blocked |= threat.cost;
    rays |= rays_of(direction, steps_in(ties_.at(0, blocked).open_windows));
  }
  return rays;
}

// Tells whether the combination is worth making, without putting a stone on the board.
bool ThreatTree::some_threat_rests_on_both(const ThreatNode& a, const ThreatNode& b, int ray) const {
  const auto d = static_cast<std::size_t>(direction_of(ray));
  const SquareLines& at_b = lines_of(b.threat.gain);
  const int place = at_b.place[d];
  const int to_a = steps_along(ray);
  const auto line = board_.line(Field::attacker, direction_of(ray), at_b.line[d]);
  const auto words = with_stones_of(a, d, at_b.line[d], with_stones_of(b, d, at_b.line[d], line));
  const int max_category = std::min(a.max_category, b.max_category);
  const std::uint32_t windows =
      ties_.at(words.own >> place, words.blocked >> place).windows_with(least_rest(max_category)) &
      windows_reaching(to_a);
  for (Steps gains = steps_in(windows) & ~steps_of(words.own >> place); gains != 0; gains &= gains - 1) {
    const int k = std::countr_zero(gains) - 4;
    const std::uint32_t needed = bit_at(-k) | bit_at(to_a - k);
    for (auto entry : table_->applicable(words.own >> (place + k), words.blocked >> (place + k)))
      if ((shapes_[entry.shape].rest & needed) == needed && allowed(entry, max_category)) return true;
  }
  return false;
}

}  // namespace fiveproof::dbsearch
