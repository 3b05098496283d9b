#include "explore/way.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "game/legal_moves.hpp"
#include "game/position_key.hpp"
#include "proof/graph/links.hpp"

namespace fiveproof::explore {
namespace {

/// The position before the last move, which was onto `stone`.
Position without(Position position, Square stone) {
  position.undo(stone);
  return position;
}

/// Goes back from a position, one stone after the other, until a root is there.
class Climb {
 public:
  explicit Climb(const Proof& proof) : proof_(proof) {
    for (const Root& root : proof.roots) roots_.emplace_back(root.position);
  }

  [[nodiscard]] std::optional<Way> from(const Asked& asked) {
    Way way;
    if (!is_reached(asked, way)) return std::nullopt;
    std::ranges::reverse(way.moves);
    return way;
  }

  /// The same, by way of the position before.
  [[nodiscard]] std::optional<Way> by(const Asked& before, Square last) {
    if (!may_lead(before, last)) return std::nullopt;
    auto way = from(before);
    if (way) way->moves.push_back(last);
    return way;
  }

 private:
  /// If so, the moves are added to the way, last first.
  bool is_reached(const Asked& asked, Way& way) {
    for (std::size_t i = 0; i < roots_.size(); ++i)
      if (roots_[i].canonical() == asked.canonical()) {
        way.root = i;
        way.turn = roots_[i].to_canonical().then(asked.back());
        return true;
      }
    const std::string key = position_key(asked.canonical());
    if (dead_.contains(key)) return false;
    for (const Square stone : asked.position().stones(opponent(asked.position().to_move()))) {
      const Asked before = without(asked.position(), stone);
      way.moves.push_back(stone);
      if (may_lead(before, stone) && is_reached(before, way)) return true;
      way.moves.pop_back();
    }
    dead_.insert(key);
    return false;
  }

  /// Is `stone` what the proof plays here, or a reply that the game allows?
  [[nodiscard]] bool may_lead(const Asked& before, Square stone) const {
    const Position& position = before.position();
    return position.to_move() == proof_.attacker ? record_with(proof_, before.form(), stone).has_value()
                                                 : is_legal(position, proof_.rule, position.to_move(), stone);
  }

  const Proof& proof_;
  std::vector<Asked> roots_;
  std::unordered_set<std::string> dead_;  ///< positions to which there is no way
};

}  // namespace

std::vector<Square> Way::line(int size) const {
  const Symmetry back = turn.inverse();
  std::vector<Square> line;
  for (const Square move : moves) line.push_back(back.apply(move, size));
  return line;
}

std::optional<Way> way_to(const Proof& proof, const Asked& asked) { return Climb(proof).from(asked); }

std::vector<Way> ways_to(const Proof& proof, const Asked& asked) {
  Climb climb(proof);
  std::vector<Way> ways;
  std::unordered_set<std::string> seen;
  for (const Square last : asked.position().stones(opponent(asked.position().to_move()))) {
    const Asked before = without(asked.position(), last);
    if (!seen.insert(position_key(before.canonical())).second) continue;
    if (auto way = climb.by(before, last)) ways.push_back(std::move(*way));
  }
  return ways;
}

}  // namespace fiveproof::explore
