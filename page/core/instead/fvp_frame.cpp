// The rules of spec/format.md, section 4, for a frame that JavaScript unpacks.
#include "format/fvp/fvp_frame.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/little_endian.hpp"
#include "page/core/host.hpp"
#include "page/core/instead/zstd_frame.hpp"

namespace fiveproof::fvp {
namespace {

std::size_t content_bytes(View bytes, std::uint64_t offset, std::size_t max_bytes) {
  const page::ZstdFrame frame = page::zstd_frame_of(bytes);
  if (!frame.has_magic) refuse(offset, "a zstd frame", "other bytes");
  if (!frame.is_whole || frame.bytes != bytes.size())
    refuse(offset, "one whole zstd frame of " + std::to_string(bytes.size()) + " bytes", "another length");
  if (frame.has_dictionary) refuse(offset, "a zstd frame without a dictionary", "one with it");
  if (!frame.content_bytes) refuse(offset, "a zstd frame that states its content size", "none");
  const std::uint64_t size = *frame.content_bytes;
  expect_at_most(offset, "bytes after decompression", max_bytes, size);
  if (size == 0 || size % 8 != 0) refuse(offset, "whole words of 8 bytes", std::to_string(size) + " bytes");
  return static_cast<std::size_t>(size);
}

}  // namespace

/// The content in raw blocks (RFC 8878, 3.1.1): a frame of one segment that states its size in eight bytes.
Bytes compress(View content) {
  constexpr std::size_t most_block_bytes = std::size_t{128} << 10;
  constexpr std::uint8_t one_segment = 0x20, size_of_8_bytes = 0xC0;
  Bytes frame;
  little_endian::put_u32(frame, 0xFD2FB528);
  frame.push_back(one_segment | size_of_8_bytes);
  little_endian::put_u64(frame, content.size());
  do {
    const View block = content.first(std::min(content.size(), most_block_bytes));
    content = content.subspan(block.size());
    const std::uint32_t is_last = content.empty() ? 1 : 0;
    little_endian::put(frame, is_last | static_cast<std::uint32_t>(block.size()) << 3, 3);
    put_bytes(frame, block);
  } while (!content.empty());
  return frame;
}

/// The formula of ZSTD_COMPRESSBOUND in zstd.h.
std::size_t most_frame_bytes(std::size_t content_bytes) {
  constexpr std::size_t small = std::size_t{128} << 10;
  return content_bytes + (content_bytes >> 8) + (content_bytes < small ? (small - content_bytes) >> 11 : 0);
}

std::vector<std::uint64_t> decompress(View frame, std::uint64_t offset, std::size_t max_bytes) {
  const std::size_t size = content_bytes(frame, offset, max_bytes);
  std::vector<std::uint64_t> words(size / 8);
  const auto got =
      host_unzstd(frame.data(), frame.size(), reinterpret_cast<std::uint8_t*>(words.data()), size);
  if (got < 0 || static_cast<std::size_t>(got) != size)
    refuse(offset, "a readable zstd frame", "one that cannot be unpacked");
  return words;
}

}  // namespace fiveproof::fvp
