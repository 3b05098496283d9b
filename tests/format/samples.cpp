#include "samples.hpp"

#include <algorithm>
#include <deque>
#include <string>
#include <unordered_set>

#include "format/text/jsonl.hpp"
#include "format/walk/block_coder.hpp"
#include "game/notation.hpp"
#include "game/packed_position.hpp"
#include "game/symmetry.hpp"
#include "proof/records/canonical_entry.hpp"

namespace fiveproof::test {

Square random_square(std::mt19937& random, int size) {
  const int column = static_cast<int>(random() % static_cast<unsigned>(size));
  return Square(column, static_cast<int>(random() % static_cast<unsigned>(size)));
}

Position random_position(std::mt19937& random, int size, int stones, Color to_move) {
  Position position(size);
  position.set_to_move(to_move);
  for (int i = 0; i < stones; ++i) {
    const Square s = random_square(random, size);
    if (position.is_empty(s)) position.put(random() % 2 ? Color::black : Color::white, s);
  }
  return position;
}

namespace {

/// Unchanged under the symmetry 3, a half turn.
Position symmetrical_position(std::mt19937& random, int size, Color to_move) {
  Position position(size);
  position.set_to_move(to_move);
  for (int i = 0; i < 3; ++i) {
    const Square s = random_square(random, size);
    const Square t = Symmetry(3).apply(s, size);
    const Color c = i % 2 ? Color::white : Color::black;
    if (position.is_empty(s)) position.put(c, s);
    if (position.is_empty(t)) position.put(c, t);
  }
  return position;
}

Gap finding(const Proof& proof, std::mt19937& random) {
  Gap gap;
  gap.kind = GapKind::illegal_move;
  gap.root = 0;
  gap.position = proof.roots[0].position;
  while (gap.line.size() < 3) {
    const Square s = random_square(random, proof.size);
    if (!gap.position.is_empty(s)) continue;
    gap.position.play(s);
    gap.line.push_back(s);
  }
  gap.by = gap.line[0];
  return gap;
}

}  // namespace

Proof random_strategy(unsigned seed, int size, Color attacker, std::size_t records) {
  std::mt19937 random(seed);
  Proof proof(RuleSet::freestyle, size, attacker);
  std::unordered_set<std::string> known;
  std::deque<Position> waiting;
  const auto add = [&](const Position& position) {
    const auto packed = pack(canonical_form(position).position);
    if (known.emplace(packed.begin(), packed.end()).second) waiting.push_back(position);
  };
  Position start(size);
  if (attacker == Color::white) start.play(random_square(random, size));
  add(start);
  for (std::size_t n = 0; n < records && !waiting.empty(); ++n) {
    Position position = waiting.front();
    waiting.pop_front();
    Square move = random_square(random, size);
    while (!position.is_empty(move) && !position.is_full()) move = random_square(random, size);
    if (position.is_full() || random() % 8 == 0) {
      proof.records.add(position, std::nullopt);
      continue;
    }
    proof.records.add(position, move);
    position.play(move);
    const auto empties = static_cast<unsigned>(position.empties().size());
    const unsigned one_in = random() % 6 == 0 ? 2 : 1 + empties / 3;
    for (Square reply : position.empties()) {
      if (random() % one_in != 0) continue;
      Position next = position;
      next.play(reply);
      add(next);
    }
  }
  proof.records.finish();
  return proof;
}

Proof random_proof(unsigned seed, RuleSet rule, int size, Color attacker, std::size_t records) {
  std::mt19937 random(seed);
  Proof proof(rule, size, attacker);
  proof.roots.push_back({Position(size), std::vector<Square>{}});
  const std::vector<Square> moves = {Square(1, 1), Square(0, 3)};
  proof.roots.push_back({position_after(moves, size).value(), moves});
  proof.roots.push_back({random_position(random, size, 6, Color::white), std::nullopt});
  for (std::size_t i = 0; i < records; ++i) {
    const int stones = static_cast<int>(random() % static_cast<unsigned>(size * size));
    const Position position = i % 5 == 0 ? symmetrical_position(random, size, attacker)
                                         : random_position(random, size, stones, attacker);
    if (i % 3 == 0)
      proof.records.add(position, std::nullopt);
    else
      proof.records.add(position, random_square(random, size));
    if (i % 7 == 0) proof.records.add(position, random_square(random, size));  // contradictory
  }
  proof.records.finish();
  proof.findings.push_back(finding(proof, random));
  Gap unplaced;
  unplaced.kind = GapKind::after_end;
  unplaced.position = random_position(random, size, 9, attacker);
  unplaced.limit = true;
  proof.findings.push_back(unplaced);
  return proof;
}

Proof smallest_proof() {
  Proof proof(RuleSet::freestyle, 5, Color::black);
  const Position root = position_of(parse_squares("a1 a2 a3 a4", 5).value(),
                                    parse_squares("b1 b2 b3", 5).value(), Color::black, 5)
                            .value();
  proof.roots.push_back({root, std::nullopt});
  proof.records.add(root, parse_square("a5", 5).value());
  proof.records.finish();
  return proof;
}

GapList sample_gaps(const Proof& proof) {
  GapList list{gap_list_header(proof), {}};
  std::mt19937 random(7);
  for (int i = 0; i < gap_kind_count; ++i) {
    Gap gap = finding(proof, random);
    gap.kind = static_cast<GapKind>(i);
    if (i % 2) gap.by.reset();
    gap.limit = i % 3 == 0;
    if (i % 5 == 0) gap.source_offset = static_cast<std::uint64_t>(i) * 3'000'000'000;
    if (i % 4 == 0) gap.shared = 2 + static_cast<std::uint64_t>(i) * 1'000'000'000;
    if (i == 4) {
      gap.root.reset();
      gap.line.clear();
    }
    list.gaps.push_back(gap);
  }
  return list;
}

namespace {

bool same(const Root& a, const Root& b) { return a.position == b.position && a.moves == b.moves; }
bool same(const Gap& a, const Gap& b) {
  return a.kind == b.kind && a.root == b.root && a.line == b.line && a.position == b.position &&
         a.by == b.by && a.limit == b.limit && a.source_offset == b.source_offset && a.shared == b.shared;
}
template <class T>
bool same_list(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const T& x, const T& y) { return same(x, y); });
}

}  // namespace

