#include "remote/fragment.hpp"

#include <algorithm>
#include <set>

#include "base/bytes.hpp"
#include "game/packed_position.hpp"

namespace fiveproof::remote {
namespace {

using solve::Bytes;
using solve::SearchOutcome;
using solve::Span;

constexpr std::uint8_t version = 1;
constexpr std::uint8_t last_outcome = static_cast<std::uint8_t>(SearchOutcome::limit);

Error malformed(const std::string& expected) {
  return {ErrorCode::malformed, "a fragment: expected " + expected, {}, {}};
}

/// So many entries, in ascending order, each once.
void put_all(Bytes& out, const std::set<Bytes>& entries) {
  put_number(out, entries.size(), 4);
  for (const Bytes& entry : entries) out.insert(out.end(), entry.begin(), entry.end());
}

/// Calls `take` with each of the entries, which are of `width` bytes and ascend; false: they do not, or it
/// said no.
template <class Take>
bool read_all(ByteReader& reader, std::size_t width, const Take& take) {
  const auto count = reader.number(4);
  if (count > reader.left() / width) return false;
  Span before;
  for (std::uint64_t i = 0; i < count; ++i) {
    const Span entry = reader.bytes(width);
    if (i > 0 && !std::ranges::lexicographical_compare(before, entry)) return false;
    if (!take(entry)) return false;
    before = entry;
  }
  return true;
}

}  // namespace

Bytes encode(const Fragment& fragment, const solve::StoreIdentity& game) {
  FIVEPROOF_ENSURE(fragment.outcome != SearchOutcome::stopped);
  Bytes out{version, static_cast<std::uint8_t>(fragment.outcome),
            static_cast<std::uint8_t>(fragment.by_simulation)};
  put_number(out, fragment.searches, 8);
  put_number(out, fragment.nodes, 8);
  put_number(out, fragment.moves.size(), 2);
  for (Square move : fragment.moves)
    put_number(out, static_cast<std::uint64_t>(dense_index(move, game.size)), 2);
  std::set<Bytes> answers, known;
  std::set<Bytes> keys;  // a search may tell an answer twice; a position has one
  for (const auto& answer : fragment.answers)
    if (keys.insert(solve::answer_key(answer.position)).second)
      answers.insert(solve::answer_entry(answer.position, answer.move));
  for (const Position& position : fragment.known) known.insert(solve::answer_key(position));
  put_all(out, answers);
  put_all(out, known);
  return out;
}

Result<Fragment> decode_fragment(Span bytes, const solve::StoreIdentity& game) {
  ByteReader reader(bytes);
  if (reader.number(1) != version) return malformed("version 1");
  Fragment fragment;
  const auto outcome = reader.number(1);
  if (outcome > last_outcome) return malformed("an outcome");
  fragment.outcome = static_cast<SearchOutcome>(outcome);
  const auto simulation = reader.number(1);
  if (simulation > 1) return malformed("a flag");
  fragment.by_simulation = simulation == 1;
  fragment.searches = reader.number(8);
  fragment.nodes = reader.number(8);
  const auto moves = reader.number(2);
  if (moves > static_cast<std::uint64_t>(game.size * game.size)) return malformed("fewer moves");
  for (std::uint64_t i = 0; i < moves; ++i) {
    const auto move = solve::decode_move(reader.bytes(2), game.size);
    if (!move) return malformed("a move");
    fragment.moves.push_back(*move);
  }
  const std::size_t key_bytes = packed_bytes(game.size) + 2;
  Span key_before;
  const bool has_answers = read_all(reader, key_bytes + 2, [&](Span entry) {
    const Span key = entry.first(key_bytes);
    if (std::ranges::equal(key, key_before)) return false;
    key_before = key;
    const auto position = solve::position_of_answer(key, game);
    const auto move = solve::decode_move(entry.last(2), game.size);
    if (!position || !move || !std::ranges::equal(solve::answer_entry(*position, move), entry)) return false;
    fragment.answers.push_back({*position, *move});
    return true;
  });
  if (!has_answers) return malformed("answers at canonical positions, in their order");
  const bool has_known = read_all(reader, key_bytes, [&](Span key) {
    const auto position = solve::position_of_answer(key, game);
    if (!position || !std::ranges::equal(solve::answer_key(*position), key)) return false;
    fragment.known.push_back(*position);
    return true;
  });
  if (!has_known) return malformed("canonical positions that are known, in their order");
  if (reader.is_short() || reader.left() > 0) return malformed("an end");
  return fragment;
}

}  // namespace fiveproof::remote
