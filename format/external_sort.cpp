#include "format/external_sort.hpp"

#include <algorithm>

namespace fiveproof {

ExternalSorter::ExternalSorter(std::size_t entry_bytes, std::size_t, std::string)
    : entry_bytes_(entry_bytes) {}

Status ExternalSorter::add(std::span<const std::uint8_t> entry) {
  entries_.emplace_back(entry.begin(), entry.end());
  return Done{};
}

Status ExternalSorter::finish() {
  std::sort(entries_.begin(), entries_.end());
  return Done{};
}

Result<bool> ExternalSorter::next(std::span<std::uint8_t> entry) {
  if (at_ == entries_.size()) return false;
  std::copy(entries_[at_].begin(), entries_[at_].end(), entry.begin());
  ++at_;
  return true;
}

Status ExternalSorter::rewind() {
  at_ = 0;
  return Done{};
}

}  // namespace fiveproof
