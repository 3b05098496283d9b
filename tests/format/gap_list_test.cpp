#include "format/text/gap_list.hpp"

#include <catch2/catch.hpp>

#include "base/files/file.hpp"
#include "proof/gap_check.hpp"
#include "samples.hpp"
#include "tests/temporary_folder.hpp"

using namespace fiveproof;
using namespace fiveproof::test;
using Catch::Contains;

TEST_CASE("every gap kind has one name", "[format][gaps]") {
  for (int i = 0; i < gap_kind_count; ++i) {
    const auto kind = static_cast<GapKind>(i);
    CHECK(parse_gap_kind(name_of(kind)) == kind);
  }
  CHECK(name_of(GapKind::unanswered_reply) == "unanswered-reply");
  CHECK(name_of(GapKind::stray_position) == "stray-position");
  CHECK(name_of(GapKind::forbidden_move) == "forbidden-move");
  CHECK_FALSE(parse_gap_kind("").has_value());
  CHECK_FALSE(parse_gap_kind("Draw").has_value());
}

TEST_CASE("a gap list survives its file", "[format][gaps]") {
  TemporaryFolder folder;
  const Proof proof = random_proof(41, RuleSet::standard, 15, Color::black, 20);
  const GapList list = sample_gaps(proof);
  const std::string path = folder.file("gaps.jsonl");
  {
    auto writer = GapListWriter::open(path, list.header);
    REQUIRE(writer.ok());
    for (const Gap& gap : list.gaps) REQUIRE(writer.value().add(gap).ok());
    REQUIRE_FALSE(std::filesystem::exists(path));
    REQUIRE(writer.value().close().ok());
  }
  const auto read = read_gap_list_file(path);
  if (!read.ok()) FAIL(read.error().text());
  REQUIRE(read.value().header.proof_hash == content_hash(proof));
  REQUIRE(read.value().header.roots.size() == proof.roots.size());
  REQUIRE(read.value().gaps.size() == list.gaps.size());
  REQUIRE(gap_list_text(read.value()).value() == gap_list_text(list).value());
  REQUIRE(read_file(path, 1 << 20).value() == bytes_of(gap_list_text(list).value()));
}

TEST_CASE("a gap line has the keys of the design, in order", "[format][gaps]") {
  Proof proof(RuleSet::freestyle, 15, Color::black);
  proof.records.finish();
  const std::vector<Square> moves = {Square(7, 7), Square(0, 0)};
  proof.roots.push_back({Position(15), moves});
  for (Square s : moves) proof.roots[0].position.play(s);
  Gap gap;
  gap.root = 0;
  gap.line = {Square(9, 8), Square(2, 2)};
  gap.position = proof.roots[0].position;
  for (Square s : gap.line) gap.position.play(s);
  const std::string text = gap_list_text({gap_list_header(proof), {gap}}).value();
  CHECK(
      text ==
      R"({"format":"fiveproof-gaps","version":2,"rule":"freestyle","size":15,"attacker":"black","proof":")" +
          content_hash(proof) +
          R"(","roots":["h8 a1"]})"
          "\n"
          R"({"kind":"unanswered-reply","root":0,"line":"j9 c3","black":"h8 j9","white":"a1 c3","to-move":"black","moves":"h8 a1 j9 c3"})"
          "\n");
}

TEST_CASE("the moves from the empty board are read strictly, and version 1 has none", "[format][gaps]") {
  const std::string header =
      R"({"format":"fiveproof-gaps","version":2,"rule":"freestyle","size":15,"attacker":"black","proof":")" +
      std::string(64, 'a') + R"(","roots":["h8 a1",{"black":"h8","white":"a1","to-move":"black"}]})" + "\n";
  const std::string gap = R"("black":"h8 j9","white":"a1 c3","to-move":"black")";
  const auto read = [&](std::string text, const std::string& place, const std::string& moves) {
    text += R"({"kind":"unanswered-reply",)" + place + gap + moves + "}\n";
    return read_gap_list(bytes_of(text));
  };
  const std::string first = R"("root":0,"line":"j9 c3",)", second = R"("root":1,"line":"j9 c3",)";
  const std::string right = R"(,"moves":"h8 a1 j9 c3")";
  CHECK(read(header, first, right).ok());
  CHECK(read(header, first, "").ok());
  CHECK(read(header, second, "").ok());
  for (const char* wrong :
       {"\"\"", "\"j9 c3\"", "\"h8 a1 c3 j9\"", "\"h8 a1 j9\"", "\"h8 c3 j9 a1\"", "7", "null"})
    CHECK_FALSE(read(header, first, std::string(",\"moves\":") + wrong).ok());
  CHECK_FALSE(read(header, second, right).ok());  // whose moves nobody knows
  CHECK_FALSE(read(header, "", right).ok());
  std::string old = header;
  old.replace(old.find("\"version\":2"), 11, "\"version\":1");
  CHECK(read(old, first, "").ok());
  CHECK_FALSE(read(old, first, right).ok());
  // What was read of version 1 is written as version 2.
  CHECK(gap_list_text(read(old, first, "").value()).value() ==
        gap_list_text(read(header, first, right).value()).value());
  old.replace(old.find("\"version\":1"), 11, "\"version\":3");
  CHECK(read(old, first, "").error().code == ErrorCode::unsupported);
}

