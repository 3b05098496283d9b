#include "format/fvp_reader.hpp"

#include <capnp/message.h>
#include <capnp/serialize.h>
#include <kj/exception.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>

#include "format/canonical_entry.hpp"
#include "format/content_digest.hpp"
#include "format/file.hpp"
#include "format/fvp_layout.hpp"
#include "format/gap_check.hpp"
#include "format/proof.capnp.h"
#include "game/packed_position.hpp"

namespace fiveproof {
namespace {

using fvp::Bytes;
using fvp::View;

/// Thrown inside this file only, next to kj::Exception, which comes out of any getter: one way out of nested
/// readers instead of two. guarded() turns both into an Error.
struct Refusal {
  Error error;
};

[[noreturn]] void refuse(ErrorCode code, std::uint64_t offset, std::string message) {
  throw Refusal{Error{code, std::move(message), {}, offset}};
}
[[noreturn]] void refuse(std::uint64_t offset, const std::string& expected, const std::string& found) {
  refuse(ErrorCode::malformed, offset, "expected " + expected + ", found " + found);
}
void expect_number(std::uint64_t offset, const std::string& what, std::uint64_t expected,
                   std::uint64_t found) {
  if (expected != found) refuse(offset, what + " " + std::to_string(expected), std::to_string(found));
}
void expect_at_most(std::uint64_t offset, const std::string& what, std::uint64_t limit, std::uint64_t found) {
  if (found > limit)
    refuse(ErrorCode::limit, offset,
           "expected at most " + std::to_string(limit) + " " + what + ", found " + std::to_string(found));
}

template <class F>
auto guarded(const std::string& file_name, F read) -> Result<decltype(read())> {
  try {
    return read();
  } catch (const Refusal& refusal) {
    Error error = refusal.error;
    error.file = file_name;
    return error;
  } catch (const kj::Exception& exception) {
    return Error{ErrorCode::malformed,
                 std::string("expected a Cap'n Proto message, found: ") + exception.getDescription().cStr(),
                 file_name};
  }
}

/// The file's bytes in order, from memory or from a file, of which only the piece asked for is held. Every
/// step asks first whether the bytes are there.
class Cursor {
 public:
  Cursor(View bytes, const ReaderLimits& limits) : memory_(bytes), limits_(limits) {
    expect_at_most(0, "bytes", limits.max_file_bytes, bytes.size());
  }
  Cursor(InputFile& file, const ReaderLimits& limits) : file_(&file), limits_(limits) {
    if (const auto length = file.length()) expect_at_most(0, "bytes", limits.max_file_bytes, *length);
  }

  [[nodiscard]] std::uint64_t at() const { return at_; }

  /// The next `count` bytes, no more than `most`; those of a file are there until the next step.
  View take(std::uint64_t count, const char* what,
            std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
    const auto is_missing = [&](std::uint64_t found) {
      refuse(at_, std::to_string(count) + " bytes of " + what, std::to_string(found));
    };
    if (const auto left = known_left(); left && *left < count) is_missing(*left);
    expect_at_most(at_, std::string("bytes of ") + what, most, count);
    if (count > limits_.max_file_bytes - at_)
      refuse(ErrorCode::limit, at_,
             "expected at most " + std::to_string(limits_.max_file_bytes) + " bytes in all, found more");
    const View taken = file_ ? read(count) : memory_.subspan(at_, static_cast<std::size_t>(count));
    if (taken.size() < count) is_missing(taken.size());
    at_ += count;
    return taken;
  }
  Bytes copy(std::uint64_t count, const char* what) {
    const View taken = take(count, what);
    return {taken.begin(), taken.end()};
  }
  void expect_end() {
    const bool is_more = file_ ? !read(1).empty() : at_ < memory_.size();
    if (is_more) refuse(at_, "the end of the file", "more bytes");
  }

 private:
  /// Where a number in the file is not held against a length of the file, memory grows with what is read.
  static constexpr std::uint64_t step = std::uint64_t{1} << 20;

