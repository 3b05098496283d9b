// What has won after earlier replies at an AND position, and in which order it is tried after the next one.
//
// Fours come first, as it takes least to see whether they win; then threats, which are played out, and of
// these only the first few. Of either the most recently successful come first. Whoever answers replies under
// rules with forbidden points goes by this order: ReplySearch and the guide of the kernel, so that both
// levels of trust leave much the same.
#pragma once

#include <cstdint>
#include <list>
#include <utility>

#include "dbsearch/exact_search.hpp"

namespace fiveproof::dbsearch {

/// `Note`: what its user keeps with each win.
template <class Note>
class KnownWins {
 public:
  /// What a win came by when it was tried last.
  enum class By : std::uint8_t { fours, replay, played, nothing };
  struct Win {
    By by = By::nothing;
    FourLine fours = {};
    ThreatSequence threats = {};  ///< unless it wins by fours
    PlayedSteps played = {};      ///< how the threats won when they were played out last
    Note note = {};
  };

  /// Wins are tried on the board of `search`, which outlives this.
  explicit KnownWins(ExactSearch& search) : search_(search) {}

  /// There is another AND position.
  void clear() {
    fours_.wins.clear();
    threats_.wins.clear();
    begin();
  }
  /// There is another reply on the board: all are to be tried, from the first.
  void begin() {
    for (Kind* kind : {&fours_, &threats_}) kind->next = kind->wins.begin();
    threats_tried_ = 0;
  }
  /// The next that wins on the board as it is, which is the first of its kind from now on; null: there is
  /// none.
  Win* next() {
    for (Kind* kind : {&fours_, &threats_})
      while (kind->next != kind->wins.end()) {
        const auto win = kind->next++;
        if (!holds(*win)) continue;
        kind->wins.splice(kind->wins.begin(), kind->wins, win);
        return &*win;
      }
    return nullptr;
  }
  /// Makes what was found on the board as it is the first of its kind. Threats are played out with so many
  /// positions at most, so that the next reply is played out like this one. require: found.win.
  Win& add(ExactResult found, std::uint32_t positions = ExactSearch::replay_limit) {
    auto& wins = (found.by_fours ? fours_ : threats_).wins;
    wins.push_front(
        {found.by_fours ? By::fours : By::nothing, std::move(found.fours), std::move(found.threats)});
    if (wins.front().by != By::fours) (void)wins_by_threats(wins.front(), positions);
    return wins.front();
  }
  /// Makes these fours, which are known to win on the board as it is, the first. require: they were added.
  Win& prefer(const FourLine& fours) {
    auto win = fours_.wins.begin();
    while (win->fours != fours) ++win;
    fours_.wins.splice(fours_.wins.begin(), fours_.wins, win);
    return fours_.wins.front();
  }

 private:
  struct Kind {
    std::list<Win> wins = {};
    typename std::list<Win>::iterator next = wins.begin();
  };
  /// More threats are not tried again: seeing what they are worth can take longer than a search.
  static constexpr int tried_again = 3;

  bool holds(Win& win) {
    if (win.by == By::fours) return search_.fours().replay(win.fours);
    return threats_tried_++ < tried_again && wins_by_threats(win, ExactSearch::replay_limit);
  }
  bool wins_by_threats(Win& win, std::uint32_t positions) {
    win.by = By::replay;
    if (search_.wins_by_replay(win.threats)) return true;
    auto played = search_.play_out(win.threats, win.played, positions);
    win.by = played ? By::played : By::nothing;
    if (!played) return false;
    win.played = *std::move(played);
    return true;
  }

  ExactSearch& search_;
  Kind fours_, threats_;
  int threats_tried_ = 0;  ///< for this reply
};

}  // namespace fiveproof::dbsearch
