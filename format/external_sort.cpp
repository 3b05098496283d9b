#include "format/external_sort.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <numeric>

namespace fiveproof {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 16;
constexpr std::size_t most_runs = 64;  // merged at once

Error disk_error(const char* action, const std::string& folder) {
  return Error{ErrorCode::io,
               std::string("temporary file: cannot ") + action + ": " + std::strerror(errno),
               folder,
               {}};
}

std::string folder_or_default(std::string folder) {
  if (!folder.empty()) return folder;
  const char* const named = std::getenv("TMPDIR");
  return named != nullptr && *named != '\0' ? named : "/tmp";
}

/// A file without a name; -1 when the system refuses.
int open_unnamed(const std::string& folder) {
  const int descriptor = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT)) return descriptor;
  // A file system that cannot: a name that is taken away at once.
  std::string name = folder + "/fiveproof-XXXXXX";
  const int named = mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) unlink(name.c_str());
  return named;
}

}  // namespace

/// Where a sorted run lies, and how far it has been read.
struct ExternalSorter::Run {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t at = 0;  // of the next bytes to read
  std::vector<std::uint8_t> buffer = {};
  std::size_t in_buffer = 0;  // of the run's next entry
};

/// The temporary file and the runs in it.
class ExternalSorter::Spill {
 public:
  Spill(int descriptor, std::size_t entry_bytes, std::string folder)
      : descriptor_(descriptor), entry_bytes_(entry_bytes), folder_(std::move(folder)) {}
  ~Spill() { close(descriptor_); }
  Spill(const Spill&) = delete;
  Spill& operator=(const Spill&) = delete;

  [[nodiscard]] std::size_t run_count() const { return runs_.size(); }

  // -- writing one run --
  void begin_run() { runs_.push_back({size_, size_, size_}); }
  Status write(std::span<const std::uint8_t> entry) {
    pending_.insert(pending_.end(), entry.begin(), entry.end());
    return pending_.size() < buffer_bytes ? Status(Done{}) : flush();
  }
  Status end_run() {
    if (auto flushed = flush(); !flushed.ok()) return flushed;
    runs_.back().end = size_;
    return Done{};
  }

  // -- reading the runs [first, last) at once --
  Status open(std::size_t first, std::size_t last) {
    heap_.clear();
    for (std::size_t i = first; i < last; ++i) {
      Run& run = runs_[i];
      run.at = run.begin;
      run.buffer.clear();
      run.in_buffer = 0;
      auto more = fill(run);
      if (!more.ok()) return more.error();
      if (more.value()) heap_.push_back(&run);
    }
    std::make_heap(heap_.begin(), heap_.end(), after());
    return Done{};
  }
  Result<bool> next(std::span<std::uint8_t> entry) {
    if (heap_.empty()) return false;
    std::pop_heap(heap_.begin(), heap_.end(), after());
    Run& run = *heap_.back();
    std::memcpy(entry.data(), run.buffer.data() + run.in_buffer, entry_bytes_);
    run.in_buffer += entry_bytes_;
    const auto more = fill(run);
    if (!more.ok()) return more.error();
    if (more.value())
      std::push_heap(heap_.begin(), heap_.end(), after());
    else
      heap_.pop_back();
    return true;
  }
  /// Forgets the first runs; their bytes stay in the file.
  void drop(std::size_t count) {
    heap_.clear();
    runs_.erase(runs_.begin(), runs_.begin() + static_cast<std::ptrdiff_t>(count));
  }

 private:
  /// For a heap with the smallest entry on top.
  struct After {
    std::size_t bytes;
    bool operator()(const Run* a, const Run* b) const {
      return std::memcmp(a->buffer.data() + a->in_buffer, b->buffer.data() + b->in_buffer, bytes) > 0;
    }
  };
  [[nodiscard]] After after() const { return {entry_bytes_}; }

  Status flush() {
    std::size_t written = 0;
    while (written < pending_.size()) {
      const ssize_t n = pwrite(descriptor_, pending_.data() + written, pending_.size() - written,
                               static_cast<off_t>(size_));
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return disk_error("write", folder_);
      written += static_cast<std::size_t>(n);
      size_ += static_cast<std::uint64_t>(n);
    }
    pending_.clear();
    return Done{};
  }

