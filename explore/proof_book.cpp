#include "explore/proof_book.hpp"

#include <algorithm>

#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "game/position_key.hpp"
#include "proof/graph/links.hpp"

namespace fiveproof::explore {

std::string_view name_of(Standing standing) {
  constexpr std::string_view names[] = {"absent", "stored", "reply", "after-move"};
  return names[static_cast<std::size_t>(standing)];
}

std::vector<Square> squares_of(const std::vector<LostReply>& lost) {
  std::vector<Square> squares;
  squares.reserve(lost.size());
  for (const LostReply& one : lost) squares.push_back(one.reply);
  return squares;
}

ProofBook::ProofBook(const Proof& proof, std::uint32_t effort)
    : proof_(proof), search_(proof.rule, proof.size, effort) {
  for (const Root& root : proof.roots) roots_.emplace_back(root.position);
}

bool ProofBook::is_root(const Asked& asked) const {
  return std::ranges::find(roots_, asked.canonical(), &Asked::canonical) != roots_.end();
}

StoredPlay ProofBook::play_at(const Asked& asked) const {
  FIVEPROOF_ENSURE(asked.position().to_move() == proof_.attacker);
  const Symmetry back = asked.back();
  const auto [first, last] = proof_.records.find(asked.canonical());
  StoredPlay play;
  for (std::size_t i = first; i < last; ++i) {
    if (const auto move = proof_.records.move(i))
      play.moves.push_back(back.apply(*move, proof_.size));
    else
      play.claims_sequence = true;
  }
  return play;
}

bool ProofBook::is_stored(const Asked& asked) const {
  const auto [first, last] = proof_.records.find(asked.canonical());
  return first != last;
}

/// The positions from which verify asks about replies to this one, where the defender is to move: roots as
/// they are given, and records with their move, in the orientation of the record.
std::vector<Position> ProofBook::and_nodes(const Asked& asked) const {
  std::vector<Position> nodes;
  for (const Asked& root : roots_)
    if (root.canonical() == asked.canonical()) nodes.push_back(root.position());
  for (const std::size_t i : records_before(proof_, asked.position())) {
    const Record record = proof_.records.at(i);
    nodes.push_back(record.position);
    nodes.back().play(*record.move);
  }
  return nodes;
}

Standing ProofBook::standing(const Asked& asked) const {
  const Position& position = asked.position();
  if (position.to_move() != proof_.attacker)
    return and_nodes(asked).empty() ? Standing::absent : Standing::after_move;
  if (is_stored(asked)) return Standing::stored;
  if (is_root(asked)) return Standing::reply;
  for (const Square stone : position.stones(opponent(proof_.attacker))) {
    Position before = position;
    before.undo(stone);
    if (!and_nodes(before).empty()) return Standing::reply;
  }
  return Standing::absent;
}

/// The loss at a node that claims a sequence itself, in the orientation to which `to_asked` takes it.
ProofBook::Loss ProofBook::leaf_loss(const Position& node, Symmetry to_asked) {
  auto found = search_.win(node, proof_.attacker);
  if (!found.win) return {false, found.cut_short};
  return {true, false, image_of(found.sequence, to_asked, proof_.size)};
}

void ProofBook::add_losses(const Position& node, Losses& losses) {
  search_.set_and_position(node, proof_.attacker);
  for (const Square reply : legal_moves(node, proof_.rule, node.to_move())) {
    if (makes_five(node, proof_.rule, node.to_move(), reply)) continue;
    Position board = node;
    board.play(reply);
    const Asked after(board);
    if (is_stored(after)) continue;
    const auto answer = search_.answer(reply);
    Loss& loss = losses[position_key(after.canonical())];
    if (loss.is_lost) continue;  // it was found below another node, or at a symmetric square
    loss = {answer.is_lost(), loss.cut_short || answer.cut_short};
    if (loss.is_lost) loss.sequence = image_of(search_.sequence(), after.to_canonical(), proof_.size);
  }
}

ProofBook::Loss ProofBook::loss_at(const Asked& asked) {
  FIVEPROOF_ENSURE(asked.position().to_move() == proof_.attacker);
  if (is_stored(asked)) return leaf_loss(asked.canonical(), asked.back());
  Loss loss;
  for (const Asked& root : roots_) {
    if (loss.is_lost) break;
    if (root.canonical() == asked.canonical())
      loss = leaf_loss(root.position(), root.to_canonical().then(asked.back()));
  }
  const std::string key = position_key(asked.canonical());
  Losses losses;
  for (const Square stone : asked.position().stones(opponent(proof_.attacker))) {
    if (loss.is_lost) break;
    Position before = asked.position();
    before.undo(stone);
    for (const Position& node : and_nodes(before)) add_losses(node, losses);
    if (const auto found = losses.find(key); found != losses.end())
      loss = {found->second.is_lost, found->second.cut_short,
              image_of(found->second.sequence, asked.back(), proof_.size)};
  }
  return loss;
}

Replies ProofBook::replies_at(const Asked& asked) {
  const Position& position = asked.position();
  const Color defender = opponent(proof_.attacker);
  FIVEPROOF_ENSURE(position.to_move() == defender);
  Losses losses;
  for (const Position& node : and_nodes(asked)) add_losses(node, losses);
  Replies replies;
  for (const Square reply : legal_moves(position, proof_.rule, defender)) {
    if (makes_five(position, proof_.rule, defender, reply)) {
      replies.defender_fives.push_back(reply);
      continue;
    }
    Position board = position;
    board.play(reply);
    const Asked after(board);
    if (auto play = play_at(after); play.is_stored()) {
      const std::size_t record = proof_.records.find(after.canonical()).first;
      replies.stored.push_back({reply, std::move(play), record, after.to_canonical()});
      continue;
    }
    const Loss& loss = losses[position_key(after.canonical())];
    if (loss.is_lost) {
      replies.lost.push_back({reply, image_of(loss.sequence, after.back(), proof_.size)});
    } else {
      replies.open.push_back(reply);
      replies.cut_short |= loss.cut_short;
    }
  }
  return replies;
}

}  // namespace fiveproof::explore
