#include "format/fvp/fvp_reader.hpp"
#include "format/fvp/fvp_writer.hpp"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <fstream>
#include <thread>

#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "format/fvp/finding_places.hpp"
#include "format/fvp/fvp_layout.hpp"
#include "format/text/jsonl.hpp"
#include "fvp_surgery.hpp"
#include "samples.hpp"
#include "tests/temporary_folder.hpp"

using namespace fiveproof;
using namespace fiveproof::test;

namespace {

/// In more blocks than the writer makes of so few records.
FvpParts in_blocks(const Proof& proof, std::uint32_t per_block) {
  FvpParts parts = take_apart(fvp_bytes(proof).value());
  parts.blocks.clear();
  for (auto& block : encoded_blocks(proof.records, per_block))
    parts.blocks.push_back({block.count, std::move(block.bytes)});
  parts.header_frame = changed<schema::Header>(parts.header_frame, [&](schema::Header::Builder header) {
    header.setBlockCount(static_cast<std::uint32_t>(parts.blocks.size()));
    header.setBlockRecords(per_block);
  });
  return parts;
}

Proof read_back(std::span<const std::uint8_t> bytes, const ReaderLimits& limits = {}) {
  auto read = read_fvp(bytes, limits);
  if (!read.ok()) FAIL(read.error().text());
  return std::move(read).value();
}

/// `count` records, fewer where two are equal; the one of number i has about `stones(i)` stones.
template <class Stones>
Proof many_records(unsigned seed, int size, Color attacker, int count, Stones stones) {
  std::mt19937 random(seed);
  Proof proof(RuleSet::standard, size, attacker);
  for (int i = 0; i < count; ++i)
    proof.records.add(random_position(random, size, stones(i), attacker), random_square(random, size));
  proof.records.finish();
  return proof;
}

}  // namespace

TEST_CASE("a proof survives .fvp on every board, for both attackers and rules", "[format][fvp]") {
  const int size = GENERATE(range(min_board_size, max_board_size + 1));
  const Color attacker = GENERATE(Color::black, Color::white);
  const RuleSet rule = size % 2 ? RuleSet::freestyle : RuleSet::standard;
  CAPTURE(size, attacker);
  const Proof proof = random_proof(static_cast<unsigned>(size), rule, size, attacker, 100);
  const auto bytes = fvp_bytes(proof).value();
  const Proof read = read_back(bytes);
  REQUIRE(difference(proof, read).empty());
  REQUIRE(content_hash(proof) == content_hash(read));
  REQUIRE(fvp_bytes(read).value() == bytes);
}