  /// Is there an entry in the buffer, now or after reading?
  Result<bool> fill(Run& run) {
    if (run.in_buffer < run.buffer.size()) return true;
    if (run.at == run.end) {
      run.buffer = {};
      run.in_buffer = 0;
      return false;
    }
    const std::size_t whole = std::max(buffer_bytes / entry_bytes_, std::size_t{1}) * entry_bytes_;
    run.buffer.resize(static_cast<std::size_t>(std::min<std::uint64_t>(whole, run.end - run.at)));
    run.in_buffer = 0;
    std::size_t got = 0;
    while (got < run.buffer.size()) {
      const ssize_t n =
          pread(descriptor_, run.buffer.data() + got, run.buffer.size() - got, static_cast<off_t>(run.at));
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return disk_error("read", folder_);
      got += static_cast<std::size_t>(n);
      run.at += static_cast<std::uint64_t>(n);
    }
    return true;
  }

  int descriptor_;
  std::size_t entry_bytes_;
  std::string folder_;
  std::uint64_t size_ = 0;
  std::vector<std::uint8_t> pending_;
  std::deque<Run> runs_;  // those being merged stay where they are when another one is begun
  std::vector<Run*> heap_;
};

ExternalSorter::ExternalSorter(std::size_t entry_bytes, std::size_t memory_bytes, std::string folder)
    : entry_bytes_(entry_bytes),
      capacity_(std::clamp<std::size_t>(memory_bytes / (entry_bytes + sizeof(std::uint32_t)), 1, UINT32_MAX)),
      folder_(folder_or_default(std::move(folder))) {
  FIVEPROOF_ENSURE(entry_bytes > 0 && entry_bytes < buffer_bytes);
}

ExternalSorter::~ExternalSorter() = default;
ExternalSorter::ExternalSorter(ExternalSorter&&) noexcept = default;
ExternalSorter& ExternalSorter::operator=(ExternalSorter&&) noexcept = default;

Status ExternalSorter::add(std::span<const std::uint8_t> entry) {
  FIVEPROOF_ENSURE(entry.size() == entry_bytes_);
  if (entries_.size() == capacity_ * entry_bytes_)
    if (auto spilled = spill(); !spilled.ok()) return spilled;
  // No more than the memory given, which doubling would exceed.
  if (entries_.size() == entries_.capacity())
    entries_.reserve(std::min(capacity_ * entry_bytes_, std::max(2 * entries_.size(), 64 * entry_bytes_)));
  entries_.insert(entries_.end(), entry.begin(), entry.end());
  ++count_;
  return Done{};
}

void ExternalSorter::sort_memory() {
  order_.resize(entries_.size() / entry_bytes_);
  std::iota(order_.begin(), order_.end(), 0U);
  std::sort(order_.begin(), order_.end(), [this](std::uint32_t a, std::uint32_t b) {
    return std::memcmp(entries_.data() + a * entry_bytes_, entries_.data() + b * entry_bytes_, entry_bytes_) <
           0;
  });
}

Status ExternalSorter::spill() {
  if (!spill_) {
    const int descriptor = open_unnamed(folder_);
    if (descriptor < 0) return disk_error("create", folder_);
    spill_ = std::make_unique<Spill>(descriptor, entry_bytes_, folder_);
  }
  sort_memory();
  spill_->begin_run();
  for (const std::uint32_t i : order_)
    if (auto written = spill_->write(std::span(entries_).subspan(i * entry_bytes_, entry_bytes_));
        !written.ok())
      return written;
  entries_.clear();
  return spill_->end_run();
}

// Merges the oldest runs into one, until few enough are left to be read at once.
Status ExternalSorter::reduce_runs() {
  std::vector<std::uint8_t> entry(entry_bytes_);
  while (spill_->run_count() > most_runs) {
    if (auto opened = spill_->open(0, most_runs); !opened.ok()) return opened;
    spill_->begin_run();
    for (;;) {
      const auto more = spill_->next(entry);
      if (!more.ok()) return more.error();
      if (!more.value()) break;
      if (auto written = spill_->write(entry); !written.ok()) return written;
    }
    if (auto ended = spill_->end_run(); !ended.ok()) return ended;
    spill_->drop(most_runs);
  }
  return Done{};
}

Status ExternalSorter::finish() {
  if (!spill_) {
    sort_memory();
    return Done{};
  }
  if (!entries_.empty())
    if (auto spilled = spill(); !spilled.ok()) return spilled;
  entries_ = {};
  order_ = {};
  if (auto reduced = reduce_runs(); !reduced.ok()) return reduced;
  return rewind();
}

Result<bool> ExternalSorter::next(std::span<std::uint8_t> entry) {
  FIVEPROOF_ENSURE(entry.size() == entry_bytes_);
  if (spill_) return spill_->next(entry);
  if (at_ == order_.size()) return false;
  std::memcpy(entry.data(), entries_.data() + order_[at_++] * entry_bytes_, entry_bytes_);
  return true;
}

Status ExternalSorter::rewind() {
  at_ = 0;
  return spill_ ? spill_->open(0, spill_->run_count()) : Status(Done{});
}

}  // namespace fiveproof
