// Positions built to break db-search: a claim that looks like a winning threat sequence and is not one.
//
// Each fixture is checked twice. The oracle confirms that the defender really refutes the claimed moves, so
// the fixture itself is right; then replay must reject the claim. The sibling position lacks the defender's
// resource: there the oracle confirms the claim and replay must accept it.
//
//   X attacker, O defender; in the sibling position o and x are taken away and + is an attacker's stone.
//
// Patterns of threats are those of dbsearch/threat.hpp, in the direction of the line (upwards where there is
// an up):
//   X rest, g gain, c cost, _ empty.
#include <catch2/catch.hpp>

#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "dbsearch/searcher.hpp"
#include "game/notation.hpp"
#include "tests/oracle/oracle.hpp"

namespace fiveproof::oracle {
namespace {

using dbsearch::Threat;
using dbsearch::ThreatKind;
using dbsearch::ThreatSequence;
using enum Direction;

Threat make_threat(ThreatKind kind, Direction direction, const std::string& gain, std::string_view pattern) {
  Threat threat;
  threat.kind = kind;
  threat.direction = direction;
  threat.gain = parse_square(gain, 20).value();
  const int gain_at = static_cast<int>(pattern.find('g'));
  const auto bit = [gain_at](int i) {
    return static_cast<Threat::Mask>(1u << (Threat::center + i - gain_at));
  };
  const int length = static_cast<int>(pattern.size());
  for (int i = 0; i < length; ++i) {
    threat.line |= bit(i);
    if (pattern[static_cast<std::size_t>(i)] == 'X') threat.rest |= bit(i);
    if (pattern[static_cast<std::size_t>(i)] == 'c') threat.cost |= bit(i);
  }
  threat.extension = static_cast<Threat::Mask>(bit(-1) | bit(length));
  return threat;
}

Threat straight_four(Direction d, const std::string& gain, std::string_view pattern) {
  return make_threat(ThreatKind::straight_four, d, gain, pattern);
}
Threat four(Direction d, const std::string& gain, std::string_view pattern) {
  return make_threat(ThreatKind::four, d, gain, pattern);
}
Threat broken_three(Direction d, const std::string& gain, std::string_view pattern) {
  return make_threat(ThreatKind::broken_three, d, gain, pattern);
}
Threat three(Direction d, const std::string& gain, std::string_view pattern) {
  return make_threat(ThreatKind::three_two_replies, d, gain, pattern);
}
Threat three_with_three_replies(Direction d, const std::string& gain, std::string_view pattern) {
  return make_threat(ThreatKind::three_three_replies, d, gain, pattern);
}

/// What is not given is as in the fixture.
struct Sibling {
  std::optional<RuleSet> rule = {};
  const char* diagram = nullptr;
  ThreatSequence claim = {};
  /// Replay may reject this true win: it looks at the defence more broadly than the rules need.
  bool may_be_missed = false;
};

struct Fixture {
  const char* name;
  const char* why;
  const char* diagram;
  ThreatSequence claim;
  RuleSet rule = RuleSet::freestyle;
  Sibling sibling = {};
};

// Black attacks. A row that is not drawn is empty; the last line, the letters of the columns, is ignored.
Position position_of(const char* diagram, bool sibling) {
  Position position(15);
  std::istringstream rows(diagram);
  for (int row = 0; rows >> row;)
    for (int column = 0; column < 15; ++column) {
      char c = 0;
      rows >> c;
      FIVEPROOF_ENSURE(std::string_view(".XOxo+").find(c) != std::string_view::npos);
      const Square s(column, row - 1);
      if (c == 'X' || (c == 'x' && !sibling) || (c == '+' && sibling)) position.put(Color::black, s);
      if (c == 'O' || (c == 'o' && !sibling)) position.put(Color::white, s);
    }
  return position;
}

bool replays(const Position& position, RuleSet rule, const ThreatSequence& sequence) {
  dbsearch::Searcher searcher(rule, position.size());
  searcher.set_position(position, Color::black);
  return searcher.replay(sequence);
}

/// A row and a column that cross in h8: the three of the one, then the column.
const ThreatSequence three_to_column = {three(horizontal, "h8", "_cXXgc_"),
                                        straight_four(vertical, "h11", "_XXXg_")};
/// The column, and a row that begins where it ends: with the three, and from the four on.
const ThreatSequence three_to_row = {three(horizontal, "h8", "_cXXgc_"), four(vertical, "h11", "XXXgc"),
                                     straight_four(horizontal, "i11", "_XXXg_")};
const ThreatSequence four_to_row = {four(vertical, "h11", "XXXgc"),
                                    straight_four(horizontal, "i11", "_XXXg_")};

/// Where `three_to_column` wins, White being far away.
const char* const row_and_column = R"(
10 . . . . . . . X . . . . . . .
 9 . . . . . . . X . . . . . . .
 8 . . . . . X X . . . . . . . .
 3 . . . . . . . . . . . . . . O
 1 . . . . . . . . . . . . . . O
   a b c d e f g h i j k l m n o)";

constexpr auto freestyle = RuleSet::freestyle;
constexpr auto standard = RuleSet::standard;

/// Fours with which the defender parries, or wins.
void add_fours_of_the_defender(std::vector<Fixture>& all) {
  all.push_back({"an open three becomes a straight four of the defender",
                 "After h8 White plays m5 and is faster: category 1 against category 2.",
                 R"(
10 . . . . . . . X . . . . . . .
 9 . . . . . . . X . . . . . . .
 8 . . . . . X X . . . . . . . .
 4 . . . . . . . . . . . . O . .
 3 . . . . . . . . . . . . o . .
 2 . . . . . . . . . . . . O . .
   a b c d e f g h i j k l m n o)",
                 three_to_column});
  all.push_back({"a double four of the defender",
                 "m5 is a four in the column and in the row; the answer meets only one of them.",
                 R"(
10 . . . . . . . X . . . . . . .
 9 . . . . . . . X . . . . . . .
 8 . . . . . X X . . . . . . . .
 5 . . . . . . . . . X O O . o .
 4 . . . . . . . . . . . . O . .
 3 . . . . . . . . . . . . O . .
 2 . . . . . . . . . . . . O . .
 1 . . . . . . . . . . . . X . .
   a b c d e f g h i j k l m n o)",
                 three_to_column});
  all.push_back({"a chain of two fours makes a five",
                 "m5 (m6) gives the stone that makes k5 a straight four.",
                 R"(
10 . . . . . . . X . . . . . . .
 9 . . . . . . . X . . . . . . .
 8 . . . . . X X . . . . . . . .
 5 . . . . . . . . . . . O . o .
 4 . . . . . . . . . . . . O . .
 3 . . . . . . . . . . . . O . .
 2 . . . . . . . . . . . . O . .
 1 . . . . . . . . . . . . X . .
   a b c d e f g h i j k l m n o)",
                 three_to_column});
  all.push_back({"a four that also blocks the pending three",
                 "i8 is a four and a reply to the row; after i7 White is to move again and meets the column.",
                 R"(
12 . . . . . . . . X . . . . . .
11 . . . . . . . . O . . . . . .
10 . . . . . . . X o . . . . . .
 9 . . . . . . . X O . . . . . .
 8 . . . . . X X . . . . . . . .
   a b c d e f g h i j k l m n o)",
                 three_to_column});
  all.push_back(
      {"fours occupy both outer squares of the three",
       "d8 (d7) and j8 (j7) leave room for a five on e8-i8 only, no straight four; White is to move again.",
       R"(
12 . . . X . . . . . X . . . . .
11 . . . O . . . . . O . . . . .
10 . . . o . . . X . o . . . . .
 9 . . . O . . . X . O . . . . .
 8 . . . . . X X . . . . . . . .
   a b c d e f g h i j k l m n o)",
       three_to_column});
  all.push_back({"a four occupies the cost square of a later four", "h12 (g12): then h11 is no four.",
                 R"(
12 . . . . . . . . O o O X . . .
11 . . . . . X X . . . . . . . .
10 . . . . . . . X . . . . . . .
 9 . . . . . . . X . . . . . . .
 8 . . . . . X X . . . . . . . .
 7 . . . . . . . O . . . . . . .
   a b c d e f g h i j k l m n o)",
                 three_to_row});
  all.push_back({"a four occupies the gain square of a later four",
                 "h11 (j9): the gain of the four and a rest square of the straight four.",
                 R"(
14 . . . . X . . . . . . . . . .
13 . . . . . O . . . . . . . . .
12 . . . . . . O . . . . . . . .
11 . . . O . X X . . . . . . . .
10 . . . . . . . X o . . . . . .
 9 . . . . . . . X . . . . . . .
 8 . . . . . X X . . . . . . . .
 7 . . . . . . . O . . . . . . .
   a b c d e f g h i j k l m n o)",
                 three_to_row});
  all.push_back({"a four occupies an outer square of the final straight four",
                 "j11 (j10): then i11 has one five square left.",
                 R"(
15 . . . . . . . . . X . . . . .
14 . . . . . . . . . O . . . . .
13 . . . . . . . . . o . . . . .
12 . . . . . . . . . O . . . . .
11 . . . O . X X . . . . . . . .
10 . . . . . . . X . . . . . . .
 9 . . . . . . . X . . . . . . .
 8 . . . . . X X . . . . . . . .
 7 . . . . . . . O . . . . . . .
   a b c d e f g h i j k l m n o)",
                 three_to_row});
}

