#include "proof/graph/links.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "game/symmetry.hpp"
#include "proof/graph/linker.hpp"
#include "proof/records/canonical_entry.hpp"

namespace fiveproof {
namespace {

using linking::Linker;
using linking::Visitor;

/// Marks the records of the roots, and of the positions after the replies at those
/// where the defender is to move.
std::vector<bool> roots_of(const Proof& proof) {
  std::vector<bool> found(proof.records.count());
  const auto note = [&](const Position& position) {
    const auto [first, last] = proof.records.find(canonical_form(position).position);
    for (std::size_t i = first; i < last; ++i) found[i] = true;
  };
  for (const Root& root : proof.roots) {
    if (root.position.to_move() == proof.attacker) {
      note(root.position);
      continue;
    }
    for (Square reply : legal_moves(root.position, proof.rule, opponent(proof.attacker))) {
      Position next = root.position;
      next.play(reply);
      note(next);
    }
  }
  return found;
}

}  // namespace

Result<LargeArray<Link>> links_of(const RecordTable& records, std::uint64_t key_mask) {
  auto made = LargeArray<Link>::create(records.count(), records.budget().share(4));
  if (!made.ok()) return made;
  const LargeArray<Link>& links = made.value();
  Linker linker(records, key_mask);
  const auto done = linker.run([&](const Visitor& visitor, std::uint32_t i) {
    links[i] = records.is_repeated(i) ? Link{} : visitor.parent();
    if (i % sweep == 0) links.let_go(0, i);
    return true;
  });
  if (!done.ok()) return done.error();
  return made;
}

Result<ReplySquares> reply_squares(const RecordTable& records, std::uint64_t key_mask) {
  ReplySquares made(records.size());
  const std::size_t each = made.bytes_of_a_set();
  const MemoryBudget budget = records.budget().share(4);
  LargeArray<std::uint8_t> sets;  // of the records of the ply above
  std::size_t first = 0;
  Linker linker(records, key_mask);
  const auto done = linker.run(
      [&](const Visitor& visitor, std::uint32_t i) {
        if (records.is_repeated(i)) return true;
        visitor.each_reply([&](std::uint32_t parent, std::uint16_t reply) {
          // Several threads may find replies to one move. The library that the page is made with has no
          // std::atomic_ref.
          __atomic_fetch_or(&sets[(parent - first) * each + reply / 8U],
                            static_cast<std::uint8_t>(1U << (reply % 8U)), __ATOMIC_RELAXED);
        });
        if (i % sweep == 0) sets.let_go();
        return true;
      },
      {.before = [&](std::uint32_t first_above, std::uint32_t last_above) -> Status {
         auto of_ply = LargeArray<std::uint8_t>::create((last_above - first_above) * each, budget);
         if (!of_ply.ok()) return of_ply.error();
         sets = std::move(of_ply).value();
         first = first_above;
         return Done{};
       },
       .after = [&]() -> Status {
         auto added = made.add(first, sets.all(), budget);
         sets = {};
         return added;
       }});
  if (!done.ok()) return done.error();
  return made;
}

Result<std::vector<bool>> needed_records(const Proof& proof, std::uint64_t key_mask) {
  std::vector<bool> needed = roots_of(proof);
  Linker linker(proof.records, key_mask);
  const auto done = linker.run([&](const Visitor& visitor, std::uint32_t i) {
    if (!needed[i]) needed[i] = visitor.parent().parent != Link::none;
    if (!needed[i]) return false;
    const Record record = proof.records.at(i);
    return record.move.has_value() && !makes_five(record.position, proof.rule, proof.attacker, *record.move);
  });
  if (!done.ok()) return done.error();
  return needed;
}

Result<std::map<int, std::uint64_t>> and_positions_by_stones(const RecordTable& records,
                                                             std::uint64_t key_mask) {
  return Linker(records, key_mask).count_and_positions();
}

Result<std::vector<bool>> smallest_records(const RecordTable& records) {
  constexpr std::uint64_t most = std::uint64_t{1} << 60;
  auto made = LargeArray<std::uint64_t>::create(records.count(), records.budget().share(4));
  if (!made.ok()) return made.error();
  const LargeArray<std::uint64_t>& below = made.value();  // how many are below each record, along all lines
  std::vector<bool> kept(records.count());
  Linker linker(records, ~std::uint64_t{0});
  const auto done = linker.run_upwards([&](const Visitor& visitor, std::uint32_t i) {
    if (records.is_repeated(i)) return;
    const auto price = [&](std::uint32_t j) { return visitor.is_playable(j) ? below[j] : most; };
    std::uint32_t best = i;
    for (std::uint32_t j = i + 1; j < records.count() && records.is_repeated(j); ++j)
      if (price(j) < price(best)) best = j;
    kept[best] = true;
    const std::uint64_t added = std::min(most, price(best) + 1);
    visitor.each_parent([&](std::uint32_t parent) { below[parent] = std::min(most, below[parent] + added); });
    if (i % sweep == 0) below.let_go();
  });
  if (!done.ok()) return done.error();
  return kept;
}

Result<std::vector<Edge>> edges_of(const RecordTable& records) {
  std::vector<Edge> edges;
  Linker linker(records, ~std::uint64_t{0});
  const auto done = linker.run_upwards([&](const Visitor& visitor, std::uint32_t i) {
    if (!records.is_repeated(i))
      visitor.each_parent([&](std::uint32_t parent) { edges.push_back({parent, i}); });
  });
  if (!done.ok()) return done.error();
  std::ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

std::optional<std::size_t> record_with(const Proof& proof, const Position& position, Square move) {
  return record_with(proof, canonical_form(position), move);
}

std::optional<std::size_t> record_with(const Proof& proof, const Canonical& form, Square move) {
  const auto [first, last] = proof.records.find(form.position);
  if (first == last) return std::nullopt;
  const Square stored = canonical_move(form.position, form.to_canonical.apply(move, proof.size));
  for (std::size_t i = first; i < last; ++i)
    if (proof.records.move(i) == stored) return i;
  return std::nullopt;
}

std::vector<std::size_t> records_before(const Proof& proof, const Position& and_position) {
  std::vector<std::size_t> found;
  for (const Square stone : and_position.stones(proof.attacker)) {
    Position before = and_position;
    before.undo(stone);
    const auto record = record_with(proof, before, stone);
    if (record && std::ranges::find(found, *record) == found.end()) found.push_back(*record);
  }
  return found;
}

}  // namespace fiveproof
