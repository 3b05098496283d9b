#include "proof/graph/proof_graph.hpp"

#include <algorithm>
#include <array>
#include <new>

#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "proof/records/canonical_entry.hpp"

namespace fiveproof {

namespace {

constexpr std::uint32_t no_record = 0xFFFFFFFF;
/// The bits of an entry of asked_: whether the answer is known, then two for its kind
/// and three for the symmetry.
constexpr unsigned known = 1, kind_shift = 1, symmetry_shift = 3;

using Entry = std::array<std::uint8_t, entry_bytes(max_board_size)>;

/// The part of a key that is kept with each record, so that more keys are told apart than by the table alone.
std::uint32_t part_of(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 16); }

std::string_view as_text(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::span<const std::uint8_t> as_bytes(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

ProofGraph::ProofGraph(const Proof& proof, std::uint64_t key_mask)
    : proof_(proof), squares_(proof.size * proof.size), keys_(proof.size, key_mask) {
  FIVEPROOF_ENSURE(proof.records.count() < no_record);
  asked_.resize(proof.records.count());
  next_.resize(proof.records.count());
}

// -- positions --------------------------------------------------------------------------------------------

std::optional<ProofGraph::Place> ProofGraph::find(const Position& position) {
  if (position.to_move() == proof_.attacker) {
    const Canonical canonical = canonical_form(position);
    const auto [first, last] = proof_.records.find(canonical.position);
    if (first == last) return std::nullopt;
    return Place{true, static_cast<std::uint32_t>(first), canonical.to_canonical};
  }
  Entry bytes;
  const std::span entry = std::span(bytes).first(entry_bytes(proof_.size));
  const Symmetry symmetry = write_canonical_entry(position, std::nullopt, entry);
  return and_place(entry, symmetry);
}

ProofGraph::Place ProofGraph::and_place(std::span<const std::uint8_t> entry, Symmetry symmetry) {
  const auto number = static_cast<std::uint32_t>(and_positions_.size());
  const auto [at, is_new] = numbers_.try_emplace(std::string(as_text(entry_packed(entry))), number);
  if (is_new) {
    AndPosition made{};
    made.packed = &at->first;
    made.stones = static_cast<std::uint16_t>(entry_stones(entry));
    and_positions_.push_back(made);
  }
  return {false, at->second, symmetry};
}

std::span<const std::uint8_t> ProofGraph::packed(const Place& place) const {
  return place.is_or ? proof_.records.packed(place.number) : as_bytes(*and_positions_[place.number].packed);
}

int ProofGraph::stone_count(const Place& place) const {
  return place.is_or ? proof_.records.stone_count(place.number) : and_positions_[place.number].stones;
}

Position ProofGraph::position(const Place& place) const {
  const Color to_move = place.is_or ? proof_.attacker : opponent(proof_.attacker);
  auto position = unpack(packed(place), proof_.size, to_move);
  FIVEPROOF_ENSURE(position.ok());
  return std::move(position).value();
}

bool ProofGraph::is_symmetric(const Place& place, Symmetry symmetry) const {
  SideStones stones;
  append_stones(packed(place), proof_.attacker, stones);
  const auto& image = SquareImages::of(proof_.size).image[static_cast<std::size_t>(symmetry.number())];
  return std::ranges::all_of(stones, [&](const std::vector<std::uint16_t>& side) {
    return std::ranges::all_of(side,
                               [&](std::uint16_t q) { return std::ranges::binary_search(side, image[q]); });
  });
}

// -- the attacker's moves ---------------------------------------------------------------------------------

std::pair<std::uint32_t, std::uint32_t> ProofGraph::records_of(std::uint32_t or_position) const {
  std::uint32_t last = or_position + 1;
  while (last < proof_.records.count() && proof_.records.is_repeated(last)) ++last;
  return {or_position, last};
}

ProofGraph::Answer ProofGraph::answer(std::uint32_t record) {
  using Kind = Answer::Kind;
  Answer answer{Kind::is_absent, {}, {}};
  const auto move = proof_.records.move(record);
  if (move) answer.move = *move;
  if (const unsigned bits = asked_[record]; (bits & known) != 0) {
    answer.kind = static_cast<Kind>(bits >> kind_shift & 3);
    answer.next = {false, next_[record], Symmetry(static_cast<int>(bits >> symmetry_shift))};
    return answer;
  }
  if (move) {
    Position position = proof_.records.at(record).position;
    if (!is_legal(position, proof_.rule, proof_.attacker, *move)) {
      answer.kind = Kind::is_illegal;
    } else if (makes_five(position, proof_.rule, proof_.attacker, *move)) {
      answer.kind = Kind::makes_five;
    } else {
      answer.kind = Kind::leads_on;
      position.play(*move);
      answer.next = *find(position);
    }
  }
  asked_[record] =
      static_cast<std::uint8_t>(known | static_cast<unsigned>(answer.kind) << kind_shift |
                                static_cast<unsigned>(answer.next.symmetry.number()) << symmetry_shift);
  next_[record] = answer.next.number;
  return answer;
}

// -- replies ----------------------------------------------------------------------------------------------

int ProofGraph::legal_replies(std::uint32_t and_position) const {
  const Place place{false, and_position, {}};
  return legal_moves(position(place), proof_.rule, opponent(proof_.attacker)).size();
}

const ProofGraph::Ply& ProofGraph::ply(int stones) {
  const auto [at, is_new] = plies_.try_emplace(stones);
  if (!is_new) return at->second;
  const auto first = static_cast<std::uint32_t>(proof_.records.first_with_stones(stones));
  const auto last = static_cast<std::uint32_t>(proof_.records.first_with_stones(stones + 1));
  if (first == last) return at->second;
  // There are twice as many slots as positions, so that most runs are short.
  auto made = Ply::create(std::size_t{last - first} * 2, MemoryBudget());
  if (!made.ok()) throw std::bad_alloc();
  Ply& slots = at->second = std::move(made).value();
  for (std::uint32_t i = first; i < last; ++i) {
    proof_.records.passed(i);
    if (proof_.records.is_repeated(i)) continue;
    SideStones stones_of;
    append_stones(proof_.records.packed(i), proof_.attacker, stones_of);
    const std::uint64_t key = keys_.of(stones_of).sum();
    slots.add(key, {part_of(key), i});
  }
  return slots;
}

std::span<const ProofGraph::Reply> ProofGraph::replies(std::uint32_t and_position) {
  AndPosition& at = and_positions_[and_position];
  if (!at.is_scanned) scan(at);
  return std::span(replies_).subspan(static_cast<std::size_t>(at.first_reply), at.replies);
}

void ProofGraph::scan(AndPosition& at) {
  at.is_scanned = true;
  at.first_reply = replies_.size();
  const Ply& slots = ply(at.stones + 1);
  if (slots.is_of_nothing()) return;
  const Color attacker = proof_.attacker, defender = opponent(attacker);
  ImageBoard board(proof_.size);
  SideStones stones;
  append_stones(as_bytes(*at.packed), attacker, stones);
  const KeyImages images = keys_.of(stones);
  std::array<bool, SquareImages::max_squares> is_taken{};
  for (std::size_t side = 0; side < 2; ++side)
    for (const std::uint16_t q : stones[side]) {
      board.put(side == 0 ? attacker : defender, q);
      is_taken[q] = true;
    }

  Entry bytes;
  const std::span entry = std::span(bytes).first(entry_bytes(proof_.size));
  for (std::uint16_t q = 0; q < squares_; ++q) {  // NOLINT(bugprone-too-small-loop-variable): at most 400
    if (is_taken[q]) continue;
    const std::uint64_t key = (images ^ keys_.of(1, q)).sum();
    bool is_written = false, is_found = false;
    Symmetry symmetry;
    slots.each_slot(key, [&](std::size_t slot) {
      const auto [part, record] = slots.at(slot);
      if (is_found || part != part_of(key)) return;
      if (!std::exchange(is_written, true)) {
        board.put(defender, q);
        symmetry = board.write_entry(no_move, entry);
        board.take(defender, q);
      }
      is_found = std::ranges::equal(entry_position(proof_.records.entry(record)), entry_position(entry));
      if (is_found) replies_.push_back({record, q, static_cast<std::uint8_t>(symmetry.number())});
      at.replies += is_found;
    });
  }
}

}  // namespace fiveproof
