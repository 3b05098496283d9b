// Which replies at an AND position are lost to a winning threat sequence?
//
// What db-search finds depends on the orientation of the board and on what it was asked before. So there
// is one order in which replies are answered, and whoever asks what the replies to a proof come to asks
// here. What wins when the defender passes is known from the start; what won after an earlier reply is
// replayed, the most recently successful sequence first; only then is there a search, with the
// reductions and then without.
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

/// Whether a reply is lost, and how that was found out.
struct ReplyAnswer {
  /// How the answer was found.
  enum class How : std::uint8_t {
    not_lost,
    replayed,        ///< a sequence known from another reply wins
    searched,        ///< the search found one
    searched_fully,  ///< only the search without reductions found one
  };
  How how = How::not_lost;
  bool cut_short = false;  ///< the reply is not lost, and a limit ended the search

  [[nodiscard]] bool is_lost() const { return how != How::not_lost; }
};

class ReplySearch {
 public:
  /// `effort` is how many attacker nodes one search may make. require: is_playable(rule).
  ReplySearch(RuleSet rule, int size, std::uint32_t effort);

  /// Has the attacker, to move at an OR position, a winning threat sequence? With reductions, then without.
  [[nodiscard]] SearchResult win(const Position& or_position, Color attacker);

  /// Sets the position to whose replies answer() answers. require: the defender is to move.
  void set_and_position(const Position& and_position, Color attacker);
  /// Is the reply lost, and to what? require: the square is empty at the AND
  /// position; the reply makes no five.
  [[nodiscard]] ReplyAnswer answer(Square reply);
  /// The sequence that wins, after answer() said that a reply is lost.
  [[nodiscard]] const ThreatSequence& sequence() const { return known_.front(); }

  /// The searcher itself, for other questions. Setting a position there takes the one set here away.
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
