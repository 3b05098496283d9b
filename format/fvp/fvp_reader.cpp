#include "format/fvp/fvp_reader.hpp"

#include <algorithm>
#include <optional>

#include "base/bytes.hpp"
#include "base/files/file.hpp"
#include "base/files/mapping.hpp"
#include "base/in_order.hpp"
#include "base/little_endian.hpp"
#include "format/fvp/finding_places.hpp"
#include "format/fvp/fvp_cursor.hpp"
#include "format/fvp/fvp_frame.hpp"
#include "format/fvp/fvp_header.hpp"
#include "format/fvp/fvp_layout.hpp"
#include "format/tree/told_records.hpp"
#include "format/tree/tree_section.hpp"
#include "format/walk/block_coder.hpp"
#include "proof/content_digest.hpp"
#include "proof/records/image_board.hpp"

namespace fiveproof {
namespace {

using fvp::Bytes;
using fvp::Cursor;
using fvp::expect_checksum;
using fvp::expect_number;
using fvp::expect_ok;
using fvp::Head;
using fvp::Header;
using fvp::refuse;
using fvp::View;

/// What `read` returns; all errors are of this file.
template <class F>
auto of_this_file(const std::string& file_name, F read) -> Result<decltype(read())> {
  try {
    return read();
  } catch (const Refusal& refusal) {
    Error error = refusal.error;
    error.file = file_name;
    return error;
  }
}

// -- prelude --

/// Reads the prelude and the header's frame, whose checksum is compared. The frame stays
/// until the cursor's next step.
Head read_prelude(Cursor& cursor, const ReaderLimits& limits) {
  const Bytes bytes = cursor.copy(fvp::prelude_bytes, "prelude");
  const View prelude(bytes);
  if (!std::equal(fvp::magic.begin(), fvp::magic.end(), prelude.begin()))
    refuse(0, "the first bytes of a .fvp file", "others");
  // The version comes before the checksum, which a later version may compute in another way.
  const std::uint32_t version = little_endian::get_u32(prelude, 8);
  if (version != fvp::version)
    refuse(ErrorCode::unsupported, 8, "expected format version 2, found " + std::to_string(version));
  expect_checksum(32, "prelude", prelude.subspan(32, 8), fvp::checksum(prelude.first(32)));
  if (const auto flags = little_endian::get_u32(prelude, 12); flags != 0)
    refuse(ErrorCode::unsupported, 12, "expected reserved flags 0, found " + std::to_string(flags));
  const std::uint64_t offset = cursor.at();
  const View frame = cursor.take(little_endian::get_u64(prelude, 16), "header",
                                 fvp::most_frame_bytes(limits.max_header_bytes));
  expect_checksum(24, "header", prelude.subspan(24, 8), fvp::checksum(frame));
  return {frame, offset};
}

// -- blocks --

/// The bytes of a block, of which there are few at a time. They are apart from the heap, which would keep
/// their room and be full of holes when the records have come to lie between them.
class BlockBytes {
 public:
  BlockBytes() = default;
  explicit BlockBytes(std::size_t most) : mapping_(value_or_refuse(Mapping::of_memory(most))) {}
  /// require: no more than `most` in all.
  void put(View bytes) {
    std::copy_n(bytes.data(), bytes.size(), mapping_.data() + size_);
    size_ += bytes.size();
  }
  [[nodiscard]] View all() const { return {mapping_.data(), size_}; }

 private:
  Mapping mapping_;
  std::size_t size_ = 0;
};

/// One block as the file has it.
struct StoredBlock {
  std::uint64_t at = 0;  ///< where its bytes begin
  std::uint32_t records = 0;
  BlockBytes bytes = {};
  std::optional<Refusal> refusal = {};  ///< why there was no block here
};

/// Hands out the blocks one after the other and makes the index that they demand.
class BlockScanner {
 public:
  /// require: all outlive the scanner.
  BlockScanner(Cursor& cursor, const Header& header, std::uint64_t most_bytes)
      : cursor_(cursor), header_(header), most_bytes_(most_bytes) {}

