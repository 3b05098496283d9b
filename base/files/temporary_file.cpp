#include "base/files/temporary_file.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/files/temporary_name.hpp"

namespace fiveproof {
namespace {

std::string folder_or_default(const std::string& folder) {
  if (!folder.empty()) return folder;
  const char* named = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe): nothing sets the environment
  return named != nullptr && *named != '\0' ? named : "/tmp";
}

}  // namespace

Result<TemporaryFile> TemporaryFile::create(const std::string& folder) {
  TemporaryFile file;
  file.folder_ = folder_or_default(folder);
#ifdef O_TMPFILE
  file.descriptor_ = Descriptor(::open(file.folder_.c_str(), O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600));
  if (file.descriptor_.is_open()) return file;
#endif
  // A file system without files that have no name: it has one for a moment.
  const TemporaryName noted = TemporaryName::make_file(file.folder_ + "/fiveproof", 0600, file.descriptor_);
  if (noted.empty()) return file.failure("create");
  return file;
}

Error TemporaryFile::failure(const char* action) const {
  return {ErrorCode::io,
          std::string("cannot ") + action + " a temporary file: " + std::generic_category().message(errno),
          folder_};
}

Status TemporaryFile::write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes) const {
  while (!bytes.empty()) {
    const ssize_t wrote =
        ::pwrite(descriptor_.number(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return failure("write");
    bytes = bytes.subspan(static_cast<std::size_t>(wrote));
    offset += static_cast<std::uint64_t>(wrote);
  }
  return Done{};
}

Status TemporaryFile::read_at(std::uint64_t offset, std::span<std::uint8_t> bytes) const {
  while (!bytes.empty()) {
    const ssize_t got = ::pread(descriptor_.number(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) errno = EIO;  // the file ends before what was written to it
    if (got <= 0) return failure("read");
    bytes = bytes.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
  return Done{};
}

Status TemporaryFile::reserve(std::uint64_t bytes) const {
  do errno = ::posix_fallocate(descriptor_.number(), 0, static_cast<off_t>(bytes));
  while (errno == EINTR);
  if (errno != 0) return failure("make room in");
  return Done{};
}

}  // namespace fiveproof
