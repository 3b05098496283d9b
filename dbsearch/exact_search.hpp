// Wins under rules with forbidden points: fours first, then threes played out against every reply that
// matters.
//
// "The defender plays all cost squares at once" proves nothing here, as a stone too many can make a forbidden
// point allowed or an allowed one forbidden. So db-search only proposes moves, and what they are worth is
// seen on real boards: after a move of the attacker there is a line of fours that would win if the defender
// passed; a reply that none of its steps reads leaves it as it is (Vcf::squares_read), all others are played.
// The argument is in spec/renju.md. It holds for every rule set.
//
//     ExactSearch search(RuleSet::renju, 15, effort);
//     search.set_position(position, Color::black);
//     if (search.search().win) ...
//
// An ExactSearch is used by one thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dbsearch/searcher.hpp"
#include "dbsearch/vcf.hpp"

namespace fiveproof::dbsearch {

struct ExactResult {
  bool win = false;
  bool cut_short = false;   ///< there is no win, and a limit ended a search
  std::uint32_t nodes = 0;  ///< of the searches for fours and for threats
  bool by_fours = false;    ///< when `win`: `fours` wins, else `threats`
  FourLine fours;
  ThreatSequence threats;  ///< what db-search proposed: the winning moves are among its gains
  /// The moves of either.
  [[nodiscard]] std::vector<Square> moves() const;
};

/// A move of the attacker, and how he goes on after some replies; after all others the next step follows.
struct PlayedStep;
using PlayedSteps = std::vector<PlayedStep>;
struct PlayedBranch {
  Square reply;
  PlayedSteps steps;
};
struct PlayedStep {
  Square move;
  std::vector<PlayedBranch> branches = {};
};

/// How proposals of db-search are played out.
struct PlayingOut {
  /// How many positions all of one search may take. With 0 threes count only where their replay does, for an
  /// attacker without forbidden moves, and are searched for once, with reductions: a fifteenth of the time
  /// for two thirds of the wins.
  std::uint32_t positions = 500;
  /// Nodes of a search for fours there.
  std::uint32_t fours = 100;
  /// For an attacker with forbidden moves: first what he may play in the order in which db-search has it,
  /// each move being answered on all its cost squares, and the rest when db-search has no more to propose. Of
  /// the former nine in ten win, of the latter one in six, in another order.
  bool allowed_first = false;
};

class ExactSearch {
 public:
  /// How many positions are looked at to see what a proposal is worth; beyond that it is worth nothing.
  static constexpr std::uint32_t replay_limit = 100;
  static constexpr std::uint32_t usual_positions = PlayingOut{}.positions;
  /// `effort`: nodes of one search. require: is_board_size(size).
  ExactSearch(RuleSet rule, int size, std::uint32_t effort, PlayingOut playing_out = {});

  // -- setup; as in Searcher --
  void set_position(const Position& position, Color attacker);
  void put(Color c, Square s);
  void undo();

  // -- ask; the attacker is to move, and the board is the same afterwards --
  [[nodiscard]] ExactResult search();
  /// By fours alone.
  [[nodiscard]] ExactResult search_fours();
  /// Does the attacker win by fours, or by these moves in some order and fours?
  [[nodiscard]] bool wins_with(std::span<const Square> moves);
  /// The same for the gains of threats; for an attacker without forbidden moves their replay will do.
  [[nodiscard]] bool wins_with(const ThreatSequence& threats);
  /// Does the replay of the sequence win, for an attacker without forbidden moves? For others: no.
  [[nodiscard]] bool wins_by_replay(const ThreatSequence& threats);
  /// How he wins by fours, or by these moves and fours; nothing where wins_with() says no. `like`: how that
  /// was done on a board of much the same stones, which is tried first, as it takes less time. `positions`:
  /// how many it may take; a search that knew after which replies other proposals fail may have needed fewer.
  [[nodiscard]] std::optional<PlayedSteps> play_out(std::span<const Square> moves,
                                                    const PlayedSteps& like = {},
                                                    std::uint32_t positions = replay_limit);
  /// The same for the gains of threats; nothing where their replay alone wins.
  [[nodiscard]] std::optional<PlayedSteps> play_out(const ThreatSequence& threats,
                                                    const PlayedSteps& like = {},
                                                    std::uint32_t positions = replay_limit);
  [[nodiscard]] Vcf& fours() { return vcf_; }

 private:
  /// What the proposals of one search have come to.
  struct Proposals {
    std::uint32_t positions_left;
    bool gave_up = false;  ///< a limit ended the playing out of one
    /// What came to nothing or was put off, for whatever order of its moves; some of them alone come to
    /// nothing either. Several searches propose much the same.
    std::vector<SquareSet> seen = {};
    std::vector<ThreatSequence> put_off = {};
  };
  [[nodiscard]] Searcher::Judgement judge(const ThreatSequence& threats, Proposals& proposals);
  [[nodiscard]] bool wins_within_limit(std::span<const Square> moves, Proposals& proposals);
  [[nodiscard]] bool is_allowed_in_order(const ThreatSequence& threats);
  [[nodiscard]] bool wins_within_limit(std::span<const Square> moves);
  // `moves` are those that are left; how it is won is appended to `steps` where that is not null. `like` are
  // steps that won on another board, none where nothing is known.
  using Like = std::span<const PlayedStep>;
  [[nodiscard]] bool attacker_to_move(std::vector<Square>& moves, Like like, PlayedSteps* steps);
  [[nodiscard]] bool wins_like(Like like, std::vector<Square>& moves, PlayedSteps* steps);
  [[nodiscard]] bool wins_by_move(std::size_t i, std::vector<Square>& moves, Like like, PlayedSteps* steps);
  [[nodiscard]] bool wins_after(Square move, std::vector<Square>& moves, Like like, PlayedSteps* steps);
  [[nodiscard]] bool defender_to_move(std::vector<Square>& moves, Like like, PlayedSteps* steps);
  [[nodiscard]] std::optional<FourLine> fours_after_pass(Like like);
  void play(Color c, Square s);
  void take_back(Square s);

  RuleSet rule_;
  SearchOptions options_;
  Vcf vcf_;
  Searcher searcher_;
  Position position_;  ///< the same stones
  Color attacker_ = Color::black;
  std::vector<Square> puts_;
  PlayingOut playing_out_;
  std::uint32_t positions_left_ = 0;
  /// Replies after which a proposal came to nothing, the last first. They are tried before others: what held
  /// once holds often again. No search knows those of another, so that answers do not depend on what was
  /// asked before.
  std::vector<Square> held_;
};

}  // namespace fiveproof::dbsearch
