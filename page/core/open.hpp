// A file that is dropped onto the page, or stands in it, as a proof.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "explore/json.hpp"
#include "proof/proof.hpp"

namespace fiveproof::page {

using explore::Json;

/// What becomes of the bytes of a file. `request` has its "name", whose extension says what it is: `.fvp`,
/// `.jsonl`, `.jsonl.zst` or `.lib`; and for a library, which claims nothing itself, "rule", "attacker" and
/// "root" (moves). A library that comes without them is ErrorCode::usage, and the error tells what its tree
/// shows.
[[nodiscard]] Result<Proof> open_proof(std::span<const std::uint8_t> bytes, const Json& request);

/// What a proof says of itself: rule, size, attacker, roots, counts, content hash.
[[nodiscard]] Json info_json(const Proof& proof);

}  // namespace fiveproof::page
