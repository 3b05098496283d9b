#include "remote/acceptance.hpp"

#include <algorithm>
#include <unordered_set>

#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "game/position_key.hpp"
#include "remote/piece.hpp"
#include "verify/check/node_checker.hpp"

namespace fiveproof::remote {
namespace {

using solve::JobState;
using solve::SearchOutcome;

/// An honest worker hands in a piece that is whole. Where his program and ours differ in a few places, they
/// are closed.
constexpr std::size_t most_gaps = 8;
/// What a job takes beside its budget: proofs of siblings are tried, and moves looked at for a split.
constexpr std::uint64_t searches_beside = 10'000;

class Judge {
 public:
  Judge(const solve::Work& work, const Fragment& fragment, const solve::StoreIdentity& game,
        const solve::Store::View& view, const solve::WorkOptions& how)
      : work_(work), fragment_(fragment), game_(game), view_(view), how_(how), piece_(game, view, how) {
    out_.answers = fragment.answers.size();
  }

  Result<Acceptance> judge() {
    if (fragment_.outcome == SearchOutcome::failed) {
      out_.kind = Acceptance::Kind::unshown;
      return out_;
    }
    for (const auto& answer : fragment_.answers)
      if (fits(answer.position)) piece_.claim(answer.position, answer.move);
    for (const Position& position : fragment_.known) (void)piece_.lean_on(position);
    FIVEPROOF_TRY(stand());
    const bool is_proved = piece_.stands(work_.job.position);
    FIVEPROOF_TRY(view_.status());
    out_.yield.answers = piece_.standing();
    out_.dropped = out_.answers - std::min(out_.answers, out_.yield.answers.size());
    if (fragment_.outcome == SearchOutcome::proved && !is_proved) {
      out_.why = "it does not show that the position is won";
      return out_;
    }
    begin_yield();
    if (is_proved) {
      out_.yield.entry.state = JobState::proved;
      out_.yield.report.outcome = SearchOutcome::proved;
    } else if (auto split = split_position(); !split.ok()) {
      return split.error();
    }
    out_.kind = Acceptance::Kind::accepted;
    return out_;
  }

 private:
  /// Positions that can come up below the job.
  [[nodiscard]] bool fits(const Position& position) const {
    const Position& job = work_.job.position;
    const int more = position.count(game_.attacker) - job.count(game_.attacker);
    return more >= 0 &&
           position.count(opponent(game_.attacker)) - job.count(opponent(game_.attacker)) == more;
  }

  Status stand() {
    constexpr int rounds = 3;
    for (int round = 0; round < rounds; ++round) {
      FIVEPROOF_TRY(piece_.check());
      const bool is_enough = fragment_.outcome != SearchOutcome::proved || piece_.stands(work_.job.position);
      if (is_enough || !piece_.close(most_gaps)) break;
    }
    return Done{};
  }

  void begin_yield() {
    solve::Yield& yield = out_.yield;
    const std::uint64_t most =
        work_.most_searches() + std::min(searches_beside + work_.budget, ~work_.most_searches());
    yield.report.position = work_.job.position;
    yield.report.outcome = fragment_.outcome;
    yield.report.by_simulation = fragment_.by_simulation;
    yield.report.round = work_.job.entry.round;
    yield.report.searches = std::min(fragment_.searches, most);
    yield.report.nodes = std::min(fragment_.nodes, most);
    yield.report.answers = yield.answers.size();
    yield.entry = work_.job.entry;
    yield.entry.searches += yield.report.searches;
  }

  /// What JobSearch does at a limit, but that the moves are another's.
  Status split_position() {
    solve::Yield& yield = out_.yield;
    if (work_.is_last_chance || work_.second_thought > 0) {
      solve::Prover prover(game_.rule, game_.size, game_.attacker, how_.settings,
                           [&](const Position& p) { return view_.answer(p); });
      const Position& position = work_.job.position;
      const SquareSet legal = legal_moves(position, game_.rule, game_.attacker);
      const auto after = [&](Square move) {
        Position next = position;
        next.play(move);
        return next;
      };
      std::unordered_set<std::string> tried;
      for (Square move : yield.entry.moves) tried.insert(symmetric_key(after(move)));
      for (Square move : fragment_.moves) {
        verify::throw_if_stopped(how_.stop);
        if (!legal.contains(move) || !tried.insert(symmetric_key(after(move))).second) continue;
        if (makes_five(position, game_.rule, game_.attacker, move) || after(move).is_full()) continue;
        auto replies = prover.replies(after(move));
        if (!replies) continue;
        yield.splits.push_back({after(move), {JobState::split, 0, 0, std::move(*replies)}});
        yield.entry.moves.push_back(move);
      }
      FIVEPROOF_TRY(view_.status());
    }
    if (!yield.entry.moves.empty()) yield.entry.state = JobState::split;
    ++yield.entry.round;
    return Done{};
  }

  const solve::Work& work_;
  const Fragment& fragment_;
  const solve::StoreIdentity& game_;
  const solve::Store::View& view_;
  const solve::WorkOptions& how_;
  Piece piece_;
  Acceptance out_;
};

}  // namespace

Result<Acceptance> accept(const solve::Work& work, const Fragment& fragment, const solve::StoreIdentity& game,
                          const solve::Store::View& view, const solve::WorkOptions& how) {
  FIVEPROOF_ENSURE(work.job.is_or);
  return Judge(work, fragment, game, view, how).judge();
}

}  // namespace fiveproof::remote
