#include "proof/records/disk_entries.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace fiveproof {

DiskEntries::DiskEntries(std::size_t entry_bytes, MemoryBudget budget)
    : entry_bytes_(entry_bytes), budget_(std::move(budget)) {
  FIVEPROOF_ENSURE(entry_bytes > 0);
}

void DiskEntries::add(std::span<const std::uint8_t> entry) {
  FIVEPROOF_ENSURE(entry.size() == entry_bytes_);
  if (error_) return;
  if (auto taken = take(entry); !taken.ok()) error_ = taken.error();
}

Status DiskEntries::take(std::span<const std::uint8_t> entry) {
  if (!sorter_) {
    const int order = last_.empty() ? -1 : std::memcmp(last_.data(), entry.data(), entry_bytes_);
    if (order == 0) return Done{};
    if (order < 0) return write_down(entry);
    FIVEPROOF_TRY(start_sorting());
  }
  return sorter_->add(entry);
}

Result<Mapping> DiskEntries::finish() {
  if (error_) return *error_;
  if (sorter_) FIVEPROOF_TRY(write_sorted());
  if (!file_)  // nothing was added
    FIVEPROOF_TRY(start_file());
  FIVEPROOF_TRY(writer_->flush());
  return Mapping::of_file(*file_, static_cast<std::size_t>(writer_->end()));
}

Status DiskEntries::write_down(std::span<const std::uint8_t> entry) {
  if (!file_) FIVEPROOF_TRY(start_file());
  last_.assign(entry.begin(), entry.end());
  return writer_->put(entry);
}

Status DiskEntries::start_file() {
  FIVEPROOF_LET(file_, TemporaryFile::create(budget_.folder));
  writer_.emplace(*file_);
  return Done{};
}

/// Hands what was written down to the sorter.
Status DiskEntries::start_sorting() {
  constexpr std::uint64_t piece_bytes = std::uint64_t{1} << 20;
  FIVEPROOF_TRY(writer_->flush());
  sorter_.emplace(entry_bytes_, budget_.bytes, budget_.folder);
  const std::uint64_t step = std::max<std::uint64_t>(1, piece_bytes / entry_bytes_) * entry_bytes_;
  Bytes piece;
  for (std::uint64_t at = 0; at < writer_->end(); at += step) {
    piece.resize(static_cast<std::size_t>(std::min(step, writer_->end() - at)));
    FIVEPROOF_TRY(file_->read_at(at, piece));
    for (std::size_t i = 0; i < piece.size(); i += entry_bytes_)
      FIVEPROOF_TRY(sorter_->add(std::span(piece).subspan(i, entry_bytes_)));
  }
  writer_.reset();
  file_.reset();
  return Done{};
}

Status DiskEntries::write_sorted() {
  FIVEPROOF_TRY(sorter_->finish());
  FIVEPROOF_TRY(start_file());
  last_.clear();
  Bytes entry(entry_bytes_);
  for (;;) {
    FIVEPROOF_LET(const auto more, sorter_->next(entry));
    if (!more) break;
    if (entry == last_) continue;
    FIVEPROOF_TRY(write_down(entry));
  }
  sorter_.reset();
  return Done{};
}

}  // namespace fiveproof
