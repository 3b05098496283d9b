// What a walk (format/walk/walk_coder.hpp) asks, each question with what it is about. Yes or no is coded by
// models, of which there are two kinds: format/walk/plain_models.hpp and format/walk/mixed_models.hpp.
//
// Precedents a and b: records elsewhere in the walk that followed the same reply, or stand beside.
#pragma once

#include <array>

#include "format/walk/walk_board.hpp"

namespace fiveproof::walk {

/// Does this record have a move?
struct HasMove {
  /// Of a and b: 0 their move is not possible here, 1 there is none such, 2 it has no move, 3 it is.
  unsigned state_a, state_b;
  int siblings;                ///< replies found together with the one that led here, with it
  bool is_threatened, is_won;  ///< the defender, the attacker could make a five
};

/// Is it this one?
struct IsMove {
  int square;
  unsigned place;  ///< among those asked for
  unsigned kind;   ///< what is known: 1 a, 2 b, 4 both agree, 8 it is threatened, 16 it is won
  unsigned agree;  ///< who speaks for it: 1, 2, 4 the histories after three stones, two, one, 8 a, 16 b
  unsigned end;    ///< 1 it wins, 2 it defends
  bool is_far;     ///< nothing speaks for it
};

/// Are the replies told square by square? Of a and b: 0 none, 1 theirs are not many, 2 they are.
struct IsDense {
  unsigned density_a, density_b;
};

/// Is this one of many replies?
struct IsOneOfMany {
  int square;
  unsigned before;        ///< the answers before, the last in bit 0; 1 at first, in bits 0 and 1
  bool is_in_a, is_in_b;  ///< it followed there
  bool has_a, has_b;
};

/// What is known when replies are told one by one.
struct RepliesScene {
  unsigned forced;       ///< places of fours, 0 to 2
  int count_a, count_b;  ///< replies there; -1: no precedent
  // For models that look at lines.
  std::array<Line, 2> lively;  ///< the liveliest lines through the move, from their smaller ends; 0: no move
  std::array<Line, 2> own_lively;  ///< through the defender's stone before
};

/// How far one is with that.
struct RepliesSoFar {
  unsigned found, missed;  ///< yes and no
  unsigned place;          ///< of the next square to be asked for
};

/// Is there another reply?
struct HasMore {
  RepliesSoFar so_far;
  unsigned next;  ///< 1 and 2: the next square followed in a, in b
};

/// Is it this one?
struct IsReply {
  int square;
  RepliesSoFar so_far;
  /// 0 it ends a four, 1 and 2 it followed in a, in b, 3 and 4 on the liveliest lines of the move, 5 and 6 of
  /// the own stone before, 7 to 9 after the last three stones, two, one, 10 lately anywhere, 11 nothing.
  unsigned why;
};
inline constexpr unsigned far_away = 11;

}  // namespace fiveproof::walk
