#include "proof/tree/game_tree.hpp"

#include <algorithm>
#include <utility>

#include "base/memory/memory.hpp"

namespace fiveproof {

namespace {

std::uint64_t hash_of(std::span<const std::uint8_t> text) {
  std::uint64_t hash = 0xCBF29CE484222325u ^ text.size();
  for (const std::uint8_t byte : text) hash = (hash ^ byte) * 0x100000001B3u;
  return hash ^ (hash >> 32);
}

template <class T>
std::size_t bytes_of(const std::vector<T>& column) {
  return column.capacity() * sizeof(T);
}

}  // namespace

std::uint32_t TextPool::intern(std::span<const std::uint8_t> text) {
  if (slots_.size() < 2 * (ends_.size() + 1)) grow();
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_of(text) & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask)
    if (const auto known = at(slots_[slot] - 1);
        std::equal(known.begin(), known.end(), text.begin(), text.end()))
      return slots_[slot] - 1;
  FIVEPROOF_ENSURE(ends_.size() < max_count && bytes_.size() + text.size() <= 0xFFFFFFFF);
  bytes_.insert(bytes_.end(), text.begin(), text.end());
  ends_.push_back(static_cast<std::uint32_t>(bytes_.size()));
  slots_[slot] = static_cast<std::uint32_t>(ends_.size());
  return slots_[slot] - 1;
}

void TextPool::grow() {
  std::size_t size = 16;
  while (size < 4 * (ends_.size() + 1)) size *= 2;
  slots_.assign(size, 0);
  for (std::uint32_t number = 0; number < ends_.size(); ++number) {
    std::size_t slot = hash_of(at(number)) & (size - 1);
    while (slots_[slot] != 0) slot = (slot + 1) & (size - 1);
    slots_[slot] = number + 1;
  }
}

void TextPool::shrink() {
  give_back(slots_);
  bytes_.shrink_to_fit();
  ends_.shrink_to_fit();
}

std::size_t GameTree::memory_bytes() const {
  return bytes_of(moves_) + bytes_of(bits_) + bytes_of(texts_) + bytes_of(source_bits_) +
         pool_.total_bytes() + pool_.count() * sizeof(std::uint32_t);
}

std::span<const NodeText> GameTree::texts_of(NodeNumber node) const {
  if ((bits_[node] & has_texts) == 0) return {};
  const auto first = std::ranges::lower_bound(texts_, node, {}, &NodeText::node);
  const auto last = std::ranges::upper_bound(first, texts_.end(), node, {}, &NodeText::node);
  return std::span(texts_).subspan(static_cast<std::size_t>(first - texts_.begin()),
                                   static_cast<std::size_t>(last - first));
}

std::uint64_t GameTree::source_bits_of(NodeNumber node) const {
  if ((bits_[node] & has_source_bits) == 0) return 0;
  return std::ranges::lower_bound(source_bits_, node, {}, &SourceBits::node)->bits;
}

TreeBuilder::TreeBuilder(int size, std::string source) {
  FIVEPROOF_ENSURE(is_board_size(size));
  tree_.size_ = size;
  tree_.source_ = std::move(source);
}

void TreeBuilder::reserve(std::size_t nodes) {
  tree_.moves_.reserve(nodes);
  tree_.bits_.reserve(nodes);
}

void TreeBuilder::add_text(TextKind kind, std::span<const std::uint8_t> text) {
  FIVEPROOF_ENSURE(!tree_.moves_.empty());
  const auto node = static_cast<NodeNumber>(tree_.moves_.size() - 1);
  FIVEPROOF_ENSURE(tree_.texts_.empty() || tree_.texts_.back().node != node ||
                   tree_.texts_.back().kind() < kind);
  tree_.texts_.emplace_back(node, kind, tree_.pool_.intern(text));
  tree_.bits_[node] |= has_texts;
}

void TreeBuilder::add_source_bits(NodeNumber node, std::uint64_t bits) {
  FIVEPROOF_ENSURE(node < tree_.moves_.size());
  if (bits == 0) return;
  tree_.source_bits_.push_back({node, bits});
  tree_.bits_[node] |= has_source_bits;
}

void TreeBuilder::set_fact(const std::string& name, std::span<const std::uint8_t> value) {
  tree_.facts_[name].assign(value.begin(), value.end());
}

GameTree TreeBuilder::finish() && {
  auto& all = tree_.source_bits_;
  std::ranges::sort(all, {}, &SourceBits::node);
  std::size_t kept = 0;
  for (const SourceBits& one : all) {
    if (kept != 0 && all[kept - 1].node == one.node)
      all[kept - 1].bits |= one.bits;
    else
      all[kept++] = one;
  }
  all.resize(kept);
  all.shrink_to_fit();
  tree_.moves_.shrink_to_fit();
  tree_.bits_.shrink_to_fit();
  tree_.texts_.shrink_to_fit();
  tree_.pool_.shrink();
  return std::move(tree_);
}

bool TreeCursor::next() {
  if (reached_ == tree_->node_count()) return false;
  const auto node = static_cast<NodeNumber>(reached_++);
  left_ = 0;
  if (node != 0 && (bits() & has_child) == 0) {
    // The line goes up to a node that has a sibling: the builder saw to it that there is one.
    while ((bits() & has_sibling) == 0) {
      line_.pop_back();
      ++left_;
    }
    line_.pop_back();
    ++left_;
  }
  line_.push_back(node);
  text_ += std::exchange(texts_, 0);
  if (bits() & has_texts) find_texts();
  source_bits_ = 0;
  if (bits() & has_source_bits) source_bits_ = tree_->source_bits()[next_bits_++].bits;
  return true;
}

void TreeCursor::find_texts() {
  const auto all = tree_->texts();
  while (text_ + texts_ < all.size() && all[text_ + texts_].node == node()) ++texts_;
}

}  // namespace fiveproof
