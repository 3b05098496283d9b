// Pictures in DOT, read again.
#pragma once

#include <catch2/catch.hpp>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "convert/pictures/dot.hpp"
#include "game/notation.hpp"
#include "tests/convert/bytes.hpp"
#include "tests/convert/results.hpp"

namespace fiveproof::test {

inline std::string dot_of(const Proof& proof, const convert::PartOptions& options = {},
                          const convert::RepliesAt& replies_at = {}) {
  return text_of(value_of(write_dot(proof, options, replies_at)).bytes);
}

/// A picture, read again: every line must be one of those that are known.
struct Picture {
  struct Node {
    std::string label, style, tooltip;
  };
  struct Edge {
    std::string from, to, label;
    bool is_dashed;
  };
  std::map<std::string, Node> nodes;
  std::vector<Edge> edges;
};

inline Picture read_picture(const std::string& text) {
  static const std::regex head("digraph proof \\{|  label=\".*\";|  (node|edge) \\[fontsize=10\\];|\\}");
  static const std::regex node(
      "  ([roafxmt][0-9]+|[sdg][0-9]+_[0-9]+) \\[shape=(box|ellipse|plaintext|note|octagon), "
      "label=\"([^\"]*)\"(, tooltip=\"([^\"]*)\")?(, "
      "style=dotted)?\\];");
  static const std::regex edge(
      "  ([roafx][0-9]+) -> ([roafxmt][0-9]+|[sdg][0-9]+_[0-9]+)( \\[(label=\"([^\"]*)\")?(, "
      ")?(style=dashed)?\\])?;");
  Picture picture;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::smatch m;
    if (std::regex_match(line, m, node)) {
      const bool is_new = picture.nodes.emplace(m[1], Picture::Node{m[3], m[6], m[5]}).second;
      REQUIRE(is_new);
    } else if (std::regex_match(line, m, edge)) {
      picture.edges.push_back({m[1], m[2], m[5], m[7].matched});
    } else {
      INFO(line);
      REQUIRE(std::regex_match(line, head));
    }
  }
  for (const auto& e : picture.edges) {
    REQUIRE(picture.nodes.contains(e.from));
    REQUIRE(picture.nodes.contains(e.to));
  }
  return picture;
}

/// "black h8 h9, white a1, white to move"
inline Position position_in(const std::string& tooltip, int size) {
  static const std::regex words("(black( [^,]*), )?(white( [^,]*), )?(black|white) to move");
  std::smatch m;
  INFO(tooltip);
  if (tooltip == "the empty board, black to move") return Position(size);
  REQUIRE(std::regex_match(tooltip, m, words));
  const auto squares = [&](const std::string& text) {
    return parse_squares(text.empty() ? text : text.substr(1), size).value();
  };
  return position_of(squares(m[2]), squares(m[4]), parse_color(m[5].str()).value(), size).value();
}

}  // namespace fiveproof::test
