// A shard is a share of a check: of N shards, shard I (from 1) has the nodes whose rank modulo N is I - 1.
//
// The rank of a node is its number: the records in canonical order, then the roots.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace fiveproof::verify {

struct Shard {
  std::uint32_t index = 1;  ///< from 1
  std::uint32_t count = 1;  ///< number of shards; 1: the shard is the whole

  [[nodiscard]] bool is_whole() const { return count == 1; }
  [[nodiscard]] bool has(std::uint64_t node) const { return node % count == index - 1; }
  /// How many of `nodes` nodes are in this shard.
  [[nodiscard]] std::uint64_t size(std::uint64_t nodes) const {
    return nodes < index ? 0 : (nodes - index) / count + 1;
  }
  /// The k-th of them, from 0.
  [[nodiscard]] std::uint64_t node(std::uint64_t k) const { return index - 1 + k * count; }
  [[nodiscard]] std::string text() const { return std::to_string(index) + '/' + std::to_string(count); }
  bool operator==(const Shard&) const = default;
};

/// Reads "I/N", where 1 <= I <= N <= 1,000,000.
[[nodiscard]] Result<Shard> parse_shard(std::string_view text);

}  // namespace fiveproof::verify
