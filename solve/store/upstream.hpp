// A store may be the copy of another one, further up, that several machines share: then a change is there
// before it is here.
//
// The copy is what searches look into, as quickly as in any store. Who keeps it brings it up to date
// (Store::change_copy).
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.hpp"

namespace fiveproof::solve {

enum class Table : std::uint8_t { meta, proved, jobs };

/// An entry as a store has it, without its seal (spec/store.md).
struct StoreEntry {
  Table table = Table::meta;
  std::vector<std::uint8_t> key, value;
};

class Upstream {
 public:
  virtual ~Upstream() = default;
  /// Writes all of these or nothing. An answer that is there already stays; any other entry is replaced.
  [[nodiscard]] virtual Status put(const std::vector<StoreEntry>& entries) = 0;
};

}  // namespace fiveproof::solve
