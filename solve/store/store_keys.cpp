#include "solve/store/store_keys.hpp"

#include "base/bytes.hpp"
#include "game/packed_position.hpp"
#include "proof/records/canonical_entry.hpp"

namespace fiveproof::solve {

Bytes answer_entry(const Position& position, std::optional<Square> move) {
  Bytes entry(entry_bytes(position.size()));
  write_canonical_entry(position, move, entry);
  return entry;
}

Bytes answer_key(const Position& position) {
  Bytes key = answer_entry(position, std::nullopt);
  key.resize(key.size() - 2);
  return key;
}

Bytes job_key(const Position& position, Color attacker) {
  Bytes key = answer_key(position);
  key.push_back(position.to_move() == attacker ? 1 : 0);
  return key;
}

namespace {

std::optional<Position> position_of(Span key, int size, Color to_move) {
  if (key.size() != packed_bytes(size) + 2) return std::nullopt;
  auto position = unpack(key.subspan(2), size, to_move);
  if (!position.ok()) return std::nullopt;
  return std::move(position).value();
}

}  // namespace

std::optional<Position> position_of_answer(Span key, const StoreIdentity& game) {
  return position_of(key, game.size, game.attacker);
}

std::optional<Position> position_of_job(Span key, const StoreIdentity& game) {
  if (key.empty() || key.back() > 1) return std::nullopt;
  const Color to_move = key.back() == 1 ? game.attacker : opponent(game.attacker);
  return position_of(key.first(key.size() - 1), game.size, to_move);
}

Bytes encode(const JobEntry& entry, int size) {
  Bytes out{static_cast<std::uint8_t>(entry.state), entry.round};
  put_number(out, entry.searches, 8);
  for (Square s : entry.moves) put_number(out, static_cast<std::uint64_t>(dense_index(s, size)), 2);
  return out;
}

std::optional<Square> decode_move(Span bytes, int size) {
  if (bytes.size() != 2) return std::nullopt;
  const auto index = static_cast<int>(ByteReader(bytes).number(2));
  if (index >= size * size) return std::nullopt;
  return from_dense_index(index, size);
}

std::optional<JobEntry> decode_entry(Span bytes, int size) {
  if (bytes.size() < 10 || bytes.size() % 2 != 0 || bytes[0] > 3) return std::nullopt;
  JobEntry entry;
  entry.state = static_cast<JobState>(bytes[0]);
  entry.round = bytes[1];
  entry.searches = ByteReader(bytes.subspan(2)).number(8);
  for (std::size_t i = 10; i < bytes.size(); i += 2) {
    const auto s = decode_move(bytes.subspan(i, 2), size);
    if (!s) return std::nullopt;
    entry.moves.push_back(*s);
  }
  return entry;
}

}  // namespace fiveproof::solve
