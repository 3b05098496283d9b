#include "convert/tree/line_trie.hpp"

#include <algorithm>
#include <random>

#include "base/memory/memory.hpp"
#include "convert/syntax/bytes.hpp"

namespace fiveproof::convert {

namespace {

constexpr std::size_t first_slots = 64;
constexpr std::uint64_t most_nodes_at_once = std::uint64_t{1} << 25;

}  // namespace

LineTrie::LineTrie(std::uint64_t max_nodes, std::uint64_t expected_nodes)
    // move_into() may add a root, for which one node is left.
    : max_nodes_(std::min<std::uint64_t>(max_nodes, GameTree::max_nodes - 1)),
      seed_(std::uint64_t{std::random_device()()} << 32 | std::random_device()()),
      slots_(first_slots) {
  // Memory that is reserved but not touched costs nothing, but the machine must have so much.
  nodes_.reserve(std::min({max_nodes_, expected_nodes, most_nodes_at_once}) + 1);
  nodes_.emplace_back();
}

std::size_t LineTrie::slot_of(Place parent, std::uint16_t move) const {
  const std::size_t mask = slots_.size() - 1;
  const std::uint64_t key = ((std::uint64_t{parent} << 16 | move) ^ seed_) * 0x9E3779B97F4A7C15u;
  std::size_t slot = (((key ^ (key >> 29)) * (seed_ | 1)) >> 24) & mask;
  while (slots_[slot] != 0 && (nodes_[slots_[slot]].parent != parent || nodes_[slots_[slot]].move != move))
    slot = (slot + 1) & mask;
  return slot;
}

bool LineTrie::is_in_slots(Place place) const {
  return nodes_[place].older != 0 || nodes_[nodes_[place].parent].newest_child != place;
}

void LineTrie::put_into_slots(Place place) {
  if (3 * ++taken_slots_ >= 2 * slots_.size()) {
    slots_.assign(slots_.size() * 2, 0);
    for (Place other = 1; other < nodes_.size(); ++other)
      if (is_in_slots(other)) slots_[slot_of(nodes_[other].parent, nodes_[other].move)] = other;
  }
  slots_[slot_of(nodes_[place].parent, nodes_[place].move)] = place;
}

LineTrie::Place LineTrie::find(Place from, TreeMove move) const {
  const Place newest = nodes_[from].newest_child;
  if (newest == 0 || nodes_[newest].move == move.number()) return newest;
  return nodes_[newest].older == 0 ? 0 : slots_[slot_of(from, move.number())];
}

std::optional<LineTrie::Place> LineTrie::step(Place from, TreeMove move, std::uint32_t offset) {
  FIVEPROOF_ENSURE(from < nodes_.size());
  if (const Place known = find(from, move); known != 0) return known;
  if (node_count() >= max_nodes_) return std::nullopt;
  const auto place = static_cast<Place>(nodes_.size());
  const Place older = nodes_[from].newest_child;
  nodes_.push_back({from, 0, older, offset, move.number(), false, false});
  nodes_[from].newest_child = place;
  if (older == 0) return place;
  if (nodes_[older].older == 0) put_into_slots(older);
  put_into_slots(place);
  return place;
}

void LineTrie::add_comment(Place place, std::string_view line) {
  FIVEPROOF_ENSURE(place < nodes_.size() && line.size() <= max_offset);
  comments_.push_back({place, static_cast<std::uint32_t>(line.size()), text_.size()});
  text_ += line;
  nodes_[place].has_comment = true;
}

void LineTrie::set_source_bits(Place place, std::uint64_t bits) {
  FIVEPROOF_ENSURE(place != start && place < nodes_.size() && bits != 0 && !nodes_[place].has_bits);
  bits_.push_back({place, bits});
  nodes_[place].has_bits = true;
}

bool LineTrie::has_source_bits(Place place) const { return nodes_[place].has_bits; }

std::string LineTrie::comment_of(Place place) const {
  std::string all;
  auto one = std::ranges::lower_bound(comments_, place, {}, &Comment::place);
  for (const auto first = one; one != comments_.end() && one->place == place; ++one) {
    if (one != first) all += '\n';
    all.append(text_, one->from, one->length);
  }
  return all;
}

void LineTrie::put_texts(TreeBuilder& builder, Place place, NodeNumber number) const {
  if (nodes_[place].has_comment) builder.add_text(TextKind::comment, as_view(comment_of(place)));
  if (!nodes_[place].has_bits) return;
  builder.add_source_bits(number, std::ranges::lower_bound(bits_, place, {}, &SourceBits::node)->bits);
}

std::vector<std::uint64_t> LineTrie::move_into(TreeBuilder& builder) && {
  struct OpenNode {
    Place place;
    std::uint32_t depth;
  };
  give_back(slots_);
  std::ranges::stable_sort(comments_, {}, &Comment::place);
  std::ranges::sort(bits_, {}, &SourceBits::node);
  const bool has_root = nodes_[start].has_comment;
  builder.reserve(node_count() + has_root);
  std::vector<std::uint64_t> offsets;
  offsets.reserve(node_count() + has_root);
  if (has_root) {
    put_texts(builder, start, builder.add(0, TreeMove()));
    offsets.push_back(0);
  }
  // The newest child is put in first, so that the oldest is on top and comes out first.
  std::vector<OpenNode> open;
  const auto open_below = [&](Place place, std::uint32_t depth) {
    for (Place child = nodes_[place].newest_child; child != 0; child = nodes_[child].older)
      open.push_back({child, depth});
  };
  open_below(start, has_root ? 1 : 0);
  while (!open.empty()) {
    const OpenNode next = open.back();
    open.pop_back();
    const Node& node = nodes_[next.place];
    put_texts(builder, next.place, builder.add(next.depth, TreeMove::from_number(node.move)));
    offsets.push_back(node.offset);
    open_below(next.place, next.depth + 1);
  }
  return offsets;
}

}  // namespace fiveproof::convert
