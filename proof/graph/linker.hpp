// How the links of a proof are found: ply by ply, by the keys of positions.
//
// A Linker goes through the records. What follows the moves of one ply is in a table (AndPositions), in which
// a Visitor looks for each record of the next: the position without one of its defender's stones stood after
// the move of a parent. What is asked of the links is in proof/graph/links.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/in_order.hpp"
#include "base/memory/large_array.hpp"
#include "base/memory/tag_table.hpp"
#include "base/phase.hpp"
#include "game/symmetric_keys.hpp"
#include "game/symmetry.hpp"
#include "proof/graph/links.hpp"
#include "proof/records/canonical_entry.hpp"

namespace fiveproof::linking {

inline constexpr int max_squares = SquareImages::max_squares;

/// What each stone adds to the bytes of a packed position (game/packed_position.hpp).
class PackedDigits {
 public:
  explicit PackedDigits(const RecordTable& records) {
    constexpr std::array<unsigned, 5> weights = {81, 27, 9, 3, 1};
    const unsigned attackers_digit = records.attacker() == Color::black ? 1 : 2;
    for (std::size_t q = 0; q < max_squares; ++q)
      digits_[q] = {static_cast<std::uint8_t>(q / 5),
                    {static_cast<std::uint8_t>(weights[q % 5] * attackers_digit),
                     static_cast<std::uint8_t>(weights[q % 5] * (3 - attackers_digit))}};
  }
  void add(std::span<std::uint8_t> packed, std::size_t side, std::uint16_t q) const {
    std::uint8_t& byte = packed[digits_[q].byte];
    byte = static_cast<std::uint8_t>(byte + digits_[q].worth[side]);
  }
  void take(std::span<std::uint8_t> packed, std::size_t side, std::uint16_t q) const {
    std::uint8_t& byte = packed[digits_[q].byte];
    byte = static_cast<std::uint8_t>(byte - digits_[q].worth[side]);
  }

 private:
  struct SquareDigit {
    std::uint8_t byte;
    std::array<std::uint8_t, 2> worth;  ///< what a stone of each side adds to the byte
  };
  std::array<SquareDigit, max_squares> digits_;
};

/// A look-up of the AND positions after the moves of the records of one ply; several may be equal.
class AndPositions {
 public:
  /// A record whose AND position may have the key that was looked up.
  struct Found {
    std::uint32_t record;
    std::uint32_t unturned;  ///< part_of() the key of its AND position as it stands, not turned
  };
  [[nodiscard]] static std::uint32_t part_of(std::uint64_t key) {
    return static_cast<std::uint32_t>(key >> 32);
  }
  AndPositions() = default;  ///< holds none
  /// Makes room for the AND positions of the records [first, last).
  [[nodiscard]] static Result<AndPositions> create(std::size_t first, std::size_t last,
                                                   const MemoryBudget& budget) {
    FIVEPROOF_LET(auto keys, LargeArray<Key>::create(last - first, budget));
    AndPositions made;
    made.first_ = first;
    made.keys_ = std::move(keys);
    return made;
  }
  /// Different records may be added on different threads.
  void add(std::size_t record, const KeyImages& images) {
    keys_[record - first_] = {images.sum(), images.of[0]};
  }
  /// Makes the table of all that was added. To be called once, before found() is asked.
  [[nodiscard]] Status end_of_adding(const MemoryBudget& budget) {
    const auto count = std::ranges::count_if(keys_.all(), [](const Key& key) { return key.sum != 0; });
    FIVEPROOF_LET(found_, TagTable<Found>::create(static_cast<std::size_t>(count) * 2, budget));
    for (std::size_t i = 0; i < keys_.size(); ++i)
      if (keys_[i].sum != 0)
        found_.add(keys_[i].sum, {static_cast<std::uint32_t>(first_ + i), part_of(keys_[i].unturned)});
    keys_ = {};
    return Done{};
  }
  [[nodiscard]] const TagTable<Found>& found() const { return found_; }

 private:
  struct Key {
    std::uint64_t sum, unturned;
  };

  std::size_t first_ = 0;
  LargeArray<Key> keys_;  ///< by record, until all are added; `sum` 0: none was added
  TagTable<Found> found_;
};

/// What all records that are visited together have in common.
struct Ground {
  const RecordTable& records;
  ImageKeys keys;
  PackedDigits digits;
  AndPositions above;  ///< the AND positions after the moves of the ply above
};

/// Visits one record after the other and finds its parents. Each thread has its own.
class Visitor {
 public:
  explicit Visitor(const Ground& ground) : ground_(ground) {}

