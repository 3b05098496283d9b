#include "base/memory_limit.hpp"

#include "base/error.hpp"

#ifdef __linux__
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <mutex>
#include <string>
#endif

namespace fiveproof {

#ifdef __linux__
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool is_bounded = false;
#else
constexpr bool is_bounded = true;
#endif

/// The bound that holds now, and what was before it.
struct Bound {
  std::mutex mutex = {};
  bool is_set = false;
  rlimit before = {};
  unsigned threads = 0;  ///< for so many stacks there is room
};
Bound& bound() {
  static Bound the_one;
  return the_one;
}

std::size_t page_bytes() { return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)); }

/// What counts of the memory that the process has.
std::size_t taken_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::size_t size = 0, resident = 0, shared = 0, text = 0, library = 0, data = 0;
  statm >> size >> resident >> shared >> text >> library >> data;
  return statm ? data * page_bytes() : 0;
}

std::size_t stack_bytes() noexcept {
  pthread_attr_t attributes;
  std::size_t bytes = 0;
  if (::pthread_getattr_default_np(&attributes) != 0) return bytes;
  ::pthread_attr_getstacksize(&attributes, &bytes);
  ::pthread_attr_destroy(&attributes);
  return bytes;
}

/// The number in a file of the control groups; none is no bound, as "max" is.
std::size_t bytes_in(const std::string& path) {
  std::ifstream file(path);
  std::size_t bytes = 0;
  return file >> bytes ? bytes : std::numeric_limits<std::size_t>::max();
}

/// The least bound of a control group and those around it, in the folder where such bounds are.
std::size_t group_bytes(const std::string& mounted, std::string group, const std::string& name) {
  std::size_t least = bytes_in(mounted + "/" + name);  // in a container its own group is at the top
  for (; group.size() > 1; group.resize(group.rfind('/')))
    least = std::min(least, bytes_in(mounted + group + "/" + name));
  return least;
}

/// Version 2 has one line, "0::/a/b"; version 1 has "4:memory:/a/b".
std::size_t bytes_of_groups() {
  std::size_t least = std::numeric_limits<std::size_t>::max();
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':'), last = line.find(':', first + 1);
    if (last == std::string::npos) continue;
    const std::string kinds = "," + line.substr(first + 1, last - first - 1) + ",",
                      group = line.substr(last + 1);
    if (kinds == ",,") least = std::min(least, group_bytes("/sys/fs/cgroup", group, "memory.max"));
    if (kinds.find(",memory,") != std::string::npos)
      least = std::min(least, group_bytes("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes"));
  }
  return least;
}

}  // namespace

std::size_t memory_of_machine() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  return pages <= 0 ? 0 : std::min(static_cast<std::size_t>(pages) * page_bytes(), bytes_of_groups());
}

MemoryLimit::MemoryLimit(std::size_t bytes) {
  Bound& is = bound();
  const std::lock_guard lock(is.mutex);
  FIVEPROOF_ENSURE(!is.is_set);
  const std::size_t more = taken_bytes() + beside;
  if (!is_bounded || bytes > RLIM_INFINITY - more || ::getrlimit(RLIMIT_DATA, &is.before) != 0) return;
  is.threads = 0;
  rlimit wanted = is.before;
  wanted.rlim_cur = std::min<rlim_t>(is.before.rlim_cur, bytes + more);
  is.is_set = ::setrlimit(RLIMIT_DATA, &wanted) == 0;
}

MemoryLimit::~MemoryLimit() {
  Bound& is = bound();
  const std::lock_guard lock(is.mutex);
  if (is.is_set) ::setrlimit(RLIMIT_DATA, &is.before);
  is.is_set = false;
}

void make_room_for_threads(unsigned threads) noexcept {
  Bound& is = bound();
  const std::lock_guard lock(is.mutex);
  rlimit now{};
  if (!is.is_set || threads <= is.threads || ::getrlimit(RLIMIT_DATA, &now) != 0) return;
  if (now.rlim_cur == is.before.rlim_cur) return;  // not our bound
  now.rlim_cur = std::min<rlim_t>(now.rlim_cur + (threads - is.threads) * stack_bytes(), is.before.rlim_cur);
  ::setrlimit(RLIMIT_DATA, &now);
  is.threads = threads;
}

#else

std::size_t memory_of_machine() { return 0; }
MemoryLimit::MemoryLimit(std::size_t) {}
MemoryLimit::~MemoryLimit() = default;
void make_room_for_threads(unsigned) noexcept {}

#endif

}  // namespace fiveproof
