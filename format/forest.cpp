#include "format/forest.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "format/canonical_entry.hpp"
#include "format/square_images.hpp"

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
class ParentTable {
 public:
  explicit ParentTable(std::size_t count) {
    std::size_t slots = 64;
    while (slots < count * 2) slots *= 2;
    slots_.resize(slots);
  }
  void insert(std::uint64_t key, std::uint32_t record) {
    for (std::size_t at = key & mask();; at = (at + 1) & mask()) {
      if (slots_[at].record == Forest::none) {
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
      if (slots_[at].record == Forest::none) return Forest::none;
      if (slots_[at].key == key) return slots_[at].record;
    }
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t record = Forest::none;
  };
  [[nodiscard]] std::size_t mask() const { return slots_.size() - 1; }
  std::vector<Slot> slots_;
};

struct Link {
  std::uint32_t parent = Forest::none;
  std::uint16_t reply = 0;    ///< on the board of the parent's record
  std::uint8_t symmetry = 0;  ///< from this record's board to the parent's
};

class Builder {
 public:
  explicit Builder(const RecordTable& records)
      : records_(records), keys_(records.size()), links_(records.count()), identity_(records.count()) {}

  Forest build() {
    // Parents stand one ply, that is two stones, before their children.
    ParentTable above(0);
    for (std::uint32_t first = 0, stones_above = 0; first < records_.count();) {
      const unsigned stones = stone_count(first);
      if (stones != stones_above + 2) above = ParentTable(0);
      const std::uint32_t last = end_of_ply(first);
      ParentTable here(last - first);
      for (std::uint32_t i = first; i < last; ++i) link(i, above, here);
      above = std::move(here);
      stones_above = stones;
      first = last;
    }
    return walk();
  }

