#include "format/walk/forest.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "proof/records/image_board.hpp"

namespace fiveproof {
namespace {

/// The children of each of some things, as lists in one array. They are counted first, then put in.
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

/// Looks up the place of a number among ascending ones.
class Places {
 public:
  explicit Places(const std::vector<std::uint32_t>& all) : all_(all) {
    // Numbers that have their high bits in common stand together: one or two of them, where they are dense.
    const std::uint64_t last = all.empty() ? 0 : all.back();
    while ((last >> shift_) > 2 * all.size()) ++shift_;
    first_.resize(static_cast<std::size_t>(last >> shift_) + 2);
    for (std::uint32_t number : all) ++first_[(number >> shift_) + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  }
  /// The place of `number`, or Forest::none when it is not among them.
  [[nodiscard]] std::uint32_t of(std::uint32_t number) const {
    const std::size_t high = number >> shift_;
    if (high + 1 >= first_.size()) return Forest::none;
    std::size_t first = first_[high];
    const std::size_t last = first_[high + 1];
    // A binary search without branches: on which side it goes on cannot be foreseen.
    for (std::size_t left = last - first; left > 1;) {
      const std::size_t half = left / 2;
      first += half * static_cast<std::size_t>(all_[first + half - 1] < number);
      left -= half;
    }
    return first < last && all_[first] == number ? static_cast<std::uint32_t>(first) : Forest::none;
  }

 private:
  const std::vector<std::uint32_t>& all_;
  unsigned shift_ = 0;
  std::vector<std::uint32_t> first_;  ///< place of the first number by its high bits, and the end
};

class ForestBuilder {
 public:
  explicit ForestBuilder(const BlockRecords& block)
      : block_(block),
        images_(SquareImages::of(block.size)),
        places_(block.records),
        brief_(block.count()),
        children_(block.count()) {}

  Forest build() && {
    gather();
    forest_.nodes.reserve(block_.count());
    for (std::uint32_t s = 0; s < forest_.starts.size(); ++s) walk(s);
    return std::move(forest_);
  }

 private:
  /// What a walk needs to know of a record; it meets records in another order than
  /// the one in which they stand.
  struct Brief {
    std::uint16_t reply, move;  ///< the reply of its link, the move of its entry
    std::uint8_t symmetry;      ///< that of its link
    std::uint8_t frame;         ///< symmetry from the record's board to the walk's
  };

  const Link& link(std::uint32_t i) const { return block_.links[i]; }
  std::uint16_t image(std::uint8_t symmetry, std::uint16_t q) const { return images_.image[symmetry][q]; }

  /// Finds out which record is below which, and where trees start.
  void gather() {
    std::vector<std::uint32_t> parents(block_.count());
    std::unordered_map<std::uint32_t, std::uint32_t> outside;  // parent to start
    std::vector<std::uint32_t> starts(block_.count(), Forest::none);
    for (std::uint32_t i = 0; i < block_.count(); ++i) {
      const auto& [parent, reply, symmetry] = link(i);
      brief_[i] = {reply, block_.move(i), symmetry, 0};
      parents[i] = parent == Link::none ? Forest::none : places_.of(parent);
      if (parents[i] != Forest::none) {
        children_.count(parents[i]);
        continue;
      }
      const auto next = static_cast<std::uint32_t>(forest_.starts.size());
      starts[i] = parent == Link::none ? next : outside.try_emplace(parent, next).first->second;
      if (starts[i] == next) forest_.starts.push_back({i, 0, 0, parent != Link::none, 0});
    }
    children_.end_of_counting();
    members_ = Children(forest_.starts.size());
    for (std::uint32_t i = 0; i < block_.count(); ++i)
      if (parents[i] == Forest::none) members_.count(starts[i]);
    members_.end_of_counting();
    for (std::uint32_t i = 0; i < block_.count(); ++i)
      if (parents[i] == Forest::none)
        members_.put(starts[i], i);
      else
        children_.put(parents[i], i);
  }

  /// Opens the records of a list below an AND position. `frame` leads from the board on which their links
  /// have their replies to that of the walk.
  void open(std::span<std::uint32_t> list, std::uint32_t parent, Symmetry frame) {
    const auto number = static_cast<std::uint8_t>(frame.number());
    if (list.size() > 1)
      std::ranges::sort(list, {}, [&](std::uint32_t i) { return image(number, brief_[i].reply); });
    open_.push_back({list, 0, parent, number});
  }

  void enter(std::uint32_t i, std::uint32_t parent, std::uint8_t frame) {
    Brief& brief = brief_[i];
    brief.frame = static_cast<std::uint8_t>(Symmetry(brief.symmetry).then(Symmetry(frame)).number());
    add(i, parent, image(frame, brief.reply));
  }
  void add(std::uint32_t i, std::uint32_t parent, std::uint16_t reply) {
    const std::uint16_t move = brief_[i].move;
    const std::uint8_t frame = brief_[i].frame;
    const auto node = static_cast<std::uint32_t>(forest_.nodes.size());
    forest_.nodes.push_back({i, parent, node + 1, reply, move == no_move ? move : image(frame, move)});
    open(children_.of(i), node, Symmetry(frame));
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

  const BlockRecords& block_;
  const SquareImages& images_;
  Places places_;
  std::vector<Brief> brief_;
  Children children_, members_{0};
  std::vector<Open> open_;
  Forest forest_;
};

}  // namespace

Forest forest_of(const BlockRecords& block) { return ForestBuilder(block).build(); }

SideStones stones_of(const Forest::Start& start, const BlockRecords& block) {
  SideStones stones;
  append_stones(block.packed(start.record), block.attacker, stones);
  if (start.is_and) std::erase(stones[1], start.reply);
  return stones;
}

}  // namespace fiveproof
