// A file without a name: room on the disk that is given back however the program ends.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/error.hpp"

namespace fiveproof {

class TemporaryFile {
 public:
  /// Made in `folder`; empty: the folder that TMPDIR names, else /tmp.
  [[nodiscard]] static Result<TemporaryFile> create(const std::string& folder = {});
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&& other) noexcept;
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  /// All of `bytes`, or ErrorCode::io.
  [[nodiscard]] Status write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes) const;
  /// As many bytes as `bytes` has, or ErrorCode::io.
  [[nodiscard]] Status read_at(std::uint64_t offset, std::span<std::uint8_t> bytes) const;
  /// Room for so many bytes, or ErrorCode::io.
  [[nodiscard]] Status reserve(std::uint64_t bytes) const;

  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  TemporaryFile() = default;
  [[nodiscard]] Error failure(const char* action) const;

  std::string folder_;
  int descriptor_ = -1;
};

}  // namespace fiveproof
