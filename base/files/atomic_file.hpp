// An output file that appears whole or not at all.
//
// What is written goes to a temporary file in the same folder; commit() syncs it, renames it over the
// target and syncs the folder. Without commit() (an error, an exception, an interrupt, a kill) the target is
// as before; only SIGKILL leaves the temporary file, `TARGET.tmp-PID-N`, behind, and the next
// who writes the target removes it.
//
// Two targets are written to directly, because they cannot be renamed over: what is open already (`-`,
// /dev/stdout, /dev/stderr, the /dev/fd/N of a shell's `>(...)`), and whatever exists and is no regular file
// (/dev/null, a pipe). A symbolic link is followed, also one to a file that is not there yet: a link stays a
// link.
//
//   auto out = AtomicFile::create("a.fvp");
//   if (!out.ok()) return out.error();
//   if (auto s = out.value().write("text"); !s.ok()) return s;
//   return out.value().commit();
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/temporary_name.hpp"

namespace fiveproof {

class AtomicFile {
 public:
  [[nodiscard]] static Result<AtomicFile> create(const std::string& path);

  /// Writes through a buffer. After an error every further call returns an error.
  Status write(std::span<const std::uint8_t> bytes);
  Status write(std::string_view text);
  /// Makes the file appear. To be called once, after the last write().
  Status commit();

 private:
  AtomicFile() = default;
  Status flush();
  Status failure(const char* action);

  std::string name_;         // what messages call the file
  std::string target_;       // links resolved; empty when written to directly
  TemporaryName temporary_;  // empty when there is none (any more); removed unless commit() succeeded
  std::vector<std::uint8_t> buffer_;
  Descriptor descriptor_;
  bool failed_ = false;
};

/// The descriptor of this process that `path` stands for: 1 for `-` and /dev/stdout, N for /dev/fd/N.
[[nodiscard]] std::optional<int> open_descriptor(const std::string& path);
[[nodiscard]] inline bool is_standard_output(const std::string& path) { return open_descriptor(path) == 1; }

/// The file that `path` leads to when symbolic links are followed, whether it exists or not.
[[nodiscard]] std::string file_behind(const std::string& path);
/// Would two names of files lead to one, which may not be there yet? Never for `-`, nor for an empty name.
[[nodiscard]] bool is_same_file(const std::string& a, const std::string& b);
/// The same of two files to be written, of which both may be standard output.
[[nodiscard]] bool is_same_output(const std::string& a, const std::string& b);

/// Makes the name of a file last, as fsync() does what is in it. false: errno says why not.
[[nodiscard]] bool sync_folder_of(const std::string& path);

/// Writes a whole file: create(), write() and commit() in one.
[[nodiscard]] Status write_file(const std::string& path, std::span<const std::uint8_t> bytes);
[[nodiscard]] Status write_text_file(const std::string& path, std::string_view text);

/// Can the file be written now? This is asked before hours of work, whose result would have no place to go.
/// What exists stays as it is; a pipe is not opened, as its reader would take that for the end.
[[nodiscard]] Status check_writable(const std::string& path);

}  // namespace fiveproof
