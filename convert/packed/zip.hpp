// Archives .zip: which files are in one, and the content of a file.
//
//   end        PK 05 06, 4 bytes, u16 files, u16 files, u32 size and u32 offset of the directory, u16 length
//              of a remark, which ends the archive
//   directory  for each file PK 01 02, 4 bytes, u16 flags, u16 method, 4 bytes, u32 checksum, u32 packed and
//              u32 unpacked size, u16 lengths of name, extra and remark, 8 bytes, u32 offset of the file;
//              name, extra, remark
//   file       PK 03 04, 22 bytes, u16 lengths of name and extra; name, extra, what is packed
//
// The directory is believed where a file stands, how long it is packed and what its checksum is; the content
// has to agree. Stored and deflated files are read. Archives of several volumes, of 4 GiB or more, and files
// under a password are ErrorCode::unsupported. Of an archive only the directory and the file that is wanted
// are read; a directory of more than 16 MiB, or more than the caller allows, is ErrorCode::limit.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "convert/syntax/bytes.hpp"

namespace fiveproof::convert {

/// An archive that is read at places.
struct ZipBytes {
  std::uint64_t size = 0;
  /// So many bytes from there on; all of them are within the size.
  std::function<Result<Bytes>(std::uint64_t from, std::size_t count)> read;
};

struct ZipMember {
  std::string name;  ///< with folders, as bytes
  std::uint16_t flags = 0, method = 0;
  std::uint32_t checksum = 0, packed_bytes = 0, offset = 0;
};

/// The files in the order of the directory, without folders. ErrorCode::malformed with the offset for what is
/// no archive.
[[nodiscard]] Result<std::vector<ZipMember>> zip_members(const ZipBytes& archive, std::uint64_t max_bytes);
/// The content of a file. ErrorCode::malformed, with an offset in the archive, when it is damaged;
/// ErrorCode::limit beyond `max_bytes`. require: the file is of zip_members() of this archive.
[[nodiscard]] Result<Bytes> zip_content(const ZipBytes& archive, const ZipMember& member,
                                        std::uint64_t max_bytes);

}  // namespace fiveproof::convert
