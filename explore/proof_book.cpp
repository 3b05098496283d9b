#include "explore/proof_book.hpp"

#include <algorithm>

#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "game/position_key.hpp"
#include "game/symmetry.hpp"
#include "proof/graph/links.hpp"

namespace fiveproof::explore {

std::string_view name_of(Standing standing) {
  constexpr std::string_view names[] = {"absent", "stored", "reply", "after-move"};
  return names[static_cast<std::size_t>(standing)];
}

std::vector<Square> squares_of(const std::vector<LostReply>& lost) {
  std::vector<Square> squares;
  for (const LostReply& one : lost) squares.push_back(one.reply);
  return squares;
}

ProofBook::ProofBook(const Proof& proof, std::uint32_t effort)
    : proof_(proof), search_(proof.rule, proof.size, effort) {
  for (const Root& root : proof.roots) roots_.push_back(canonical_form(root.position).position);
}

bool ProofBook::is_root(const Position& position) const {
  return std::ranges::find(roots_, canonical_form(position).position) != roots_.end();
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

bool ProofBook::is_stored(const Position& position) const {
  const auto [first, last] = proof_.records.find(canonical_form(position).position);
  return first != last;
}

/// The positions from which verify asks about replies to this one: roots as they are given, and records with
/// their move, in the orientation of the record.
std::vector<Position> ProofBook::and_nodes(const Position& and_position) const {
  std::vector<Position> nodes;
  const Position asked = canonical_form(and_position).position;
  for (std::size_t i = 0; i < roots_.size(); ++i)
    if (roots_[i] == asked) nodes.push_back(proof_.roots[i].position);
  for (const std::size_t i : records_before(proof_, and_position)) {
    const Record record = proof_.records.at(i);
    nodes.push_back(record.position);
    nodes.back().play(*record.move);
  }
  return nodes;
}

Standing ProofBook::standing(const Position& position) const {
  if (position.to_move() != proof_.attacker)
    return and_nodes(position).empty() ? Standing::absent : Standing::after_move;
  if (play_at(position).is_stored()) return Standing::stored;
  if (is_root(position)) return Standing::reply;
  for (const Square stone : position.stones(opponent(proof_.attacker))) {
    Position before = position;
    before.undo(stone);
    if (!and_nodes(before).empty()) return Standing::reply;
  }
  return Standing::absent;
}

/// The loss at a node that claims a sequence itself, in the orientation in which it is asked about.
ProofBook::Loss ProofBook::leaf_loss(const Position& node, const Position& asked) {
  auto found = search_.win(node, proof_.attacker);
  if (!found.win) return {false, found.cut_short};
  const Symmetry turn = canonical_form(node).to_canonical.then(canonical_form(asked).to_canonical.inverse());
  return {true, false, image_of(found.sequence, turn, proof_.size)};
}

void ProofBook::add_losses(const Position& node, Losses& losses) {
  search_.set_and_position(node, proof_.attacker);
  for (const Square reply : legal_moves(node, proof_.rule, node.to_move())) {
    if (makes_five(node, proof_.rule, node.to_move(), reply)) continue;
    Position after = node;
    after.play(reply);
    if (is_stored(after)) continue;
    const auto answer = search_.answer(reply);
    const Canonical canonical = canonical_form(after);
    Loss& loss = losses[position_key(canonical.position)];
    if (loss.is_lost) continue;  // it was found below another node, or at a symmetric square
    loss = {answer.is_lost(), loss.cut_short || answer.cut_short};
    if (loss.is_lost) loss.sequence = image_of(search_.sequence(), canonical.to_canonical, proof_.size);
  }
}

ProofBook::Loss ProofBook::loss_at(const Position& position) {
  FIVEPROOF_ENSURE(position.to_move() == proof_.attacker);
  const Canonical canonical = canonical_form(position);
  if (is_stored(position)) return leaf_loss(canonical.position, position);
  Loss loss;
  for (std::size_t i = 0; i < roots_.size() && !loss.is_lost; ++i)
    if (roots_[i] == canonical.position) loss = leaf_loss(proof_.roots[i].position, position);
  Losses losses;
  for (const Square stone : position.stones(opponent(proof_.attacker))) {
    if (loss.is_lost) break;
    Position before = position;
    before.undo(stone);
    for (const Position& node : and_nodes(before)) add_losses(node, losses);
    if (const auto found = losses.find(position_key(canonical.position)); found != losses.end()) {
      const Symmetry turn = canonical.to_canonical.inverse();
      loss = {found->second.is_lost, found->second.cut_short,
              image_of(found->second.sequence, turn, proof_.size)};
    }
  }
  return loss;
}

Replies ProofBook::replies_at(const Position& position) {
  const Color defender = opponent(proof_.attacker);
  FIVEPROOF_ENSURE(position.to_move() == defender);
  Losses losses;
  for (const Position& node : and_nodes(position)) add_losses(node, losses);
  Replies replies;
  for (const Square reply : legal_moves(position, proof_.rule, defender)) {
    if (makes_five(position, proof_.rule, defender, reply)) {
      replies.defender_fives.push_back(reply);
      continue;
    }
    Position after = position;
    after.play(reply);
    const Canonical canonical = canonical_form(after);
    if (auto play = play_at(after); play.is_stored()) {
      const std::size_t record = proof_.records.find(canonical.position).first;
      replies.stored.push_back({reply, std::move(play), record, canonical.to_canonical});
      continue;
    }
    const Loss& loss = losses[position_key(canonical.position)];
    if (loss.is_lost) {
      const Symmetry back = canonical.to_canonical.inverse();
      replies.lost.push_back({reply, image_of(loss.sequence, back, proof_.size)});
    } else {
      replies.open.push_back(reply);
      replies.cut_short |= loss.cut_short;
    }
  }
  return replies;
}

}  // namespace fiveproof::explore
