#include "format/links.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "format/canonical_entry.hpp"
#include "format/square_images.hpp"
#include "game/five.hpp"

namespace fiveproof {
namespace {

constexpr int max_squares = SquareImages::max_squares;
using Images = std::array<std::uint64_t, Symmetry::count>;

/// Zobrist keys of all images of a position at once: number k is the key of its image under symmetry k.
class Keys {
 public:
  Keys(int size, std::uint64_t mask) : squares_(SquareImages::of(size)) {
    std::uint64_t state = 0x9E3779B97F4A7C15u;
    const auto random = [&] {  // splitmix64
      std::uint64_t z = state += 0x9E3779B97F4A7C15u;
      z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
      z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
      return z ^ (z >> 31);
    };
    std::array<std::array<std::uint64_t, max_squares>, 2> key{};
    for (auto& side : key)
      for (int q = 0; q < size * size; ++q) side[static_cast<std::size_t>(q)] = random() & mask;
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t q = 0; q < static_cast<std::size_t>(size * size); ++q)
        for (std::size_t k = 0; k < Symmetry::count; ++k) of_[side][q][k] = key[side][squares_.image[k][q]];
  }
  [[nodiscard]] std::uint16_t image(std::size_t k, std::uint16_t q) const { return squares_.image[k][q]; }
  [[nodiscard]] const Images& of(std::size_t side, std::uint16_t q) const { return of_[side][q]; }

 private:
  const SquareImages& squares_;
  std::array<std::array<Images, max_squares>, 2> of_{};
};

Images operator^(const Images& a, const Images& b) {
  Images out;
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = a[k] ^ b[k];
  return out;
}
/// The same for all images of a position; never 0.
std::uint64_t least(const Images& images) {
  std::uint64_t m = images[0];
  for (std::size_t k = 1; k < images.size(); ++k) m = std::min(m, images[k]);
  return m | 1;
}

/// Stones as digits of a packed position (game/packed_position.hpp).
class PackedDigits {
 public:
  explicit PackedDigits(const RecordTable& records)
      : attackers_digit_(records.attacker() == Color::black ? 1 : 2) {}
  void add(std::span<std::uint8_t> packed, std::size_t side, std::uint16_t q) const {
    packed[q / 5u] = static_cast<std::uint8_t>(packed[q / 5u] + value(side, q));
  }
  void take(std::span<std::uint8_t> packed, std::size_t side, std::uint16_t q) const {
    packed[q / 5u] = static_cast<std::uint8_t>(packed[q / 5u] - value(side, q));
  }

 private:
  [[nodiscard]] unsigned value(std::size_t side, std::uint16_t q) const {
    constexpr std::array<unsigned, 5> weights = {81, 27, 9, 3, 1};
    return weights[q % 5u] * (side == 0 ? attackers_digit_ : 3 - attackers_digit_);
  }
  unsigned attackers_digit_;
};

/// Where the AND positions after the moves of one ply's records are; several may be equal.
///
/// Most look-ups fail: they see one byte of a small table.
class AndPositions {
 public:
  AndPositions() = default;  ///< none
  /// Of some of the records [first, last).
  [[nodiscard]] static Result<AndPositions> create(std::size_t first, std::size_t last,
                                                   const MemoryBudget& budget) {
    auto keys = LargeArray<Key>::create(last - first, budget);
    if (!keys.ok()) return keys.error();
    AndPositions made;
    made.first_ = first;
    made.keys_ = std::move(keys).value();
    return made;
  }
  void add(std::size_t record, const Images& images) {
    keys_[record - first_] = {least(images), images[0]};
    ++count_;
  }
  /// Call once, before find().
  [[nodiscard]] Status end_of_adding(const MemoryBudget& budget) {
    auto tags = LargeArray<std::uint8_t>::create(count_ * 2 + 8, budget);
    if (!tags.ok()) return tags.error();
    auto places = LargeArray<std::uint32_t>::create(tags.value().size(), budget);
    if (!places.ok()) return places.error();
    tags_ = std::move(tags).value();
    places_ = std::move(places).value();
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      if (keys_[i].least == 0) continue;  // not added
      std::size_t slot = first_slot(keys_[i].least);
      while (tags_[slot] != 0) slot = slot_after(slot);
      tags_[slot] = tag_of(keys_[i].least);
      places_[slot] = static_cast<std::uint32_t>(i);
    }
    return Done{};
  }
  /// find() will be asked for it.
  void expect(std::uint64_t key) const {
    if (tags_.size() > 0) __builtin_prefetch(&tags_[first_slot(key)]);
  }
  /// The first record with that key of which `is_it` says yes; it is given the key of its AND position as it
  /// stands, too.
  template <class IsIt>
  [[nodiscard]] std::uint32_t find(std::uint64_t key, IsIt is_it) const {
    if (tags_.size() == 0) return Link::none;
    const std::uint8_t tag = tag_of(key);
    for (std::size_t slot = first_slot(key); tags_[slot] != 0; slot = slot_after(slot)) {
      if (tags_[slot] != tag) continue;
      const Key& found = keys_[places_[slot]];
      const auto record = static_cast<std::uint32_t>(first_ + places_[slot]);
      if (found.least == key && is_it(record, found.unturned)) return record;
    }
    return Link::none;
  }

