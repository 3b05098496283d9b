#include "tests/fuzz/memory_file.hpp"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.hpp"

namespace fiveproof::fuzz {

MemoryFile::MemoryFile() : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)) {
  FIVEPROOF_ENSURE(descriptor_ >= 0);
  path_ = "/proc/self/fd/" + std::to_string(descriptor_);
}

MemoryFile::~MemoryFile() { ::close(descriptor_); }

void MemoryFile::put(std::span<const std::uint8_t> bytes) {
  FIVEPROOF_ENSURE(::ftruncate(descriptor_, 0) == 0);
  FIVEPROOF_ENSURE(::pwrite(descriptor_, bytes.data(), bytes.size(), 0) ==
                   static_cast<ssize_t>(bytes.size()));
}

std::vector<std::uint8_t> MemoryFile::get() const {
  struct stat status {};
  FIVEPROOF_ENSURE(::fstat(descriptor_, &status) == 0);
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(status.st_size));
  FIVEPROOF_ENSURE(::pread(descriptor_, bytes.data(), bytes.size(), 0) == status.st_size);
  return bytes;
}

}  // namespace fiveproof::fuzz