/// Replies to a threat that threaten themselves.
void add_replies_that_threaten(std::vector<Fixture>& all) {
  all.push_back({"the reply to a four completes a four of the defender",
                 "h12 threatens g12; i11 does not block it.",
                 R"(
12 . . . . . . . . O o O X . . .
11 . . . . . X X . . . . . . . .
10 . . . . . . . X . . . . . . .
 9 . . . . . . . X . . . . . . .
 8 . . . . . . . X . . . . . . .
 7 . . . . . . . O . . . . . . .
   a b c d e f g h i j k l m n o)",
                 four_to_row});
  all.push_back({"the reply to a four makes a five of the defender",
                 "White had a five square all along: h12.",
                 R"(
12 . . . . . . . . O o o O X . .
11 . . . . . X X . . . . . . . .
10 . . . . . . . X . . . . . . .
 9 . . . . . . . X . . . . . . .
 8 . . . . . . . X . . . . . . .
 7 . . . . . . . O . . . . . . .
   a b c d e f g h i j k l m n o)",
                 four_to_row});
  all.push_back({"the reply completes a straight four, the next gain blocks one end",
                 "h12 makes a straight four; g12 blocks it on one side only. With l12 taken the claim holds.",
                 R"(
12 . . . . . . . . O O O + . . .
10 . . . . . . . X X . . . . . .
 9 . . . . . . . X . X . . . . .
 8 . . . . . . . X . . . . . . .
 7 . . . . . . . O . . . . . . .
   a b c d e f g h i j k l m n o)",
                 {four(vertical, "h11", "XXXgc"), straight_four(antidiagonal, "g12", "_gXXX_")}});
  all.push_back({"the reply completes two fours",
                 "h12 is a four in the row and in the diagonal: five squares g12 and d8.",
                 R"(
13 . . . . . . . . X . . . . . .
12 . . . . . . . . O O O X . . .
11 . . . . . . O . . . . . . . .
10 . . . . . o . X X . . . . . .
 9 . . . . O . . X . X . . . . .
 8 . . . . . . . X . . . . . . .
 7 . . . . . . . O . . . . . . .
   a b c d e f g h i j k l m n o)",
                 {four(vertical, "h11", "XXXgc"), straight_four(antidiagonal, "g12", "_gXXX_")}});
  all.push_back({"the reply to a three completes a four of the defender",
                 "e8 makes e5-e8; the next move is no five and does not block both ends.",
                 R"(
10 . . . . . . . X . . . . . . .
 9 . . . . . . . X . . . . . . .
 8 . . . . . X X . . . . . . . .
 7 . . . . o . . . . . . . . . .
 6 . . . . O . . . . . . . . . .
 5 . . . . O . . . . . . . . . .
 3 . . . . X . . . . . . . . . .
   a b c d e f g h i j k l m n o)",
                 three_to_column});
  all.push_back({"figure 5.5: a four outlives the reply that it delayed",
                 "k10 (k9), then i8 as reply; h11 is a four, but its reply h7 makes h7 i8 j9 k10.",
                 R"(
14 . . . . . . . . . . X . . . .
13 . . . . . . . . . . O . . . .
12 . . . . . . . O . . O . . . .
11 . . . . . X X . . . O . . . .
10 . . . . . . . X . . . . . . .
 9 . . . . . . . X . o . . . . .
 8 . . . . . X X . . . . . . . .
 6 . . . . . . . O . . . . . . .
   a b c d e f g h i j k l m n o)",
                 {three(horizontal, "h8", "_cXXgc_"), four(vertical, "h11", "cXXXg"),
                  straight_four(horizontal, "i11", "_XXXg_")}});
  all.push_back({"a four outlives the reply and makes a five against a later four",
                 "k10 (k9), i8 as reply, h7 as reply; with g6 and l11 White is never asked for a block.",
                 R"(
14 . . . . . . . . . . X . . . .
13 . . . . . . . . . . O . . . .
12 . . . . . . . O . . o . . . .
11 . . . . . X X . . . O X . . .
10 . . . . . . . X . . . . . . .
 9 . . . . . . . X . O . . . . .
 8 . . . . . X X . . . . . . . .
 6 . . . . . . . O . . . . . . .
   a b c d e f g h i j k l m n o)",
                 {three(horizontal, "h8", "_cXXgc_"), four(vertical, "h11", "cXXXg"),
                  straight_four(horizontal, "i11", "_XXXg_")}});
}

