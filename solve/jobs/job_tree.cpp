#include "solve/jobs/job_tree.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "game/position_key.hpp"
#include "game/symmetry.hpp"
#include "solve/search/move_order.hpp"

namespace fiveproof::solve {
namespace {

/// A prediction is kept between these, in bits, where what difficulty() says has a meaning.
constexpr double least_difficulty = 6;
constexpr double most_difficulty = 24;

/// The chance of a move falls with its place, and faster where there are few stones, because there the first
/// move is mostly as good as any. Moves beyond the tenth were added only because nothing else was left
/// (docs/decisions/solve.md, "A move costs more the later it stands in the order").
constexpr int few_stones = 4;
constexpr int many_stones = 8;
constexpr double usual_moves = 10;
/// The chance of a move grows as its replies are answered: the exponent of the share that is left.
constexpr double use_of_progress = 0.45;
/// A job that costs no more than this part of what was spent on its AND position is done at once.
constexpr double small_change = 0.05;

double weight_of_place(int stones, std::size_t place) {
  const auto n = static_cast<double>(place);
  if (stones < few_stones) return std::pow(n, 1.5);
  return std::pow(n, stones < many_stones ? 1 : 0.6) * std::max(1.0, n / usual_moves);
}

/// The part of its cost at which a move counts because some of its replies are answered, in (0, 1].
/// require: an AND position that is not done.
double weight_of_progress(const Job& move) {
  if (move.children.empty()) return 1;
  const double left = std::max(1.0, static_cast<double>(move.open_replies));
  return std::pow(left / static_cast<double>(move.children.size()), use_of_progress);
}

}  // namespace

JobTree::JobTree(Color attacker, const JobSettings& settings, Prediction predict)
    : attacker_(attacker), settings_(settings), predict_(std::move(predict)) {
  if (predict_) return;
  predict_ = [attacker](const Position& position) {
    return std::exp2(std::clamp(difficulty(position, attacker), least_difficulty, most_difficulty));
  };
}

// -- fill -------------------------------------------------------------------------------------------------

JobId JobTree::add(const Position& position, const Store::View& view) {
  const Position canonical = canonical_form(position).position;
  const bool is_or = canonical.to_move() == attacker_;
  const auto [place, is_new] = ids_.try_emplace(position_key(canonical), static_cast<JobId>(jobs_.size()));
  const JobId id = place->second;
  if (!is_new) return id;
  jobs_.push_back({.position = canonical, .is_or = is_or, .entry = {}, .children = {}, .parents = {}});
  set(id, view.job(canonical).value_or(JobEntry{}), view);
  return id;
}

std::optional<JobId> JobTree::find(const Position& position) const {
  const auto found = ids_.find(symmetric_key(position));
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

void JobTree::set(JobId id, const JobEntry& entry, const Store::View& view) {
  if (entry.moves != jobs_[id].entry.moves) jobs_[id].children.clear();
  jobs_[id].entry = entry;
  // A search for something else may have proved it on the way, in this process or another.
  if (jobs_[id].is_or && view.answer(jobs_[id].position)) jobs_[id].entry.state = JobState::proved;
  if (jobs_[id].entry.state == JobState::split && jobs_[id].children.empty()) {
    // The children are set all at once, because with some of its replies an AND position could look proved.
    std::vector<JobId> children;
    for (Square s : entry.moves) {
      Position next = jobs_[id].position;
      next.play(s);
      children.push_back(add(next, view));
    }
    jobs_[id].children = children;
    for (JobId child : children) {
      auto& parents = jobs_[child].parents;
      if (std::ranges::find(parents, id) != parents.end()) continue;
      parents.push_back(id);
      if (parents.size() > 1) update_from(child);  // the others share what was spent with one more
    }
  }
  update_from(id);
}

void JobTree::set_roots(std::span<const JobId> roots) {
  roots_.assign(roots.begin(), roots.end());
  place_of_root_.clear();
  turns_.clear();
  turn_at_.assign(roots_.size(), std::nullopt);
  for (std::size_t i = 0; i < roots_.size(); ++i) place_of_root_.try_emplace(roots_[i], i);
  for (const auto& [root, place] : place_of_root_) line_up(root);
}

void JobTree::line_up(JobId id) {
  const auto found = place_of_root_.find(id);
  if (found == place_of_root_.end()) return;
  std::optional<Turn>& at = turn_at_[found->second];
  std::optional<Turn> turn;
  if (jobs_[id].has_work) turn = turn_of_root(jobs_[id], found->second);
  if (turn == at) return;
  if (at) turns_.erase(*at);
  if (turn) turns_.insert(*turn);
  at = turn;
}

void JobTree::hold(JobId id, bool held) {
  jobs_[id].is_held = held;
  update_from(id);
}

void JobTree::mark_elsewhere(JobId id) {
  jobs_[id].is_elsewhere = true;
  update_from(id);
}

void JobTree::refresh(const Store::View& view) {
  for (JobId id = 0; id < jobs_.size(); ++id) {
    if (jobs_[id].is_done() || jobs_[id].is_held) continue;
    if (std::exchange(jobs_[id].is_elsewhere, false)) update_from(id);
    if (!jobs_[id].children.empty()) continue;
    const JobEntry entry = view.job(jobs_[id].position).value_or(JobEntry{});
    if (entry != jobs_[id].entry || (jobs_[id].is_or && view.answer(jobs_[id].position)))
      set(id, entry, view);
  }
}

std::vector<JobId> JobTree::take_settled() { return std::exchange(settled_, {}); }

// Every change of a job goes upwards as far as it changes anything.
void JobTree::update_from(JobId id) {
  std::vector<JobId> waiting{id};
  while (!waiting.empty()) {
    const JobId at = waiting.back();
    waiting.pop_back();
    Job& job = jobs_[at];
    const JobState before = job.entry.state;
    if (!update(job) && at != id) continue;
    line_up(at);
    if (job.entry.state != before) settled_.push_back(at);
    waiting.insert(waiting.end(), job.parents.begin(), job.parents.end());
  }
}

/// Sets the state that follows for a split position from those of its children.
void JobTree::update_state(Job& job) const {
  const auto is = [this](JobState state) {
    return [this, state](JobId child) { return jobs_[child].entry.state == state; };
  };
  const bool is_proved = job.is_or ? std::ranges::any_of(job.children, is(JobState::proved))
                                   : std::ranges::all_of(job.children, is(JobState::proved));
  const bool is_failed = job.is_or ? std::ranges::all_of(job.children, is(JobState::failed))
                                   : std::ranges::any_of(job.children, is(JobState::failed));
  if (is_proved) {
    job.entry.state = JobState::proved;
  } else if (is_failed && !job.is_or) {
    job.entry.state = JobState::failed;
  } else if (is_failed) {
    // Only these moves have failed: it becomes open again, and other moves are looked for.
    job.entry = {JobState::open, job.entry.round, static_cast<std::uint64_t>(job.spent), {}};
    job.children.clear();
  }
}

/// Works out again what is told from below, and says whether that changed anything.
bool JobTree::update(Job& job) {
  const auto state = [](const Job& j) {
    return std::tuple(j.entry.state, j.cost, j.has_work, j.spent, j.open_replies, j.open_spent);
  };
  const auto before = state(job);
  job.spent = static_cast<double>(job.entry.searches);
  for (JobId child : job.children)
    job.spent += jobs_[child].spent / static_cast<double>(jobs_[child].parents.size());
  if (!job.children.empty() && !job.is_done()) update_state(job);
  if (job.is_done()) {
    job.cost = job.entry.state == JobState::proved ? 0 : hopeless;
    job.has_work = false;
    return before != state(job);
  }
  if (job.is_or && job.predicted == 0) job.predicted = predict_(job.position);
  job.has_work = is_free(job) && (job.children.empty() || cost_as_whole(job) < hopeless);
  job.cost = job.is_or || job.children.empty() ? cost_as_whole(job) : 0;
  if (job.is_or && job.children.empty())
    job.cost = job.entry.round == 0 ? job.predicted : std::max(job.cost, job.predicted);
  job.open_replies = 0;
  job.open_spent = 0;
  for (std::size_t i = 0; i < job.children.size(); ++i) {
    const Job& child = jobs_[job.children[i]];
    job.cost =
        job.is_or ? std::min(job.cost, cost_of_move(job, i)) : std::min(hopeless, job.cost + child.cost);
    job.has_work = job.has_work || child.has_work;
    if (job.is_or || child.is_done()) continue;
    ++job.open_replies;
    job.open_spent += child.spent;
  }
  return before != state(job);
}

double JobTree::cost_as_whole(const Job& job) const {
  if (is_whole_game(job) && !job.children.empty()) return hopeless;
  const std::uint64_t next = budget_of_round(job.entry.round);
  const bool is_due = job.children.empty() || next <= settings_.whole_limit ||
                      job.spent >= static_cast<double>(next) * settings_.second_thoughts;
  return is_due ? static_cast<double>(budget(job)) : hopeless;
}

bool JobTree::is_better_whole(const Job& job) const {
  if (job.children.empty()) return true;
  if (!is_free(job) || cost_as_whole(job) >= hopeless) return false;
  for (std::size_t i = 0; i < job.children.size(); ++i)
    if (jobs_[job.children[i]].has_work && cost_of_move(job, i) < cost_as_whole(job)) return false;
  return true;
}

double JobTree::cost_of_move(const Job& job, std::size_t i) const {
  const Job& child = jobs_[job.children[i]];
  if (child.is_done()) return child.cost;
  const auto in_vain = static_cast<double>(std::min(job.entry.searches, settings_.whole_limit));
  const double share = in_vain / static_cast<double>(std::max<std::size_t>(child.children.size(), 1));
  const double seen = std::max({child.cost, share * child.open_replies, child.open_spent});
  return std::min(hopeless,
                  seen * weight_of_place(job.position.stone_count(), i + 1) * weight_of_progress(child));
}

bool JobTree::is_only_move(const Job& job) const {
  return !job.is_or &&
         std::ranges::all_of(job.parents, [&](JobId parent) { return jobs_[parent].children.size() == 1; });
}

double JobTree::cost_of_next(const Job& job) const {
  return job.children.empty() ? static_cast<double>(budget(job)) : job.cost;
}

double JobTree::turn_of_reply(const Job& job, std::size_t i) const {
  const Job& reply = jobs_[job.children[i]];
  if (const double whole = cost_as_whole(reply);
      is_better_whole(reply) && whole <= small_change * job.open_spent)
    return whole / hopeless;  // the least of these comes before all others
  const double likely = std::max(reply.predicted, static_cast<double>(reply.entry.searches));
  double next = cost_of_next(reply);
  if (reply.entry.round == 0 && reply.children.empty()) next = std::min(next, likely);
  return std::max(next, reply.spent) / likely;
}

// -- look -------------------------------------------------------------------------------------------------

std::uint64_t JobTree::budget_of_round(unsigned round) const {
  constexpr std::uint64_t most = 1'000'000'000'000;
  std::uint64_t budget = settings_.first_budget;
  for (unsigned i = 0; i < round && budget < most; ++i) budget *= settings_.growth;
  return budget;
}

std::uint64_t JobTree::budget(const Job& job) const {
  const std::uint64_t next = budget_of_round(job.entry.round);
  return job.children.empty() ? next : std::min(next, settings_.whole_limit);
}

bool JobTree::is_last_chance(const Job& job) const {
  return job.entry.state == JobState::open && (is_whole_game(job) || budget(job) >= settings_.split_at);
}

unsigned JobTree::second_thought(const Job& job) const {
  if (job.children.empty()) return 0;
  unsigned number = 0;
  while (number < job.entry.round && budget_of_round(job.entry.round - number) > settings_.whole_limit)
    ++number;
  return number;
}

std::size_t JobTree::best_move(const Job& job) const {
  std::size_t best = 0;
  for (std::size_t i = 1; i < job.children.size(); ++i)
    if (cost_of_move(job, i) < cost_of_move(job, best)) best = i;
  return best;
}

// What a position was expected to cost can be wrong by far, above all under rules that the prediction was not
// learned from. So roots take turns: one that was tried in vain waits until all others have had as much.
JobTree::Turn JobTree::turn_of_root(const Job& root, std::size_t place) const {
  return {std::max(cost_of_next(root), root.spent), root.cost, place};
}

std::optional<JobTree::Pick> JobTree::pick() const {
  if (turns_.empty()) return std::nullopt;
  return descend(roots_[std::get<std::size_t>(*turns_.begin())]);
}

JobTree::Pick JobTree::descend(JobId id) const {
  std::optional<JobId> parent;
  while (!is_better_whole(jobs_[id])) {
    const Job& job = jobs_[id];
    const bool only_move = is_only_move(job);
    const auto turn = [&](std::size_t i) {
      if (job.is_or) return cost_of_move(job, i);
      return only_move ? jobs_[job.children[i]].cost : turn_of_reply(job, i);
    };
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < job.children.size(); ++i)
      if (jobs_[job.children[i]].has_work && (!best || turn(i) < turn(*best))) best = i;
    FIVEPROOF_ENSURE(best);
    if (!job.is_or) parent = id;
    id = job.children[*best];
  }
  return {id, parent};
}

JobTree::Counts JobTree::counts() const {
  Counts counts;
  for (const Job& job : jobs_) {
    if (!job.is_or) continue;
    counts.proved += job.entry.state == JobState::proved;
    counts.failed += job.entry.state == JobState::failed;
    counts.split += job.entry.state == JobState::split;
    counts.open += job.entry.state == JobState::open;
    counts.hard += job.entry.state == JobState::open && job.entry.round > 1;
  }
  return counts;
}

}  // namespace fiveproof::solve
