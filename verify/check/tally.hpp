// A tally counts positions and replies by what became of them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>

namespace fiveproof::verify {

/// A reply is in exactly one of the seven classes below `replies`.
struct Tally {
  std::uint64_t positions = 0;  ///< stored positions, and roots that are not stored
  std::uint64_t leaves = 0;     ///< positions without a move
  std::uint64_t ends = 0;       ///< positions at which the attacker's move makes a five
  std::uint64_t open = 0;       ///< positions with a gap; the frame counts them
  std::uint64_t replies = 0;
  std::uint64_t stored = 0;          ///< the position after the reply is stored
  std::uint64_t replayed = 0;        ///< lost to a sequence known from another reply
  std::uint64_t searched = 0;        ///< lost to a sequence that db-search found
  std::uint64_t searched_fully = 0;  ///< lost to a sequence that db-search found only without reductions
  std::uint64_t excluded = 0;    ///< excluded by one of the kernel's first three lemmas; 0 at level dbsearch
  std::uint64_t unanswered = 0;  ///< not lost, or not looked at because another reply makes a five
  std::uint64_t defender_fives = 0;  ///< the reply makes a five

  Tally& operator+=(const Tally& other);
  bool operator==(const Tally&) const = default;
  /// The replies of the seven classes together; equals `replies` when the tally is right.
  [[nodiscard]] std::uint64_t replies_by_class() const {
    return stored + replayed + searched + searched_fully + excluded + unanswered + defender_fives;
  }
};

/// A tally for each number of stones on the board of a record or root.
using PlyTallies = std::map<int, Tally>;

/// A count of a tally, and what a report calls it.
struct NamedCount {
  const char* name;
  std::uint64_t Tally::*count;
};
/// All counts, in the order of a journal's entries.
inline constexpr std::array<NamedCount, 12> tally_counts = {{
    {"positions", &Tally::positions},
    {"leaves", &Tally::leaves},
    {"ends", &Tally::ends},
    {"open", &Tally::open},
    {"total", &Tally::replies},
    {"stored", &Tally::stored},
    {"replayed", &Tally::replayed},
    {"searched", &Tally::searched},
    {"searched-fully", &Tally::searched_fully},
    {"excluded-by-lemma", &Tally::excluded},
    {"unanswered", &Tally::unanswered},
    {"defender-fives", &Tally::defender_fives},
}};
inline constexpr auto position_counts = std::span(tally_counts).first<4>();
inline constexpr auto reply_counts = std::span(tally_counts).subspan<4>();

inline Tally& Tally::operator+=(const Tally& other) {
  for (const NamedCount& each : tally_counts) this->*each.count += other.*each.count;
  return *this;
}

/// Adds ply by ply.
inline void add_to(PlyTallies& sum, const PlyTallies& more) {
  for (const auto& [stones, tally] : more) sum[stones] += tally;
}

}  // namespace fiveproof::verify
