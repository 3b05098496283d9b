#include "base/memory/external_sort.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "base/files/file_appender.hpp"
#include "base/memory/memory.hpp"
#include "base/memory/sorted_places.hpp"

namespace fiveproof {
namespace {

/// Shorter pieces would make a merge wait for the disk at every step.
constexpr std::size_t least_piece_bytes = std::size_t{1} << 14;

std::size_t entries_that_fit(std::size_t entry_bytes, std::size_t memory_bytes) {
  const std::size_t fit = memory_bytes / (entry_bytes + 2 * sizeof(std::uint32_t));
  return std::clamp<std::size_t>(fit, 1, std::numeric_limits<std::uint32_t>::max());
}

}  // namespace

// -- merging --

ExternalSorter::Merge::Merge(const ExternalSorter& owner, std::uint64_t first, std::uint64_t last)
    : entry_bytes_(owner.entry_bytes_) {
  for (std::uint64_t at = first; at < last; at += owner.run_entries_)
    runs_.push_back({at, std::min(at + owner.run_entries_, last)});
  const std::size_t share = owner.memory_bytes_ / entry_bytes_ / std::max<std::size_t>(runs_.size(), 1);
  piece_entries_ =
      static_cast<std::size_t>(std::min<std::uint64_t>(std::max<std::size_t>(share, 1), owner.run_entries_));
  pieces_.resize(runs_.size() * piece_entries_ * entry_bytes_);
}

std::uint8_t* ExternalSorter::Merge::entry_of(std::size_t run) {
  return pieces_.data() + (run * piece_entries_ + runs_[run].at) * entry_bytes_;
}

/// Reads the next piece of the run; false when the run is at its end.
Result<bool> ExternalSorter::Merge::fill(const TemporaryFile& file, std::size_t number) {
  Run& run = runs_[number];
  run.at = 0;
  run.count = static_cast<std::size_t>(std::min<std::uint64_t>(run.end - run.unread, piece_entries_));
  if (run.count == 0) return false;
  FIVEPROOF_TRY(
      file.read_at(run.unread * entry_bytes_, std::span(entry_of(number), run.count * entry_bytes_)));
  run.unread += run.count;
  return true;
}

void ExternalSorter::Merge::push(std::size_t run) {
  heap_.push_back(run);
  std::push_heap(heap_.begin(), heap_.end(), [this](std::size_t a, std::size_t b) {
    return std::memcmp(entry_of(a), entry_of(b), entry_bytes_) > 0;
  });
}

Status ExternalSorter::Merge::start(const TemporaryFile& file) {
  for (std::size_t run = 0; run < runs_.size(); ++run) {
    FIVEPROOF_LET(const auto filled, fill(file, run));
    if (filled) push(run);
  }
  return Done{};
}

Result<bool> ExternalSorter::Merge::next(const TemporaryFile& file, std::span<std::uint8_t> entry) {
  if (heap_.empty()) return false;
  std::pop_heap(heap_.begin(), heap_.end(), [this](std::size_t a, std::size_t b) {
    return std::memcmp(entry_of(a), entry_of(b), entry_bytes_) > 0;
  });
  const std::size_t run = heap_.back();
  heap_.pop_back();
  std::memcpy(entry.data(), entry_of(run), entry_bytes_);
  if (++runs_[run].at == runs_[run].count) {
    FIVEPROOF_LET(const auto filled, fill(file, run));
    if (!filled) return true;
  }
  push(run);
  return true;
}

// -- the sorter --

ExternalSorter::ExternalSorter(std::size_t entry_bytes, std::size_t memory_bytes, std::string folder)
    : entry_bytes_(entry_bytes),
      memory_bytes_(memory_bytes),
      folder_(std::move(folder)),
      buffer_entries_(entries_that_fit(entry_bytes, memory_bytes)),
      run_entries_(buffer_entries_) {
  FIVEPROOF_ENSURE(entry_bytes > 0);
}

Status ExternalSorter::remember(Status status) {
  if (!status.ok()) error_ = status.error();
  return status;
}

Status ExternalSorter::add(std::span<const std::uint8_t> entry) {
  FIVEPROOF_ENSURE(!finished_ && entry.size() == entry_bytes_);
  if (error_) return *error_;
  if (buffer_.size() == buffer_entries_ * entry_bytes_) FIVEPROOF_TRY(remember(spill()));
  // Taken once and in full, since a growing buffer is there twice for a moment; unused memory costs nothing.
  if (buffer_.empty()) buffer_.reserve(buffer_entries_ * entry_bytes_);
  buffer_.insert(buffer_.end(), entry.begin(), entry.end());
  ++count_;
  return Done{};
}

void ExternalSorter::keep_at_most(std::size_t entries) {
  FIVEPROOF_ENSURE(!finished_);
  file_.reset();
  on_disk_ = 0;
  buffer_.resize(std::min(buffer_.size(), entries * entry_bytes_));
  count_ = buffer_.size() / entry_bytes_;
}

void ExternalSorter::sort_buffer() {
  places_ = sorted_places(buffer_.size() / entry_bytes_, entry_bytes_,
                          [this](std::uint32_t i) { return buffer_.data() + std::size_t{i} * entry_bytes_; });
}

/// Writes the buffer to the file, sorted, as one more run.
Status ExternalSorter::spill() {
  if (!file_) {
    FIVEPROOF_LET(file_, TemporaryFile::create(folder_));
  }
  sort_buffer();
  FileAppender writer(*file_, on_disk_ * entry_bytes_);
  for (const std::uint32_t place : places_)
    FIVEPROOF_TRY(writer.put(std::span(buffer_).subspan(std::size_t{place} * entry_bytes_, entry_bytes_)));
  on_disk_ += places_.size();
  buffer_.clear();
  return writer.flush();
}

std::uint64_t ExternalSorter::run_count() const { return (on_disk_ + run_entries_ - 1) / run_entries_; }

std::size_t ExternalSorter::max_runs_at_once() const {
  return std::max<std::size_t>(2, memory_bytes_ / std::max(entry_bytes_, least_piece_bytes));
}

/// Merges the runs into fewer and longer ones in a new file; the old one is given back.
Status ExternalSorter::merge_once() {
  FIVEPROOF_LET(auto created, TemporaryFile::create(folder_));
  const std::uint64_t step = run_entries_ * max_runs_at_once();
  FileAppender writer(created);
  Bytes entry(entry_bytes_);
  for (std::uint64_t first = 0; first < on_disk_; first += step) {
    Merge merge(*this, first, std::min(first + step, on_disk_));
    FIVEPROOF_TRY(merge.start(*file_));
    for (;;) {
      FIVEPROOF_LET(const auto more, merge.next(*file_, entry));
      if (!more) break;
      FIVEPROOF_TRY(writer.put(entry));
    }
  }
  FIVEPROOF_TRY(writer.flush());
  file_ = std::move(created);
  run_entries_ = step;
  return Done{};
}

Status ExternalSorter::finish() {
  FIVEPROOF_ENSURE(!finished_);
  if (error_) return *error_;
  finished_ = true;
  if (!file_) {
    sort_buffer();
    return Done{};
  }
  FIVEPROOF_TRY(remember(spill()));
  give_back(buffer_);
  give_back(places_);
  while (run_count() > max_runs_at_once()) FIVEPROOF_TRY(remember(merge_once()));
  return remember(start_reading());
}

Status ExternalSorter::start_reading() {
  merge_.reset();  // the old one goes first, so that only one takes memory
  merge_.emplace(*this, 0, on_disk_);
  return merge_->start(*file_);
}

Result<bool> ExternalSorter::next(std::span<std::uint8_t> entry) {
  FIVEPROOF_ENSURE(entry.size() == entry_bytes_);
  if (error_) return *error_;
  FIVEPROOF_ENSURE(finished_);
  if (merge_) {
    auto more = merge_->next(*file_, entry);
    if (!more.ok()) error_ = more.error();
    return more;
  }
  if (next_place_ == places_.size()) return false;
  std::memcpy(entry.data(), buffer_.data() + std::size_t{places_[next_place_++]} * entry_bytes_,
              entry_bytes_);
  return true;
}

Status ExternalSorter::rewind() {
  if (error_) return *error_;
  FIVEPROOF_ENSURE(finished_);
  next_place_ = 0;
  return merge_ ? remember(start_reading()) : Status(Done{});
}

}  // namespace fiveproof
