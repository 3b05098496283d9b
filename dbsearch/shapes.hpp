// The forms that a threat can take around its gain square, and the table that finds
// the applicable ones at once.
//
// Seen from the gain square, the operators of Allis 1994, 5.3.2, are 44 shapes: masks along one line, the
// same for every direction and place. Which of them apply depends only on the squares up to four steps away
// (five where one more stone spoils a five, because of the extensions), each of which is own, blocked or
// neither. That makes a number in base 3, and the table lists the applicable shapes for every such number.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dbsearch/threat.hpp"
#include "game/five_kind.hpp"

namespace fiveproof::dbsearch {

/// The masks of a Threat without its place. Bit Threat::center is the gain square.
struct Shape {
  ThreatKind kind;
  Threat::Mask line, rest, cost, extension;

  [[nodiscard]] Threat at(Square gain, Direction direction) const {
    return {kind, direction, gain, line, rest, cost, extension};
  }
};

/// All 44 shapes: 5 five, 4 straight four, 20 four, 6 broken three, 3 and 6 three.
[[nodiscard]] std::span<const Shape> all_shapes();

/// Is `threat` one of the shapes, with no mask altered? Replay refuses anything else.
[[nodiscard]] bool is_well_formed(const Threat& threat);

/// Do the preconditions of `threat` hold? `own` (attacker stones) and `blocked` (defender stones and squares
/// off the board) are 13-bit words around the gain square, which is bit Threat::center.
[[nodiscard]] inline bool applies(const Threat& threat, std::uint32_t own, std::uint32_t blocked,
                                  FiveKind five) {
  const std::uint32_t must_be_empty = threat.line & ~threat.rest;
  return (own & threat.rest) == threat.rest && ((own | blocked) & must_be_empty) == 0 &&
         !(is_spoiled_by_one_more(five) && (own & threat.extension) != 0);
}

/// Finds the applicable shapes by look-up in a table.
class ShapeTable {
 public:
  /// The number of a shape, and whether it is a three with 3 replies whose stones also make an applicable
  /// three with 2 replies (Allis 1994, 5.3.4: restricted threes).
  struct Entry {
    std::uint8_t shape : 7;
    std::uint8_t dominated : 1;
  };

  /// The table for a kind of five; built once, shared, never changed. Whether a gain is forbidden is not
  /// asked here.
  [[nodiscard]] static const ShapeTable& of(FiveKind five);
  [[nodiscard]] static const ShapeTable& of(RuleSet rule, Color attacker) {
    return of(five_kind(rule, attacker));
  }

  /// The shapes applicable with this neighbourhood; fives first, then straight fours, fours, threes.
  /// require: the gain square is empty; words as in applies().
  [[nodiscard]] std::span<const Entry> applicable(std::uint32_t own, std::uint32_t blocked) const {
    const std::uint32_t key = digits_[(own >> low_) & mask_] + 2u * digits_[(blocked >> low_) & mask_];
    return {entries_.data() + first_[key], entries_.data() + first_[key + 1]};
  }

 private:
  explicit ShapeTable(FiveKind five);

  int radius_;                         // 4 or 5
  int low_;                            // lowest bit of the neighbourhood in a 13-bit word
  std::uint32_t mask_;                 // the lowest 2 * radius + 1 bits
  std::vector<std::uint32_t> digits_;  // for each word its bits without the centre, as a number in base 3
  std::vector<std::uint32_t> first_;
  std::vector<Entry> entries_;
};

/// What one stone of a side takes part in along one line. Extensions are not looked at, as in free-style.
struct StoneTies {
  /// How many own stones the fullest window of five has that holds the stone and no
  /// blocked square; 0: there is none.
  std::uint32_t fullest_window : 3;
  /// Whether a straight four is one move away (a three or broken three of Allis, this stone included).
  std::uint32_t has_three : 1;
  /// Windows of five that hold the stone, two more and no blocked square: bit i for the window that begins
  /// 4 - i squares before the stone.
  std::uint32_t windows_of_three : 5;
  /// Windows of five that hold the stone, none blocked, and at least two, three and four stones, this one
  /// included: five bits for each number, laid out as in windows_of_three.
  std::uint32_t filled_windows : 15;
  /// Windows of five that hold the stone and no blocked square, laid out as in windows_of_three.
  std::uint32_t open_windows : 5;

  /// Windows with at least `least` stones, which is 2, 3 or 4.
  [[nodiscard]] std::uint32_t windows_with(int least) const {
    return filled_windows >> (5 * (least - 2)) & 31u;
  }
};

/// Looks up the ties of a stone by its neighbourhood of four squares to either side.
class TieTable {
 public:
  [[nodiscard]] static const TieTable& instance();
  /// The ties of the stone in the middle. require: words as in applies(), `own` being
  /// those of the stone's side.
  [[nodiscard]] StoneTies at(std::uint32_t own, std::uint32_t blocked) const {
    return ties_[digits_[(own >> 2) & 511u] + 2u * digits_[(blocked >> 2) & 511u]];
  }

 private:
  TieTable();
  std::vector<std::uint16_t> digits_;
  std::vector<StoneTies> ties_;
};

}  // namespace fiveproof::dbsearch
