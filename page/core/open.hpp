// A file that is dropped onto the page, or stands in it, as a proof or a tree.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "convert/proof/conversion.hpp"
#include "convert/tree/tree_reading.hpp"
#include "explore/json.hpp"
#include "proof/proof.hpp"

namespace fiveproof::page {

using explore::Json;

/// What stands in a file: one of these.
struct Content {
  std::string_view format;                        ///< its name in convert/formats.hpp
  std::optional<Proof> proof = {};                ///< of a file of ours
  std::optional<convert::TreeReading> tree = {};  ///< of a foreign one
};

/// Reads the bytes of a file whose name says what it is: `.fvp`, `.jsonl`, `.jsonl.zst`, `.lib` or `.sgf`.
[[nodiscard]] Result<Content> read_content(std::span<const std::uint8_t> bytes, const std::string& name);

/// A foreign tree as a proof. `request` says what it claims, as it does not itself: "rule", "attacker" and
/// "root" (moves). One that comes without them is ErrorCode::usage, and the error tells what the tree shows.
[[nodiscard]] Result<convert::Reading> claimed(const convert::TreeReading& read, const Json& request);

struct Opened {
  Proof proof;
  std::shared_ptr<const GameTree> tree;  ///< of a foreign file; null: it is one of ours
};

/// What becomes of the bytes of a file. `request` has its "name", and of a foreign one what it claims.
[[nodiscard]] Result<Opened> open_file(std::span<const std::uint8_t> bytes, const Json& request);

/// What a proof says of itself: rule, size, attacker, roots, counts, content hash.
[[nodiscard]] Json info_json(const Proof& proof);

}  // namespace fiveproof::page
