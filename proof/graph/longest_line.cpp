#include "proof/graph/longest_line.hpp"

#include <cstdint>
#include <map>
#include <utility>

#include "game/legal_moves.hpp"
#include "game/packed_position.hpp"
#include "game/symmetry.hpp"

namespace fiveproof {
namespace {

/// The search goes backwards from the records with the most stones: which record comes two plies before this
/// one? Forwards, every reply to every move would have to be looked up.
class Search {
 public:
  Search(const Proof& proof, std::size_t look_ups)
      : proof_(proof), left_(look_ups), seen_(proof.records.count()) {
    for (std::size_t i = 0; i < proof.roots.size(); ++i) roots_.try_emplace(key(proof.roots[i].position), i);
  }

  std::optional<Line> longest() {
    if (roots_.empty()) return std::nullopt;
    for (std::size_t i = proof_.records.count(); i-- > 0 && left_ > 0;) {
      const Record record = proof_.records.at(i);
      if (!record.move || !reaches_root(record.position, i)) continue;
      moves_.push_back(*record.move);
      return line();
    }
    return std::nullopt;
  }

 private:
  using Key = std::pair<std::vector<std::uint8_t>, Color>;
  static Key key(const Position& position) {
    return {pack(canonical_form(position).position), position.to_move()};
  }

  bool is_root(const Position& position) {
    const auto found = roots_.find(key(position));
    if (found == roots_.end()) return false;
    root_ = found->second;
    start_ = position;
    return true;
  }

  /// Searches depth first, no deeper than half the number of stones. On success moves_ lead here from start_.
  bool reaches_root(const Position& position, std::size_t record) {
    if (seen_[record]) return false;
    seen_[record] = true;
    if (is_root(position)) return true;
    for (Square reply : position.stones(opponent(proof_.attacker))) {
      if (left_ == 0) return false;
      Position and_position = position;
      and_position.undo(reply);
      if (is_root(and_position) || comes_from_record(and_position)) {
        moves_.push_back(reply);
        return true;
      }
    }
    return false;
  }

  bool comes_from_record(const Position& and_position) {
    const Position canonical_after = canonical_form(and_position).position;
    for (Square move : and_position.stones(proof_.attacker)) {
      if (left_ == 0) return false;
      --left_;
      Position before = and_position;
      before.undo(move);
      const Position canonical = canonical_form(before).position;
      const auto [first, last] = proof_.records.find(canonical);
      if (first == last || !leads_to(canonical, first, canonical_after) || !reaches_root(before, first))
        continue;
      moves_.push_back(move);
      return true;
    }
    return false;
  }

  /// Does the move of the record lead to `after`? Where `before` is symmetric, an image of the stored move
  /// does as well. Both positions are canonical.
  bool leads_to(const Position& before, std::size_t record, const Position& after) const {
    const auto move = proof_.records.move(record);
    if (!move || !is_legal(before, proof_.rule, proof_.attacker, *move)) return false;
    Position next = before;
    next.play(*move);
    return canonical_form(next).position == after;
  }

  Line line() const {
    const Symmetry to_root = canonical_form(start_).to_canonical.then(
        canonical_form(proof_.roots[root_].position).to_canonical.inverse());
    Line line{root_, {}};
    for (Square s : moves_) line.moves.push_back(to_root.apply(s, proof_.size));
    return line;
  }

  const Proof& proof_;
  std::size_t left_;
  std::vector<bool> seen_;  ///< the records that were tried already
  std::map<Key, std::size_t> roots_;
  std::size_t root_ = 0;
  Position start_;
  std::vector<Square> moves_;
};

}  // namespace

std::optional<Line> longest_line(const Proof& proof, std::size_t look_ups) {
  return Search(proof, look_ups).longest();
}

}  // namespace fiveproof
