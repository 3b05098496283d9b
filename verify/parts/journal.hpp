// A journal keeps on disk what a long check has done so far, so that it can go on after a kill.
//
// One line of text says what is checked, and how; then come entries, one per finished portion:
//
//   length 4 | first 8 bytes of the SHA-256 of the payload | payload
//   payload: portion 8 | states 4, each 1 | plies 2, each: stones 2, counts of the Tally 8 each
//            | gaps 4, each: node 4, kind 1, square 2 (0xFFFF: none), limit 1
//
// Numbers are big-endian. Entries are only ever appended; an entry that is torn or does not match its
// checksum ends the journal and is overwritten. The journal is trusted like the machine it lies on: who can
// write it can write "proved" into it. It cannot make the reader crash or take memory without bounds.
#pragma once

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "verify/check/portion.hpp"

namespace fiveproof::verify {

class Journal {
 public:
  /// Names and values that must agree between the check and the journal; they have no blanks.
  using Words = std::vector<std::pair<std::string, std::string>>;

  /// Opens or creates the file and locks it. An error when it is not a journal, or one of something else.
  [[nodiscard]] static Result<Journal> open(const std::string& path, const Words& words);

  /// The next entry; nothing at the end of what is usable. Sizes and numbers in it are not checked against
  /// the proof.
  [[nodiscard]] Result<std::optional<Portion>> next();
  /// Appends an entry. The file is synced every few seconds. It is for one thread at a time. require: next()
  /// has returned nothing.
  Status append(const Portion& portion);
  Status sync();
  [[nodiscard]] Error error(ErrorCode code, const std::string& message) const {
    return {code, message, path_};
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  Journal(std::string path, std::unique_ptr<std::FILE, Close> file)
      : path_(std::move(path)), file_(std::move(file)) {}
  Status read_header(const std::string& header);
  Status write(const void* bytes, std::size_t count);
  [[nodiscard]] Error failure(const char* action) const;

  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::uint64_t end_ = 0;  ///< end of what is usable, in bytes from the beginning
  bool is_reading_ = true;
  std::chrono::steady_clock::time_point synced_ = std::chrono::steady_clock::now();
};

}  // namespace fiveproof::verify
