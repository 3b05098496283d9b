#include "engine/proof_shelf.hpp"

#include <algorithm>
#include <utility>

#include "game/legal_moves.hpp"
#include "proof/graph/links.hpp"

namespace fiveproof::engine {

ProofShelf::ProofShelf(Lender lender, std::uint32_t effort) : lender_(std::move(lender)), effort_(effort) {}

void ProofShelf::open(RuleSet rule, int size) {
  if (is_open(rule, size)) return;
  close();
  for (NamedProof& named : lender_ ? lender_(rule, size) : std::vector<NamedProof>()) {
    if (named.proof->rule != rule || named.proof->size != size) continue;
    const Proof& proof = *named.proof;
    auto below = explore::Below::of(proof);
    open_.push_back(
        std::make_unique<Open>(Open{std::move(named), explore::ProofBook(proof, effort_),
                                    below.ok() ? std::optional(std::move(below).value()) : std::nullopt}));
  }
  game_ = std::pair(rule, size);
}

void ProofShelf::close() {
  open_.clear();
  game_.reset();
}

std::vector<std::string> ProofShelf::names() const {
  std::vector<std::string> names;
  for (const auto& open : open_) names.push_back(open->named.name);
  return names;
}

std::optional<ProofMove> ProofShelf::stored(const Position& position) const {
  const explore::Asked asked(position);
  for (const auto& open : open_) {
    const Proof& proof = *open->named.proof;
    if (proof.attacker != position.to_move()) continue;
    for (const Square move : open->book.play_at(asked).moves) {
      if (!is_legal(position, proof.rule, proof.attacker, move)) continue;
      ProofMove found{move, open->named.name, 0, proof.records.count()};
      if (const auto record = record_with(proof, asked.form(), move)) {
        found.record = *record + 1;
        if (open->below) found.plies = open->below->at(*record).plies;
      }
      return found;
    }
  }
  return std::nullopt;
}

bool ProofShelf::arises(const Position& position) const {
  return std::ranges::any_of(open_, [asked = explore::Asked(position)](const auto& open) {
    return open->named.proof->attacker == asked.position().to_move() &&
           open->book.standing(asked) != explore::Standing::absent;
  });
}

std::optional<dbsearch::ThreatSequence> ProofShelf::lost(const Position& position) {
  const explore::Asked asked(position);
  for (const auto& open : open_) {
    if (open->named.proof->attacker != position.to_move()) continue;
    auto loss = open->book.loss_at(asked);
    if (loss.is_lost) return std::move(loss.sequence);
  }
  return std::nullopt;
}

}  // namespace fiveproof::engine
