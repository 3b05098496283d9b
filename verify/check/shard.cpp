#include "verify/check/shard.hpp"

#include <charconv>

namespace fiveproof::verify {
namespace {

constexpr std::uint32_t max_shards = 1'000'000;

/// The number that the text is, or 0 when it is not a number from 1 to max_shards.
std::uint32_t parse_number(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = problem == std::errc() && end == text.data() + text.size() && number <= max_shards;
  return is_number ? number : 0;
}

}  // namespace

Result<Shard> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) {
    const Shard shard{parse_number(text.substr(0, slash)), parse_number(text.substr(slash + 1))};
    if (shard.index >= 1 && shard.index <= shard.count) return shard;
  }
  return Error{ErrorCode::usage, "expected a shard I/N with 1 <= I <= N <= " + std::to_string(max_shards) +
                                     ", found '" + std::string(text) + "'"};
}

}  // namespace fiveproof::verify
