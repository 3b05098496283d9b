// What the header's message must say, whoever takes it apart: spec/format.md, section 5.
//
// `In` are readers with the getters that Cap'n Proto makes of format/fvp/proof.capnp. They read where they
// are asked, so that nothing is unpacked beyond the limits, and may throw at any of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "format/fvp/fvp_header.hpp"
#include "game/notation.hpp"
#include "game/packed_position.hpp"
#include "proof/gap_check.hpp"

namespace fiveproof::fvp {

inline Square square_of(std::uint16_t number, int size, std::uint64_t offset) {
  if (number >= size * size)
    refuse(offset, "a square below " + std::to_string(size * size), std::to_string(number));
  return from_dense_index(number, size);
}

inline std::optional<Square> optional_square(std::uint16_t number, int size, std::uint64_t offset) {
  if (number == no_move) return std::nullopt;
  return square_of(number, size, offset);
}

template <class Numbers>
std::vector<Square> squares_of(const Numbers& list, int size, std::uint64_t offset) {
  std::vector<Square> squares;
  for (const std::uint16_t number : list) squares.push_back(square_of(number, size, offset));
  return squares;
}

/// `color`: the number of an enumerator, which may be one that the schema does not have.
template <class Number>
Color color_of(Number color, std::uint64_t offset) {
  const auto number = static_cast<unsigned>(color);
  if (number == 0) return Color::black;
  if (number == 1) return Color::white;
  refuse(offset, "the colour black or white", "number " + std::to_string(number));
}

template <class Text>
std::string_view view_of(const Text& text) {
  return {text.begin(), text.size()};
}

template <class In>
Position position_of(const In& stones, int size, std::uint64_t offset) {
  const auto data = stones.getPacked();
  const View packed(data.begin(), data.size());
  const Color to_move = color_of(stones.getToMove(), offset);
  expect_number(offset, "packed bytes", packed_bytes(size), packed.size());
  auto position = unpack(packed, size, to_move);
  if (!position.ok()) refuse(ErrorCode::malformed, offset, position.error().message);
  return std::move(position).value();
}

template <class In>
Root root_of(const In& in, int size, std::uint64_t offset) {
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

template <class In>
Gap finding_of(const In& in, int size, std::uint64_t offset) {
  Gap finding;
  const auto text = in.getKind();
  const auto kind = parse_gap_kind(view_of(text));
  if (!kind) refuse(offset, "a gap kind", "\"" + std::string(view_of(text)) + "\"");
  finding.kind = *kind;
  if (in.getRoot() != 0xFFFFFFFFu) finding.root = in.getRoot();
  finding.line = squares_of(in.getLine(), size, offset);
  finding.position = position_of(in.getPosition(), size, offset);
  finding.by = optional_square(in.getBy(), size, offset);
  finding.limit = in.getLimit();
  return finding;
}

template <class Text>
RuleSet rule_of(const Text& text, std::uint64_t offset) {
  auto rule = parse_rule_set(view_of(text));
  if (rule.ok()) return rule.value();
  refuse(ErrorCode::malformed, offset, rule.error().message);
}

/// Reads how the blocks are coded, how large they are, and what comes after them.
template <class In>
void read_layout(const In& in, std::uint64_t at, Header& header) {
  const auto coding = in.getCoding();
  if (coding < 1 || coding > 2)
    refuse(ErrorCode::unsupported, at,
           "expected blocks of coding 1 or 2 (walks), found " + std::to_string(coding));
  header.info.coding = static_cast<FvpCoding>(coding);
  header.proof.coding = name_of(header.info.coding);
  header.block_records = in.getBlockRecords();
  const std::uint32_t most = max_block_records(header.info.coding);
  if (header.block_records > most || (header.block_records == 0) != (header.info.blocks == 0))
    refuse(at, "1 to " + std::to_string(most) + " records in a block, or no block",
           std::to_string(header.block_records));
  header.sections = in.getSectionCount();
}

/// The header that the message says, whose frame is at `at`. Throws Refusal, and what the getters throw.
template <class In>
Header header_of(const In& in, std::uint64_t at, const ReaderLimits& limits) {
  const int size = in.getSize();
  if (!is_board_size(size)) refuse(at, "a board size from 5 to 20", std::to_string(size));
  Header header{
      .proof = Proof(rule_of(in.getRule(), at), size, color_of(in.getAttacker(), at), limits.budget),
      .info = {},
      .hash = {}};

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
  header.proof.format_version = version;
  header.info = {version,           {}, in.getProducer().cStr(), to_hex(header.hash), in.getRecordCount(),
                 in.getBlockCount()};
  expect_at_most(at, "records", limits.max_records, header.info.records);
  read_layout(in, at, header);
  return header;
}

}  // namespace fiveproof::fvp