 private:
  struct Key {
    std::uint64_t least, unturned;
  };
  /// By the low bits: a key is the least of eight, so its high bits are mostly 0.
  [[nodiscard]] std::size_t first_slot(std::uint64_t key) const {
    return static_cast<std::size_t>((key >> 1 & 0xFFFFFFFFu) * tags_.size() >> 32);
  }
  [[nodiscard]] std::size_t slot_after(std::size_t slot) const {
    return slot + 1 < tags_.size() ? slot + 1 : 0;
  }
  [[nodiscard]] static std::uint8_t tag_of(std::uint64_t key) {
    return static_cast<std::uint8_t>((key >> 33) % 255 + 1);
  }

  std::size_t first_ = 0, count_ = 0;
  LargeArray<Key> keys_;
  LargeArray<std::uint8_t> tags_;  ///< 0: free; two for each record, so that runs are short
  LargeArray<std::uint32_t> places_;
};

/// Goes through the records in canonical order; each has its parents in the ply above, two stones before.
class Linker {
 public:
  Linker(const RecordTable& records, std::uint64_t key_mask)
      : records_(records),
        budget_(records.budget().share(8)),
        keys_(records.size(), key_mask),
        digits_(records) {}

  /// `visit` is given each index; it may ask for parent(), and says whether the record may be one.
  template <class Visit>
  [[nodiscard]] Status run(Visit visit) {
    int stones_above = 0;
    for (std::uint32_t first = 0; first < records_.count();) {
      const int stones = records_.stone_count(first);
      if (stones != stones_above + 2) above_ = AndPositions();
      const std::uint32_t last = end_of_ply(first);
      auto here = AndPositions::create(first, last, budget_);
      if (!here.ok()) return here.error();
      for (std::uint32_t i = first; i < last; ++i) {
        read_stones(i);
        if (visit(i)) add(i, here.value());
        records_.passed(i);
      }
      above_ = std::move(here).value();
      if (auto ended = above_.end_of_adding(budget_); !ended.ok()) return ended;
      stones_above = stones;
      first = last;
    }
    return Done{};
  }
  /// The same from below: plies with most stones first. `visit` may ask for each_parent().
  template <class Visit>
  [[nodiscard]] Status run_upwards(Visit visit) {
    std::vector<std::uint32_t> starts;  // of plies
    for (std::uint32_t first = 0; first < records_.count(); first = end_of_ply(first))
      starts.push_back(first);
    starts.push_back(static_cast<std::uint32_t>(records_.count()));
    for (std::size_t ply = starts.size() - 1; ply-- > 0;) {
      above_ = AndPositions();
      if (ply > 0 && records_.stone_count(starts[ply]) == records_.stone_count(starts[ply - 1]) + 2)
        if (auto gathered = gather(starts[ply - 1], starts[ply]); !gathered.ok()) return gathered;
      for (std::uint32_t i = starts[ply]; i < starts[ply + 1]; ++i) {
        read_stones(i);
        visit(i);
        records_.passed(i);
      }
    }
    return Done{};
  }
  /// Every record whose move leads to an AND position from which a reply leads to the one visited; as often
  /// as there are such replies.
  template <class Visit>
  void each_parent(Visit visit) {
    take_replies_back();
    for (std::size_t n = 0; n < before_.size(); ++n)
      (void)above_.find(before_[n].least, [&](std::uint32_t parent, std::uint64_t unturned) {
        const Images& images = before_[n].images;
        for (std::size_t k = 0; k < images.size(); ++k)
          if (images[k] == unturned && leads_to(parent, k, stones_[1][n])) {
            visit(parent);
            break;
          }
        return false;  // go on
      });
  }
  /// Has the record visited a move that can be played, or none?
  [[nodiscard]] bool is_playable(std::uint32_t i) const {
    const std::uint16_t move = records_.move_number(i);
    const auto is_on = [&](const auto& side) { return std::ranges::find(side, move) != side.end(); };
    return !is_on(stones_[0]) && !is_on(stones_[1]);
  }
  /// Of the record that is visited.
  [[nodiscard]] Link parent() {
    take_replies_back();
    Link link;
    for (std::size_t n = 0; n < before_.size() && link.parent == Link::none; ++n) {
      const auto& [images, key] = before_[n];
      const std::uint16_t reply = stones_[1][n];
      link.parent = above_.find(key, [&](std::uint32_t parent, std::uint64_t unturned) {
        for (std::size_t k = 0; k < images.size(); ++k) {
          if (images[k] != unturned || !leads_to(parent, k, reply)) continue;
          link.reply = keys_.image(k, reply);
          link.symmetry = static_cast<std::uint8_t>(k);
          return true;
        }
        return false;
      });
    }
    return link;
  }
  /// Is its position that of the record before it?
  [[nodiscard]] bool is_repeated(std::size_t i) const {
    if (i == 0) return false;
    return std::ranges::equal(records_.packed(i - 1), records_.packed(i));
  }

