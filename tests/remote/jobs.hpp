// Jobs, and what an honest worker brings for them.
#pragma once

#include <string>

#include "game/symmetry.hpp"
#include "remote/acceptance.hpp"
#include "remote/piece.hpp"
#include "remote/task.hpp"
#include "tests/positions.hpp"
#include "tests/temporary_folder.hpp"

namespace fiveproof::remote {

inline solve::Work job_at(const Position& position, std::uint64_t budget = 20'000) {
  solve::Work work;
  work.job.is_or = true;
  work.job.position = canonical_form(position).position;
  work.target = work.job.position;
  work.budget = budget;
  return work;
}

/// An empty store, and a maker's view of it.
struct Desk {
  explicit Desk(const solve::StoreIdentity& identity = {RuleSet::freestyle, 15, Color::black})
      : game(identity),
        store(solve::Store::open(folder.file("a.fvs"), game, solve::Store::Mode::create).value()) {}

  Acceptance look_at(const solve::Work& work, const Fragment& fragment) {
    const auto view = store.view();
    auto accepted = accept(work, fragment, game, view.value(), how);
    return accepted.value();
  }
  void put(const std::vector<solve::Prover::Answer>& answers) {
    auto change = store.change();
    for (const auto& answer : answers) (void)change.value().put_answer(answer.position, answer.move);
    (void)change.value().commit();
  }
  /// What a worker brings who searches by the rules of `rule`.
  Fragment search(const solve::Work& work, RuleSet rule) {
    solve::StoreIdentity his = game;
    his.rule = rule;
    const auto view = store.view();
    solve::JobSearch job(his, view.value(), how);
    Piece piece(his, view.value(), how);
    job.on_known = [&](const Position& position) { (void)piece.lean_on(position); };
    const solve::Yield yield = job.run(work);
    Fragment fragment;
    fragment.outcome = yield.report.outcome;
    fragment.searches = yield.report.searches;
    fragment.nodes = yield.report.nodes;
    for (const auto& answer : yield.answers) piece.claim(answer.position, answer.move);
    for (int round = 0; round < 5; ++round)
      if (!piece.check().ok() || piece.stands(work.job.position) || !piece.close(1000)) break;
    fragment.answers = piece.standing();
    fragment.known = piece.known();
    if (fragment.outcome == solve::SearchOutcome::limit) fragment.moves = yield.entry.moves;
    return fragment;
  }
  Fragment search(const solve::Work& work) { return search(work, game.rule); }

  test::TemporaryFolder folder;
  solve::StoreIdentity game;
  solve::Store store;
  solve::WorkOptions how;
};

}  // namespace fiveproof::remote