 private:
  unsigned stone_count(std::uint32_t i) const {
    const auto entry = records_.entry(i);
    return static_cast<unsigned>(entry[0] << 8 | entry[1]);
  }
  std::uint32_t end_of_ply(std::uint32_t first) const {
    std::uint32_t last = first;
    while (last < records_.count() && stone_count(last) == stone_count(first)) ++last;
    return last;
  }
  std::uint16_t move_of(std::size_t i) const {
    const auto move = records_.move(i);
    return move ? static_cast<std::uint16_t>(dense_index(*move, records_.size())) : no_move;
  }
  Images images_of(const SideStones& stones) const {
    Images images{};
    for (std::size_t side = 0; side < 2; ++side)
      for (std::uint16_t q : stones[side]) images = images ^ keys_.of(side, q);
    return images;
  }
  bool is_repeated(std::size_t i) const {
    if (i == 0) return false;
    const auto a = records_.packed(i - 1), b = records_.packed(i);
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
  bool is_occupied(const SideStones& stones, std::uint16_t q) const {
    return std::ranges::find(stones[0], q) != stones[0].end() ||
           std::ranges::find(stones[1], q) != stones[1].end();
  }
  void read_stones(std::size_t i, SideStones& out) const {
    for (auto& side : out) side.clear();
    append_stones(records_.packed(i), records_.attacker(), out);
  }

  void link(std::uint32_t i, const ParentTable& above, ParentTable& here) {
    read_stones(i, stones_);
    const Images images = images_of(stones_);
    if (!is_repeated(i)) links_[i] = link_of(images, above);
    const std::uint16_t move = move_of(i);
    if (move == no_move || is_occupied(stones_, move)) return;
    const Images after = images ^ keys_.of(0, move);
    identity_[i] = after[0];
    here.insert(least(after), i);
  }
  /// Of the record with these stones.
  Link link_of(const Images& images, const ParentTable& above) {
    before_.clear();
    for (std::uint16_t reply : stones_[1]) {
      before_.push_back(images ^ keys_.of(1, reply));
      above.expect(least(before_.back()));
    }
    for (std::size_t n = 0; n < before_.size(); ++n) {
      const Images& before = before_[n];
      const std::uint16_t reply = stones_[1][n];
      const std::uint32_t parent = above.find(least(before));
      if (parent == Forest::none) continue;
      for (std::size_t k = 0; k < before.size(); ++k)
        if (before[k] == identity_[parent] && leads_to(parent, k, reply))
          return {parent, keys_.image(k, reply), static_cast<std::uint8_t>(k)};
    }
    return {};
  }
  /// Keys may coincide: is the position without `reply` really the one after the parent's move?
  bool leads_to(std::uint32_t parent, std::size_t k, std::uint16_t reply) {
    read_stones(parent, above_);
    above_[0].push_back(move_of(parent));
    if (above_[0].size() != stones_[0].size() || above_[1].size() + 1 != stones_[1].size()) return false;
    for (std::uint8_t side = 0; side < 2; ++side)
      for (std::uint16_t q : above_[side]) cells_[q] = side + 1;
    bool is_same = true;
    for (std::uint8_t side = 0; side < 2; ++side)
      for (std::uint16_t q : stones_[side])
        is_same &= cells_[keys_.image(k, q)] == (side == 1 && q == reply ? 0 : side + 1);
    for (const auto& side : above_)
      for (std::uint16_t q : side) cells_[q] = 0;
    return is_same;
  }

  Forest walk() {
    // Children of each record, as a list in one array.
    std::vector<std::uint32_t> first(records_.count() + 1), children(records_.count());
    for (const Link& link : links_)
      if (link.parent != Forest::none) ++first[link.parent + 1];
    for (std::size_t i = 0; i + 1 < first.size(); ++i) first[i + 1] += first[i];
    std::vector<std::uint32_t> place(first.begin(), first.end() - 1);
    for (std::uint32_t i = 0; i < links_.size(); ++i)
      if (links_[i].parent != Forest::none) children[place[links_[i].parent]++] = i;

    Forest forest;
    forest.nodes.reserve(records_.count());
    struct Open {
      std::uint32_t node, next, last;
    };
    std::vector<Open> open;
    std::vector<std::uint8_t> frame(records_.count());  // from the record's board to the walk's
    const auto enter = [&](std::uint32_t record, std::uint32_t parent, std::uint16_t reply) {
      const std::uint16_t move = move_of(record);
      const auto node = static_cast<std::uint32_t>(forest.nodes.size());
      forest.nodes.push_back(
          {record, parent, node + 1, reply, move == no_move ? move : keys_.image(frame[record], move)});
      const auto begin = children.begin() + first[record], end = children.begin() + first[record + 1];
      std::sort(begin, end, [&](std::uint32_t a, std::uint32_t b) {
        return keys_.image(frame[record], links_[a].reply) < keys_.image(frame[record], links_[b].reply);
      });
      open.push_back({node, first[record], first[record + 1]});
    };
    for (std::uint32_t i = 0; i < links_.size(); ++i) {
      if (links_[i].parent != Forest::none) continue;
      frame[i] = 0;
      enter(i, Forest::none, 0);
      while (!open.empty()) {
        Open& top = open.back();
        if (top.next == top.last) {
          forest.nodes[top.node].end = static_cast<std::uint32_t>(forest.nodes.size());
          open.pop_back();
          continue;
        }
        const std::uint32_t child = children[top.next++];
        const std::uint32_t above = forest.nodes[top.node].record;
        const std::uint16_t reply = keys_.image(frame[above], links_[child].reply);
        frame[child] =
            static_cast<std::uint8_t>(Symmetry(links_[child].symmetry).then(Symmetry(frame[above])).number());
        enter(child, top.node, reply);
      }
    }
    return forest;
  }

  const RecordTable& records_;
  Keys keys_;
  std::vector<Link> links_;
  std::vector<std::uint64_t> identity_;  ///< of the position after the record's move, unturned
  std::vector<Images> before_;           ///< the images of a position without each of its replies
  SideStones stones_, above_;
  std::array<std::uint8_t, max_squares> cells_{};  ///< all empty, between uses
};

}  // namespace

Forest forest_of(const RecordTable& records) { return Builder(records).build(); }

}  // namespace fiveproof
