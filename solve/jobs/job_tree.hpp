// The job tree: the upper part of a game tree, cut into searches.
//
// Allis (1994, 5.5.2) divided the game by hand into several hundred searches. Here a job is an OR position
// that is searched as a whole with a budget. A job that resists, and whose first moves resist each by itself
// (solve/jobs/job_search.hpp), is split: the moves that looked best get an AND position each, whose open
// replies are jobs of their own. To search it as a whole, with a larger budget, stays a choice: what was
// proved below it helps. The tree is kept in memory and rebuilt from the store.
//
// What a position is expected to cost, in db-searches, is told from below: a job costs its next budget, or
// what it looks like if that is more (a job that was never tried: what it looks like), an AND position the
// sum of its open replies, a split OR position the least of its moves and of its own next budget; where much
// was spent below it, it is searched as a whole again, among more moves: what was proved below helps, and the
// right move may not be among those it was split into. The empty board, once split, is not: that would be to
// search the game.
//
// No move costs less than what was spent on its open replies (where one reply after another turns out hard,
// the next always seems to be the last), and no reply less than its share of what was searched in vain before
// the move: a threat with one answer puts off the question and does not make it easier. The second move costs
// more than it seems to, the third still more, and so on, above all where there are few stones: what is spent
// on a move falls with its place, and the right one is seldom far from the first. And a move costs the less
// the more of its replies are answered: of moves with one open reply of two hundred every second was proved
// before four times as much was spent on it, of those with nearly all of them open one in fifty.
//
// The next job lies below the cheapest move, among its replies where most is still to be seen: the largest
// part of what a reply looks like for what it has got. A bad move is found out by its hardest replies, and
// the easy ones of two hundred need not be proved for each; but what costs little beside what the others have
// got is done at once. Where there is no other move there is nothing to find out, and the cheapest reply
// comes first. Of several roots each has its turn: that one is next on which least was spent.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "game/position.hpp"
#include "solve/store/store.hpp"

namespace fiveproof::solve {

using JobId = std::uint32_t;

/// How the budgets of a job grow from search to search.
struct JobSettings {
  std::uint64_t first_budget = 2'000;   ///< db-searches
  unsigned growth = 4;                  ///< factor from one round to the next
  std::uint64_t split_at = 32'000;      ///< a job that a budget of this size did not prove is split
  std::uint64_t whole_limit = 128'000;  ///< after this budget it is seldom searched as a whole
  unsigned second_thoughts = 2;         ///< then again when this multiple of the next budget was spent
};

struct Job {
  Position position;  ///< canonical
  bool is_or = false;
  bool is_held = false;       ///< a thread of this process works on it
  bool is_elsewhere = false;  ///< another process had its lease when we last asked for it
  JobEntry entry;
  std::vector<JobId> children;  ///< one for each of entry.moves, in their order
  std::vector<JobId> parents;
  double predicted = 0;  ///< db-searches that an OR position takes, at a glance (difficulty())
  // What follows is worked out from the children, and anew whenever one of them changes.
  double cost = 0;                 ///< db-searches to go; JobTree::hopeless when failed
  double spent = 0;                ///< db-searches here and below; its parents share it
  std::uint32_t open_replies = 0;  ///< AND position: children that are not done
  double open_spent = 0;           ///< db-searches spent on the open replies and below them
  bool has_work = false;           ///< there is a job that nobody holds, here or below

  [[nodiscard]] bool is_done() const {
    return entry.state == JobState::proved || entry.state == JobState::failed;
  }
};

class JobTree {
 public:
  /// Says what an OR position is expected to cost before it is tried, in db-searches; positive.
  using Prediction = std::function<double(const Position& or_position)>;

  /// Without `predict`, difficulty() of solve/search/move_order.hpp says what a position costs.
  JobTree(Color attacker, const JobSettings& settings, Prediction predict = {});

  static constexpr double hopeless = 1e300;

