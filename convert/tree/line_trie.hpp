// A trie that makes lines of moves a tree: lines that begin alike share nodes.
//
// Formats that hold games are read one line after the other, but a GameTree is made in pre-order. So lines go
// into a trie first, which takes 20 bytes for each node, and from there into a builder. Most nodes have one
// child, which is looked at directly; children that have siblings are found by a hash of parent and move, in
// slots of 4 bytes.
//
//   LineTrie trie(max_nodes);
//   auto place = LineTrie::start;                        // the empty board
//   for (each move of a line) place = *trie.step(place, move, offset);
//   trie.add_comment(place, "who won");                  // a line of the comment where it ends
//   ...
//   auto offsets = std::move(trie).move_into(builder);   // of each node: where its move stood first
//
// Siblings stay in the order in which they first came. No function calls itself, however long a line is.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "proof/tree/game_tree.hpp"

namespace fiveproof::convert {

/// The nodes of all lines so far.
class LineTrie {
 public:
  /// A node of the trie: where a line has come to.
  using Place = std::uint32_t;
  static constexpr Place start = 0;
  /// Files are smaller than this, so that an offset takes four bytes.
  static constexpr std::uint64_t max_offset = std::numeric_limits<std::uint32_t>::max();

  /// Makes room for the nodes that are expected. require: that number has been checked, if it comes from a
  /// file.
  explicit LineTrie(std::uint64_t max_nodes, std::uint64_t expected_nodes = 0);

  /// The place after the move, which becomes a new node if it is not there yet; nothing when that would be
  /// one node too many. require: `from` is a place of this trie.
  [[nodiscard]] std::optional<Place> step(Place from, TreeMove move, std::uint32_t offset);
  /// Adds a line to the comment of a place. require: all lines, with a byte more for each, take less than 4
  /// GiB.
  void add_comment(Place place, std::string_view line);
  /// Gives bits to a place that has none yet. require: `place` is not `start`, and `bits` are not 0.
  void set_source_bits(Place place, std::uint64_t bits);
  [[nodiscard]] bool has_source_bits(Place place) const;

  /// How many nodes there are; the start is not counted.
  [[nodiscard]] std::size_t node_count() const { return nodes_.size() - 1; }
  [[nodiscard]] std::size_t comment_bytes() const { return text_.size() + comments_.size(); }

  /// All nodes, and a root without a move if the start has a comment. Returns their offsets; the root's is 0.
  /// require: an empty builder.
  [[nodiscard]] std::vector<std::uint64_t> move_into(TreeBuilder& builder) &&;

 private:
  struct Node {
    Place parent;
    Place newest_child;  ///< 0: none
    Place older;         ///< the sibling that came before it; 0: none
    std::uint32_t offset;
    std::uint16_t move;
    bool has_comment, has_bits;
  };
  struct Comment {
    Place place;
    std::uint32_t length;
    std::uint64_t from;
  };

  [[nodiscard]] std::size_t slot_of(Place parent, std::uint16_t move) const;
  /// A child is in the slots when it has a sibling.
  [[nodiscard]] bool is_in_slots(Place place) const;
  void put_into_slots(Place place);
  /// The child by that move; 0: there is none.
  [[nodiscard]] Place find(Place from, TreeMove move) const;
  void put_texts(TreeBuilder& builder, Place place, NodeNumber number) const;
  [[nodiscard]] std::string comment_of(Place place) const;

  std::uint64_t max_nodes_;
  std::uint64_t seed_;  ///< so that no file can be made in which all children want one slot
  std::vector<Node> nodes_;
  std::vector<Place> slots_;  ///< by hash of parent and move; 0: free; at most two thirds are taken
  std::size_t taken_slots_ = 0;
  std::vector<Comment> comments_;
  std::string text_;
  std::vector<SourceBits> bits_;  ///< their `node` is a place here
};

}  // namespace fiveproof::convert
