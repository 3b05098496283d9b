#include "solve/search/prover.hpp"

#include <algorithm>
#include <utility>

namespace fiveproof::solve {
namespace {

/// An OR position counts as if it had at least so many moves, until more were looked at.
constexpr std::uint32_t unseen_moves = 4;

/// How many open replies are expected among those that were not looked at; 0 at an OR position.
std::uint32_t unseen_replies(const Node& node) { return node.is_or || node.next >= infinite ? 0 : node.next; }

}  // namespace

std::chrono::steady_clock::time_point deadline_after(double seconds) {
  using Clock = std::chrono::steady_clock;
  const std::chrono::duration<double> from_now(seconds);
  if (from_now >= std::chrono::duration<double>(Clock::time_point::max() - Clock::now()))
    return Clock::time_point::max();
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(from_now);
}

Prover::Prover(RuleSet rule, int size, Color attacker, const Settings& settings, Book book, Failures failures)
    : rule_(rule),
      attacker_(attacker),
      settings_(settings),
      book_(std::move(book)),
      failures_(std::move(failures)),
      evaluator_(Evaluator::of(rule, size, attacker, settings)),
      graph_(size, attacker, settings.transpositions || settings.exhaustive) {
  if (settings.vct_nodes > 0) vct_.emplace(rule, size);
}

SearchOutcome Prover::prove(const Position& root, const Budget& budget) {
  set_budget(budget);
  root_stones_ = root.stone_count();
  const Graph::Found found = graph_.first(root);
  const Spot top =
      root.to_move() == attacker_ ? or_spot(found, root, std::nullopt) : spot(found, root, std::nullopt);
  if (const Node start = graph_.at(top.node); start.is_open()) {
    if (start.is_or && !start.expanded && evaluator_->attacker_wins(root)) won_at_sight_ = top.node;
    visit(top, nullptr, infinite, infinite);
  }
  const Node& node = graph_.at(top.node);
  if (node.is_proved()) return SearchOutcome::proved;
  if (node.is_failed()) return SearchOutcome::failed;
  return budget_.stop != nullptr && budget_.stop->load() ? SearchOutcome::stopped : SearchOutcome::limit;
}

void Prover::set_budget(const Budget& budget) {
  budget_ = budget;
  const std::uint64_t left = ~std::uint64_t{0} - searches();
  last_search_ = searches() + std::min(left, budget.searches);
}

bool Prover::is_out_of_budget() const {
  return searches() >= last_search_ || graph_.size() >= budget_.nodes || graph_.bytes() >= budget_.bytes ||
         std::chrono::steady_clock::now() >= budget_.deadline ||
         (budget_.stop != nullptr && budget_.stop->load(std::memory_order_relaxed));
}

// -- spots ------------------------------------------------------------------------------------------------

Prover::Spot Prover::spot(const Graph::Found& found, const Position& position,
                          std::optional<Square> last) const {
  return {found.node, position, found.to_canonical, last};
}

Prover::Spot Prover::follow(const Spot& from, const Edge& edge) const {
  const Square move = from.to_canonical.inverse().apply(Square::from_number(edge.move), from.position.size());
  Spot to{edge.child, from.position, from.to_canonical.then(Symmetry(edge.symmetry)), move};
  to.position.play(move);
  return to;
}

Edge Prover::edge(const Spot& from, const Spot& to) {
  const Square move = from.to_canonical.apply(*to.last, from.position.size());
  const Symmetry symmetry = from.to_canonical.inverse().then(to.to_canonical);
  return {to.node, static_cast<std::uint16_t>(move.number()), static_cast<std::uint8_t>(symmetry.number())};
}

// -- df-pn ------------------------------------------------------------------------------------------------

// The search stays below `at` until one of its numbers reaches its limit.
void Prover::visit(const Spot& at, const Spot* parent, std::uint32_t proof_limit,
                   std::uint32_t disproof_limit) {
  const NodeId n = at.node;
  Moves moves;
  if (!graph_.at(n).expanded) graph_.at(n).is_or ? expand_or(at, parent, moves) : expand_and(at, batch());
  for (;;) {
    const Choice choice = update(n);
    const Node node = graph_.at(n);
    if (is_out_of_budget()) return;
    if (unseen_replies(node) > 0 && choice.open == 0) {
      expand_and(at, batch());
      if (settings_.simulation) simulate_any(at);
      continue;
    }
    if (node.proof >= proof_limit || node.disproof >= disproof_limit || !node.is_open()) return;
    if (is_next_wanted(node, choice)) {
      expand_or(at, parent, moves);
      continue;
    }
    FIVEPROOF_ENSURE(choice.open > 0);
    const Limits limits = limits_below(node, choice, proof_limit, disproof_limit);
    visit(follow(at, choice.best), &at, limits.proof, limits.disproof);
    if (settings_.simulation && !node.is_or && graph_.at(choice.best.child).is_proved())
      simulate_siblings(at, choice.best.child);
  }
}

/// Is another move of the attacker to be looked at before those that were?
bool Prover::is_next_wanted(const Node& node, const Choice& choice) const {
  if (!node.is_or || node.next >= infinite) return false;
  return choice.open == 0 || (has_room(choice.open) && node.next < choice.least);
}

/// How far the numbers of the chosen child may grow before another is to be looked at.
Prover::Limits Prover::limits_below(const Node& node, const Choice& choice, std::uint32_t proof_limit,
                                    std::uint32_t disproof_limit) const {
  const double epsilon = node.is_or       ? settings_.epsilon
                         : node.is_threat ? settings_.epsilon_and
                                          : settings_.epsilon_quiet;
  const double loose = std::min<double>(choice.second * (1 + epsilon) + 1, infinite);
  const std::uint32_t least_limit =
      std::min(node.is_or ? proof_limit : disproof_limit, static_cast<std::uint32_t>(loose));
  // The other number is made up of those of all children, so the best child gets what the others leave.
  const std::uint32_t sum_limit = node.is_or ? disproof_limit : proof_limit;
  const Node& best = graph_.at(choice.best.child);
  const std::uint32_t others = settings_.weak_numbers ? choice.open - 1 + unseen_replies(node)
                               : node.is_or           ? node.disproof - best.disproof
                                                      : node.proof - best.proof;
  const std::uint32_t rest_limit = sum_limit >= infinite ? infinite : sum_limit - others;
  return node.is_or ? Limits{least_limit, rest_limit} : Limits{rest_limit, least_limit};
}

// Sets the numbers of `n` from those of its children, and says which of these comes next.
Prover::Choice Prover::update(NodeId n) {
  Node& node = graph_.at(n);
  Choice choice;
  if (!node.is_open()) return choice;
  std::uint64_t sum = 0;
  std::uint32_t largest = 0;
  for (const Edge& edge : graph_.edges(n)) {
    const Node& child = graph_.at(edge.child);
    const std::uint32_t min_side = node.is_or ? child.proof : child.disproof;
    const std::uint32_t sum_side = node.is_or ? child.disproof : child.proof;
    largest = std::max(largest, sum_side);
    sum += sum_side;
    if (sum_side != 0) ++choice.open;
    if (min_side < choice.least) {
      choice.second = std::exchange(choice.least, min_side);
      choice.best = edge;
    } else {
      choice.second = std::min(choice.second, min_side);
    }
  }
  std::uint32_t least = std::min(choice.least, infinite);
  std::uint32_t open = choice.open;
  if (const std::uint32_t unseen = unseen_replies(node); unseen > 0) {
    // Those that were looked at are all answered, and nothing says that one of the others holds.
    if (choice.open == 0) least = 1;
    largest = std::max(largest, std::uint32_t{1});
    open += unseen;
    sum += unseen;
  } else if (node.next < infinite) {
    // What was not tried has not failed: moves that were not looked at count as some more children.
    if (has_room(open)) {
      least = std::min(least, node.next);
      choice.second = std::min(choice.second, node.next);
    }
    const std::uint32_t more = open < unseen_moves ? unseen_moves - open : 1;
    largest = std::max(largest, std::uint32_t{1});
    open += more;
    sum += more;
  }
  std::uint32_t summed = infinite;
  if (largest < infinite && least != 0) {
    const std::uint64_t weak = open == 0 ? 0 : std::uint64_t{largest} + open - 1;
    summed = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(settings_.weak_numbers ? weak : sum, infinite - 1));
  }
  (node.is_or ? node.proof : node.disproof) = summed == 0 ? infinite : least;
  (node.is_or ? node.disproof : node.proof) = summed;
  return choice;
}

}  // namespace fiveproof::solve