  [[nodiscard]] std::optional<std::uint64_t> known_left() const {
    if (!file_) return memory_.size() - at_;
    if (!file_->length()) return std::nullopt;
    return *file_->length() - std::min(*file_->length(), at_);
  }
  View read(std::uint64_t count) {
    buffer_.clear();
    while (buffer_.size() < count) {
      const std::size_t before = buffer_.size();
      buffer_.resize(before + static_cast<std::size_t>(std::min(count - before, step)));
      const auto got = file_->read(std::span(buffer_).subspan(before));
      if (!got.ok()) throw Refusal{got.error()};
      if (before + got.value() == buffer_.size()) continue;
      buffer_.resize(before + got.value());
      break;
    }
    return buffer_;
  }

  View memory_;
  InputFile* file_ = nullptr;  // null: memory
  const ReaderLimits& limits_;
  Bytes buffer_;
  std::uint64_t at_ = 0;
};

void expect_checksum(std::uint64_t offset, const char* what, View stored, const fvp::Checksum& computed) {
  if (!std::equal(stored.begin(), stored.end(), computed.begin(), computed.end()))
    refuse(offset, std::string("the checksum of the ") + what, "other bytes");
}

// -- one message --

/// A decompressed message; the words must live as long as the reader.
class Message {
 public:
  Message(View frame, std::uint64_t offset, std::size_t max_bytes, const ReaderLimits& limits)
      : words_(decompress(frame, offset, max_bytes, limits)), reader_(array(), options()) {
    // The first word holds the number of segments minus one; a second segment could hide bytes.
    if (static_cast<std::uint32_t>(words_[0]) != 0) refuse(offset, "a message of one segment", "more");
    if (reader_.getEnd() != array().end())
      refuse(offset, "nothing after the message", "more bytes in the frame");
  }
  template <class T>
  typename T::Reader root() {
    return reader_.getRoot<T>();
  }

 private:
  static std::vector<std::uint64_t> decompress(View frame, std::uint64_t offset, std::size_t max_bytes,
                                               const ReaderLimits& limits) {
    // A skippable frame is a valid frame to zstd, and an empty one.
    if (frame.size() < 4 || fvp::get_u32(frame, 0) != fvp::zstd_frame_magic)
      refuse(offset, "a zstd frame", "other bytes");
    if (ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size())
      refuse(offset, "one whole zstd frame of " + std::to_string(frame.size()) + " bytes", "another length");
    const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
    if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR)
      refuse(offset, "a zstd frame that states its content size", "none");
    expect_at_most(offset, "bytes after decompression", max_bytes, size);
    if (size == 0 || size % 8 != 0) refuse(offset, "whole words of 8 bytes", std::to_string(size) + " bytes");

    std::vector<std::uint64_t> words(static_cast<std::size_t>(size / 8));
    const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
    FIVEPROOF_ENSURE(context != nullptr);
    ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, limits.max_zstd_window_log);
    const std::size_t got =
        ZSTD_decompressDCtx(context.get(), words.data(), words.size() * 8, frame.data(), frame.size());
    if (ZSTD_isError(got)) refuse(offset, "a readable zstd frame", ZSTD_getErrorName(got));
    expect_number(offset, "decompressed bytes", size, got);
    return words;
  }

  [[nodiscard]] kj::ArrayPtr<const capnp::word> array() const {
    return {reinterpret_cast<const capnp::word*>(words_.data()), words_.size()};
  }
  /// Each getter is charged to the traversal limit, repeats included. Honest messages are passed over at most
  /// twice, so four times their size refuses those that point at the same bytes over and over. The deepest
  /// nesting is Header, findings, position, packed.
  [[nodiscard]] capnp::ReaderOptions options() const {
    capnp::ReaderOptions options;
    options.traversalLimitInWords = words_.size() * 4 + 64;
    options.nestingLimit = 8;
    return options;
  }

  std::vector<std::uint64_t> words_;
  capnp::FlatArrayMessageReader reader_;
};

// -- header --

Square square_of(std::uint16_t number, int size, std::uint64_t offset) {
  if (number >= size * size)
    refuse(offset, "a square below " + std::to_string(size * size), std::to_string(number));
  return from_dense_index(number, size);
}