  /// The next block; nothing at the end. A refusal ends it too, and is handed out in its turn, when the
  /// blocks before it have been taken.
  [[nodiscard]] std::optional<StoredBlock> next() {
    if (has_ended_) return std::nullopt;
    StoredBlock block;
    try {
      has_ended_ = number_ == header_.info.blocks;
      if (!has_ended_) return scan();
      return std::nullopt;
    } catch (const Refusal& refusal) {
      has_ended_ = true;
      block.refusal = refusal;
      return block;
    }
  }
  /// Goes on behind a block that was refused, if its end is known.
  void pass_over() {
    has_ended_ = false;
    ++number_;
  }
  [[nodiscard]] Bytes& index() { return index_; }
  [[nodiscard]] std::uint64_t records() const { return total_; }

 private:
  StoredBlock scan() {
    const std::uint64_t at = cursor_.at();
    const Bytes head_bytes = cursor_.copy(fvp::block_head_bytes, "block head");
    const View head(head_bytes);
    StoredBlock block;
    block.at = at + fvp::block_head_bytes;
    block.records = little_endian::get_u32(head, 4);
    const View bytes = cursor_.take(little_endian::get_u32(head, 0), "block", most_bytes_);
    expect_checksum(at + 8, "block", head.subspan(8, 8), fvp::checksum(head.first(8), bytes));
    if (block.records == 0 || block.records > header_.block_records)
      refuse(at + 4, "1 to " + std::to_string(header_.block_records) + " records in a block",
             std::to_string(block.records));
    total_ += block.records;
    if (total_ > header_.info.records)
      refuse(at + 4, "no more than " + std::to_string(header_.info.records) + " records in all",
             std::to_string(total_));
    block.bytes = BlockBytes(bytes.size());
    block.bytes.put(bytes);
    little_endian::put_u64(index_, at);
    put_bytes(index_, head);
    ++number_;
    return block;
  }

