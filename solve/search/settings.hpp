// How a proof is searched for: the enhancements of Allis 1994, 5.4.2, one switch each, and what came later.
//
// None of them can make a win out of nothing: they say which moves of the attacker are tried, in which order,
// and how much a position is expected to cost. What a search gives up because of them is "not proved", never
// "disproved".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace fiveproof::solve {

/// Settings::vct_nodes, where such a search is wanted.
inline constexpr std::uint32_t usual_vct_nodes = 400;

struct Settings {
  // -- Allis 1994, 5.4.2 --
  bool transpositions = true;    ///< positions equal up to symmetry are one node; always so if exhaustive
  bool related_squares = true;   ///< null move and its zone (dbsearch/zone.hpp); off: every reply is searched
  bool implicit_threats = true;  ///< a move that does not threaten to win is not tried ...
  int quiet_below = 9;           ///< ... unless there are fewer stones than this
  double depth_penalty = 1;      ///< added to frontier numbers per ply (heuristic initialisation)
  int restricted_moves = 10;     ///< tried at an OR position at a time; one that fails makes room for another
  /// In the end every legal move is tried, whatever else is set: only then is a search that fails a disproof.
  bool exhaustive = false;

  // -- later --
  bool weak_numbers = true;    ///< the largest number plus the other open children, instead of the sum
  double order_cost = 2;       ///< an AND position starts with this per bit of surprise at the move
  double next_cost = 4;        ///< what a move that was not looked at is expected to start with beyond that
  double reply_cost = 0.0625;  ///< an AND position starts with this per reply that the null move leaves
  /// The search stays with a child until its number is 1 + epsilon times that of the second best (Pawlewicz
  /// and Lew 2007): at OR positions, at AND positions, and at those after a move that threatens nothing.
  double epsilon = 0;
  double epsilon_and = 0;
  double epsilon_quiet = 1;
  int reply_batch = 8;     ///< so many open replies are looked for before these are answered
  bool simulation = true;  ///< the proof of one reply is tried against the others at once (Kawano 1996)
  int surprises = 2;       ///< at how many replies a simulated position may differ

  std::uint32_t threat_nodes = 200;  ///< node limit of one db-search
  /// Wins by threats that are answered one by one are looked for with so many nodes; 0: not. At each OR
  /// position that the search goes on from; and, where there are forbidden points, at gaps before there are
  /// jobs for them.
  std::uint32_t vct_nodes = 0;
  std::uint32_t vct_gap_nodes = 3000;
};

/// The name of a setting, as in the literature, with what it is and its value in a default Settings.
struct SettingName {
  std::string_view name, meaning;
  std::string value;
};
[[nodiscard]] std::vector<SettingName> setting_names();
/// The assignments that make these settings of default ones, separated by blanks.
[[nodiscard]] std::string assignments_of(const Settings& settings);
/// Takes one assignment: "weak-proof-numbers=off", "restricted-moves=20", "epsilon=0.25". ErrorCode::usage
/// for anything unknown or out of range.
[[nodiscard]] Status set(Settings& settings, const std::string& assignment);

}  // namespace fiveproof::solve
