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
  explicit Keys(int size) : squares_(SquareImages::of(size)) {
    std::uint64_t state = 0x9E3779B97F4A7C15u;
    const auto random = [&] {  // splitmix64
      std::uint64_t z = state += 0x9E3779B97F4A7C15u;
      z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
      z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
      return z ^ (z >> 31);
    };
    std::array<std::array<std::uint64_t, max_squares>, 2> key{};
    for (auto& side : key)
      for (int q = 0; q < size * size; ++q) side[static_cast<std::size_t>(q)] = random();
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
std::uint64_t least(const Images& images) {
  std::uint64_t m = images[0];
  for (std::size_t k = 1; k < images.size(); ++k) m = std::min(m, images[k]);
  return m;
}

/// AND position to the record whose move leads there; the first, of several.
///
/// Should two AND positions have one key, only the first is found, and leads_to() refuses it for records
/// below the second: those get another parent or none. Nothing false comes of it. A record without a parent
/// is the root of a tree of its own; needed_records() could leave out one that is needed, which a check of
/// what is left reports as a gap.
class ParentTable {
 public:
  explicit ParentTable(std::size_t count) {
    std::size_t slots = 64;
    while (slots < count * 2) slots *= 2;
    slots_.resize(slots);
  }
  void insert(std::uint64_t key, std::uint32_t record) {
    for (std::size_t at = key & mask();; at = (at + 1) & mask()) {
      if (slots_[at].record == Link::none) {
        slots_[at] = {key, record};
        return;
      }
      if (slots_[at].key == key) return;
    }
  }
  /// find() will be asked.
  void expect(std::uint64_t key) const { __builtin_prefetch(&slots_[key & mask()]); }
  [[nodiscard]] std::uint32_t find(std::uint64_t key) const {
    for (std::size_t at = key & mask();; at = (at + 1) & mask()) {
      if (slots_[at].record == Link::none) return Link::none;
      if (slots_[at].key == key) return slots_[at].record;
    }
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t record = Link::none;
  };
  [[nodiscard]] std::size_t mask() const { return slots_.size() - 1; }
  std::vector<Slot> slots_;
};

/// Goes through the records in canonical order; each has its parents in the ply above, two stones before.
class Linker {
 public:
  explicit Linker(const RecordTable& records)
      : records_(records), keys_(records.size()), identity_(records.count()), above_(0) {}

  /// `visit` is given each index; it may ask for parent(), and says whether the record may be one.
  template <class Visit>
  void run(Visit visit) {
    int stones_above = 0;
    for (std::uint32_t first = 0; first < records_.count();) {
      const int stones = records_.stone_count(first);
      if (stones != stones_above + 2) above_ = ParentTable(0);
      const std::uint32_t last = end_of_ply(first);
      ParentTable here(last - first);
      for (std::uint32_t i = first; i < last; ++i) {
        read_stones(i, stones_);
        images_here_ = images_of(stones_);
        if (visit(i)) add(i, here);
      }
      above_ = std::move(here);
      stones_above = stones;
      first = last;
    }
  }
  /// Of the record that is visited.
  Link parent() {
    before_.clear();
    for (std::uint16_t reply : stones_[1]) {
      before_.push_back(images_here_ ^ keys_.of(1, reply));
      above_.expect(least(before_.back()));
    }
    for (std::size_t n = 0; n < before_.size(); ++n) {
      const Images& before = before_[n];
      const std::uint16_t reply = stones_[1][n];
      const std::uint32_t parent = above_.find(least(before));
      if (parent == Link::none) continue;
      for (std::size_t k = 0; k < before.size(); ++k)
        if (before[k] == identity_[parent] && leads_to(parent, k, reply))
          return {parent, keys_.image(k, reply), static_cast<std::uint8_t>(k)};
    }
    return {};
  }
  /// Is its position that of the record before it?
  [[nodiscard]] bool is_repeated(std::size_t i) const {
    if (i == 0) return false;
    const auto a = records_.packed(i - 1), b = records_.packed(i);
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::uint32_t end_of_ply(std::uint32_t first) const {
    std::uint32_t last = first;
    while (last < records_.count() && records_.stone_count(last) == records_.stone_count(first)) ++last;
    return last;
  }
  Images images_of(const SideStones& stones) const {
    Images images{};
    for (std::size_t side = 0; side < 2; ++side)
      for (std::uint16_t q : stones[side]) images = images ^ keys_.of(side, q);
    return images;
  }
  bool is_occupied(const SideStones& stones, std::uint16_t q) const {
    return std::ranges::find(stones[0], q) != stones[0].end() ||
           std::ranges::find(stones[1], q) != stones[1].end();
  }
  void read_stones(std::size_t i, SideStones& out) const {
    for (auto& side : out) side.clear();
    append_stones(records_.packed(i), records_.attacker(), out);
  }

  void add(std::uint32_t i, ParentTable& here) {
    const std::uint16_t move = records_.move_number(i);
    if (move == no_move || is_occupied(stones_, move)) return;
    const Images after = images_here_ ^ keys_.of(0, move);
    identity_[i] = after[0];
    here.insert(least(after), i);
  }
  /// Keys may coincide: is the position without `reply` really the one after the parent's move?
  bool leads_to(std::uint32_t parent, std::size_t k, std::uint16_t reply) {
    read_stones(parent, parents_stones_);
    parents_stones_[0].push_back(records_.move_number(parent));
    if (parents_stones_[0].size() != stones_[0].size() || parents_stones_[1].size() + 1 != stones_[1].size())
      return false;
    for (std::uint8_t side = 0; side < 2; ++side)
      for (std::uint16_t q : parents_stones_[side]) cells_[q] = side + 1;
    bool is_same = true;
    for (std::uint8_t side = 0; side < 2; ++side)
      for (std::uint16_t q : stones_[side])
        is_same &= cells_[keys_.image(k, q)] == (side == 1 && q == reply ? 0 : side + 1);
    for (const auto& side : parents_stones_)
      for (std::uint16_t q : side) cells_[q] = 0;
    return is_same;
  }

  const RecordTable& records_;
  Keys keys_;
  std::vector<std::uint64_t> identity_;  ///< of the position after the record's move, unturned
  std::vector<Images> before_;           ///< the images of a position without each of its replies
  ParentTable above_;
  SideStones stones_;
  Images images_here_{};
  SideStones parents_stones_;
  std::array<std::uint8_t, max_squares> cells_{};  ///< all empty, between uses
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

std::vector<Link> links_of(const RecordTable& records) {
  std::vector<Link> links(records.count());
  Linker linker(records);
  linker.run([&](std::uint32_t i) {
    if (!linker.is_repeated(i)) links[i] = linker.parent();
    return true;
  });
  return links;
}

std::vector<bool> needed_records(const Proof& proof) {
  std::vector<bool> needed = roots_of(proof);
  Linker linker(proof.records);
  linker.run([&](std::uint32_t i) {
    if (!needed[i]) needed[i] = linker.parent().parent != Link::none;
    if (!needed[i]) return false;
    const Record record = proof.records.at(i);
    return record.move.has_value() && !makes_five(record.position, proof.rule, proof.attacker, *record.move);
  });
  return needed;
}

}  // namespace fiveproof
