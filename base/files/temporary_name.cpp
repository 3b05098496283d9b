#include "base/files/temporary_name.hpp"

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <mutex>
#include <set>
#include <utility>

namespace fiveproof {
namespace {

struct Noted {
  std::mutex mutex;
  std::set<std::string> paths;
};

// Never destroyed: a process may end early while another thread is on its way out of main().
Noted& noted() {
  static auto& all = *new Noted;
  return all;
}

void remove(const std::string& path) {
  std::error_code none;
  std::filesystem::remove_all(path, none);
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
  if (!path_.empty()) remove(path_);
  forget();
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

void remove_temporary_names_for_good() {
  noted().mutex.lock();  // and never unlocked
  for (const std::string& path : noted().paths) remove(path);
}

}  // namespace fiveproof
