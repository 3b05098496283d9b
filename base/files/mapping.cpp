#include "base/files/mapping.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <new>
#include <string>
#include <system_error>

namespace fiveproof {
void Mapping::Unmap::operator()(std::uint8_t* data) const { ::munmap(data, bytes); }

Result<Mapping> Mapping::map(std::size_t bytes, int flags, int descriptor) {
  Mapping mapping;
  if (bytes == 0) return mapping;
  void* at = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, descriptor, 0);
  if (at == MAP_FAILED && descriptor < 0 && errno == ENOMEM) throw std::bad_alloc();
  if (at == MAP_FAILED)
    return Error{ErrorCode::io,
                 "cannot map " + std::to_string(bytes) + " bytes: " + std::generic_category().message(errno)};
  mapping.data_ = {static_cast<std::uint8_t*>(at), Unmap{bytes}};
  mapping.is_file_ = descriptor >= 0;
  return mapping;
}

Result<Mapping> Mapping::of_memory(std::size_t bytes) { return map(bytes, MAP_PRIVATE | MAP_ANONYMOUS, -1); }

Result<Mapping> Mapping::of_file(const TemporaryFile& file, std::size_t bytes) {
  if (bytes > 0) FIVEPROOF_TRY(file.reserve(bytes));
  return map(bytes, MAP_SHARED, file.descriptor());
}

void Mapping::let_go(std::size_t first, std::size_t last) const {
  if (!is_file_) return;
  // Only whole pages leave: the bytes beyond the range on its first and last page may still be needed.
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  first = (first + page - 1) / page * page;
  last = last == size() ? last : last / page * page;
  if (first < last) ::madvise(data() + first, last - first, MADV_DONTNEED);
}

}  // namespace fiveproof
