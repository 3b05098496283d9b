// Which replies at an AND position are lost to a winning threat sequence?
//
// What db-search finds depends on the orientation of the board and on what it was asked before. So there
// is one order in which replies are answered, and whoever asks what the replies to a proof come to asks
// here. What wins when the defender passes is known from the start, and then what won after an earlier reply.
// A reply outside the zone of a known sequence loses to it. Other replies are put on the board: the known
// sequences are replayed, the most recently successful one first; only then is there a search, with the
// reductions and then without. Where there are forbidden points the same is done with lines of fours and
// moves that are played out (dbsearch/exact_search.hpp), and what a line of fours reads is its zone; there
// replies are asked for fours alone if nothing wins after a pass.
//
//     ReplySearch search(RuleSet::freestyle, 15, effort);
//     search.set_and_position(position, Color::black);
//     for (Square reply : replies) if (search.answer(reply).is_lost()) ...
//
// The same positions with the same replies in the same order get the same answers.
#pragma once

#include <memory>
#include <optional>

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

/// What may answer a reply.
enum class Answers : std::uint8_t {
  by_zones,        ///< what wins after a pass, if the reply is outside its zone: no replay then
  each_by_itself,  ///< only what is replayed or found with that reply on the board
};

class ReplyMethod;

class ReplySearch {
 public:
  /// `effort` is how many nodes one search may make. Answers are the same with zones and without, but where a
  /// replay comes to its limit. require: is_board_size(size).
  ReplySearch(RuleSet rule, int size, std::uint32_t effort, Answers answers = Answers::by_zones);
  ~ReplySearch();
  ReplySearch(ReplySearch&&) noexcept;
  ReplySearch& operator=(ReplySearch&&) noexcept;

  /// Has the attacker, to move at an OR position, a winning threat sequence? With reductions, then without.
  [[nodiscard]] SearchResult win(const Position& or_position, Color attacker);
  /// The first move of a winning threat sequence of the defender, who is to move at an AND position; nothing
  /// where one search finds none.
  [[nodiscard]] std::optional<Square> refutation(const Position& and_position);

  /// Sets the position to whose replies answer() answers. require: the defender is to move.
  void set_and_position(const Position& and_position, Color attacker);
  /// Those of the replies of which answer() would say `replayed` without a look at the board, as they are
  /// outside the zone of what is known. All together take less time than one by one. require: as for
  /// answer().
  [[nodiscard]] SquareSet answered_at_once(const SquareSet& replies) const;
  /// Is the reply lost, and to what? require: the square is empty at the AND position, the reply is legal
  /// and makes no five; set_and_position() was the last call but for others of answer() and sequence().
  [[nodiscard]] ReplyAnswer answer(Square reply);
  /// The sequence that wins, after answer() said that a reply is lost.
  [[nodiscard]] ThreatSequence sequence();

 private:
  std::unique_ptr<ReplyMethod> method_;
};

}  // namespace fiveproof::dbsearch
