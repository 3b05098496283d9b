// One byte for the format and the board, then a file: a record of Piskvork, a saved game of Yixin, lines of
// moves, openings. Or, by its highest bit, what a tree is made of, which is then written in that format. The
// next bit asks for a round trip through a section of .fvp, which takes ten times as long as all else.
#include <algorithm>
#include <set>
#include <vector>

#include "convert/games/moves.hpp"
#include "convert/games/openings.hpp"
#include "convert/games/piskvork.hpp"
#include "convert/games/yixin_saved.hpp"
#include "convert/tree/tree_lines.hpp"
#include "tests/fuzz/byte_reader.hpp"
#include "tests/fuzz/proof_checks.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/fuzz/tree_reading_checks.hpp"

namespace games_target {

using namespace fiveproof;
using namespace fiveproof::convert;

using Lines = std::set<std::vector<std::uint16_t>>;

enum Kind { psq, rec, moves, openings, sav, pos };

/// Of formats that name their board, the number of the board says which it is.
Kind kind_of(std::uint8_t choices) {
  const auto kind = static_cast<Kind>(choices & 3);
  if (kind != psq || (choices & 4) == 0) return kind;
  return choices & 8 ? pos : sav;
}

Result<TreeReading> read(Kind kind, View file, int size, const TreeReadOptions& options) {
  switch (kind) {
    case psq:
      return read_psq(file, options);
    case rec:
      return read_rec(file, options, size);
    case moves:
      return read_moves(file, options, size);
    case sav:
      return read_sav(file, options);
    case pos:
      return read_pos(file, options);
    default:
      return read_openings(file, options, size);
  }
}

Result<TreeWriting> write(Kind kind, const GameTree& tree) {
  switch (kind) {
    case psq:
      return write_psq(tree);
    case rec:
      return write_rec(tree);
    case moves:
      return write_moves(tree);
    case sav:
      return write_sav(tree);
    case pos:
      return write_pos(tree);
    default:
      return write_openings(tree);
  }
}

Lines lines_of(const GameTree& tree) {
  Lines lines;
  (void)for_each_line(tree, [&](const TreeLine& line) {
    std::vector<std::uint16_t> numbers;
    for (const TreeMove move : line.moves) numbers.push_back(move.number());
    lines.insert(numbers);
  });
  return lines;
}

/// Without a loss the same bytes come back; with one, a file that says the same and loses nothing more.
void check_file(Kind kind, View file, int size, bool with_section) {
  TreeReadOptions options;
  options.max_oddities = 3;
  const auto reading = read(kind, file, size, options);
  if (!reading.ok()) {
    fuzz::check_error(reading.error(), file.size());
    return;
  }
  const TreeReading& all = reading.value();
  FIVEPROOF_ENSURE(all.offsets.size() == all.tree.node_count());
  fuzz::check_reading(all, options, file.size());

  const auto writing = write(kind, all.tree);
  FIVEPROOF_ENSURE(writing.ok() && writing.value().losses.empty());
  const auto& again = writing.value().bytes;
  if (all.losses.empty()) FIVEPROOF_ENSURE(std::equal(again.begin(), again.end(), file.begin(), file.end()));
  const auto second = read(kind, again, all.tree.size(), options);
  FIVEPROOF_ENSURE(second.ok() && second.value().tree == all.tree && second.value().losses.empty());
  if (with_section) fuzz::check_section(all.tree);

  // One node less is one too few.
  options.max_nodes = all.tree.node_count();
  FIVEPROOF_ENSURE(read(kind, file, size, options).ok());
  if (options.max_nodes-- == 0) return;
  const auto refused = read(kind, file, size, options);
  FIVEPROOF_ENSURE(!refused.ok() && refused.error().code == ErrorCode::limit);
}

/// In either lettering, what is read is written in ours, as lines and as codes.
void check_letters(View file, int size) {
  const auto reading = read_moves(file, {}, size, Letters::skip_i);
  if (!reading.ok()) {
    fuzz::check_error(reading.error(), file.size());
    return;
  }
  const GameTree& tree = reading.value().tree;
  const auto writing = write_moves(tree);
  FIVEPROOF_ENSURE(writing.ok());
  const auto again = read_moves(writing.value().bytes, {}, size);
  FIVEPROOF_ENSURE(again.ok() && again.value().tree == tree);
  const auto codes = write_codes(tree);
  if (!codes.ok()) return;
  const auto lines = read_moves(codes.value().bytes, {}, size);
  FIVEPROOF_ENSURE(lines.ok() && lines_of(lines.value().tree) == lines_of(tree));
}

/// Any tree; it may say that it was read from a file of that kind.
GameTree made_tree(Kind kind, int size, fuzz::ByteReader in) {
  constexpr std::string_view sources[] = {psq_source,      rec_source, moves_source,
                                          openings_source, sav_source, pos_source};
  const std::uint8_t how = in.u8();
  TreeBuilder builder(size, how & 1 ? std::string(sources[kind]) : "");
  for (const char* name : {"header", "tail", "head"})
    if (in.u8() & 1) builder.set_fact(name, in.take(in.u8()));
  const auto squares = static_cast<unsigned>(size * size);
  while (!in.at_end()) {
    const std::uint8_t shape = in.u8();
    const unsigned number = in.u16();
    const TreeMove move = number % 16 != 15
                              ? TreeMove::from_number(static_cast<std::uint16_t>(number % squares))
                          : number & 16 ? TreeMove::pass()
                                        : TreeMove();
    const std::size_t depth = builder.line().empty() ? 0 : builder.line().size() - (shape % 4 == 3 ? 1 : 0);
    const NodeNumber node = builder.add(depth, move, shape & 4 ? shape & author_bits : 0);
    if (shape & 0x20)
      for (const TextKind text : {TextKind::comment, TextKind::old_comment, TextKind::board_text})
        if (in.u8() & 1) builder.add_text(text, in.take(in.u8() & 15));
    if (shape & 0x40) builder.add_source_bits(node, in.u16() | std::uint64_t{in.u16()} << 32);
  }
  return std::move(builder).finish();
}

/// It is written so that its lines come back, or not at all.
void check_tree(Kind kind, const GameTree& tree) {
  const auto writing = write(kind, tree);
  if (!writing.ok()) {
    fuzz::check_error(writing.error(), 0);
    return;
  }
  const auto reading = read(kind, writing.value().bytes, tree.size(), {});
  FIVEPROOF_ENSURE(reading.ok());
  // A line that is the beginning of another, because siblings were equal, has no leaf any more.
  const Lines before = lines_of(tree), after = lines_of(reading.value().tree);
  FIVEPROOF_ENSURE(std::includes(before.begin(), before.end(), after.begin(), after.end()));
  for (const auto& line : before) {
    const auto covering = after.lower_bound(line);
    FIVEPROOF_ENSURE(covering != after.end() && covering->size() >= line.size() &&
                     std::equal(line.begin(), line.end(), covering->begin()));
  }
}

FIVEPROOF_FUZZ_TARGET(games, data, size) {
  if (size == 0) return 0;
  const Kind kind = kind_of(data[0]);
  const int board = kind == pos ? 15 : min_board_size + (data[0] >> 2 & 15);
  const View bytes(data + 1, size - 1);
  if (data[0] & 0x80)
    check_tree(kind, made_tree(kind, board, fuzz::ByteReader(bytes)));
  else
    check_file(kind, bytes, board, (data[0] & 0x40) != 0);
  if (kind == moves && !(data[0] & 0x80)) check_letters(bytes, board);
  return 0;
}

}  // namespace games_target
