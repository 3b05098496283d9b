// What is wrong in a library or a database by itself, whoever is said to win, and without a search.
//
//   moves      onto a square that has a stone, beyond a full board among them by themselves; equal to a
//              sibling; the image of a sibling under a symmetry of the position
//   texts      not in the charset that they are said to be in
//   database   a position that is said to be won and lost, by its own records or by one of a position a move
//              later; a position that is not said to be lost though every legal move is stored, and loses;
//              a win in more plies than by a move that is stored; records of one position that say something
//              else; keys that are not the smallest image
//
// Two moves of one position that are images of each other are not wrong, but work done twice. Nothing is
// concluded of a position of a database that lacks a single legal move.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "proof/tree/game_tree.hpp"

namespace fiveproof::convert {

/// One kind of thing that is wrong.
struct Inconsistency {
  std::string what;         ///< "move onto an occupied square"
  std::uint64_t times = 0;  ///< at least 1
  std::string first;        ///< where: a line of moves, or a position
};

/// Of a tree, also that of a database. `charset`: of its texts, if neither the tree nor the format says it;
/// "" if nobody does, and then texts are held against all that is proposed (convert/syntax/charset.hpp).
/// ErrorCode::usage for an unknown charset.
[[nodiscard]] Result<std::vector<Inconsistency>> inconsistencies_of(const GameTree& tree,
                                                                    const std::string& charset = {});

}  // namespace fiveproof::convert
