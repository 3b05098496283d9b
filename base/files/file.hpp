// Input files, read piece by piece or whole, and the names by which messages call files.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/files/descriptor.hpp"
#include "base/phase.hpp"

namespace fiveproof {

/// A file that is read from its beginning to its end, or at places; `-` for standard input.
class InputFile {
 public:
  [[nodiscard]] static Result<InputFile> open(const std::string& path);

  /// Fills `bytes` from its front and returns how many bytes there were: fewer only at the end of the file.
  [[nodiscard]] Result<std::size_t> read(std::span<std::uint8_t> bytes);
  /// The same from `offset` on, wherever read() is; of a file that has a length().
  [[nodiscard]] Result<std::size_t> read_at(std::uint64_t offset, std::span<std::uint8_t> bytes);
  /// How many bytes there were to read when the file was opened; nothing for a pipe and the like.
  [[nodiscard]] std::optional<std::uint64_t> length() const { return length_; }
  /// Is it a device such as /dev/zero, from which something may come for ever?
  [[nodiscard]] bool is_device() const { return is_device_; }

 private:
  InputFile() = default;

  template <class ReadSome>
  Result<std::size_t> fill(std::span<std::uint8_t> bytes, const ReadSome& read_some);

  std::string name_;  // what messages call the file
  Descriptor descriptor_;
  std::optional<std::uint64_t> length_;
  bool is_device_ = false;
  std::unique_ptr<Phase> phase_;  ///< of a file that takes a while
};

/// The bytes of the file, `-` for standard input. ErrorCode::io when the system refuses, ErrorCode::limit
/// when the file is longer than `max_bytes`, a device longer than a megabyte: what tells so is not read.
/// Takes no more memory than that, and a buffer.
[[nodiscard]] Result<std::vector<std::uint8_t>> read_file(const std::string& path, std::uint64_t max_bytes);

/// What messages call a file that is read: its path, escaped as base/visible.hpp says, or "standard input"
/// for `-`.
[[nodiscard]] std::string input_name(const std::string& path);
/// What messages call a file that is written: its path, or "standard output" for `-`.
[[nodiscard]] std::string output_name(const std::string& path);

}  // namespace fiveproof
