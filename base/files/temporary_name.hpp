// Names that must not outlast the process: of files and folders on their way to be something else.
//
// Whoever makes one notes it first, and it is made under the same lock under which all are removed. So a
// process that ends early (an interrupt) leaves none behind, in whatever moment that comes.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

#include "base/error.hpp"
#include "base/files/descriptor.hpp"

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
  /// A new and empty file, open to be read and written, or a new and empty folder; what killed processes left
  /// under names that begin with `prefix` is removed first. empty(): errno says why there is none.
  [[nodiscard]] static TemporaryName make_file(const std::string& prefix, mode_t mode, Descriptor& file);
  [[nodiscard]] static TemporaryName make_folder(const std::string& prefix);

  /// Renames it to `target`: what was to be made is whole. false: errno says why not.
  [[nodiscard]] bool become(const std::string& target) noexcept;
  /// It is gone, or somebody else's.
  void forget() noexcept;

 private:
  static TemporaryName make_locked(const std::string& prefix, const std::function<int(const char*)>& make);
  std::string path_;  // empty: nothing is noted
  Descriptor lock_;   // says that it is in use; not open: nothing does
};

/// A new and empty folder where temporary files go: in that which TMPDIR names, else in /tmp. ErrorCode::io.
[[nodiscard]] Result<TemporaryName> make_temporary_folder();

/// Removes all that are noted, and lets nobody note or forget any more: the process must end now. It takes no
/// memory. Not from a signal handler.
void remove_temporary_names_for_good() noexcept;
/// The same, unless one of them has become what it was to be: then it does nothing and returns false. What
/// ends then, ends with something to show.
[[nodiscard]] bool remove_temporary_names_unless_kept() noexcept;

}  // namespace fiveproof
