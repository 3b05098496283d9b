#include "format/walk/mixed_block.hpp"

#include "format/walk/block_walk.hpp"
#include "format/walk/mixed_models.hpp"

namespace fiveproof {

std::vector<std::uint8_t> encode_mixed_block(const BlockRecords& records) {
  return block::encode<walk::MixedModels>(records);
}

Status decode_mixed_block(std::span<const std::uint8_t> bytes, int size, Color attacker, std::uint32_t count,
                          const EntrySink& sink) {
  return block::decode<walk::MixedModels>(bytes, size, attacker, count, sink);
}

}  // namespace fiveproof
