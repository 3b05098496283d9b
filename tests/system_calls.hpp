// Sees what a program asks of the system so that a file lasts, and can have it refused.
//
// Who links tests/system_calls.cpp has an fsync(), fdatasync(), pwrite(), rename() and close() of its own,
// which ask the system as ever. A library that the program loads calls these, too.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace fiveproof::test {

/// Listens while it lives, one at a time, to all threads.
class SystemCalls {
 public:
  /// Calls of which `fails` is true are made, and then said to have failed with EIO.
  explicit SystemCalls(std::function<bool(const std::string&)> fails = {});
  SystemCalls(const SystemCalls&) = delete;
  SystemCalls& operator=(const SystemCalls&) = delete;
  ~SystemCalls();

  /// "fsync FILE", "fdatasync FILE", "pwrite FILE PLACE", "rename FROM TO" and "close FILE", in their order;
  /// FILE is the whole name that it has then.
  [[nodiscard]] std::vector<std::string> all() const;
  /// Those that begin like this.
  [[nodiscard]] std::vector<std::string> like(const std::string& beginning) const;
};

}  // namespace fiveproof::test
