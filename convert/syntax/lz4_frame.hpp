// Files that are one LZ4 frame as a whole, as some programs keep their databases.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace fiveproof::convert {

/// Do the bytes begin as a frame does, with 04 22 4D 18?
[[nodiscard]] bool is_lz4_frame(std::span<const std::uint8_t> bytes);

/// The content of the frame. Memory grows with what really comes out; sizes that the frame names are not
/// believed. ErrorCode::malformed, with the offset in the frame, for a damaged frame, one that ends too
/// early, and bytes behind its end; ErrorCode::limit beyond `max_bytes`.
///
/// `damage` not null: of a damaged frame what came out before, and the error there.
[[nodiscard]] Result<std::vector<std::uint8_t>> lz4_content(std::span<const std::uint8_t> frame,
                                                            std::uint64_t max_bytes,
                                                            std::optional<Error>* damage = nullptr);

/// A frame as Rapfi writes them: linked blocks, a checksum of the content, level 3. Its bytes depend on the
/// version of the library.
[[nodiscard]] std::vector<std::uint8_t> lz4_frame(std::span<const std::uint8_t> content);

}  // namespace fiveproof::convert