std::optional<Square> optional_square(std::uint16_t number, int size, std::uint64_t offset) {
  if (number == no_move) return std::nullopt;
  return square_of(number, size, offset);
}

std::vector<Square> squares_of(capnp::List<std::uint16_t>::Reader list, int size, std::uint64_t offset) {
  std::vector<Square> squares;
  for (const std::uint16_t number : list) squares.push_back(square_of(number, size, offset));
  return squares;
}

Color color_of(schema::Color color, std::uint64_t offset) {
  if (color == schema::Color::BLACK) return Color::black;
  if (color == schema::Color::WHITE) return Color::white;
  refuse(offset, "the colour black or white", "number " + std::to_string(static_cast<unsigned>(color)));
}

Position position_of(View packed, int size, Color to_move, std::uint64_t offset) {
  expect_number(offset, "packed bytes", packed_bytes(size), packed.size());
  auto position = unpack(packed, size, to_move);
  if (!position.ok()) refuse(ErrorCode::malformed, offset, position.error().message);
  return std::move(position).value();
}

Position position_of(schema::Stones::Reader stones, int size, std::uint64_t offset) {
  const auto packed = stones.getPacked();
  return position_of({packed.begin(), packed.size()}, size, color_of(stones.getToMove(), offset), offset);
}

/// What a check of our own vocabulary says, as an error of this file.
void expect_ok(const Status& status, std::uint64_t offset) {
  if (!status.ok()) refuse(ErrorCode::malformed, offset, status.error().message);
}

Root root_of(schema::Root::Reader in, int size, std::uint64_t offset) {
  if (in.isStones()) return Root{position_of(in.getStones(), size, offset), std::nullopt};
  if (!in.isMoves()) refuse(offset, "a root of moves or stones", "something else");
  auto moves = squares_of(in.getMoves(), size, offset);
  Position reached(size);
  for (Square s : moves) {
    if (!reached.is_empty(s)) refuse(offset, "root moves onto empty squares", "an occupied one");
    reached.play(s);
  }
  return Root{reached, std::move(moves)};
}

Gap finding_of(schema::Finding::Reader in, int size, std::uint64_t offset) {
  Gap finding;
  const auto text = in.getKind();
  const auto kind = parse_gap_kind(std::string_view(text.begin(), text.size()));
  if (!kind) refuse(offset, "a gap kind", "\"" + std::string(text.cStr()) + "\"");
  finding.kind = *kind;
  if (in.getRoot() != 0xFFFFFFFFu) finding.root = in.getRoot();
  finding.line = squares_of(in.getLine(), size, offset);
  finding.position = position_of(in.getPosition(), size, offset);
  finding.by = optional_square(in.getBy(), size, offset);
  finding.limit = in.getLimit();
  return finding;
}

RuleSet rule_of(capnp::Text::Reader text, std::uint64_t offset) {
  auto rule = parse_rule_set(std::string_view(text.begin(), text.size()));
  if (rule.ok()) return rule.value();
  const bool known = rule.error().code == ErrorCode::unsupported;
  refuse(known ? ErrorCode::unsupported : ErrorCode::malformed, offset, rule.error().message);
}

struct Head {
  View frame;
  std::uint64_t offset;
};

/// Prelude and the header's frame, whose checksum has been compared. The frame is there until the cursor's
/// next step.
Head read_prelude(Cursor& cursor, const ReaderLimits& limits) {
  const Bytes bytes = cursor.copy(fvp::prelude_bytes, "prelude");
  const View prelude(bytes);
  if (!std::equal(fvp::magic.begin(), fvp::magic.end(), prelude.begin()))
    refuse(0, "the first bytes of a .fvp file", "others");
  // Before the checksum: a later version may compute it in another way.
  const std::uint32_t version = fvp::get_u32(prelude, 8);
  if (version != fvp::version)
    refuse(ErrorCode::unsupported, 8, "expected format version 1, found " + std::to_string(version));
  expect_checksum(32, "prelude", prelude.subspan(32, 8), fvp::checksum(prelude.first(32)));
  if (const auto flags = fvp::get_u32(prelude, 12); flags != 0)
    refuse(ErrorCode::unsupported, 12, "expected reserved flags 0, found " + std::to_string(flags));
  const std::uint64_t offset = cursor.at();
  const View frame =
      cursor.take(fvp::get_u64(prelude, 16), "header", ZSTD_compressBound(limits.max_header_bytes));
  expect_checksum(24, "header", prelude.subspan(24, 8), fvp::checksum(frame));
  return {frame, offset};
}

