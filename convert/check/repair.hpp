// Puts right what consistency.hpp finds in a library or a database, where the right value follows from the
// rest of the file. Whatever is changed is told; what does not follow is left, and told.
//
//   moves      What cannot be played is dropped, with all below it. A move that is there twice becomes one,
//              with what is below either, and the texts of both. The mirror image of a sibling is turned and
//              becomes one with it, if there is no comment at it or below: comments may name squares.
//   texts      One that is not of the charset which the caller names is decoded from that which fits, if only
//              one does: UTF-8, or one of CP932, EUC-KR, BIG5 and GB18030.
//   database   Later positions are believed, and their own value is put right first. A position from which a
//              move leads to one that is lost, is won. A position from which every legal move is stored and
//              leads to one that is won, is lost. The length of a win follows from that of the move, as "at
//              most so many"; the length of a loss if that of all moves is known. Keys become the smallest
//              images, texts are turned with them. Records of one position become one if they do not say
//              different things of who wins, and how. Half a number at the end of a record is dropped, and so
//              is a record whose key is no position.
//
// A file in which nothing is wrong stays as it is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "convert/check/consistency.hpp"
#include "proof/tree/game_tree.hpp"

namespace fiveproof::convert {

/// One kind of thing that was put right.
struct Repair {
  std::string what;                      ///< as Inconsistency::what
  std::string how;                       ///< "dropped, with 3 nodes below"
  std::uint64_t times = 0;               ///< at least 1
  std::vector<std::string> places = {};  ///< where: lines of moves, or positions; at most max_places
  static constexpr std::size_t max_places = 1000;
};

struct Repaired {
  GameTree tree;
  std::vector<Repair> done = {};
  std::vector<Inconsistency> left = {};
  std::vector<std::string> carried = {};  ///< what else became of the texts, for people
  std::vector<std::string> losses = {};   ///< what could not be kept
};

/// Of a tree, also that of a database. `charset`: of its texts, if the caller says it: then they are UTF-8
/// afterwards. Errors are those of inconsistencies_of, decode_texts, and ErrorCode::limit for a database that
/// would be too large.
[[nodiscard]] Result<Repaired> repaired(GameTree tree, const std::string& charset = {});

/// Notes what is put right, by kinds, in the order in which they are met.
class RepairList {
 public:
  void note(const std::string& what, const std::string& how, std::string place) {
    for (Repair& one : list_)
      if (one.what == what && one.how == how) return add(one, std::move(place));
    add(list_.emplace_back(Repair{what, how}), std::move(place));
  }
  [[nodiscard]] bool empty() const { return list_.empty(); }
  [[nodiscard]] std::vector<Repair> list() && { return std::move(list_); }

 private:
  static void add(Repair& one, std::string place) {
    ++one.times;
    if (one.places.size() < Repair::max_places) one.places.push_back(std::move(place));
  }
  std::vector<Repair> list_;
};

/// Parts of repaired(): of a tree of moves, and of that of a database. What is put right is added to `done`.
[[nodiscard]] Result<GameTree> with_sound_moves(GameTree tree, RepairList& done,
                                                std::vector<std::string>& losses);
[[nodiscard]] Result<GameTree> with_sound_records(GameTree tree, RepairList& done);

}  // namespace fiveproof::convert
