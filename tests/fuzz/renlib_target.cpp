// One byte of choices, then a library; or, by its highest bits, the content of a section that holds a tree,
// or what a tree is made of (the digest of a section stops what is made up there).
#include "convert/renlib/renlib.hpp"

#include <algorithm>

#include "format/tree/tree_section.hpp"
#include "tests/fuzz/byte_reader.hpp"
#include "tests/fuzz/proof_checks.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/fuzz/tree_reading_checks.hpp"

namespace renlib_target {

using namespace fiveproof;
using namespace fiveproof::convert;

constexpr TreeSectionLimits small_section = {1 << 14, 1 << 14};

/// Every node is found where its point stands.
void check_offsets(const GameTree& tree, View file) {
  RenlibOffsets offsets(tree);
  std::uint64_t before = 0;
  for (NodeNumber node = 0; node < tree.node_count(); ++node) {
    const std::uint64_t offset = offsets.of(node);
    FIVEPROOF_ENSURE(node == 0 || offset >= before + 2);
    FIVEPROOF_ENSURE(offset + 2 <= file.size());
    FIVEPROOF_ENSURE((file[offset] == 0) == !tree.move(node).is_square());
    before = offset;
  }
}

void check_library(View file, bool keep_cut) {
  TreeReadOptions options;
  options.keep_cut = keep_cut;
  options.max_oddities = 10;
  const auto reading = read_renlib(file, options);
  if (!reading.ok()) {
    fuzz::check_error(reading.error(), file.size());
    return;
  }
  const GameTree& tree = reading.value().tree;
  fuzz::check_reading(reading.value(), options, file.size());
  const auto writing = write_renlib(tree);
  FIVEPROOF_ENSURE(writing.ok());
  FIVEPROOF_ENSURE(
      std::equal(writing.value().bytes.begin(), writing.value().bytes.end(), file.begin(), file.end()));
  fuzz::check_section(tree);
  check_offsets(tree, file);
}

/// A tree of anyone's is written as a library that can be read, or not at all.
void check_tree(View section) {
  const auto tree = decode_tree(section, small_section);
  if (!tree.ok()) {
    fuzz::check_error(tree.error(), section.size());
    return;
  }
  fuzz::check_section(tree.value());
  const auto writing = write_renlib(tree.value());
  if (!writing.ok()) return;
  FIVEPROOF_ENSURE(read_renlib(writing.value().bytes, {.keep_cut = true}).ok());
}

/// Any tree, one of a library or not.
GameTree made_tree(fuzz::ByteReader in) {
  const std::uint8_t kind = in.u8();
  TreeBuilder builder(kind & 1 ? renlib_board_size : 6, kind & 2 ? std::string(renlib_source) : "");
  if (kind & 4) builder.set_fact("tail", in.take(in.u8() & 3));
  if (kind & 8) builder.set_fact("header", in.take(12));
  while (!in.at_end()) {
    const std::uint8_t how = in.u8(), square = in.u8();
    const TreeMove move = square < 36                ? TreeMove::from_number(square)
                          : kind & 1 && square < 225 ? TreeMove::from_number(square)
                          : square < 245             ? TreeMove::pass()
                                                     : TreeMove();
    const NodeNumber node =
        builder.add(builder.line().empty() ? 0 : how % (builder.line().size() + 1), move,
                    static_cast<std::uint8_t>(square % 16 == 9 ? is_out_of_turn : how >> 2));
    if (how & 0x80) {
      const std::uint8_t texts = in.u8();
      for (const TextKind text : {TextKind::comment, TextKind::old_comment, TextKind::board_text})
        if (texts >> static_cast<int>(text) & 1) builder.add_text(text, in.take(texts >> 4));
      if (texts & 16) builder.add_text(TextKind::properties, in.take(texts >> 5));
      if (texts & 8) builder.add_source_bits(node, in.u16() | std::uint64_t{in.u16()} << 24);
    }
  }
  return std::move(builder).finish();
}

void check_made_tree(View bytes) {
  const GameTree tree = made_tree(fuzz::ByteReader(bytes));
  fuzz::check_section(tree);
  const auto writing = write_renlib(tree);
  if (!writing.ok()) return;
  const auto reading = read_renlib(writing.value().bytes, {.keep_cut = true});
  FIVEPROOF_ENSURE(reading.ok());
  const auto again = write_renlib(reading.value().tree);
  FIVEPROOF_ENSURE(again.ok() && again.value().bytes == writing.value().bytes);
}

FIVEPROOF_FUZZ_TARGET(renlib, data, size) {
  if (size == 0) return 0;
  const View bytes(data + 1, size - 1);
  if (data[0] & 0x80)
    check_tree(bytes);
  else if (data[0] & 0x40)
    check_made_tree(bytes);
  else
    check_library(bytes, (data[0] & 1) != 0);
  return 0;
}

}  // namespace renlib_target
