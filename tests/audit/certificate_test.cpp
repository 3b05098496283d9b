// Certificates: what the reader refuses, and that a damaged one is refused, not verified, or still true.
#include <catch2/catch.hpp>

#include "tests/audit/audit_text.hpp"
#include "tests/audit/certificates.hpp"

namespace fiveproof::audit::test {
namespace {

std::string certificate(const std::string& rule, const std::string& lines, int records = 1, int size = 9) {
  return "fiveproof-certificate 2\nproof -\nrule " + rule + "\nsize " + std::to_string(size) +
         "\nattacker black\nrecords " + std::to_string(records) + "\n" + lines + "end\n";
}

}  // namespace

TEST_CASE("the example of the specification, and what its plan needs", "[audit][certificate]") {
  const auto verdict = [](const std::string& white, const std::string& plan) {
    const std::string stones = " c4 d4 e2 e3 / " + white + " / ";
    return audit(certificate("freestyle", "root" + stones + "black\nrecord" + stones + "e4" + plan + "\n"));
  };
  const std::string plan = " : ( b4 f4 g4 : e5 ) f4";
  CHECK(verdict("a1 a9 b9 h9", plan) == "V");
  CHECK(verdict("a1 a9 b9 h9", " : (b4 f4 g4:e5)(a1:)f4") == "V");  // blanks; a branch without use
  CHECK(verdict("a1 a9 b9 h9", " : f4") == "N");
  CHECK(verdict("a1 a9 b9 h9", " : ( b4 g4 : e5 ) f4") == "N");
  CHECK(verdict("a1 a9 b9 h9", " : ( b4 f4 g4 : ) f4") == "N");
  CHECK(verdict("a1 a9 b9 h9", " : ( b4 : ) ( b4 f4 g4 : e5 ) f4") == "N");  // the first branch counts
  CHECK(verdict("a1 a9 b9 h9", " : ( b4 f4 g4 : e5 )") == "N");
  CHECK(verdict("a1 a9 b9 h9", "") == "N");
  CHECK(verdict("a1 a2 a3 h9", plan) == "N");
  CHECK(
      verdict("a1 a2 a3 h9",
              " : ( b4 f4 g4 : e5 ) ( a4 : a5 ( b4 f4 g4 : e5 ) f4 ) ( a5 : a4 ( b4 f4 g4 : e5 ) f4 ) f4") ==
      "V");
  CHECK(verdict("a1 a2 a3 a4", plan) == "N");  // White makes a five
  CHECK(verdict("b4 g4 b9 h9", plan) == "N");
}

TEST_CASE("rows at edges, overlines, and fours through the threat", "[audit][certificate]") {
  // A root with White to move and a plan, or with Black to move and a stored move.
  const auto white_to_move = [](const std::string& rule, const std::string& stones, const std::string& plan) {
    return audit(certificate(rule, "root " + stones + " / white" + plan + "\n", 0));
  };
  const auto move = [](const std::string& rule, const std::string& stones, const std::string& rest) {
    return audit(certificate(rule, "root " + stones + " / black\nrecord " + stones + " / " + rest + "\n"));
  };
  // A five and nothing else; six are a five in free-style only, and the square beside them does no harm.
  CHECK(move("freestyle", "a1 b1 c1 d1 / - ", "e1") == "V");
  CHECK(move("standard", "a1 b1 c1 d1 / -", "e1") == "V");
  CHECK(move("freestyle", "a1 b1 c1 d1 f1 / -", "e1") == "V");
  CHECK(move("standard", "a1 b1 c1 d1 f1 / -", "e1") == "N");
  CHECK(move("standard", "b1 c1 d1 e1 g1 / -", "a1") == "V");
  CHECK(move("freestyle", "a6 b6 c6 d6 / -", "f6") == "N");
  CHECK(move("freestyle", "f1 g1 h1 i1 a2 / -", "a2") == "N");  // occupied; and rows do not go round
  CHECK(move("freestyle", "g1 h1 i1 a2 / -", "b2") == "N");
  // Lemma 2 and 1: two five points, one, and one that is an overline.
  CHECK(white_to_move("freestyle", "b5 c5 d5 e5 / -", "") == "V");
  CHECK(white_to_move("freestyle", "a5 b5 c5 d5 / -", "") == "N");
  CHECK(white_to_move("standard", "b5 c5 d5 e5 / -", "") == "V");
  CHECK(white_to_move("standard", "b5 c5 d5 e5 g5 / -", "") == "N");
  CHECK(white_to_move("freestyle", "b5 c5 d5 e5 g5 / -", "") == "V");
  CHECK(white_to_move("freestyle", "b5 c5 d5 e5 / a1 a2 a3 a4", "") == "N");    // White makes his first
  CHECK(white_to_move("standard", "b5 c5 d5 e5 / a1 a2 a3 a4 a6", "") == "V");  // six: none
  CHECK(white_to_move("freestyle", "b5 c5 d5 e5 / a1 a2 a3 a4 a6", "") == "N");
  // The one five point of Lemma 1 is answered, and the answer makes a four that must be parried.
  CHECK(white_to_move("freestyle", "a5 b5 c5 d5 g5 g6 g7 / e1 e2 e4", " : ( e5 : e3 g8 )") == "N");
  CHECK(white_to_move("freestyle", "a5 b5 c5 d5 c3 d3 f3 / e1 e2 e4", " : ( e5 : e3 )") ==
        "V");  // parried by a four
  // Lemma 3: White's three in a row with the threat square is not worth anything, next to it it is.
  const std::string black_stones = "c5 d5 e5 d6 d7 e1 / ";
  CHECK(white_to_move("freestyle", black_stones + "-", " : ( b5 f5 g5 : d8 ) f5") == "V");
  CHECK(white_to_move("freestyle", black_stones + "f6 f7", " : ( b5 f5 g5 : d8 ) f5") == "V");
  CHECK(white_to_move("freestyle", black_stones + "f2 f3 f4", " : ( b5 g5 : d8 ) f5") == "N");
  CHECK(white_to_move("freestyle", black_stones + "i6 i7 i8", " : ( b5 f5 g5 : d8 ) f5") == "N");
  CHECK(white_to_move(
            "freestyle", "i4 " + black_stones + "i6 i7 i8",
            " : ( b5 f5 g5 : d8 ) ( i5 : i9 ( b5 f5 g5 : d8 ) f5 ) ( i9 : i5 ( b5 f5 g5 : d8 ) f5 ) f5") ==
        "V");
  // What was pending stays pending when a four is parried, but nothing is pending before a plan has begun.
  CHECK(white_to_move("freestyle", "i4 " + black_stones + "i6 i7 i8", " : ( b5 f5 g5 : d8 ) f5") == "N");
  const auto leaf = [](const std::string& stones) {
    return audit(certificate(
        "freestyle", "root " + stones + " / black\nrecord " + stones + " / - : e5 ( b5 f5 g5 : d8 ) f5\n"));
  };
  CHECK(leaf("i4 c5 d5 d6 d7 / i6 i7 i8") == "V");
  CHECK(leaf("c5 d5 d6 d7 / i6 i7 i8") == "N");        // i5 makes a straight four
  CHECK(leaf("i4 c5 d5 d6 d7 / i6 i7 i8 i9") == "N");  // parried before the plan begins
}

TEST_CASE("a plan is that of its own entry", "[audit][certificate]") {
  std::istringstream text(certificate("freestyle",
                                      "root c4 d4 e4 / a1 a2 a3 / black : f4\n"
                                      "record c4 d4 e4 / a1 a2 a3 / f4 : ( b4 : g4 ) g4\n"
                                      "record c5 d5 e5 / a1 a2 a3 / -\n",
                                      2));
  CertificateReader reader(text);
  Entry entry{false, Board(reader.rule(), reader.size()), none, -1, {}, 0};
  std::vector<std::size_t> steps;
  while (reader.next(entry)) steps.push_back(entry.plan.size());
  CHECK(steps == std::vector<std::size_t>{1, 2, 0});
}

TEST_CASE("the move of a record may be no forbidden point of Black's", "[audit][certificate][renju]") {
  // Two fours: whatever White does Black makes five, and under renju he may not have played there.
  const std::string stones = " e8 f8 g8 h5 h6 h7 / d8 h4 / ";
  const auto verdict = [&](const std::string& rule) {
    return audit(certificate(rule, "root" + stones + "black\nrecord" + stones + "h8\n", 1, 15));
  };
  CHECK(verdict("freestyle") == "V");
  CHECK(verdict("standard") == "V");
  CHECK(verdict("renju") == "N");
}

TEST_CASE("the reader names the line and what it expected", "[audit][certificate]") {
  const std::string stones = "root c4 / - / black\n";
  CHECK(audit(certificate("freestyle", stones, 0)) == "N");
  CHECK(audit("") == "line 1: expected a line that ends with a line feed, found 'the end of the file'");
  CHECK(audit("fiveproof-certificate 1\n") == "line 1: expected a number from 2 to 2, found '1'");
  CHECK(audit("fiveproof-certificate 3\n") == "line 1: expected a number from 2 to 2, found '3'");
  const std::string hash(64, 'a');
  const auto made_from = [&](const std::string& proof) {
    std::string text = certificate("freestyle", stones, 0);
    return audit(text.replace(text.find("proof -"), 7, "proof " + proof));
  };
  CHECK(made_from(hash) == "N");
  for (const std::string& odd : {hash + "a", hash.substr(1), "A" + hash.substr(1), "g" + hash.substr(1)})
    CHECK(made_from(odd) == "line 2: expected 64 hexadecimal digits or -, found '" + odd.substr(0, 40) + "'");
  CHECK(made_from("- -") == "line 2: expected one word after proof, found '-'");
  CHECK(audit(certificate("chess", stones, 0)) ==
        "line 3: expected freestyle, standard or renju, found 'chess'");
  for (const int size : {5, 20}) CHECK(audit(certificate("standard", stones, 0, size)) == "N");
  for (const int size : {4, 21, -5})
    CHECK(audit(certificate("standard", stones, 0, size)) ==
          "line 4: expected a number from 5 to 20, found '" + std::to_string(size) + "'");
  const auto bad = [](const std::string& lines, const std::string& message, int records = 0) {
    CHECK(audit(certificate("freestyle", lines, records)) == message);
  };
  bad("root c4 / - / green\n", "line 7: expected black or white, found 'green'");
  bad("root c4 c4 / - / black\n", "line 7: expected a square without a stone, found 'c4'");
  bad("root c4 / c4 / black\n", "line 7: expected a square without a stone, found 'c4'");
  bad("root / - / black\n", "line 7: expected a square, found '/'");
  bad("root - - / black\n", "line 7: expected /, found '-'");
  for (const char* square : {"j1", "a10", "a0", "a01", "A1", "a", "a1x", "a-1", "a+1"})
    bad("root " + std::string(square) + " / - / black\n",
        "line 7: expected a square, found '" + std::string(square) + "'");
  bad("root a1\r\t / - / black\n",
      "line 7: expected a square, found 'a1?"
      "?'");
  bad("root c4 / - / black c5\n", "line 7: expected :, found 'c5'");
  bad("root c4 / - / black : ( c5 : c6 )\n", "line 7: expected a square, found '('");
  bad("root c4 / - / white : ( : c6 )\n", "line 7: expected a square, found ':'");
  bad("root c4 / - / white : ( c5 : c6\n", "line 7: expected ), found the end of the line");
  bad("root c4 / - / white : c6 )\n", "line 7: expected a square or the end of the line, found ')'");
  bad("\n", "line 7: expected root, record or end, found the end of the line");
  bad("record c4 / - / -\n", "line 7: expected no more than 0 records, found 'record'");
  bad("record c4 / - / -\n" + stones, "line 8: expected a record: roots come first, found 'root'", 1);
  bad("", "line 7: expected record number 1, found 'end'", 1);
  bad("end 1\n", "line 7: expected the end of the line, found '1'");
  bad("end\n", "line 7: expected the end of the file, found 'another line'");
}

TEST_CASE("limits of the reader, on both sides", "[audit][certificate]") {
  const auto line = [](std::size_t length) {
    std::string text = "root c4 / - / black";
    text.append(length - text.size(), ' ');
    return certificate("freestyle", text + "\n", 0);
  };
  CHECK(audit(line(CertificateReader::max_line)) == "N");
  CHECK(audit(line(CertificateReader::max_line + 1)).rfind("line 7: expected a line of at most", 0) == 0);
  const auto nested = [](int depth) {
    std::string text = "root c4 / - / white :";
    for (int i = 0; i < depth; ++i) text += " ( a1 : a1";
    for (int i = 0; i < depth; ++i) text += " )";
    return certificate("freestyle", text + "\n", 0);
  };
  CHECK(audit(nested(CertificateReader::max_depth)) == "N");
  CHECK(audit(nested(CertificateReader::max_depth + 1)).rfind("line 7: expected at most 100 branches", 0) ==
        0);
}

TEST_CASE("a certificate that was cut off anywhere is malformed", "[audit][certificate]") {
  Random random(6);
  const std::string text = small_certificate(random, 6);
  REQUIRE(audit(text) == "V");
  for (std::size_t length = 0; length < text.size(); ++length)
    REQUIRE(audit(text.substr(0, length)).rfind("line ", 0) == 0);
  REQUIRE(audit(text + "\n").rfind("line ", 0) == 0);
}

TEST_CASE("with any word changed a certificate is refused, not verified, or true", "[audit][certificate]") {
  Random random(7);
  int malformed = 0, not_verified = 0, same = 0, other_claims = 0, undecided = 0;
  for (int i = 0; i < 12; ++i) {
    const std::string text = small_certificate(random, 4 + i % 4);
    const auto words = words_of(text);
    REQUIRE(audit(text) == "V");
    REQUIRE(audit(text_of(words)) == "V");
    std::optional<Proved> claim;
    audit(text, [&](const Proved& proved) { claim = proved; });
    for (std::size_t at = 0; at<words.size(); at += words.size()> 600 ? 5 : 1)
      for (int how = 0; how < 6; ++how) {
        const std::string changed = damaged(words, at, how, random);
        bool is_verified = false;
        const std::string verdict = audit(changed, [&](const Proved& proved) {
          is_verified = true;
          if (proved.root.rule() == claim->root.rule() && proved.root.size() == claim->root.size() &&
              proved.root.cells() == claim->root.cells() && proved.attacker == claim->attacker &&
              proved.to_move == claim->to_move) {
            ++same;
            return;
          }
          const PlainRules rules(proved.root.rule(), proved.root.size());
          Cells cells;
          for (const Stone c : proved.root.cells()) cells += c == none ? '.' : letter(c);
          if (rules.empties(cells).size() > 9) {
            ++undecided;
            return;
          }
          ++other_claims;
          CAPTURE(changed);
          REQUIRE(Solver(rules, proved.attacker).is_won(cells, proved.to_move));
        });
        if (!is_verified) ++(verdict.rfind("line ", 0) == 0 ? malformed : not_verified);
      }
  }
  WARN("malformed " << malformed << ", not verified " << not_verified << ", same claim " << same
                    << ", another true claim " << other_claims << ", too large to tell " << undecided);
  CHECK(malformed > 1000);
  CHECK(not_verified > 100);
  CHECK(other_claims > 20);
}

}  // namespace fiveproof::audit::test
