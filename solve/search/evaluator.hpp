// What the searches for threats say about one position of a proof (Allis 1994, 5.4.2: null move, related
// squares; these are zones here, dbsearch/zone.hpp).
//
// Sequences that were found are tried again before anything is searched: at the same position after other
// replies, and at other positions after the same move of the attacker, because they often differ by one stone
// that does not matter. Replay takes a hundredth of the time of a search.
//
// There are two of them, as in dbsearch/reply_search.hpp: by db-search, and, where there are forbidden
// points, by lines of fours and threes that are played out.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "game/position.hpp"
#include "game/rules.hpp"
#include "solve/search/settings.hpp"

namespace fiveproof::solve {

/// One per thread. What it says of a position may depend on what it was asked before: sequences that it
/// remembers can win where a search does not find one. All wins are real.
class Evaluator {
 public:
  [[nodiscard]] static std::unique_ptr<Evaluator> of(RuleSet rule, int size, Color attacker,
                                                     const Settings& settings);
  virtual ~Evaluator() = default;

  /// Has the attacker a winning threat sequence? require: he is to move.
  [[nodiscard]] bool attacker_wins(const Position& position);
  /// Has the defender a winning threat sequence, or can the attacker win no more? require: the defender is to
  /// move.
  [[nodiscard]] bool attacker_has_lost(const Position& and_position);
  /// Does the attacker win if the defender passes? `last`: the attacker's last move, if there is one.
  [[nodiscard]] bool is_threat(const Position& and_position, std::optional<Square> last);
  /// An estimate of how many legal replies that win does not answer. require: is_threat() was true for this
  /// position, and no other was asked about since.
  [[nodiscard]] virtual int replies_left(const Position& and_position) = 0;
  /// The first `most` of `replies` that no winning threat sequence answers.
  struct Replies {
    std::vector<Square> open;
    std::size_t looked_at = 0;  ///< so many of `replies`, from the first on
    int left = 0;               ///< others that no sequence found so far answers
  };
  /// `replies`: legal ones. `needs_no_search(reply)` is asked before a reply is searched; such a reply is
  /// counted as open.
  [[nodiscard]] Replies open_replies(const Position& and_position, std::optional<Square> last,
                                     std::span<const Square> replies, std::size_t most,
                                     const std::function<bool(Square)>& needs_no_search);
  /// All legal replies that no winning threat sequence answers, in the order of ordered_replies().
  [[nodiscard]] std::vector<Square> open_replies(const Position& and_position, std::optional<Square> last);

  /// Searches for threats since construction: the unit of work.
  [[nodiscard]] std::uint64_t searches() const { return searches_; }

 protected:
  Evaluator(RuleSet rule, Color attacker, const Settings& settings)
      : rule_(rule), attacker_(attacker), settings_(settings) {}

  /// Sets the position of which the next questions are.
  virtual void set_position(const Position& position) = 0;
  /// Is a sequence found with which the attacker wins from there, being to move?
  [[nodiscard]] virtual bool search_wins() = 0;
  /// Is one found for the defender, who is to move?
  [[nodiscard]] virtual bool defender_wins(const Position& and_position) = 0;
  /// Does the attacker win from there if the defender passes? Remembers by what.
  [[nodiscard]] virtual bool find_null_move_win(std::optional<Square> last) = 0;
  /// Is the reply answered by what is known, without being put on the board?
  [[nodiscard]] virtual bool is_answered(Square reply) const = 0;
  virtual void put_reply(Square reply) = 0;
  virtual void undo_reply() = 0;
  /// With the reply on the board: does a sequence win that is known?
  [[nodiscard]] virtual bool is_replayed(Square reply, std::optional<Square> last) = 0;
  /// With the reply on the board: is one found?
  [[nodiscard]] virtual bool is_found(std::optional<Square> last) = 0;

  /// What won after each move of the attacker, and without one.
  template <class Memory>
  using ByMove = std::array<Memory, Square::count + 1>;
  [[nodiscard]] static std::size_t place_of(std::optional<Square> last) {
    return last ? static_cast<std::size_t>(last->number()) : Square::count;
  }

  RuleSet rule_;
  Color attacker_;
  Settings settings_;
  std::uint64_t searches_ = 0;
};

/// By winning threat sequences and their replay. require: no forbidden moves under the rule set.
[[nodiscard]] std::unique_ptr<Evaluator> threat_evaluator(RuleSet rule, int size, Color attacker,
                                                          const Settings& settings);
/// By dbsearch/exact_search.hpp.
[[nodiscard]] std::unique_ptr<Evaluator> exact_evaluator(RuleSet rule, int size, Color attacker,
                                                         const Settings& settings);

}  // namespace fiveproof::solve
