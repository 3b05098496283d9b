// One byte of choices, then a database of RenjuNet.
#include "convert/games/rif.hpp"

#include <algorithm>

#include "tests/fuzz/proof_checks.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/fuzz/tree_reading_checks.hpp"

namespace rif_target {

using namespace fiveproof;
using namespace fiveproof::convert;

constexpr std::size_t max_rows = 8;
constexpr std::uint64_t max_text_bytes = 4096;

/// Does every line begin with h8, or is there nothing but a root?
bool all_begin_with(const GameTree& tree, TreeMove first) {
  for (TreeCursor at(tree); at.next();)
    if (at.depth() == 0 && at.move() != first) return false;
  return true;
}

std::size_t text_lines(const GameTree& tree) {
  std::size_t lines = 0;
  for (const NodeText& text : tree.texts()) {
    const auto bytes = tree.pool().at(text.text());
    lines += 1 + static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\n'));
  }
  return lines;
}

FIVEPROOF_FUZZ_TARGET(rif, data, size) {
  if (size == 0) return 0;
  const View file(data + 1, size - 1);
  TreeReadOptions options;
  options.keep_cut = (data[0] & 1) != 0;
  options.max_oddities = 3;
  RifOptions rif;
  if (data[0] & 2) rif.max_rows = max_rows;
  if (data[0] & 4) rif.max_text_bytes = max_text_bytes;
  const auto reading = read_rif(file, options, rif);
  if (!reading.ok()) {
    fuzz::check_error(reading.error(), file.size());
    return 0;
  }
  const TreeReading& all = reading.value();
  FIVEPROOF_ENSURE(all.offsets.size() == all.tree.node_count());
  fuzz::check_reading(all, options, file.size());
  const auto by_offset = [](const Remark& a, const Remark& b) { return a.offset < b.offset; };
  FIVEPROOF_ENSURE(std::is_sorted(all.oddities.begin(), all.oddities.end(), by_offset));
  FIVEPROOF_ENSURE(all.tree.pool().total_bytes() <= max_text_bytes || (data[0] & 4) == 0);

  // Each game has its line, as the first thing that is carried counts them.
  FIVEPROOF_ENSURE(all.carried.at(0).starts_with(std::to_string(text_lines(all.tree)) + " game"));
  if (data[0] & 8) fuzz::check_section(all.tree);  // takes ten times as long as all else

  rif.beginning = {Square(7, 7)};
  const auto some = read_rif(file, options, rif);
  FIVEPROOF_ENSURE(some.ok() && some.value().tree.node_count() <= all.tree.node_count());
  FIVEPROOF_ENSURE(all_begin_with(some.value().tree, TreeMove::at(Square(7, 7), rif_board_size)));

  options.max_nodes = all.tree.node_count() - all.tree.has_root();
  FIVEPROOF_ENSURE(read_rif(file, options, RifOptions{}).ok());
  if (options.max_nodes-- == 0) return 0;
  const auto refused = read_rif(file, options, RifOptions{});
  FIVEPROOF_ENSURE(!refused.ok() && refused.error().code == ErrorCode::limit);
  return 0;
}

}  // namespace rif_target
