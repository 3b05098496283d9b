// Numbers of things in the lines that people are told.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fiveproof::convert {

/// "1 node", "3 nodes".
[[nodiscard]] inline std::string counted(std::uint64_t number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
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
