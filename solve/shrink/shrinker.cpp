#include "solve/shrink/shrinker.hpp"

#include <algorithm>
#include <utility>

#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "game/position_key.hpp"
#include "game/symmetry.hpp"
#include "solve/search/move_order.hpp"

namespace fiveproof::solve {
namespace {

/// The memory of the graph in which replies are proved; beyond that it is begun anew.
constexpr std::size_t most_prover_bytes = std::size_t{256} << 20;
/// Progress is told after so many positions.
constexpr std::size_t told_after = 64;
/// What may be spent on a reply that the verifier has no answer to.
constexpr std::uint64_t needed_searches = 100'000;

void keep_each_once(std::vector<std::uint32_t>& numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

Position after(const Position& position, Square move) {
  Position next = position;
  next.play(move);
  return next;
}

}  // namespace

Shrinker::Shrinker(const Proof& proof, ShrinkOptions options)
    : rule_(proof.rule),
      size_(proof.size),
      attacker_(proof.attacker),
      options_(std::move(options)),
      roots_(proof.roots),
      evaluator_(Evaluator::of(rule_, size_, attacker_, options_.settings)),
      verifier_(rule_, size_, options_.effort) {
  for (std::size_t i = 0; i < proof.records.count(); ++i) {
    const Record record = proof.records.at(i);
    if (!record.move || !is_legal(record.position, rule_, attacker_, *record.move)) continue;
    Node& node = nodes_[add(record.position, *record.move)];
    if (node.moves.front() != *record.move) node.moves.push_back(*record.move);
    node.is_given = true;
  }
  for (const Root& root : roots_) {
    if (root.position.to_move() == attacker_) {
      if (const auto n = known(root.position)) use(*n);
      continue;
    }
    const Position canonical = canonical_form(root.position).position;
    for (Square reply : unanswered(canonical))
      if (const auto n = known(after(canonical, reply))) use(*n);
  }
}

// -- what is known ------------------------------------------------------------------------------------------

std::optional<Shrinker::NodeId> Shrinker::known(const Position& or_position) const {
  const auto found = numbers_.find(symmetric_key(or_position));
  if (found == numbers_.end()) return std::nullopt;
  return found->second;
}

Shrinker::NodeId Shrinker::add(const Position& canonical, Square move) {
  const auto [place, is_new] =
      numbers_.try_emplace(position_key(canonical), static_cast<NodeId>(nodes_.size()));
  if (is_new) {
    nodes_.push_back({canonical, {move}});
    marks_.push_back(0);
  }
  return place->second;
}

std::optional<Shrinker::NodeId> Shrinker::find_or_prove(const Position& or_position, std::uint64_t searches) {
  if (const auto n = known(or_position); n || searches == 0) return n;
  if (!prover_ || prover_->graph().bytes() > most_prover_bytes)
    prover_ = std::make_unique<Prover>(
        rule_, size_, attacker_, options_.settings, [this](const Position& p) -> std::optional<Square> {
          const Canonical form = canonical_form(p);
          const auto n = known(form.position);
          if (!n) return std::nullopt;
          return form.to_canonical.inverse().apply(nodes_[*n].moves.front(), size_);
        });
  const Position canonical = canonical_form(or_position).position;
  const Budget budget{.searches = searches};
  if (prover_->prove(canonical, budget) != SearchOutcome::proved) return std::nullopt;
  for (const Prover::Answer& answer : prover_->answers(canonical)) (void)add(answer.position, answer.move);
  return known(canonical);
}

// Of a position that came with the proof a reply that nobody has an answer to is left to the verifier, who
// had one.
bool Shrinker::expand(NodeId n) {
  if (nodes_[n].is_expanded) return nodes_[n].is_whole;
  const Square move = nodes_[n].moves.front();
  const Position next = after(nodes_[n].position, move);
  const std::uint64_t searches = nodes_[n].is_given ? 0 : options_.reply_searches;
  bool is_whole = true;
  std::vector<NodeId> replies;
  if (!makes_five(next, rule_, attacker_, move))
    for (Square reply : unanswered(next)) {
      const auto child = find_or_prove(after(next, reply), searches);
      is_whole = is_whole && (child || nodes_[n].is_given);
      if (child) replies.push_back(*child);
    }
  keep_each_once(replies);
  nodes_[n].replies = std::move(replies);
  nodes_[n].is_expanded = true;
  return nodes_[n].is_whole = is_whole;
}

// -- what is needed -----------------------------------------------------------------------------------------

void Shrinker::use(NodeId n) {
  if (nodes_[n].uses++ > 0) return;
  ++needed_;
  (void)expand(n);
  for (std::size_t i = 0; i < nodes_[n].replies.size(); ++i) use(nodes_[n].replies[i]);
}

std::size_t Shrinker::release(NodeId n) {
  if (--nodes_[n].uses > 0) return 0;
  --needed_;
  return 1 + release_all(nodes_[n].replies);
}

std::size_t Shrinker::release_all(const std::vector<NodeId>& replies) {
  std::size_t released = 0;
  for (NodeId reply : replies) released += release(reply);
  return released;
}

// False: it is as much as the limit.
bool Shrinker::add_cost(NodeId n, std::size_t limit, std::size_t& cost) {
  if (nodes_[n].uses > 0 || marks_[n] == mark_) return true;
  marks_[n] = mark_;
  if (++cost >= limit || !expand(n)) return false;
  for (std::size_t i = 0; i < nodes_[n].replies.size(); ++i)
    if (!add_cost(nodes_[n].replies[i], limit, cost)) return false;
  return true;
}

// -- trying -------------------------------------------------------------------------------------------------

bool Shrinker::pass(Ties ties) {
  std::vector<NodeId> order;
  for (NodeId n = 0; n < nodes_.size(); ++n)
    if (nodes_[n].uses > 0) order.push_back(n);
  std::ranges::stable_sort(order, [&](NodeId a, NodeId b) {
    return nodes_[a].position.stone_count() > nodes_[b].position.stone_count();
  });
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (is_late()) return false;
    if (options_.on_progress && i % told_after == 0) options_.on_progress(i, order.size(), needed_);
    if (nodes_[order[i]].uses > 0) look_at(order[i], ties);
  }
  return true;
}

void Shrinker::look_at(NodeId n, Ties ties) {
  const std::vector<NodeId> before = nodes_[n].replies;
  const std::size_t freed = release_all(before);
  if (freed <= options_.most_freed)
    if (auto best = best_trial(n, freed, ties)) {
      Node& node = nodes_[n];
      std::erase(node.moves, best->move);
      node.moves.insert(node.moves.begin(), best->move);
      node.replies = std::move(best->replies);
    }
  for (std::size_t i = 0; i < nodes_[n].replies.size(); ++i) use(nodes_[n].replies[i]);
}

/// What a move is to be charged with if each of its replies is shared by all who need it.
double Shrinker::share_of(const std::vector<NodeId>& replies) const {
  double share = 0;
  for (NodeId reply : replies) share += 1.0 / (1.0 + nodes_[reply].uses);
  return share;
}

/// The move that is to take the place of the one that needs `cost`: one that needs least, and of those,
/// unless they are drawn, one with the smallest share.
std::optional<Shrinker::Trial> Shrinker::best_trial(NodeId n, std::size_t cost, Ties ties) {
  std::optional<Trial> best;
  double share = share_of(nodes_[n].replies);
  std::size_t equals = 1;  // that are as good as the best, with the one that counts now
  for (Square move : moves_at(n)) {
    if (share == 0 || is_late()) break;  // a move that leaves no reply cannot be bettered
    auto trial = try_move(n, move, cost + 1);
    if (!trial) continue;
    const double its_share = ties == Ties::drawn ? share : share_of(trial->replies);
    const auto better = std::pair(cost, share) <=> std::pair(trial->cost, its_share);
    if (better < 0) continue;
    equals = better > 0 ? 1 : equals + 1;
    // Each of those that are equal is as likely to be the last that is taken.
    if (equals > 1 && draw_() % equals != 0) continue;
    cost = trial->cost;
    share = its_share;
    best = std::move(trial);
  }
  return best;
}

/// Those that are known but do not count, then those that the solver would try.
std::vector<Square> Shrinker::moves_at(NodeId n) const {
  const Node& node = nodes_[n];
  std::vector<Square> moves(node.moves.begin() + 1, node.moves.end());
  const std::size_t most = moves.size() + options_.moves;
  for (const RankedMove& move : ordered_moves(node.position, rule_, attacker_, Ordering::learned)) {
    if (moves.size() >= most) break;
    if (std::ranges::find(node.moves, move.square) == node.moves.end()) moves.push_back(move.square);
  }
  return moves;
}

std::vector<Square> Shrinker::unanswered(const Position& and_position) {
  std::vector<Square> left;
  verifier_.set_and_position(and_position, attacker_);
  for (Square reply : legal_moves(and_position, rule_, and_position.to_move()))
    if (!verifier_.answer(reply).is_lost()) left.push_back(reply);
  return left;
}

/// Does the solver soon see that the move needs as much as the limit, or cannot be proved?
bool Shrinker::leads_beyond(const Position& and_position, Square move, std::size_t limit) {
  const std::vector<Square> order = ordered_replies(and_position, rule_);
  const auto is_known = [&](Square reply) { return known(after(and_position, reply)).has_value(); };
  std::size_t cost = 0;
  ++mark_;
  for (std::size_t looked_at = 0; looked_at < order.size();) {
    constexpr std::size_t at_once = 4;  // most moves are given up for the first few replies
    const auto replies =
        evaluator_->open_replies(and_position, move, std::span(order).subspan(looked_at), at_once, is_known);
    looked_at += replies.looked_at;
    for (Square reply : replies.open) {
      const auto child = find_or_prove(after(and_position, reply), options_.reply_searches);
      if (!child || !add_cost(*child, limit, cost)) return true;
    }
  }
  return false;
}

std::optional<Shrinker::Trial> Shrinker::try_move(NodeId n, Square move, std::size_t limit) {
  const Position next = after(nodes_[n].position, move);
  if (makes_five(next, rule_, attacker_, move)) return Trial{move, {}, 0};
  if (next.is_full() || !five_squares(next, rule_, opponent(attacker_)).empty()) return std::nullopt;
  // A move that threatens nothing leaves nearly all replies open.
  if (next.stone_count() > options_.settings.quiet_below && !evaluator_->is_threat(next, move))
    return std::nullopt;
  if (leads_beyond(next, move, limit)) return std::nullopt;
  Trial trial{move, {}, 0};
  ++mark_;
  for (Square reply : unanswered(next)) {
    const auto child = find_or_prove(after(next, reply), options_.reply_searches);
    if (!child || !add_cost(*child, limit, trial.cost)) return std::nullopt;
    trial.replies.push_back(*child);
  }
  keep_each_once(trial.replies);
  return trial;
}

bool Shrinker::need(const Position& position) {
  const auto n = find_or_prove(position, needed_searches);
  if (n) use(*n);
  return n.has_value();
}

Proof Shrinker::proof() const {
  Proof proof(rule_, size_, attacker_);
  proof.roots = roots_;
  for (const Node& node : nodes_)
    if (node.uses > 0) proof.records.add(node.position, node.moves.front());
  proof.records.finish();
  return proof;
}

}  // namespace fiveproof::solve
