// Records that a target found in a block.
#pragma once

#include <algorithm>

#include "format/walk/block_coder.hpp"
#include "proof/records/image_board.hpp"
#include "tests/format/samples.hpp"
#include "tests/fuzz/target.hpp"

namespace fiveproof::fuzz {

/// Written in blocks and read again they are the same.
inline void check_written_again(const RecordTable& records, FvpCoding coding, std::uint32_t per_block) {
  RecordTable back(records.size(), records.attacker());
  for (const test::EncodedBlock& block : test::encoded_blocks(records, per_block, coding)) {
    const auto done = decode_block(
        block.bytes, records.size(), records.attacker(), block.count,
        [&](EntryView entry) { back.add_entry(entry); }, coding);
    FIVEPROOF_ENSURE(done.ok());
  }
  back.finish();
  FIVEPROOF_ENSURE(back.count() == records.count());
  for (std::size_t i = 0; i < back.count(); ++i)
    FIVEPROOF_ENSURE(std::ranges::equal(back.entry(i), records.entry(i)));
}

}  // namespace fiveproof::fuzz
