// An entry of a store (store_fixture.hpp). It is taken only if its seal is the one that spec/store.md
// defines, worked out here once more, and its key is the one that belongs to what it says; and what is taken
// says the same when it is written again.
#include <algorithm>

#include "game/notation.hpp"
#include "game/packed_position.hpp"
#include "game/symmetry.hpp"
#include "tests/fuzz/store_fixture.hpp"
#include "tests/fuzz/target.hpp"

namespace store_entries_target {

using namespace fiveproof;
using solve::Bytes;
using solve::Span;
using solve::Table;

constexpr std::size_t seal_lengths[] = {0, 0, 8, 4};  // by version

/// Word for word as the specification has it.
Bytes seal_by_specification(const fuzz::StoreEntryInput& input, Span payload) {
  const std::string game = "fiveproof-store " + std::to_string(input.version) + " " +
                           std::string(name_of(input.game.rule)) + " " + std::to_string(input.game.size) +
                           " " + std::string(name_of(input.game.attacker));
  Bytes hashed(game.begin(), game.end());
  hashed.push_back(0);
  hashed.push_back(input.entry.table == Table::meta ? 0 : input.entry.table == Table::proved ? 1 : 2);
  hashed.push_back(static_cast<std::uint8_t>(input.entry.key.size()));
  hashed.insert(hashed.end(), input.entry.key.begin(), input.entry.key.end());
  hashed.insert(hashed.end(), payload.begin(), payload.end());
  std::uint64_t hash = 1469598103934665603U;
  for (const std::uint8_t byte : hashed) {
    hash ^= byte;
    hash *= 1099511628211U;
  }
  const std::size_t length = seal_lengths[input.version];
  if (length == 4) hash = (hash >> 32) ^ (hash & 0xFFFFFFFF);
  Bytes seal(length);
  for (std::size_t i = 0; i < length; ++i) seal[length - 1 - i] = static_cast<std::uint8_t>(hash >> (8 * i));
  return seal;
}

/// The number of stones, then the position and perhaps who is to move: `key` is that of `position`.
void check_key(const Position& position, Span key) {
  FIVEPROOF_ENSURE(key.size() >= 2 && key[0] * 256 + key[1] == position.stone_count());
  FIVEPROOF_ENSURE(canonical_form(position).position == position);
  FIVEPROOF_ENSURE(std::ranges::equal(pack(position), key.subspan(2, packed_bytes(position.size()))));
}

void check_answer(Span key, Span payload, const solve::StoreIdentity& game) {
  if (!solve::fault_of_answer(key, payload, game).empty()) return;
  const Position position = solve::position_of_answer(key, game).value();
  const Square move = solve::decode_move(payload, game.size).value();
  check_key(position, key);
  FIVEPROOF_ENSURE(position.to_move() == game.attacker && position.is_empty(move));
  // Of moves that are the same by a symmetry of the position the first is written.
  const Bytes again = solve::answer_entry(position, move);
  FIVEPROOF_ENSURE(std::ranges::equal(Span(again).first(key.size()), key));
  FIVEPROOF_ENSURE(solve::decode_move(Span(again).subspan(key.size()), game.size) ==
                   canonical_move(position, move));
}

void check_job(Span key, Span payload, const solve::StoreIdentity& game) {
  const auto job = solve::decode_entry(payload, game.size);
  if (job) FIVEPROOF_ENSURE(std::ranges::equal(solve::encode(*job, game.size), payload));
  if (!solve::fault_of_job(key, payload, game).empty()) return;
  const Position position = solve::position_of_job(key, game).value();
  check_key(position, key);
  FIVEPROOF_ENSURE(std::ranges::equal(solve::job_key(position, game.attacker), key));
  for (const Square move : job.value().moves) FIVEPROOF_ENSURE(position.is_empty(move));
}

void check_root(Span key, Span payload, const solve::StoreIdentity& game) {
  const auto root = solve::decode_root(key, payload, game);
  if (!root) return;
  FIVEPROOF_ENSURE(key.front() == 'r');
  check_key(canonical_form(root->position).position, key.subspan(1));
  Bytes again = solve::job_key(root->position, game.attacker);
  FIVEPROOF_ENSURE(std::ranges::equal(again, key.subspan(1)));
  again.insert(again.begin(), 'r');
  const std::string text = root->moves ? to_text(*root->moves) : "-";
  const auto same =
      solve::decode_root(again, Span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()), game);
  FIVEPROOF_ENSURE(same && same->position == root->position && same->moves == root->moves);
}

void check_identity(Span value) {
  const auto found = solve::parse_identity("store", value);
  if (!found.ok()) return;
  const auto& [game, version] = found.value();
  const std::string text = solve::identity_text(game, version), magic = "fiveproof-store";
  const Bytes key(magic.begin(), magic.end()), payload(text.begin(), text.end());
  const fuzz::StoreEntryInput entry{game, version, true, {Table::meta, key, payload}};
  Bytes again = payload;
  const Bytes seal = seal_by_specification(entry, payload);
  again.insert(again.end(), seal.begin(), seal.end());
  FIVEPROOF_ENSURE(std::ranges::equal(again, value));
}

/// Version 2 sees every change of one byte.
void check_changes(const fuzz::StoreEntryInput& input, const solve::Seals& seals, Bytes value) {
  if (input.version != 2) return;
  for (std::size_t i = 0; i < value.size(); ++i) {
    value[i] ^= static_cast<std::uint8_t>(1 + i % 255);
    FIVEPROOF_ENSURE(!seals.opened(input.entry.table, input.entry.key, value));
    value[i] ^= static_cast<std::uint8_t>(1 + i % 255);
  }
}

FIVEPROOF_FUZZ_TARGET(store_entries, data, size) {
  const auto input = fuzz::decode_store_entry({data, size});
  const auto& [table, key, rest] = input.entry;
  const solve::Seals seals(input.game, input.version);
  const Bytes value = input.is_sealed ? seals.sealed(table, key, rest) : rest;
  const auto payload = seals.opened(table, key, value);

  const std::size_t length = seal_lengths[input.version];
  const bool is_whole =
      value.size() >= length &&
      std::ranges::equal(Span(value).last(length),
                         seal_by_specification(input, Span(value).first(value.size() - length)));
  FIVEPROOF_ENSURE(payload.has_value() == is_whole && (is_whole || !input.is_sealed));
  check_identity(value);
  if (!payload) return 0;
  FIVEPROOF_ENSURE(payload->size() == value.size() - length && seals.sealed(table, key, *payload) == value);
  check_changes(input, seals, value);
  // Whatever the table, as a damaged tree can bring any entry into any table of version 1.
  check_answer(key, *payload, input.game);
  check_job(key, *payload, input.game);
  check_root(key, *payload, input.game);
  return 0;
}

}  // namespace store_entries_target