  void go_to(std::uint32_t i) {
    for (auto& side : stones_) side.clear();
    append_stones(ground_.records.packed(i), ground_.records.attacker(), stones_);
    images_ = ground_.keys.of(stones_);
  }
  // Finding parents takes three steps, expect_parents(), find_slots() and find_parents(), one after
  // the other. What each looks at lies anywhere in large tables: the earlier that is known, the
  // less one has to wait for it.
  void expect_parents() {
    before_.resize(stones_[1].size());
    for (std::size_t n = 0; n < before_.size(); ++n) {
      before_[n] = without(stones_[1][n]).sum();
      ground_.above.found().expect(before_[n]);
    }
  }
  void find_slots() {
    slots_.clear();
    for (std::size_t n = 0; n < before_.size(); ++n)
      ground_.above.found().each_slot(before_[n], [&](std::size_t slot) {
        ground_.above.found().expect_at(slot);
        slots_.push_back({slot, stones_[1][n]});
      });
  }
  void find_parents() {
    parents_.clear();
    for (const Slot& slot : slots_) {
      const AndPositions::Found found = ground_.above.found().at(slot.number);
      const KeyImages images = without(slot.reply);
      for (std::size_t k = 0; k < images.of.size(); ++k) {
        if (AndPositions::part_of(images.of[k]) != found.unturned) continue;
        ground_.records.expect(found.record);
        parents_.push_back({found.record, slot.reply, static_cast<std::uint8_t>(k)});
      }
    }
  }
  /// Is the move of record i, if it has one, possible here? require: record i has the
  /// position of the one visited.
  [[nodiscard]] bool is_playable(std::uint32_t i) const {
    const std::uint16_t move = ground_.records.move_number(i);
    const auto is_on = [&](const auto& side) { return std::ranges::find(side, move) != side.end(); };
    return !is_on(stones_[0]) && !is_on(stones_[1]);
  }
  /// Has it a move that is possible here? require: as for is_playable().
  [[nodiscard]] bool leads_on(std::uint32_t i) const {
    return ground_.records.move_number(i) != no_move && is_playable(i);
  }
  /// Adds the AND position after the move of record i, the one visited, if it leads on.
  void add_to(AndPositions& here, std::uint32_t i) const {
    if (leads_on(i)) here.add(i, images_ ^ ground_.keys.of(0, ground_.records.move_number(i)));
  }
  /// The link of the record visited, none if it has no parent. require: its parents were found.
  [[nodiscard]] Link parent() const {
    for (const Parent& one : parents_)
      if (leads_to(one.record, one.symmetry, one.reply))
        return {one.record, ground_.keys.image(one.symmetry, one.reply), one.symmetry};
    return {};
  }
  /// Does no record before i, the one visited, lead to the same AND position? require: `above` of the ground
  /// holds this very ply, record i included.
  [[nodiscard]] bool is_first_to_lead_there(std::uint32_t i) const {
    const std::uint16_t move = ground_.records.move_number(i);
    const KeyImages images = images_ ^ ground_.keys.of(0, move);
    std::optional<std::uint32_t> first;
    ground_.above.found().each_slot(images.sum(), [&](std::size_t slot) {
      const AndPositions::Found found = ground_.above.found().at(slot);
      for (std::size_t k = 0; k < images.of.size() && !first; ++k) {
        if (AndPositions::part_of(images.of[k]) != found.unturned) continue;
        Packed turned = image(k);
        ground_.digits.add(turned, 0, ground_.keys.image(k, move));
        if (is_after_move(found.record, turned)) first = found.record;
      }
    });
    return i == first;
  }
  /// Visits every record whose move leads to an AND position from which a reply leads to the record visited,
  /// with every such reply, as a dense index on the parent's board; the same may be named several times.
  /// require: its parents were found.
  template <class Visit>
  void each_reply(Visit visit) const {
    for (const Parent& one : parents_)
      if (leads_to(one.record, one.symmetry, one.reply))
        visit(one.record, ground_.keys.image(one.symmetry, one.reply));
  }
  /// Visits every record whose move leads to an AND position from which a reply leads to the record visited,
  /// as often as there are such replies. require: its parents were found.
  template <class Visit>
  void each_parent(Visit visit) const {
    for (auto one = parents_.begin(); one != parents_.end();) {
      const auto is_other = [&](const Parent& p) { return p.record != one->record || p.reply != one->reply; };
      const auto next = std::find_if(one, parents_.end(), is_other);
      // Several symmetries may lead there: it counts once.
      if (std::any_of(one, next, [&](const Parent& p) { return leads_to(p.record, p.symmetry, p.reply); }))
        visit(one->record);
      one = next;
    }
  }

