// A file in memory that has a path: for readers that open their file themselves. Writing it costs no disk.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fiveproof::fuzz {

class MemoryFile {
 public:
  MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile();

  /// Good as long as this object lives.
  [[nodiscard]] const std::string& path() const { return path_; }
  void put(std::span<const std::uint8_t> bytes);
  [[nodiscard]] std::vector<std::uint8_t> get() const;

 private:
  int descriptor_;
  std::string path_;
};

}  // namespace fiveproof::fuzz
