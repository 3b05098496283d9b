// What is whole of a damaged store, in a new one.
//
// The damaged file is not opened as a store. Wherever in it an entry stands whose checksum is right, it is
// taken: no tree, no list of pages and no page header has to be whole for that. Only the position of an
// answer must be canonical and its move legal besides.
//
// That an answer is whole does not say that all is there that its proof needs: what was lost is lost. So the
// new store may lack replies to moves that it has. Nothing false comes of that: whatever leaves a store has
// passed the verifier, who names what is missing, and the solver makes jobs of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "solve/store/store.hpp"

namespace fiveproof::solve {

struct Repaired {
  StoreIdentity game;
  int version = 0;  ///< of the old store
  std::optional<Error>
      damage;  ///< absent: nothing was wrong with the old store, and the new one has all of it
  StoreCheck saved;
  std::uint64_t reopened = 0;  ///< jobs that were proved and whose answer is lost: to be searched again
};

/// Writes what is whole of the store `path` to a new store. ErrorCode::usage: `new_path` exists; malformed:
/// no entry of a store is whole; io: a file cannot be read or written.
[[nodiscard]] Result<Repaired> repair(const std::string& path, const std::string& new_path);

}  // namespace fiveproof::solve
