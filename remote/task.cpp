#include "remote/task.hpp"

#include <algorithm>
#include <sstream>

#include "base/bytes.hpp"
#include "game/packed_position.hpp"
#include "game/symmetry.hpp"

namespace fiveproof::remote {
namespace {

using solve::Bytes;
using solve::Span;

constexpr std::uint8_t version = 1;
constexpr std::size_t most_siblings = 255;

void put_position(Bytes& out, const Position& position) {
  const auto packed = pack(position);
  out.insert(out.end(), packed.begin(), packed.end());
}

Error malformed(const std::string& expected) {
  return {ErrorCode::malformed, "a job of the queue: expected " + expected, {}, {}};
}

std::optional<Position> read_position(ByteReader& reader, const solve::StoreIdentity& game) {
  const auto bytes = reader.bytes(packed_bytes(game.size));
  if (bytes.empty()) return std::nullopt;
  auto position = unpack(bytes, game.size, game.attacker);
  if (!position.ok()) return std::nullopt;
  return std::move(position).value();
}

}  // namespace

std::size_t most_bytes(std::uint64_t budget) {
  constexpr std::size_t least = std::size_t{64} << 10, most = std::size_t{32} << 20, bytes_per_search = 256;
  return budget > most / bytes_per_search
             ? most
             : std::clamp(static_cast<std::size_t>(budget) * bytes_per_search, least, most);
}

Bytes encode(const Task& task, const solve::StoreIdentity& game) {
  const solve::Work& work = task.work;
  FIVEPROOF_ENSURE(work.job.is_or && work.siblings.size() <= most_siblings);
  Bytes out{version, static_cast<std::uint8_t>(work.is_last_chance)};
  put_number(out, work.second_thought, 2);
  put_number(out, work.budget, 8);
  const Bytes entry = solve::encode(work.job.entry, game.size);
  put_number(out, entry.size(), 2);
  out.insert(out.end(), entry.begin(), entry.end());
  const std::string settings = solve::assignments_of(task.settings);
  put_number(out, settings.size(), 2);
  out.insert(out.end(), settings.begin(), settings.end());
  put_position(out, work.target);
  put_number(out, work.siblings.size(), 1);
  for (const Position& sibling : work.siblings) put_position(out, sibling);
  return out;
}

Result<Task> decode_task(Span bytes, const solve::StoreIdentity& game) {
  ByteReader reader(bytes);
  if (reader.number(1) != version)
    return Error{ErrorCode::unsupported, "a job of the queue: expected one of version 1", {}, {}};
  Task task;
  solve::Work& work = task.work;
  const auto flags = reader.number(1);
  if (flags > 1) return malformed("a flag");
  work.is_last_chance = flags == 1;
  work.second_thought = static_cast<unsigned>(reader.number(2));
  work.budget = reader.number(8);
  const auto entry = solve::decode_entry(reader.bytes(reader.number(2)), game.size);
  if (!entry) return malformed("the state of a position");
  work.job.entry = *entry;
  const Span text = reader.bytes(reader.number(2));
  std::istringstream words(std::string(text.begin(), text.end()));
  for (std::string word; words >> word;) FIVEPROOF_TRY(solve::set(task.settings, word));
  const auto target = read_position(reader, game);
  if (!target) return malformed("a position");
  work.target = *target;
  for (auto left = reader.number(1); left > 0; --left) {
    const auto sibling = read_position(reader, game);
    if (!sibling) return malformed("the position of a sibling");
    work.siblings.push_back(*sibling);
  }
  if (reader.is_short() || reader.left() > 0) return malformed("an end");
  work.job.is_or = true;
  work.job.position = canonical_form(work.target).position;
  const bool fits = std::ranges::all_of(work.job.entry.moves,
                                        [&](Square move) { return work.job.position.is_empty(move); });
  if (!fits) return malformed("moves to empty squares");
  return task;
}

}  // namespace fiveproof::remote
