#include "proof/graph/longest_line.hpp"

#include <catch2/catch.hpp>

#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "tests/positions.hpp"

namespace fiveproof {
namespace {

Square square(const char* name) { return parse_square(name, 15).value(); }

struct Study {
  Proof proof{RuleSet::freestyle, 15, Color::black};

  void root(const char* moves) { proof.roots.push_back(root_after(moves)); }
  void record(const char* moves, const char* move) { proof.records.add(after(moves), square(move)); }
  std::string longest(std::size_t look_ups = 1'000) const {
    Proof finished = proof;
    finished.records.finish();
    const auto line = longest_line(finished, look_ups);
    return line ? std::to_string(line->root) + ": " + to_text(line->moves) : "none";
  }
};

TEST_CASE("the longest line ends at the deepest record that a root leads to", "[line]") {
  Study study;
  study.root("h8 b1");
  study.record("h8 b1", "i9");
  study.record("h8 b1 i9 a2", "i7");
  study.record("h8 b1 i9 a3", "i7");
  study.record("h8 b1 i9 a3 i7 b7", "h9");
  CHECK(study.longest() == "0: i9 a3 i7 b7 h9");

  SECTION("a stray is none, however deep") {
    Study strays = study;
    strays.record("h8 b1 o15 a3 i7 b7 h9 d4", "d5");
    CHECK(strays.longest() == "0: i9 a3 i7 b7 h9");
  }
  SECTION("nor is a record without a move") {
    Study leaves = study;
    leaves.proof.records.add(after("h8 b1 i9 a3 i7 b7 h9 d4"), std::nullopt);
    CHECK(leaves.longest() == "0: i9 a3 i7 b7 h9");
  }
  SECTION("it takes as many look-ups as it may, no more") { CHECK(study.longest(3) == "none"); }
}

TEST_CASE("a line is told in the orientation of its root", "[line]") {
  Study study;
  study.root("h8 n15");               // h8 b1, turned by half
  study.record("h8 b1", "i9");        // g7
  study.record("h8 b1 i9 a3", "i7");  // g7 o13 g9
  CHECK(study.longest() == "0: g7 o13 g9");
}

TEST_CASE("a root may have the defender to move, or be one of many", "[line]") {
  Study study;
  study.root("h8 n1 i9");
  study.root("h8 b1 i9 a2 i7");
  study.record("h8 b1 i9 a2 i7 b7", "h9");
  CHECK(study.longest() == "1: b7 h9");
}

TEST_CASE("without a root or a record there is no line", "[line]") {
  Study study;
  CHECK(study.longest() == "none");
  Study rootless;
  rootless.record("h8 b1", "i9");
  CHECK(rootless.longest() == "none");
}

}  // namespace
}  // namespace fiveproof
