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
constexpr std::uint32_t elsewhere = 0xFFFFFFFF;  // the number stands in a field of 64 bits

Error zip_error(std::uint64_t offset, std::string message, ErrorCode code = ErrorCode::malformed) {
  return {code, std::move(message), {}, offset};
}

bool has_magic(View archive, std::size_t at, std::size_t bytes, std::uint32_t magic) {
  return archive.size() >= bytes && at <= archive.size() - bytes && get_u32(archive, at) == magic;
}

/// Where the archive's end stands: as far back as it may, a remark could hold the same letters.
std::optional<std::size_t> zip_end_of(View archive) {
  if (archive.size() < zip_end_bytes) return std::nullopt;
  const std::size_t last = archive.size() - zip_end_bytes;
  for (std::size_t back = 0; back <= std::min(last, longest_remark); ++back) {
    const std::size_t at = last - back;
    if (has_magic(archive, at, zip_end_bytes, zip_end_magic) && get_u16(archive, at + 20) == back) return at;
  }
  return std::nullopt;
}

}  // namespace

Result<std::vector<ZipMember>> zip_members(View archive) {
  const auto end = zip_end_of(archive);
  if (!end)
    return zip_error(archive.size(), "expected the directory of a zip archive at its end, found none");
  const std::size_t count = get_u16(archive, *end + 10);
  const std::uint32_t directory = get_u32(archive, *end + 16);
  if (directory == elsewhere || get_u16(archive, *end + 4) != 0 || get_u16(archive, *end + 8) != count)
    return zip_error(*end, "a zip archive of 4 GiB or more, or of several volumes: unpack it first (unzip)",
                     ErrorCode::unsupported);
  std::vector<ZipMember> members;
  std::size_t at = directory;
  for (std::size_t i = 0; i < count; ++i) {
    if (!has_magic(archive.first(*end), at, entry_bytes, entry_magic))
      return zip_error(at, "expected file " + std::to_string(i + 1) + " of " + std::to_string(count) +
                               " in the directory of a zip archive, found other bytes");
    const std::size_t name_bytes = get_u16(archive, at + 28);
    const std::size_t all = entry_bytes + name_bytes + get_u16(archive, at + 30) + get_u16(archive, at + 32);
    if (all > *end - at)
      return zip_error(at, "expected a file in the directory of a zip archive, found its end");
    ZipMember member{std::string(as_text(archive.subspan(at + entry_bytes, name_bytes))),
                     get_u16(archive, at + 8),
                     get_u16(archive, at + 10),
                     get_u32(archive, at + 16),
                     get_u32(archive, at + 20),
                     get_u32(archive, at + 42)};
    if (!member.name.ends_with('/')) members.push_back(std::move(member));
    at += all;
  }
  return members;
}

Result<Bytes> zip_content(View archive, const ZipMember& member, std::uint64_t max_bytes) {
  const std::size_t at = member.offset;
  const std::string name = "\"" + visible(member.name) + "\"";
  if ((member.flags & encrypted) != 0)
    return zip_error(at, name + " is under a password: unpack it first (unzip)", ErrorCode::unsupported);
  if (member.method != stored_method && member.method != deflated_method)
    return zip_error(at,
                     name + " is packed by method " + std::to_string(member.method) +
                         ", expected 0 or 8: unpack it first (7z x)",
                     ErrorCode::unsupported);
  if (!has_magic(archive, at, local_bytes, local_magic))
    return zip_error(at, "expected " + name + " of a zip archive, found other bytes");
  const std::size_t from = at + local_bytes + get_u16(archive, at + 26) + get_u16(archive, at + 28);
  if (from > archive.size() || member.packed_bytes > archive.size() - from)
    return zip_error(at, "expected " + std::to_string(member.packed_bytes) + " bytes of " + name +
                             ", found the end of the file");
  const View packed = archive.subspan(from, member.packed_bytes);
  Bytes content;
  if (member.method == stored_method) {
    if (packed.size() > max_bytes)
      return zip_error(max_bytes,
                       "expected at most " + std::to_string(max_bytes) + " bytes unpacked, found more",
                       ErrorCode::limit);
    content.assign(packed.begin(), packed.end());
  } else {
    auto unpacked = inflated(packed, max_bytes);
    if (!unpacked.ok()) {
      unpacked.error().message = name + ": " + unpacked.error().message;
      if (unpacked.error().code != ErrorCode::limit) *unpacked.error().offset += from;
      return unpacked;
    }
    content = std::move(unpacked).value();
  }
  if (crc32_of(content) != member.checksum)
    return zip_error(at, "expected " + name + " to agree with its checksum, found other bytes");
  return content;
}

}  // namespace fiveproof::convert
