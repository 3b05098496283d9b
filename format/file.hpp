// A whole input file as bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "game/error.hpp"

namespace fiveproof {

/// The bytes of the file, `-` for standard input. ErrorCode::io when the system refuses, ErrorCode::limit
/// when the file is longer than `max_bytes`: then no more than `max_bytes` + a buffer have been read.
[[nodiscard]] Result<std::vector<std::uint8_t>> read_file(const std::string& path, std::uint64_t max_bytes);

/// A regular file, read piece by piece from anywhere in it.
class InputFile {
 public:
  /// ErrorCode::io when the system refuses. `-` and what is no regular file can be opened and is not
  /// seekable: only read_file reads it.
  [[nodiscard]] static Result<InputFile> open(const std::string& path);
  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&&) = delete;
  ~InputFile();

  [[nodiscard]] bool is_seekable() const { return descriptor_ >= 0; }
  /// Bytes when it was opened; 0 unless seekable.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// Fills `bytes` from the offset on. ErrorCode::io also when the file has become shorter.
  Status read(std::uint64_t offset, std::span<std::uint8_t> bytes) const;

 private:
  explicit InputFile(std::string name) : name_(std::move(name)) {}
  std::string name_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

/// How messages name the file: the path itself, "standard input" for `-`.
[[nodiscard]] std::string input_name(const std::string& path);

}  // namespace fiveproof
