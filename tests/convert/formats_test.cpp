#include "convert/formats.hpp"

#include <catch2/catch.hpp>

#include "base/files/atomic_file.hpp"
#include "convert/proof/provenance.hpp"
#include "game/notation.hpp"
#include "tests/convert/results.hpp"
#include "tests/convert/tree_text.hpp"
#include "tests/positions.hpp"
#include "tests/temporary_folder.hpp"

using namespace fiveproof;
using namespace fiveproof::convert;
using test::TemporaryFolder;

namespace {

Proof sample() {
  Proof proof(RuleSet::freestyle, 15, Color::black);
  proof.roots.push_back(root_after("h8 j10 g6"));
  proof.records.add(after("h8 j10 g6 c2"), parse_square("k7", 15).value());
  proof.records.add(after("h8 j10 g6 d9"), std::nullopt);
  proof.records.finish();
  return proof;
}

}  // namespace

TEST_CASE("formats: names and extensions", "[convert]") {
  for (const Format format :
       {Format::fvp, Format::jsonl_zst, Format::lib, Format::rv2, Format::openings, Format::csv})
    CHECK(parse_format(name_of(format)).value() == format);
  CHECK(parse_format("json").error().code == ErrorCode::usage);
  CHECK(parse_format("").error().code == ErrorCode::usage);
  CHECK(format_of_path("a/b.fvp") == Format::fvp);
  CHECK(format_of_path("a.b/C.FVP") == Format::fvp);
  CHECK(format_of_path("x.jsonl") == Format::jsonl);
  CHECK(format_of_path("x.Jsonl.zst") == Format::jsonl_zst);
  CHECK(format_of_path("x.json") == Format::rv2);
  CHECK(format_of_path("x.lib") == Format::lib);
  for (const char* path : {"-", "", "fvp", "x.zst", "x.fvp.gz", "x.lib.xz", "json"}) {
    CAPTURE(path);
    CHECK_FALSE(format_of_path(path).has_value());
  }
}

TEST_CASE("formats: our own formats round-trip by content hash", "[convert]") {
  const Format format = GENERATE(Format::fvp, Format::jsonl, Format::jsonl_zst);
  const TemporaryFolder folder;
  const std::string path = folder.file("any");
  const auto writing = test::value_of(encode_proof(sample(), format));
  CHECK(writing.losses.empty());
  REQUIRE(write_file(path, writing.bytes).ok());

  auto reading = read_proof_file(path, format, {});
  REQUIRE(reading.ok());
  CHECK(content_hash(reading.value().proof) == content_hash(sample()));

  SECTION("what the caller insists on must agree") {
    Wanted wanted;
    wanted.rule = RuleSet::freestyle;
    wanted.size = 15;
    wanted.attacker = Color::black;
    CHECK(read_proof_file(path, format, wanted).ok());
    Wanted rule = wanted, size = wanted, attacker = wanted;
    rule.rule = RuleSet::standard;
    size.size = 19;
    attacker.attacker = Color::white;
    for (const Wanted& wrong : {rule, size, attacker})
      CHECK(read_proof_file(path, format, wrong).error().code == ErrorCode::usage);
  }
  SECTION("a root of the caller replaces the file's, and says so") {
    Wanted wanted;
    wanted.roots.emplace(1, parse_squares("h8", 15).value());
    reading = read_proof_file(path, format, wanted);
    REQUIRE(reading.ok());
    REQUIRE(reading.value().proof.roots.size() == 1);
    CHECK(reading.value().proof.roots[0].text() == "h8");
    CHECK(reading.value().losses.size() == 1);
  }
  SECTION("a format is not guessed at") {
    const Format other = format == Format::fvp ? Format::jsonl : Format::fvp;
    CHECK(read_proof_file(path, other, {}).error().code == ErrorCode::malformed);
  }
}

