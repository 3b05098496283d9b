// What may be played, and when the game is over. The kernel asks both under every rule set, so that this is
// part of what has to be believed; all in which renju differs is here, but for fives.
//
// Where Black may not play under renju: the rule of the Renju International Federation, 9.2 and 9.3, word by
// word.
//
//   five           exactly five stones in a row
//   overline       six or more in a row
//   four           a row of four stones to which one more can be added to attain a five
//   straight four  an unbroken row of four to which one more can be added in two different ways to attain a
//                  five
//   three          a row of three stones to which, without at the same time a five being made, one more can
//                  be added to attain a straight four
//
// A stone of Black that makes no five is forbidden if it makes an overline, or two fours or more, or threes
// on two lines or more. For a three the stone that would be added must not be forbidden itself.
#pragma once

#include "board.hpp"

namespace fiveproof::audit {

/// Would Black's stone on the empty square `p` be forbidden? require: the rule is renju.
[[nodiscard]] bool is_forbidden(const Board& board, Point p);

/// May `c` play there? An empty square, and not forbidden.
[[nodiscard]] inline bool may_play(const Board& board, Stone c, Point p) {
  return board.is_empty(p) && !(board.rule() == Rule::renju && c == black && is_forbidden(board, p));
}

/// The replies of the other side after which `c` may not play the empty square `p`, whether he may play it
/// now or not. None but in renju.
[[nodiscard]] std::vector<Point> replies_that_forbid(const Board& board, Stone c, Point p);

/// Is the game over? There is a five of either side, in renju a row of six or more of Black's, or no empty
/// square.
[[nodiscard]] bool is_over(const Board& board);

}  // namespace fiveproof::audit
