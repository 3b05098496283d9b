#include "tests/system_calls.hpp"

#include <fcntl.h>
#include <limits.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <mutex>
#include <utility>

namespace {

struct Heard {
  std::mutex mutex;
  std::function<bool(const std::string&)> fails;
  std::vector<std::string> calls;
};
Heard heard;
std::atomic<bool> is_listening{false};

std::string name_of(int descriptor) {
  char name[PATH_MAX];
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  const ssize_t length = ::readlink(link.c_str(), name, sizeof name);
  return length < 0 ? std::string() : std::string(name, static_cast<std::size_t>(length));
}

/// Notes the call; what it is to return.
long noted(const std::string& call, long result) {
  const std::lock_guard lock(heard.mutex);
  heard.calls.push_back(call);
  if (!heard.fails || !heard.fails(call)) return result;
  errno = EIO;
  return -1;
}

}  // namespace

// A library that the program links has to find these in place of the C library's: all else here is hidden.
#pragma GCC visibility push(default)

extern "C" int fsync(int descriptor) {
  const long result = ::syscall(SYS_fsync, descriptor);
  if (!is_listening) return static_cast<int>(result);
  return static_cast<int>(noted("fsync " + name_of(descriptor), result));
}

extern "C" int fdatasync(int descriptor) {
  const long result = ::syscall(SYS_fdatasync, descriptor);
  if (!is_listening) return static_cast<int>(result);
  return static_cast<int>(noted("fdatasync " + name_of(descriptor), result));
}

namespace {

ssize_t write_at(int descriptor, const void* bytes, size_t count, long place) {
  const long result = ::syscall(SYS_pwrite64, descriptor, bytes, count, place);
  if (!is_listening) return result;
  return noted("pwrite " + name_of(descriptor) + ' ' + std::to_string(place), result);
}

}  // namespace

extern "C" ssize_t pwrite(int descriptor, const void* bytes, size_t count, off_t place) {
  return write_at(descriptor, bytes, count, place);
}
extern "C" ssize_t pwrite64(int descriptor, const void* bytes, size_t count, off64_t place) {
  return write_at(descriptor, bytes, count, place);
}

extern "C" int rename(const char* from, const char* to) noexcept {
  const long result = ::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  if (!is_listening) return static_cast<int>(result);
  return static_cast<int>(noted(std::string("rename ") + from + ' ' + to, result));
}

extern "C" int close(int descriptor) {
  if (!is_listening) return static_cast<int>(::syscall(SYS_close, descriptor));
  const std::string name = name_of(descriptor);
  return static_cast<int>(noted("close " + name, ::syscall(SYS_close, descriptor)));
}

namespace fiveproof::test {

SystemCalls::SystemCalls(std::function<bool(const std::string&)> fails) {
  const std::lock_guard lock(heard.mutex);
  heard.fails = std::move(fails);
  heard.calls.clear();
  is_listening = true;
}

SystemCalls::~SystemCalls() { is_listening = false; }

std::vector<std::string> SystemCalls::all() const {
  const std::lock_guard lock(heard.mutex);
  return heard.calls;
}

std::vector<std::string> SystemCalls::like(const std::string& beginning) const {
  std::vector<std::string> found;
  for (const std::string& call : all())
    if (call.starts_with(beginning)) found.push_back(call);
  return found;
}

}  // namespace fiveproof::test
