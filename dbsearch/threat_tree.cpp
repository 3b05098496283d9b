#include "dbsearch/threat_tree.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace fiveproof::dbsearch {
namespace {

/// Node numbers are 16 bits wide, whatever limit the caller gives.
constexpr std::size_t max_nodes = 60'000;

/// The direction of the line on which both squares lie at most four steps apart, or -1.
int common_direction(Square a, Square b) {
  const int dx = b.column() - a.column();
  const int dy = b.row() - a.row();
  if (std::abs(dx) > 4 || std::abs(dy) > 4 || (dx == 0 && dy == 0)) return -1;
  if (dy == 0) return 0;
  if (dx == 0) return 1;
  if (dx == dy) return 2;
  return dx == -dy ? 3 : -1;
}

/// How many steps `to` is from `from` along the direction on which both lie.
int steps(Square from, Square to, int direction) {
  return direction == 1 ? to.row() - from.row() : to.column() - from.column();
}

std::uint32_t bit_at(int k) { return 1u << (Threat::center + k); }

}  // namespace

ThreatTree::ThreatTree(RuleSet rule, int size) : size_(size), table_(ShapeTable::of(rule)), field_(size) {}

bool ThreatTree::build(const Field& root, const SearchOptions& options, std::uint32_t refused_before,
                       const OnSequence& on_sequence, Trace* trace) {
  field_ = root;
  options_ = options;
  on_sequence_ = &on_sequence;
  trace_ = trace;
  nodes_.clear();
  pairs_.clear();
  node_count_ = refused_ = 0;
  cut_short_ = won_ = stop_ = false;

  std::size_t first_new = 0;
  dependency_stage_at_root();
  while (!stop_ && nodes_.size() > first_new) {
    if (options_.global_refutation && refused_before + refused_ > options_.refutations) {
      cut_short_ = true;
      break;
    }
    if (trace_ != nullptr && refused_ > 0) break;
    combination_stage(first_new);
    first_new = nodes_.size();
    for (const Pair& pair : pairs_) {
      if (stop_) break;
      dependency_stage_below(pair);
    }
  }
  return won_;
}

std::vector<Threat> ThreatTree::threats_at(const Field& field, Square gain,
                                           const SearchOptions& options) const {
  std::vector<Threat> threats;
  for (int d = 0; d < direction_count; ++d) {
    const auto n = field.board().around(Field::attacker, gain, d);
    for (auto entry : table_.applicable(n.own, n.blocked)) {
      const Shape& shape = all_shapes()[entry.shape];
      if (category_of(shape.kind) > options.max_category || (entry.dominated && options.restricted_threes))
        continue;
      threats.push_back(shape.at(gain, static_cast<Direction>(d)));
    }
  }
  in_order(threats);
  return threats;
}

// -- dependency stage -------------------------------------------------------------------------------------

void ThreatTree::dependency_stage_at_root() {
  const int max_category = reduced_category(field_.squares_of_windows(), options_.max_category);
  add_children(threats_at_root(max_category), ThreatList{}, max_category, 1);
}

void ThreatTree::dependency_stage_below(const Pair& pair) {
  const ThreatNode& a = nodes_[pair.first];
  const ThreatNode& b = nodes_[pair.second];
  const int max_category = std::min(a.max_category, b.max_category);
  const int depth = std::max(a.depth, b.depth) + 1;
  const ThreatList threats = joined(a, b);
  const std::size_t first_child = nodes_.size();
  if (threats.count == 0) cut_short_ = true;
  if (threats.count == 0 || !count_node()) return;
  const Field::Mark before = field_.mark();
  for (std::uint16_t n : threats) play(nodes_[n].threat);
  add_children(threats_resting_on_both(pair, max_category), threats, max_category, depth + 1);
  for (const std::uint16_t* n = threats.end(); n != threats.begin();) take_back(nodes_[*--n].threat, before);
  if (trace_ != nullptr)
    trace_->combinations.push_back({pair.first, pair.second, first_child, nodes_.size()});
}

