// One byte of choices, then a database as a file; or, by its highest bits, what the content of an LZ4 frame
// is (its checksum stops what is made up there), what a tree is made of that says it came from a database, or
// the text that a database is dumped to.
#include "convert/rapfi/rapfi_db.hpp"

#include <algorithm>

#include "convert/rapfi/rapfi_csv.hpp"
#include "convert/rapfi/rapfi_index.hpp"
#include "convert/rapfi/rapfi_proof.hpp"
#include "convert/syntax/lz4_frame.hpp"
#include "tests/fuzz/byte_reader.hpp"
#include "tests/fuzz/proof_checks.hpp"
#include "tests/fuzz/target.hpp"

namespace rapfi_db_target {

using namespace fiveproof;
using namespace fiveproof::convert;

/// The tree gives back the same database.
void check_tree_of(const RapfiDatabase& db) {
  const auto tree = tree_of_db(db);
  FIVEPROOF_ENSURE(tree.ok());
  const auto back = db_of_tree(tree.value());
  FIVEPROOF_ENSURE(back.ok());
  FIVEPROOF_ENSURE(back.value() == db);
}

/// Every position is found in the index, and its smallest key is the smallest of its images.
void check_keys(const RapfiDatabase& db) {
  for (const DbGroup& group : groups_of(db)) {
    const DbBoard& board = group.board;
    if (board.width < 1 || board.width > 16 || board.height < 1 || board.height > 16) continue;
    const DbIndex index(db, board, group.records);
    for (const std::uint32_t record : group.records) {
      const DbKey key = *DbKey::parse(db.record(record).key());
      if (!key.is_position()) continue;
      const auto id = index.find(DbStones(index.hashes(), key));
      FIVEPROOF_ENSURE(id);
      const auto canonical = canonical_key(key).bytes;
      const DbKey first = *DbKey::parse(db.record(index.first_record(*id)).key());
      FIVEPROOF_ENSURE(canonical_key(first).bytes == canonical);
      FIVEPROOF_ENSURE(is_canonical(*DbKey::parse(canonical)));
      FIVEPROOF_ENSURE(canonical_body(db.record(record)).size() >=
                       db.record(record).body().size() - db.record(record).text().size());
    }
  }
}

/// Whatever it claims is a proof that can be written and read, and that makes a database again.
void check_proofs(const RapfiDatabase& db, Color attacker) {
  for (const DbGroup& group : groups_of(db)) {
    if (group.board.rule > 1) continue;
    Wanted wanted;
    wanted.rule = static_cast<RuleSet>(group.board.rule);
    wanted.size = group.board.width;
    wanted.attacker = attacker;
    const auto reading = proof_of_db(db, wanted);
    if (!reading.ok()) {
      FIVEPROOF_ENSURE(!group.board.is_square() || !is_board_size(group.board.width));
      continue;
    }
    const Proof& proof = reading.value().proof;
    fuzz::check_round_trips(proof);
    const auto writing = db_of_proof(proof);
    FIVEPROOF_ENSURE(writing.ok());
    const auto again = read_rapfi_file(rapfi_file(writing.value().db));
    FIVEPROOF_ENSURE(again.ok() && again.value().oddities.empty());
    if (proof.records.empty()) continue;
    const auto back = proof_of_db(again.value().db, wanted);
    // Of positions that no key can say there is nothing to be read.
    FIVEPROOF_ENSURE(back.ok() || (groups_of(again.value().db).empty() && !writing.value().losses.empty()));
    if (!back.ok()) continue;
    if (writing.value().losses.empty())
      FIVEPROOF_ENSURE(content_hash(back.value().proof) == content_hash(proof));
  }
}

/// Rows that are written are read again without a loss, and are the same then.
void check_rows(const TreeWriting& writing) {
  const auto reading = read_rapfi_csv(writing.bytes);
  FIVEPROOF_ENSURE(reading.ok() && reading.value().losses.empty());
  const auto again = write_rapfi_csv(reading.value().tree);
  FIVEPROOF_ENSURE(again.ok() && again.value().bytes == writing.bytes && again.value().losses.empty());
}

void check_text(View text) {
  TreeReadOptions options;
  options.max_oddities = 10;
  const auto reading = read_rapfi_csv(text, options);
  if (!reading.ok()) {
    fuzz::check_error(reading.error(), text.size());
    return;
  }
  for (const Remark& one : reading.value().oddities) FIVEPROOF_ENSURE(*one.offset <= text.size());
  const auto writing = write_rapfi_csv(reading.value().tree);
  FIVEPROOF_ENSURE(writing.ok());
  check_rows(writing.value());
}

void check_file(View file, std::uint8_t choices) {
  TreeReadOptions options;
  options.keep_cut = (choices & 1) != 0;
  options.max_oddities = 10;
  options.max_bytes = 1 << 20;
  const auto reading = read_rapfi_file(file, options);
  if (!reading.ok()) {
    // Of what a frame holds, offsets may lie beyond the file.
    if (!is_lz4_frame(file)) fuzz::check_error(reading.error(), file.size());
    return;
  }
  const RapfiDatabase& db = reading.value().db;
  FIVEPROOF_ENSURE(reading.value().oddities.size() <= options.max_oddities);
  FIVEPROOF_ENSURE(reading.value().oddity_count >= reading.value().oddities.size());
  for (const Remark& one : reading.value().oddities) FIVEPROOF_ENSURE(*one.offset <= db.bytes().size());
  if (db.container() == DbContainer::raw) FIVEPROOF_ENSURE(std::ranges::equal(rapfi_file(db), file));
  check_tree_of(db);
  check_rows(csv_of_db(db));
  check_keys(db);
  check_proofs(db, choices & 2 ? Color::white : Color::black);
  TreeReadOptions tree_options;
  tree_options.keep_cut = options.keep_cut;
  FIVEPROOF_ENSURE(read_rapfi_db(file, tree_options).ok());
}

/// A tree that says it came from a database is written as one that says the same, or not at all.
void check_made_tree(fuzz::ByteReader in) {
  const std::uint8_t kind = in.u8();
  TreeBuilder builder(kind & 1 ? 15 : 6, std::string(rapfi_db_source));
  if (kind & 2) builder.set_fact("order", in.take(in.u8() & 15));
  if (kind & 4) builder.set_fact("records", in.take(in.u8() & 31));
  if (kind & 8) builder.set_fact("tail", in.take(in.u8() & 3));
  if (kind & 16) builder.set_fact("count", in.take(4));
  while (!in.at_end()) {
    const std::uint8_t how = in.u8(), square = in.u8();
    const std::size_t depth = builder.line().empty() ? 0 : how % (builder.line().size() + 1);
    const TreeMove move = depth == 0 && !(how & 0x40) ? TreeMove()
                          : square < 36               ? TreeMove::from_number(square)
                          : kind & 1 && square < 225  ? TreeMove::from_number(square)
                                                      : TreeMove::pass();
    const NodeNumber node = builder.add(depth, move);
    if (depth == 0) builder.add_source_bits(node, std::uint64_t{(square & 3u)} << 44);
    if (how & 0x80) {
      const std::uint8_t length = in.u8();
      std::uint64_t bits = std::uint64_t{length & 15u} << 40;
      for (unsigned i = 0; i < (length & 7u); ++i) bits |= std::uint64_t{in.u8()} << (8 * i);
      builder.add_source_bits(node, bits);
      if (length & 16) builder.add_text(TextKind::comment, in.take(length >> 5));
    }
  }
  const GameTree tree = std::move(builder).finish();
  const auto writing = write_rapfi_db(tree);
  if (!writing.ok()) return;
  TreeReadOptions anything;
  anything.keep_cut = true;
  const auto reading = read_rapfi_db(writing.value().bytes, anything);
  FIVEPROOF_ENSURE(reading.ok());
  const auto again = write_rapfi_db(reading.value().tree);
  FIVEPROOF_ENSURE(again.ok() && again.value().bytes == writing.value().bytes);
}

FIVEPROOF_FUZZ_TARGET(rapfi_db, data, size) {
  if (size == 0) return 0;
  const View bytes(data + 1, size - 1);
  if (data[0] & 0x80)
    check_made_tree(fuzz::ByteReader(bytes));
  else if (data[0] & 0x40)
    check_file(lz4_frame(bytes), data[0]);
  else if (data[0] & 0x20)
    check_text(bytes);
  else
    check_file(bytes, data[0]);
  return 0;
}

}  // namespace rapfi_db_target
