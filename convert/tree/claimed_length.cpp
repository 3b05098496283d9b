#include "convert/tree/claimed_length.hpp"

#include <charconv>
#include <string_view>
#include <system_error>

namespace fiveproof::convert {

namespace {

constexpr std::string_view words = "claimed length ";

}  // namespace

std::string comment_of_length(std::uint64_t plies) { return std::string(words) + std::to_string(plies); }

std::optional<std::uint64_t> length_of_comment(View comment) {
  const std::string_view text = as_text(comment);
  if (!text.starts_with(words)) return std::nullopt;
  const std::string_view digits = text.substr(words.size());
  std::uint64_t plies = 0;
  const auto [end, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), plies);
  if (wrong != std::errc() || plies == 0 || comment_of_length(plies) != text) return std::nullopt;
  return plies;
}

}  // namespace fiveproof::convert
