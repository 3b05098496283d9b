// For tests of formats that hold games: trees as text, and the lines of a tree.
#pragma once

#include <random>
#include <set>
#include <string>
#include <vector>

#include "convert/games/moves.hpp"
#include "convert/tree/tree_reading.hpp"
#include "tests/convert/bytes.hpp"
#include "tests/convert/tree_text.hpp"
#include "tests/convert/trees.hpp"

namespace fiveproof::test {

/// As tree_text, with a quote behind a comment as well.
inline std::string text_of(const GameTree& tree) { return tree_text(tree, {.behind_text = "\""}); }

/// "h8 i9" of every node: all beginnings of all lines.
inline std::set<std::string> nodes_of(const GameTree& tree) {
  std::set<std::string> all;
  std::vector<std::string> line;
  for (TreeCursor at(tree); at.next();) {
    line.resize(at.depth());
    line.push_back(at.move().is_none() ? "" : convert::to_text(at.move(), tree.size()));
    std::string text;
    for (const auto& move : line) text += (text.empty() ? "" : " ") + move;
    all.insert(text);
  }
  return all;
}

inline std::vector<std::string> texts_of(const std::vector<convert::Remark>& remarks) {
  std::vector<std::string> texts;
  for (const auto& remark : remarks)
    texts.push_back(remark.text + "@" + (remark.offset ? std::to_string(*remark.offset) : "?"));
  return texts;
}

using Line = std::vector<TreeMove>;

/// Lines that have beginnings in common; squares from a corner of the board that no symmetry keeps.
inline std::vector<Line> random_lines(std::uint32_t seed, int size, std::size_t count, bool with_passes) {
  std::mt19937 random(seed);
  std::vector<Line> lines;
  for (std::size_t i = 0; i < count; ++i) {
    Line line;
    if (!lines.empty() && random() % 4 != 0) {
      const Line& other = lines[random() % lines.size()];
      line.assign(other.begin(), other.begin() + static_cast<std::ptrdiff_t>(random() % (other.size() + 1)));
    }
    for (std::size_t more = 1 + random() % 6; more > 0; --more)
      line.push_back(
          with_passes && random() % 12 == 0
              ? TreeMove::pass()
              : TreeMove::at(Square(static_cast<int>(random() % static_cast<unsigned>(size)),
                                    static_cast<int>(random() % static_cast<unsigned>((size + 1) / 2))),
                             size));
    lines.push_back(line);
  }
  return lines;
}

}  // namespace fiveproof::test
