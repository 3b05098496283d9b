// A file that is dropped onto the page, or stands in it, as a proof.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "explore/json.hpp"
#include "proof/proof.hpp"

namespace fiveproof::page {

using explore::Json;

struct Opened {
  Proof proof;
  std::shared_ptr<const GameTree> tree;  ///< of a foreign file; null: it is one of ours
};

/// What becomes of the bytes of a file. `request` has its "name", whose extension says what it is: `.fvp`,
/// `.jsonl`, `.jsonl.zst`, `.lib` or `.sgf`; and for the last two, which claim nothing themselves, "rule",
/// "attacker" and "root" (moves). One that comes without them is ErrorCode::usage, and the error tells what
/// its tree shows.
[[nodiscard]] Result<Opened> open_file(std::span<const std::uint8_t> bytes, const Json& request);

/// What a proof says of itself: rule, size, attacker, roots, counts, content hash.
[[nodiscard]] Json info_json(const Proof& proof);

}  // namespace fiveproof::page
