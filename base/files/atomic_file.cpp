#include "base/files/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <filesystem>
#include <system_error>

#include "base/files/file.hpp"

namespace fiveproof {
namespace {

namespace fs = std::filesystem;

/// As many as the system follows.
constexpr int most_links = 40;
constexpr std::size_t buffer_bytes = std::size_t{1} << 16;

/// The target of a link; absent: it is none.
std::optional<fs::path> behind_link(const fs::path& file) {
  std::error_code error;
  fs::path to = fs::read_symlink(file, error);
  if (error) return std::nullopt;
  return to.is_absolute() ? std::move(to) : file.parent_path() / to;
}

/// N of /proc/self/fd/N or /dev/fd/N.
std::optional<int> number_of_descriptor(const fs::path& file) {
  if (file.parent_path() != "/proc/self/fd" && file.parent_path() != "/dev/fd") return std::nullopt;
  const std::string name = file.filename();
  int number = -1;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc() || end != name.data() + name.size() || number < 0) return std::nullopt;
  return number;
}

}  // namespace

std::optional<int> open_descriptor(const std::string& path) {
  if (path == "-") return STDOUT_FILENO;
  std::optional<fs::path> file = path;
  for (int links = 0; file && links < most_links; ++links) {
    // What is behind such a link is a name to look at, "pipe:[7]", or a file that would be begun anew.
    if (const auto number = number_of_descriptor(*file)) return number;
    file = behind_link(*file);
  }
  return std::nullopt;
}

bool sync_folder_of(const std::string& target) {
  fs::path folder = fs::path(target).parent_path();
  if (folder.empty()) folder = ".";
  const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!descriptor.is_open()) return false;
  // EINVAL comes from a file system that cannot sync folders: there is nothing more to be done there.
  return ::fsync(descriptor.number()) == 0 || errno == EINVAL;
}

std::string file_behind(const std::string& path) {
  fs::path file = path;
  for (int links = 0; links < most_links; ++links) {
    auto next = behind_link(file);
    if (!next) break;
    file = *std::move(next);
  }
  return file.string();
}

bool is_same_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty() || a == "-" || b == "-") return false;
  std::error_code none;
  if (a == b || fs::equivalent(a, b, none)) return true;
  // Of files that are not there yet, too.
  std::error_code errors[2];
  const fs::path places[] = {fs::weakly_canonical(fs::absolute(file_behind(a)), errors[0]),
                             fs::weakly_canonical(fs::absolute(file_behind(b)), errors[1])};
  return !errors[0] && !errors[1] && places[0] == places[1];
}

bool is_same_output(const std::string& a, const std::string& b) {
  return is_same_file(a, b) || (is_standard_output(a) && is_standard_output(b));
}

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  AtomicFile file;
  file.name_ = output_name(path);
  if (const auto number = open_descriptor(path)) {
    file.descriptor_ = Descriptor(::fcntl(*number, F_DUPFD_CLOEXEC, 0));
    if (!file.descriptor_.is_open()) return file.failure("open").error();
    return file;
  }
  const std::string target = file_behind(path);
  struct stat status {};
  const bool exists = ::stat(target.c_str(), &status) == 0;
  if (!exists && errno == ELOOP) return file.failure("open").error();
  if (exists && !S_ISREG(status.st_mode)) {
    file.descriptor_ = Descriptor(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file.descriptor_.is_open()) return file.failure("open").error();
    return file;
  }
  file.target_ = target;
  file.temporary_ = TemporaryName::make_file(target, 0666, file.descriptor_);
  if (file.temporary_.empty()) return file.failure("create").error();
  // A replaced file keeps its permissions.
  if (exists && ::fchmod(file.descriptor_.number(), status.st_mode & 07777) != 0)
    return file.failure("set the mode of").error();
  return file;
}

Status AtomicFile::failure(const char* action) {
  failed_ = true;
  return Error{ErrorCode::io, std::string("cannot ") + action + ": " + std::generic_category().message(errno),
               name_};
}

Status AtomicFile::write(std::string_view text) {
  return write(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

Status AtomicFile::write(std::span<const std::uint8_t> bytes) {
  if (failed_ || !descriptor_.is_open())
    return Error{ErrorCode::io, "cannot write: an earlier write failed", name_};
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  if (buffer_.size() >= buffer_bytes) return flush();
  return Done{};
}

Status AtomicFile::flush() {
  std::span<const std::uint8_t> rest(buffer_);
  while (!rest.empty()) {
    const ssize_t wrote = ::write(descriptor_.number(), rest.data(), rest.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return failure("write");
    rest = rest.subspan(static_cast<std::size_t>(wrote));
  }
  buffer_.clear();
  return Done{};
}

Status AtomicFile::commit() {
  if (failed_ || !descriptor_.is_open())
    return Error{ErrorCode::io, "cannot write: an earlier write failed", name_};
  FIVEPROOF_TRY(flush());
  if (!temporary_.empty() && ::fsync(descriptor_.number()) != 0) return failure("sync");
  // close() can report what write() could not (a full disk behind a network file system).
  if (::close(descriptor_.release()) != 0) return failure("close");
  if (temporary_.empty()) return Done{};
  if (!temporary_.become(target_)) return failure("rename");
  if (!sync_folder_of(target_)) return failure("sync the folder of");
  return Done{};
}

namespace {

template <class Content>
Status write_whole(const std::string& path, Content content) {
  FIVEPROOF_LET(auto file, AtomicFile::create(path));
  FIVEPROOF_TRY(file.write(content));
  return file.commit();
}

}  // namespace

Status write_file(const std::string& path, std::span<const std::uint8_t> bytes) {
  return write_whole(path, bytes);
}
Status write_text_file(const std::string& path, std::string_view text) { return write_whole(path, text); }

Status check_writable(const std::string& path) {
  struct stat status {};
  if (!open_descriptor(path) && ::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode)) return Done{};
  FIVEPROOF_TRY(AtomicFile::create(path));
  return Done{};
}

}  // namespace fiveproof
