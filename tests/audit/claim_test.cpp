// What is expected, stated outside the certificate.
#include "verify/audit/claim.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

#include "verify/audit/objections.hpp"

namespace fiveproof::audit::test {

TEST_CASE("a claim is read and said", "[audit][claim]") {
  CHECK(text_of(parse_claim("freestyle 15 black")) == "freestyle 15x15: black wins from the empty board");
  CHECK(text_of(parse_claim("standard 9x9 white")) == "standard 9x9: white wins from the empty board");
  CHECK(text_of(parse_claim("standard 5 black white to move")) ==
        "standard 5x5: black wins from the empty board, white to move");
  const std::string moves = "freestyle 9x9: black wins from black b1 h8, white a1, white to move";
  for (const char* text :
       {"freestyle 9 black h8 a1 b1", "freestyle 9 black h8a1b1", "freestyle 9 black H8,A1,b1",
        " freestyle  9x9 black  black h8 b1, white a1, white to move",
        "freestyle 9 black white a1 black b1h8 white to move"})
    CHECK(text_of(parse_claim(text)) == moves);
  CHECK(text_of(parse_claim("freestyle 20 white t20")) ==
        "freestyle 20x20: white wins from black t20, white to move");
}

TEST_CASE("what is no claim is refused", "[audit][claim]") {
  for (const char* text : {"",
                           " ",
                           ",",
                           "freestyle",
                           "freestyle 15",
                           "gomoku 15 black",
                           "gomoku 15 black",
                           "freestyle 4 black",
                           "freestyle 21 black",
                           "freestyle 15x14 black",
                           "freestyle 15x black",
                           "freestyle 015 black",
                           "freestyle fifteen black",
                           "freestyle 15 red",
                           "freestyle 9 black j1",
                           "freestyle 9 black a10",
                           "freestyle 9 black a0",
                           "freestyle 9 black a01",
                           "freestyle 9 black a-1",
                           "freestyle 9 black a",
                           "freestyle 9 black 1",
                           "freestyle 9 black a1 a1",
                           "freestyle 9 black a1 b1 black",
                           "freestyle 9 black black a1",
                           "freestyle 9 black black a1, to move",
                           "freestyle 9 black black a1, black to moves",
                           "freestyle 9 black black a1, white a1, black to move",
                           "freestyle 9 black black to move black a1",
                           "freestyle 9 black black a1 to black to move",
                           "Freestyle 9 black",
                           "freestyle 9 black a1\n"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_claim(text), std::invalid_argument);
  }
}

TEST_CASE("claims are compared in rule, size, attacker, side to move and stones", "[audit][claim]") {
  const auto is_the_same = [](const char* a, const char* b) {
    const bool same = is_same(parse_claim(a), parse_claim(b));
    CHECK(same == is_same(parse_claim(b), parse_claim(a)));
    return same;
  };
  CHECK(is_the_same("freestyle 9 black", "freestyle 9 black"));
  CHECK(is_the_same("freestyle 9 black b2 c2", "freestyle 9 black h8 h7"));  // symmetric
  CHECK_FALSE(is_the_same("freestyle 9 black b2 c2", "freestyle 9 black"));
  CHECK_FALSE(is_the_same("freestyle 9 black b2 c2", "freestyle 9 black c2 b2"));
  CHECK_FALSE(is_the_same("freestyle 9 black b2 c2", "freestyle 9 black b2 c2 c3 c4"));
  CHECK_FALSE(is_the_same("freestyle 9 black", "freestyle 9 white"));
  CHECK_FALSE(is_the_same("freestyle 9 black", "standard 9 black"));
  CHECK_FALSE(is_the_same("freestyle 9 black", "freestyle 10 black"));
  CHECK_FALSE(is_the_same("freestyle 9 black", "freestyle 9 black white to move"));
}

TEST_CASE("another claim than the expected one, and another proof than the named one, are objected to",
          "[audit][claim]") {
  const Claim expected = parse_claim("freestyle 9 black b2 c2");
  const Claim same = parse_claim("freestyle 9 black h8 h7"), other = parse_claim("freestyle 9 black");
  CHECK(objections({same}, &expected, "5ec", "5ec").empty());
  CHECK(objections({same}, &expected, "5ec", "").empty());
  CHECK(objections({other, other}, nullptr, "5ec", "").empty());
  CHECK(objections({}, &expected, "5ec", "").size() == 1);
  CHECK(objections({other}, &expected, "5ec", "") ==
        std::vector<std::string>{
            "NOT AS EXPECTED: expected the claim freestyle 9x9: black wins from black b2, white c2, black to "
            "move; the certificate claims freestyle 9x9: black wins from the empty board"});
  for (const auto& claims : {std::vector{same, other}, std::vector{other, same}, std::vector{same, same}})
    CHECK(objections(claims, &expected, "5ec", "") ==
          std::vector<std::string>{
              "NOT AS EXPECTED: expected the claim freestyle 9x9: black wins from black b2, white c2, black "
              "to move alone; the certificate makes 2 claims"});
  CHECK(objections({same}, &expected, "5ec", "5ed") ==
        std::vector<std::string>{
            "NOT ITS PROOF: the certificate says it was made from the proof 5ed; its claims and records are "
            "those of 5ec"});
  CHECK(objections({other}, &expected, "5ec", "5ed").size() == 2);
}

}  // namespace fiveproof::audit::test
