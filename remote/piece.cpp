#include "remote/piece.hpp"

#include "game/position_key.hpp"
#include "session/job_list.hpp"
#include "verify/check/node_checker.hpp"
#include "verify/check/standing.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::remote {
namespace {

/// What a threat sequence wins is won by its first move, and few db-searches find that.
constexpr std::uint64_t searches_for_one = 2'000;

}  // namespace

void Piece::claim(const Position& canonical, Square move) {
  if (!lean_on(canonical)) claims_.try_emplace(position_key(canonical), Claim{canonical, move});
}

bool Piece::lean_on(const Position& position) {
  const Position canonical = canonical_form(position).position;
  const auto move = view_.answer(canonical);
  if (move) known_.try_emplace(position_key(canonical), Claim{canonical, *move, true, true});
  return move.has_value();
}

Status Piece::check() {
  Proof proof(game_.rule, game_.size, game_.attacker);
  for (const auto* all : {&known_, &claims_})
    for (const auto& [key, claim] : *all) proof.records.add(claim.position, claim.move);
  proof.records.finish();
  const std::size_t count = proof.records.count();
  std::vector<Claim*> claim_of(count);
  std::vector<verify::Known> known(count, verify::Known::given);
  for (std::size_t i = 0; i < count; ++i) {
    const auto found = claims_.find(position_key(proof.records.at(i).position));
    if (found == claims_.end()) continue;
    claim_of[i] = &found->second;
    known[i] = found->second.is_sound ? verify::Known::sound : verify::Known::nothing;
  }
  auto standing = verify::check_standing(proof, known, verify::default_effort, how_.stop);
  if (!standing.ok()) return standing.error();
  for (std::size_t i = 0; i < count; ++i) {
    if (claim_of[i] == nullptr) continue;
    claim_of[i]->is_sound = standing.value().sound[i];
    claim_of[i]->stands = standing.value().stands[i];
  }
  session::JobList gaps;
  (void)gaps.add(standing.value().unanswered);
  gaps_ = gaps.all();
  return Done{};
}

bool Piece::close(std::size_t most) {
  if (gaps_.size() > most) return false;
  if (prover_ == nullptr && !gaps_.empty())
    prover_ = std::make_unique<solve::Prover>(game_.rule, game_.size, game_.attacker, how_.settings,
                                              [this](const Position& p) {
                                                const auto move = view_.answer(p);
                                                if (move) (void)lean_on(p);
                                                return move;
                                              });
  bool is_more = false;
  for (const Position& gap : gaps_) {
    verify::throw_if_stopped(how_.stop);
    if (lean_on(gap)) {
      is_more = true;
      continue;
    }
    solve::Budget budget;
    budget.searches = searches_for_one;
    budget.bytes = how_.memory / std::max(1u, how_.threads);
    budget.stop = how_.stop;
    if (prover_->prove(gap, budget) != solve::SearchOutcome::proved) continue;
    const std::size_t before = claims_.size();
    for (const auto& answer : prover_->answers(gap)) claim(answer.position, answer.move);
    is_more = is_more || claims_.size() > before;
  }
  return is_more;
}

bool Piece::stands(const Position& canonical) const {
  const auto found = claims_.find(position_key(canonical));
  return found == claims_.end() ? view_.answer(canonical).has_value() : found->second.stands;
}

std::vector<solve::Prover::Answer> Piece::standing() const {
  std::vector<solve::Prover::Answer> answers;
  for (const auto& [key, claim] : claims_)
    if (claim.stands) answers.push_back({claim.position, claim.move});
  return answers;
}

std::vector<Position> Piece::known() const {
  std::vector<Position> positions;
  for (const auto& [key, claim] : known_) positions.push_back(claim.position);
  return positions;
}

}  // namespace fiveproof::remote
