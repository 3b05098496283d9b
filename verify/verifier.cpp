#include "verify/verifier.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>

#include "verify/reachability.hpp"

namespace fiveproof::verify {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// How many replies the check of a node promises to look at.
std::uint64_t promised_replies(const Proof& proof, NodeId node) {
  const std::size_t records = proof.records.count();
  const auto area = static_cast<std::uint64_t>(proof.size) * static_cast<std::uint64_t>(proof.size);
  if (node >= records) {
    const Position& root = proof.roots[node - records].position;
    if (root.to_move() == proof.attacker) return 0;
    return area - static_cast<std::uint64_t>(root.stone_count());
  }
  if (!proof.records.move(node)) return 0;
  const auto stones = static_cast<std::uint64_t>(proof.records.at(node).position.stone_count());
  return stones < area ? area - stones - 1 : 0;
}

/// The nodes, handed out to threads in small portions; each thread keeps what it finds for itself.
class Workshop {
 public:
  Workshop(const Proof& proof, const PositionIndex& index, const Options& options)
      : proof_(proof), index_(index), options_(options) {
    const std::size_t count = proof.records.count() + proof.roots.size();
    FIVEPROOF_ENSURE(count < std::numeric_limits<NodeId>::max());
    nodes_.results.resize(count);
    progress_.positions_total = count;
    for (std::size_t node = 0; node < count; ++node)
      progress_.replies_total += promised_replies(proof, static_cast<NodeId>(node));
  }

  /// Runs until all is checked or `stop`; throws what a thread threw.
  void run(unsigned threads, Clock::time_point start) {
    std::vector<std::thread> crew;
    running_ = threads;
    try {
      for (unsigned i = 0; i < threads; ++i) crew.emplace_back([this] { work_safely(); });
    } catch (...) {  // no more threads to be had: end those that run before passing it on
      is_failed_ = true;
      for (std::thread& thread : crew) thread.join();
      throw;
    }
    {
      std::unique_lock lock(mutex_);
      while (!all_ended_.wait_for(lock, std::chrono::milliseconds(250), [this] { return running_ == 0; })) {
        if (!options_.on_progress) continue;
        lock.unlock();
        options_.on_progress(progress(start));
        lock.lock();
      }
    }
    for (std::thread& thread : crew) thread.join();
    if (failure_) std::rethrow_exception(failure_);
    if (options_.on_progress) options_.on_progress(progress(start));
    nodes_.sort();
  }

  [[nodiscard]] Progress progress(Clock::time_point start) const {
    Progress p = progress_;
    p.positions_done = positions_done_.load(std::memory_order_relaxed);
    p.replies_done = replies_done_.load(std::memory_order_relaxed);
    p.gaps = gaps_.load(std::memory_order_relaxed);
    p.seconds = seconds_since(start);
    return p;
  }
  [[nodiscard]] bool is_complete() const { return positions_done_ == nodes_.results.size(); }
  [[nodiscard]] const CheckedNodes& nodes() const { return nodes_; }

 private:
  static constexpr std::size_t portion = 8;

  [[nodiscard]] bool is_stopped() const {
    return is_failed_.load(std::memory_order_relaxed) ||
           (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed));
  }

  void work_safely() {
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      is_failed_ = true;
    }
    const std::lock_guard lock(mutex_);
    if (--running_ == 0) all_ended_.notify_all();
  }

  void work() {
    RecordChecker checker(proof_, index_, options_.effort);
    const std::size_t count = nodes_.results.size();
    std::size_t gaps_before = 0;
    while (!is_stopped()) {
      const std::size_t first = next_.fetch_add(portion, std::memory_order_relaxed);
      if (first >= count) break;
      const std::size_t last = std::min(first + portion, count);
      for (std::size_t node = first; node < last && !is_stopped(); ++node) {
        const auto id = static_cast<NodeId>(node);
        nodes_.results[node] = checker.check(id);  // no other thread has this element
        positions_done_.fetch_add(1, std::memory_order_relaxed);
        replies_done_.fetch_add(promised_replies(proof_, id), std::memory_order_relaxed);
        gaps_.fetch_add(checker.gaps().size() - gaps_before, std::memory_order_relaxed);
        gaps_before = checker.gaps().size();
      }
    }
    const std::lock_guard lock(mutex_);
    nodes_.edges.insert(nodes_.edges.end(), checker.edges().begin(), checker.edges().end());
    nodes_.gaps.insert(nodes_.gaps.end(), checker.gaps().begin(), checker.gaps().end());
  }

  const Proof& proof_;
  const PositionIndex& index_;
  const Options& options_;
  CheckedNodes nodes_;
  Progress progress_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::uint64_t> positions_done_{0};
  std::atomic<std::uint64_t> replies_done_{0};
  std::atomic<std::uint64_t> gaps_{0};
  std::atomic<bool> is_failed_{false};
  std::mutex mutex_;
  std::condition_variable all_ended_;
  unsigned running_ = 0;
  std::exception_ptr failure_;
};

/// Rounded down, and below 100 as long as something is missing.
int percent(const Progress& p) {
  const auto done = p.replies_total > 0 ? p.replies_done : p.positions_done;
  const auto total = p.replies_total > 0 ? p.replies_total : p.positions_total;
  if (total == 0 || p.positions_done == p.positions_total) return 100;
  return static_cast<int>(std::min<std::uint64_t>(99, done * 100 / total));
}

}  // namespace

Tally& Tally::operator+=(const Tally& other) {
  positions += other.positions;
  leaves += other.leaves;
  ends += other.ends;
  replies += other.replies;
  stored += other.stored;
  replayed += other.replayed;
  searched += other.searched;
  searched_fully += other.searched_fully;
  unanswered += other.unanswered;
  defender_fives += other.defender_fives;
  return *this;
}

bool Verification::accepted() const {
  return !verdicts.empty() && std::all_of(verdicts.begin(), verdicts.end(), [](const Verdict& verdict) {
    return verdict.outcome == Outcome::verified;
  });
}

Verification check_proof(const Proof& proof, const Options& options) {
  for (const Root& root : proof.roots) FIVEPROOF_ENSURE(root.position.size() == proof.size);
  FIVEPROOF_ENSURE(proof.records.size() == proof.size && proof.records.attacker() == proof.attacker);

  const auto start = Clock::now();
  Verification out;
  out.effort = options.effort;
  out.threads = options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());

  const PositionIndex index(proof.records, options.key_mask);
  Workshop workshop(proof, index, options);
  workshop.run(out.threads, start);
  out.interrupted = !workshop.is_complete();
  conclude(proof, index, workshop.nodes(), percent(workshop.progress(start)), out);
  out.seconds = seconds_since(start);
  return out;
}

}  // namespace fiveproof::verify
