// Reads .fvp piece by piece: asks whether the bytes are there and are what is expected, and refuses the file.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "base/files/file.hpp"
#include "format/fvp/fvp_layout.hpp"
#include "format/refusal.hpp"
#include "proof/limits.hpp"

namespace fiveproof::fvp {

[[noreturn]] inline void refuse(ErrorCode code, std::uint64_t offset, std::string message) {
  throw Refusal{Error{code, std::move(message), {}, offset}};
}
[[noreturn]] inline void refuse(std::uint64_t offset, const std::string& expected, const std::string& found) {
  refuse(ErrorCode::malformed, offset, "expected " + expected + ", found " + found);
}
/// Refuses the file where a check of our own vocabulary says no.
inline void expect_ok(const Status& status, std::uint64_t offset) {
  if (!status.ok()) refuse(ErrorCode::malformed, offset, status.error().message);
}

inline void expect_number(std::uint64_t offset, const std::string& what, std::uint64_t expected,
                          std::uint64_t found) {
  if (expected != found) refuse(offset, what + " " + std::to_string(expected), std::to_string(found));
}
inline void expect_at_most(std::uint64_t offset, const std::string& what, std::uint64_t limit,
                           std::uint64_t found) {
  if (found > limit)
    refuse(ErrorCode::limit, offset,
           "expected at most " + std::to_string(limit) + " " + what + ", found " + std::to_string(found));
}

/// The file's bytes in order, from memory or from a file, of which only the piece asked for is held. Every
/// step asks first whether the bytes are there.
class Cursor {
 public:
  Cursor(View bytes, const ReaderLimits& limits) : memory_(bytes), limits_(limits) {
    expect_at_most(0, "bytes", limits.max_file_bytes, bytes.size());
  }
  Cursor(InputFile& file, const ReaderLimits& limits) : file_(&file), limits_(limits) {
    if (const auto length = file.length()) expect_at_most(0, "bytes", limits.max_file_bytes, *length);
  }

  [[nodiscard]] std::uint64_t at() const { return at_; }

  /// The next `count` bytes. More than `most` are refused. Those of a file stay until the next step.
  View take(std::uint64_t count, const char* what,
            std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
    const auto is_missing = [&](std::uint64_t found) {
      refuse(at_, std::to_string(count) + " bytes of " + what, std::to_string(found));
    };
    if (const auto left = known_left(); left && *left < count) is_missing(*left);
    expect_at_most(at_, std::string("bytes of ") + what, most, count);
    if (count > limits_.max_file_bytes - at_)
      refuse(ErrorCode::limit, at_,
             "expected at most " + std::to_string(limits_.max_file_bytes) + " bytes in all, found more");
    const View taken =
        file_ ? read(count) : memory_.subspan(static_cast<std::size_t>(at_), static_cast<std::size_t>(count));
    if (taken.size() < count) is_missing(taken.size());
    at_ += count;
    return taken;
  }
  Bytes copy(std::uint64_t count, const char* what) {
    const View taken = take(count, what);
    return {taken.begin(), taken.end()};
  }
  void expect_end() {
    const bool is_more = file_ ? !read(1).empty() : at_ < memory_.size();
    if (is_more) refuse(at_, "the end of the file", "more bytes");
  }

 private:
  /// Memory grows by steps with what is read, since a number in the file may not be held
  /// against a length of the file.
  static constexpr std::uint64_t step = std::uint64_t{1} << 20;

  [[nodiscard]] std::optional<std::uint64_t> known_left() const {
    if (!file_) return memory_.size() - at_;
    if (!file_->length()) return std::nullopt;
    return *file_->length() - std::min(*file_->length(), at_);
  }
  View read(std::uint64_t count) {
    buffer_.clear();
    while (buffer_.size() < count) {
      const std::size_t before = buffer_.size();
      buffer_.resize(before + static_cast<std::size_t>(std::min(count - before, step)));
      const std::size_t got = value_or_refuse(file_->read(std::span(buffer_).subspan(before)));
      if (before + got == buffer_.size()) continue;
      buffer_.resize(before + got);
      break;
    }
    return buffer_;
  }

  View memory_;
  InputFile* file_ = nullptr;  // null: the bytes are in memory
  const ReaderLimits& limits_;
  Bytes buffer_;
  std::uint64_t at_ = 0;
};

inline void expect_checksum(std::uint64_t offset, const char* what, View stored, const Checksum& computed) {
  if (!std::equal(stored.begin(), stored.end(), computed.begin(), computed.end()))
    refuse(offset, std::string("the checksum of the ") + what, "other bytes");
}

}  // namespace fiveproof::fvp
