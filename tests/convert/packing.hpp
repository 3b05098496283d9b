// Bytes packed as gzip, xz and zip have it: the first two by their libraries, archives by the description of
// their publisher.
#pragma once

#include <lzma.h>
#include <zlib.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/little_endian.hpp"
#include "convert/packed/streams.hpp"
#include "convert/packed/zip.hpp"
#include "tests/convert/bytes.hpp"

namespace fiveproof::test {

inline Bytes deflate_all(const Bytes& content, int window_bits) {
  z_stream stream{};
  FIVEPROOF_ENSURE(deflateInit2(&stream, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  Bytes out(deflateBound(&stream, content.size()) + 100);
  stream.next_in = const_cast<Bytef*>(content.data());
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<uInt>(out.size());
  FIVEPROOF_ENSURE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}
inline Bytes gzip_of(const Bytes& content) { return deflate_all(content, 15 + 16); }

inline Bytes xz_of(const Bytes& content, std::uint32_t window = 1 << 20) {
  lzma_options_lzma options;
  FIVEPROOF_ENSURE(!lzma_lzma_preset(&options, 1));
  options.dict_size = window;
  const lzma_filter filters[] = {{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, nullptr}};
  Bytes out(lzma_stream_buffer_bound(content.size()));
  std::size_t size = 0;
  FIVEPROOF_ENSURE(lzma_stream_buffer_encode(const_cast<lzma_filter*>(filters), LZMA_CHECK_CRC64, nullptr,
                                             content.data(), content.size(), out.data(), &size,
                                             out.size()) == LZMA_OK);
  out.resize(size);
  return out;
}

// -- zip, written by the description of its publisher --

struct ZipFile {
  std::string name;
  Bytes content;
  std::uint16_t method = 8;
  std::uint16_t flags = 0;
};

inline void put_letters(Bytes& out, const std::string& text) {
  out.insert(out.end(), text.begin(), text.end());
}

inline Bytes zip_of(const std::vector<ZipFile>& members, const std::string& remark = {}) {
  using namespace little_endian;
  Bytes out, directory;
  for (const ZipFile& member : members) {
    const Bytes packed = member.method == 8 ? deflate_all(member.content, -15) : member.content;
    const auto offset = static_cast<std::uint32_t>(out.size());
    Bytes common;
    put_u16(common, 20);
    put_u16(common, member.flags);
    put_u16(common, member.method);
    put_u32(common, 0);
    put_u32(common, static_cast<std::uint32_t>(crc32_z(0, member.content.data(), member.content.size())));
    put_u32(common, static_cast<std::uint32_t>(packed.size()));
    put_u32(common, static_cast<std::uint32_t>(member.content.size()));
    put_u16(common, static_cast<std::uint16_t>(member.name.size()));
    put_letters(out, "PK\3\4");
    out.insert(out.end(), common.begin(), common.end());
    put_u16(out, 3);
    put_letters(out, member.name + "xyz");
    out.insert(out.end(), packed.begin(), packed.end());
    put_letters(directory, "PK\1\2");
    put_u16(directory, 20);
    directory.insert(directory.end(), common.begin(), common.end());
    put_u16(directory, 0);
    put_u16(directory, 2);  // a remark
    directory.resize(directory.size() + 8);
    put_u32(directory, offset);
    put_letters(directory, member.name + "no");
  }
  const auto at = static_cast<std::uint32_t>(out.size());
  out.insert(out.end(), directory.begin(), directory.end());
  put_letters(out, "PK\5\6");
  put_u32(out, 0);
  for (int i = 0; i < 2; ++i) put_u16(out, static_cast<std::uint16_t>(members.size()));
  put_u32(out, static_cast<std::uint32_t>(directory.size()));
  put_u32(out, at);
  put_u16(out, static_cast<std::uint16_t>(remark.size()));
  put_letters(out, remark);
  return out;
}

// -- how they are read --

/// In pieces of so many bytes; `bytes` outlive it.
inline convert::PieceSource in_pieces(std::span<const std::uint8_t> bytes, std::size_t most = 1000) {
  return [left = bytes, most]() mutable -> Result<convert::View> {
    const auto piece = left.first(std::min(most, left.size()));
    left = left.subspan(piece.size());
    return piece;
  };
}

/// At places; `bytes` outlive it.
inline convert::ZipBytes zip_bytes(std::span<const std::uint8_t> bytes) {
  return {bytes.size(), [bytes](std::uint64_t from, std::size_t count) -> Result<Bytes> {
            FIVEPROOF_ENSURE(from <= bytes.size() && count <= bytes.size() - from);
            const auto part = bytes.subspan(static_cast<std::size_t>(from), count);
            return Bytes(part.begin(), part.end());
          }};
}

}  // namespace fiveproof::test
