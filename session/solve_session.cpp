#include "session/solve_session.hpp"

#include <algorithm>
#include <set>

#include "session/job_list.hpp"
#include "session/lone_search.hpp"
#include "session/proof_check.hpp"
#include "solve/jobs/extract.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::session {

bool SolveSession::is_over() const {
  return (how_.stop != nullptr && how_.stop->load()) || seconds_left() <= 0 || total_.nodes >= how_.nodes;
}

/// For searches: what was found has to be taken from the store and written, which is not stopped.
double SolveSession::seconds_left() const {
  constexpr double of_an_answer = 6e-5;
  return how_.seconds - total_.seconds - of_an_answer * static_cast<double>(answered_by_threats_);
}

Result<std::vector<solve::JobState>> SolveSession::work(const std::vector<Position>& jobs,
                                                        std::uint64_t searches) {
  solve::WorkOptions how = how_;
  how.searches = searches;
  how.seconds = seconds_left();
  how.nodes -= std::min(how.nodes, total_.nodes);
  solve::Foreman foreman(store_, jobs, how);
  const auto with_rounds_before = [before = total_](solve::WorkProgress now) {
    now.searches += before.searches;
    now.nodes += before.nodes;
    now.seconds += before.seconds;
    return now;
  };
  if (on_progress)
    foreman.on_progress = [&](const solve::WorkProgress& now) { on_progress(with_rounds_before(now)); };
  foreman.on_job = on_job;
  auto states = foreman.run();
  total_ = with_rounds_before(foreman.progress());
  return states;
}

solve::ExtractOptions SolveSession::walk() {
  solve::ExtractOptions options;
  options.settings = how_.settings;
  options.effort = verify::default_effort;
  options.known = &known_;
  return options;
}

/// Returns the proof of the root if the verifier accepts it; `more` is what else has to be proved. require:
/// all jobs, of which the root is the first, are proved.
Result<std::optional<Proof>> SolveSession::finished(const Root& root, const std::vector<Position>& jobs,
                                                    std::vector<Position>& more) {
  const auto view = store_.view();
  if (!view.ok()) return view.error();
  solve::ExtractOptions options = walk();
  options.also = jobs;
  options.stop = how_.stop;
  auto found = solve::extract(store_, view.value(), {root}, options);
  if (!found.ok()) return found.error();
  if (found.value().is_interrupted) return std::optional<Proof>();
  more = std::move(found.value().missing);
  if (!more.empty()) return std::optional<Proof>();
  // The verifier may see a position in another orientation than the solver did, and miss a win there.
  const auto check = check_found(found.value().proof, how_);
  if (!check.ok()) return check.error();
  more = check.value().positions();
  return check.value().is_accepted ? std::optional<Proof>(std::move(found.value().proof))
                                   : std::optional<Proof>();
}

/// Looks for a proof that the other side wins; nothing when it finds none.
Result<std::optional<Proof>> SolveSession::refute(const Root& root, std::uint64_t searches) {
  solve::StoreIdentity game = store_.identity();
  game.attacker = opponent(game.attacker);
  solve::WorkOptions how = how_;
  how.seconds = seconds_left();
  how.nodes -= std::min(how.nodes, total_.nodes);
  LoneSearch search(game, how);
  auto proof = search.prove(root, searches);
  total_.searches += search.prover().searches();
  total_.nodes += search.prover().graph().size();
  return proof;
}

Result<SolveSession::Ending> SolveSession::exhaust(const Root& root) {
  LoneSearch search(store_.identity(), how_);
  auto proof = search.prove(root, ~std::uint64_t{0});
  total_.searches += search.prover().searches();
  total_.nodes += search.prover().graph().size();
  if (!proof.ok()) return proof.error();
  Ending ending{std::move(proof).value(), false, search.has_failed(), {}};
  if (ending.has_failed) ending.defences = search.prover().defences(root.position);
  return ending;
}

Result<SolveSession::Ending> SolveSession::prove(const Root& root) {
  // After so many db-searches in vain a quarter as many look for a win of the other side.
  constexpr std::uint64_t before_refutation[] = {20'000, 80'000, 320'000};
  // So many look for a win of the other side when nothing that was tried wins.
  constexpr std::uint64_t of_refutation = 320'000;
  if (how_.settings.exhaustive) return exhaust(root);
  JobList jobs;
  (void)jobs.add({root.position});
  for (std::size_t round = 0; !is_over();) {
    const bool is_last = round == std::size(before_refutation);
    const auto states = work(jobs.all(), is_last ? ~std::uint64_t{0} : before_refutation[round]);
    if (!states.ok()) return states.error();
    const auto count = [&](solve::JobState state) { return std::ranges::count(states.value(), state); };
    if (count(solve::JobState::proved) == std::ssize(states.value())) {
      std::vector<Position> more;
      auto proof = finished(root, jobs.all(), more);
      if (!proof.ok()) return proof.error();
      if (proof.value() || !jobs.add(more)) return Ending{std::move(proof).value(), false, false, {}};
      continue;
    }
    const bool has_failed = count(solve::JobState::failed) > 0;
    if (!has_failed && is_last) break;
    auto refuted = refute(root, has_failed ? of_refutation : before_refutation[round] / 4);
    if (!refuted.ok()) return refuted.error();
    if (refuted.value()) return Ending{std::move(refuted).value(), true, has_failed, {}};
    if (has_failed) return Ending{std::nullopt, false, true, {}};
    ++round;
  }
  return Ending{};
}

Status note_root(solve::Store& store, const Root& root) {
  FIVEPROOF_LET(auto change, store.change());
  FIVEPROOF_TRY(change.put_root(root));
  return change.commit();
}

}  // namespace fiveproof::session