  // -- fill --
  /// Adds a position and everything the store has below it, unless it is there already.
  JobId add(const Position& position, const Store::View& view);
  /// Sets the state of one job, as it was stored, and adds the positions that `entry` leads to. When all
  /// moves of a split position have failed it becomes a job again, to be searched for others.
  void set(JobId id, const JobEntry& entry, const Store::View& view);
  /// Below these pick() looks for work.
  void set_roots(std::span<const JobId> roots);
  /// A thread of this process begins to work on the job, or ends.
  void hold(JobId id, bool held);
  /// Another process works on the job: it is not picked until the next refresh().
  void mark_elsewhere(JobId id);
  /// Takes over what the store says about open jobs: other processes may have worked on them.
  void refresh(const Store::View& view);
  /// Returns the positions whose state has followed from what is below since the last call, deepest first,
  /// because the store does not have these states yet.
  [[nodiscard]] std::vector<JobId> take_settled();

  // -- look --
  [[nodiscard]] const Job& at(JobId id) const { return jobs_[id]; }
  [[nodiscard]] std::optional<JobId> find(const Position& position) const;
  [[nodiscard]] std::size_t size() const { return jobs_.size(); }
  /// The budget, in db-searches, of the next search of a job as a whole.
  [[nodiscard]] std::uint64_t budget(const Job& job) const;
  /// Is an open job to be split when its next search proves nothing?
  [[nodiscard]] bool is_last_chance(const Job& job) const;
  /// Which of the searches after `whole_limit` the next one of the job is, from 1; 0: it is none of them.
  [[nodiscard]] unsigned second_thought(const Job& job) const;

  /// The move that a split OR position is expected to be proved by, as its place in `children`.
  [[nodiscard]] std::size_t best_move(const Job& job) const;

  struct Pick {
    JobId job;
    std::optional<JobId> parent;  ///< the AND position it was reached by
  };
  /// The next job below that of the roots whose turn it is: least was spent on it, or is to be spent next; of
  /// several the first. It takes a time that does not grow with the number of roots.
  [[nodiscard]] std::optional<Pick> pick() const;

  struct Counts {
    std::uint64_t open = 0, proved = 0, failed = 0, split = 0;  ///< jobs, that is OR positions
    std::uint64_t hard = 0;                                     ///< open, and searched in vain more than once
  };
  [[nodiscard]] Counts counts() const;

 private:
  void update_state(Job& job) const;
  /// To search the empty board as a whole would be to search the game.
  [[nodiscard]] static bool is_whole_game(const Job& job) { return job.position.stone_count() == 0; }
  /// Could a thread of this process search it as a whole?
  [[nodiscard]] static bool is_free(const Job& job) {
    return !job.is_held && !job.is_elsewhere && (job.is_or || job.children.empty());
  }
  /// What is spent on it next: of a job never split its next search.
  [[nodiscard]] double cost_of_next(const Job& job) const;
  /// When it is a root's turn, compared with others: what is spent on it or comes next, then what is left,
  /// then its place among the roots.
  using Turn = std::tuple<double, double, std::size_t>;
  [[nodiscard]] Turn turn_of_root(const Job& root, std::size_t place) const;
  /// Sets the turn of a job anew if it is a root: those that have work are in `turns_`.
  void line_up(JobId id);
  /// What the next search of the position as a whole costs; `hopeless` when that search is not due yet.
  [[nodiscard]] double cost_as_whole(const Job& job) const;
  [[nodiscard]] std::uint64_t budget_of_round(unsigned round) const;
  [[nodiscard]] bool is_better_whole(const Job& job) const;
  void update_from(JobId id);
  [[nodiscard]] bool update(Job& job);
  /// What the child of number `i` adds to the cost of a split OR position.
  [[nodiscard]] double cost_of_move(const Job& job, std::size_t i) const;
  /// Whether the job is an AND position before which, in this tree, the attacker had no other move.
  [[nodiscard]] bool is_only_move(const Job& job) const;
  /// By what the replies at an AND position take turns where the attacker had other moves: the child with the
  /// least value comes first.
  [[nodiscard]] double turn_of_reply(const Job& job, std::size_t i) const;
  [[nodiscard]] Pick descend(JobId root) const;

  Color attacker_;
  JobSettings settings_;
  Prediction predict_;
  std::vector<Job> jobs_;
  std::vector<JobId> settled_;
  std::unordered_map<std::string, JobId> ids_;
  std::vector<JobId> roots_;
  std::unordered_map<JobId, std::size_t> place_of_root_;
  std::vector<std::optional<Turn>> turn_at_;  ///< of each root that is in turns_
  std::set<Turn> turns_;
};

}  // namespace fiveproof::solve
