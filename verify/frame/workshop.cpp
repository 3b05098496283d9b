#include "verify/frame/workshop.hpp"

#include "base/phase.hpp"
#include "verify/parts/outcome_audit.hpp"
#include "verify/parts/piece_set.hpp"

namespace fiveproof::verify {
namespace {

// Small, so that all threads end together; larger where each portion costs an entry in a journal.
constexpr std::uint64_t portion_size = 8;
constexpr std::uint64_t journal_portion_size = 16;

/// Of something in memory, where it can be counted by the size of an address.
std::size_t index_of(std::uint64_t number) { return static_cast<std::size_t>(number); }

}  // namespace

Workshop::Workshop(CheckState& state, const Options& options, const Clock::time_point& start)
    : state_(state), options_(options), certify_(std::get_if<Certify>(&options.task)), start_(start) {
  plan_.shard = shard_of(options.task).value_or(Shard{});
  plan_.nodes = state.forms().node_count();
  const Check* check = std::get_if<Check>(&options.task);
  const bool has_journal = check != nullptr && !check->journal.empty();
  plan_.portion_size = has_journal ? journal_portion_size : portion_size;
  Phase phase("counting replies", plan_.total());
  for (std::uint64_t k = 0; k < plan_.total(); ++k, phase.reach(k))
    replies_total_ += promised_replies(static_cast<NodeId>(plan_.shard.node(k)));
}

/// How many replies the check of a node promises to look at.
std::uint64_t Workshop::promised_replies(NodeId node) const {
  const Proof& proof = state_.proof();
  const auto area = static_cast<std::uint64_t>(proof.size) * static_cast<std::uint64_t>(proof.size);
  if (!state_.forms().is_record(node)) {
    const Position& root = proof.roots[node - state_.records().count()].position;
    if (root.to_move() == proof.attacker) return 0;
    return area - static_cast<std::uint64_t>(root.stone_count());
  }
  if (!state_.records().has_move(node)) return 0;
  const auto stones = static_cast<std::uint64_t>(state_.records().stone_count(node));
  return stones < area ? area - stones - 1 : 0;
}

Status Workshop::take_over(Journal journal) {
  is_done_.assign(static_cast<std::size_t>(plan_.portions()), false);
  for (;;) {
    auto next = journal.next();
    if (!next.ok()) return next.error();
    if (!next.value()) break;
    const Portion& portion = *next.value();
    if (portion.number >= plan_.portions() || is_done_[index_of(portion.number)] || !is_credible(portion))
      return journal.error(ErrorCode::malformed, "the journal contradicts the proof at its portion " +
                                                     std::to_string(portion.number));
    is_done_[index_of(portion.number)] = true;
    if (auto taken = deposit(portion); !taken.ok()) return taken;
    resumed_ += portion.states.size();
    positions_done_ += portion.states.size();
    for (std::uint64_t k = 0; k < portion.states.size(); ++k)
      replies_done_ += promised_replies(plan_.node(portion.number, k));
  }
  journal_.emplace(std::move(journal));
  return Done{};
}

/// Could a check have brought this?
bool Workshop::is_credible(const Portion& portion) const {
  if (portion.states.size() != plan_.size_of(portion.number)) return false;
  OutcomeAudit audit(state_.forms(), state_.trust());
  std::span<const RawGap> left = portion.gaps;
  for (std::uint64_t k = 0; k < portion.states.size(); ++k) {
    const NodeId node = plan_.node(portion.number, k);
    std::size_t count = 0;
    while (count < left.size() && left[count].node == node) ++count;
    if (audit.add(node, left.first(count)) != portion.states[index_of(k)]) return false;
    left = left.subspan(count);
  }
  return left.empty() && audit.agrees_with(portion.by_ply);
}

Status Workshop::deposit(const Portion& portion) {
  for (std::uint64_t k = 0; k < portion.states.size(); ++k)
    state_.table.set_state(plan_.node(portion.number, k), portion.states[index_of(k)]);
  std::vector<std::uint8_t> entries;
  for (const RawGap& gap : portion.gaps) GapStore::encode(state_.forms(), gap, entries);
  gaps_.fetch_add(portion.gaps.size(), std::memory_order_relaxed);
  const std::lock_guard lock(mutex_);
  for (const auto& [stones, tally] : portion.by_ply) state_.by_ply[stones] += tally;
  return state_.gaps.add(entries);
}

Status Workshop::run(unsigned threads) {
  crew_.emplace();
  crew_->run(
      threads, [this] { work(); },
      [this] {
        if (options_.on_progress) options_.on_progress(progress());
      });
  if (error_) return *error_;
  if (options_.on_progress) options_.on_progress(progress());
  return journal_ ? journal_->sync() : Status(Done{});
}

Status Workshop::lay_down() {
  for (const Portion& portion : begun_) FIVEPROOF_TRY(deposit(portion));
  begun_.clear();
  return Done{};
}

bool Workshop::is_stopped() const {
  return crew_->has_failed() || (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed));
}

