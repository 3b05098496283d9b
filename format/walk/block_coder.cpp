#include "format/walk/block_coder.hpp"

#include "format/walk/block_walk.hpp"
#include "format/walk/mixed_block.hpp"
#include "format/walk/plain_models.hpp"

namespace fiveproof {

std::vector<std::uint8_t> encode_block(const BlockRecords& records, FvpCoding coding) {
  if (coding == FvpCoding::mixed_walks) return encode_mixed_block(records);
  return block::encode<walk::PlainModels>(records);
}

Status decode_block(std::span<const std::uint8_t> bytes, int size, Color attacker, std::uint32_t count,
                    const EntrySink& sink, FvpCoding coding) {
  if (coding == FvpCoding::mixed_walks) return decode_mixed_block(bytes, size, attacker, count, sink);
  return block::decode<walk::PlainModels>(bytes, size, attacker, count, sink);
}

}  // namespace fiveproof