 private:
  [[nodiscard]] KeyImages without(std::uint16_t reply) const { return images_ ^ ground_.keys.of(1, reply); }
  /// Is the position without `reply` really the one after the parent's move? This is
  /// compared, as keys may coincide.
  [[nodiscard]] bool leads_to(std::uint32_t parent, std::size_t k, std::uint16_t reply) const {
    Packed turned = image(k);
    ground_.digits.take(turned, 1, ground_.keys.image(k, reply));
    return is_after_move(parent, turned);
  }
  using Packed = std::array<std::uint8_t, packed_bytes(max_board_size)>;
  [[nodiscard]] Packed image(std::size_t k) const {
    Packed turned{};
    for (std::size_t side = 0; side < 2; ++side)
      for (std::uint16_t q : stones_[side]) ground_.digits.add(turned, side, ground_.keys.image(k, q));
    return turned;
  }
  /// Is `position` the AND position after the move of record i, as that stands?
  [[nodiscard]] bool is_after_move(std::uint32_t i, Packed position) const {
    ground_.digits.take(position, 0, ground_.records.move_number(i));
    const auto before = ground_.records.packed(i);
    return std::equal(before.begin(), before.end(), position.begin());
  }

  const Ground& ground_;
  SideStones stones_;
  KeyImages images_{};
  struct Slot {
    std::size_t number;
    std::uint16_t reply;
  };
  /// A parent perhaps: the keys say so, as far as they are known.
  struct Parent {
    std::uint32_t record;
    std::uint16_t reply;
    std::uint8_t symmetry;
  };
  std::vector<std::uint64_t> before_;  ///< for each reply on the board the key of the position without it
  std::vector<Slot> slots_;
  std::vector<Parent> parents_;
};

/// What is to be done around the visits of a ply whose records may have parents.
struct AroundPly {
  /// Is told the records [first, last) of the ply above, the parents.
  std::function<Status(std::uint32_t first, std::uint32_t last)> before = [](std::uint32_t, std::uint32_t) {
    return Done{};
  };
  std::function<Status()> after = [] { return Done{}; };
};

/// Goes through the records ply by ply. Each record has its parents in the ply above, two stones before.
class Linker {
 public:
  Linker(const RecordTable& records, std::uint64_t key_mask)
      : records_(records),
        budget_(records.budget().share(8)),
        ground_{records, ImageKeys(records.size(), key_mask), PackedDigits(records), {}} {}

  /// Calls `visit` with a Visitor and the index of each record; it says whether the record may be a parent.
  /// The records of a ply are visited on all threads.
  template <class Visit>
  [[nodiscard]] Status run(const Visit& visit, const AroundPly& around = {}) {
    Phase phase("linking records", records_.count());
    for (const int parity : {0, 1}) {
      ground_.above = AndPositions();
      std::optional<Ply> above;
      for (const Ply& ply : plies(parity)) {
        if (above && above->stones + 2 != ply.stones) {
          ground_.above = AndPositions();
          above.reset();
        }
        if (above) FIVEPROOF_TRY(around.before(above->first, above->last));
        FIVEPROOF_LET(auto here, AndPositions::create(ply.first, ply.last, budget_));
        in_pieces(
            ply.first, ply.last,
            [&](const Visitor& visitor, std::uint32_t i) {
              if (visit(visitor, i)) visitor.add_to(here, i);
            },
            [](Visitor& visitor) { visitor.expect_parents(); },
            [](Visitor& visitor) { visitor.find_slots(); }, [](Visitor& visitor) { visitor.find_parents(); });
        ground_.above = std::move(here);
        FIVEPROOF_TRY(ground_.above.end_of_adding(budget_));
        if (above) FIVEPROOF_TRY(around.after());
        above = ply;
        phase.advance(ply.last - ply.first);
      }
    }
    return Done{};
  }
  /// Visits the records from below, plies with most stones first, one record after the other.
  template <class Visit>
  [[nodiscard]] Status run_upwards(const Visit& visit) {
    Phase phase("weighing records", records_.count());
    Visitor visitor(ground_);
    for (const int parity : {0, 1}) {
      const std::vector<Ply> all = plies(parity);
      for (std::size_t n = all.size(); n-- > 0;) {
        ground_.above = AndPositions();
        if (n > 0 && all[n].stones == all[n - 1].stones + 2)
          FIVEPROOF_TRY(gather(all[n - 1].first, all[n - 1].last));
        for (std::uint32_t i = all[n].first; i < all[n].last; ++i) {
          visitor.go_to(i);
          visitor.expect_parents();
          visitor.find_slots();
          visitor.find_parents();
          visit(visitor, i);
          records_.passed(i);
          phase.advance();
        }
      }
    }
    return Done{};
  }
  /// Counts, for each number of stones of the records, the AND positions that their moves lead to.
  [[nodiscard]] Result<std::map<int, std::uint64_t>> count_and_positions() {
    std::map<int, std::uint64_t> counts;
    for (std::uint32_t first = 0; first < records_.count(); first = end_of_ply(first)) {
      const std::uint32_t last = end_of_ply(first);
      FIVEPROOF_TRY(gather(first, last));
      std::atomic<std::uint64_t> count = 0;
      in_pieces(first, last, [&](const Visitor& visitor, std::uint32_t i) {
        if (visitor.leads_on(i) && visitor.is_first_to_lead_there(i)) ++count;
      });
      counts[records_.stone_count(first)] = count;
    }
    return counts;
  }

