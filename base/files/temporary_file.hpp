// A file without a name: its room on the disk is given back however the program ends.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/error.hpp"
#include "base/files/descriptor.hpp"

namespace fiveproof {

class TemporaryFile {
 public:
  /// Makes the file in `folder`, or where that is empty in the folder that TMPDIR names, else in /tmp.
  [[nodiscard]] static Result<TemporaryFile> create(const std::string& folder = {});

  /// Writes all of `bytes`; ErrorCode::io when that fails.
  [[nodiscard]] Status write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes) const;
  /// Fills all of `bytes`; ErrorCode::io when that fails, or when the file ends before.
  [[nodiscard]] Status read_at(std::uint64_t offset, std::span<std::uint8_t> bytes) const;
  /// Makes sure that the disk has room for the first `bytes` bytes; ErrorCode::io when it has not.
  [[nodiscard]] Status reserve(std::uint64_t bytes) const;

  [[nodiscard]] int descriptor() const { return descriptor_.number(); }

 private:
  TemporaryFile() = default;
  [[nodiscard]] Error failure(const char* action) const;

  std::string folder_;
  Descriptor descriptor_;
};

}  // namespace fiveproof