struct Header {
  Proof proof;
  FvpHeader info;
  Digest hash;
};

Header read_header(const Head& head, const ReaderLimits& limits) {
  const std::uint64_t at = head.offset;
  Message message(head.frame, at, limits.max_header_bytes, limits);
  const auto in = message.root<schema::Header>();
  const int size = in.getSize();
  if (!is_board_size(size)) refuse(at, "a board size from 5 to 20", std::to_string(size));
  Header header{Proof(rule_of(in.getRule(), at), size, color_of(in.getAttacker(), at)), {}, {}};

  const auto roots = in.getRoots();
  expect_at_most(at, "roots", limits.max_roots, roots.size());
  for (const auto root : roots) header.proof.roots.push_back(root_of(root, size, at));
  const auto findings = in.getFindings();
  expect_at_most(at, "findings", limits.max_findings, findings.size());
  for (const auto finding : findings) {
    header.proof.findings.push_back(finding_of(finding, size, at));
    expect_ok(check_gap(header.proof.findings.back(), header.proof.roots, size), at);
  }

  const auto hash = in.getContentHash();
  expect_number(at, "bytes of content hash", header.hash.size(), hash.size());
  std::copy(hash.begin(), hash.end(), header.hash.begin());
  header.info = {in.getProducer().cStr(), to_hex(header.hash), in.getRecordCount(), in.getBlockCount()};
  expect_at_most(at, "records", limits.max_records, header.info.records);
  return header;
}

// -- blocks --

/// Adds the records of one block and holds them against the canonical order, block after block.
class BlockReader {
 public:
  BlockReader(RecordTable& records, const ReaderLimits& limits)
      : records_(records), limits_(limits), entry_(entry_bytes(records.size())) {}

  void read(View frame, std::uint64_t at, std::uint32_t count) {
    Message message(frame, at, limits_.max_block_bytes, limits_);
    const auto block = message.root<schema::Block>();
    const std::size_t stride = packed_bytes(records_.size());
    const auto positions = block.getPositions();
    const auto moves = block.getMoves();
    expect_number(at, "records in the block", count, block.getCount());
    expect_number(at, "bytes of positions", stride * count, positions.size());
    expect_number(at, "moves", count, moves.size());
    for (std::uint32_t i = 0; i < count; ++i) add({positions.begin() + i * stride, stride}, moves[i], at, i);
  }

 private:
  void add(View packed, std::uint16_t number, std::uint64_t at, std::uint32_t i) {
    const std::string record = "record " + std::to_string(i) + " of the block ";
    const Position position = position_of(packed, records_.size(), records_.attacker(), at);
    const auto move = optional_square(number, records_.size(), at);
    write_canonical_entry(position, move, entry_);
    const std::size_t stride = packed.size();
    if (!std::equal(packed.begin(), packed.end(), entry_.begin() + 2))
      refuse(at, record + "in canonical form", "another of its images");
    if (entry_[2 + stride] * 256 + entry_[3 + stride] != number)
      refuse(at, record + "with the smallest image of its move", "a larger one");
    if (!last_.empty() && !(last_ < entry_))
      refuse(at, record + "after the one before it in canonical order", "it at or before that one");
    last_ = entry_;
    records_.add(position, move);
  }

  RecordTable& records_;
  const ReaderLimits& limits_;
  Bytes entry_;
  Bytes last_;
};

