// What db-search says about one position of a proof (Allis 1994, 5.4.2: null move, related squares).
//
// Sequences that were found are tried again before anything is searched: at the same position after other
// replies (iterated related squares), and at other positions after the same move of the attacker, because
// they often differ by one stone that does not matter. Replay takes a hundredth of the time of a search.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dbsearch/searcher.hpp"
#include "game/position.hpp"
#include "solve/search/settings.hpp"

namespace fiveproof::solve {

/// One per thread. What it says of a position may depend on what it was asked before: sequences that it
/// remembers can win where a search does not find one. All wins are real.
class Evaluator {
 public:
  Evaluator(RuleSet rule, int size, Color attacker, const Settings& settings);

  /// Has the attacker a winning threat sequence? require: he is to move.
  [[nodiscard]] bool attacker_wins(const Position& position);
  /// Has the defender a winning threat sequence, or can the attacker make no five any more? require: the
  /// defender is to move.
  [[nodiscard]] bool attacker_has_lost(const Position& and_position);
  /// Does the attacker win if the defender passes? `last`: the attacker's last move, if there is one.
  [[nodiscard]] bool is_threat(const Position& and_position, std::optional<Square> last);
  /// An estimate of how many legal replies that win does not answer. require: is_threat() was true for this
  /// position, and no other was asked about since.
  [[nodiscard]] int replies_left(const Position& and_position);
  /// The first `most` of `replies` that no winning threat sequence answers.
  struct Replies {
    std::vector<Square> open;
    std::size_t looked_at = 0;  ///< so many of `replies`, from the first on
    int left = 0;               ///< others that no sequence found so far answers
  };
  /// `replies`: legal ones. `needs_no_search(reply)` is asked before a reply is searched; such a reply is
  /// counted as open.
  template <class NeedsNoSearch>
  [[nodiscard]] Replies open_replies(const Position& and_position, std::optional<Square> last,
                                     std::span<const Square> replies, std::size_t most,
                                     NeedsNoSearch needs_no_search);
  /// All legal replies that no winning threat sequence answers, in the order of ordered_replies().
  [[nodiscard]] std::vector<Square> open_replies(const Position& and_position, std::optional<Square> last);

  /// db-searches since construction: the unit of work.
  [[nodiscard]] std::uint64_t searches() const { return searches_; }

 private:
  struct Known {
    dbsearch::ThreatSequence sequence;
    SquareSet needed;    ///< a stone on any of these spoils it
    SquareSet required;  ///< the attacker's stones it is built on
    SquareSet related;   ///< outside these it wins at the position that is looked at, whatever the reply
  };
  static constexpr std::size_t remembered = 16;  ///< sequences per move of the attacker

  using Memory = std::vector<Known>;
  [[nodiscard]] Memory& memory_of(std::optional<Square> last) {
    return memory_[last ? static_cast<std::size_t>(last->number()) : Square::count];
  }
  void set_position(const Position& position);
  [[nodiscard]] bool find_null_move_win(std::optional<Square> last);
  [[nodiscard]] Known known(dbsearch::ThreatSequence sequence) const;
  /// Could a remembered sequence work at this position? This says no to most without a replay.
  [[nodiscard]] bool fits(const Known& k) const {
    return !k.needed.intersects(occupied_) && (k.required - own_).empty();
  }
  [[nodiscard]] bool answers(Square reply) const;
  [[nodiscard]] bool replay_known(Square reply);
  [[nodiscard]] bool replay_remembered(Square reply, Memory& memory);
  [[nodiscard]] bool search_reply(Memory& memory);
  static void remember(Memory& memory, const Known& known);

  Color attacker_;
  Settings settings_;
  dbsearch::SearchOptions options_;
  dbsearch::Searcher searcher_;
  dbsearch::Searcher defence_;
  SquareSet own_, occupied_;  ///< stones at the position that is looked at: the attacker's, and all
  std::vector<Known> known_;  ///< the sequences found for that position, most useful first
  std::array<Memory, Square::count + 1> memory_;
  std::uint64_t searches_ = 0;
};

template <class NeedsNoSearch>
Evaluator::Replies Evaluator::open_replies(const Position& and_position, std::optional<Square> last,
                                           std::span<const Square> replies, std::size_t most,
                                           NeedsNoSearch needs_no_search) {
  Replies found;
  set_position(and_position);
  Memory& memory = memory_of(last);
  if (settings_.related_squares) (void)find_null_move_win(last);
  for (; found.looked_at < replies.size() && found.open.size() < most; ++found.looked_at) {
    const Square s = replies[found.looked_at];
    if (answers(s)) continue;
    searcher_.put(opponent(attacker_), s);
    if (!replay_known(s) && !replay_remembered(s, memory) && (needs_no_search(s) || !search_reply(memory)))
      found.open.push_back(s);
    searcher_.undo();
  }
  for (Square s : replies.subspan(found.looked_at)) found.left += !answers(s);
  return found;
}

}  // namespace fiveproof::solve
