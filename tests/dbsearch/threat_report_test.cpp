// The tables of Allis, van den Herik and Huntjens (1993), node for node.
#include "tests/dbsearch/threat_report.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/game/positions.hpp"

using namespace fiveproof;
using namespace fiveproof::dbsearch;
using fiveproof::test::position;

namespace {

/// "2 four i11 (h12) < four e15" style lines, without order among them.
std::vector<std::string> lines_of(const ThreatReport& report) {
  std::vector<std::string> lines;
  std::vector<std::string> above(20);
  for (const ReportLine& line : report.lines) {
    std::string text = std::to_string(line.depth) + (line.is_combination ? " with " : " ") +
                       to_text(ThreatSequence{line.threat}, 15);
    const auto depth = static_cast<std::size_t>(line.depth);
    above.at(depth) = text;
    if (line.depth > 1) text += " < " + above.at(depth - 1);
    lines.push_back(text);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

const char* const diagram_3b[2] = {
    "a15 b15 c15 m15 n15 o15 a14 a13 o14 o13 a1 a2 a3 b1 c1 m1 n1 o1 o2 o3 f14 g13 i9 i10", "i6 i13 j10"};

}  // namespace

TEST_CASE("diagram 3b gives Table 1 of the 1993 report", "[dbsearch]") {
  const auto report =
      report_threats(position(diagram_3b[0], diagram_3b[1]), RuleSet::freestyle, Color::black, 2);
  CHECK(report.threat_nodes == 24);
  CHECK(report.potential_sequences == 2);
  std::vector<std::string> expected = {"1 four l15 (k15)",
                                       "1 four k15 (l15)",
                                       "1 four e15 (d15)",
                                       "2 four i11 (h12) < 1 four e15 (d15)",
                                       "3 straight four i8 < 2 four i11 (h12)",
                                       "2 four h12 (i11) < 1 four e15 (d15)",
                                       "1 four d15 (e15)",
                                       "1 four o12 (o11)",
                                       "1 four o11 (o12)",
                                       "1 four a12 (a11)",
                                       "1 four a11 (a12)",
                                       "1 three (3 replies) i11 (i7 i8 i12)",
                                       "2 four h12 (e15) < 1 three (3 replies) i11 (i7 i8 i12)",
                                       "2 four e15 (h12) < 1 three (3 replies) i11 (i7 i8 i12)",
                                       "3 five d15 < 2 four e15 (h12)",
                                       "1 three (3 replies) i8 (i7 i11 i12)",
                                       "1 four o5 (o4)",
                                       "1 four o4 (o5)",
                                       "1 four l1 (k1)",
                                       "1 four k1 (l1)",
                                       "1 four e1 (d1)",
                                       "1 four d1 (e1)",
                                       "1 four a5 (a4)",
                                       "1 four a4 (a5)"};
  std::sort(expected.begin(), expected.end());
  CHECK(lines_of(report) == expected);
}

TEST_CASE("diagram 3b with every operator at every node has more nodes", "[dbsearch]") {
  const auto report =
      report_threats(position(diagram_3b[0], diagram_3b[1]), RuleSet::freestyle, Color::black, 2, false);
  CHECK(report.threat_nodes == 32);
  CHECK(report.potential_sequences == 4);
}

TEST_CASE("diagram 4 gives Tables 2 and 3 of the 1993 report", "[dbsearch]") {
  const auto report = report_threats(position("g11 h11 h12 h13 k11 l12 m13", "f10 h14 i11 n14"),
                                     RuleSet::freestyle, Color::black, 1);
  // Table 2: the four threats of depth 1; Table 3: three combinations, one of which leads on.
  std::vector<std::string> expected = {"1 four h10 (h9)",
                                       "1 four h9 (h10)",
                                       "1 four j10 (i9)",
                                       "1 four i9 (j10)",
                                       "2 with four i9 (j10) < 1 four h10 (h9)",
                                       "3 straight four f12 < 2 with four i9 (j10)",
                                       "2 with four j10 (i9) < 1 four h10 (h9)",
                                       "2 with four i9 (j10) < 1 four h9 (h10)"};
  std::sort(expected.begin(), expected.end());
  CHECK(lines_of(report) == expected);
  CHECK(report.potential_sequences == 1);
}