/// What is a five, and what a four, under the rule sets.
void add_rows_of_six(std::vector<Fixture>& all) {
  all.push_back({"standard: the attacker's four would be a six",
                 "h13 stands beyond the cost square: h12 makes six.",
                 R"(
13 . . . . . . . X . . . . . . .
11 . . . . . X X . . . . . . . .
10 . . . . . . . X . . . . . . .
 9 . . . . . . . X . . . . . . .
 8 . . . . . . . X . . . . . . .
 7 . . . . . . . O . . . . . . .
   a b c d e f g h i j k l m n o)",
                 four_to_row,
                 standard,
                 {.rule = freestyle}});
  all.push_back({"standard: the attacker's straight four has one five square",
                 "d11 stands beyond e11: after f11 e11 makes six, and j11 alone is a five square.",
                 R"(
11 . . . x . . X . X . O . . . .
10 . . . . . . . X . . . . . . .
 9 . . . . . . . X . . . . . . .
 8 . . . . . . . X . . . . . . .
 7 . . . . . . . O . . . . . . .
   a b c d e f g h i j k l m n o)",
                 {four(vertical, "h11", "XXXgc"), straight_four(horizontal, "f11", "_gXXX_")},
                 standard});
  all.push_back({"standard: a stone beyond the three",
                 "k8 and c8 stand beyond the ends: neither e8 nor i8 makes a straight four.",
                 R"(
10 . . . . . . . X . . . . . . .
 9 . . . . . . . X . . . . . . .
 8 . . x . . X X . . . x . . . .
 3 . . . . . . . . . . . . . . O
 1 . . . . . . . . . . . . . . O
   a b c d e f g h i j k l m n o)",
                 three_to_column, standard});
  all.push_back({"free-style: a six of the defender is a five",
                 "m6 is a four in the column, whose five square m4 makes six, and a four in the row.",
                 R"(
10 . . . . . . . X . . . . . . .
 9 . . . . . . . X . . . . . . .
 8 . . . . . X X . . . . . . . .
 7 . . . . . . . . . . . . O . .
 6 . . . . . . . . . X O O . O .
 5 . . . . . . . . . . . . O . .
 3 . . . . . . . . . . . . O . .
 2 . . . . . . . . . . . . O . .
   a b c d e f g h i j k l m n o)",
                 three_to_column,
                 freestyle,
                 {.rule = standard, .may_be_missed = true}});
  all.push_back({"standard: fours force stones onto both extensions of the three itself",
                 "c12 (c8) and k12 (k8): e8 and i8 have one five square each, and White is to move again.",
                 R"(
13 . . X . . . . . . . X . . . .
11 . . O . . . . . . . O . . . .
10 . . o . . . . X . . o . . . .
 9 . . O . . . . X . . O . . . .
 8 . . . . . X X . . . . . . . .
 7 . . X . . . . . . . X . . . .
   a b c d e f g h i j k l m n o)",
                 three_to_column, standard});
  all.push_back({"standard: a four forces a stone onto the extension of a broken three itself",
                 "c12 (c8): then d8 makes six and g8 is no straight four.",
                 R"(
13 . . X . . . . . . . . . . . .
11 . . O . . . . . . . . . . . .
10 . . o . . X . . . . . . . . .
 9 . . O . . X . . . . . . . . .
 8 . . . . X . . X . . . . . . .
 7 . . X . . . . . . . . . . . .
   a b c d e f g h i j k l m n o)",
                 {broken_three(horizontal, "f8", "cXgcXc"), straight_four(vertical, "f11", "_XXXg_")},
                 standard});
  all.push_back({"standard: a four forces a stone onto the extension of a later four",
                 "l13 (h13): then h12 makes six and h11 is no four.",
                 R"(
13 . . . . . . X . O o O . X . .
11 . . . . . X X . . . . . . . .
10 . . . . . . . X . . . . . . .
 9 . . . . . . . X . . . . . . .
 8 . . . . . X X . . . . . . . .
 7 . . . . . . . O . . . . . . .
   a b c d e f g h i j k l m n o)",
                 three_to_row, standard});
  all.push_back({"standard: a four forces a stone onto the extension of the final straight four",
                 "d15 (d11): then e11 makes six and f11 has one five square.",
                 R"(
14 . . . O . . . . . . . . . . .
13 . . . o . . . . . . . . . . .
12 . . . O . . . . . . . . . . .
11 . . . . . . X . X . O . . . .
10 . . . X . . . X . . . . . . .
 9 . . . . . . O X . . . . . . .
 8 . . . . . X X . . . . . . . .
 7 . . . . . . . O . . . . . . .
   a b c d e f g h i j k l m n o)",
                 {three(horizontal, "h8", "_cXXgc_"), four(vertical, "h11", "XXXgc"),
                  straight_four(horizontal, "f11", "_gXXX_")},
                 standard});
}

