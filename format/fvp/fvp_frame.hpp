// The zstd frame in a .fvp file, which holds the header: spec/format.md, section 4.
#pragma once

#include <cstdint>
#include <vector>

#include "format/fvp/fvp_cursor.hpp"

namespace fiveproof::fvp {

/// Packs the content into one frame that states its size. It has no checksum of zstd's, as ours covers it.
[[nodiscard]] Bytes compress(View content);

/// The most bytes that zstd makes of so many.
[[nodiscard]] std::size_t most_frame_bytes(std::size_t content_bytes);

/// What the frame holds, in whole words. `offset` is where it begins in the file, for messages. Throws
/// Refusal; a frame of more than `max_bytes` is refused before it is decompressed.
[[nodiscard]] std::vector<std::uint64_t> decompress(View frame, std::uint64_t offset, std::size_t max_bytes);

}  // namespace fiveproof::fvp
