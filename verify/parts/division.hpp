// The parts of a check, reports or pieces: of each shard of one division there has to be one.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "verify/check/shard.hpp"

namespace fiveproof::verify {

/// What was handed in for each shard, by the shard's index. `Part` says in `shard` which one it is of.
template <class Part>
using Division = std::map<std::uint32_t, Part>;

/// ErrorCode::usage: the file is no part of this check.
[[nodiscard]] inline Error refusal(const std::string& path, const std::string& expected,
                                   const std::string& found) {
  return {ErrorCode::usage, "expected " + expected + ", found " + found, path};
}

/// Refuses a part of another division than that of the parts which are there.
template <class Part>
[[nodiscard]] Status check_division(const Division<Part>& parts, const std::string& path, Shard shard) {
  const std::uint32_t count = parts.empty() ? shard.count : parts.begin()->second.shard.count;
  if (shard.count == count) return Done{};
  return refusal(path, "one of " + std::to_string(count) + " shards", "shard " + shard.text());
}

/// Refuses when a shard is missing. `parts`, of which there is one at least, are called `what`.
template <class Part>
[[nodiscard]] Status check_cover(const Division<Part>& parts, std::string_view what) {
  const std::uint32_t count = parts.begin()->second.shard.count;
  for (std::uint32_t index = 1; index <= count; ++index)
    if (!parts.contains(index))
      return Error{ErrorCode::usage, "shard " + Shard{index, count}.text() + " is missing: expected " +
                                         std::to_string(count) + ' ' + std::string(what) + ", found " +
                                         std::to_string(parts.size())};
  return Done{};
}

}  // namespace fiveproof::verify
