// Numbers of things in the lines that people are told.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fiveproof::convert {

/// "node", "nodes"; "pass", "passes"; "branch", "branches"; "reply", "replies".
[[nodiscard]] inline std::string plural_of(const std::string& noun) {
  if (noun.ends_with('s') || noun.ends_with("ch")) return noun + "es";
  const bool is_after_vowel = noun.ends_with("ay") || noun.ends_with("ey") || noun.ends_with("oy");
  if (noun.ends_with('y') && !is_after_vowel) return noun.substr(0, noun.size() - 1) + "ies";
  return noun + "s";
}

/// "1 node", "3 nodes".
[[nodiscard]] inline std::string counted(std::uint64_t number, const std::string& noun) {
  return std::to_string(number) + " " + (number == 1 ? noun : plural_of(noun));
}

/// Adds a line such as "3 nodes without a stone", if there are any.
inline void tell(std::vector<std::string>& lines, std::uint64_t number, const std::string& noun,
                 const std::string& rest = {}) {
  if (number != 0) lines.push_back(counted(number, noun) + rest);
}

inline void append(std::vector<std::string>& lines, const std::vector<std::string>& more) {
  lines.insert(lines.end(), more.begin(), more.end());
}

}  // namespace fiveproof::convert
