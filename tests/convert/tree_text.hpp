// What a test says of a tree and of what came with it, in a line.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "convert/tree/tree_reading.hpp"
#include "game/notation.hpp"
#include "tests/convert/bytes.hpp"

namespace fiveproof::test {

struct TreeTextStyle {
  const char* behind_text = "";
  /// What the bits of the source say, behind the marks.
  std::function<std::string(const TreeCursor&)> of_source = {};
};

/// "(" and ")" around what is below a move; "--" a pass, "." nothing; M marked, S start, N text only, ! out
/// of turn; texts behind a quote: " a comment, ~ an old one, ' a label; properties in braces.
inline std::string tree_text(const GameTree& tree, const TreeTextStyle& style = {}) {
  using namespace convert;
  std::string text;
  std::size_t depth = 0;
  for (TreeCursor at(tree); at.next();) {
    for (; depth > at.depth(); --depth) text += ")";
    if (at.depth() > depth) text += "(";
    depth = at.depth();
    if (!text.empty() && text.back() != '(') text += ' ';
    text += at.move().is_none() ? "." : at.move().is_pass() ? "--" : to_text(at.move().square(tree.size()));
    if (at.bits() & is_marked) text += "M";
    if (at.bits() & is_start) text += "S";
    if (at.bits() & is_text_only) text += "N";
    if (at.bits() & is_out_of_turn) text += "!";
    if (style.of_source) text += style.of_source(at);
    for (const NodeText& one : at.texts()) {
      text += "\"~'{"[static_cast<int>(one.kind())] + text_of(tree.pool().at(one.text()));
      text += one.kind() == TextKind::properties ? "}" : style.behind_text;
    }
  }
  for (; depth > 0; --depth) text += ")";
  return text;
}

/// "what@12,".
inline std::string remarks_text(const std::vector<convert::Remark>& remarks) {
  std::string text;
  for (const auto& one : remarks)
    text += one.text + (one.offset ? "@" + std::to_string(*one.offset) : "") + ",";
  return text;
}

inline std::string lines_text(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

}  // namespace fiveproof::test
