#include "convert/formats.hpp"

#include <catch2/catch.hpp>
#include <cstdio>
#include <filesystem>

#include <unistd.h>

#include "format/atomic_file.hpp"
#include "game/notation.hpp"
#include "tests/positions.hpp"

using namespace fiveproof;
using namespace fiveproof::convert;

namespace {

// A file that goes away with the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& ending)
      : path_((std::filesystem::temp_directory_path() /
               ("fiveproof-convert-" + std::to_string(getpid()) + "-" + std::to_string(++made_) + ending))
                  .string()) {}
  ~TemporaryFile() { std::remove(path_.c_str()); }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  static inline int made_ = 0;
  std::string path_;
};

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
       {Format::fvp, Format::jsonl, Format::lib, Format::rv2, Format::openings, Format::csv})
    CHECK(parse_format(name_of(format)).value() == format);
  CHECK(parse_format("json").error().code == ErrorCode::usage);
  CHECK(parse_format("").error().code == ErrorCode::usage);
  CHECK(format_of_path("a/b.fvp") == Format::fvp);
  CHECK(format_of_path("a.b/C.FVP") == Format::fvp);
  CHECK(format_of_path("x.jsonl") == Format::jsonl);
  CHECK(format_of_path("x.json") == Format::rv2);
  CHECK(format_of_path("x.lib") == Format::lib);
  for (const char* path : {"-", "", "fvp", "x.fvp.gz", "x.lib.xz", "json"}) {
    CAPTURE(path);
    CHECK_FALSE(format_of_path(path).has_value());
  }
}

TEST_CASE("formats: our own formats round-trip by content hash", "[convert]") {
  const Format format = GENERATE(Format::fvp, Format::jsonl);
  const TemporaryFile file(".any");
  const auto writing = encode_proof(sample(), format);
  REQUIRE(writing.ok());
  CHECK(writing.value().losses.empty());
  REQUIRE(write_file(file.path(), writing.value().bytes).ok());

  auto reading = read_proof_file(file.path(), format, {});
  REQUIRE(reading.ok());
  CHECK(content_hash(reading.value().proof) == content_hash(sample()));

  SECTION("what the caller insists on must agree") {
    Wanted wanted;
    wanted.rule = RuleSet::freestyle;
    wanted.size = 15;
    wanted.attacker = Color::black;
    CHECK(read_proof_file(file.path(), format, wanted).ok());
    Wanted rule = wanted, size = wanted, attacker = wanted;
    rule.rule = RuleSet::standard;
    size.size = 19;
    attacker.attacker = Color::white;
    for (const Wanted& wrong : {rule, size, attacker})
      CHECK(read_proof_file(file.path(), format, wrong).error().code == ErrorCode::usage);
  }
  SECTION("a root of the caller replaces the file's, and says so") {
    Wanted wanted;
    wanted.roots.emplace(1, parse_squares("h8", 15).value());
    reading = read_proof_file(file.path(), format, wanted);
    REQUIRE(reading.ok());
    REQUIRE(reading.value().proof.roots.size() == 1);
    CHECK(reading.value().proof.roots[0].text() == "h8");
    CHECK(reading.value().losses.size() == 1);
  }
  SECTION("a format is not guessed at") {
    const Format other = format == Format::fvp ? Format::jsonl : Format::fvp;
    CHECK(read_proof_file(file.path(), other, {}).error().code == ErrorCode::malformed);
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
  const Format format = GENERATE(Format::fvp, Format::jsonl, Format::rv2);
  Wanted wanted;
  wanted.rule = RuleSet::standard;
  const auto reading = read_proof_file("/nonexistent/x", format, wanted);
  REQUIRE_FALSE(reading.ok());
  CHECK(reading.error().code == ErrorCode::io);
}
