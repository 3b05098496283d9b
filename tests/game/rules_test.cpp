#include "game/rules.hpp"
#include "game/five_kind.hpp"

#include <catch2/catch.hpp>

using namespace fiveproof;

TEST_CASE("rule sets and colours are read by the names they are written with", "[game][rules]") {
  for (RuleSet rule : all_rule_sets) {
    const auto parsed = parse_rule_set(name_of(rule));
    REQUIRE(parsed.ok());
    CHECK(parsed.value() == rule);
  }
  for (Color c : {Color::black, Color::white}) {
    const auto parsed = parse_color(name_of(c));
    REQUIRE(parsed.ok());
    CHECK(parsed.value() == c);
    CHECK(opponent(opponent(c)) == c);
    CHECK(opponent(c) != c);
  }
  CHECK(name_of(RuleSet::freestyle) == "freestyle");
  CHECK(name_of(RuleSet::standard) == "standard");
  CHECK(name_of(Color::black) == "black");
  CHECK(name_of(Color::white) == "white");
}

TEST_CASE("renju is a known name, other names are unknown", "[game][rules]") {
  CHECK(parse_rule_set("renju").value() == RuleSet::renju);
  CHECK(name_of(RuleSet::renju) == "renju");

  const std::string word = GENERATE("", "Renju", "Freestyle", "freestyle ", "gomoku", "free-style");
  CAPTURE(word);
  const auto unknown = parse_rule_set(word);
  REQUIRE_FALSE(unknown.ok());
  CHECK(unknown.error().code == ErrorCode::usage);
  CHECK_THAT(unknown.error().message, Catch::Contains("\"" + word + "\""));
}

TEST_CASE("a colour is black or white and nothing else", "[game][rules]") {
  const std::string word = GENERATE("", "Black", "b", "blackwhite", "white ");
  CAPTURE(word);
  const auto color = parse_color(word);
  REQUIRE_FALSE(color.ok());
  CHECK(color.error().code == ErrorCode::usage);
}

TEST_CASE("an overline wins in freestyle, and for White in renju", "[game][rules]") {
  for (Color c : {Color::black, Color::white}) {
    CHECK(is_five(five_kind(RuleSet::freestyle, c), 6));
    CHECK_FALSE(is_five(five_kind(RuleSet::standard, c), 6));
  }
  CHECK(is_five(five_kind(RuleSet::renju, Color::white), 6));
  CHECK_FALSE(is_five(five_kind(RuleSet::renju, Color::black), 6));
}

TEST_CASE("five in a row is a five of every kind, four is of none", "[game][rules]") {
  for (const FiveKind kind : all_five_kinds) {
    for (int length = 0; length < 5; ++length) CHECK_FALSE(is_five(kind, length));
    CHECK(is_five(kind, 5));
    // One answer for all longer rows: tables look at no more than ten squares of a line.
    for (int length = 7; length <= max_board_size; ++length) CHECK(is_five(kind, length) == is_five(kind, 6));
    CHECK(is_spoiled_by_one_more(kind) != is_five(kind, 6));
  }
}

TEST_CASE("a thing by kind of five is the one made for the kind", "[game][rules]") {
  const ByFiveKind<FiveKind> made([](FiveKind kind) { return kind; });
  for (const FiveKind kind : all_five_kinds) CHECK(made[kind] == kind);
}

TEST_CASE("only Black has forbidden moves, and only in renju", "[game][rules]") {
  for (Color c : {Color::black, Color::white}) {
    CHECK_FALSE(has_forbidden_moves(RuleSet::freestyle, c));
    CHECK_FALSE(has_forbidden_moves(RuleSet::standard, c));
  }
  CHECK(has_forbidden_moves(RuleSet::renju, Color::black));
  CHECK_FALSE(has_forbidden_moves(RuleSet::renju, Color::white));
}

TEST_CASE("an error's line names what is known and nothing else", "[game][error]") {
  CHECK(Error{ErrorCode::malformed, "m", {}, {}}.text() == "m");
  CHECK(Error{ErrorCode::malformed, "m", "f", {}}.text() == "f: m");
  CHECK(Error{ErrorCode::malformed, "m", "f", 0}.text() == "f: byte 0: m");
  CHECK(Error{ErrorCode::malformed, "m", {}, 7}.text() == "byte 7: m");
}

TEST_CASE("a result is a value or an error", "[game][error]") {
  Result<int> value = 3;
  CHECK(value.ok());
  CHECK(value);
  CHECK(value.value() == 3);
  CHECK_THROWS_AS(value.error(), std::bad_variant_access);
  Result<int> error = Error{ErrorCode::io, "no"};
  CHECK_FALSE(error.ok());
  CHECK(error.error().code == ErrorCode::io);
  CHECK_THROWS_AS(error.value(), std::bad_variant_access);
}
