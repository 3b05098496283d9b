// Numbers with a unit, as options have them: 500M, 90s.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace fiveproof::cli {

/// A number above 0, with one of the suffixes or none; each comes with what it stands for. `option` and
/// `units` are for the error (ErrorCode::usage).
[[nodiscard]] Result<double> parse_amount(const std::string& option, const std::string& text,
                                          const std::string& units,
                                          std::initializer_list<std::pair<char, double>> suffixes);

/// With K, M or G, which are powers of 1024.
[[nodiscard]] Result<std::size_t> parse_count(const std::string& option, const std::string& text);

}  // namespace fiveproof::cli
