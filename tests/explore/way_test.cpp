// A way to a position is a line of play that follows stored moves and ends exactly there.
#include "explore/way.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "explore/proof_book.hpp"
#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "game/symmetry.hpp"
#include "tests/explore/agreement.hpp"
#include "tests/positions.hpp"

namespace fiveproof::explore {
namespace {

/// Played from the root, move by move, with a book asked at each.
void require_way(const Proof& proof, const Way& way, const Position& asked) {
  REQUIRE(way.root < proof.roots.size());
  const ProofBook book(proof, 1);
  Position position = way.turn.apply(proof.roots[way.root].position);
  for (const Square move : way.moves) {
    REQUIRE(is_legal(position, proof.rule, position.to_move(), move));
    if (position.to_move() == proof.attacker) {
      const auto moves = book.play_at(position).moves;
      const auto is_same = [&](Square stored) {
        Position here = position, there = position;
        here.play(move);
        there.play(stored);
        return canonical_form(here).position == canonical_form(there).position;
      };
      REQUIRE(std::ranges::any_of(moves, is_same));
    }
    position.play(move);
  }
  REQUIRE(position == asked);
}

TEST_CASE("every record of a proof has a way, in every orientation", "[explore]") {
  const Proof proof = read_proof("examples/example.fvp");
  std::mt19937 random(3);
  for (std::size_t i = 0; i < proof.records.count(); i += 11) {
    const Record record = proof.records.at(i);
    Position asked = Symmetry(static_cast<int>(random() % Symmetry::count)).apply(record.position);
    const auto way = way_to(proof, asked);
    REQUIRE(way);
    require_way(proof, *way, asked);
    // After its move, and after a reply that is stored nowhere.
    const auto moves = ProofBook(proof, 1).play_at(asked).moves;
    if (moves.empty()) continue;
    asked.play(moves.front());
    require_way(proof, way_to(proof, asked).value(), asked);
    const SquareSet replies = asked.empties();
    asked.play(*replies.begin());
    require_way(proof, way_to(proof, asked).value(), asked);
  }
}

/// The line from the root comes to the same position, on the root's board.
void require_line(const Proof& proof, const Way& way, const Position& asked) {
  Position position = proof.roots[way.root].position;
  for (const Square move : way.line(proof.size)) position.play(move);
  REQUIRE(way.turn.apply(position) == asked);
}

/// All positions from which the proof comes here by one move, by what the book says of each: canonical ones.
std::vector<Position> parents_by_the_book(const Proof& proof, const Position& asked) {
  const ProofBook book(proof, 1);
  std::vector<Position> parents;
  for (const Square last : asked.stones(opponent(asked.to_move()))) {
    Position before = asked;
    before.undo(last);
    if (book.standing(before) == Standing::absent) continue;
    if (before.to_move() == proof.attacker) {
      const auto moves = book.play_at(before).moves;
      const auto leads_here = [&](Square move) {
        Position after = before;
        after.play(move);
        return canonical_form(after).position == canonical_form(asked).position;
      };
      if (std::ranges::none_of(moves, leads_here)) continue;
    }
    const Position parent = canonical_form(before).position;
    if (std::ranges::find(parents, parent) == parents.end()) parents.push_back(parent);
  }
  return parents;
}

/// Returns how many there are.
std::size_t require_ways(const Proof& proof, const Position& asked) {
  const auto ways = ways_to(proof, asked);
  std::vector<Position> parents;
  for (const Way& way : ways) {
    require_way(proof, way, asked);
    require_line(proof, way, asked);
    Position before = asked;
    before.undo(way.moves.back());
    parents.push_back(canonical_form(before).position);
  }
  REQUIRE(parents == parents_by_the_book(proof, asked));
  return ways.size();
}

TEST_CASE("there is a way through each position before, and no other", "[explore]") {
  const Proof proof = read_proof("examples/example.fvp");
  std::mt19937 random(5);
  std::size_t single = 0, several = 0;
  const auto count = [&](std::size_t ways) { ++(ways > 1 ? several : single); };
  for (std::size_t i = 0; i < proof.records.count(); i += 7) {
    const Record record = proof.records.at(i);
    Position asked = Symmetry(static_cast<int>(random() % Symmetry::count)).apply(record.position);
    count(require_ways(proof, asked));
    REQUIRE(way_to(proof, asked)->moves == ways_to(proof, asked).front().moves);
    const auto moves = ProofBook(proof, 1).play_at(asked).moves;
    if (moves.empty()) continue;
    asked.play(moves.front());
    count(require_ways(proof, asked));
    const SquareSet empties = asked.empties();
    asked.play(*std::next(empties.begin(), static_cast<int>(random() % empties.size())));
    count(require_ways(proof, asked));
  }
  CHECK(single > 100);
  CHECK(several > 100);
  CHECK(ways_to(proof, proof.roots.front().position).empty());
}

TEST_CASE("there is a way to what is in the proof, and to nothing else", "[explore]") {
  // All its records are reached: then a position is in it if the one before is, by a stored move or any
  // reply.
  const Proof proof = read_proof("examples/example.fvp");
  const ProofBook book(proof, 1);
  std::mt19937 random(4);
  int ways = 0, none = 0;
  const auto check = [&](const Position& asked) {
    const auto way = way_to(proof, asked);
    CHECK(way.has_value() == (book.standing(asked) != Standing::absent));
    if (way) require_way(proof, *way, asked);
    ++(way ? ways : none);
  };
  const auto play_any = [&](Position& position) {
    const SquareSet empties = position.empties();
    position.play(*std::next(empties.begin(), static_cast<int>(random() % empties.size())));
  };
  for (std::size_t i = 0; i < proof.records.count(); i += 7) {
    Position asked = proof.records.at(i).position;
    play_any(asked);  // mostly not the stored move
    check(asked);
    play_any(asked);
    check(asked);
    asked = proof.records.at(i).position;
    asked.play(*proof.records.move(i));
    play_any(asked);
    check(asked);
  }
  CHECK(ways > 300);
  CHECK(none > 300);
  const auto at_root = way_to(proof, proof.roots.front().position);
  REQUIRE(at_root);
  CHECK(at_root->moves.empty());
}

}  // namespace
}  // namespace fiveproof::explore
