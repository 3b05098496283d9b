#include "format/forest.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

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

std::uint16_t move_of(const RecordTable& records, std::size_t i) {
  const auto bytes = records.entry(i).last(2);
  return static_cast<std::uint16_t>(bytes[0] << 8 | bytes[1]);
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

class Linker {
 public:
  explicit Linker(const RecordTable& records)
      : records_(records), keys_(records.size()), links_(records.count()), identity_(records.count()) {}

  std::vector<Link> links() && {
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
    return std::move(links_);
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
    const std::uint16_t move = move_of(records_, i);
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
      if (parent == Link::none) continue;
      for (std::size_t k = 0; k < before.size(); ++k)
        if (before[k] == identity_[parent] && leads_to(parent, k, reply))
          return {parent, keys_.image(k, reply), static_cast<std::uint8_t>(k)};
    }
    return {};
  }
  /// Keys may coincide: is the position without `reply` really the one after the parent's move?
  bool leads_to(std::uint32_t parent, std::size_t k, std::uint16_t reply) {
    read_stones(parent, above_);
    above_[0].push_back(move_of(records_, parent));
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

  const RecordTable& records_;
  Keys keys_;
  std::vector<Link> links_;
  std::vector<std::uint64_t> identity_;  ///< of the position after the record's move, unturned
  std::vector<Images> before_;           ///< the images of a position without each of its replies
  SideStones stones_, above_;
  std::array<std::uint8_t, max_squares> cells_{};  ///< all empty, between uses
};

/// Children of each of some things, as lists in one array.
class Children {
 public:
  explicit Children(std::size_t parents) : first_(parents + 1) {}
  void count(std::size_t parent) { ++first_[parent + 1]; }
  void end_of_counting() {
    for (std::size_t i = 0; i + 1 < first_.size(); ++i) first_[i + 1] += first_[i];
    next_.assign(first_.begin(), first_.end() - 1);
    all_.resize(first_.back());
  }
  void put(std::size_t parent, std::uint32_t child) { all_[next_[parent]++] = child; }
  [[nodiscard]] std::span<std::uint32_t> of(std::size_t parent) {
    return std::span(all_).subspan(first_[parent], first_[parent + 1] - first_[parent]);
  }

 private:
  std::vector<std::uint32_t> first_, next_, all_;
};

class ForestBuilder {
 public:
  ForestBuilder(const RecordTable& records, std::span<const Link> links,
                std::span<const std::uint32_t> chosen)
      : records_(records),
        links_(links),
        chosen_(chosen),
        images_(SquareImages::of(records.size())),
        frame_(chosen.size()),
        children_(chosen.size()) {}

  Forest build() && {
    gather();
    forest_.nodes.reserve(chosen_.size());
    for (std::uint32_t s = 0; s < forest_.starts.size(); ++s) walk(s);
    return std::move(forest_);
  }

 private:
  // Below, records are counted by their places in `chosen_`.
  const Link& link(std::uint32_t i) const { return links_[chosen_[i]]; }
  std::uint16_t image(std::uint8_t symmetry, std::uint16_t q) const { return images_.image[symmetry][q]; }

  std::uint32_t place_of(std::uint32_t record) const {
    const auto at = std::ranges::lower_bound(chosen_, record);
    return at != chosen_.end() && *at == record ? static_cast<std::uint32_t>(at - chosen_.begin())
                                                : Forest::none;
  }

  /// Who is below whom, and what the starts are.
  void gather() {
    std::vector<std::uint32_t> parents(chosen_.size());
    std::unordered_map<std::uint32_t, std::uint32_t> outside;  // parent to start
    std::vector<std::uint32_t> starts(chosen_.size(), Forest::none);
    for (std::uint32_t i = 0; i < chosen_.size(); ++i) {
      const std::uint32_t parent = link(i).parent;
      parents[i] = parent == Link::none ? Forest::none : place_of(parent);
      if (parents[i] != Forest::none) {
        children_.count(parents[i]);
        continue;
      }
      const auto next = static_cast<std::uint32_t>(forest_.starts.size());
      starts[i] = parent == Link::none ? next : outside.try_emplace(parent, next).first->second;
      if (starts[i] == next) forest_.starts.push_back({chosen_[i], 0, 0, parent != Link::none, 0});
    }
    children_.end_of_counting();
    members_ = Children(forest_.starts.size());
    for (std::uint32_t i = 0; i < chosen_.size(); ++i)
      if (parents[i] == Forest::none) members_.count(starts[i]);
    members_.end_of_counting();
    for (std::uint32_t i = 0; i < chosen_.size(); ++i)
      if (parents[i] == Forest::none)
        members_.put(starts[i], i);
      else
        children_.put(parents[i], i);
  }

  /// The records of a list below an AND position; `frame` leads from the board on which their links have
  /// their replies to that of the walk.
  void open(std::span<std::uint32_t> list, std::uint32_t parent, Symmetry frame) {
    const auto number = static_cast<std::uint8_t>(frame.number());
    std::ranges::sort(list, {}, [&](std::uint32_t i) { return image(number, link(i).reply); });
    open_.push_back({list, 0, parent, number});
  }

  void enter(std::uint32_t i, std::uint32_t parent, std::uint8_t frame) {
    frame_[i] = static_cast<std::uint8_t>(Symmetry(link(i).symmetry).then(Symmetry(frame)).number());
    add(i, parent, image(frame, link(i).reply));
  }
  void add(std::uint32_t i, std::uint32_t parent, std::uint16_t reply) {
    const std::uint16_t move = move_of(records_, chosen_[i]);
    const auto node = static_cast<std::uint32_t>(forest_.nodes.size());
    forest_.nodes.push_back(
        {chosen_[i], parent, node + 1, reply, move == no_move ? move : image(frame_[i], move)});
    open(children_.of(i), node, Symmetry(frame_[i]));
  }

  void walk(std::uint32_t s) {
    Forest::Start& start = forest_.starts[s];
    start.first = static_cast<std::uint32_t>(forest_.nodes.size());
    const auto members = members_.of(s);
    const std::uint32_t first = members[0];
    if (start.is_and) {
      const Symmetry to_first = Symmetry(link(first).symmetry).inverse();
      start.reply = image(static_cast<std::uint8_t>(to_first.number()), link(first).reply);
      open(members, Forest::none, to_first);
    } else {
      frame_[first] = 0;
      add(first, Forest::none, 0);
    }
    while (!open_.empty()) {
      Open& top = open_.back();
      if (top.next == top.list.size()) {
        if (top.parent != Forest::none)
          forest_.nodes[top.parent].end = static_cast<std::uint32_t>(forest_.nodes.size());
        open_.pop_back();
      } else {
        const std::uint32_t child = top.list[top.next++];
        enter(child, top.parent, top.frame);
      }
    }
    start.last = static_cast<std::uint32_t>(forest_.nodes.size());
  }

  struct Open {
    std::span<std::uint32_t> list;
    std::size_t next;
    std::uint32_t parent;  ///< a node
    std::uint8_t frame;
  };

  const RecordTable& records_;
  std::span<const Link> links_;
  std::span<const std::uint32_t> chosen_;
  const SquareImages& images_;
  std::vector<std::uint8_t> frame_;  ///< from the record's board to the walk's
  Children children_, members_{0};
  std::vector<Open> open_;
  Forest forest_;
};

}  // namespace

std::vector<Link> links_of(const RecordTable& records) { return Linker(records).links(); }

std::vector<std::vector<std::uint32_t>> blocks_of(std::span<const Link> links, std::uint32_t per_block) {
  // Parents have smaller indices than their children.
  std::vector<std::uint32_t> size(links.size(), 1);
  for (std::size_t i = links.size(); i-- > 0;)
    if (links[i].parent != Link::none) size[links[i].parent] += size[i];
  std::vector<std::vector<std::uint32_t>> blocks((links.size() + per_block - 1) / per_block);
  std::vector<std::uint32_t> next(links.size());  // the place in the walk of what comes next below a record
  std::uint32_t next_tree = 0;
  for (std::uint32_t i = 0; i < links.size(); ++i) {
    std::uint32_t& cursor = links[i].parent == Link::none ? next_tree : next[links[i].parent];
    const std::uint32_t place = cursor;
    cursor += size[i];
    next[i] = place + 1;
    blocks[place / per_block].push_back(i);
  }
  return blocks;
}

Forest forest_of(const RecordTable& records, std::span<const Link> links,
                 std::span<const std::uint32_t> chosen) {
  return ForestBuilder(records, links, chosen).build();
}

}  // namespace fiveproof
