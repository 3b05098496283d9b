#include "format/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

namespace fiveproof {
namespace {

struct CloseUnlessStdin {
  void operator()(std::FILE* f) const {
    if (f != stdin) std::fclose(f);
  }
};

}  // namespace

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

Result<InputFile> InputFile::open(const std::string& path) {
  InputFile file(input_name(path));
  if (path == "-") return file;
  struct stat about {};
  // Asked by name first: to open a pipe may wait, and would take what read_file wants to read.
  if (stat(path.c_str(), &about) == 0 && !S_ISREG(about.st_mode)) return file;
  file.descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file.descriptor_ < 0 || fstat(file.descriptor_, &about) != 0)
    return Error{ErrorCode::io, std::string("cannot open: ") + std::strerror(errno), file.name_};
  file.size_ = static_cast<std::uint64_t>(about.st_size);
  return file;
}

InputFile::InputFile(InputFile&& other) noexcept
    : name_(std::move(other.name_)), descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

InputFile::~InputFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

Status InputFile::read(std::uint64_t offset, std::span<std::uint8_t> bytes) const {
  std::size_t got = 0;
  while (got < bytes.size()) {
    const ssize_t n =
        pread(descriptor_, bytes.data() + got, bytes.size() - got, static_cast<off_t>(offset + got));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0)
      return Error{ErrorCode::io, std::string("cannot read: ") + std::strerror(errno), name_, offset};
    if (n == 0) return Error{ErrorCode::io, "the file has become shorter", name_, offset + got};
    got += static_cast<std::size_t>(n);
  }
  return Done{};
}

Result<std::vector<std::uint8_t>> read_file(const std::string& path, std::uint64_t max_bytes) {
  const std::string name = input_name(path);
  std::unique_ptr<std::FILE, CloseUnlessStdin> file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
  if (!file) return Error{ErrorCode::io, std::string("cannot open: ") + std::strerror(errno), name};

  std::vector<std::uint8_t> bytes;
  std::vector<std::uint8_t> buffer(std::size_t{1} << 16);
  for (;;) {
    const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), file.get());
    if (got == 0) break;
    if (got > max_bytes - bytes.size())
      return Error{ErrorCode::limit, "expected at most " + std::to_string(max_bytes) + " bytes, found more",
                   name, max_bytes};
    bytes.insert(bytes.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(got));
  }
  if (std::ferror(file.get()))
    return Error{ErrorCode::io, std::string("cannot read: ") + std::strerror(errno), name};
  return bytes;
}

}  // namespace fiveproof
