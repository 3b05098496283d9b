// Lists of positions with known answers, one a line:
//   id | rule | size | B: h8,h9 W: i9 toMove: B | key=value key=value
#pragma once

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "game/notation.hpp"

namespace fiveproof::test {

struct ListedPosition {
  std::string id;
  RuleSet rule = RuleSet::renju;
  Position position;
  std::map<std::string, std::string> answers;
  /// The squares of an answer, "none" and an absent one being none.
  [[nodiscard]] SquareSet squares(const std::string& key) const {
    SquareSet found;
    const auto at = answers.find(key);
    if (at == answers.end() || at->second == "none") return found;
    const std::vector<Square> listed = parse_squares(at->second, position.size()).value();
    for (Square s : listed) found.insert(s);
    return found;
  }
};

/// The positions of a file; lines that begin with # are comments.
inline std::vector<ListedPosition> listed_positions(const std::string& path) {
  std::vector<ListedPosition> found;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> parts;
    for (std::size_t from = 0; from != std::string::npos;) {
      const std::size_t bar = line.find(" | ", from);
      parts.push_back(line.substr(from, bar == std::string::npos ? bar : bar - from));
      from = bar == std::string::npos ? bar : bar + 3;
    }
    const auto between = [&](const std::string& from, const std::string& to) {
      const std::size_t begin = parts.at(3).find(from) + from.size();
      return parts[3].substr(begin, parts[3].find(to) - begin);
    };
    const int size = std::stoi(parts.at(2));
    const auto stones = [&](const std::string& text) { return parse_squares(text, size).value(); };
    ListedPosition listed;
    listed.id = parts[0];
    listed.rule = parse_rule_set(parts[1]).value();
    listed.position = position_of(stones(between("B:", "W:")), stones(between("W:", "toMove:")),
                                  parts[3].back() == 'B' ? Color::black : Color::white, size)
                          .value();
    std::string words = parts.size() > 4 ? parts[4] + " " : "";
    for (std::size_t at = 0; at < words.size();) {
      const std::size_t end = words.find(' ', at), equals = words.find('=', at);
      if (equals < end)
        listed.answers[words.substr(at, equals - at)] = words.substr(equals + 1, end - equals - 1);
      at = end + 1;
    }
    found.push_back(std::move(listed));
  }
  return found;
}

}  // namespace fiveproof::test
