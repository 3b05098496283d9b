// Files whose checksums are right and which are wrong all the same.
#include <algorithm>
#include <catch2/catch.hpp>

#include "base/bytes.hpp"
#include "format/fvp/fvp_reader.hpp"
#include "format/fvp/fvp_writer.hpp"
#include "fvp_surgery.hpp"
#include "game/notation.hpp"
#include "samples.hpp"
#include "tests/peak_memory.hpp"

using namespace fiveproof;
using namespace fiveproof::test;
using Catch::Contains;

namespace {

using HeaderChange = std::function<void(schema::Header::Builder)>;

Proof sample() { return random_proof(11, RuleSet::standard, 7, Color::black, 12); }
FvpParts sample_parts() { return take_apart(fvp_bytes(sample()).value()); }

Error error_of(const Bytes& file) {
  auto read = read_fvp(file, {}, "hostile.fvp");
  if (read.ok()) return Error{ErrorCode::usage, "accepted"};
  CHECK(read.error().file == "hostile.fvp");
  return read.error();
}

Error with_parts(const std::function<void(FvpParts&)>& change) {
  FvpParts parts = sample_parts();
  change(parts);
  return error_of(put_together(parts));
}

Error with_header(const HeaderChange& change) {
  return with_parts([&](FvpParts& p) { p.header_frame = changed<schema::Header>(p.header_frame, change); });
}

void check(const Error& error, ErrorCode code, const std::string& words) {
  CHECK(error.code == code);
  CHECK_THAT(error.message, Contains(words));
}
void is_malformed(const Error& error, const std::string& words) { check(error, ErrorCode::malformed, words); }

}  // namespace

TEST_CASE("surgery without a change gives a file that is read", "[format][hostile]") {
  REQUIRE(read_fvp(put_together(sample_parts())).ok());
  FvpParts parts = sample_parts();
  parts.header_frame = changed<schema::Header>(parts.header_frame, [](schema::Header::Builder) {});
  REQUIRE(read_fvp(put_together(parts)).ok());
}

TEST_CASE("unknown versions and reserved bits are refused as unsupported", "[format][hostile]") {
  const auto is_unsupported_at = [](std::uint64_t offset, const std::function<void(FvpParts&)>& change) {
    const Error error = with_parts(change);
    CAPTURE(error.text());
    CHECK(error.code == ErrorCode::unsupported);
    CHECK(error.offset == offset);
  };
  for (std::uint32_t version : {0u, 1u, 3u, 0xFFFFFFFFu})
    is_unsupported_at(8, [&](FvpParts& p) { p.version = version; });
  for (unsigned bit = 0; bit < 32; ++bit) is_unsupported_at(12, [&](FvpParts& p) { p.flags = 1u << bit; });
}

TEST_CASE("what the header says of blocks and sections is held against the rules", "[format][hostile]") {
  const auto& with = with_header;
  check(with([](auto h) { h.setCoding(0); }), ErrorCode::unsupported, "coding 1");
  check(with([](auto h) { h.setCoding(3); }), ErrorCode::unsupported, "coding 1 or 2");
  check(with([](auto h) { h.setCoding(2); }), ErrorCode::malformed, "");
  check(with([](auto h) { h.setBlockRecords(0); }), ErrorCode::malformed, "1 to 65536");
  check(with([](auto h) { h.setBlockRecords(65537); }), ErrorCode::malformed, "1 to 65536");
  check(with([](auto h) {
          h.setCoding(2);
          h.setBlockRecords(262145);
        }),
        ErrorCode::malformed, "1 to 262144");
  check(with([](auto h) { h.setBlockRecords(h.getBlockRecords() - 1); }), ErrorCode::malformed,
        "records in a block");
  check(with([](auto h) { h.setSectionCount(1); }), ErrorCode::malformed, "section");
  check(with([](auto h) { h.setSectionCount(0xFFFFFFFF); }), ErrorCode::malformed, "section");
}

TEST_CASE("sections that break a rule are refused", "[format][hostile]") {
  const auto with = [](std::vector<FvpParts::Section> sections) {
    FvpParts parts = sample_parts();
    parts.header_frame = changed<schema::Header>(parts.header_frame, [&](schema::Header::Builder h) {
      h.setSectionCount(static_cast<std::uint32_t>(sections.size()));
    });
    parts.sections = std::move(sections);
    return put_together(parts);
  };
  const Bytes bytes{1, 2, 3};
  CHECK(read_fvp(with({{8, 0, bytes}, {9, 0, bytes}})).ok());
  check(error_of(with({{9, 1, bytes}})), ErrorCode::unsupported, "kind 9 with flags 1");
  check(error_of(with({{9, 2, bytes}})), ErrorCode::unsupported, "kind 9 with flags 2");
  is_malformed(error_of(with({{9, 0, bytes}, {8, 0, bytes}})), "a kind after 9");
  is_malformed(error_of(with({{9, 0, bytes}, {9, 0, bytes}})), "a kind after 9");
}

