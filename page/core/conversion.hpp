// A file in another format: what `fiveproof convert` makes of it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explore/json.hpp"

namespace fiveproof::page {

struct Converted {
  std::vector<std::uint8_t> bytes;
  explore::Json told;  ///< {"carried": [...], "losses": [...]}, in lines for people
};

/// `request` has the "name" of the file; "to", which is "fvp", "jsonl", "lib" or "sgf"; and of a foreign file
/// that is to become a proof what it claims (page/core/open.hpp). From tree to tree all goes as it is. A
/// `.fvp` has the same header as the program's, but not packed, as there is no zstd that packs.
[[nodiscard]] Result<Converted> convert_file(std::span<const std::uint8_t> bytes,
                                             const explore::Json& request);

}  // namespace fiveproof::page