TEST_CASE("the list of an interrupted check says so", "[format][gaps]") {
  TemporaryFolder folder;
  const GapList list = sample_gaps(random_proof(43, RuleSet::standard, 9, Color::black, 5));
  for (const bool has_gaps : {true, false}) {
    auto writer = GapListWriter::open(folder.file("gaps.jsonl"), list.header);
    REQUIRE(writer.ok());
    writer.value().mark_partial();
    if (has_gaps) REQUIRE(writer.value().add(list.gaps[0]).ok());
    REQUIRE(writer.value().close().ok());
    const auto read = read_gap_list_file(folder.file("gaps.jsonl"));
    REQUIRE(read.ok());
    CHECK(read.value().header.partial);
    CHECK(read.value().gaps.size() == (has_gaps ? 1U : 0U));
    GapList same{list.header, {}};
    same.header.partial = true;
    if (has_gaps) same.gaps.push_back(list.gaps[0]);
    CHECK(gap_list_text(read.value()).value() == gap_list_text(same).value());
  }
}

TEST_CASE("shared and partial are read strictly", "[format][gaps]") {
  const GapList list = sample_gaps(random_proof(44, RuleSet::standard, 9, Color::black, 5));
  const std::string text = gap_list_text(list).value();
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return read_gap_list(bytes_of(changed));
  };
  CHECK(with("\"shared\":2", "\"shared\":7").value().gaps[0].shared == 7);
  for (const char* value : {"1", "0", "-2", "2.5", "\"2\"", "true", "null"})
    CHECK_FALSE(with("\"shared\":2", std::string("\"shared\":") + value).ok());
  CHECK(with("\"roots\"", "\"partial\":true,\"roots\"").value().header.partial);
  for (const char* value : {"false", "1", "null"})
    CHECK_FALSE(with("\"roots\"", std::string("\"partial\":") + value + ",\"roots\"").ok());
}

TEST_CASE("a writer that is not closed leaves nothing", "[format][gaps]") {
  TemporaryFolder folder;
  const GapList list = sample_gaps(random_proof(42, RuleSet::standard, 9, Color::black, 5));
  {
    auto writer = GapListWriter::open(folder.file("gaps.jsonl"), list.header);
    REQUIRE(writer.value().add(list.gaps[0]).ok());
  }
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("a gap that contradicts itself is not written", "[format][gaps]") {
  TemporaryFolder folder;
  const GapList list = sample_gaps(random_proof(43, RuleSet::standard, 9, Color::black, 5));
  auto writer = GapListWriter::open(folder.file("gaps.jsonl"), list.header);
  const auto is_refused = [&](auto change) {
    Gap gap = list.gaps[0];
    change(gap);
    return writer.value().add(gap).error().code == ErrorCode::usage;
  };
  CHECK(is_refused([](Gap& gap) { gap.line.pop_back(); }));
  CHECK(is_refused([](Gap& gap) { gap.root = 3; }));
  CHECK(is_refused([](Gap& gap) { gap.root.reset(); }));
}

TEST_CASE("a gap list that breaks a rule is refused", "[format][gaps]") {
  const std::string hash(64, 'a');
  const auto text = [](const std::string& proof) {
    return R"({"format":"fiveproof-gaps","version":1,"rule":"standard","size":15,"attacker":"black","proof":")" +
           proof +
           R"(","roots":[""]})"
           "\n";
  };
  const auto error = [](const std::string& all) {
    const auto read = read_gap_list(bytes_of(all), {}, "g.jsonl");
    REQUIRE_FALSE(read.ok());
    return read.error();
  };
  REQUIRE(read_gap_list(bytes_of(text(hash))).ok());
  CHECK_THAT(error(text("abc")).message, Contains("hash"));
  CHECK_THAT(error(text(std::string(64, 'A'))).message, Contains("hash"));
  CHECK_THAT(error(text(hash) + R"({"finding":"draw"})").message, Contains("line 2: expected a known key"));
  CHECK_THAT(error(text(hash) + R"({"kind":"won","black":"","white":"","to-move":"black"})").message,
             Contains("won"));
  CHECK(error("").offset == 0u);
  ReaderLimits limits;
  limits.max_gaps = 0;
  const auto read = read_gap_list(
      bytes_of(text(hash) + R"({"kind":"draw","black":"","white":"","to-move":"black"})"), limits);
  CHECK(read.error().code == ErrorCode::limit);
}