void ThreatTree::add_children(const std::vector<Threat>& threats, const ThreatList& parents, int max_category,
                              int depth) {
  if (trace_ != nullptr && trace_->goal_child_only && parents.count > 0) {
    const Threat* goal = nullptr;
    for (const Threat& threat : threats)
      if (is_double_threat(threat.kind) && (goal == nullptr || threat.gain < goal->gain)) goal = &threat;
    if (goal != nullptr) return add_child(*goal, parents, max_category, depth);
  }
  for (const Threat& threat : threats) {
    if (stop_) return;
    add_child(threat, parents, max_category, depth);
  }
}

void ThreatTree::add_child(const Threat& threat, const ThreatList& parents, int max_category, int depth) {
  if (parents.count == ThreatList::capacity || !count_node()) {
    cut_short_ = true;
    return;
  }
  const auto number = static_cast<std::uint16_t>(nodes_.size());
  ThreatNode& node = nodes_.emplace_back();
  node.threat = threat;
  node.depth = static_cast<std::uint8_t>(std::min(depth, 255));
  node.threats = parents;
  node.threats.node[node.threats.count++] = number;

  if (is_double_threat(threat.kind)) {
    ThreatSequence sequence;
    for (std::uint16_t n : node.threats) sequence.push_back(nodes_[n].threat);
    if ((*on_sequence_)(sequence)) {
      won_ = stop_ = true;
    } else {
      ++refused_;
    }
    return;
  }

  // The sets of all parents: of a single parent chain the last holds them all, of a combination both do.
  for (std::uint16_t n : parents) {
    node.gains |= nodes_[n].gains;
    node.costs |= nodes_[n].costs;
  }
  const SquareSet own_costs = threat.squares(threat.cost, size_);
  node.gains.insert(threat.gain);
  node.costs |= own_costs;

  const Field::Mark before = field_.mark();
  play(threat);
  const int below = reduced_category(own_costs, max_category);
  node.max_category = static_cast<std::uint8_t>(below);
  const ThreatList threats = node.threats;  // `node` does not outlive add_children
  add_children(threats_resting_on(threat.gain, below), threats, below, depth + 1);
  take_back(threat, before);
}

bool ThreatTree::count_node() {
  if (node_count_ >= options_.node_limit || nodes_.size() >= max_nodes) {
    cut_short_ = stop_ = true;
    return false;
  }
  ++node_count_;
  return true;
}

void ThreatTree::play(const Threat& threat) {
  field_.put_attacker(threat.gain);
  for (std::uint32_t costs = threat.cost; costs != 0; costs &= costs - 1)
    field_.put_defender(threat.at(std::countr_zero(costs) - Threat::center));
}

void ThreatTree::take_back(const Threat& threat, Field::Mark before) {
  for (std::uint32_t costs = threat.cost; costs != 0; costs &= costs - 1)
    field_.take(Field::defender, threat.at(std::countr_zero(costs) - Threat::center), before);
  field_.take(Field::attacker, threat.gain, before);
}

// -- threats ----------------------------------------------------------------------------------------------

bool ThreatTree::allowed(ShapeTable::Entry entry, int max_category) const {
  return category_of(all_shapes()[entry.shape].kind) <= max_category &&
         !(entry.dominated && options_.restricted_threes);
}

void ThreatTree::append_threats(std::vector<Threat>& out, Square gain, int direction, const Neighbourhood& n,
                                std::uint32_t needed_rest, int max_category) const {
  for (auto entry : table_.applicable(n.own, n.blocked)) {
    const Shape& shape = all_shapes()[entry.shape];
    if ((shape.rest & needed_rest) == needed_rest && allowed(entry, max_category))
      out.push_back(shape.at(gain, static_cast<Direction>(direction)));
  }
}

/// Double threats first, then fours, then threes: what ends the search is tried before what prolongs it.
void ThreatTree::in_order(std::vector<Threat>& threats) const {
  // By insertion: stable, and they are few.
  for (auto it = threats.begin(); it != threats.end(); ++it)
    for (auto at = it; at != threats.begin() && at->kind < at[-1].kind; --at) std::iter_swap(at, at - 1);
}

