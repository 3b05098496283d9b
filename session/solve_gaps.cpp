// The part of SolveSession that closes the gaps of a proof.
#include <algorithm>
#include <string>
#include <unordered_set>

#include "game/position_key.hpp"
#include "proof/graph/merge.hpp"
#include "proof/graph/patch.hpp"
#include "session/job_list.hpp"
#include "session/proof_check.hpp"
#include "session/solve_session.hpp"
#include "solve/jobs/extract.hpp"

namespace fiveproof::session {

/// The jobs of one fill(), and why each of them came up.
class GapJobs {
 public:
  /// asked: the caller's gap; choice: a move before it was given up; check: the verifier's gap.
  enum class Why { asked, choice, check };
  struct Job {
    Why why;
    std::optional<std::size_t> root;  ///< the root of the proof from which `line` begins
    std::vector<Square> line;         ///< the moves from the root to the job, where they are known
    bool is_followed_up = false;
  };

  /// Adds a job unless its position is there, and says whether it was new.
  bool add(const Position& position, Job job) {
    if (!list_.add({position})) return false;
    jobs_.push_back(std::move(job));
    return true;
  }
  bool add(const Gap& gap, Why why) { return add(gap.position, {why, gap.root, gap.line}); }
  [[nodiscard]] const std::vector<Position>& positions() const { return list_.all(); }
  [[nodiscard]] Job& at(std::size_t i) { return jobs_[i]; }

 private:
  JobList list_;
  std::vector<Job> jobs_;
};

namespace {

/// The position two plies before the end of a line, and that one ply before: where the attacker could have
/// played something else, and what he played instead.
struct Before {
  Position choice, after_move;
  std::vector<Square> line;  ///< to `choice`
};

std::optional<Before> before(const Position& root, const std::vector<Square>& line) {
  if (line.size() < 2) return std::nullopt;
  Before found{root, root, {line.begin(), line.end() - 2}};
  for (Square s : found.line) found.choice.play(s);
  found.after_move = found.choice;
  found.after_move.play(line[line.size() - 2]);
  return found;
}

/// So many db-searches look for a refutation of one gap.
constexpr std::uint64_t refutation_effort = 20'000;

}  // namespace

/// Marks an AND position as failed, so that the attacker's move that led there is not tried again.
Status SolveSession::note_failure(const Position& and_position) {
  FIVEPROOF_LET(auto change, store_.change());
  FIVEPROOF_TRY(change.put_job(and_position, {solve::JobState::failed, 0, 0, {}}));
  return change.commit();
}

/// Gives up the attacker's moves that led to jobs that have failed, and makes jobs of the positions before
/// them. Says whether there is any new job.
Result<bool> SolveSession::climb(const Proof& proof, const std::vector<solve::JobState>& states,
                                 GapJobs& jobs) {
  bool is_new = false;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states[i] != solve::JobState::failed || jobs.at(i).is_followed_up || !jobs.at(i).root) continue;
    jobs.at(i).is_followed_up = true;
    const std::size_t root = *jobs.at(i).root;
    const auto up = before(proof.roots[root].position, jobs.at(i).line);
    if (!up) continue;
    FIVEPROOF_TRY(note_failure(up->after_move));
    if (jobs.add(up->choice, {GapJobs::Why::choice, root, up->line})) is_new = true;
  }
  return is_new;
}

Result<SolveSession::Filling> SolveSession::fill(const Proof& proof, const std::vector<Gap>& gaps) {
  Filling filling{proof, 0, 0, false, {}, {}};
  GapJobs jobs;
  for (const Gap& gap : gaps) (void)jobs.add(gap, GapJobs::Why::asked);
  FIVEPROOF_TRY(answer_by_threats(gaps));
  for (;;) {
    FIVEPROOF_LET(const auto states, work(jobs.positions(), ~std::uint64_t{0}));
    FIVEPROOF_LET(const auto climbed, climb(proof, states, jobs));
    if (climbed && !is_over()) continue;

    FIVEPROOF_LET(const auto view, store_.view());
    solve::JobTree tree(store_.identity().attacker, how_.jobs);
    filling.closed = filling.replaced = 0;
    filling.left.clear();
    filling.gaps_left.reset();
    filling.is_accepted = false;
    std::vector<Root> proved;
    for (std::size_t i = 0; i < states.size(); ++i) {
      const Position& position = jobs.positions()[i];
      const bool is_proved = states[i] == solve::JobState::proved;
      if (is_proved) proved.push_back({position, std::nullopt});
      if (jobs.at(i).why == GapJobs::Why::choice) filling.replaced += is_proved;
      if (jobs.at(i).why != GapJobs::Why::asked) continue;
      filling.closed += is_proved;
      if (!is_proved) filling.left.push_back({position, states[i], tree.at(tree.add(position, view)).spent});
    }
    // What of the view could not be read, by us or on its walk, extract() tells. What is missing the verifier
    // finds.
    solve::ExtractOptions options = walk();
    options.stored_only = true;
    FIVEPROOF_LET(const auto found, solve::extract(store_, view, proved, options));
    filling.proof = patched(proof, found.proof);
    if (filling.replaced > 0) FIVEPROOF_TRY(trim(filling.proof));
    if (is_over()) return filling;
    const auto check = check_found(filling.proof, how_);
    if (!check.ok()) return check.error();
    if (check.value().is_interrupted) return filling;
    filling.is_accepted = check.value().is_accepted;
    filling.gaps_left = check.value().gaps.size();
    bool is_new = false;
    for (const Position& position : found.missing)
      is_new = jobs.add(position, {GapJobs::Why::check, {}, {}}) || is_new;
    for (const Gap& gap : check.value().gaps) is_new = jobs.add(gap, GapJobs::Why::check) || is_new;
    if (!is_new) return filling;
  }
}

Result<Proof> SolveSession::refutations(const std::vector<Position>& positions) {
  const solve::StoreIdentity& game = store_.identity();
  Proof all(game.rule, game.size, opponent(game.attacker));
  std::unordered_set<std::string> seen;
  for (const Position& position : positions) {
    if (is_over()) break;
    FIVEPROOF_LET(auto found, refute({position, std::nullopt}, refutation_effort));
    if (!found) continue;
    all.roots.push_back({position, std::nullopt});
    for (std::size_t i = 0; i < found->records.count(); ++i) {
      const Record record = found->records.at(i);
      // A position gets one move, because two proofs may know different ones.
      if (seen.insert(position_key(record.position)).second) all.records.add(record.position, record.move);
    }
  }
  all.records.finish();
  return all;
}

}  // namespace fiveproof::session
