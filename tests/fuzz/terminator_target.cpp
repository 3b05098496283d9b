// A book of Gomoku Terminator.
#include "convert/terminator/terminator.hpp"

#include <algorithm>
#include <string>

#include "tests/fuzz/proof_checks.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/fuzz/tree_reading_checks.hpp"

namespace terminator_target {

using namespace fiveproof;
using namespace fiveproof::convert;

namespace {

std::string text_of(const GameTree& tree) {
  std::string text;
  std::size_t open = 0;
  for (TreeCursor at(tree); at.next();) {
    for (; open > at.depth() + 1; --open) text += ']';
    for (; open < at.depth() + 1; ++open) text += '[';
    const Square square = at.move().square(15);
    text += {'(', static_cast<char>('1' + square.column()), static_cast<char>('1' + 14 - square.row())};
  }
  return text + std::string(open, ']');
}

}  // namespace

FIVEPROOF_FUZZ_TARGET(terminator, data, size) {
  TreeReadOptions options;
  options.max_nodes = 100;
  options.max_oddities = 5;
  const auto reading = read_terminator({data, size}, options);
  if (!reading.ok()) {
    fuzz::check_error(reading.error(), size);
    return 0;
  }
  fuzz::check_reading(reading.value(), options, size);
  const GameTree& tree = reading.value().tree;
  if (size % 16 == 0) fuzz::check_section(tree);
  for (NodeNumber node = 0; node < tree.node_count(); ++node)
    FIVEPROOF_ENSURE(data[reading.value().offsets[node]] == '(');
  std::string file(reinterpret_cast<const char*>(data), size);
  std::erase_if(file, [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; });
  FIVEPROOF_ENSURE(text_of(tree) == file);
  return 0;
}

}  // namespace terminator_target