/// Ends of lines: the edge, and squares that two threats name.
void add_ends_of_lines(std::vector<Fixture>& all) {
  all.push_back(
      {"standard: a four forces a stone next to a straight four that the three can become",
       "c12 (c8) leaves i8 alone; with k8 taken e8 has one five square and a3 none.",
       R"(
13 . . X . . . . . . . . . . . .
11 . . O . . . . . . . . . . . .
10 . . o . . . X . . . . . . . .
 9 . . O . . . X . . . . . . . .
 8 . . . . . X . X . O . . . . .
 7 . . X . . . . . . . . . . . .
   a b c d e f g h i j k l m n o)",
       {three_with_three_replies(horizontal, "g8", "ccXgXc"), straight_four(vertical, "g11", "_XXXg_")},
       standard});
  all.push_back({"edge: a three of two replies needs both outer squares",
                 "the line would leave the board: f8 is a third reply, and it takes the last gain.",
                 R"(
11 . . . X . . . . . . . . . . .
 9 . . . X X . . . . . . . . . .
 8 . X X . . . . . . . . . . . .
 7 . . . O . . X . . . . . . . .
   a b c d e f g h i j k l m n o)",
                 {three(horizontal, "d8", "_cXXgc_"), four(vertical, "d10", "XXgXc"),
                  straight_four(antidiagonal, "f8", "_XXgX_")},
                 freestyle,
                 {.diagram = R"(
11 . . . . X . . . . . . . . . .
 9 . . . . X X . . . . . . . . .
 8 . . X X . . . . . . . . . . .
 7 . . . . O . . X . . . . . . .
   a b c d e f g h i j k l m n o)",
                  .claim = {three(horizontal, "e8", "_cXXgc_"), four(vertical, "e10", "XXgXc"),
                            straight_four(antidiagonal, "g8", "_XXgX_")}}});
  all.push_back({"edge: the same with the three replies named",
                 "f8 is a cost of the three and the gain of the straight four.",
                 R"(
11 . . . X . . . . . . . . . . .
 9 . . . X X . . . . . . . . . .
 8 . X X . . . . . . . . . . . .
 7 . . . O . . X . . . . . . . .
   a b c d e f g h i j k l m n o)",
                 {three_with_three_replies(horizontal, "d8", "cXXgcc"), four(vertical, "d10", "XXgXc"),
                  straight_four(antidiagonal, "f8", "_XXgX_")},
                 freestyle,
                 {.diagram = R"(
10 . . . X . . . . . . . . . . .
 9 . . . X . . . . . . . . . . .
 8 . X X . . . . . . . . . . . .
 3 . . . . . . . . . . . . . . O
 1 . . . . . . . . . . . . . . O
   a b c d e f g h i j k l m n o)",
                  .claim = {three_with_three_replies(horizontal, "d8", "cXXgcc"),
                            straight_four(vertical, "d11", "_XXXg_")}}});
  all.push_back({"edge: a straight four with one end off the board",
                 "a four at the edge has one five square.",
                 R"(
 8 X X X . . . . . . . . . . . .
 3 . . . . . . . . . . . . . . O
 1 . . . . . . . . . . . . . . O
   a b c d e f g h i j k l m n o)",
                 {straight_four(horizontal, "d8", "_XXXg_")},
                 freestyle,
                 {.diagram = R"(
 8 . X X X . . . . . . . . . . .
 3 . . . . . . . . . . . . . . O
 1 . . . . . . . . . . . . . . O
   a b c d e f g h i j k l m n o)",
                  .claim = {straight_four(horizontal, "e8", "_XXXg_")}}});
  all.push_back({"a cost square is the outer square of a later straight four",
                 "e8 is a reply to the three; then f9 has one five square.",
                 R"(
14 . . . . . . . . . . o . . . .
12 . . . . . . . . X . . . . . .
10 . . . . . . X X . . . . . . .
 9 . . . . . . . X . . . . . . .
 8 . . . . . X X . . . . . . . .
 7 . . . . . . . O . . . . . . .
   a b c d e f g h i j k l m n o)",
                 {three(horizontal, "h8", "_cXXgc_"), four(vertical, "h11", "XXXgc"),
                  straight_four(diagonal, "f9", "_gXXX_")},
                 freestyle,
                 {.claim = {three(horizontal, "h8", "_cXXgc_"), four(vertical, "h11", "XXXgc"),
                            straight_four(diagonal, "j13", "_XXXg_")}}});
  all.push_back({"a cost square is a later gain",
                 "the claim forgets the reply i8.",
                 R"(
 8 . . . . . X X . . . . . . . .
 3 O . . . . . . . . . . . . . .
 1 O . . . . . . . . . . . . . .
   a b c d e f g h i j k l m n o)",
                 {three(horizontal, "h8", "_cXXgc_"), straight_four(horizontal, "i8", "_XXXg_")},
                 freestyle,
                 {.diagram = row_and_column, .claim = three_to_column}});
  all.push_back({"one stone is used twice",
                 "the same three is claimed twice and a straight four follows.",
                 R"(
 8 . . . . . X X . . . . . . . .
 3 O . . . . . . . . . . . . . .
 1 O . . . . . . . . . . . . . .
   a b c d e f g h i j k l m n o)",
                 {three(horizontal, "h8", "_cXXgc_"), three(horizontal, "h8", "_cXXgc_"),
                  straight_four(horizontal, "i8", "_XXXg_")},
                 freestyle,
                 {.diagram = row_and_column, .claim = three_to_column}});
}

