#include "base/files/mapping.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

namespace fiveproof {
namespace {

Result<std::uint8_t*> map(std::size_t bytes, int flags, int descriptor) {
  void* at = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, descriptor, 0);
  if (at == MAP_FAILED)
    return Error{ErrorCode::io,
                 "cannot map " + std::to_string(bytes) + " bytes: " + std::generic_category().message(errno)};
  return static_cast<std::uint8_t*>(at);
}

}  // namespace

Result<Mapping> Mapping::of_memory(std::size_t bytes) {
  Mapping mapping;
  if (bytes == 0) return mapping;
  const auto at = map(bytes, MAP_PRIVATE | MAP_ANONYMOUS, -1);
  if (!at.ok()) return at.error();
  mapping.data_ = at.value();
  mapping.size_ = bytes;
  return mapping;
}

Result<Mapping> Mapping::of_file(const TemporaryFile& file, std::size_t bytes) {
  Mapping mapping;
  if (bytes == 0) return mapping;
  if (auto reserved = file.reserve(bytes); !reserved.ok()) return reserved.error();
  const auto at = map(bytes, MAP_SHARED, file.descriptor());
  if (!at.ok()) return at.error();
  mapping.data_ = at.value();
  mapping.size_ = bytes;
  mapping.is_file_ = true;
  return mapping;
}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(is_file_, other.is_file_);
  return *this;
}

Mapping::~Mapping() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

void Mapping::let_go(std::size_t first, std::size_t last) const {
  if (!is_file_) return;
  // Only whole pages leave: the bytes beyond the range on its first and last page may still be needed.
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  first = (first + page - 1) / page * page;
  last = last == size_ ? last : last / page * page;
  if (first < last) ::madvise(data_ + first, last - first, MADV_DONTNEED);
}

}  // namespace fiveproof
