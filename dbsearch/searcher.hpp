// The one search that solver and verifier share: is there a winning threat sequence here?
//
// It is dependency-based search after Allis 1994, 5.3, for free-style and standard rules and White in renju,
// with replay: does a
// *given* sequence win on *this* board? Every win that search reports has passed replay, and replay assumes
// nothing about where a sequence came from: it recomputes every precondition, extension and defence on the
// real board. Both may miss a win; neither may invent one. The argument is in spec/verification.md.
//
//     Searcher searcher(RuleSet::freestyle, 15);
//     searcher.set_position(position, Color::black);         // the attacker is to move
//     auto result = searcher.search({});
//     if (result.win) std::cout << to_text(result.sequence, 15);
//     searcher.put(Color::white, Square(3, 3));               // another board: one more defender stone
//     bool still = searcher.replay(result.sequence);          // takes about a microsecond
//     searcher.undo();
//
// A Searcher is used by one thread at a time; any number of them can run side by side.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "dbsearch/threat.hpp"
#include "game/position.hpp"

namespace fiveproof::dbsearch {

/// Limits and heuristics of a search. The heuristics are those of Allis 1994, 5.3.4; none of them
/// touches the search for defences.
struct SearchOptions {
  int max_category = 2;            ///< 0, 1 or 2: only threats up to this category
  std::uint32_t node_limit = 200;  ///< attacker nodes (threats and combinations) per search
  bool global_refutation = true;   ///< stop after a level once more than T sequences were refuted
  std::uint32_t refutations = 10;  ///< T
  bool category_reduction = true;  ///< while the defender has a threat of category c, only threats below c
  bool restricted_threes = true;   ///< no three with 3 replies where one with 2 replies applies
};

/// The options without the heuristics that can hide a win because of an irrelevant stone:
/// the verifier's last resort.
[[nodiscard]] inline SearchOptions without_reductions(SearchOptions options) {
  options.global_refutation = false;
  options.category_reduction = false;
  return options;
}

struct SearchResult {
  bool win = false;
  /// There is no win, and a limit (on nodes, or on a defensive search) or T cut the search short: not finding
  /// a win says less than it could.
  bool cut_short = false;
  std::uint32_t nodes = 0;            ///< attacker nodes made
  std::uint32_t defensive_nodes = 0;  ///< positions looked at in defensive searches
  std::uint32_t refuted = 0;          ///< potential winning threat sequences that were refuted
  ThreatSequence sequence;            ///< when `win`: complete, in the order of play
};

class Searcher {
 public:
  /// require: is_board_size(size).
  Searcher(RuleSet rule, int size);
  ~Searcher();
  Searcher(Searcher&&) noexcept;
  Searcher& operator=(Searcher&&) noexcept;

  [[nodiscard]] RuleSet rule() const;
  [[nodiscard]] int size() const;

  // -- setup --
  /// The stones of `position`; its side to move is ignored: `attacker` is the side to move in search and
  /// replay, the other side is the defender. require: position.size() == size().
  void set_position(const Position& position, Color attacker);
  /// Puts one more stone. require: the square is empty.
  void put(Color c, Square s);
  /// Takes back the last put(). require: there is one since set_position().
  void undo();

  // -- ask; the board is the same afterwards --
  /// Searches for a winning threat sequence. A position that holds a five of either
  /// side is over and has none.
  /// require: !has_forbidden_moves(rule(), attacker), for whom a sequence that is replayed proves nothing.
  [[nodiscard]] SearchResult search(const SearchOptions& options);
  /// Is told the sequences that might win, and says which of them does; or that it wants no more of them,
  /// which cuts the search short.
  enum class Judgement : std::uint8_t { wins, does_not, no_more };
  using Judge = std::function<Judgement(const ThreatSequence&)>;
  /// The same for any attacker. A sequence wins if the judge says so, or if replay does whose word can be
  /// relied on; where it can't, the judge is told what it would confirm.
  [[nodiscard]] SearchResult search(const SearchOptions& options, const Judge& judge);
  /// Does the attacker, to move, win by this sequence whatever the defender does? An incomplete,
  /// inapplicable or malformed sequence is simply `false`.
  /// require: !has_forbidden_moves(rule(), attacker).
  [[nodiscard]] bool replay(std::span<const Threat> sequence);
  /// For a sequence with which replay() says yes here: after one more defender stone on any square outside
  /// the set replay() says yes again (dbsearch/related.hpp). The set includes occupied squares.
  [[nodiscard]] SquareSet related_squares(std::span<const Threat> sequence) const;
  /// A smaller set of which the same is true (dbsearch/zone.hpp). require: replay() says yes here, or with
  /// more defender stones.
  [[nodiscard]] SquareSet zone_of(std::span<const Threat> sequence) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fiveproof::dbsearch
