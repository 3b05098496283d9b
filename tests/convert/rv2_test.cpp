#include "convert/rv2/rv2.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "convert/formats.hpp"
#include "game/legal_moves.hpp"
#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "tests/convert/bytes.hpp"
#include "tests/convert/published.hpp"
#include "tests/convert/results.hpp"
#include "tests/convert/stored_at.hpp"

namespace rv2_test {

using namespace fiveproof;
using namespace fiveproof::convert;
using test::stored_at;

namespace {

Wanted standard() {
  Wanted wanted;
  wanted.rule = RuleSet::standard;
  return wanted;
}

Result<Reading> read_rv2(std::string_view text, const Wanted& wanted, const std::string& file = {}) {
  return read_foreign_proof({text.begin(), text.end()}, Format::rv2, wanted, file);
}

Reading read(std::string_view text, const Wanted& wanted = standard()) {
  return test::value_of(read_rv2(text, wanted));
}

Error refuse(std::string_view text, const Wanted& wanted = standard()) {
  return test::error_of(read_rv2(text, wanted, "in.json"), "in.json");
}

std::string written(const Proof& proof) { return test::text_of(test::value_of(write_rv2(proof)).bytes); }

}  // namespace

TEST_CASE("rv2: squares are read with a1 at the bottom left", "[convert]") {
  // Asymmetric, so that each of the other seven readings would give other squares.
  const Reading reading = read(R"({"h8":{"j10":{"g6":{"c2":{"k7":17}}}}})");
  const Proof& proof = reading.proof;
  CHECK(proof.rule == RuleSet::standard);
  CHECK(proof.size == 15);
  CHECK(proof.attacker == Color::black);
  REQUIRE(proof.roots.size() == 1);
  CHECK(proof.roots[0].text() == "h8");
  CHECK(proof.roots[0].position == after("h8"));
  CHECK(proof.records.count() == 2);
  // h8 and j10 lie on a diagonal: g6 and f7 are the same move there.
  const std::string first = stored_at(proof, "h8 j10");
  CHECK((first == "g6" || first == "f7"));
  CHECK(stored_at(proof, "h8 j10 g6 c2") == "k7");
}

TEST_CASE("rv2: a leaf after Black's move is a record with that move, after White's one without",
          "[convert]") {
  const Reading reading = read(R"({"h8":{"j10":{"g7":{"c2":17,"d9":{"k7":13}}}}})");
  CHECK(reading.proof.records.count() == 3);
  CHECK(stored_at(reading.proof, "h8 j10 g7 c2") == "-");
  CHECK(stored_at(reading.proof, "h8 j10 g7 d9") == "k7");
  CHECK(stored_at(reading.proof, "h8 j10 g7 d9 k7 a1") == "absent");
  CHECK(reading.losses.empty());  // claimed lengths are in the tree that goes along
}

TEST_CASE("rv2: two Black moves at one position stay two records", "[convert]") {
  const Reading reading = read(R"({"h8":{"j9":{"g7":13,"k5":15}}})");
  CHECK(reading.proof.records.count() == 2);
  CHECK(stored_at(reading.proof, "h8 j9").size() == 5);
}

TEST_CASE("rv2: every first move is a root of its own", "[convert]") {
  const Reading reading = read(R"({"h8":{"j9":{"g7":13}},"c4":5,"h8":{"j10":{"g7":13}}})");
  REQUIRE(reading.proof.roots.size() == 2);
  CHECK(reading.proof.roots[0].text() == "h8");
  CHECK(reading.proof.roots[1].text() == "c4");
  CHECK(stored_at(reading.proof, "") == "absent");
}

TEST_CASE("rv2: a root given by the caller replaces those of the file", "[convert]") {
  Wanted wanted = standard();
  SECTION("the empty board: the first move is a record") {
    wanted.roots.emplace(1);
    const Reading reading = read(R"({"c4":{"j9":{"g7":13}}})", wanted);
    REQUIRE(reading.proof.roots.size() == 1);
    CHECK(reading.proof.roots[0].text() == "the empty board");
    CHECK(reading.proof.records.count() == 2);
    CHECK(reading.proof.records.at(0).position == Position(15));
  }
  SECTION("deeper") {
    wanted.roots.emplace(1, parse_squares("h8 j9", 15).value());
    const Reading reading = read(R"({"h8":{"j9":{"g7":{"h8":1}},"k9":{"k9":1}}})", wanted);
    REQUIRE(reading.proof.roots.size() == 1);
    CHECK(reading.proof.roots[0].position == after("h8 j9"));
    REQUIRE(reading.proof.findings.size() == 1);  // k9 k9 is not below the root
    CHECK(reading.proof.findings[0].root == 0);
    CHECK(to_text(reading.proof.findings[0].line) == "g7");
    CHECK(reading.proof.findings[0].source_offset == 19);
  }
  SECTION("impossible") {
    wanted.roots.emplace(1, std::vector<Square>{Square(20 - 1, 0)});
    CHECK_FALSE(read_rv2(R"({"h8":1})", wanted).ok());
  }
}

TEST_CASE("rv2: a move onto an occupied square is a finding, never dropped", "[convert]") {
  SECTION("Black's") {
    const Reading reading = read(R"({"h8":{"j9":{"h8":{"c3":{"d4":17}}},"k9":{"g7":13}}})");
    REQUIRE(reading.proof.findings.size() == 1);
    const Gap& finding = reading.proof.findings[0];
    CHECK(finding.kind == GapKind::illegal_move);
    CHECK(finding.root == 0);
    CHECK(to_text(finding.line) == "j9");
    CHECK(finding.position == after("h8 j9"));
    CHECK(finding.by == Square(7, 7));
    CHECK(stored_at(reading.proof, "h8 j9") == "absent");
    CHECK(stored_at(reading.proof, "h8 k9") == "g7");
    CHECK_THAT(reading.carried, Catch::VectorContains(std::string("2 nodes below those: on no board")));
  }
  SECTION("White's, as a leaf") {
    const Reading reading = read(R"({"h8":{"j9":{"g7":{"j9":17,"a1":17}}}})");
    REQUIRE(reading.proof.findings.size() == 1);
    CHECK(reading.proof.findings[0].position == after("h8 j9 g7"));
    CHECK(to_text(reading.proof.findings[0].line) == "j9 g7");
    CHECK(reading.proof.findings[0].by == Square(9, 8));
    CHECK(stored_at(reading.proof, "h8 j9 g7 a1") == "-");
  }
  SECTION("under the second first move") {
    const Reading reading = read(R"({"h8":3,"c4":{"c4":{}}})");
    REQUIRE(reading.proof.findings.size() == 1);
    CHECK(reading.proof.findings[0].root == 1);
    CHECK(reading.proof.findings[0].line.empty());
  }
}

TEST_CASE("rv2: an empty object is an end like a number, and odd", "[convert]") {
  const Reading reading = read(R"({"h8":{"j9":{},"k9":{"g7":{}}}})");
  CHECK(reading.proof.records.count() == 2);
  CHECK(stored_at(reading.proof, "h8 j9") == "-");
  CHECK(stored_at(reading.proof, "h8 k9") == "g7");
  CHECK(reading.oddities.size() == 2);
}

TEST_CASE("rv2: hostile nesting is a line like any other, or an error", "[convert]") {
  auto nested = [](std::size_t depth) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += R"({"h8":)";
    text += "1";
    return text + std::string(depth, '}');
  };
  CHECK(read(nested(225)).proof.findings.size() == 1);
  CHECK(read(nested(10'000)).proof.findings.size() == 1);
  std::string endless;
  for (int i = 0; i < 1'000'000; ++i) endless += R"({"h8":)";
  CHECK(refuse(endless).offset == endless.size());
  CHECK(refuse(std::string(1'000'000, '[')).offset == 0);
}

TEST_CASE("rv2: limits of the caller hold", "[convert]") {
  Wanted wanted = standard();
  wanted.limits.max_records = 2;
  const std::string two = R"({"h8":{"j9":{"g7":13},"k9":{"g7":13}}})";
  const std::string three = R"({"h8":{"j9":{"g7":13},"k9":{"g7":13},"l9":{"g7":13}}})";
  CHECK(read_rv2(two, wanted).ok());
  CHECK(refuse(three, wanted).code == ErrorCode::limit);
}

TEST_CASE("rv2: what the file does not say must be said, and what it says cannot be overruled", "[convert]") {
  const std::string text = R"({"h8":{"j9":{"g7":13}}})";
  Wanted wanted;
  const Error error = refuse(text, wanted);
  CHECK(error.code == ErrorCode::usage);
  CHECK_THAT(error.message, Catch::Contains("--rule"));
  wanted = standard();
  wanted.size = 19;
  CHECK(refuse(text, wanted).code == ErrorCode::usage);
  wanted.size = 15;
  wanted.attacker = Color::white;
  CHECK(refuse(text, wanted).code == ErrorCode::usage);
  wanted.attacker = Color::black;
  CHECK(read_rv2(text, wanted).ok());
}

TEST_CASE("rv2: what is written reads back as the same proof", "[convert]") {
  const std::string text =
      R"({"h8":{"j10":{"g6":{"c2":2,"d9":{"k7":{"o1":2}},"e3":{"m13":3}}}},"c4":{"d4":{"n2":3}}})";
  const Proof proof = read(text).proof;
  const Proof again = read(written(proof)).proof;
  CHECK(content_hash(again) == content_hash(proof));
}

TEST_CASE("rv2: stored moves are written in the orientation of the line", "[convert]") {
  const std::vector<Square> line = parse_squares("h8 j9 g6 c2", 15).value();
  const Square answer = parse_square("k3", 15).value();
  for (int number = 0; number < Symmetry::count; ++number) {
    const Symmetry symmetry(number);
    CAPTURE(number);
    Proof proof(RuleSet::freestyle, 15, Color::black);
    proof.roots.push_back(Root{after("h8 j9 g6"), parse_squares("h8 j9 g6", 15).value()});
    const Position image = symmetry.apply(after("h8 j9 g6 c2"));
    proof.records.add(image, symmetry.apply(answer, 15));
    proof.records.finish();
    CHECK(written(proof) == "{\"h8\":{\"j9\":{\"g6\":{\"c2\":{\"k3\":3}}}}}\n");
  }
}

TEST_CASE("rv2: a five ends its line", "[convert]") {
  Proof proof(RuleSet::freestyle, 15, Color::black);
  const std::string line = "h8 a1 i8 b1 j8 c1 k8 a3";
  proof.roots.push_back(root_after(line));
  proof.records.add(after(line), parse_square("l8", 15).value());
  proof.records.finish();
  CHECK(written(proof) == R"({"h8":{"a1":{"i8":{"b1":{"j8":{"c1":{"k8":{"a3":{"l8":1}}}}}}}}})"
                          "\n");
}

TEST_CASE("rv2: a move that cannot be played is written without an end, and told of by its kind",
          "[convert]") {
  // Black's i9 and h10 with his stones there: h9 would be a double three.
  const std::string line = "h8 a1 g8 a15 i10 o1 i11 o15";
  const Position position = after(line);
  const Square forbidden = parse_square("i8", 15).value(), taken = parse_square("h8", 15).value();
  REQUIRE_FALSE(is_legal(position, RuleSet::renju, Color::black, forbidden));
  const auto writing_of = [&](RuleSet rule, Square move) {
    Proof proof(rule, 15, Color::black);
    proof.roots.push_back(root_after(line));
    proof.records.add(position, move);
    // It does not lead on, whatever is stored behind it.
    if (position.is_empty(move))
      for (const char* reply : {"k8", "f8"}) {
        Position next = position;
        next.play(move);
        next.play(parse_square(reply, 15).value());
        proof.records.add(next, std::nullopt);
      }
    proof.records.finish();
    return test::value_of(write_rv2(proof));
  };
  const auto has = [](const Writing& writing, const std::string& loss) {
    return std::ranges::find(writing.losses, loss) != writing.losses.end();
  };
  const std::string no_place = "1 move onto an occupied square: written without an end";
  const std::string not_allowed = "1 move onto a forbidden point: written without an end";
  const Writing illegal = writing_of(RuleSet::renju, taken), refused = writing_of(RuleSet::renju, forbidden),
                allowed = writing_of(RuleSet::freestyle, forbidden);
  CHECK((has(illegal, no_place) && !has(illegal, not_allowed)));
  CHECK((has(refused, not_allowed) && !has(refused, no_place)));
  CHECK_FALSE((has(allowed, not_allowed) || has(allowed, no_place)));
  CHECK_THAT(test::text_of(illegal.bytes), Catch::Contains("\"h8\":3"));
  CHECK_THAT(test::text_of(refused.bytes), Catch::Contains("\"i8\":3"));
  CHECK_THAT(test::text_of(allowed.bytes), Catch::Contains("\"i8\":{"));
}

TEST_CASE("rv2: a record without a move beside one with a move is told of", "[convert]") {
  Proof proof(RuleSet::freestyle, 15, Color::black);
  proof.roots.push_back(root_after("h8 a1"));
  proof.records.add(after("h8 a1"), parse_square("i9", 15).value());
  proof.records.add(after("h8 a1"), std::nullopt);
  proof.records.finish();
  CHECK_THAT(test::value_of(write_rv2(proof)).losses,
             Catch::VectorContains(std::string("1 record without a move beside one with a move")));
}

TEST_CASE("rv2: what cannot be written is named or refused", "[convert]") {
  SECTION("board, attacker, no root by moves, nothing stored") {
    const Root by_stones{after("h8 a1"), std::nullopt};
    for (auto [size, attacker, roots] :
         std::vector<std::tuple<int, Color, std::vector<Root>>>{{19, Color::black, {}},
                                                                {15, Color::white, {}},
                                                                {15, Color::black, {by_stones}},
                                                                {15, Color::black, {root_after("")}}}) {
      CAPTURE(size, name_of(attacker), roots.size());
      Proof proof(RuleSet::freestyle, size, attacker);
      proof.roots = roots;
      proof.records.finish();
      CHECK(test::code_of(write_rv2(proof)) == ErrorCode::unsupported);
    }
  }
  SECTION("too large a tree") {
    const Proof proof = read(R"({"h8":{"j9":{"g7":13},"k9":{"g7":13}}})").proof;
    // h8, and eight images each of j9 and k9 with their answers.
    CHECK(write_rv2(proof, 33).ok());
    CHECK(write_rv2(proof, 32).error().code == ErrorCode::limit);
  }
  SECTION("losses") {
    Proof proof = read(R"({"h8":{"j9":{"j9":1},"k9":{"g7":13}}})").proof;
    proof.roots.push_back(Root{after("h8 a1"), std::nullopt});
    const auto writing = test::value_of(write_rv2(proof));
    std::string all;
    for (const std::string& loss : writing.losses) all += loss + "\n";
    CHECK(all ==
          "the rule set standard: rv2 does not name it\n"
          "8 claimed lengths: not known; the least that the rules allow was written\n"
          "1 root given by stones, not by moves\n"
          "1 finding\n");
  }
}

TEST_CASE("rv2: the published solution is carried whole", "[convert]") {
  const auto bytes = test::published_file("rv2/gomoku.json");
  if (!bytes) return;
  const Reading reading = read(test::text_of(*bytes));
  const Proof& proof = reading.proof;
  CHECK(reading.carried.at(0) == "50567 nodes read: 18964 records (3090 without a move), 1 root");
  CHECK(proof.findings.empty());
  REQUIRE(proof.roots.size() == 1);
  CHECK(proof.roots[0].text() == "h8");
  // White's second moves: one of each class of the eight symmetries around h8.
  std::size_t second_moves = 0;
  for (std::size_t i = 0; i < proof.records.count(); ++i)
    if (proof.records.at(i).position.stone_count() == 2) ++second_moves;
  CHECK(second_moves == 35);
  CHECK(stored_at(proof, "h8 h10") == "g7");
}

}  // namespace rv2_test
