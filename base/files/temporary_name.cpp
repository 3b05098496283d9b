#include "base/files/temporary_name.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>
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

void remove_all(int folder, const char* name) noexcept;

/// Removes what is in the open folder; whether anything could be removed.
bool empty_once(int folder) noexcept {
  alignas(dirent64) char entries[4096];
  bool has_removed = false;
  if (::lseek(folder, 0, SEEK_SET) < 0) return false;
  for (ssize_t bytes; (bytes = ::getdents64(folder, entries, sizeof entries)) > 0;)
    for (ssize_t at = 0; at < bytes;) {
      const auto* entry = reinterpret_cast<const dirent64*>(entries + at);
      at += entry->d_reclen;
      if (std::strcmp(entry->d_name, ".") == 0 || std::strcmp(entry->d_name, "..") == 0) continue;
      remove_all(folder, entry->d_name);
      has_removed = true;
    }
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

}  // namespace

TemporaryName::TemporaryName(std::string path, const std::function<bool()>& make) {
  const std::lock_guard lock(noted().mutex);
  noted().paths.insert(path);
  if (make())
    path_ = std::move(path);
  else
    noted().paths.erase(path);
}

TemporaryName::TemporaryName(TemporaryName&& other) noexcept : path_(std::exchange(other.path_, {})) {}

TemporaryName& TemporaryName::operator=(TemporaryName&& other) noexcept {
  std::swap(path_, other.path_);
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

std::string TemporaryName::beginning_with(const std::string& prefix) {
  static std::atomic<unsigned> counter{0};
  return prefix + "-" + std::to_string(::getpid()) + "-" + std::to_string(counter++);
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
