// Wins by force: a five, continuous fours, a winning threat sequence; found, and played to the end.
//
// A win that was found is known from then on. At the next move what is left of it is tried before there is
// another search, so that a win comes closer with every move but those by which the attacker parries a four.
// Each move that is named wins by the word of dbsearch on the very board on which it is played: nothing is
// taken on trust from the move before.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dbsearch/exact_search.hpp"
#include "dbsearch/searcher.hpp"
#include "dbsearch/vcf.hpp"
#include "engine/clock.hpp"
#include "game/position.hpp"

namespace fiveproof::engine {

/// How a win is made.
enum class WinKind : std::uint8_t { five, fours, threats };

struct Win {
  WinKind kind = WinKind::five;
  Square move;
  dbsearch::FourLine fours = {};          ///< of fours: `move` and the others
  dbsearch::ThreatSequence threats = {};  ///< of threats, where replay says that it wins
  std::vector<Square> moves = {};         ///< else, of an attacker with forbidden points: to be played out
};

/// "five h8", "fours h8 i9", "four e15 (d15), straight four i8".
[[nodiscard]] std::string text_of(const Win& win, int size);

/// How much may be looked for.
struct WinEffort {
  std::uint32_t fours = 2'000;   ///< nodes of the search for fours
  std::uint32_t threats = 1000;  ///< attacker nodes of db-search, as with verify
  bool fully = true;             ///< without the reductions, too, where the search with them finds nothing
};

class WinningPlay {
 public:
  /// require: is_board_size(size).
  WinningPlay(RuleSet rule, int size);

  /// How the side to move wins, if it is seen. Searches get no larger than the time allows. require: nobody
  /// has a five, and the board has the size.
  [[nodiscard]] std::optional<Win> find(const Position& position, const Thought& thought,
                                        const WinEffort& effort);
  /// Remembers a sequence that somebody else has found for the side to move, and says its first move if it
  /// wins here.
  [[nodiscard]] std::optional<Win> adopt(const Position& position, const dbsearch::ThreatSequence& sequence);
  /// Takes over what another one has found for that side.
  void know(Color attacker, Win win) {
    attacker_ = attacker;
    known_ = std::move(win);
  }
  /// Would the side that is not to move win if the other one passed? Nothing is remembered.
  [[nodiscard]] std::optional<Win> threat_against(const Position& position, const Thought& thought,
                                                  const WinEffort& effort);
  /// The squares on which a stone of the other side could spoil the win, its own moves among them.
  [[nodiscard]] SquareSet squares_of(const Position& position, Color attacker, const Win& win);

 private:
  [[nodiscard]] std::optional<Win> known_fours(const Position& position);
  [[nodiscard]] std::optional<Win> known_threats(const Position& position);
  [[nodiscard]] std::optional<Win> known_moves(const Position& position);
  [[nodiscard]] std::optional<Win> search_fours(const Position& position, Color attacker,
                                                const Thought& thought, std::uint32_t most);
  [[nodiscard]] std::optional<Win> search_beyond_fours(const Position& position, Color attacker,
                                                       const Thought& thought, const WinEffort& effort);
  [[nodiscard]] std::optional<Win> search_threats(const Position& position, Color attacker,
                                                  const Thought& thought, const WinEffort& effort);
  [[nodiscard]] std::optional<Win> search_exactly(const Position& position, Color attacker,
                                                  const Thought& thought, const WinEffort& effort);
  [[nodiscard]] std::optional<Win> remembered(const Position& position, std::optional<Win> win);

  RuleSet rule_;
  int size_;
  dbsearch::Vcf vcf_;
  dbsearch::Searcher searcher_;
  std::optional<Win> known_;       ///< the last that was found
  Color attacker_ = Color::black;  ///< who has it
};

}  // namespace fiveproof::engine