 private:
  std::uint32_t end_of_ply(std::uint32_t first) const {
    std::uint32_t last = first, beyond = static_cast<std::uint32_t>(records_.count());
    while (last < beyond) {
      const std::uint32_t middle = last + (beyond - last) / 2;
      if (records_.stone_count(middle) == records_.stone_count(first))
        last = middle + 1;
      else
        beyond = middle;
    }
    return last;
  }
  void read_stones(std::size_t i) {
    for (auto& side : stones_) side.clear();
    append_stones(records_.packed(i), records_.attacker(), stones_);
    images_ = {};
    for (std::size_t side = 0; side < 2; ++side)
      for (std::uint16_t q : stones_[side]) images_ = images_ ^ keys_.of(side, q);
  }
  void add(std::uint32_t i, AndPositions& here) const {
    const std::uint16_t move = records_.move_number(i);
    if (move != no_move && is_playable(i)) here.add(i, images_ ^ keys_.of(0, move));
  }
  /// The ply above is that of records [first, last).
  [[nodiscard]] Status gather(std::uint32_t first, std::uint32_t last) {
    auto made = AndPositions::create(first, last, budget_);
    if (!made.ok()) return made.error();
    above_ = std::move(made).value();
    for (std::uint32_t i = first; i < last; ++i) {
      read_stones(i);
      add(i, above_);
    }
    return above_.end_of_adding(budget_);
  }
  void take_replies_back() {
    before_.clear();
    for (std::uint16_t reply : stones_[1]) {
      const Images images = images_ ^ keys_.of(1, reply);
      before_.push_back({images, least(images)});
      above_.expect(before_.back().least);
    }
  }
  /// Keys may coincide: is the position without `reply` really the one after the parent's move?
  [[nodiscard]] bool leads_to(std::uint32_t parent, std::size_t k, std::uint16_t reply) const {
    const auto before = records_.packed(parent);
    std::array<std::uint8_t, packed_bytes(max_board_size)> turned{};
    for (std::size_t side = 0; side < 2; ++side)
      for (std::uint16_t q : stones_[side])
        if (q != reply || side == 0) digits_.add(turned, side, keys_.image(k, q));
    digits_.take(turned, 0, records_.move_number(parent));
    return std::equal(before.begin(), before.end(), turned.begin());
  }

  const RecordTable& records_;
  MemoryBudget budget_;  ///< of each array
  Keys keys_;
  PackedDigits digits_;
  AndPositions above_;
  SideStones stones_;  ///< of the record that is visited
  Images images_{};
  struct Before {
    Images images;
    std::uint64_t least;
  };
  std::vector<Before> before_;  ///< the position without each of its replies
};

/// The records of the roots, and of the replies at those where the defender is to move.
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
    for (Square reply : root.position.empties()) {
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
  const auto done = linker.run([&](std::uint32_t i) {
    links[i] = linker.is_repeated(i) ? Link{} : linker.parent();
    if (i % sweep == 0) links.let_go(0, i);
    return true;
  });
  if (!done.ok()) return done.error();
  return made;
}

Result<std::vector<bool>> needed_records(const Proof& proof, std::uint64_t key_mask) {
  std::vector<bool> needed = roots_of(proof);
  Linker linker(proof.records, key_mask);
  const auto done = linker.run([&](std::uint32_t i) {
    if (!needed[i]) needed[i] = linker.parent().parent != Link::none;
    if (!needed[i]) return false;
    const Record record = proof.records.at(i);
    return record.move.has_value() && !makes_five(record.position, proof.rule, proof.attacker, *record.move);
  });
  if (!done.ok()) return done.error();
  return needed;
}

Result<std::vector<bool>> smallest_records(const RecordTable& records) {
  constexpr std::uint64_t most = std::uint64_t{1} << 60;
  auto made = LargeArray<std::uint64_t>::create(records.count(), records.budget().share(4));
  if (!made.ok()) return made.error();
  const LargeArray<std::uint64_t>& below = made.value();  // each record, along every line
  std::vector<bool> kept(records.count());
  Linker linker(records, ~std::uint64_t{0});
  const auto done = linker.run_upwards([&](std::uint32_t i) {
    if (linker.is_repeated(i)) return;
    const auto price = [&](std::uint32_t j) { return linker.is_playable(j) ? below[j] : most; };
    std::uint32_t best = i;
    for (std::uint32_t j = i + 1; j < records.count() && linker.is_repeated(j); ++j)
      if (price(j) < price(best)) best = j;
    kept[best] = true;
    const std::uint64_t added = std::min(most, price(best) + 1);
    linker.each_parent([&](std::uint32_t parent) { below[parent] = std::min(most, below[parent] + added); });
    if (i % sweep == 0) below.let_go();
  });
  if (!done.ok()) return done.error();
  return kept;
}

}  // namespace fiveproof
