#include "verify/outcome/claim.hpp"

#include "proofs.hpp"
#include "tests/positions.hpp"

using namespace fiveproof;
using namespace fiveproof::verify;
using namespace fiveproof::verify::test;

TEST_CASE("a claim without a root means the empty board", "[verify]") {
  const auto claim = parse_claim("freestyle 15 black");
  REQUIRE(claim.ok());
  CHECK(claim.value().root.position == Position(15));
  CHECK(to_text(claim.value()) == "freestyle 15x15: black wins from the empty board");
}

TEST_CASE("a claim is read with moves or with stones as its root", "[verify]") {
  const auto by_moves = parse_claim("standard 9x9 white h8 a1");
  REQUIRE(by_moves.ok());
  CHECK(by_moves.value().rule == RuleSet::standard);
  CHECK(by_moves.value().size == 9);
  CHECK(by_moves.value().attacker == Color::white);
  CHECK(to_text(by_moves.value()) == "standard 9x9: white wins from h8 a1");

  const auto by_stones = parse_claim("standard 9x9 white black h8 b2, white a1, white to move");
  REQUIRE(by_stones.ok());
  CHECK(by_stones.value().root.position == position(9, "h8 b2", "a1", Color::white));
  const auto again = parse_claim("standard 9 white " + by_stones.value().root.text());
  REQUIRE(again.ok());
  CHECK(again.value().root.position == by_stones.value().root.position);
}

TEST_CASE("a claim that cannot be read is an error", "[verify]") {
  const auto* text = GENERATE("", "freestyle", "freestyle 15", "gomoku 15 black", "freestyle 4 black",
                              "freestyle 15x14 black", "freestyle 15x black", "freestyle fifteen black",
                              "freestyle 15 red", "freestyle 9 black j1", "freestyle 9 black a1 a1",
                              "freestyle 9 black black a1", "freestyle 21 black");
  CAPTURE(text);
  CHECK_FALSE(parse_claim(text).ok());
}

TEST_CASE("the expected claim is compared in rule, size, attacker and root", "[verify]") {
  Proof proof(RuleSet::freestyle, 9, Color::black);
  proof.records.finish();
  const auto expected = [](const std::string& text) { return parse_claim(text).value(); };
  CHECK(difference(proof, expected("freestyle 9 black")).has_value());  // it claims nothing

  proof.roots.push_back({after("b2 c2", 9), std::nullopt});
  CHECK_FALSE(difference(proof, expected("freestyle 9 black b2 c2")).has_value());
  CHECK_FALSE(difference(proof, expected("freestyle 9 black h8 h7")).has_value());  // a symmetric root
  CHECK(difference(proof, expected("freestyle 9 black")).has_value());
  CHECK(difference(proof, expected("freestyle 9 black c2 b2")).has_value());
  CHECK(difference(proof, expected("freestyle 9 white b2 c2")).has_value());
  CHECK(difference(proof, expected("standard 9 black b2 c2")).has_value());
  CHECK(difference(proof, expected("freestyle 10 black b2 c2")).has_value());
  CHECK(difference(proof, expected("freestyle 9 black black b2, white c2, white to move")).has_value());

  proof.roots.push_back(proof.roots.front());
  CHECK(difference(proof, expected("freestyle 9 black b2 c2")).has_value());  // two claims
}