TEST_CASE("a record that stands in two blocks is refused", "[format][hostile]") {
  is_malformed(with_parts([](FvpParts& p) {
                 p.blocks.push_back(p.blocks[0]);
                 p.header_frame = changed<schema::Header>(p.header_frame, [](schema::Header::Builder h) {
                   h.setBlockCount(2);
                   h.setRecordCount(2 * h.getRecordCount());
                 });
               }),
               "different records");
}

TEST_CASE("any bits of a block changed, missing or added are refused", "[format][hostile]") {
  const FvpParts::Block block = sample_parts().blocks[0];
  const auto is_refused = [](const std::function<void(Bytes&)>& change) {
    return with_parts([&](FvpParts& p) { change(p.blocks[0].frame); }).code == ErrorCode::malformed;
  };
  for (std::size_t bit = 0; bit < block.frame.size() * 8; ++bit) {
    CAPTURE(bit);
    REQUIRE(is_refused([&](Bytes& bits) { bits[bit / 8] ^= static_cast<std::uint8_t>(1u << (bit % 8)); }));
  }
  CHECK(is_refused([](Bytes& bits) { bits.pop_back(); }));
  CHECK(is_refused([](Bytes& bits) { bits.push_back(0); }));
  CHECK(is_refused([](Bytes& bits) { bits.push_back(1); }));
  CHECK(is_refused([](Bytes& bits) { put_bytes(bits, bytes_of("something hidden")); }));
  for (std::uint32_t records : {block.records - 1, block.records + 1, 0u, 65'536u, ~0u}) {
    CAPTURE(records);
    is_malformed(with_parts([&](FvpParts& p) { p.blocks[0].records = records; }), "records");
  }
}

TEST_CASE("a header that breaks a rule is refused", "[format][hostile]") {
  check(with_header([](auto h) { h.setRule("Renju"); }), ErrorCode::malformed, "Renju");
  check(with_header([](auto h) { h.setRule("gomoku"); }), ErrorCode::malformed, "gomoku");
  check(with_header([](auto h) { h.setSize(4); }), ErrorCode::malformed, "board size");
  check(with_header([](auto h) { h.setSize(21); }), ErrorCode::malformed, "board size");
  check(with_header([](auto h) { h.setAttacker(static_cast<schema::Color>(2)); }), ErrorCode::malformed,
        "colour");
  check(with_header([](auto h) { h.setAttacker(schema::Color::WHITE); }), ErrorCode::malformed,
        "content hash");
  check(with_header([](auto h) { h.setRule("freestyle"); }), ErrorCode::malformed, "content hash");
  check(with_header([](auto h) { h.setRecordCount(h.getRecordCount() + 1); }), ErrorCode::malformed,
        "records in all");
  check(with_header([](auto h) { h.setRecordCount(h.getRecordCount() - 1); }), ErrorCode::malformed,
        "no more than");
  check(with_header([](auto h) { h.setRecordCount(~std::uint64_t{0}); }), ErrorCode::limit, "records");
  check(with_header([](auto h) { h.setBlockCount(0); }), ErrorCode::malformed, "or no block");
  check(with_header([](auto h) {
          h.setBlockCount(0);
          h.setBlockRecords(0);
        }),
        ErrorCode::malformed, "records in all");
  check(with_header([](auto h) { h.setBlockCount(0xFFFFFFFF); }), ErrorCode::malformed, "expected");
  check(with_header([](auto h) { h.initContentHash(31); }), ErrorCode::malformed, "content hash");
  check(with_header([](auto h) { h.getContentHash()[0] ^= 1; }), ErrorCode::malformed, "content hash");
  check(with_header([](auto h) { h.initRoots(0); }), ErrorCode::malformed, "expected a root below 0");
  check(with_header([](auto h) { h.initFindings(0); }), ErrorCode::malformed, "content hash");
}

TEST_CASE("a root or a finding that breaks a rule is refused", "[format][hostile]") {
  check(with_header([](auto h) { h.getRoots()[1].getMoves().set(1, h.getRoots()[1].getMoves()[0]); }),
        ErrorCode::malformed, "empty squares");
  check(with_header([](auto h) { h.getRoots()[1].getMoves().set(1, 49); }), ErrorCode::malformed,
        "square below 49");
  check(with_header([](auto h) { h.getRoots()[2].getStones().initPacked(9); }), ErrorCode::malformed,
        "packed bytes 10");
  check(with_header([](auto h) { h.getRoots()[2].getStones().getPacked()[0] = 243; }), ErrorCode::malformed,
        "base-3");
  check(with_header([](auto h) { h.getRoots()[2].getStones().getPacked()[9] = 1; }), ErrorCode::malformed,
        "beyond the board");
  check(with_header([](auto h) { h.getFindings()[0].setKind("odd"); }), ErrorCode::malformed, "gap kind");
  check(with_header([](auto h) { h.getFindings()[0].setRoot(3); }), ErrorCode::malformed, "root below 3");
  check(with_header([](auto h) { h.getFindings()[0].initLine(0); }), ErrorCode::malformed, "line");
  check(with_header([](auto h) { h.getFindings()[0].setBy(49); }), ErrorCode::malformed, "square below 49");
  check(with_header([](auto h) { h.getFindings()[1].setLimit(false); }), ErrorCode::malformed,
        "content hash");
}

TEST_CASE("counts and offsets around the messages are compared", "[format][hostile]") {
  is_malformed(with_parts([](FvpParts& p) { p.blocks[0].records = 0; }), "records in a block");
  is_malformed(with_parts([](FvpParts& p) { ++p.blocks[0].records; }), "records in a block");
  is_malformed(with_parts([](FvpParts& p) { p.blocks.push_back(p.blocks[0]); }), "");
  is_malformed(with_parts([](FvpParts& p) { p.blocks.clear(); }), "");
  is_malformed(with_parts([](FvpParts& p) { p.trailer_blocks_added = 1; }), "blocks in the trailer");
  is_malformed(with_parts([](FvpParts& p) { p.trailer_offset_added = 1; }), "index offset");
  is_malformed(with_parts([](FvpParts& p) { p.index_offset_added = 1; }), "agrees with the blocks");
}

TEST_CASE("frames that are no single plain frame are refused", "[format][hostile]") {
  FvpParts parts = sample_parts();
  Bytes& frame = parts.header_frame;
  SECTION("a skippable frame") { frame = {0x50, 0x2A, 0x4D, 0x18, 0, 0, 0, 0}; }
  SECTION("no bytes") { frame.clear(); }
  SECTION("two frames") { put_bytes(frame, Bytes(frame)); }
  SECTION("a frame cut off") { frame.pop_back(); }
  SECTION("text") { frame = bytes_of("this is not a frame"); }
  SECTION("an odd number of bytes") { frame = compressed(bytes_of("abc")); }
  SECTION("an empty message") { frame = compressed({}); }
  SECTION("words after the message") {
    Bytes message = decompressed(frame);
    message.resize(message.size() + 8);
    frame = compressed(message);
  }
  SECTION("a second segment") {
    Bytes message = decompressed(frame);
    message[0] = 1;
    frame = compressed(message);
  }
  is_malformed(error_of(put_together(parts)), "expected");
}

TEST_CASE("a second segment may not hide bytes", "[format][hostile]") {
  // Well-formed: the table of segments names both, and nothing follows the second one.
  const auto with_hidden_word = [](const Bytes& frame) {
    const Bytes message = decompressed(frame);
    Bytes two{1, 0, 0, 0};
    two.insert(two.end(), message.begin() + 4, message.begin() + 8);
    put_bytes(two, Bytes{1, 0, 0, 0, 0, 0, 0, 0});
    two.insert(two.end(), message.begin() + 8, message.end());
    put_bytes(two, bytes_of("secret!!"));
    return compressed(two);
  };
  is_malformed(with_parts([&](FvpParts& p) { p.header_frame = with_hidden_word(p.header_frame); }),
               "one segment");
}

TEST_CASE("a message may not point at the same bytes over and over", "[format][hostile][limits]") {
  // A thousand roots, whose list of 225 moves is one and the same.
  constexpr unsigned roots = 1000, moves = 225;
  std::vector<Square> all;
  for (const Square s : SquareSet::whole_board(15)) all.push_back(s);
  Proof proof(RuleSet::freestyle, 15, Color::black);
  proof.roots.assign(roots, Root{Position(15), std::vector<Square>{}});
  proof.roots[0] = Root{position_after(all, 15).value(), all};
  proof.records.finish();
  FvpParts parts = take_apart(fvp_bytes(proof).value());
  const Bytes message = decompressed(parts.header_frame);
  std::vector<std::uint64_t> words(message.size() / 8);
  std::memcpy(words.data(), message.data(), message.size());

  // A pointer to a list of numbers of two bytes: how many, 3, how many words lie between, 1.
  const auto head_of = [](std::uint64_t count) { return count << 3 | 3; };
  const auto first = static_cast<std::size_t>(
      std::ranges::find_if(
          words, [&](std::uint64_t word) { return word >> 32 == head_of(moves) && (word & 3) == 1; }) -
      words.begin());
  REQUIRE(first < words.size());
  const std::uint64_t target = first + 1 + ((words[first] & 0xFFFFFFFF) >> 2);
  constexpr std::size_t root_words = 2;  // which of the two it is, and the pointer
  std::size_t shared = 1;
  for (std::size_t at = first + root_words; at < target && shared < roots; at += root_words, ++shared)
    words[at] = head_of(moves) << 32 | (target - at - 1) << 2 | 1;
  REQUIRE(shared == roots);
  parts.header_frame = compressed(View(reinterpret_cast<const std::uint8_t*>(words.data()), message.size()));
  is_malformed(error_of(put_together(parts)), "Cap'n Proto message");
}

TEST_CASE("any one byte of the header changed is refused, or is not content", "[format][hostile]") {
  const std::string hash = content_hash(sample());
  const FvpParts whole = sample_parts();
  const Bytes message = decompressed(whole.header_frame);
  for (std::size_t i = 0; i < message.size(); ++i)
    for (const int value : {message[i] ^ 1, message[i] ^ 0x80, 0xFF}) {
      CAPTURE(i, value);
      FvpParts parts = whole;
      Bytes other = message;
      other[i] = static_cast<std::uint8_t>(value);
      parts.header_frame = compressed(other);
      const auto read = read_fvp(put_together(parts));
      // What may change freely: the producer's name and padding.
      if (read.ok()) REQUIRE(content_hash(read.value()) == hash);
    }
}

TEST_CASE("a bit that turned in a block is told by the block's checksum", "[format][hostile]") {
  const Bytes good = fvp_bytes(sample()).value();
  const std::size_t head = fvp::prelude_bytes + take_apart(good).header_frame.size();
  for (std::size_t i = 0; i < take_apart(good).blocks[0].frame.size(); ++i) {
    Bytes file = good;
    file[head + fvp::block_head_bytes + i] ^= 4;
    const Error error = error_of(file);
    CHECK_THAT(error.message, Contains("checksum") && Contains("block"));
    CHECK(error.offset == head + 8);
  }
}

TEST_CASE("hostile sizes are refused before memory is taken", "[format][hostile][limits]") {
  const Bytes good = fvp_bytes(sample()).value();
  const long before = peak_memory_in_kib();
  SECTION("a header as long as numbers go") {
    Bytes file = good;
    std::fill_n(file.begin() + 16, 8, std::uint8_t{0xFF});
    const auto sum = fvp::checksum(View(file).first(32));
    std::copy(sum.begin(), sum.end(), file.begin() + 32);
    is_malformed(error_of(file), "bytes of header");
  }
  SECTION("a block of 4 GiB") {
    Bytes file = good;
    const std::size_t block = 40 + take_apart(good).header_frame.size();
    std::fill_n(file.begin() + static_cast<std::ptrdiff_t>(block), 4, std::uint8_t{0xFF});
    is_malformed(error_of(file), "bytes of block");
  }
  SECTION("a frame that states an exbibyte") {
    FvpParts parts = sample_parts();
    // Magic, descriptor (8-byte content size, window byte), window, content size 2^60, a last empty raw
    // block.
    parts.header_frame = {0x28, 0xB5, 0x2F, 0xFD, 0xC0, 0x50, 0, 0, 0, 0, 0, 0, 0, 0x10, 0x01, 0, 0};
    check(error_of(put_together(parts)), ErrorCode::limit, "after decompression");
  }
  SECTION("a frame that states less than it holds") {
    FvpParts parts = sample_parts();
    parts.header_frame = compressed(Bytes(1 << 19));
    parts.header_frame[5] = 0;  // the content size begins here, or one byte later: either way it is wrong
    parts.header_frame[6] = 1;
    is_malformed(error_of(put_together(parts)), "");
  }
  SECTION("a list of 2^29 - 1 elements") {
    FvpParts parts = sample_parts();
    Bytes message = decompressed(parts.header_frame);
    // Segment table (1 word), root pointer (1), Header: data (3), then its pointers; roots and findings.
    for (const std::size_t pointer : {std::size_t{7 * 8}, std::size_t{8 * 8}}) {
      message[pointer + 4] |= 0xF8;
      message[pointer + 5] = message[pointer + 6] = message[pointer + 7] = 0xFF;
    }
    parts.header_frame = compressed(message);
    is_malformed(error_of(put_together(parts)), "Cap'n Proto");
  }
  CHECK(peak_memory_in_kib() - before < little_memory_in_kib);
}
