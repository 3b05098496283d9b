#include "dbsearch/threat_tree.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "dbsearch/neighbours.hpp"

namespace fiveproof::dbsearch {
namespace {

/// How many nodes there are at most, whatever limit the caller gives: their numbers are 16 bits wide.
constexpr std::size_t max_nodes = 60'000;

/// Sorts double threats first, then fours, then threes: what ends the search is
/// tried before what prolongs it.
void in_order(std::span<Threat> threats) {
  // Insertion keeps equal kinds in their order, and is fast for so few.
  for (std::size_t i = 1; i < threats.size(); ++i)
    for (std::size_t at = i; at > 0 && threats[at].kind < threats[at - 1].kind; --at)
      std::swap(threats[at], threats[at - 1]);
}

}  // namespace

ThreatTree::ThreatTree(RuleSet rule, int size)
    : tables_{&ShapeTable::of(rule, Color::black), &ShapeTable::of(rule, Color::white)},
      ties_(TieTable::instance()),
      shapes_(all_shapes()),
      table_(tables_[0]),
      board_(size) {
  for (int category = 0; category < 3; ++category)
    shapes_up_to_[static_cast<std::size_t>(category)] = static_cast<std::size_t>(
        std::ranges::count_if(shapes_, [&](const Shape& s) { return category_of(s.kind) <= category; }));
  owner_.fill(nobody);
}

bool ThreatTree::build(const Field& root, Color attacker, const SearchOptions& options,
                       std::uint32_t refused_before, const OnSequence& on_sequence, Trace* trace) {
  table_ = tables_[static_cast<std::size_t>(index_of(attacker))];
  board_ = root.board();
  options_ = options;
  on_sequence_ = &on_sequence;
  trace_ = trace;
  nodes_.clear();
  // No more nodes than this are made, so that a reference to a node stays good.
  nodes_.reserve(std::min<std::size_t>(options.node_limit, max_nodes));
  stones_.clear();
  waiting_.clear();
  combinable_.clear();
  node_count_ = refused_ = 0;
  cut_short_ = won_ = stop_ = false;

  std::size_t first_new = 0;
  dependency_stage_at_root(root);
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

std::vector<Threat> ThreatTree::threats_at(const Field& field, Color attacker, Square gain,
                                           const SearchOptions& options) const {
  const ShapeTable& table = *tables_[static_cast<std::size_t>(index_of(attacker))];
  std::vector<Threat> threats;
  for (int d = 0; d < direction_count; ++d) {
    const auto n = field.board().around(Field::attacker, gain, d);
    for (auto entry : table.applicable(n.own, n.blocked)) {
      const Shape& shape = shapes_[entry.shape];
      if (category_of(shape.kind) > options.max_category || (entry.dominated && options.restricted_threes))
        continue;
      threats.push_back(shape.at(gain, static_cast<Direction>(d)));
    }
  }
  in_order(threats);
  return threats;
}

// -- dependency stage -------------------------------------------------------------------------------------

void ThreatTree::dependency_stage_at_root(const Field& root) {
  const int max_category = category_at_root(root);
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
  for (std::uint16_t n : threats) play(nodes_[n].threat);
  add_children(threats_resting_on_both(pair, max_category), threats, max_category, depth + 1);
  for (std::uint16_t n : threats) take_back(nodes_[n].threat);
  if (trace_ != nullptr)
    trace_->combinations.push_back({pair.first, pair.second, first_child, nodes_.size()});
}

void ThreatTree::add_children(Waiting threats, const ThreatList& parents, int max_category, int depth) {
  if (trace_ != nullptr && trace_->goal_child_only && parents.count > 0) {
    std::optional<Threat> goal;
    for (std::size_t i = threats.first; i < threats.last; ++i)
      if (is_double_threat(waiting_[i].kind) && (!goal || waiting_[i].gain < goal->gain)) goal = waiting_[i];
    if (goal) return add_child(*goal, parents, max_category, depth);
  }
  for (std::size_t i = threats.first; i < threats.last && !stop_; ++i) {
    const Threat threat = waiting_[i];  // a copy, as the stack grows while the child is made
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
  stones_.push_back(stones_of(threat));
  if (is_double_threat(threat.kind)) return offer_sequence(node.threats);

  const int below = category_below(threat, max_category);
  node.max_category = static_cast<std::uint8_t>(below);
  const Waiting children = threats_resting_on(threat, below);
  if (children.first == children.last)
    return;  // most nodes are leaves, for which nothing was put on the board
  play(threat);
  add_children(children, node.threats, below, depth + 1);
  take_back(threat);
  waiting_.resize(children.first);
}

void ThreatTree::offer_sequence(const ThreatList& threats) {
  sequence_.clear();
  for (std::uint16_t n : threats) sequence_.push_back(nodes_[n].threat);
  if ((*on_sequence_)(sequence_)) {
    won_ = stop_ = true;
  } else {
    ++refused_;
  }
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
  board_.put(Field::attacker, threat.gain);
  threat.each_cost([this](Square s) { board_.put(Field::defender, s); });
}

void ThreatTree::take_back(const Threat& threat) {
  threat.each_cost([this](Square s) { board_.take(Field::defender, s); });
  board_.take(Field::attacker, threat.gain);
}

// -- threats ----------------------------------------------------------------------------------------------

void ThreatTree::append_threats(Square gain, int direction, const Neighbourhood& n, std::uint32_t needed_rest,
                                int max_category) {
  for (auto entry : table_->applicable(n.own, n.blocked)) {
    if (!allowed(entry, max_category)) continue;
    const Shape& shape = shapes_[entry.shape];
    if ((shape.rest & needed_rest) == needed_rest)
      waiting_.push_back(shape.at(gain, static_cast<Direction>(direction)));
  }
}

ThreatTree::Waiting ThreatTree::threats_at_root(int max_category) {
  for (int d = 0; d < direction_count; ++d)
    for (int line = 0; line < lines_per_direction; ++line) {
      const auto words = board_.line(Field::attacker, d, line);
      const std::uint32_t own = words.own;
      // Every threat has at least two stones of its rest in a window of five without a blocked square.
      if ((own & (own - 1)) == 0) continue;
      std::uint32_t gains = steps_in(windows_with(own, words.blocked, least_rest(max_category))) & ~own;
      for (; gains != 0; gains &= gains - 1) {
        const int place = std::countr_zero(gains) - Threat::center;
        const Neighbourhood n{own >> place & 0x1FFFu, words.blocked >> place & 0x1FFFu};
        append_threats(square_on_line(d, line, place), d, n, 0, max_category);
      }
    }
  in_order(waiting_);
  return {0, waiting_.size()};
}

// Tells which threats there are once `threat` has been played and answered, without putting a stone on the
// board: the replies stand on its own line, and on the other lines through the gain the gain alone is new.
ThreatTree::Waiting ThreatTree::threats_resting_on(const Threat& threat, int max_category) {
  const std::size_t first = waiting_.size();
  const SquareLines& at = lines_of(threat.gain);
  const int least = least_rest(max_category);
  for (std::size_t d = 0; d < direction_count; ++d) {
    const auto direction = static_cast<int>(d);
    auto line = board_.line(Field::attacker, direction, at.line[d]);
    const int place = at.place[d];
    line.own |= bit_at(place);
    if (direction == static_cast<int>(threat.direction)) line.blocked |= std::uint32_t{threat.cost} << place;
    const std::uint32_t own = line.own >> place;
    const std::uint32_t windows = ties_.at(own, line.blocked >> place).windows_with(least);
    if (windows == 0) continue;
    const auto look_at = [&](int k) {
      const Square gain = Square::from_number(threat.gain.number() + k * direction_step[d]);
      const Neighbourhood n{line.own >> (place + k) & 0x1FFFu, line.blocked >> (place + k) & 0x1FFFu};
      append_threats(gain, direction, n, bit_at(-k), max_category);
    };
    // The squares come from the gain outwards, first up the line: the order of children
    // decides what the search finds.
    const Steps gains = steps_in(windows) & ~steps_of(own);
    for (int k = 1; k <= 4; ++k)
      if (gains & step_bit(k)) look_at(k);
    for (int k = -1; k >= -4; --k)
      if (gains & step_bit(k)) look_at(k);
  }
  in_order(std::span(waiting_).subspan(first));
  return {first, waiting_.size()};
}

ThreatTree::Waiting ThreatTree::threats_resting_on_both(const Pair& pair, int max_category) {
  waiting_.clear();
  const Square a = nodes_[pair.first].threat.gain;
  const auto d = static_cast<std::size_t>(pair.direction);
  const int to_b = (nodes_[pair.second].threat.gain.number() - a.number()) / direction_step[d];
  const auto n = board_.around(Field::attacker, a, pair.direction);
  const std::uint32_t windows = ties_.at(n.own, n.blocked).windows_with(least_rest(max_category));
  for (Steps gains = steps_in(windows & windows_reaching(to_b)) & ~steps_of(n.own); gains != 0;
       gains &= gains - 1) {
    const int k = std::countr_zero(gains) - 4;
    const Square gain = Square::from_number(a.number() + k * direction_step[d]);
    append_threats(gain, pair.direction, board_.around(Field::attacker, gain, pair.direction),
                   bit_at(-k) | bit_at(to_b - k), max_category);
  }
  in_order(waiting_);
  return {0, waiting_.size()};
}

// -- category reduction -----------------------------------------------------------------------------------

// Category reduction (Allis 1994, 5.3.4) is told from the stones that the defender just got: his four leaves
// room for a five only, his three for fours and fives.

/// The category that a stone of the defender leaves to the attacker, by one line through it.
inline int ThreatTree::category_against(const Neighbourhood& n, int max_category) const {
  const std::uint32_t others = n.own & 0x7BCu;            // the stones within four squares
  if ((others & (others - 1)) == 0) return max_category;  // fewer than two of them
  const StoneTies ties = ties_.at(n.own, n.blocked);
  if (ties.fullest_window >= 4) return 0;
  return ties.has_three ? std::min(max_category, 1) : max_category;
}

int ThreatTree::category_at_root(const Field& root) const {
  int max_category = options_.max_category;
  if (!options_.category_reduction) return max_category;
  for (Square s : root.squares_of_windows()) {
    if ((board_.around(Field::defender, s, 0).own & bit_at(0)) == 0) continue;
    for (int d = 0; d < direction_count && max_category > 0; ++d)
      max_category = category_against(board_.around(Field::defender, s, d), max_category);
  }
  return max_category;
}

// Tells the category below `threat`, as threats_resting_on() does, before anything is put on the board.
int ThreatTree::category_below(const Threat& threat, int max_category) const {
  if (!options_.category_reduction) return max_category;
  const auto own_direction = static_cast<std::size_t>(threat.direction);
  const SquareLines& at_gain = lines_of(threat.gain);
  auto own_line = board_.line(Field::defender, static_cast<int>(own_direction), at_gain.line[own_direction]);
  own_line.own |= std::uint32_t{threat.cost} << at_gain.place[own_direction];
  own_line.blocked |= bit_at(at_gain.place[own_direction]);
  for (std::uint32_t costs = threat.cost; costs != 0 && max_category > 0; costs &= costs - 1) {
    const SquareLines& at = lines_of(threat.at(std::countr_zero(costs) - Threat::center));
    for (std::size_t d = 0; d < direction_count && max_category > 0; ++d) {
      const auto line =
          d == own_direction ? own_line : board_.line(Field::defender, static_cast<int>(d), at.line[d]);
      const Neighbourhood n{(line.own >> at.place[d] & 0x1FFFu) | bit_at(0), line.blocked >> at.place[d]};
      max_category = category_against(n, max_category);
    }
  }
  return max_category;
}

}  // namespace fiveproof::dbsearch