TEST_CASE("formats: sections go along in .fvp and are named where they cannot", "[convert]") {
  Proof proof = sample();
  proof.sections = {{3, {1, 2}}, {5, {}}};
  CHECK(encode_proof(proof, Format::fvp).value().losses.empty());
  const auto losses = encode_proof(proof, Format::jsonl).value().losses;
  REQUIRE(losses.size() == 2);
  CHECK(losses[0] == "the section of kind 3, 2 bytes: only .fvp has sections");
}

TEST_CASE("formats: a missing file is an input error", "[convert]") {
  const Format format = GENERATE(Format::fvp, Format::jsonl, Format::jsonl_zst, Format::rv2);
  Wanted wanted;
  wanted.rule = RuleSet::standard;
  const auto reading = read_proof_file("/nonexistent/x", format, wanted);
  REQUIRE_FALSE(reading.ok());
  CHECK(reading.error().code == ErrorCode::io);
}

TEST_CASE("formats: a library comes out of its proof as it went in, until the proof is changed",
          "[convert]") {
  // Without a header; h8, i9 and h6, with a comment.
  const std::vector<std::uint8_t> library = {0x78, 0x00, 0x69, 0x08, 'w',  'h',  'y',  0x00, 0x98,
                                             0xC0, 0x76, 0x00, 0x01, 0x00, 0x02, 0x00, 0x03, 0x40};
  Wanted wanted;
  wanted.rule = RuleSet::freestyle;
  wanted.attacker = Color::black;
  wanted.roots.emplace(1, parse_squares("h8", 15).value());
  auto reading = read_foreign_proof(library, Format::lib, wanted);
  if (!reading.ok()) FAIL(reading.error().text());
  Proof& proof = reading.value().proof;
  REQUIRE(proof.sections.size() == 2);

  const auto same = encode_proof(proof, Format::lib);
  if (!same.ok()) FAIL(same.error().text());
  CHECK(same.value().bytes == library);
  const auto records = test::value_of(encode_proof(proof, Format::lib, {.from_records = true}));
  CHECK(records.bytes != library);

  Proof changed(proof.rule, proof.size, proof.attacker);
  changed.roots = proof.roots;
  changed.sections = proof.sections;
  changed.records.add(after("h8 i9"), parse_square("g7", 15).value());
  changed.records.finish();
  const auto more = test::value_of(encode_proof(changed, Format::lib));
  CHECK(more.bytes != library);
  CHECK(more.keeps_annotations);
  CHECK(test::lines_text(more.carried) ==
        "the tree that the proof was read from, and what it lacks\n1 new node at 1 place\n"
        "2 moves refuted, says a comment: the proof's comes first\n");
  changed.roots.front() = {after("h8 a2"), parse_squares("h8 a2", 15).value()};
  const auto other = test::value_of(encode_proof(changed, Format::lib));
  CHECK(other.bytes != library);
  CHECK_THAT(other.losses.front(), Catch::Contains("has been changed since"));

  // Nor is anything believed that does not say which proof it belongs to.
  proof.sections.erase(proof.sections.begin());
  const auto orphan = test::value_of(encode_proof(proof, Format::lib));
  CHECK(orphan.bytes != library);

  wanted.drop_annotations = true;
  const auto bare = test::value_of(read_foreign_proof(library, Format::lib, wanted));
  CHECK(bare.proof.sections.empty());
}

TEST_CASE("provenance is read as it was written, or refused", "[convert]") {
  Provenance provenance{"lib", 0x1'0000'0001, {}, {}};
  provenance.source_hash[3] = 7;
  provenance.proof_hash[31] = 9;
  auto bytes = encode_provenance(provenance);
  CHECK(decode_provenance(bytes).value() == provenance);
  for (std::size_t length = 0; length < bytes.size(); ++length)
    CHECK(decode_provenance(std::span(bytes).first(length)).error().code == ErrorCode::malformed);
  bytes.push_back(0);
  CHECK(decode_provenance(bytes).error().code == ErrorCode::malformed);
  bytes.pop_back();
  bytes[0] = 2;
  CHECK(decode_provenance(bytes).error().code == ErrorCode::unsupported);
}