/// Reads the blocks; returns the index that they demand.
Bytes read_blocks(Cursor& cursor, const Header& header, RecordTable& records, const ReaderLimits& limits) {
  BlockReader reader(records, limits);
  Bytes index;
  std::uint64_t total = 0;
  for (std::uint32_t n = 0; n < header.info.blocks; ++n) {
    const std::uint64_t at = cursor.at();
    const Bytes head_bytes = cursor.copy(fvp::block_head_bytes, "block head");
    const View head(head_bytes);
    const std::uint32_t count = fvp::get_u32(head, 4);
    const View frame =
        cursor.take(fvp::get_u32(head, 0), "block", ZSTD_compressBound(limits.max_block_bytes));
    expect_checksum(at + 8, "block", head.subspan(8, 8), fvp::block_checksum(head.first(8), frame));
    if (count == 0 || count > fvp::max_block_records)
      refuse(at + 4, "1 to 8192 records in a block", std::to_string(count));
    total += count;
    if (total > header.info.records)
      refuse(at + 4, "no more than " + std::to_string(header.info.records) + " records in all",
             std::to_string(total));
    reader.read(frame, at + fvp::block_head_bytes, count);
    fvp::put_u64(index, at);
    fvp::put(index, head);
  }
  expect_number(cursor.at(), "records in all blocks:", header.info.records, total);
  return index;
}

void read_index_and_trailer(Cursor& cursor, View expected_index, std::uint64_t blocks) {
  const std::uint64_t index_at = cursor.at();
  const Bytes index = cursor.copy(expected_index.size(), "index");
  const std::uint64_t at = cursor.at();
  const View trailer = cursor.take(fvp::trailer_bytes, "trailer");
  if (!std::equal(fvp::end_magic.begin(), fvp::end_magic.end(), trailer.begin() + 32))
    refuse(at + 32, "the last bytes of a .fvp file", "others");
  expect_checksum(at + 24, "trailer", trailer.subspan(24, 8), fvp::checksum(trailer.first(24)));
  expect_number(at, "index offset", index_at, fvp::get_u64(trailer, 0));
  expect_number(at + 8, "blocks in the trailer:", blocks, fvp::get_u64(trailer, 8));
  expect_checksum(at + 16, "index", trailer.subspan(16, 8), fvp::checksum(index));
  const auto differs = std::mismatch(index.begin(), index.end(), expected_index.begin());
  if (differs.first != index.end())
    refuse(index_at + static_cast<std::uint64_t>(differs.first - index.begin()),
           "an index that agrees with the blocks", "another");
  cursor.expect_end();
}

Proof read_all(Cursor& cursor, const ReaderLimits& limits) {
  Header header = read_header(read_prelude(cursor, limits), limits);
  Proof& proof = header.proof;
  const Bytes index = read_blocks(cursor, header, proof.records, limits);
  read_index_and_trailer(cursor, index, header.info.blocks);
  proof.records.finish();
  if (const Digest computed = content_digest(proof); computed != header.hash)
    refuse(fvp::prelude_bytes, "content hash " + to_hex(computed) + " in the header", to_hex(header.hash));
  return std::move(proof);
}

}  // namespace

bool looks_like_fvp(std::span<const std::uint8_t> bytes) {
  return bytes.size() >= 4 && std::equal(bytes.begin(), bytes.begin() + 4, fvp::magic.begin());
}

Result<Proof> read_fvp(std::span<const std::uint8_t> bytes, const ReaderLimits& limits,
                       const std::string& file_name) {
  return guarded(file_name, [&] {
    Cursor cursor(bytes, limits);
    return read_all(cursor, limits);
  });
}

Result<Proof> read_fvp_file(const std::string& path, const ReaderLimits& limits) {
  auto file = InputFile::open(path);
  if (!file.ok()) return file.error();
  return guarded(input_name(path), [&] {
    Cursor cursor(file.value(), limits);
    return read_all(cursor, limits);
  });
}

Result<FvpHeader> read_fvp_header(std::span<const std::uint8_t> bytes, const ReaderLimits& limits,
                                  const std::string& file_name) {
  return guarded(file_name, [&] {
    Cursor cursor(bytes, limits);
    return read_header(read_prelude(cursor, limits), limits).info;
  });
}

}  // namespace fiveproof
