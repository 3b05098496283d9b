// Where Black may not play under renju: the rule of the Renju International Federation, 9.2 and 9.3, word by word.
//
//   five      exactly five stones in a row
//   overline  six or more in a row
//   four      a row of four stones to which one more can be added to attain a five
//   straight four   an unbroken row of four to which one more can be added in two different ways to attain a five
//   three     a row of three stones to which, without at the same time a five being made, one more can be added to
//             attain a straight four
//
// A stone of Black that makes no five is forbidden if it makes an overline, or two fours or more, or threes on two
// lines or more. For a three the stone that would be added must not be forbidden itself.
#pragma once

#include "board.hpp"

namespace fiveproof::audit {

/// Would Black's stone on the empty square `p` be forbidden? The board is the same afterwards. require: the rule
/// is renju.
[[nodiscard]] bool is_forbidden(Board& board, Point p);

/// May `c` play there? An empty square, and not forbidden.
[[nodiscard]] bool may_play(Board& board, Stone c, Point p);

/// The replies of the other side after which `c` may not play the empty square `p`, where he may play it now.
[[nodiscard]] std::vector<Point> replies_that_forbid(Board& board, Stone c, Point p);

/// Has Black six stones or more in a row, so that the game has ended? Always no under other rules.
[[nodiscard]] bool has_overline(const Board& board);

}  // namespace fiveproof::audit
