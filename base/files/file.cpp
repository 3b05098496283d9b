#include "base/files/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/visible.hpp"

namespace fiveproof {
namespace {

/// Of a shorter file nobody needs to be told how far its reading has come.
constexpr std::uint64_t long_file = std::uint64_t{1} << 20;

/// How many bytes are left to read. Nothing where the length is no promise: a pipe, a device, the files of
/// /proc that call themselves empty.
std::optional<std::uint64_t> length_of(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= 0)
    return std::nullopt;
  // Standard input may be a file that someone has read from already.
  const off_t at = ::lseek(descriptor, 0, SEEK_CUR);
  if (at < 0 || at > status.st_size) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size - at);
}

/// Nobody types or keeps more in a device; what goes on has no end.
constexpr std::uint64_t most_of_device = std::uint64_t{1} << 20;

bool is_character_device(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 && S_ISCHR(status.st_mode);
}

/// Makes room for more, as a vector does by itself, but so that old and new bytes together stay below
/// `max_bytes`: memory that nothing was written to yet is none.
void make_room(std::vector<std::uint8_t>& bytes, std::size_t more, std::uint64_t max_bytes) {
  if (bytes.size() + more <= bytes.capacity()) return;
  const std::uint64_t twice = 2 * std::uint64_t{bytes.size() + more};
  bytes.reserve(static_cast<std::size_t>(twice > max_bytes / 2 ? max_bytes : twice));
}

}  // namespace

Result<InputFile> InputFile::open(const std::string& path) {
  InputFile file;
  file.name_ = input_name(path);
  file.descriptor_ = Descriptor(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.descriptor_.is_open())
    return Error{ErrorCode::io, std::string("cannot open: ") + std::generic_category().message(errno),
                 file.name_};
  file.is_device_ = is_character_device(file.descriptor_.number());
  file.length_ = length_of(file.descriptor_.number());
  if (file.length_.value_or(long_file) >= long_file)
    file.phase_ = std::make_unique<Phase>("reading bytes", file.length_.value_or(0));
  return file;
}

/// `read_some` is asked for bytes from a place of `bytes` on, as ::read() is.
template <class ReadSome>
Result<std::size_t> InputFile::fill(std::span<std::uint8_t> bytes, const ReadSome& read_some) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const ssize_t got = read_some(at, bytes.subspan(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      return Error{ErrorCode::io, std::string("cannot read: ") + std::generic_category().message(errno),
                   name_};
    if (got == 0) break;
    at += static_cast<std::size_t>(got);
    if (phase_) phase_->advance(static_cast<std::uint64_t>(got));
  }
  return at;
}

Result<std::size_t> InputFile::read(std::span<std::uint8_t> bytes) {
  return fill(bytes, [this](std::size_t, std::span<std::uint8_t> left) {
    return ::read(descriptor_.number(), left.data(), left.size());
  });
}

Result<std::size_t> InputFile::read_at(std::uint64_t offset, std::span<std::uint8_t> bytes) {
  return fill(bytes, [&](std::size_t at, std::span<std::uint8_t> left) {
    return ::pread(descriptor_.number(), left.data(), left.size(), static_cast<off_t>(offset + at));
  });
}

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : visible(path); }

std::string output_name(const std::string& path) { return path == "-" ? "standard output" : visible(path); }

Result<std::vector<std::uint8_t>> read_file(const std::string& path, std::uint64_t max_bytes) {
  FIVEPROOF_LET(auto file, InputFile::open(path));
  if (file.is_device()) max_bytes = std::min(max_bytes, most_of_device);
  const Error too_long{ErrorCode::limit,
                       "expected at most " + std::to_string(max_bytes) + " bytes, found more",
                       input_name(path), max_bytes};
  std::vector<std::uint8_t> bytes;
  if (const auto length = file.length()) {
    if (*length > max_bytes) return too_long;
    bytes.reserve(static_cast<std::size_t>(*length));
  }
  std::vector<std::uint8_t> buffer(std::size_t{1} << 16);
  for (;;) {
    FIVEPROOF_LET(const auto got, file.read(buffer));
    if (got > max_bytes - bytes.size()) return too_long;
    make_room(bytes, got, max_bytes);
    bytes.insert(bytes.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(got));
    if (got < buffer.size()) return bytes;
  }
}

}  // namespace fiveproof
