#include "format/text/jsonl.hpp"

#include <catch2/catch.hpp>
#include <fstream>

#include "base/files/atomic_file.hpp"
#include "format/fvp/fvp_writer.hpp"
#include "game/notation.hpp"
#include "samples.hpp"
#include "tests/temporary_folder.hpp"

using namespace fiveproof;
using namespace fiveproof::test;
using Catch::Contains;

namespace {

const std::string header =
    R"({"format":"fiveproof","version":1,"rule":"freestyle","size":15,"attacker":"black","roots":["h8 a1"]})"
    "\n";

Result<Proof> read(const std::string& text, const ReaderLimits& limits = {}) {
  return read_jsonl(bytes_of(text), limits, "x.jsonl");
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("a proof survives .jsonl on every board, for both attackers", "[format][jsonl]") {
  const int size = GENERATE(range(min_board_size, max_board_size + 1));
  const Color attacker = GENERATE(Color::black, Color::white);
  const Proof proof = random_proof(static_cast<unsigned>(size), RuleSet::standard, size, attacker, 60);
  const std::string text = jsonl_text(proof).value();
  const auto again = read(text);
  if (!again.ok()) FAIL(again.error().text());
  REQUIRE(difference(proof, again.value()).empty());
  REQUIRE(jsonl_text(again.value()).value() == text);
  REQUIRE(fvp_bytes(again.value()).value() == fvp_bytes(proof).value());
}

TEST_CASE("the example of the design is read", "[format][jsonl]") {
  const auto proof = read(
      R"({"format":"fiveproof","version":1,"rule":"freestyle","size":15,"attacker":"black","roots":["h8 a1",{"black":"h8 h9","white":"a1","to-move":"white"}]})"
      "\n"
      R"({"black":"h8","white":"a1","move":"j9"})");
  REQUIRE(proof.ok());
  CHECK(proof.value().roots.size() == 2);
  CHECK(proof.value().roots[0].text() == "h8 a1");
  CHECK(proof.value().roots[1].text() == "black h8 h9, white a1, white to move");
  CHECK(proof.value().records.count() == 1);
}

TEST_CASE("what people write by hand is read", "[format][jsonl]") {
  CHECK(read(header).value().records.empty());
  CHECK(read(header + R"({ "move" : "J9", "white":"a1","black":"H8" })" + "\r\n").value().records.count() ==
        1);
  CHECK(read(header + R"({"black":"","white":""})").value().records.count() == 1);
  CHECK(read(header + R"({"black":"h8i9,g7 a2","white":""})").value().records.count() == 1);
  // The same position in two orientations is one record; with two moves it is two.
  const std::string corners = header + R"({"black":"a1","white":"b1","move":"c1"})" + "\n";
  CHECK(read(corners + R"({"black":"o15","white":"o14","move":"o13"})").value().records.count() == 1);
  CHECK(read(corners + R"({"black":"o15","white":"o14","move":"o12"})").value().records.count() == 2);
  // No root: a study.
  CHECK(read(replaced(header, R"("h8 a1")", "")).value().roots.empty());
}

TEST_CASE("a text header that breaks a rule is refused", "[format][jsonl]") {
  struct Defect {
    const char* name;
    std::string text;
    const char* words;
    ErrorCode code = ErrorCode::malformed;
    std::uint64_t offset = 0;
  };
  const auto defect = GENERATE_REF(values<Defect>({
      {"empty file", "", "empty file"},
      {"no header", R"({"black":"h8","white":"a1"})", "known key"},
      {"blank line first", "\n" + header, "object"},
      {"byte order mark", "\xEF\xBB\xBF" + header, "object"},
      {"a list", "[]\n", "object"},
      {"other format", replaced(header, "\"fiveproof\"", "\"rv2\""), "rv2"},
      {"gap list", replaced(header, "\"fiveproof\"", "\"fiveproof-gaps\""), "fiveproof-gaps"},
      {"version 0", replaced(header, "\"version\":1", "\"version\":0"), "version 1", ErrorCode::unsupported},
      {"version 2", replaced(header, "\"version\":1", "\"version\":2"), "version 1", ErrorCode::unsupported},
      {"version as text", replaced(header, "\"version\":1", "\"version\":\"1\""), "version"},
      {"unknown rule", replaced(header, "freestyle", "caro"), "caro"},
      {"size 4", replaced(header, "15", "4"), "board size"},
      {"size 21", replaced(header, "15", "21"), "board size"},
      {"size -15", replaced(header, "15", "-15"), "size"},
      {"size 15.5", replaced(header, "15", "15.5"), "size"},
      {"size 1e999", replaced(header, "15", "1e999"), "range"},
      {"attacker red", replaced(header, "\"black\"", "\"red\""), "attacker"},
      {"no attacker", replaced(header, "\"attacker\":\"black\",", ""), "attacker"},
      {"roots as text", replaced(header, "[\"h8 a1\"]", "\"h8 a1\""), "roots"},
      {"no roots", replaced(header, ",\"roots\":[\"h8 a1\"]", ""), "roots"},
      {"a root twice on a square", replaced(header, "h8 a1", "h8 h8"), "twice"},
      {"a root off the board", replaced(header, "h8 a1", "h16"), "h16"},
      {"a root of no kind", replaced(header, "\"h8 a1\"", "1"), "root"},
      {"a root without side", replaced(header, "\"h8 a1\"", R"({"black":"","white":""})"), "to-move"},
      {"a root with another key",
       replaced(header, "\"h8 a1\"", R"({"black":"","white":"","to-move":"black","x":1})"), "\"x\""},
      {"a root's key twice",
       replaced(header, "\"h8 a1\"", R"({"black":"","black":"","white":"","to-move":"black"})"), "twice"},
      {"unknown key", replaced(header, "\"size\"", "\"note\":1,\"size\""), "note"},
      {"a key twice", replaced(header, "\"size\"", "\"size\":15,\"size\""), "twice"},
      {"cut off", header.substr(0, 20), "JSON", ErrorCode::malformed, 20},
  }));
  CAPTURE(defect.name);
  const auto proof = read(defect.text);
  REQUIRE_FALSE(proof.ok());
  CHECK(proof.error().code == defect.code);
  CHECK(proof.error().offset == defect.offset);
  CHECK(proof.error().file == "x.jsonl");
  CHECK_THAT(proof.error().message, Contains("line 1: "));
  CHECK_THAT(proof.error().message, Contains(defect.words));
}

TEST_CASE("a line that breaks a rule is refused, with its number and place", "[format][jsonl]") {
  struct Defect {
    const char* name;
    std::string line;
    const char* words;
    std::uint64_t column = 0;
  };
  const auto defect = GENERATE_REF(values<Defect>({
      {"blank", "", "object"},
      {"header again", header.substr(0, header.size() - 1), "known key"},
      {"unknown key", R"({"black":"h8","white":"a1","comment":"!"})", "comment"},
      {"no white", R"({"black":"h8"})", "white"},
      {"no black", R"({"white":"h8"})", "black"},
      {"stones as list", R"({"black":["h8"],"white":""})", "string"},
      {"stone off the board", R"({"black":"p1","white":""})", "p1"},
      {"stone twice", R"({"black":"h8 h8","white":""})", "h8"},
      {"stone of both", R"({"black":"h8","white":"h8"})", "h8"},
      {"move off the board", R"({"black":"h8","white":"a1","move":"a16"})", "a16"},
      {"two moves", R"({"black":"h8","white":"a1","move":"a2 a3"})", "move"},
      {"move empty", R"({"black":"h8","white":"a1","move":""})", "move"},
      {"move null", R"({"black":"h8","white":"a1","move":null})", "move"},
      {"record with side", R"({"black":"h8","white":"a1","to-move":"black"})", "to-move"},
      {"a key twice", R"({"black":"h8","black":"h8","white":"a1"})", "twice"},
      {"not JSON", R"({"black":"h8",white:"a1"})", "JSON", 14},
      {"cut off", R"({"black":"h8","whi)", "JSON", 18},
      {"not UTF-8", "{\"black\":\"\xFF\",\"white\":\"\"}", "JSON", 10},
      {"two values", R"({"black":"","white":""} {})", "JSON", 24},
      {"deep nesting", "{\"black\":" + std::string(100000, '['), "JSON", 100009},
      {"finding of no kind", R"({"finding":"bad","black":"","white":"","to-move":"black"})", "gap kind"},
      {"finding without side", R"({"finding":"draw","black":"","white":""})", "to-move"},
      {"finding with move", R"({"finding":"draw","black":"","white":"","to-move":"black","move":"a1"})",
       "move"},
      {"finding with line only", R"({"finding":"draw","black":"","white":"","to-move":"black","line":""})",
       "root"},
      {"finding with root only", R"({"finding":"draw","black":"","white":"","to-move":"black","root":0})",
       "line"},
      {"finding of root 1",
       R"({"finding":"draw","black":"h8","white":"a1","to-move":"black","root":1,"line":""})",
       "root below 1"},
      {"finding elsewhere",
       R"({"finding":"draw","black":"h8","white":"a2","to-move":"black","root":0,"line":""})", "line"},
      {"finding onto a stone",
       R"({"finding":"draw","black":"h8","white":"a1","to-move":"white","root":0,"line":"h8"})", "h8"},
      {"limit false", R"({"finding":"draw","black":"","white":"","to-move":"black","limit":false})", "limit"},
  }));
  CAPTURE(defect.name);
  const std::string good = R"({"black":"h8","white":"a1","move":"j9"})"
                           "\n";
  const auto proof = read(header + good + defect.line + "\n");
  REQUIRE_FALSE(proof.ok());
  CHECK(proof.error().code == ErrorCode::malformed);
  CHECK(proof.error().offset == header.size() + good.size() + defect.column);
  CHECK_THAT(proof.error().message, Contains("line 3: "));
  CHECK_THAT(proof.error().message, Contains(defect.words));
}

TEST_CASE("each limit of the text reader is pinned on both sides", "[format][jsonl][limits]") {
  const std::string text = header + R"({"black":"h8","white":"a1","move":"j9"})"
                                    "\n"
                                    R"({"black":"h9","white":"a1"})"
                                    "\n";
  ReaderLimits exact;
  exact.max_line_bytes = header.size() - 1;
  exact.max_file_bytes = text.size();
  exact.max_records = 2;
  exact.max_roots = 1;
  REQUIRE(read(text, exact).ok());
  const auto refused_at = [&](auto change) {
    ReaderLimits limits = exact;
    change(limits);
    const auto proof = read(text, limits);
    REQUIRE_FALSE(proof.ok());
    REQUIRE(proof.error().code == ErrorCode::limit);
    return proof.error().offset.value();
  };
  CHECK(refused_at([](ReaderLimits& l) { --l.max_line_bytes; }) == 0);
  CHECK(refused_at([](ReaderLimits& l) { --l.max_records; }) == header.size() + 40);
  CHECK(refused_at([](ReaderLimits& l) { --l.max_roots; }) == 0);
  CHECK(refused_at([](ReaderLimits& l) { --l.max_file_bytes; }) == header.size() + 40);
}

TEST_CASE("a long line is refused without being held", "[format][jsonl][limits]") {
  ReaderLimits limits;
  limits.max_line_bytes = 1000;
  const auto proof = read(std::string(1 << 20, '{'), limits);
  REQUIRE(proof.error().code == ErrorCode::limit);
}

TEST_CASE("lines that cross the reader's buffer are read whole", "[format][jsonl]") {
  TemporaryFolder folder;
  const Proof proof = random_proof(31, RuleSet::freestyle, 20, Color::black, 1500);
  REQUIRE(write_file(folder.file("a.jsonl"), bytes_of(jsonl_text(proof).value())).ok());
  const auto again = read_jsonl_file(folder.file("a.jsonl"));
  REQUIRE(again.ok());
  REQUIRE(difference(proof, again.value()).empty());
  REQUIRE(read_jsonl_file(folder.file("none.jsonl")).error().code == ErrorCode::io);
}