TEST_CASE("a proof of several blocks survives", "[format][fvp]") {
  // 65,536 records fill one block exactly; one more opens the next.
  const std::size_t count = GENERATE(65535u, 65536u, 65537u, 140000u);
  const Proof all = many_records(1, 8, Color::black, 150'000, [](int) { return 40; });
  Proof proof(RuleSet::standard, 8, Color::black);
  for (std::size_t i = 0; i < count; ++i) proof.records.add_entry(all.records.entry(i));
  proof.records.finish();
  REQUIRE(proof.records.count() == count);
  const std::size_t per_block = 65536;
  const auto bytes = fvp_bytes(proof).value();
  REQUIRE(difference(proof, read_back(bytes)).empty());
  REQUIRE(read_fvp_header(bytes).value().blocks == (count + per_block - 1) / per_block);
}

TEST_CASE("a budget and threads change nothing but where things are", "[format][fvp]") {
  const TemporaryFolder folder;
  const Proof proof = many_records(2, 7, Color::white, 70'000, [](int i) { return 1 + i % 20; });
  const auto bytes = fvp_bytes(proof).value();
  for (const auto& file : {bytes, put_together(in_blocks(proof, 8'192))})
    for (const unsigned threads : {1u, 4u})
      for (const std::size_t budget : {std::size_t{0}, std::size_t{1'000'000}}) {
        ReaderLimits limits;
        limits.threads = threads;
        limits.budget = {budget, folder.path().string()};
        const Proof read = read_back(file, limits);
        CHECK(content_hash(read) == content_hash(proof));
        CHECK(fvp_bytes(read).value() == bytes);
      }
  CHECK(std::filesystem::is_empty(folder.path()));

  ReaderLimits limits;
  limits.budget = {0, folder.file("missing")};
  const auto read = read_fvp(bytes, limits, "a.fvp");
  REQUIRE_FALSE(read.ok());
  CHECK(read.error().code == ErrorCode::io);
}

TEST_CASE("the first thing wrong is told, on any number of threads", "[format][fvp]") {
  const Proof proof = many_records(3, 6, Color::black, 30'000, [](int i) { return i % 15; });
  const FvpParts parts = in_blocks(proof, 8'192);
  REQUIRE(parts.blocks.size() == 4);
  for (std::size_t damaged = 0; damaged < parts.blocks.size(); ++damaged)
    for (std::size_t cut = 0; cut < 4; ++cut) {
      CAPTURE(damaged, cut);
      FvpParts changed = parts;
      --changed.blocks[damaged].records;  // more stands in it than it says
      const auto whole = put_together(changed);
      const auto shortened = [&](std::span<const std::uint8_t> bytes) {
        return bytes.first(bytes.size() - cut * bytes.size() / 4);
      };
      const auto error_on = [&](unsigned threads, std::span<const std::uint8_t> bytes) {
        ReaderLimits limits;
        limits.threads = threads;
        const auto read = read_fvp(bytes, limits);
        REQUIRE_FALSE(read.ok());
        return read.error();
      };
      // A block that is not there cannot be damaged.
      Error first = error_on(1, whole);
      if (cut > 0) {
        const auto sound = put_together(parts);
        const Error missing = error_on(1, shortened(sound));
        if (missing.offset <= first.offset) first = missing;
      }
      for (const unsigned threads : {1u, 2u, 3u, 8u})
        CHECK(error_on(threads, shortened(whole)).text() == first.text());
    }
}

TEST_CASE("a whole strategy survives in a few bits a record", "[format][fvp]") {
  const Proof proof = random_strategy(4, 15, Color::black, 5'000);
  const auto bytes = fvp_bytes(proof).value();
  REQUIRE(difference(proof, read_back(bytes)).empty());
  CHECK(bytes.size() < 2 * proof.records.count());
}

TEST_CASE("sections go along and come back", "[format][fvp]") {
  Proof proof = random_proof(13, RuleSet::standard, 9, Color::white, 20);
  const std::string hash = content_hash(proof);
  proof.sections = {{0, {}}, {7, bytes_of("something")}, {0xFFFFFFFF, std::vector<std::uint8_t>(5'000, 1)}};
  const auto bytes = fvp_bytes(proof).value();
  const Proof read = read_back(bytes);
  CHECK(read.sections == proof.sections);
  CHECK(content_hash(read) == hash);
  for (std::size_t length = 0; length < bytes.size(); length += 13)
    REQUIRE_FALSE(read_fvp(std::span(bytes).first(length)).ok());
  ReaderLimits limits;
  limits.max_section_bytes = 9 + 5'000;
  CHECK(read_fvp(bytes, limits).ok());
  --limits.max_section_bytes;
  CHECK(read_fvp(bytes, limits).error().code == ErrorCode::limit);

  std::swap(proof.sections[0], proof.sections[1]);
  CHECK(fvp_bytes(proof).error().code == ErrorCode::usage);
}
TEST_CASE("findings know where they stood in the file they come from", "[format][fvp]") {
  Proof proof = random_proof(14, RuleSet::renju, 9, Color::black, 20);
  const std::string hash = content_hash(proof);
  const auto without = fvp_bytes(proof).value();
  proof.findings[1].source_offset = 0xFEDC'BA98'7654;
  proof.sections = {{3, {1, 2}}, {9, {4}}};
  const auto bytes = fvp_bytes(proof).value();
  const Proof read = read_back(bytes);
  CHECK(difference(proof, read).empty());
  CHECK(read.sections == proof.sections);
  CHECK(content_hash(read) == hash);
  CHECK(bytes.size() > without.size());

  const auto text = jsonl_text(proof).value();
  const auto again = read_jsonl(bytes_of(text));
  if (!again.ok()) FAIL(again.error().text());
  CHECK(difference(proof, again.value()).empty());

  proof.sections = {{finding_places_kind, std::vector<std::uint8_t>(16)}};
  CHECK(fvp_bytes(proof).error().code == ErrorCode::usage);
}

TEST_CASE("places of another number of findings are refused", "[format][fvp]") {
  std::vector<Gap> findings(2);
  findings[0].source_offset = 7;
  const auto section = finding_places(findings);
  REQUIRE(section);
  CHECK(section->bytes.size() == 16);
  findings.pop_back();
  CHECK(set_finding_places(section->bytes, findings).error().code == ErrorCode::malformed);
  findings[0].source_offset.reset();
  CHECK(set_finding_places(std::span(section->bytes).first(8), findings).ok());
  CHECK(findings[0].source_offset == 7);
  CHECK_FALSE(finding_places(std::vector<Gap>(3)));
}

TEST_CASE("a proof without records, roots or findings survives", "[format][fvp]") {
  Proof proof(RuleSet::standard, 15, Color::white);
  proof.records.finish();
  REQUIRE(difference(proof, read_back(fvp_bytes(proof).value())).empty());
}

TEST_CASE("a file cut off at any byte is refused", "[format][fvp]") {
  const auto bytes = fvp_bytes(random_proof(5, RuleSet::standard, 6, Color::black, 4)).value();
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    CAPTURE(length);
    const auto read = read_fvp(std::span(bytes).first(length), {}, "cut.fvp");
    REQUIRE_FALSE(read.ok());
    REQUIRE(read.error().code == ErrorCode::malformed);
    REQUIRE(read.error().file == "cut.fvp");
    REQUIRE(read.error().offset.has_value());
    REQUIRE(*read.error().offset <= length);
  }
}

TEST_CASE("a file with any bit flipped is refused", "[format][fvp]") {
  Proof proof = random_proof(6, RuleSet::freestyle, 5, Color::white, 4);
  proof.sections = {{3, {1, 2, 3}}};
  auto bytes = fvp_bytes(proof).value();
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    CAPTURE(bit);
    bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ (1u << (bit % 8)));
    REQUIRE_FALSE(read_fvp(bytes).ok());
    bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ (1u << (bit % 8)));
  }
}

TEST_CASE("bytes after the end are refused", "[format][fvp]") {
  auto bytes = fvp_bytes(smallest_proof()).value();
  const std::size_t end = bytes.size();
  bytes.push_back(0);
  const auto read = read_fvp(bytes);
  REQUIRE_FALSE(read.ok());
  REQUIRE(read.error().offset == end);
}

TEST_CASE("the header alone can be read", "[format][fvp]") {
  const Proof proof = random_proof(8, RuleSet::standard, 15, Color::black, 10);
  const auto header = read_fvp_header(fvp_bytes(proof, "someone 3").value()).value();
  CHECK(header.producer == "someone 3");
  CHECK(header.content_hash == content_hash(proof));
  CHECK(header.records == proof.records.count());
}

TEST_CASE("each limit is pinned on both sides", "[format][fvp][limits]") {
  const Proof proof = random_proof(9, RuleSet::standard, 15, Color::black, 50);
  const auto bytes = fvp_bytes(proof).value();
  ReaderLimits exact;
  exact.max_file_bytes = bytes.size();
  exact.max_records = proof.records.count();
  exact.max_roots = proof.roots.size();
  exact.max_findings = proof.findings.size();
  REQUIRE(read_fvp(bytes, exact).ok());
  const auto refused = [&](auto change) {
    ReaderLimits limits = exact;
    change(limits);
    const auto read = read_fvp(bytes, limits);
    return !read.ok() && read.error().code == ErrorCode::limit;
  };
  CHECK(refused([](ReaderLimits& l) { --l.max_file_bytes; }));
  CHECK(refused([](ReaderLimits& l) { --l.max_records; }));
  CHECK(refused([](ReaderLimits& l) { --l.max_roots; }));
  CHECK(refused([](ReaderLimits& l) { --l.max_findings; }));
  CHECK(refused([](ReaderLimits& l) { l.max_header_bytes = 64; }));
  CHECK(refused([](ReaderLimits& l) { l.max_payload_bytes = 64; }));
}

TEST_CASE("a proof that contradicts itself is not written", "[format][fvp]") {
  TemporaryFolder folder;
  Proof proof = smallest_proof();
  SECTION("moves that do not lead to the root") { proof.roots[0].moves = std::vector<Square>{Square(0, 0)}; }
  Gap gap;
  gap.position = Position(5);
  SECTION("a finding of a root that is not there") {
    gap.root = 1;
    proof.findings.push_back(gap);
  }
  SECTION("a line that ends elsewhere") {
    gap.root = 0;
    proof.findings.push_back(gap);
  }
  const auto written = write_fvp(proof, folder.file("a.fvp"));
  REQUIRE_FALSE(written.ok());
  REQUIRE(written.error().code == ErrorCode::usage);
  REQUIRE(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("files are written and read by name", "[format][fvp]") {
  TemporaryFolder folder;
  const Proof proof = random_proof(10, RuleSet::standard, 15, Color::black, 20);
  REQUIRE(write_fvp(proof, folder.file("a.fvp")).ok());
  const auto read = read_fvp_file(folder.file("a.fvp"));
  REQUIRE(read.ok());
  REQUIRE(difference(proof, read.value()).empty());

  const auto missing = read_fvp_file(folder.file("b.fvp"));
  REQUIRE_FALSE(missing.ok());
  REQUIRE(missing.error().code == ErrorCode::io);
  REQUIRE(missing.error().file == folder.file("b.fvp"));

  ReaderLimits limits;
  limits.max_file_bytes = 10;
  REQUIRE(read_fvp_file(folder.file("a.fvp"), limits).error().code == ErrorCode::limit);
}

namespace {

/// The bytes through a pipe, which has no length.
Result<Proof> read_through_pipe(const std::vector<std::uint8_t>& bytes, const ReaderLimits& limits = {}) {
  TemporaryFolder folder;
  const std::string path = folder.file("pipe.fvp");
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  std::thread writer([&] {
    std::signal(SIGPIPE, SIG_IGN);  // the reader may have seen enough
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  });
  auto read = read_fvp_file(path, limits);
  writer.join();
  return read;
}

}  // namespace

TEST_CASE("memory, file and pipe are read alike, whole or cut off", "[format][fvp]") {
  TemporaryFolder folder;
  const auto whole = fvp_bytes(random_proof(12, RuleSet::standard, 6, Color::black, 30)).value();
  const std::string path = folder.file("a.fvp");
  const auto compare = [&](const std::vector<std::uint8_t>& bytes) {
    REQUIRE(write_file(path, bytes).ok());
    const auto memory = read_fvp(bytes);
    for (const auto& other : {read_fvp_file(path), read_through_pipe(bytes)}) {
      REQUIRE(memory.ok() == other.ok());
      if (memory.ok()) {
        CHECK(difference(memory.value(), other.value()).empty());
      } else {
        CHECK(memory.error().message == other.error().message);
        CHECK(memory.error().offset == other.error().offset);
        CHECK(memory.error().code == other.error().code);
      }
    }
  };
  compare(whole);
  auto longer = whole;
  longer.push_back(0);
  compare(longer);
  for (std::size_t length = 0; length < whole.size(); length += 7)
    compare({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
}

TEST_CASE("the limit of a file holds for a pipe", "[format][fvp][limits]") {
  const auto bytes = fvp_bytes(random_proof(12, RuleSet::standard, 6, Color::black, 30)).value();
  ReaderLimits limits;
  limits.max_file_bytes = bytes.size();
  CHECK(read_through_pipe(bytes, limits).ok());
  --limits.max_file_bytes;
  const auto read = read_through_pipe(bytes, limits);
  REQUIRE_FALSE(read.ok());
  CHECK(read.error().code == ErrorCode::limit);
}

TEST_CASE("a pipe that promises much does not take much memory", "[format][fvp][limits]") {
  auto bytes = fvp_bytes(smallest_proof()).value();
  for (std::size_t i = 16; i < 23; ++i) bytes[i] = 0xFF;  // the length of the header
  const auto sum = fvp::checksum(std::span(bytes).first(32));
  std::copy(sum.begin(), sum.end(), bytes.begin() + 32);
  const auto read = read_through_pipe(bytes);
  REQUIRE_FALSE(read.ok());
  CHECK(read.error().code == ErrorCode::limit);
}
