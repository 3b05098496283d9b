// The lists of a block of .fvp, coding 3, without the frame of zstd around them. Bytes: board size and
// attacker, number of records (2), the lists.
//
// What they say is records in canonical form; written again these make blocks that say the same. With one
// byte more they are refused.
#include "format/fvp/list_block.hpp"

#include "proof/records/image_board.hpp"
#include "tests/format/samples.hpp"
#include "tests/fuzz/blocks.hpp"
#include "tests/fuzz/byte_reader.hpp"
#include "tests/fuzz/target.hpp"

using namespace fiveproof;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::ByteReader bytes({data, size});
  const std::uint8_t head = bytes.u8();
  const int board = min_board_size + head % (max_board_size - min_board_size + 1);
  const Color attacker = head / 128 == 0 ? Color::black : Color::white;
  const auto count = static_cast<std::uint32_t>(1 + bytes.u16() % 2'000);
  const EntryView lists = bytes.rest();
  RecordTable records(board, attacker);
  std::uint32_t got = 0;
  const auto done = read_lists(lists, board, attacker, count, [&](EntryView entry) {
    FIVEPROOF_ENSURE(test::is_canonical_entry(entry, board));
    records.add_entry(entry);
    ++got;
  });
  FIVEPROOF_ENSURE(got <= count);
  if (!done.ok()) {
    FIVEPROOF_ENSURE(done.error().code == ErrorCode::malformed);
    return 0;
  }
  FIVEPROOF_ENSURE(got == count);
  records.finish();
  fuzz::check_written_again(records, FvpCoding::lists, 2'000);
  fuzz::check_written_again(records, FvpCoding::lists, 7);
  std::vector<std::uint8_t> longer(lists.begin(), lists.end());
  longer.push_back(head);
  FIVEPROOF_ENSURE(!read_lists(longer, board, attacker, count, [](EntryView) {}).ok());
  return 0;
}