std::vector<Threat> ThreatTree::threats_at_root(int max_category) const {
  std::vector<Threat> threats;
  for (int d = 0; d < direction_count; ++d)
    for (int line = 0; line < lines_per_direction; ++line) {
      const auto words = field_.board().line(Field::attacker, d, line);
      const std::uint32_t own = words.own;
      // Every threat has its rest, two stones or more, in a window of five without a blocked square.
      const std::uint32_t free = ~words.blocked;
      const std::uint32_t open = free & free >> 1 & free >> 2 & free >> 3 & free >> 4;
      if (open == 0 || (own & (own - 1)) == 0) continue;
      const std::uint32_t o1 = own >> 1, o2 = own >> 2, o3 = own >> 3, o4 = own >> 4;
      const std::uint32_t two =
          (own & (o1 | o2 | o3 | o4)) | (o1 & (o2 | o3 | o4)) | (o2 & (o3 | o4)) | (o3 & o4);
      const std::uint32_t hit = open & two;
      std::uint32_t gains = (hit | hit << 1 | hit << 2 | hit << 3 | hit << 4) & free & ~own;
      for (; gains != 0; gains &= gains - 1) {
        const int place = std::countr_zero(gains) - Threat::center;
        const Neighbourhood n{own >> place & 0x1FFFu, words.blocked >> place & 0x1FFFu};
        append_threats(threats, square_on_line(d, line, place), d, n, 0, max_category);
      }
    }
  in_order(threats);
  return threats;
}

std::vector<Threat> ThreatTree::threats_resting_on(Square gain, int max_category) const {
  std::vector<Threat> threats;
  for (int d = 0; d < direction_count; ++d) {
    const auto n = field_.board().around(Field::attacker, gain, d);
    if (TieTable::instance().at(n.own, n.blocked).fullest_window < 2) continue;
    for (int way : {1, -1})
      for (int k = way; k >= -4 && k <= 4 && (n.blocked & bit_at(k)) == 0; k += way) {
        if (n.own & bit_at(k)) continue;
        const Square e(gain.column() + k * direction_dx[d], gain.row() + k * direction_dy[d]);
        append_threats(threats, e, d, field_.board().around(Field::attacker, e, d), bit_at(-k), max_category);
      }
  }
  in_order(threats);
  return threats;
}

std::vector<Threat> ThreatTree::threats_resting_on_both(const Pair& pair, int max_category) const {
  std::vector<Threat> threats;
  const Square a = nodes_[pair.first].threat.gain;
  const Square b = nodes_[pair.second].threat.gain;
  const int d = pair.direction;
  const int to_b = steps(a, b, d);
  const auto n = field_.board().around(Field::attacker, a, d);
  for (int k = std::max(-4, to_b - 4); k <= std::min(4, to_b + 4); ++k) {
    if ((n.own | n.blocked) & bit_at(k)) continue;
    const Square e(a.column() + k * direction_dx[d], a.row() + k * direction_dy[d]);
    append_threats(threats, e, d, field_.board().around(Field::attacker, e, d), bit_at(-k) | bit_at(to_b - k),
                   max_category);
  }
  in_order(threats);
  return threats;
}

// Category reduction (Allis 1994, 5.3.4), told from the stones the defender just got: with a four on the
// board he leaves room for a five only, with a three for fours and fives.
int ThreatTree::reduced_category(const SquareSet& costs, int max_category) const {
  if (!options_.category_reduction) return max_category;
  const TieTable& table = TieTable::instance();
  for (Square s : costs) {
    if ((field_.board().around(Field::defender, s, 0).own >> Threat::center & 1) == 0) continue;
    for (int d = 0; d < direction_count; ++d) {
      const auto n = field_.board().around(Field::defender, s, d);
      const StoneTies ties = table.at(n.own, n.blocked);
      if (ties.fullest_window >= 4) return 0;
      if (ties.has_three) max_category = std::min(max_category, 1);
    }
  }
  return max_category;
}

// -- combination stage ------------------------------------------------------------------------------------

