// Proofs with everything that a proof may have. None of them has to be right: nothing in convert/ asks.
#pragma once

#include <deque>
#include <random>
#include <set>
#include <vector>

#include "game/five.hpp"
#include "game/packed_position.hpp"
#include "game/symmetry.hpp"
#include "proof/proof.hpp"
#include "tests/positions.hpp"

namespace fiveproof::test {

struct TangledProof {
  unsigned seed = 1;
  int size = 6;
  Color attacker = Color::black;
  std::size_t positions = 60;
  unsigned replies = 4;  ///< at each AND position
};

/// Few squares are played, so that lines meet again and again, turned and mirrored. Some positions have no
/// move, two moves, or an illegal one; some moves make a five; some records are stray. Roots of both kinds,
/// one below another, one that may not be stored.
inline Proof tangled_proof(const TangledProof& wanted) {
  std::mt19937 random(wanted.seed);
  const auto below = [&](std::size_t limit) { return static_cast<int>(random() % limit); };
  Proof proof(RuleSet::freestyle, wanted.size, wanted.attacker);
  const auto near = [&] {
    const int from = wanted.size / 2 - 2;
    return Square(from + below(5), from + below(5));
  };

  std::vector<Square> line;
  Position start(wanted.size);
  const auto play = [&](std::size_t moves) {
    for (std::size_t i = 0; i < moves; ++i) {
      Square s = near();
      while (!start.is_empty(s)) s = near();
      start.play(s);
      line.push_back(s);
    }
  };
  if (wanted.seed % 4 == 3)  // four in a row, each
    for (const int column : {0, 1, 2, 3})
      for (const int row : {0, wanted.size - 1}) {
        start.play(Square(column, row));
        line.emplace_back(column, row);
      }
  play(wanted.seed % 3);
  proof.roots.push_back({start, line});

  std::set<std::vector<std::uint8_t>> known;
  std::deque<Position> waiting;
  std::vector<std::vector<Square>> lines;
  const auto add = [&](const Position& position) {
    if (position.is_full() || !known.insert(pack(canonical_form(position).position)).second) return;
    waiting.push_back(position);
  };
  const auto add_replies = [&](const Position& and_position) {
    for (unsigned i = 0; i < wanted.replies; ++i) {
      const Square reply = near();
      if (!and_position.is_empty(reply)) continue;
      Position next = and_position;
      next.play(reply);
      add(next);
    }
  };
  if (start.to_move() == wanted.attacker)
    add(start);
  else
    add_replies(start);
  for (std::size_t n = 0; n < wanted.positions && !waiting.empty(); ++n) {
    const Position position = waiting.front();
    waiting.pop_front();
    for (int moves = below(8) == 0 ? 2 : 1; moves > 0; --moves) {
      const int kind = below(12);
      Square move = near();
      while (kind > 1 && !position.is_empty(move))
        move = Square(below(static_cast<std::size_t>(wanted.size)),
                      below(static_cast<std::size_t>(wanted.size)));
      if (kind == 0) {
        proof.records.add(position, std::nullopt);
        continue;
      }
      const SquareSet fives = five_squares(position, proof.rule, proof.attacker);
      if (kind > 8 && !fives.empty()) move = fives.first();
      proof.records.add(position, move);
      if (!position.is_empty(move) || makes_five(position, proof.rule, proof.attacker, move)) continue;
      Position next = position;
      next.play(move);
      add_replies(next);
    }
  }
  for (int i = 0; i < 5; ++i) {  // strays, as a rule
    Position position(wanted.size);
    position.set_to_move(wanted.attacker);
    for (int stones = 0; stones < 7; ++stones) {
      const Square s = near();
      if (position.is_empty(s)) position.put(stones % 2 == 0 ? Color::black : Color::white, s);
    }
    proof.records.add(position, near());
  }

  play(2);
  proof.roots.push_back({start, line});  // below the first, but for the moves of the proof
  proof.roots.push_back({proof.roots[0].position, std::nullopt});
  Position stones(wanted.size);
  stones.set_to_move(wanted.seed % 2 == 0 ? Color::black : Color::white);
  stones.put(Color::white, Square(1, 0));
  stones.put(Color::white, Square(2, 4));
  if (wanted.seed % 5 == 0) stones.put(Color::black, Square(0, 3));
  proof.roots.push_back({stones, std::nullopt});
  proof.records.finish();
  return proof;
}

/// A turned copy: every record and root under one of the symmetries. The same proof, but for its roots.
inline std::vector<Root> turned(const std::vector<Root>& roots, Symmetry symmetry) {
  std::vector<Root> out;
  for (const Root& root : roots) {
    Root turned_root{symmetry.apply(root.position), std::nullopt};
    if (root.moves) {
      turned_root.moves.emplace();
      for (const Square s : *root.moves)
        turned_root.moves->push_back(symmetry.apply(s, root.position.size()));
    }
    out.push_back(turned_root);
  }
  return out;
}

}  // namespace fiveproof::test
