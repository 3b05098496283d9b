#include "format/fvp/fvp_writer.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include "base/bytes.hpp"
#include "base/files/atomic_file.hpp"
#include "base/in_order.hpp"
#include "base/little_endian.hpp"
#include "base/phase.hpp"
#include "format/fvp/finding_places.hpp"
#include "format/fvp/fvp_header.hpp"
#include "format/fvp/fvp_layout.hpp"
#include "format/tree/told_records.hpp"
#include "format/tree/tree_section.hpp"
#include "format/walk/block_coder.hpp"
#include "proof/content_digest.hpp"
#include "proof/gap_check.hpp"

namespace fiveproof {

constinit const std::string_view default_producer = "fiveproof " FIVEPROOF_VERSION;
namespace {

using fvp::Bytes;
using fvp::View;
using Sink = std::function<Status(View)>;

std::uint32_t block_count(const RecordTable& records, FvpCoding coding) {
  const std::uint32_t each = fvp::max_block_records(coding);
  return static_cast<std::uint32_t>((records.count() + each - 1) / each);
}

std::uint32_t most_in_a_block(const RecordTable& records, FvpCoding coding) {
  return static_cast<std::uint32_t>(std::min<std::size_t>(records.count(), fvp::max_block_records(coding)));
}

Bytes prelude(View header) {
  Bytes out;
  put_bytes(out, fvp::magic);
  little_endian::put_u32(out, fvp::version);
  little_endian::put_u32(out, 0);  // reserved flags
  little_endian::put_u64(out, header.size());
  put_bytes(out, fvp::checksum(header));
  put_bytes(out, fvp::checksum(out));
  return out;
}

// In the index, the bytes of a head follow the offset of the block or section whose head it is.

Bytes block_head(View bytes, std::size_t records) {
  Bytes out;
  little_endian::put_u32(out, static_cast<std::uint32_t>(bytes.size()));
  little_endian::put_u32(out, static_cast<std::uint32_t>(records));
  put_bytes(out, fvp::checksum(out, bytes));
  return out;
}

Bytes section_head(const Section& section) {
  Bytes out;
  little_endian::put_u32(out, section.kind);
  little_endian::put_u32(out, section.kind == told_records_kind ? fvp::needed_flag : 0);
  little_endian::put_u64(out, section.bytes.size());
  put_bytes(out, fvp::checksum(out, section.bytes));
  return out;
}

Bytes trailer(std::uint64_t index_offset, std::uint64_t blocks, View index) {
  Bytes out;
  little_endian::put_u64(out, index_offset);
  little_endian::put_u64(out, blocks);
  put_bytes(out, fvp::checksum(index));
  put_bytes(out, fvp::checksum(out));
  put_bytes(out, fvp::end_magic);
  return out;
}

Status check(const Proof& proof) {
  for (const Root& root : proof.roots) FIVEPROOF_TRY(check_root(root, proof.size));
  for (const Gap& finding : proof.findings) FIVEPROOF_TRY(check_gap(finding, proof.roots, proof.size));
  for (std::size_t i = 1; i < proof.sections.size(); ++i)
    if (proof.sections[i].kind <= proof.sections[i - 1].kind)
      return Error{ErrorCode::usage, "expected sections of ascending kinds"};
  if (find_section(proof, finding_places_kind) != nullptr)
    return Error{ErrorCode::usage, "expected the places of findings with the findings, found a section"};
  if (find_section(proof, told_records_kind) != nullptr)
    return Error{ErrorCode::usage,
                 "expected records in the proof, found a section of those that a tree tells"};
  return Done{};
}

/// Puts a section where it belongs.
void insert(std::vector<Section>& sections, Section section) {
  sections.insert(std::ranges::lower_bound(sections, section.kind, {}, &Section::kind), std::move(section));
}

/// Most records are to be told by the tree, else none: what is left to blocks lacks its parents there, and
/// begins walks of its own, which are dear.
constexpr std::size_t told_for_one_other = 31;

/// The records that blocks have, and the section of those that the tree of the source tells; nothing where
/// there is no such tree, or it tells too few.
struct Split {
  RecordTable in_blocks;
  Section told;
};
Result<std::optional<Split>> told_by_tree(const Proof& proof) {
  const Section* section = find_section(proof, tree_section_kind);
  if (section == nullptr || proof.records.empty()) return std::optional<Split>();
  const auto tree = tree_of(*section);
  // A section that we cannot read goes along as it is.
  if (!tree.ok() || tree.value()->size() != proof.size) return std::optional<Split>();
  FIVEPROOF_LET(auto told, tell_records(*tree.value(), proof.records));
  if (!told || told->others.size() > proof.records.count() / (told_for_one_other + 1))
    return std::optional<Split>();
  RecordTable others(proof.size, proof.attacker, proof.records.budget());
  for (const std::size_t i : told->others) others.add_entry(proof.records.entry(i));
  FIVEPROOF_TRY(others.finish_within_budget());
  return std::optional<Split>({std::move(others), {told_records_kind, std::move(told->section)}});
}

struct CodedBlock {
  Bytes bits;
  std::size_t records;
};

Result<FvpSummary> write(const Proof& proof, std::string_view producer, FvpCoding coding, const Sink& sink) {
  FIVEPROOF_TRY(check(proof));
  std::uint64_t offset = 0;
  const auto emit = [&](View bytes) {
    offset += bytes.size();
    return sink(bytes);
  };
  const Digest hash = content_digest(proof);
  std::vector<Section> sections = proof.sections;
  if (auto places = finding_places(proof.findings)) insert(sections, std::move(*places));
  FIVEPROOF_LET(auto split, told_by_tree(proof));
  if (split) insert(sections, std::move(split->told));
  const RecordTable& in_blocks = split ? split->in_blocks : proof.records;
  const Bytes header = fvp::write_header(
      proof, {producer, hash, coding, block_count(in_blocks, coding), most_in_a_block(in_blocks, coding),
              static_cast<std::uint32_t>(sections.size())});
  FIVEPROOF_TRY(emit(prelude(header)));
  FIVEPROOF_TRY(emit(header));

  Bytes index;
  const auto emit_part = [&](const Bytes& head, View bytes) -> Status {
    little_endian::put_u64(index, offset);
    put_bytes(index, head);
    FIVEPROOF_TRY(emit(head));
    return emit(bytes);
  };
  FIVEPROOF_LET(auto blocks, BlockSource::create(in_blocks, fvp::max_block_records(coding)));
  const auto encode = [coding](const BlockRecords& records) -> CodedBlock {
    return {encode_block(records, coding), records.count()};
  };
  Phase phase("writing records", in_blocks.count());
  const auto written = in_order(
      0, [&] { return blocks.next(); }, encode,
      [&](const CodedBlock& block) {
        phase.advance(block.records);
        return emit_part(block_head(block.bits, block.records), block.bits);
      });
  if (!written.ok()) return written.error();
  for (const Section& section : sections) FIVEPROOF_TRY(emit_part(section_head(section), section.bytes));
  const std::uint64_t index_offset = offset;
  FIVEPROOF_TRY(emit(index));
  FIVEPROOF_TRY(emit(trailer(index_offset, block_count(in_blocks, coding), index)));
  return FvpSummary{offset, to_hex(hash)};
}

}  // namespace

Result<std::vector<std::uint8_t>> fvp_bytes(const Proof& proof, std::string_view producer, FvpCoding coding) {
  Bytes out;
  auto written = write(proof, producer, coding, [&](View bytes) -> Status {
    put_bytes(out, bytes);
    return Done{};
  });
  if (!written.ok()) return written.error();
  return out;
}

Result<FvpSummary> write_fvp(const Proof& proof, const std::string& path, std::string_view producer,
                             FvpCoding coding) {
  FIVEPROOF_LET(auto file, AtomicFile::create(path));
  const auto to_file = [&](View bytes) { return file.write(bytes); };
  auto written = in_file(write(proof, producer, coding, to_file), path);
  if (!written.ok()) return written;
  FIVEPROOF_TRY(file.commit());
  return written;
}

}  // namespace fiveproof
