// The questions that a walk (format/walk/walk_coder.hpp) asks, each with what it is about. The answer, yes or
// no, is coded by models, of which there are two kinds: format/walk/plain_models.hpp and
// format/walk/mixed_models.hpp.
//
// The precedents a and b are records elsewhere in the walk that followed the same
// reply, or stand beside this one.
#pragma once

#include <array>

#include "format/walk/walk_board.hpp"

namespace fiveproof::walk {

/// Does this record have a move?
struct HasMove {
  /// What a and b say: 0 their move is not possible here, 1 there is no such precedent, 2 it
  /// has no move, 3 it has one.
  unsigned state_a, state_b;
  int siblings;                ///< how many replies were found together with the one that led here, with it
  bool is_threatened, is_won;  ///< the defender could make a five; the attacker could
};

/// Is this square the move?
struct IsMove {
  int square;
  unsigned place;  ///< among those asked for
  unsigned kind;   ///< what is known: 1 a, 2 b, 4 both agree, 8 it is threatened, 16 it is won
  unsigned agree;  ///< who speaks for it: 1, 2, 4 the histories after three stones, two, one, 8 a, 16 b
  unsigned end;    ///< 1 it wins, 2 it defends
  bool is_far;     ///< nothing speaks for it
};

/// Are the replies told square by square? The densities are those of a and b: 0 there is no such precedent, 1
/// its replies are not many, 2 they are.
struct IsDense {
  unsigned density_a, density_b;
};

/// Is this one of many replies?
struct IsOneOfMany {
  int square;
  unsigned before;        ///< the answers before, the last in bit 0; at first bits 0 and 1 are set
  bool is_in_a, is_in_b;  ///< whether the square is a reply after a, after b
  bool has_a, has_b;
};

/// What is known when replies are told one by one.
struct RepliesScene {
  unsigned forced;       ///< places of fours, 0 to 2
  int count_a, count_b;  ///< how many replies follow a and b; -1: no precedent
  // The lines are for models that look at them.
  std::array<Line, 2> lively;  ///< the liveliest lines through the move, from their smaller ends; 0: no move
  std::array<Line, 2> own_lively;  ///< those through the defender's stone before
};

/// How far the telling of replies one by one has come.
struct RepliesSoFar {
  unsigned found, missed;  ///< how many squares were replies, and how many were not
  unsigned place;          ///< the place in the list of the next square to ask for
};

/// Is there another reply?
struct HasMore {
  RepliesSoFar so_far;
  unsigned next;  ///< 1: the next square followed in a; 2: in b; 0: in neither
};

/// Is this square a reply?
struct IsReply {
  int square;
  RepliesSoFar so_far;
  /// Why the square is asked for: 0 it ends a four; 1 and 2 it followed in a, in b; 3 and 4 it was played on
  /// the liveliest lines of the move; 5 and 6 on those of the defender's stone before; 7 to 9 it followed the
  /// last three stones, two, one; 10 it was a reply lately; 11 nothing speaks for it.
  unsigned why;
};
inline constexpr unsigned far_away = 11;

}  // namespace fiveproof::walk
