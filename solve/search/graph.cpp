#include "solve/search/graph.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "game/packed_position.hpp"
#include "proof/records/canonical_entry.hpp"

namespace fiveproof::solve {
namespace {

constexpr NodeId no_node = ~NodeId{0};

std::uint64_t hash_of(std::span<const std::uint8_t> bytes, bool is_or) {
  std::uint64_t h = is_or ? 0x9E3779B97F4A7C15u : 0xC2B2AE3D27D4EB4Fu;
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, 8);
    h = (h ^ word) * 0xFF51AFD7ED558CCDu;
    h ^= h >> 32;
  }
  for (; i < bytes.size(); ++i) h = (h ^ bytes[i]) * 0x100000001B3u;
  h ^= h >> 29;
  h *= 0xC4CEB9FE1A85EC53u;
  return h ^ h >> 32;
}

}  // namespace

Graph::Graph(int size, Color attacker, bool share)
    : size_(size),
      attacker_(attacker),
      share_(share),
      stride_(packed_bytes(size)),
      places_(1024, no_node),
      scratch_(entry_bytes(size)) {}

Symmetry Graph::write_key(const Position& position) {
  return write_canonical_entry(position, std::nullopt, scratch_);
}

std::size_t Graph::place_of(bool is_or) {
  const auto key = std::span<const std::uint8_t>(scratch_).subspan(2, stride_);
  const std::size_t mask = places_.size() - 1;
  for (std::size_t i = hash_of(key, is_or) & mask;; i = (i + 1) & mask) {
    const NodeId n = places_[i];
    if (n == no_node) return i;
    if (nodes_[n].is_or == is_or && std::ranges::equal(packed(n), key)) return i;
  }
}

Graph::Found Graph::node(const Position& position) { return node(position, share_); }
Graph::Found Graph::first(const Position& position) { return node(position, true); }

Graph::Found Graph::node(const Position& position, bool share) {
  const Symmetry to_canonical = write_key(position);
  const bool is_or = position.to_move() == attacker_;
  const std::size_t place = place_of(is_or);
  if (share && places_[place] != no_node) return {places_[place], false, to_canonical};
  const auto n = static_cast<NodeId>(nodes_.size());
  nodes_.push_back({.is_or = is_or});
  packed_.insert(packed_.end(), scratch_.begin() + 2,
                 scratch_.begin() + 2 + static_cast<std::ptrdiff_t>(stride_));
  if (places_[place] == no_node) places_[place] = n;
  if (nodes_.size() * 2 > places_.size()) grow();
  return {n, true, to_canonical};
}

std::optional<NodeId> Graph::find(const Position& position) {
  write_key(position);
  const NodeId n = places_[place_of(position.to_move() == attacker_)];
  if (n == no_node) return std::nullopt;
  return n;
}

Position Graph::position(NodeId n) const {
  const Color to_move = nodes_[n].is_or ? attacker_ : opponent(attacker_);
  return unpack(packed(n), size_, to_move).value();
}

std::uint32_t Graph::end_of_edges() const {
  FIVEPROOF_ENSURE(edges_.size() < ~std::uint32_t{0});
  return static_cast<std::uint32_t>(edges_.size());
}

void Graph::set_edges(NodeId n, std::span<const Edge> edges) {
  FIVEPROOF_ENSURE(!nodes_[n].is_or && edges.size() < 65536);
  nodes_[n].first_edge = end_of_edges();
  nodes_[n].edge_count = static_cast<std::uint16_t>(edges.size());
  edges_.insert(edges_.end(), edges.begin(), edges.end());
}

// The edges of a node lie side by side. When there is no room for one more they are copied to the end, where
// there is room for twice as many.
void Graph::add_edge(NodeId n, const Edge& edge) {
  Node& node = nodes_[n];
  FIVEPROOF_ENSURE(node.is_or && node.edge_count < 65535);
  const std::size_t count = node.edge_count;
  if (count == 0 || std::has_single_bit(count)) {
    const std::size_t from = std::exchange(node.first_edge, end_of_edges());
    edges_.resize(edges_.size() + std::max<std::size_t>(1, 2 * count));
    std::copy_n(edges_.begin() + static_cast<std::ptrdiff_t>(from), count,
                edges_.begin() + static_cast<std::ptrdiff_t>(node.first_edge));
  }
  edges_[node.first_edge + count] = edge;
  ++node.edge_count;
}

std::size_t Graph::bytes() const {
  return nodes_.capacity() * sizeof(Node) + packed_.capacity() + edges_.capacity() * sizeof(Edge) +
         places_.capacity() * sizeof(NodeId);
}

void Graph::grow() {
  places_.assign(places_.size() * 2, no_node);
  const std::size_t mask = places_.size() - 1;
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    std::size_t i = hash_of(packed(n), nodes_[n].is_or) & mask;
    while (places_[i] != no_node) i = (i + 1) & mask;
    places_[i] = n;
  }
}

}  // namespace fiveproof::solve
