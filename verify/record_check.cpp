#include "verify/record_check.hpp"

#include <algorithm>

#include "game/five.hpp"

namespace fiveproof::verify {

using dbsearch::SearchResult;

RecordChecker::RecordChecker(const Proof& proof, const PositionIndex& index, std::uint32_t effort)
    : proof_(proof), index_(index), defender_(opponent(proof.attacker)), searcher_(proof.rule, proof.size) {
  with_heuristics_.node_limit = effort;
}

NodeResult RecordChecker::check(NodeId node) {
  node_ = node;
  const std::size_t records = proof_.records.count();
  return node < records ? check_record(node) : check_root(node - records);
}

void RecordChecker::add_gap(GapKind kind, std::optional<Square> square, bool limit) {
  gaps_.push_back({node_, kind, limit, square});
}

// Ends: a position that holds a five of either side is neither stored nor proved; a full board is a draw.
std::optional<GapKind> RecordChecker::unfit_position(const Position& position) const {
  if (has_five(position, proof_.rule, Color::black) || has_five(position, proof_.rule, Color::white))
    return GapKind::after_end;
  if (position.is_full()) return GapKind::draw;
  return std::nullopt;
}

// Stray: from some root the stones of `position` can be reached by plies of alternating colours, and then the
// attacker is to move. A proof without roots claims nothing, so nothing is astray in it.
bool RecordChecker::fits_a_root(const Position& position) const {
  if (proof_.roots.empty()) return true;
  for (const Root& root : proof_.roots) {
    const int attacker_plies = position.count(proof_.attacker) - root.position.count(proof_.attacker);
    const int defender_plies = position.count(defender_) - root.position.count(defender_);
    const bool attacker_began = root.position.to_move() == proof_.attacker;
    if (attacker_plies >= 0 && defender_plies == attacker_plies + (attacker_began ? 0 : 1)) return true;
  }
  return false;
}

NodeResult RecordChecker::check_record(std::uint32_t index) {
  const Record record = proof_.records.at(index);
  NodeResult result;
  result.stones = static_cast<std::uint16_t>(record.position.stone_count());
  result.is_leaf = !record.move.has_value();
  result.state = NodeState::open;  // until every rule below holds
  const auto gap = [&](GapKind kind, std::optional<Square> square = std::nullopt) {
    add_gap(kind, square);
    return result;
  };

  if (index_.is_repetition(index)) {
    result.state = NodeState::repetition;
    return result;
  }
  if (const auto kind = unfit_position(record.position)) return gap(*kind);
  if (!fits_a_root(record.position)) return gap(GapKind::stray_position);
  if (index_.is_contradictory(index)) return gap(GapKind::contradictory);

  // OR position without a move: db-search finds a winning threat sequence.
  if (!record.move) {
    check_leaf(record.position, GapKind::unproved_leaf, result);
    return result;
  }

  // OR position with a move: the move is legal ...
  if (!record.position.is_empty(*record.move)) return gap(GapKind::illegal_move, record.move);
  // ... and makes a five: nothing below it is read ...
  if (makes_five(record.position, proof_.rule, proof_.attacker, *record.move)) {
    result.is_end = true;
    result.state = NodeState::proved;
    return result;
  }
  // ... or the AND position after it is proved.
  Position and_position = record.position;
  and_position.play(*record.move);
  check_replies(and_position, result);
  return result;
}

NodeResult RecordChecker::check_root(std::size_t index) {
  const Position& position = proof_.roots[index].position;
  NodeResult result;
  result.stones = static_cast<std::uint16_t>(position.stone_count());
  result.state = NodeState::open;
  const bool is_or_position = position.to_move() == proof_.attacker;
  if (is_or_position && index_.find(position)) {
    result.state = NodeState::stored_root;
    return result;
  }
  if (const auto kind = unfit_position(position)) {
    add_gap(*kind);
    return result;
  }
  if (is_or_position) {
    result.is_leaf = true;
    check_leaf(position, GapKind::missing_root, result);
  } else {
    check_replies(position, result);
  }
  return result;
}

void RecordChecker::check_leaf(const Position& position, GapKind otherwise, NodeResult& result) {
  searcher_.set_position(position, proof_.attacker);
  SearchResult found = searcher_.search(with_heuristics_);
  if (!found.win) found = searcher_.search(without_reductions(with_heuristics_));
  if (found.win)
    result.state = NodeState::proved;
  else
    add_gap(otherwise, std::nullopt, found.cut_short);
}

// AND position: for every legal reply, one by one, the position after it is stored or lost.
void RecordChecker::check_replies(const Position& and_position, NodeResult& result) {
  FIVEPROOF_ENSURE(and_position.to_move() == defender_);
  const int size = proof_.size;
  const SquareSet replies = and_position.empties();  // free-style and standard: every empty square is legal
  const std::size_t first_gap = gaps_.size();
  result.replies = static_cast<std::uint16_t>(replies.size());

  // An AND position without a legal reply is a draw.
  if (replies.empty()) {
    add_gap(GapKind::draw);
    return;
  }

  // A reply that makes a five refutes the attacker's move.
  std::optional<Square> five;
  std::vector<Square> rest;  // replies neither stored nor fives
  const SymmetricHash hash(and_position);
  Position after = and_position;
  for (Square reply : replies) {
    if (makes_five(and_position, proof_.rule, defender_, reply)) {
      if (!five) five = reply;
      ++result.defender_fives;
      continue;
    }
    after.play(reply);
    if (const auto stored = index_.find(after, hash.key_with(defender_, reply, size))) {
      ++result.stored;
      edges_.push_back({node_, stored->record, static_cast<std::uint16_t>(reply.number()),
                        static_cast<std::uint8_t>(stored->to_record.number())});
    } else {
      rest.push_back(reply);
    }
    after.undo(reply);
  }
  if (five) {
    result.unanswered = static_cast<std::uint16_t>(rest.size());
    add_gap(GapKind::refuted_move, five);
    return;
  }

  known_.clear();
  searcher_.set_position(and_position, proof_.attacker);
  for (Square reply : rest) {
    bool limit = false;
    searcher_.put(defender_, reply);
    const bool lost = is_lost(result, limit);
    searcher_.undo();
    if (lost) continue;
    ++result.unanswered;
    add_gap(GapKind::unanswered_reply, reply, limit);
  }

  if (result.unanswered > 0) {
    // Perhaps there is no answer: a win of the defender says so once instead of once per reply.
    if (const auto by = refutation(and_position)) {
      gaps_.resize(first_gap);
      add_gap(GapKind::refuted_move, by);
    }
    return;
  }
  // What was promised against what was shown.
  const int answered = result.stored + result.replayed + result.searched + result.searched_fully;
  if (answered == replies.size()) result.state = NodeState::proved;
}

// The position on the searcher's board, the attacker to move, is lost for the defender.
bool RecordChecker::is_lost(NodeResult& result, bool& limit) {
  for (std::size_t i = 0; i < known_.size(); ++i) {
    if (!searcher_.replay(known_[i])) continue;
    std::rotate(known_.begin(), known_.begin() + static_cast<std::ptrdiff_t>(i),
                known_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    ++result.replayed;
    return true;
  }
  SearchResult found = searcher_.search(with_heuristics_);
  if (found.win) {
    ++result.searched;
  } else {
    found = searcher_.search(without_reductions(with_heuristics_));
    if (!found.win) {
      limit = found.cut_short;
      return false;
    }
    ++result.searched_fully;
  }
  known_.insert(known_.begin(), std::move(found.sequence));
  return true;
}

// The first move of a winning threat sequence of the defender, to move in the AND position.
std::optional<Square> RecordChecker::refutation(const Position& and_position) {
  searcher_.set_position(and_position, defender_);
  const SearchResult found = searcher_.search(with_heuristics_);
  if (!found.win || found.sequence.empty()) return std::nullopt;
  return found.sequence.front().gain;
}

}  // namespace fiveproof::verify
