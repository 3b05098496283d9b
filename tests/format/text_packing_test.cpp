// .jsonl.zst and gaps.jsonl.zst: what is packed is the text, and whatever is wrong with the packing is told.
#include "format/text/text_packing.hpp"

#include <zstd.h>

#include <catch2/catch.hpp>
#include <cstdlib>

#include "base/files/atomic_file.hpp"
#include "format/text/gap_list.hpp"
#include "format/text/jsonl.hpp"
#include "samples.hpp"
#include "tests/peak_memory.hpp"
#include "tests/rounds.hpp"
#include "tests/temporary_folder.hpp"

using namespace fiveproof;
using namespace fiveproof::test;
using Catch::Contains;

namespace {

using Bytes = std::vector<std::uint8_t>;

Result<Proof> read(const Bytes& bytes, const ReaderLimits& limits = {}) {
  return read_jsonl(bytes, limits, "x.jsonl.zst", Packing::zstd);
}

Bytes packed(const Proof& proof) { return jsonl_bytes(proof, Packing::zstd).value(); }

/// Another packer's frame, of the text `times` times over after a beginning.
Bytes frame_of(const std::string& beginning, const std::string& text, int times) {
  const std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context(ZSTD_createCCtx(), ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, 1);
  Bytes out(std::size_t{1} << 22);
  ZSTD_outBuffer to{out.data(), out.size(), 0};
  for (int n = 0; n <= times; ++n) {
    const std::string& part = n == 0 ? beginning : text;
    ZSTD_inBuffer from{part.data(), part.size(), 0};
    REQUIRE(!ZSTD_isError(
        ZSTD_compressStream2(context.get(), &to, &from, n == times ? ZSTD_e_end : ZSTD_e_continue)));
    REQUIRE(from.pos == from.size);
  }
  out.resize(to.pos);
  return out;
}

/// Refused, at a place in the file, as malformed if nothing else is said.
Error refused(const Bytes& bytes, ErrorCode code = ErrorCode::malformed, const ReaderLimits& limits = {}) {
  const auto proof = read(bytes, limits);
  REQUIRE_FALSE(proof.ok());
  CHECK(proof.error().code == code);
  CHECK(proof.error().file == "x.jsonl.zst");
  REQUIRE(proof.error().offset.has_value());
  return proof.error();
}

}  // namespace

