#include "cli/amount.hpp"

#include <charconv>

namespace fiveproof::cli {

Result<double> parse_amount(const std::string& option, const std::string& text, const std::string& units,
                            std::initializer_list<std::pair<char, double>> suffixes) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  double factor = 1;
  const char* rest = end;
  if (error == std::errc() && rest + 1 == text.data() + text.size())
    for (auto [suffix, meaning] : suffixes)
      if (*rest == suffix) {
        factor = meaning;
        ++rest;
        break;
      }
  if (error != std::errc() || rest != text.data() + text.size() || !(value > 0) || value > 1e15)
    return Error{ErrorCode::usage, option + ": expected a number above 0, with " + units +
                                       " behind it if need be, found \"" + text + "\""};
  return value * factor;
}

Result<std::size_t> parse_count(const std::string& option, const std::string& text) {
  const auto bytes =
      parse_amount(option, text, "K, M or G", {{'K', 1 << 10}, {'M', 1 << 20}, {'G', 1 << 30}});
  if (!bytes.ok()) return bytes.error();
  return static_cast<std::size_t>(bytes.value());
}

}  // namespace fiveproof::cli
