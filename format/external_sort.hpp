// Sorting more entries than memory should hold (stand-in: in memory; the bounded one replaces this file).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "game/error.hpp"

namespace fiveproof {

class ExternalSorter {
 public:
  ExternalSorter(std::size_t entry_bytes, std::size_t memory_bytes, std::string folder = {});
  Status add(std::span<const std::uint8_t> entry);
  Status finish();
  Result<bool> next(std::span<std::uint8_t> entry);
  Status rewind();
  [[nodiscard]] std::uint64_t count() const { return entries_.size(); }

 private:
  std::size_t entry_bytes_;
  std::vector<std::vector<std::uint8_t>> entries_;
  std::size_t at_ = 0;
};

}  // namespace fiveproof
