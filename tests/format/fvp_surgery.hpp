// Takes a .fvp file apart and puts it together again with every length and checksum repaired, so that a
// test can change one thing and reach the check behind the checksums.
#pragma once

#include <capnp/message.h>
#include <capnp/serialize.h>
#include <zstd.h>

#include <cstring>
#include <functional>
#include <vector>

#include "base/bytes.hpp"
#include "base/little_endian.hpp"
#include "format/fvp/fvp_layout.hpp"
#include "format/fvp/proof.capnp.h"

namespace fiveproof::test {

using fvp::Bytes;
using fvp::View;

struct FvpParts {
  std::uint32_t version = fvp::version;
  std::uint32_t flags = 0;
  Bytes header_frame;
  struct Block {
    std::uint32_t records;
    Bytes frame;
  };
  std::vector<Block> blocks;
  struct Section {
    std::uint32_t kind, flags;
    Bytes bytes;
  };
  std::vector<Section> sections;           ///< the header has to count them
  std::uint64_t trailer_blocks_added = 0;  ///< makes the trailer's count wrong
  std::uint64_t trailer_offset_added = 0;  ///< makes the index offset wrong
  std::uint64_t index_offset_added = 0;    ///< makes each offset in the index wrong
};

inline FvpParts take_apart(View file) {
  FvpParts parts;
  std::size_t at = fvp::prelude_bytes;
  const auto header = static_cast<std::size_t>(little_endian::get_u64(file, 16));
  parts.version = little_endian::get_u32(file, 8);
  parts.header_frame.assign(file.begin() + 40, file.begin() + 40 + static_cast<std::ptrdiff_t>(header));
  at += header;
  const auto blocks = little_endian::get_u64(file, file.size() - fvp::trailer_bytes + 8);
  for (std::uint64_t i = 0; i < blocks; ++i) {
    const std::size_t length = little_endian::get_u32(file, at);
    const View frame = file.subspan(at + fvp::block_head_bytes, length);
    parts.blocks.push_back({little_endian::get_u32(file, at + 4), Bytes(frame.begin(), frame.end())});
    at += fvp::block_head_bytes + length;
  }
  const std::uint64_t end =
      little_endian::get_u64(file, file.size() - fvp::trailer_bytes);  // where the index begins
  while (at < end) {
    const auto length = static_cast<std::size_t>(little_endian::get_u64(file, at + 8));
    const View bytes = file.subspan(at + fvp::section_head_bytes, length);
    parts.sections.push_back({little_endian::get_u32(file, at), little_endian::get_u32(file, at + 4),
                              Bytes(bytes.begin(), bytes.end())});
    at += fvp::section_head_bytes + length;
  }
  return parts;
}

inline Bytes put_together(const FvpParts& parts) {
  Bytes out;
  put_bytes(out, fvp::magic);
  little_endian::put_u32(out, parts.version);
  little_endian::put_u32(out, parts.flags);
  little_endian::put_u64(out, parts.header_frame.size());
  put_bytes(out, fvp::checksum(parts.header_frame));
  put_bytes(out, fvp::checksum(out));
  put_bytes(out, parts.header_frame);
  Bytes index;
  for (const auto& block : parts.blocks) {
    Bytes head;
    little_endian::put_u32(head, static_cast<std::uint32_t>(block.frame.size()));
    little_endian::put_u32(head, block.records);
    put_bytes(head, fvp::checksum(head, block.frame));
    little_endian::put_u64(index, out.size() + parts.index_offset_added);
    put_bytes(index, head);
    put_bytes(out, head);
    put_bytes(out, block.frame);
  }
  for (const auto& section : parts.sections) {
    Bytes head;
    little_endian::put_u32(head, section.kind);
    little_endian::put_u32(head, section.flags);
    little_endian::put_u64(head, section.bytes.size());
    put_bytes(head, fvp::checksum(head, section.bytes));
    little_endian::put_u64(index, out.size());
    put_bytes(index, head);
    put_bytes(out, head);
    put_bytes(out, section.bytes);
  }
  Bytes trailer;
  little_endian::put_u64(trailer, out.size() + parts.trailer_offset_added);
  little_endian::put_u64(trailer, parts.blocks.size() + parts.trailer_blocks_added);
  put_bytes(trailer, fvp::checksum(index));
  put_bytes(trailer, fvp::checksum(trailer));
  put_bytes(trailer, fvp::end_magic);
  put_bytes(out, index);
  put_bytes(out, trailer);
  return out;
}

inline Bytes decompressed(View frame) {
  Bytes out(static_cast<std::size_t>(ZSTD_getFrameContentSize(frame.data(), frame.size())));
  ZSTD_decompress(out.data(), out.size(), frame.data(), frame.size());
  return out;
}

inline Bytes compressed(View message) {
  Bytes out(ZSTD_compressBound(message.size()));
  out.resize(ZSTD_compress(out.data(), out.size(), message.data(), message.size(), 3));
  return out;
}

inline Bytes compressed(capnp::MessageBuilder& message) {
  const auto flat = capnp::messageToFlatArray(message);
  return compressed(View(flat.asBytes().begin(), flat.asBytes().size()));
}

/// The frame with its message changed by `change`, which gets the root struct's builder.
template <class Struct>
Bytes changed(View frame, const std::function<void(typename Struct::Builder)>& change) {
  const Bytes message = decompressed(frame);
  std::vector<std::uint64_t> words(message.size() / 8);
  std::memcpy(words.data(), message.data(), message.size());
  capnp::FlatArrayMessageReader reader({reinterpret_cast<const capnp::word*>(words.data()), words.size()});
  capnp::MallocMessageBuilder builder(1 << 16, capnp::AllocationStrategy::FIXED_SIZE);
  builder.setRoot(reader.getRoot<Struct>());
  change(builder.getRoot<Struct>());
  return compressed(builder);
}

}  // namespace fiveproof::test
