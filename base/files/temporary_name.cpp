#include "base/files/temporary_name.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/files/descriptor.hpp"
#include "base/never_destroyed.hpp"

namespace fiveproof {
namespace {

struct Noted {
  std::mutex mutex;
  std::set<std::string> paths;
  bool has_kept = false;  ///< whether one of them has become what it was to be
};

// A process may end early while another thread is on its way out of main().
Noted& noted() {
  static NeverDestroyed<Noted> all;
  return *all;
}

/// Calls `f` with the name of each entry of the open folder. It takes no memory.
template <class F>
void for_each_name(int folder, F f) noexcept {
  alignas(dirent64) char entries[4096];
  if (::lseek(folder, 0, SEEK_SET) < 0) return;
  for (ssize_t bytes; (bytes = ::getdents64(folder, entries, sizeof entries)) > 0;)
    for (ssize_t at = 0; at < bytes;) {
      const auto* entry = reinterpret_cast<const dirent64*>(entries + at);
      at += entry->d_reclen;
      if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0) f(entry->d_name);
    }
}

void remove_all(int folder, const char* name) noexcept;

/// Removes what is in the open folder; whether anything could be removed.
bool empty_once(int folder) noexcept {
  bool has_removed = false;
  for_each_name(folder, [&](const char* name) {
    remove_all(folder, name);
    has_removed = true;
  });
  return has_removed;
}

/// Like std::filesystem::remove_all(), but without memory, of which there may be none left.
void remove_all(int folder, const char* name) noexcept {
  if (::unlinkat(folder, name, 0) == 0) return;
  if (errno != EISDIR && errno != EPERM) return;
  {
    const Descriptor inner(::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    // Entries may be passed over while others go; but what stays must not be tried for ever.
    for (int times = 0; inner.is_open() && times < 100 && empty_once(inner.number());) ++times;
  }
  (void)::unlinkat(folder, name, AT_REMOVEDIR);
}

/// With the mutex held, which is never given back.
void remove_noted() noexcept {
  for (const std::string& path : noted().paths) remove_all(AT_FDCWD, path.c_str());
}

constexpr std::string_view mark = ".tmp-";

/// `prefix.tmp-PID-N`: another one at each call, and in each process.
std::string next_name(const std::string& prefix) {
  static std::atomic<unsigned> counter{0};
  return prefix + std::string(mark) + std::to_string(::getpid()) + "-" + std::to_string(counter++);
}

/// Takes a number off the beginning; false: there is none.
bool take_number(std::string_view& text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  text.remove_prefix(digits);
  return digits > 0;
}

bool is_temporary(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix) || !name.substr(prefix.size()).starts_with(mark)) return false;
  name.remove_prefix(prefix.size() + mark.size());
  if (!take_number(name) || !name.starts_with('-')) return false;
  name.remove_prefix(1);
  return take_number(name) && name.empty();
}

bool is_there(const struct stat& status, int folder, const char* name) {
  struct stat there {};
  return ::fstatat(folder, name, &there, AT_SYMLINK_NOFOLLOW) == 0 && there.st_dev == status.st_dev &&
         there.st_ino == status.st_ino;
}

/// Of our own, and in nobody's use. Whoever makes one has its lock a moment later, and looks whether it is
/// still there.
void remove_unused(int folder, const char* name) noexcept {
  struct stat status {};
  const Descriptor file(::openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_open() || ::fstat(file.number(), &status) != 0) return;
  if (status.st_uid != ::geteuid() || (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))) return;
  if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0 || !is_there(status, folder, name)) return;
  remove_all(folder, name);
}

void remove_left_behind(const std::string& prefix) {
  const std::size_t slash = prefix.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : prefix.substr(0, slash + 1);
  const std::string name = slash == std::string::npos ? prefix : prefix.substr(slash + 1);
  const Descriptor open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!open.is_open()) return;
  for_each_name(open.number(), [&](const char* entry) {
    if (is_temporary(entry, name)) remove_unused(open.number(), entry);
  });
}

/// false: somebody took it for one that is left behind, and has removed it or is about to.
bool lock(const std::string& path, int descriptor) {
  struct stat status {};
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) return errno != EWOULDBLOCK;
  return ::fstat(descriptor, &status) == 0 && is_there(status, AT_FDCWD, path.c_str());
}

}  // namespace

/// `make` makes what has the name and opens it: -1 and errno say that it could not.
TemporaryName TemporaryName::make_locked(const std::string& prefix,
                                         const std::function<int(const char*)>& make) {
  remove_left_behind(prefix);
  for (;;) {
    const std::string path = next_name(prefix);
    int why = 0;
    Descriptor open;
    TemporaryName made(path, [&] {
      open = Descriptor(make(path.c_str()));
      why = errno;
      return open.is_open();
    });
    errno = why;
    if (made.empty() && why == EEXIST) continue;
    if (made.empty()) return made;
    made.lock_ = std::move(open);
    if (lock(path, made.lock_.number())) return made;
  }
}

TemporaryName TemporaryName::make_file(const std::string& prefix, mode_t mode, Descriptor& file) {
  TemporaryName made = make_locked(
      prefix, [&](const char* path) { return ::open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode); });
  if (made.empty()) return made;
  // The lock lasts longer than the file is open: a file is closed before it gets its name.
  file = Descriptor(::fcntl(made.lock_.number(), F_DUPFD_CLOEXEC, 0));
  if (file.is_open()) return made;
  const int why = errno;
  made = TemporaryName();
  errno = why;
  return made;
}

TemporaryName TemporaryName::make_folder(const std::string& prefix) {
  return make_locked(prefix, [](const char* path) {
    if (::mkdir(path, 0700) != 0) return -1;
    const int folder = ::open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0 && errno == ENOENT) errno = EEXIST;  // removed already, see lock()
    if (folder >= 0) return folder;
    const int why = errno;
    ::rmdir(path);
    errno = why;
    return -1;
  });
}

Result<TemporaryName> make_temporary_folder() {
  std::error_code none;
  const std::string prefix = (std::filesystem::temp_directory_path(none) / "fiveproof").string();
  TemporaryName folder = TemporaryName::make_folder(prefix);
  if (folder.empty()) return Error{ErrorCode::io, "no folder can be made there", prefix, {}};
  return folder;
}

TemporaryName::TemporaryName(std::string path, const std::function<bool()>& make) {
  const std::lock_guard lock(noted().mutex);
  noted().paths.insert(path);
  if (make())
    path_ = std::move(path);
  else
    noted().paths.erase(path);
}

TemporaryName::TemporaryName(TemporaryName&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}

TemporaryName& TemporaryName::operator=(TemporaryName&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(lock_, other.lock_);
  return *this;
}

TemporaryName::~TemporaryName() {
  if (!path_.empty()) remove_all(AT_FDCWD, path_.c_str());
  forget();
}

bool TemporaryName::become(const std::string& target) noexcept {
  const std::lock_guard lock(noted().mutex);
  if (::rename(path_.c_str(), target.c_str()) != 0) return false;
  noted().has_kept = true;
  noted().paths.erase(path_);
  path_.clear();
  return true;
}

void TemporaryName::forget() noexcept {
  if (path_.empty()) return;
  const std::lock_guard lock(noted().mutex);
  noted().paths.erase(path_);
  path_.clear();
}

void remove_temporary_names_for_good() noexcept {
  noted().mutex.lock();
  remove_noted();
}

bool remove_temporary_names_unless_kept() noexcept {
  noted().mutex.lock();
  if (noted().has_kept) {
    noted().mutex.unlock();
    return false;
  }
  remove_noted();
  return true;
}

}  // namespace fiveproof
