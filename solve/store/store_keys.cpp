#include "solve/store/store_keys.hpp"

#include <algorithm>
#include <sstream>

#include "base/bytes.hpp"
#include "game/notation.hpp"
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

// -- what the store is of ---------------------------------------------------------------------------------

std::string identity_text(const StoreIdentity& game, int version) {
  return std::string(store_magic) + " " + std::to_string(version) + " " + std::string(name_of(game.rule)) +
         " " + std::to_string(game.size) + " " + std::string(name_of(game.attacker));
}

Result<VersionedIdentity> parse_identity(const std::string& path, Span value) {
  const std::string whole(value.begin(), value.end());
  std::istringstream words(whole);
  std::string name;
  int version = 0;
  words >> name >> version;
  if (name != store_magic)
    return Error{ErrorCode::malformed, "expected a fiveproof store, found another LMDB file", path, {}};
  if (version < 1 || version > store_version)
    return Error{ErrorCode::unsupported,
                 "expected a store of version " + std::to_string(store_version) + ", found version " +
                     std::to_string(version),
                 path,
                 {}};
  const std::size_t seal = std::min(static_cast<std::size_t>(Seals::bytes(version)), whole.size());
  const std::string text = whole.substr(0, whole.size() - seal);
  const Error damaged{ErrorCode::malformed, "damaged: expected rule, size and attacker", path, {}};
  words = std::istringstream(text);
  std::string rule, attacker;
  int size = 0;
  words >> name >> version >> rule >> size >> attacker;
  const auto rule_set = parse_rule_set(rule);
  const auto side = parse_color(attacker);
  if (!rule_set.ok() || !side.ok() || !is_board_size(size)) return damaged;
  const VersionedIdentity found{{rule_set.value(), size, side.value()}, version};
  const Span key(reinterpret_cast<const std::uint8_t*>(store_magic.data()), store_magic.size());
  if (text != identity_text(found.game, version) ||
      !Seals(found.game, version).opened(Table::meta, key, value))
    return damaged;
  return found;
}

// -- seals ------------------------------------------------------------------------------------------------

std::uint64_t fnv(Span bytes, std::uint64_t hash) {
  for (std::uint8_t byte : bytes) hash = (hash ^ byte) * 1099511628211u;
  return hash;
}

Seals::Seals(const StoreIdentity& game, int version) : version_(version) {
  const std::string text = identity_text(game, version);
  const std::uint64_t of_game = fnv(Span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  for (std::size_t table = 0; table < beginnings_.size(); ++table) {
    Bytes number;
    put_number(number, table, 2);
    beginnings_[table] = fnv(number, of_game);
  }
}

/// Both halves of the hash where the seal is half as long.
std::uint64_t Seals::seal(Table table, Span key, Span payload) const {
  // Where the key ends is a part of it.
  const auto length = static_cast<std::uint8_t>(key.size());
  const std::uint64_t begun = fnv(Span(&length, 1), beginnings_[static_cast<std::size_t>(table)]);
  const std::uint64_t hash = fnv(payload, fnv(key, begun));
  return bytes(version_) == 8 ? hash : (hash ^ hash >> 32) & 0xFFFFFFFF;
}

Bytes Seals::sealed(Table table, Span key, Span payload) const {
  Bytes value(payload.begin(), payload.end());
  put_number(value, seal(table, key, payload), bytes(version_));
  return value;
}

std::optional<Span> Seals::opened(Table table, Span key, Span value) const {
  if (version_ == 1) return value;
  const auto length = static_cast<std::size_t>(bytes(version_));
  if (value.size() < length) return std::nullopt;
  const Span payload = value.first(value.size() - length);
  if (ByteReader(value.last(length)).number(bytes(version_)) != seal(table, key, payload))
    return std::nullopt;
  return payload;
}

// -- entries ----------------------------------------------------------------------------------------------

std::string fault_of_answer(Span key, Span move, const StoreIdentity& game) {
  const auto position = position_of_answer(key, game);
  if (!position || !std::ranges::equal(answer_key(*position), key)) return "expected a canonical position";
  const auto square = decode_move(move, game.size);
  return square && position->is_empty(*square) ? "" : "expected a move to an empty square";
}

std::string fault_of_job(Span key, Span entry, const StoreIdentity& game) {
  const auto position = position_of_job(key, game);
  const auto job = decode_entry(entry, game.size);
  if (!position || !job) return "expected a position with its state";
  if (!std::ranges::equal(job_key(*position, game.attacker), key)) return "expected a canonical position";
  const bool fits = std::ranges::all_of(job->moves, [&](Square s) { return position->is_empty(s); });
  return fits ? "" : "expected moves to empty squares";
}

std::optional<Root> decode_root(Span key, Span text, const StoreIdentity& game) {
  if (key.empty() || key[0] != root_mark) return std::nullopt;
  const auto is_key_of = [&](const Position& position) {
    return std::ranges::equal(job_key(position, game.attacker), key.subspan(1));
  };
  auto position = position_of_job(key.subspan(1), game);
  if (!position || !is_key_of(*position)) return std::nullopt;
  const std::string moves(text.begin(), text.end());
  if (moves == no_moves) return Root{*position, std::nullopt};
  const auto squares = parse_squares(moves, game.size);
  if (!squares.ok()) return std::nullopt;
  auto end = position_after(squares.value(), game.size);
  if (!end.ok() || !is_key_of(end.value())) return std::nullopt;
  return Root{std::move(end).value(), squares.value()};
}

}  // namespace fiveproof::solve