std::string difference(const Proof& a, const Proof& b) {
  if (a.rule != b.rule || a.size != b.size || a.attacker != b.attacker) return "rule, size or attacker";
  if (!same_list(a.roots, b.roots)) return "roots";
  if (!same_list(a.findings, b.findings)) return "findings";
  if (a.records.count() != b.records.count()) return "number of records";
  for (std::size_t i = 0; i < a.records.count(); ++i) {
    const Record x = a.records.at(i);
    const Record y = b.records.at(i);
    if (x.position != y.position || x.move != y.move) return "record " + std::to_string(i);
  }
  return "";
}

Result<std::string> jsonl_text(const Proof& proof) {
  const auto bytes = jsonl_bytes(proof, Packing::none);
  if (!bytes.ok()) return bytes.error();
  return std::string(bytes.value().begin(), bytes.value().end());
}

bool is_canonical_entry(std::span<const std::uint8_t> entry, int size) {
  if (entry.size() != entry_bytes(size)) return false;
  const auto position = unpack(entry.subspan(2, packed_bytes(size)), size, Color::black);
  if (!position.ok()) return false;
  const int number = entry[entry.size() - 2] * 256 + entry[entry.size() - 1];
  if (number != no_move && number >= size * size) return false;
  const auto move = number == no_move ? std::nullopt : std::optional(from_dense_index(number, size));
  std::vector<std::uint8_t> again(entry.size());
  write_canonical_entry(position.value(), move, again);
  return std::ranges::equal(entry, again);
}

std::vector<EncodedBlock> encoded_blocks(const RecordTable& records, std::uint32_t per_block,
                                         FvpCoding coding) {
  auto source = BlockSource::create(records, per_block).value();
  std::vector<EncodedBlock> blocks;
  while (const auto block = source.next())
    blocks.push_back({encode_block(*block, coding), static_cast<std::uint32_t>(block->count())});
  return blocks;
}

}  // namespace fiveproof::test