std::vector<Fixture> fixtures() {
  std::vector<Fixture> all;
  add_fours_of_the_defender(all);
  add_replies_that_threaten(all);
  add_rows_of_six(all);
  add_ends_of_lines(all);
  return all;
}

}  // namespace

TEST_CASE("claims that the defender refutes are rejected") {
  for (const auto& fixture : fixtures()) {
    const auto position = position_of(fixture.diagram, false);
    INFO(fixture.name << ": " << fixture.why << "\n" << diagram(position));
    const auto answer = check(position, fixture.rule, Color::black, gains_of(fixture.claim));
    INFO("defence: " << to_text(answer.line));
    CHECK(answer.outcome == Outcome::refuted);
    CHECK_FALSE(replays(position, fixture.rule, fixture.claim));
  }
}

TEST_CASE("without the defender's resource the same claims hold") {
  for (const auto& fixture : fixtures()) {
    const Sibling& sibling = fixture.sibling;
    const auto position = position_of(sibling.diagram != nullptr ? sibling.diagram : fixture.diagram, true);
    const auto& claim = sibling.claim.empty() ? fixture.claim : sibling.claim;
    const auto rule = sibling.rule.value_or(fixture.rule);
    INFO(fixture.name << ", sibling\n" << diagram(position));
    const auto answer = check(position, rule, Color::black, gains_of(claim));
    INFO("defence: " << to_text(answer.line));
    CHECK(answer.outcome == Outcome::confirmed);
    if (!sibling.may_be_missed) CHECK(replays(position, rule, claim));
  }
}

// Whatever search reports in these positions, it must not be one of the refuted lines in another form.
TEST_CASE("wins that search finds in the fixtures' positions are confirmed") {
  for (const auto& fixture : fixtures())
    for (bool sibling : {false, true}) {
      const auto position = position_of(fixture.diagram, sibling);
      const auto rule = sibling ? fixture.sibling.rule.value_or(fixture.rule) : fixture.rule;
      dbsearch::Searcher searcher(rule, position.size());
      searcher.set_position(position, Color::black);
      for (const auto& options : {dbsearch::SearchOptions{}, dbsearch::without_reductions({})}) {
        const auto result = searcher.search(options);
        if (!result.win) continue;
        INFO(fixture.name << "\n" << diagram(position) << to_text(result.sequence, position.size()));
        CHECK(check(position, rule, Color::black, gains_of(result.sequence)).outcome == Outcome::confirmed);
      }
    }
}

}  // namespace fiveproof::oracle
