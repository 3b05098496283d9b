#include "explore/proof_book.hpp"

#include <algorithm>

#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "game/symmetry.hpp"

namespace fiveproof::explore {

std::string_view name_of(Standing standing) {
  switch (standing) {
    case Standing::absent:
      return "absent";
    case Standing::stored:
      return "stored";
    case Standing::reply:
      return "reply";
    case Standing::after_move:
      return "after-move";
  }
  FIVEPROOF_ENSURE(false);
}

ProofBook::ProofBook(const Proof& proof, std::uint32_t effort)
    : proof_(proof), effort_(effort), searcher_(proof.rule, proof.size) {
  for (const Root& root : proof.roots) roots_.push_back(canonical_form(root.position).position);
}

bool ProofBook::is_root(const Position& position) const {
  const Position canonical = canonical_form(position).position;
  return std::find(roots_.begin(), roots_.end(), canonical) != roots_.end();
}

StoredPlay ProofBook::play_at(const Position& position) const {
  FIVEPROOF_ENSURE(position.to_move() == proof_.attacker);
  const Canonical canonical = canonical_form(position);
  const Symmetry back = canonical.to_canonical.inverse();
  const auto [first, last] = proof_.records.find(canonical.position);
  StoredPlay play;
  for (std::size_t i = first; i < last; ++i) {
    if (const auto move = proof_.records.move(i))
      play.moves.push_back(back.apply(*move, proof_.size));
    else
      play.claims_sequence = true;
  }
  return play;
}

// Is one of the attacker's stones a stored move at the position without it?
bool ProofBook::follows_stored_move(const Position& position) const {
  for (const Square stone : position.stones(proof_.attacker)) {
    Position before = position;
    before.take(stone);
    before.set_to_move(proof_.attacker);
    const Canonical canonical = canonical_form(before);
    const auto [first, last] = proof_.records.find(canonical.position);
    if (first == last) continue;
    const Square move = canonical_move(canonical.position, canonical.to_canonical.apply(stone, proof_.size));
    for (std::size_t i = first; i < last; ++i)
      if (proof_.records.move(i) == move) return true;
  }
  return false;
}

Standing ProofBook::standing(const Position& position) const {
  if (position.to_move() != proof_.attacker)
    return is_root(position) || follows_stored_move(position) ? Standing::after_move : Standing::absent;
  if (play_at(position).is_stored()) return Standing::stored;
  if (is_root(position)) return Standing::reply;
  const Color defender = opponent(proof_.attacker);
  for (const Square stone : position.stones(defender)) {
    Position before = position;
    before.take(stone);
    before.set_to_move(defender);
    if (is_root(before) || follows_stored_move(before)) return Standing::reply;
  }
  return Standing::absent;
}

dbsearch::SearchResult ProofBook::search(const Position& position) {
  dbsearch::SearchOptions options;
  options.node_limit = effort_;
  searcher_.set_position(position, proof_.attacker);
  auto result = searcher_.search(options);
  return result.win ? result : searcher_.search(dbsearch::without_reductions(options));
}

Replies ProofBook::replies_at(const Position& position) {
  const Color defender = opponent(proof_.attacker);
  FIVEPROOF_ENSURE(position.to_move() == defender);
  Replies replies;
  std::vector<dbsearch::ThreatSequence> known;
  for (const Square reply : legal_moves(position, proof_.rule, defender)) {
    if (makes_five(position, proof_.rule, defender, reply)) {
      replies.defender_fives.push_back(reply);
      continue;
    }
    Position after = position;
    after.play(reply);
    if (auto play = play_at(after); play.is_stored()) {
      replies.stored.push_back({reply, std::move(play)});
      continue;
    }
    searcher_.set_position(after, proof_.attacker);
    const bool is_replayed = std::any_of(known.begin(), known.end(),
                                         [this](const auto& sequence) { return searcher_.replay(sequence); });
    if (is_replayed) {
      replies.lost.push_back(reply);
      continue;
    }
    const auto result = search(after);
    (result.win ? replies.lost : replies.open).push_back(reply);
    if (result.win) known.push_back(result.sequence);
    replies.cut_short |= !result.win && result.cut_short;
  }
  return replies;
}

}  // namespace fiveproof::explore