 private:
  /// The records of one number of stones.
  struct Ply {
    int stones;
    std::uint32_t first, last;
  };
  /// Those with an even or an odd number of stones, ascending. A line of play stays in one of the two;
  /// records in the other one are strays, and must not come between.
  [[nodiscard]] std::vector<Ply> plies(int parity) const {
    std::vector<Ply> found;
    for (std::uint32_t first = 0; first < records_.count(); first = end_of_ply(first))
      if (const int stones = records_.stone_count(first); stones % 2 == parity)
        found.push_back({stones, first, end_of_ply(first)});
    return found;
  }
  [[nodiscard]] std::uint32_t end_of_ply(std::uint32_t first) const {
    return static_cast<std::uint32_t>(records_.first_with_stones(records_.stone_count(first) + 1));
  }
  /// Visits the records [first, last) in pieces, on several threads. Pieces begin at multiples of a
  /// large number, so that no two of them write to the same word of a std::vector<bool>. Each of the
  /// steps before a visit is done one record earlier than the next step, so that memory is fetched while
  /// other records are visited.
  template <class Visit, class... Steps>
  void in_pieces(std::uint32_t first, std::uint32_t last, const Visit& visit, const Steps&... steps) const {
    constexpr std::uint32_t piece = std::uint32_t{1} << 15;
    const auto next = [&]() -> std::optional<std::pair<std::uint32_t, std::uint32_t>> {
      if (first == last) return std::nullopt;
      const std::uint32_t from = first;
      first += std::min(last - first, piece - first % piece);
      return std::pair(from, first);
    };
    const auto work = [&](std::pair<std::uint32_t, std::uint32_t> range) {
      const std::uint32_t count = range.second - range.first, early = sizeof...(Steps);
      std::vector<Visitor> visitors(early + 1, Visitor(ground_));
      const auto visitor_of = [&](std::uint32_t i) -> Visitor& { return visitors[i % visitors.size()]; };
      for (std::uint32_t at = 0; at < count + early; ++at) {
        if (at < count) visitor_of(at).go_to(range.first + at);
        std::uint32_t i = at;
        ((i < count ? steps(visitor_of(i)) : void(), --i), ...);
        if (at < early) continue;
        visit(visitor_of(at - early), range.first + at - early);
        records_.passed(range.first + at - early);
      }
      return Done{};
    };
    const auto done = in_order(0, next, work, [](Done) -> Status { return Done{}; });
    FIVEPROOF_ENSURE(done.ok());
  }
  /// Makes the records [first, last) the ply above.
  [[nodiscard]] Status gather(std::uint32_t first, std::uint32_t last) {
    FIVEPROOF_LET(ground_.above, AndPositions::create(first, last, budget_));
    in_pieces(first, last,
              [&](const Visitor& visitor, std::uint32_t i) { visitor.add_to(ground_.above, i); });
    return ground_.above.end_of_adding(budget_);
  }

  const RecordTable& records_;
  MemoryBudget budget_;  ///< for each array
  Ground ground_;
};

}  // namespace fiveproof::linking
