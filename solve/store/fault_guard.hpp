// What a store's map cannot give ends the program with an error, and not with a signal.
//
// The file is mapped: a disk that fails while a page is read, a file that somebody cuts, or a disk without
// room for the lock file is a SIGBUS in whatever instruction touches the page, and an assertion of LMDB is an
// abort. There is no way back into LMDB from there. The process says which file it was and ends as it does
// after any other error; what was committed is in the file.
#pragma once

struct MDB_env;  // LMDB's

namespace fiveproof::solve {

/// While one lives, its thread uses the store of that name. They may be nested.
class FaultGuard {
 public:
  /// `name`: as messages show it; it outlives the guard.
  explicit FaultGuard(const char* name);
  ~FaultGuard();
  FaultGuard(const FaultGuard&) = delete;
  FaultGuard& operator=(const FaultGuard&) = delete;

 private:
  const char* before_;
};

/// LMDB's assertions end likewise.
void guard_assertions(MDB_env* env);

}  // namespace fiveproof::solve
