#include "format/fvp/fvp_frame.hpp"

#include <zstd.h>
#include <zstd_errors.h>

#include <memory>
#include <new>

#include "base/little_endian.hpp"

namespace fiveproof::fvp {
namespace {

std::size_t content_bytes(View frame, std::uint64_t offset, std::size_t max_bytes) {
  // A skippable frame is a valid frame to zstd, and an empty one.
  if (frame.size() < 4 || little_endian::get_u32(frame, 0) != ZSTD_MAGICNUMBER)
    refuse(offset, "a zstd frame", "other bytes");
  if (ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size())
    refuse(offset, "one whole zstd frame of " + std::to_string(frame.size()) + " bytes", "another length");
  const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR)
    refuse(offset, "a zstd frame that states its content size", "none");
  expect_at_most(offset, "bytes after decompression", max_bytes, size);
  if (size == 0 || size % 8 != 0) refuse(offset, "whole words of 8 bytes", std::to_string(size) + " bytes");
  return static_cast<std::size_t>(size);
}

}  // namespace

Bytes compress(View content) {
  Bytes frame(ZSTD_compressBound(content.size()));
  const std::size_t length =
      ZSTD_compress(frame.data(), frame.size(), content.data(), content.size(), zstd_level);
  if (ZSTD_getErrorCode(length) == ZSTD_error_memory_allocation) throw std::bad_alloc();
  FIVEPROOF_ENSURE(!ZSTD_isError(length));
  frame.resize(length);
  return frame;
}

std::size_t most_frame_bytes(std::size_t content_bytes) { return ZSTD_compressBound(content_bytes); }

std::vector<std::uint64_t> decompress(View frame, std::uint64_t offset, std::size_t max_bytes) {
  const std::size_t size = content_bytes(frame, offset, max_bytes);
  std::vector<std::uint64_t> words(size / 8);
  const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  if (context == nullptr) throw std::bad_alloc();
  const std::size_t got = ZSTD_decompressDCtx(context.get(), words.data(), size, frame.data(), frame.size());
  if (ZSTD_isError(got)) refuse(offset, "a readable zstd frame", ZSTD_getErrorName(got));
  expect_number(offset, "decompressed bytes", size, got);
  return words;
}

}  // namespace fiveproof::fvp
