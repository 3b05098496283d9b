// A session solves and checks in turn, until the verifier is content.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "proof/proof.hpp"
#include "solve/jobs/extract.hpp"
#include "solve/jobs/foreman.hpp"
#include "solve/search/prover.hpp"
#include "solve/store/store.hpp"

namespace fiveproof::session {

class GapJobs;

class SolveSession {
 public:
  /// require: the store outlives the session.
  SolveSession(solve::Store& store, const solve::WorkOptions& how) : store_(store), how_(how) {}

  std::function<void(const solve::WorkProgress&)> on_progress;  ///< about four times a second; of all rounds
  std::function<void(const solve::JobReport&)> on_job;          ///< after each job, one at a time

  /// What became of the attempt to prove a claim.
  struct Ending {
    std::optional<Proof> proof;  ///< the verifier accepts it
    bool is_refuted = false;     ///< `proof` shows that the other side wins
    /// Nothing that was tried wins. With Settings::exhaustive that was everything: `defences` says why.
    bool has_failed = false;
    std::vector<solve::Prover::Defence> defences;
  };
  /// Tries to prove the root, and between rounds to prove that the other side wins. No proof: a limit or an
  /// interrupt came first, or `has_failed`.
  Result<Ending> prove(const Root& root);

  /// What became of the gaps of a proof.
  struct Filling {
    Proof proof;                 ///< with everything that could be closed
    std::uint64_t closed = 0;    ///< gaps of the list that were closed
    std::uint64_t replaced = 0;  ///< moves of the proof that were replaced because nothing wins after a reply
    bool is_accepted = false;    ///< the verifier accepts `proof`
    /// How many gaps the verifier finds in `proof`; nothing when a limit or an interrupt came first.
    std::optional<std::uint64_t> gaps_left;
    struct Left {
      Position position;
      solve::JobState state;
      double searches;  ///< spent on it and below
    };
    std::vector<Left> left;  ///< gaps of the list that are not closed
  };
  /// Each gap is a job. Where the attacker does not win after a reply, his move before it is given up for
  /// another, and so on upwards. `gaps`: with lines where they have any.
  Result<Filling> fill(const Proof& proof, const std::vector<Gap>& gaps);
  /// A proof that the other side wins, with a root for each of these positions where a moderate effort finds
  /// so.
  Result<Proof> refutations(const std::vector<Position>& positions);

  [[nodiscard]] const solve::WorkProgress& total() const { return total_; }  ///< of all rounds

 private:
  Result<std::vector<solve::JobState>> work(const std::vector<Position>& jobs, std::uint64_t searches);
  [[nodiscard]] solve::ExtractOptions walk();
  Result<std::optional<Proof>> finished(const Root& root, const std::vector<Position>& jobs,
                                        std::vector<Position>& more);
  Result<std::optional<Proof>> refute(const Root& root, std::uint64_t searches);
  Result<Ending> exhaust(const Root& root);
  Status note_failure(const Position& and_position);
  Status answer_by_threats(const std::vector<Gap>& gaps);
  Result<bool> climb(const Proof& proof, const std::vector<solve::JobState>& states, GapJobs& jobs);
  [[nodiscard]] bool is_over() const;
  [[nodiscard]] double seconds_left() const;

  solve::Store& store_;
  solve::WorkOptions how_;
  std::uint64_t answered_by_threats_ = 0;  ///< answers that were found at gaps
  solve::WorkProgress total_;
  solve::KnownReplies known_;  ///< of the proofs that were taken from the store
};

/// Notes in the store that this is to be proved.
[[nodiscard]] Status note_root(solve::Store& store, const Root& root);

}  // namespace fiveproof::session
