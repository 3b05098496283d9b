#include "cli/input/amount.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>

#include "cli/outcome.hpp"

namespace fiveproof::cli {

namespace {

/// Digits, a point and an exponent, and nothing else: neither signs nor "inf" nor spaces.
std::optional<double> parse_number(std::string_view text) {
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

struct Unit {
  char letter;  ///< small
  double factor;
  int exponent = 0;  ///< of 10, where the factor is such a power
};

/// One letter behind the number, in either case.
std::optional<double> parse_with_unit(std::string_view text, std::initializer_list<Unit> units) {
  const char last = text.empty() ? '\0' : text.back();
  for (const Unit& unit : units) {
    if (last != unit.letter && last != unit.letter - 'a' + 'A') continue;
    text.remove_suffix(1);
    if (unit.exponent == 0) {
      const auto number = parse_number(text);
      return number ? std::optional(*number * unit.factor) : std::nullopt;
    }
    // As one number: 2.3 times 1,000,000 need not be whole.
    return parse_number(std::string(text) + "e" + std::to_string(unit.exponent));
  }
  return parse_number(text);
}

std::string text_of(CountRange range) {
  const std::string least = std::to_string(range.least);
  if (range.most == CountRange().most) return "from " + least;
  return "from " + least + " to " + std::to_string(range.most);
}

}  // namespace

Result<std::uint64_t> parse_count(const std::string& option, const std::string& text, CountRange range) {
  const auto number = parse_with_unit(text, {{'k', 1e3, 3}, {'m', 1e6, 6}, {'g', 1e9, 9}, {'t', 1e12, 12}});
  const bool is_count = number && *number == std::floor(*number) &&
                        *number >= static_cast<double>(range.least) &&
                        *number <= static_cast<double>(range.most);
  if (!is_count)
    return usage_error(option + ": expected a whole number " + text_of(range) +
                       ", written like 1500, 1.5k, 2M or 1e6; found \"" + text + "\"");
  return static_cast<std::uint64_t>(*number);
}

Result<std::size_t> parse_size(const std::string& option, const std::string& text) {
  constexpr double kilo = 1024;
  const auto number = parse_with_unit(
      text, {{'k', kilo}, {'m', kilo * kilo}, {'g', kilo * kilo * kilo}, {'t', kilo * kilo * kilo * kilo}});
  if (!number || *number < 1 || *number > static_cast<double>(CountRange().most))
    return usage_error(option + ": expected a number of bytes, written like 500M, 4G or 1e9; found \"" +
                       text + "\"");
  return static_cast<std::size_t>(*number);
}

Result<double> parse_time(const std::string& option, const std::string& text) {
  const auto number = parse_with_unit(text, {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}});
  if (!number || !(*number > 0) || *number > 1e9)
    return usage_error(option + ": expected a time, written like 90, 90s, 10m, 2h or 1d; found \"" + text +
                       "\"");
  return *number;
}

CLI::Option* add_count_option(CLI::App& app, const std::string& name, CountRange range,
                              std::function<void(std::uint64_t)> set, const std::string& help) {
  const auto take = [name, range, set = std::move(set)](const std::string& text) {
    const auto count = parse_count(name, text, range);
    if (!count.ok()) throw CLI::ValidationError(count.error().message);
    set(count.value());
  };
  return app.add_option_function<std::string>(name, take, help)->type_name("N");
}

}  // namespace fiveproof::cli
