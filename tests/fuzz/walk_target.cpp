// The bits of a block of .fvp, coding 1 or 2. Bytes: board size, coding and attacker, number of records (2),
// the bits.
//
// What they say is records in canonical form; written again these make blocks that say the same. With one
// byte more they are refused, or say something else: the byte may decide what the last bits are.
#include <algorithm>

#include "format/walk/block_coder.hpp"
#include "proof/records/image_board.hpp"
#include "tests/format/samples.hpp"
#include "tests/fuzz/blocks.hpp"
#include "tests/fuzz/byte_reader.hpp"
#include "tests/fuzz/target.hpp"

namespace walk_target {

using namespace fiveproof;

FIVEPROOF_FUZZ_TARGET(walk, data, size) {
  fuzz::ByteReader bytes({data, size});
  const std::uint8_t head = bytes.u8();
  const int board = min_board_size + head % (max_board_size - min_board_size + 1);
  const Color attacker = head / 128 == 0 ? Color::black : Color::white;
  const auto coding = head / 64 % 2 == 0 ? FvpCoding::walks : FvpCoding::mixed_walks;
  const auto count = static_cast<std::uint32_t>(1 + bytes.u16() % 2'000);
  const EntryView bits = bytes.rest();
  std::vector<std::uint8_t> entries;
  std::uint32_t got = 0;
  const auto done = decode_block(
      bits, board, attacker, count,
      [&](EntryView entry) {
        FIVEPROOF_ENSURE(test::is_canonical_entry(entry, board));
        entries.insert(entries.end(), entry.begin(), entry.end());
        ++got;
      },
      coding);
  FIVEPROOF_ENSURE(got <= count);
  if (!done.ok()) {
    FIVEPROOF_ENSURE(done.error().code == ErrorCode::malformed);
    return 0;
  }
  FIVEPROOF_ENSURE(got == count);
  RecordTable records(board, attacker);
  const std::size_t each = entry_bytes(board);
  for (std::size_t i = 0; i < entries.size(); i += each)
    records.add_entry(EntryView(entries).subspan(i, each));
  records.finish();
  fuzz::check_written_again(records, coding, 2'000);
  fuzz::check_written_again(records, coding, 7);
  std::vector<std::uint8_t> longer(bits.begin(), bits.end());
  longer.push_back(head);
  std::vector<std::uint8_t> others;
  const auto again = decode_block(
      longer, board, attacker, count,
      [&](EntryView entry) { others.insert(others.end(), entry.begin(), entry.end()); }, coding);
  FIVEPROOF_ENSURE(!again.ok() || others != entries);
  return 0;
}

}  // namespace walk_target
