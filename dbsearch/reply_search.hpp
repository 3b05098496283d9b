// Which replies at an AND position are lost to a winning threat sequence?
//
// What db-search finds depends on the orientation of the board and on what it was asked before, so there is
// one order in which replies are answered, and everybody who asks what a proof's replies come to asks here:
// what wins when the defender passes is known from the start; what won after an earlier reply is replayed,
// most recently successful first; only then is searched, with the reductions and then without.
//
//     ReplySearch search(RuleSet::freestyle, 15, effort);
//     search.set_and_position(position, Color::black);
//     for (Square reply : replies) if (search.answer(reply).is_lost()) ...
//
// The same positions with the same replies in the same order get the same answers.
#pragma once

#include <vector>

#include "dbsearch/searcher.hpp"

namespace fiveproof::dbsearch {

struct ReplyAnswer {
  enum class How : std::uint8_t {
    not_lost,
    replayed,        ///< a sequence known from another reply wins
    searched,        ///< the search found one
    searched_fully,  ///< only the search without reductions did
  };
  How how = How::not_lost;
  bool cut_short = false;  ///< not lost, and a limit ended the search

  [[nodiscard]] bool is_lost() const { return how != How::not_lost; }
};

class ReplySearch {
 public:
  /// `effort`: attacker nodes of one search.
  ReplySearch(RuleSet rule, int size, std::uint32_t effort);

  /// Has the attacker, to move at an OR position, a winning threat sequence? With reductions, then without.
  [[nodiscard]] SearchResult win(const Position& or_position, Color attacker);

  /// The position whose replies are asked about. require: the defender is to move.
  void set_and_position(const Position& and_position, Color attacker);
  /// require: a square that is empty at the AND position; the reply makes no five.
  [[nodiscard]] ReplyAnswer answer(Square reply);
  /// After answer() said lost: what wins.
  [[nodiscard]] const ThreatSequence& sequence() const { return known_.front(); }

  /// For questions besides. What is set there is not set here any more.
  [[nodiscard]] Searcher& searcher() { return searcher_; }

 private:
  [[nodiscard]] bool is_replayed();
  [[nodiscard]] ReplyAnswer answer_on_board();

  SearchOptions options_;
  Searcher searcher_;
  Color defender_ = Color::white;
  /// Sequences that won after a pass and after earlier replies, most recently successful first.
  std::vector<ThreatSequence> known_;
};

}  // namespace fiveproof::dbsearch
