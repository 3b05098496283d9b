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
    if (auto started = start_sorting(); !started.ok()) return started;
  }
  return sorter_->add(entry);
}

Result<Mapping> DiskEntries::finish() {
  if (error_) return *error_;
  if (sorter_)
    if (auto sorted = write_sorted(); !sorted.ok()) return sorted.error();
  if (!file_)  // nothing was added
    if (auto started = start_file(); !started.ok()) return started.error();
  if (auto flushed = writer_->flush(); !flushed.ok()) return flushed.error();
  return Mapping::of_file(*file_, static_cast<std::size_t>(writer_->end()));
}

Status DiskEntries::write_down(std::span<const std::uint8_t> entry) {
  if (!file_)
    if (auto started = start_file(); !started.ok()) return started;
  last_.assign(entry.begin(), entry.end());
  return writer_->put(entry);
}

Status DiskEntries::start_file() {
  auto created = TemporaryFile::create(budget_.folder);
  if (!created.ok()) return created.error();
  file_ = std::move(created).value();
  writer_.emplace(*file_);
  return Done{};
}

/// Hands what was written down to the sorter.
Status DiskEntries::start_sorting() {
  constexpr std::uint64_t piece_bytes = std::uint64_t{1} << 20;
  if (auto flushed = writer_->flush(); !flushed.ok()) return flushed;
  sorter_.emplace(entry_bytes_, budget_.bytes, budget_.folder);
  const std::uint64_t step = std::max<std::uint64_t>(1, piece_bytes / entry_bytes_) * entry_bytes_;
  Bytes piece;
  for (std::uint64_t at = 0; at < writer_->end(); at += step) {
    piece.resize(static_cast<std::size_t>(std::min(step, writer_->end() - at)));
    if (auto read = file_->read_at(at, piece); !read.ok()) return read;
    for (std::size_t i = 0; i < piece.size(); i += entry_bytes_)
      if (auto added = sorter_->add(std::span(piece).subspan(i, entry_bytes_)); !added.ok()) return added;
  }
  writer_.reset();
  file_.reset();
  return Done{};
}

Status DiskEntries::write_sorted() {
  if (auto sorted = sorter_->finish(); !sorted.ok()) return sorted;
  if (auto started = start_file(); !started.ok()) return started;
  last_.clear();
  Bytes entry(entry_bytes_);
  for (;;) {
    const auto more = sorter_->next(entry);
    if (!more.ok()) return more.error();
    if (!more.value()) break;
    if (entry == last_) continue;
    if (auto wrote = write_down(entry); !wrote.ok()) return wrote;
  }
  sorter_.reset();
  return Done{};
}

}  // namespace fiveproof
