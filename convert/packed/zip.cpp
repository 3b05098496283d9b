#include "convert/packed/zip.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/little_endian.hpp"
#include "base/visible.hpp"
#include "convert/packed/streams.hpp"

namespace fiveproof::convert {

namespace {

using little_endian::get_u16;
using little_endian::get_u32;

constexpr std::size_t zip_end_bytes = 22, entry_bytes = 46, local_bytes = 30, longest_remark = 0xFFFF;
constexpr std::uint32_t zip_end_magic = 0x06054B50, entry_magic = 0x02014B50, local_magic = 0x04034B50;
constexpr std::uint16_t encrypted = 1, stored_method = 0, deflated_method = 8;
constexpr std::uint64_t most_of_directory = std::uint64_t{16} << 20;
constexpr std::size_t portion_bytes = std::size_t{64} << 10;
constexpr std::uint32_t elsewhere = 0xFFFFFFFF;  // the number stands in a field of 64 bits

Error zip_error(std::uint64_t offset, std::string message, ErrorCode code = ErrorCode::malformed) {
  return {code, std::move(message), {}, offset};
}

bool has_magic(View bytes, std::size_t at, std::size_t count, std::uint32_t magic) {
  return bytes.size() >= count && at <= bytes.size() - count && get_u32(bytes, at) == magic;
}

/// Where the archive's end stands in its last bytes: as far back as it may, a remark could hold the same
/// letters.
std::optional<std::size_t> zip_end_of(View tail) {
  if (tail.size() < zip_end_bytes) return std::nullopt;
  const std::size_t last = tail.size() - zip_end_bytes;
  for (std::size_t back = 0; back <= std::min(last, longest_remark); ++back) {
    const std::size_t at = last - back;
    if (has_magic(tail, at, zip_end_bytes, zip_end_magic) && get_u16(tail, at + 20) == back) return at;
  }
  return std::nullopt;
}

struct Directory {
  std::size_t count = 0;
  std::uint64_t offset = 0;
  Bytes bytes;
};

Result<Directory> directory_of(const ZipBytes& archive, std::uint64_t max_bytes) {
  const auto tail_bytes =
      static_cast<std::size_t>(std::min<std::uint64_t>(archive.size, zip_end_bytes + longest_remark));
  FIVEPROOF_LET(const auto tail, archive.read(archive.size - tail_bytes, tail_bytes));
  const auto end = zip_end_of(tail);
  if (!end) return zip_error(archive.size, "expected the directory of a zip archive at its end, found none");
  const std::uint64_t end_offset = archive.size - tail_bytes + *end;
  Directory directory{get_u16(tail, *end + 10), get_u32(tail, *end + 16), {}};
  if (directory.offset == elsewhere || get_u16(tail, *end + 4) != 0 ||
      get_u16(tail, *end + 8) != directory.count)
    return zip_error(end_offset,
                     "a zip archive of 4 GiB or more, or of several volumes: unpack it first (unzip)",
                     ErrorCode::unsupported);
  if (directory.offset > end_offset)
    return zip_error(end_offset, "expected the directory of a zip archive before its end, found byte " +
                                     std::to_string(directory.offset));
  const std::uint64_t bytes = end_offset - directory.offset;
  if (bytes > std::min(max_bytes, most_of_directory))
    return zip_error(directory.offset,
                     "expected a directory of at most " +
                         std::to_string(std::min(max_bytes, most_of_directory)) + " bytes, found " +
                         std::to_string(bytes),
                     ErrorCode::limit);
  FIVEPROOF_LET(directory.bytes, archive.read(directory.offset, static_cast<std::size_t>(bytes)));
  return directory;
}

/// The packed bytes of a file, piece by piece.
PieceSource pieces_of(const ZipBytes& archive, std::uint64_t from, std::uint64_t count) {
  return [&archive, from, left = count, piece = Bytes()]() mutable -> Result<View> {
    const auto next = static_cast<std::size_t>(std::min<std::uint64_t>(left, portion_bytes));
    FIVEPROOF_LET(piece, archive.read(from, next));
    from += next;
    left -= next;
    return View(piece);
  };
}

Result<Bytes> stored_content(const ZipBytes& archive, std::uint64_t from, std::uint32_t count,
                             std::uint64_t max_bytes) {
  if (count <= max_bytes) return archive.read(from, count);
  return zip_error(max_bytes, "expected at most " + std::to_string(max_bytes) + " bytes unpacked, found more",
                   ErrorCode::limit);
}

Result<Bytes> deflated_content(const ZipBytes& archive, const std::string& name, std::uint64_t from,
                               std::uint32_t count, std::uint64_t max_bytes) {
  auto unpacked = inflated(pieces_of(archive, from, count), max_bytes);
  if (unpacked.ok() || unpacked.error().code == ErrorCode::io) return unpacked;
  unpacked.error().message = name + ": " + unpacked.error().message;
  if (unpacked.error().code != ErrorCode::limit) *unpacked.error().offset += from;
  return unpacked;
}

/// Where the packed bytes of the file begin.
Result<std::uint64_t> begin_of(const ZipBytes& archive, const ZipMember& member, const std::string& name) {
  const std::uint64_t at = member.offset;
  const Error no_head = zip_error(at, "expected " + name + " of a zip archive, found other bytes");
  if (at > archive.size || archive.size - at < local_bytes) return no_head;
  FIVEPROOF_LET(const auto head, archive.read(at, local_bytes));
  if (!has_magic(head, 0, local_bytes, local_magic)) return no_head;
  const std::uint64_t from = at + local_bytes + get_u16(head, 26) + get_u16(head, 28);
  if (from > archive.size || member.packed_bytes > archive.size - from)
    return zip_error(at, "expected " + std::to_string(member.packed_bytes) + " bytes of " + name +
                             ", found the end of the file");
  return from;
}

}  // namespace

Result<std::vector<ZipMember>> zip_members(const ZipBytes& archive, std::uint64_t max_bytes) {
  FIVEPROOF_LET(const auto directory, directory_of(archive, max_bytes));
  const View bytes = directory.bytes;
  std::vector<ZipMember> members;
  std::size_t at = 0;
  for (std::size_t i = 0; i < directory.count; ++i) {
    if (!has_magic(bytes, at, entry_bytes, entry_magic))
      return zip_error(directory.offset + at, "expected file " + std::to_string(i + 1) + " of " +
                                                  std::to_string(directory.count) +
                                                  " in the directory of a zip archive, found other bytes");
    const std::size_t name_bytes = get_u16(bytes, at + 28);
    const std::size_t all = entry_bytes + name_bytes + get_u16(bytes, at + 30) + get_u16(bytes, at + 32);
    if (all > bytes.size() - at)
      return zip_error(directory.offset + at,
                       "expected a file in the directory of a zip archive, found its end");
    ZipMember member{std::string(as_text(bytes.subspan(at + entry_bytes, name_bytes))),
                     get_u16(bytes, at + 8),
                     get_u16(bytes, at + 10),
                     get_u32(bytes, at + 16),
                     get_u32(bytes, at + 20),
                     get_u32(bytes, at + 42)};
    if (!member.name.ends_with('/')) members.push_back(std::move(member));
    at += all;
  }
  return members;
}

Result<Bytes> zip_content(const ZipBytes& archive, const ZipMember& member, std::uint64_t max_bytes) {
  const std::string name = "\"" + visible(member.name) + "\"";
  if ((member.flags & encrypted) != 0)
    return zip_error(member.offset, name + " is under a password: unpack it first (unzip)",
                     ErrorCode::unsupported);
  if (member.method != stored_method && member.method != deflated_method)
    return zip_error(member.offset,
                     name + " is packed by method " + std::to_string(member.method) +
                         ", expected 0 or 8: unpack it first (7z x)",
                     ErrorCode::unsupported);
  FIVEPROOF_LET(const auto from, begin_of(archive, member, name));
  FIVEPROOF_LET(auto content, member.method == stored_method
                                  ? stored_content(archive, from, member.packed_bytes, max_bytes)
                                  : deflated_content(archive, name, from, member.packed_bytes, max_bytes));
  if (crc32_of(content) != member.checksum)
    return zip_error(from, "expected " + name + " to agree with its checksum, found other bytes");
  return content;
}

}  // namespace fiveproof::convert
