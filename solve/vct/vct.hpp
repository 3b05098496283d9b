// Wins by threats that are answered one by one: fours (VCF), and threes and quiet moves on the way to them
// (VCT, fukumi).
//
// db-search grants the defender all answers to a threat at once. Here he has one at a time, and the attacker
// may go on differently after each. The attacker plays only moves after which a line of fours would win if
// the defender passed. The defender plays everything that can matter: a reply on a square that this line does
// not read loses to the same line (Vcf::squares_read; spec/renju.md, "Reading"), all others are tried.
//
// The search is df-pn (Nagai 2002) over an explicit graph: a position that is reached in another order is the
// same node, and two are the same where all their squares agree. Numbers begin with a price for each move
// that was played, so that short wins are looked for before long ones.
//
//     Vct vct(RuleSet::renju, 15);
//     const VctResult found = vct.search(position, Color::black, {});
//     if (found.win && !found.steps.empty()) play(found.steps.front().move);
//
// A Vct is used by one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "dbsearch/vcf.hpp"

namespace fiveproof::solve {

struct VctResult;

/// So many nodes take about as long as a db-search, in which work is counted.
inline constexpr std::uint64_t vct_nodes_of_a_search = 32;

struct VctOptions {
  /// How many positions with the attacker to move and how many of his moves may be looked at, together; never
  /// more than `most_nodes`, as all are kept in memory.
  std::uint32_t node_limit = 10'000;
  static constexpr std::uint32_t most_nodes = 1'000'000;
  /// Nodes of one search for fours.
  std::uint32_t fours_limit = 100;
  /// How many moves of a line may be fukumi: neither a four nor a three, but they threaten to win by fours.
  std::uint32_t most_fukumi = 8;
  /// What won at a position that differs by a stone of the defender: its moves are tried first after the same
  /// moves.
  const VctResult* like = nullptr;
};

/// What is played at a position that fours alone do not win.
struct VctStep {
  /// How it goes on after a reply.
  struct Reply {
    Square square;
    std::optional<std::uint32_t> step;  ///< of VctResult::steps; nothing: `fours` win
    dbsearch::FourLine fours;
  };
  Square move;
  dbsearch::FourLine
      after_pass;  ///< the fours that win after a pass, and after every legal reply that is not told of
  std::vector<Reply> replies;
};

struct VctResult {
  bool win = false;
  bool cut_short = false;   ///< there is no win, and a limit ended a search
  std::uint32_t nodes = 0;  ///< looked at, as node_limit counts them
  /// When `win`: what is played at each position, the first of which is that of the question. Empty where
  /// `fours` win there, which are empty themselves where the attacker makes a five.
  std::vector<VctStep> steps;
  dbsearch::FourLine fours;
};

class Vct {
 public:
  /// require: is_board_size(size).
  Vct(RuleSet rule, int size);
  ~Vct();
  Vct(Vct&&) noexcept;
  Vct& operator=(Vct&&) noexcept;

  /// Does the attacker, to move, win by threats? The side to move of `position` is ignored. A position that
  /// holds a five of either side has no win. The same question gets the same answer, whatever was asked
  /// before. require: position.size() is the size.
  [[nodiscard]] VctResult search(const Position& position, Color attacker, const VctOptions& options);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fiveproof::solve