/// One that was begun in an earlier run, or else one that nobody has had; absent: there is none left.
std::optional<Portion> Workshop::next_portion() {
  {
    const std::lock_guard lock(mutex_);
    if (!begun_.empty()) {
      Portion portion = std::move(begun_.back());
      begun_.pop_back();
      return portion;
    }
  }
  for (;;) {
    Portion portion;
    portion.number = next_.fetch_add(1, std::memory_order_relaxed);
    if (portion.number >= plan_.portions()) return std::nullopt;
    if (is_done_.empty() || !is_done_[index_of(portion.number)]) return portion;
  }
}

void Workshop::work() {
  const std::unique_ptr<NodeChecker> checker = state_.level().make_checker(state_.forms());
  while (!is_stopped()) {
    std::optional<Portion> portion = next_portion();
    if (!portion) break;
    try {
      check_portion(*checker, *portion);
    } catch (const Refused& refused) {
      return keep_refusal(refused);
    }
    Status done = take_in(std::move(*portion));
    if (done.ok()) continue;
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = done.error();
    crew_->fail();
  }
}

/// A portion that is whole is brought in; of another one the rest is left to the next run.
Status Workshop::take_in(Portion portion) {
  if (portion.states.size() < plan_.size_of(portion.number)) {
    const std::lock_guard lock(mutex_);
    begun_.push_back(std::move(portion));
    return Done{};
  }
  FIVEPROOF_TRY(deposit(portion));
  if (journal_) {
    const std::lock_guard lock(mutex_);
    FIVEPROOF_TRY(journal_->append(portion));
  }
  return certify_ != nullptr ? hand_on_plans(std::move(portion)) : Status(Done{});
}

/// Gives plans away in the order of their nodes: a piece of the same shard has the same bytes whoever makes
/// it.
Status Workshop::hand_on_plans(Portion portion) {
  const std::lock_guard lock(mutex_);
  plans_.emplace(portion.number, std::move(portion.plans));
  for (auto next = plans_.begin(); next != plans_.end() && next->first == next_plans_; ++next_plans_) {
    if (auto written = certify_->on_piece(next->second); !written.ok()) return written;
    next = plans_.erase(next);
  }
  return Done{};
}

/// Of several refusals the one of the first node is told, whichever thread came first.
void Workshop::keep_refusal(const Refused& refused) {
  const std::lock_guard lock(mutex_);
  if (!error_ || refused.node < refused_) {
    error_ = refused.error;
    refused_ = refused.node;
  }
  crew_->fail();
}

/// Goes on with the portion until all of its nodes are done, or the run is stopped.
void Workshop::check_portion(NodeChecker& checker, Portion& portion) {
  const std::uint64_t size = plan_.size_of(portion.number);
  for (std::uint64_t k = portion.states.size(); k < size && !is_stopped(); ++k) {
    const NodeId node = plan_.node(portion.number, k);
    const std::size_t first_gap = portion.gaps.size();
    NodeOutcome outcome;
    try {
      outcome = checker.check(node, portion.gaps);
    } catch (const Stopped&) {  // as if the node had not been begun
      break;
    }
    // What every level owes the frame: gaps at open nodes and nowhere else.
    FIVEPROOF_ENSURE((outcome.state == NodeState::open) == (portion.gaps.size() > first_gap));
    portion.states.push_back(outcome.state);
    if (certify_ != nullptr) portion.plans += piece_line(node, outcome.plan);
    outcome.tally.open = outcome.state == NodeState::open ? 1 : 0;
    if (outcome.tally.positions > 0) portion.by_ply[outcome.stones] += outcome.tally;
    positions_done_.fetch_add(1, std::memory_order_relaxed);
    replies_done_.fetch_add(promised_replies(node), std::memory_order_relaxed);
  }
}

Progress Workshop::progress() const {
  Progress p;
  p.positions_done = positions_done_.load(std::memory_order_relaxed);
  p.positions_total = plan_.total();
  p.replies_done = replies_done_.load(std::memory_order_relaxed);
  p.replies_total = replies_total_;
  p.gaps = gaps_.load(std::memory_order_relaxed);
  p.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  return p;
}

int Workshop::percent_done() const {
  const Progress p = progress();
  const auto done = p.replies_total > 0 ? p.replies_done : p.positions_done;
  const auto total = p.replies_total > 0 ? p.replies_total : p.positions_total;
  if (total == 0 || p.positions_done == p.positions_total) return 100;
  return static_cast<int>(std::min<std::uint64_t>(99, done * 100 / total));
}

}  // namespace fiveproof::verify
