// One byte of choices, then a file of SGF; or, by its highest bit, what a tree is made of.
#include "convert/sgf/sgf.hpp"

#include <algorithm>

#include "convert/decoded_tree.hpp"
#include "convert/syntax/charset.hpp"
#include "tests/fuzz/byte_reader.hpp"
#include "tests/fuzz/proof_checks.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/fuzz/tree_reading_checks.hpp"

namespace sgf_target {

using namespace fiveproof;
using namespace fiveproof::convert;

constexpr const char* charsets[] = {"", "gbk", "shift_jis", "latin1"};

/// What is written reads as the same tree, and is written the same; of a tree that does not come from SGF,
/// what was read is.
void check_written(const GameTree& tree) {
  const auto writing = write_sgf(tree);
  FIVEPROOF_ENSURE(writing.ok());
  const auto back = read_sgf(writing.value().bytes);
  FIVEPROOF_ENSURE(back.ok());
  if (tree.source() != sgf_source) {
    check_written(back.value().tree);
    return;
  }
  FIVEPROOF_ENSURE(back.value().tree == tree);
  const auto again = write_sgf(back.value().tree);
  FIVEPROOF_ENSURE(again.ok() && again.value().bytes == writing.value().bytes);
}

void check_decoded(const GameTree& tree, const char* charset) {
  const auto decoded = decode_texts(tree, charset);
  FIVEPROOF_ENSURE(decoded.ok());
  FIVEPROOF_ENSURE(decoded.value().tree.node_count() == tree.node_count());
  for (const NodeText& text : decoded.value().tree.texts())
    if (text.kind() == TextKind::comment || text.kind() == TextKind::board_text)
      FIVEPROOF_ENSURE(is_utf8(decoded.value().tree.pool().at(text.text())));
  check_written(decoded.value().tree);
}

void check_file(View file, std::uint8_t choices) {
  TreeReadOptions options;
  options.keep_cut = (choices & 1) != 0;
  options.max_oddities = 10;
  options.max_nodes = 20'000;
  const auto reading = read_sgf(file, options, charsets[choices >> 1 & 3]);
  if (!reading.ok()) {
    fuzz::check_error(reading.error(), file.size());
    return;
  }
  const GameTree& tree = reading.value().tree;
  FIVEPROOF_ENSURE(reading.value().oddities.size() <= options.max_oddities);
  FIVEPROOF_ENSURE(reading.value().oddity_count >= reading.value().oddities.size());
  for (const auto& one : reading.value().oddities) FIVEPROOF_ENSURE(one.offset <= file.size());
  FIVEPROOF_ENSURE(reading.value().offsets.size() == tree.node_count());
  for (const std::uint64_t offset : reading.value().offsets) FIVEPROOF_ENSURE(offset <= file.size());
  check_written(tree);
  // Which takes ten times as long as all the rest.
  if (choices & 0x40) fuzz::check_section(tree);
  if (const auto charset = choices >> 3 & 3; charset != 0) check_decoded(tree, charsets[charset]);
}

/// Any tree, one of SGF or not.
GameTree made_tree(fuzz::ByteReader in) {
  const std::uint8_t kind = in.u8();
  const int size = kind & 1 ? 15 : 6;
  TreeBuilder builder(size, kind & 2 ? std::string(sgf_source) : "");
  if (kind & 4) builder.set_fact(charset_fact, in.take(in.u8() & 7));
  while (!in.at_end()) {
    const std::uint8_t how = in.u8(), what = in.u8();
    const TreeMove move = what < size * size ? TreeMove::from_number(what)
                          : what < 245       ? TreeMove::pass()
                                             : TreeMove();
    const NodeNumber node =
        builder.add(builder.line().empty() ? 0 : how % (builder.line().size() + 1), move,
                    static_cast<std::uint8_t>(what % 16 == 9 ? is_out_of_turn : how >> 2));
    if ((how & 0x80) == 0) continue;
    const std::uint8_t texts = in.u8();
    for (const TextKind text :
         {TextKind::comment, TextKind::old_comment, TextKind::board_text, TextKind::properties})
      if (texts >> static_cast<int>(text) & 1) builder.add_text(text, in.take(in.u8() & 31));
    if (texts & 16) builder.add_source_bits(node, texts >> 5);
  }
  return std::move(builder).finish();
}

void check_made_tree(View bytes) {
  const GameTree tree = made_tree(fuzz::ByteReader(bytes));
  if (tree.source() != sgf_source || write_sgf(tree).ok()) check_written(tree);
}

FIVEPROOF_FUZZ_TARGET(sgf, data, size) {
  if (size == 0) return 0;
  const View bytes(data + 1, size - 1);
  if (data[0] & 0x80)
    check_made_tree(bytes);
  else
    check_file(bytes, data[0]);
  return 0;
}

}  // namespace sgf_target
