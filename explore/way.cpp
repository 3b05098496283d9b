#include "explore/way.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "game/legal_moves.hpp"
#include "game/position_key.hpp"
#include "game/symmetry.hpp"
#include "proof/graph/links.hpp"

namespace fiveproof::explore {
namespace {

/// Goes back from a position, one stone after the other, until a root is there.
class Climb {
 public:
  explicit Climb(const Proof& proof) : proof_(proof) {
    for (const Root& root : proof.roots) roots_.push_back(canonical_form(root.position));
  }

  [[nodiscard]] std::optional<Way> from(Position position) {
    Way way;
    if (!is_reached(position, way)) return std::nullopt;
    std::ranges::reverse(way.moves);
    return way;
  }

  /// The same, by way of the position before.
  [[nodiscard]] std::optional<Way> by(const Position& before, Square last) {
    if (!may_lead(before, last)) return std::nullopt;
    auto way = from(before);
    if (way) way->moves.push_back(last);
    return way;
  }

 private:
  /// If so, the moves are added to the way, last first, and the position is the image of a root.
  bool is_reached(Position& position, Way& way) {
    const Canonical canonical = canonical_form(position);
    for (std::size_t i = 0; i < roots_.size(); ++i)
      if (roots_[i].position == canonical.position) {
        way.root = i;
        way.turn = roots_[i].to_canonical.then(canonical.to_canonical.inverse());
        return true;
      }
    if (dead_.contains(position_key(canonical.position))) return false;
    const Color last = opponent(position.to_move());
    for (const Square stone : position.stones(last)) {
      position.undo(stone);
      way.moves.push_back(stone);
      if (may_lead(position, stone) && is_reached(position, way)) return true;
      way.moves.pop_back();
      position.play(stone);
    }
    dead_.insert(position_key(canonical.position));
    return false;
  }

  /// Is `stone` what the proof plays here, or a reply that the game allows?
  [[nodiscard]] bool may_lead(const Position& before, Square stone) const {
    return before.to_move() == proof_.attacker ? record_with(proof_, before, stone).has_value()
                                               : is_legal(before, proof_.rule, before.to_move(), stone);
  }

  const Proof& proof_;
  std::vector<Canonical> roots_;
  std::unordered_set<std::string> dead_;  ///< positions to which there is no way
};

}  // namespace

std::vector<Square> Way::line(int size) const {
  const Symmetry back = turn.inverse();
  std::vector<Square> line;
  for (const Square move : moves) line.push_back(back.apply(move, size));
  return line;
}

std::optional<Way> way_to(const Proof& proof, const Position& position) {
  return Climb(proof).from(position);
}

std::vector<Way> ways_to(const Proof& proof, const Position& position) {
  Climb climb(proof);
  std::vector<Way> ways;
  std::unordered_set<std::string> seen;
  for (const Square last : position.stones(opponent(position.to_move()))) {
    Position before = position;
    before.undo(last);
    if (!seen.insert(position_key(canonical_form(before).position)).second) continue;
    if (auto way = climb.by(before, last)) ways.push_back(std::move(*way));
  }
  return ways;
}

}  // namespace fiveproof::explore
