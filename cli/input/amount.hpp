// Numbers with a unit, as options have them: counts (200M, 2.5k, 1e6), sizes in bytes (500M, 4G), times
// (90s).
//
//   count   k, M, G, T: powers of 1000, large or small letters. A whole number must come out: 2.5k, not 2.5
//   size    k, M, G, T: powers of 1024. A fraction of a byte is dropped
//   time    s, m, h, d
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "base/error.hpp"

namespace fiveproof::cli {

/// The numbers that an option takes. Beyond the largest a double does not know every number.
struct CountRange {
  std::uint64_t least = 1;
  std::uint64_t most = std::uint64_t{1} << 53;
};

/// `option` is for the errors (ErrorCode::usage), in all of them.
[[nodiscard]] Result<std::uint64_t> parse_count(const std::string& option, const std::string& text,
                                                CountRange range = {});
[[nodiscard]] Result<std::size_t> parse_size(const std::string& option, const std::string& text);
/// In seconds.
[[nodiscard]] Result<double> parse_time(const std::string& option, const std::string& text);

/// An option that takes a count, for `set`; what is none is a CLI::ValidationError.
CLI::Option* add_count_option(CLI::App& app, const std::string& name, CountRange range,
                              std::function<void(std::uint64_t)> set, const std::string& help);
/// The same for a variable that holds any number of the range. It must outlive `app`.
template <class Number>
CLI::Option* add_count_option(CLI::App& app, const std::string& name, Number& target, CountRange range,
                              const std::string& help) {
  return add_count_option(
      app, name, range, [&target](std::uint64_t count) { target = static_cast<Number>(count); }, help);
}

/// Nodes of one search.
inline constexpr CountRange effort_range{1, std::numeric_limits<std::uint32_t>::max()};
/// 0: as many as the machine has.
inline constexpr CountRange thread_range{0, 1024};

}  // namespace fiveproof::cli