TEST_CASE("a proof survives .jsonl.zst, which is its text for anybody who has zstd", "[format][packing]") {
  const TemporaryFolder folder;
  const Proof proof = random_proof(3, RuleSet::standard, 15, Color::white, 3'000);
  const std::string text = jsonl_text(proof).value();
  const Bytes bytes = packed(proof);
  CHECK(bytes.size() < text.size() / 3);
  CHECK(packed(proof) == bytes);
  CHECK(jsonl_bytes(proof, Packing::none).value() == bytes_of(text));
  const auto back = read(bytes);
  if (!back.ok()) FAIL(back.error().text());
  CHECK(difference(proof, back.value()).empty());

  const std::string plain = folder.file("a.jsonl"), ours = folder.file("a.jsonl.zst");
  REQUIRE(write_file(plain, bytes_of(text)).ok());
  REQUIRE(write_file(ours, bytes).ok());
  CHECK(std::system(("zstd -dcq " + ours + " | cmp - " + plain).c_str()) == 0);
  CHECK(difference(proof, read_jsonl_file(ours, {}, Packing::zstd).value()).empty());
  for (const char* how : {"-1", "-19", "--no-check", "--ultra -22 --long=27"}) {
    CAPTURE(how);
    const std::string theirs = folder.file("b.jsonl.zst");
    REQUIRE(std::system(("zstd -qf " + std::string(how) + " " + plain + " -o " + theirs).c_str()) == 0);
    CHECK(difference(proof, read_jsonl_file(theirs, {}, Packing::zstd).value()).empty());
  }
}

TEST_CASE("a name that ends in .zst is one of a packed gap list", "[format][packing]") {
  const TemporaryFolder folder;
  const GapList list = sample_gaps(random_proof(4, RuleSet::freestyle, 9, Color::black, 20));
  const auto written = [&](const std::string& path) {
    auto writer = GapListWriter::open(path, list.header);
    REQUIRE(writer.ok());
    for (const Gap& gap : list.gaps) REQUIRE(writer.value().add(gap).ok());
    REQUIRE(writer.value().close().ok());
    return read_file(path, 1 << 20).value();
  };
  const Bytes plain = written(folder.file("gaps.jsonl"));
  for (const char* name : {"gaps.jsonl.zst", "GAPS.JSONL.ZST"}) {
    const std::string path = folder.file(name);
    CHECK(written(path).size() < plain.size());
    const auto back = read_gap_list_file(path);
    if (!back.ok()) FAIL(back.error().text());
    CHECK(bytes_of(gap_list_text(back.value()).value()) == plain);
  }
  CHECK(packing_of("gaps.jsonl.zs") == Packing::none);
  CHECK(packing_of(".zst") == Packing::zstd);
  CHECK(packing_of("zst") == Packing::none);
  // Contents are not guessed at.
  const std::string odd = folder.file("odd.zst");
  REQUIRE(write_file(odd, plain).ok());
  CHECK_THAT(read_gap_list_file(odd).error().text(), Contains("odd.zst") && Contains("a zstd frame"));
}

TEST_CASE("a packed text that is cut, damaged or goes on is refused", "[format][packing]") {
  const Bytes whole = packed(random_proof(5, RuleSet::standard, 6, Color::black, 20));
  REQUIRE(read(whole).ok());
  SECTION("cut anywhere") {
    for (std::size_t length = 0; length < whole.size(); ++length) {
      CAPTURE(length);
      const Error error = refused({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
      CHECK(*error.offset == (length < 4 ? 0 : length));
      CHECK_THAT(error.message, Contains("zstd frame"));
    }
  }
  SECTION("a bit turned") {
    const std::string text = jsonl_text(read(whole).value()).value();
    std::size_t accepted = 0;
    const std::size_t bits = 8 * whole.size();
    for (std::size_t bit = 0; bit < bits; bit += bits / fiveproof::test::rounds(bits)) {
      CAPTURE(bit);
      Bytes other = whole;
      other[bit / 8] ^= static_cast<std::uint8_t>(1u << (bit % 8));
      const auto proof = read(other);
      accepted += proof.ok();
      // Bits that zstd does not look at, or a larger window.
      if (proof.ok()) CHECK(jsonl_text(proof.value()).value() == text);
    }
    CHECK(accepted < whole.size() / 8);
  }
  SECTION("more after its end") {
    for (const Bytes& more : {Bytes{0}, bytes_of("\n"), whole, Bytes{0x50, 0x2A, 0x4D, 0x18, 0, 0, 0, 0}}) {
      Bytes longer = whole;
      longer.insert(longer.end(), more.begin(), more.end());
      const Error error = refused(longer);
      CHECK(*error.offset == whole.size());
      CHECK_THAT(error.message, Contains("after one zstd frame"));
    }
  }
  SECTION("a skippable frame first") {
    Bytes longer{0x50, 0x2A, 0x4D, 0x18, 0, 0, 0, 0};
    longer.insert(longer.end(), whole.begin(), whole.end());
    CHECK(*refused(longer).offset == 0);
  }
  SECTION("text as it is") { CHECK_THAT(refused(bytes_of("{\"format\":")).message, Contains("other bytes")); }
}

TEST_CASE("what is wrong in the text is told by its line", "[format][packing]") {
  const std::string text = jsonl_text(smallest_proof()).value();
  const Bytes bytes = frame_of(text, "{\"black\":\"a9\",\"white\":\"\"}\n", 1);
  const Error error = refused(bytes);
  CHECK_THAT(error.message, Contains("line 3: ") && Contains("a9"));
  CHECK(*error.offset == text.size());
}

TEST_CASE("limits are those of the text, and a bomb does not go off", "[format][packing][limits]") {
  const Proof proof = random_proof(6, RuleSet::standard, 7, Color::black, 30);
  const std::string text = jsonl_text(proof).value();
  ReaderLimits limits;
  limits.max_file_bytes = text.size();
  CHECK(read(packed(proof), limits).ok());
  --limits.max_file_bytes;
  refused(packed(proof), ErrorCode::limit, limits);

  const long before = peak_memory_in_kib();
  limits = {};
  limits.max_file_bytes = std::uint64_t{4} << 20;
  std::string line = "{\"black\":\"a1\",\"white\":\"\"}\n", lines;
  while (lines.size() < std::size_t{1} << 20) lines += line;
  const std::string header = text.substr(0, text.find('\n') + 1);
  SECTION("a gibibyte of the same line") {
    const Bytes bomb = frame_of(header, lines, 1'024);
    refused(bomb, ErrorCode::limit, limits);
    limits = {};
    limits.max_records = 1'000;
    CHECK_THAT(refused(bomb, ErrorCode::limit, limits).message,
               Contains("line 1002: expected at most 1000 records"));
  }
  SECTION("a gibibyte in one line") {
    const Bytes bomb = frame_of(header, std::string(std::size_t{1} << 20, '{'), 1'024);
    CHECK_THAT(refused(bomb, ErrorCode::limit).message,
               Contains("line 2: expected at most 1048576 bytes in a line"));
  }
  SECTION("a frame of blocks that hold nothing") {
    Bytes empty{0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x58};  // magic, descriptor, window
    empty.resize(std::size_t{6} << 20);               // raw blocks of 0 bytes, none of them the last
    CHECK(*refused(empty, ErrorCode::limit, limits).offset == limits.max_file_bytes);
  }
  SECTION("a window of 256 MiB") {
    const Bytes large{0x28, 0xB5, 0x2F, 0xFD, 0x00, 18 << 3, 0x01, 0x00, 0x00};
    CHECK_THAT(refused(large, ErrorCode::limit).message, Contains("128 MiB"));
  }
  CHECK(peak_memory_in_kib() - before < little_memory_in_kib);
}
