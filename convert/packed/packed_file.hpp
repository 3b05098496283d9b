// Files that are read as they lie, in the packing in which people publish them: .xz, .gz, or in an archive
// .zip.
//
// The name tells, and nothing is guessed: `x.lib.xz` is a library packed by xz. Of an archive that file is
// read that can be meant, if there is one alone; `x.zip/folder/y.lib` names one. What is packed as .rar or
// .7z is ErrorCode::unsupported, and the error says what unpacks it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "convert/syntax/bytes.hpp"

namespace fiveproof::convert {

/// Could a file of an archive, by its name, be the one that is meant?
using IsMeant = std::function<bool(std::string_view name)>;

/// The name of what is packed, which tells its format: `x.lib` of `x.lib.gz`, and of an archive that of a
/// file in it. The path itself if nothing is packed. Opens archives only.
[[nodiscard]] Result<std::string> name_inside(const std::string& path, const IsMeant& is_meant);
/// Does the name say that the file is packed in a way that is read?
[[nodiscard]] bool is_packed(const std::string& path);

/// The bytes of a file.
struct FileBytes {
  Bytes bytes;
  std::string name;     ///< what errors about them call it
  bool is_cut = false;  ///< they are packed by gzip or xz, and what is packed ends too early
};
/// Reads a file, and unpacks it if its name says so. ErrorCode::limit when that makes more than `max_bytes`.
/// Of a cut file, gzip's or xz's, what comes out before its end is taken if that is to be `keep_cut`.
[[nodiscard]] Result<FileBytes> read_unpacked(const std::string& path, const IsMeant& is_meant,
                                              std::uint64_t max_bytes, bool keep_cut = false);

}  // namespace fiveproof::convert