void ThreatTree::combination_stage(std::size_t first_new) {
  pairs_.clear();
  for (std::size_t second = std::max<std::size_t>(first_new, 1); second < nodes_.size(); ++second) {
    const ThreatNode& b = nodes_[second];
    if (is_double_threat(b.threat.kind)) continue;
    for (std::size_t first = 0; first < second; ++first) {
      const ThreatNode& a = nodes_[first];
      const int direction = common_direction(a.threat.gain, b.threat.gain);
      if (direction < 0 || is_double_threat(a.threat.kind) || in_conflict(a, b)) continue;
      if (trace_ == nullptr && !some_threat_rests_on_both(a, b, direction)) continue;
      pairs_.push_back({static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(second),
                        static_cast<std::uint8_t>(direction)});
    }
  }
}

bool ThreatTree::in_conflict(const ThreatNode& a, const ThreatNode& b) const {
  // (1), (2) of the 1993 report: a gain of one is a cost of the other.
  if (a.gains.intersects(b.costs) || b.gains.intersects(a.costs)) return true;
  // (3) A cost of both; likewise a gain of both. What they share by sharing a threat does not count.
  const SquareSet shared = (a.gains & b.gains) | (a.costs & b.costs);
  if (shared.empty()) return false;
  SquareSet of_common_threats;
  for (std::uint16_t n : a.threats)
    if (std::binary_search(b.threats.begin(), b.threats.end(), n)) {
      // One is an ancestor of the other: a threat that rests on both is a dependent of the later one.
      if (n == b.threats.end()[-1] || n == a.threats.end()[-1]) return true;
      of_common_threats |= nodes_[n].threat.squares(nodes_[n].threat.cost, size_);
      of_common_threats.insert(nodes_[n].threat.gain);
    }
  return shared != of_common_threats;
}

ThreatList ThreatTree::joined(const ThreatNode& a, const ThreatNode& b) const {
  std::array<std::uint16_t, 2 * ThreatList::capacity> all{};
  const auto end =
      std::set_union(a.threats.begin(), a.threats.end(), b.threats.begin(), b.threats.end(), all.begin());
  ThreatList list;
  if (end - all.begin() > ThreatList::capacity) return list;
  list.count = static_cast<std::uint8_t>(end - all.begin());
  std::copy(all.begin(), end, list.node.begin());
  return list;
}

// Asks whether the combination is worth making, without putting a stone on the board.
bool ThreatTree::some_threat_rests_on_both(const ThreatNode& a, const ThreatNode& b, int direction) const {
  const auto d = static_cast<std::size_t>(direction);
  const auto& lines = square_lines;
  const SquareLines& at_a = lines[static_cast<std::size_t>(a.threat.gain.number())];
  auto words = field_.board().line(Field::attacker, direction, at_a.line[d]);
  const auto mark = [&](Square s, std::uint32_t& word) {
    const SquareLines& at = lines[static_cast<std::size_t>(s.number())];
    if (at.line[d] == at_a.line[d]) word |= bit_at(at.place[d]);
  };
  for (const ThreatNode* node : {&a, &b})
    for (std::uint16_t n : node->threats) {
      const Threat& threat = nodes_[n].threat;
      mark(threat.gain, words.own);
      for (std::uint32_t costs = threat.cost; costs != 0; costs &= costs - 1)
        mark(threat.at(std::countr_zero(costs) - Threat::center), words.blocked);
    }
  const int max_category = std::min(a.max_category, b.max_category);
  const int place_a = at_a.place[d];
  const int place_b = place_a + steps(a.threat.gain, b.threat.gain, direction);
  for (int e = std::max(place_a, place_b) - 4; e <= std::min(place_a, place_b) + 4; ++e) {
    if (e < 0 || ((words.own | words.blocked) & bit_at(e)) != 0) continue;
    const std::uint32_t needed = bit_at(place_a - e) | bit_at(place_b - e);
    for (auto entry : table_.applicable(words.own >> e & 0x1FFFu, words.blocked >> e & 0x1FFFu))
      if ((all_shapes()[entry.shape].rest & needed) == needed && allowed(entry, max_category)) return true;
  }
  return false;
}

}  // namespace fiveproof::dbsearch
