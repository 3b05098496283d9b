// Names that must not outlast the process: of files and folders on their way to be something else.
//
// Whoever makes one notes it first, and it is made under the same lock under which all are removed. So a
// process that ends early (an interrupt) leaves none behind, in whatever moment that comes.
#pragma once

#include <functional>
#include <string>

namespace fiveproof {

class TemporaryName {
 public:
  TemporaryName() = default;
  /// Calls `make`, which makes the file or folder and says whether it did; if not, nothing is noted.
  TemporaryName(std::string path, const std::function<bool()>& make);
  TemporaryName(TemporaryName&& other) noexcept;
  TemporaryName& operator=(TemporaryName&& other) noexcept;
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;
  /// Removes what still has the name, a folder with all that is in it.
  ~TemporaryName();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] bool empty() const { return path_.empty(); }
  /// Renames it to `target`: what was to be made is whole. false: errno says why not.
  [[nodiscard]] bool become(const std::string& target) noexcept;
  /// It is gone, or somebody else's.
  void forget() noexcept;

  /// `prefix-PID-N`: another one at each call, and in each process.
  [[nodiscard]] static std::string beginning_with(const std::string& prefix);

 private:
  std::string path_;  // empty: nothing is noted
};

/// Removes all that are noted, and lets nobody note or forget any more: the process must end now. It takes no
/// memory. Not from a signal handler.
void remove_temporary_names_for_good() noexcept;
/// The same, unless one of them has become what it was to be: then it does nothing and returns false. What
/// ends then, ends with something to show.
[[nodiscard]] bool remove_temporary_names_unless_kept() noexcept;

}  // namespace fiveproof
