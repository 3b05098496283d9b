// Writes entries one after the other into a temporary file, through a small buffer.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/files/temporary_file.hpp"

namespace fiveproof {

class FileAppender {
 public:
  /// Writes from `offset` on. require: `file` outlives the appender.
  explicit FileAppender(const TemporaryFile& file, std::uint64_t offset = 0)
      : file_(&file), offset_(offset) {}

  /// ErrorCode::io when what is buffered cannot be written.
  [[nodiscard]] Status put(std::span<const std::uint8_t> entry) {
    buffer_.insert(buffer_.end(), entry.begin(), entry.end());
    return buffer_.size() < buffer_bytes ? Status(Done{}) : flush();
  }
  [[nodiscard]] Status flush() {
    FIVEPROOF_TRY(file_->write_at(offset_, buffer_));
    offset_ += buffer_.size();
    buffer_.clear();
    return Done{};
  }
  /// The offset at which the next entry will stand.
  [[nodiscard]] std::uint64_t end() const { return offset_ + buffer_.size(); }

 private:
  static constexpr std::size_t buffer_bytes = std::size_t{1} << 16;

  const TemporaryFile* file_;
  std::uint64_t offset_;
  std::vector<std::uint8_t> buffer_;
};

}  // namespace fiveproof
