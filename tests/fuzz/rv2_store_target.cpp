// One byte of choices, then a store of rv2; or, by its highest bit, what a tree is made of that says it was
// one.
#include "convert/rv2/rv2_store.hpp"

#include <algorithm>
#include <string>

#include "convert/tree/claimed_length.hpp"
#include "tests/fuzz/byte_reader.hpp"
#include "tests/fuzz/proof_checks.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/fuzz/tree_reading_checks.hpp"

namespace rv2_store_target {

using namespace fiveproof;
using namespace fiveproof::convert;

/// An accepted store is written as the same bytes.
void check_store(View file, bool keep_cut, bool with_section) {
  TreeReadOptions options;
  options.keep_cut = keep_cut;
  options.max_nodes = 500;
  options.max_oddities = 10;
  const auto reading = read_rv2_store(file, options);
  if (!reading.ok()) {
    fuzz::check_error(reading.error(), file.size());
    return;
  }
  fuzz::check_reading(reading.value(), options, file.size());
  if (with_section) fuzz::check_section(reading.value().tree);
  const auto writing = write_rv2_store(reading.value().tree);
  FIVEPROOF_ENSURE(writing.ok());
  FIVEPROOF_ENSURE(
      std::equal(writing.value().bytes.begin(), writing.value().bytes.end(), file.begin(), file.end()));
}

GameTree made_tree(fuzz::ByteReader in) {
  TreeBuilder builder(in.u8() == 19 ? 19 : rv2_store_board_size, std::string(rv2_store_source));
  while (!in.at_end()) {
    const std::uint8_t how = in.u8(), square = in.u8(), note = in.u8();
    const std::size_t depth = builder.line().size();
    const TreeMove move = square < 225   ? TreeMove::from_number(square)
                          : square < 235 ? TreeMove::pass()
                                         : TreeMove();
    const NodeNumber node = builder.add(depth == 0 ? 0 : how % (depth + 1), depth == 0 ? TreeMove() : move,
                                        how == 0xFF ? std::uint8_t{is_marked} : std::uint8_t{0});
    if (note < 240 && depth > 0) {
      const std::string text = comment_of_length(1 + note % 130);
      builder.add_text(note % 16 == 15 ? TextKind::board_text : TextKind::comment,
                       {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    }
    if (note % 8 == 7) builder.add_source_bits(node, in.u16() | std::uint64_t{in.u8()} << 16);
  }
  return std::move(builder).finish();
}

/// What is written says the same as the tree.
void check_made_tree(View bytes) {
  const GameTree tree = made_tree(fuzz::ByteReader(bytes));
  const auto writing = write_rv2_store(tree);
  if (!writing.ok()) return;
  TreeReadOptions options;
  options.keep_cut = true;
  const auto reading = read_rv2_store(writing.value().bytes, options);
  FIVEPROOF_ENSURE(reading.ok());
  FIVEPROOF_ENSURE(reading.value().tree == tree);
}

FIVEPROOF_FUZZ_TARGET(rv2_store, data, size) {
  if (size == 0) return 0;
  const View bytes(data + 1, size - 1);
  if (data[0] & 0x80)
    check_made_tree(bytes);
  else
    check_store(bytes, (data[0] & 1) != 0, (data[0] & 0x42) == 0x42);
  return 0;
}

}  // namespace rv2_store_target
