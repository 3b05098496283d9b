// Bytes that gzip, xz or the method of a zip archive packed, unpacked into memory.
//
// A few bytes can stand for very many. So memory grows with what really comes out, sizes that a file names
// are not believed, and more than the caller allows is ErrorCode::limit. Damage, an end that comes too early,
// and bytes behind the end are ErrorCode::malformed. The offset of an error is the place in what is packed,
// that of a limit the place in what comes out, as read_file() has it (base/files/file.hpp).
#pragma once

#include <cstdint>
#include <functional>

#include "base/error.hpp"
#include "convert/syntax/bytes.hpp"

namespace fiveproof::convert {

/// Gives what is packed piece by piece, nothing at its end; a piece stays until the next one.
using PieceSource = std::function<Result<View>()>;

/// A file of gzip (RFC 1952): one member or several, which together are the content. Where `is_cut` is given,
/// it says whether the file ends too early, which then is no error: all that came out before is right, as far
/// as what is left of the file is. Of other damage nobody knows from where on it is noticed, so that it
/// stays an error.
[[nodiscard]] Result<Bytes> gzip_content(const PieceSource& source, std::uint64_t max_bytes,
                                         bool* is_cut = nullptr);
/// A file of xz: one stream or several. A window beyond 128 MiB is ErrorCode::limit. `is_cut` as above.
[[nodiscard]] Result<Bytes> xz_content(const PieceSource& source, std::uint64_t max_bytes,
                                       bool* is_cut = nullptr);
/// What is deflated (RFC 1951), without a head or a checksum.
[[nodiscard]] Result<Bytes> inflated(const PieceSource& source, std::uint64_t max_bytes);
/// The checksum of gzip and zip.
[[nodiscard]] std::uint32_t crc32_of(View bytes);

}  // namespace fiveproof::convert
