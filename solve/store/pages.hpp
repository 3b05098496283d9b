// The pages of a store's file, looked at before LMDB trusts them.
//
// LMDB maps the file and follows what stands there: a page number beyond the end is a SIGBUS, a wrong size a
// SIGSEGV, a circle no end. So everything that it would follow is read here with pread() first and held
// against what a page can be: the two meta pages, each tree page by page, and the list of free pages. What
// the entries say is no matter of this check: they have seals (store_keys.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.hpp"

namespace fiveproof::solve {

/// What a file is at a first glance.
enum class FileKind {
  store,       ///< LMDB's, and something was committed to it
  unfinished,  ///< cut off when it was made: nothing was ever committed
  other,
};
/// A file that does not exist, or cannot be read, is `other`.
[[nodiscard]] FileKind kind_of_file(const std::string& path);

struct PageCount {
  std::uint64_t used = 0, free = 0;
};

/// Looks at the meta pages alone: what LMDB reads when it opens a file, and how much it would map.
[[nodiscard]] Status check_meta_pages(const std::string& path);

/// Looks at all pages of the state that the transaction `id` left. A page of that state must not be written
/// to meanwhile: the caller holds a transaction that reads it. Nothing: the state is no longer the newest or
/// the one before, ask again. ErrorCode::malformed: the file is damaged; io: it cannot be read.
[[nodiscard]] Result<std::optional<PageCount>> check_pages(const std::string& path, std::uint64_t id);

}  // namespace fiveproof::solve