  Cursor& cursor_;
  const Header& header_;
  std::uint64_t most_bytes_;
  std::uint64_t number_ = 0, total_ = 0;
  bool has_ended_ = false;
  Bytes index_;
};

/// The canonical entries of a block, in the order of the payload.
BlockBytes entries_of(const StoredBlock& block, const Header& header) {
  const Proof& proof = header.proof;
  BlockBytes entries(block.records * entry_bytes(proof.size));
  const auto done = decode_block(
      block.bytes.all(), proof.size, proof.attacker, block.records, [&](View entry) { entries.put(entry); },
      header.info.coding);
  if (!done.ok()) refuse(done.error().code, block.at, done.error().message);
  return entries;
}

/// What is behind the header, as far as it has been read.
struct Body {
  Bytes index;                      ///< what the index has to be
  std::uint64_t block_records = 0;  ///< the records of all blocks
  std::uint64_t blocks_end = 0;
  std::optional<Bytes> told = {};  ///< the section of records that the tree tells
  std::uint64_t told_at = 0;       ///< where it begins
};

/// Reads the blocks.
Body read_blocks(Cursor& cursor, Header& header, const ReaderLimits& limits) {
  const std::size_t each = entry_bytes(header.proof.size);
  BlockScanner scanner(cursor, header, limits.max_payload_bytes);
  const auto decode = [&](const StoredBlock& block) -> BlockBytes {
    if (block.refusal) throw *block.refusal;
    return entries_of(block, header);
  };
  const auto keep = [&](const BlockBytes& block) -> Status {
    for (View left = block.all(); !left.empty(); left = left.subspan(each))
      header.proof.records.add_entry(left.first(each));
    return Done{};
  };
  const auto done = in_order(
      limits.threads, [&] { return scanner.next(); }, decode, keep);
  FIVEPROOF_ENSURE(done.ok());  // refusals are thrown
  return {std::move(scanner.index()), scanner.records(), cursor.at()};
}

/// Finishes the table of all records that were added.
void finish_records(const Body& body, Proof& proof) {
  value_or_refuse(proof.records.finish_within_budget());
  if (body.told) value_or_refuse(proof.records.drop(ends_that_go_on(proof.records)));
}

// -- a damaged file --

/// Adds a line about something of a damaged file that is dropped.
void tell_dropped(const ReaderLimits& limits, const std::string& what, const Refusal& refusal) {
  const Error& error = refusal.error;
  const std::string place = error.offset ? "byte " + std::to_string(*error.offset) + ": " : "";
  limits.dropped->push_back(what + ", dropped: " + place + error.message);
}

/// Takes the blocks that are whole, each of which has a checksum. A block whose checksum is wrong is passed
/// over by the length that it states: if that is wrong, no later block will agree with its own.
Body salvage_blocks(Cursor& cursor, Header& header, const ReaderLimits& limits) {
  const std::size_t each = entry_bytes(header.proof.size);
  BlockScanner scanner(cursor, header, limits.max_payload_bytes);
  std::uint64_t at = cursor.at(), number = 0;
  while (auto block = scanner.next()) {
    ++number;
    const std::string name = "block " + std::to_string(number) + " of " + std::to_string(header.info.blocks) +
                             ", from byte " + std::to_string(at) + " on";
    const bool is_passed = cursor.at() >= at + fvp::block_head_bytes + 1;
    at = cursor.at();
    try {
      if (block->refusal) throw *block->refusal;
      const BlockBytes entries = entries_of(*block, header);
      for (View left = entries.all(); !left.empty(); left = left.subspan(each))
        header.proof.records.add_entry(left.first(each));
    } catch (const Refusal& refusal) {
      tell_dropped(limits, name, refusal);
      if (block->refusal && is_passed) scanner.pass_over();
    }
  }
  return {std::move(scanner.index()), scanner.records(), cursor.at()};
}

/// A section of records is needed, and no other is.
void expect_flags(std::uint64_t at, std::uint32_t kind, std::uint32_t flags) {
  if (kind == told_records_kind && flags != fvp::needed_flag)
    refuse(
        ErrorCode::unsupported, at,
        "expected records that the tree tells to be needed (flags 1), found flags " + std::to_string(flags));
  if (kind != told_records_kind && flags != 0)
    refuse(ErrorCode::unsupported, at,
           "expected sections that need not be understood (flags 0), found kind " + std::to_string(kind) +
               " with flags " + std::to_string(flags));
}

/// Reads the sections and adds what the index has to say about them.
void read_sections(Cursor& cursor, Header& header, const ReaderLimits& limits, Body& body) {
  std::uint64_t left = limits.max_section_bytes;
  auto& sections = header.proof.sections;
  std::optional<std::uint32_t> last;
  for (std::uint32_t n = 0; n < header.sections; ++n) {
    const std::uint64_t at = cursor.at();
    const Bytes head_bytes = cursor.copy(fvp::section_head_bytes, "section head");
    const View head(head_bytes);
    const std::uint32_t kind = little_endian::get_u32(head, 0), flags = little_endian::get_u32(head, 4);
    const View bytes = cursor.take(little_endian::get_u64(head, 8), "sections", left);
    left -= bytes.size();
    expect_checksum(at + 16, "section", head.subspan(16, 8), fvp::checksum(head.first(16), bytes));
    expect_flags(at + 4, kind, flags);
    if (last && kind <= *last)
      refuse(at, "a section of a kind after " + std::to_string(*last), std::to_string(kind));
    if (kind == finding_places_kind)
      expect_ok(set_finding_places(bytes, header.proof.findings), at);
    else if (kind == told_records_kind) {
      body.told = Bytes(bytes.begin(), bytes.end());
      body.told_at = at + fvp::section_head_bytes;
    } else {
      sections.push_back({kind, {bytes.begin(), bytes.end()}});
    }
    last = kind;
    little_endian::put_u64(body.index, at);
    put_bytes(body.index, head);
  }
}

void read_index_and_trailer(Cursor& cursor, View expected_index, std::uint64_t blocks) {
  const std::uint64_t index_at = cursor.at();
  const Bytes index = cursor.copy(expected_index.size(), "index");
  const std::uint64_t at = cursor.at();
  const View trailer = cursor.take(fvp::trailer_bytes, "trailer");
  if (!std::equal(fvp::end_magic.begin(), fvp::end_magic.end(), trailer.begin() + 32))
    refuse(at + 32, "the last bytes of a .fvp file", "others");
  expect_checksum(at + 24, "trailer", trailer.subspan(24, 8), fvp::checksum(trailer.first(24)));
  expect_number(at, "index offset", index_at, little_endian::get_u64(trailer, 0));
  expect_number(at + 8, "blocks in the trailer:", blocks, little_endian::get_u64(trailer, 8));
  expect_checksum(at + 16, "index", trailer.subspan(16, 8), fvp::checksum(index));
  const auto differs = std::mismatch(index.begin(), index.end(), expected_index.begin());
  if (differs.first != index.end())
    refuse(index_at + static_cast<std::uint64_t>(differs.first - index.begin()),
           "an index that agrees with the blocks", "another");
  cursor.expect_end();
}

/// How large a tree may be that tells records: it takes five bytes a node while it is read. The largest
/// published libraries have two million.
TreeSectionLimits tree_limits(const MemoryBudget& budget) {
  TreeSectionLimits limits;
  limits.max_nodes = std::clamp<std::uint64_t>(budget.bytes / 8, std::uint64_t{1} << 22, limits.max_nodes);
  return limits;
}

/// Adds the records that the tree of the source tells.
void add_told_records(const Body& body, Proof& proof, const ReaderLimits& limits) {
  Section* section = find_section(proof, tree_section_kind);
  if (section == nullptr) refuse(body.told_at, "a section with the tree that tells records (kind 2)", "none");
  const auto tree = tree_of(*section, tree_limits(limits.budget));
  if (!tree.ok())
    refuse(tree.error().code, body.told_at, "the tree that tells records: " + tree.error().message);
  expect_number(body.told_at, "records told by a tree on a board of size", static_cast<unsigned>(proof.size),
                static_cast<unsigned>(tree.value()->size()));
  const auto added = add_told_records(*body.told, *tree.value(), limits, proof.records);
  if (!added.ok())
    refuse(added.error().code, body.told_at + added.error().offset.value_or(0), added.error().message);
  section->tree = tree.value();
  proof.coding = "tree";
}

/// What of a damaged file is whole: its head must be, a block or a section has a checksum of its own, and
/// what stands behind them says nothing new.
Proof salvage(Cursor& cursor, const ReaderLimits& limits) {
  Header header = fvp::read_header(read_prelude(cursor, limits), limits);
  Proof& proof = header.proof;
  Body body = salvage_blocks(cursor, header, limits);
  const char* part = "all from a section on";
  try {
    read_sections(cursor, header, limits, body);
    part = "the index";
    if (limits.dropped->empty()) read_index_and_trailer(cursor, body.index, header.info.blocks);
  } catch (const Refusal& refusal) {
    tell_dropped(limits, part, refusal);
  }
  try {
    if (body.told) add_told_records(body, proof, limits);
  } catch (const Refusal& refusal) {
    tell_dropped(limits, "records that the tree tells", refusal);
  }
  finish_records(body, proof);
  if (const std::uint64_t count = proof.records.count(); count < header.info.records)
    limits.dropped->push_back(std::to_string(header.info.records - count) + " of " +
                              std::to_string(header.info.records) + " records are missing");
  else if (limits.dropped->empty() && content_digest(proof) != header.hash)
    limits.dropped->push_back("the content hash that the file states: the records have another one");
  return std::move(proof);
}

Proof read_all(Cursor& cursor, const ReaderLimits& limits) {
  if (limits.dropped != nullptr) return salvage(cursor, limits);
  Header header = fvp::read_header(read_prelude(cursor, limits), limits);
  Proof& proof = header.proof;
  Body body = read_blocks(cursor, header, limits);
  read_sections(cursor, header, limits, body);
  if (!body.told)
    expect_number(body.blocks_end, "records in all blocks:", header.info.records, body.block_records);
  read_index_and_trailer(cursor, body.index, header.info.blocks);
  if (body.told) add_told_records(body, proof, limits);
  finish_records(body, proof);
  if (proof.records.count() != header.info.records)
    refuse(fvp::prelude_bytes, std::to_string(header.info.records) + " different records",
           std::to_string(proof.records.count()));
  if (const Digest computed = content_digest(proof); computed != header.hash)
    refuse(fvp::prelude_bytes, "content hash " + to_hex(computed) + " in the header", to_hex(header.hash));
  return std::move(proof);
}

}  // namespace

Result<Proof> read_fvp(std::span<const std::uint8_t> bytes, const ReaderLimits& limits,
                       const std::string& file_name) {
  return of_this_file(file_name, [&] {
    Cursor cursor(bytes, limits);
    return read_all(cursor, limits);
  });
}

Result<Proof> read_fvp_file(const std::string& path, const ReaderLimits& limits) {
  FIVEPROOF_LET(auto file, InputFile::open(path));
  return of_this_file(input_name(path), [&] {
    Cursor cursor(file, limits);
    return read_all(cursor, limits);
  });
}

Result<FvpHeader> read_fvp_header(std::span<const std::uint8_t> bytes, const ReaderLimits& limits,
                                  const std::string& file_name) {
  return of_this_file(file_name, [&] {
    Cursor cursor(bytes, limits);
    return fvp::read_header(read_prelude(cursor, limits), limits).info;
  });
}

}  // namespace fiveproof
