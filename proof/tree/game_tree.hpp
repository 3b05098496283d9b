// The tree of moves that a foreign file holds, before anything is said about what it proves.
//
// Readers of foreign formats make one, writers take one, and .fvp keeps one in a section
// (format/tree/tree_section.hpp). Nothing of the file is judged or repaired here: a move may stand on an
// occupied square, siblings may be equal, a line may be longer than the board has squares.
//
//   nodes      They are in pre-order, numbered from 0; a first child follows its parent. There may be several
//              at the top, or none at all. A node is three bytes: two for its move, one for its bits.
//   turns      Squares and passes alternate along a line, Black first; nodes without a move, and those that
//              are text only, leave the turn where it is. A move by the other side is marked as out of turn,
//              and the turn after it is that of its own opponent.
//   texts      Comments and labels are the raw bytes of the file, whatever its encoding, at most one of a
//              kind at a node. Equal ones are kept once (TextPool): libraries repeat one letter a million
//              times.
//   source     It names the format that the tree was read from; "" stands for a tree that was made. `facts`
//              and `source_bits` are what that format's writer needs to give back the same bytes; no one else
//              reads them.
//
// A tree is made by a TreeBuilder, which cannot make anything but trees, and walked by a TreeCursor:
//
//   TreeBuilder builder(15, "");
//   builder.add(0, TreeMove::at(h8, 15));
//   builder.add_text(TextKind::comment, bytes);       // of the node just added
//   builder.add(1, TreeMove::at(h9, 15));             // its child
//   builder.add(1, TreeMove::pass());                 // and a sibling of that
//   GameTree tree = std::move(builder).finish();
//
//   for (TreeCursor at(tree); at.next();) {
//     for (std::size_t i = 0; i < at.left(); ++i) take_back();
//     play(at.move());                                // may be no square: TreeMove, is_text_only
//   }
//
// Depths come from the file, so nothing here calls itself: a line is a vector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "game/square.hpp"

namespace fiveproof {

using NodeNumber = std::uint32_t;

/// What a node plays: a square by its dense index (column * size + row), a pass, or nothing.
class TreeMove {
 public:
  /// Plays nothing: for a root that stands for the empty board, or a node that is there for its texts.
  constexpr TreeMove() = default;
  [[nodiscard]] static constexpr TreeMove pass() { return TreeMove(pass_number); }
  /// require: the square is on the board.
  [[nodiscard]] static constexpr TreeMove at(Square square, int size) {
    return TreeMove(static_cast<std::uint16_t>(square.column() * size + square.row()));
  }
  /// require: the number() of some move, or a dense index.
  [[nodiscard]] static constexpr TreeMove from_number(std::uint16_t number) { return TreeMove(number); }

  [[nodiscard]] constexpr bool is_none() const { return number_ == none_number; }
  [[nodiscard]] constexpr bool is_pass() const { return number_ == pass_number; }
  [[nodiscard]] constexpr bool is_square() const { return number_ < pass_number; }
  /// require: is_square().
  [[nodiscard]] constexpr Square square(int size) const { return Square(number_ / size, number_ % size); }
  [[nodiscard]] constexpr std::uint16_t number() const { return number_; }

  constexpr bool operator==(const TreeMove&) const = default;

 private:
  static constexpr std::uint16_t none_number = 0xFFFF, pass_number = 0xFFFE;
  constexpr explicit TreeMove(std::uint16_t number) : number_(number) {}
  std::uint16_t number_ = none_number;
};

/// What else there is to a node. has_texts and has_source_bits only say that the tree's lists have something
/// of the node, so that the lists need not be searched.
enum NodeBits : std::uint8_t {
  has_child = 1,
  has_sibling = 2,    ///< the node has a sibling after it
  is_marked = 4,      ///< the author marked the point
  is_start = 8,       ///< a viewer opens the file here
  is_text_only = 16,  ///< the square is not played: it carries a text
  has_texts = 32,
  has_source_bits = 64,
  is_out_of_turn = 128,  ///< the source says that the side plays it whose turn it is not
};
inline constexpr std::uint8_t shape_bits = has_child | has_sibling;
inline constexpr std::uint8_t author_bits = is_marked | is_start | is_text_only | is_out_of_turn;

/// The kinds of texts, in the order in which a node has them. Anyone can read the first three; the last is
/// for those who know the source.
enum class TextKind : std::uint8_t {
  comment,
  old_comment,  ///< in a format's older coding (spec/conversion.md)
  board_text,   ///< a label on the point of the move
  properties,   ///< what else the source says of the node, in the notation of the source
};
inline constexpr std::size_t text_kinds = 4;

/// A text of a node, in 8 bytes.
struct NodeText {
  NodeText(NodeNumber node_number, TextKind kind, std::uint32_t text)
      : node(node_number), kind_and_text(static_cast<std::uint32_t>(kind) << 30 | text) {}

  [[nodiscard]] TextKind kind() const { return static_cast<TextKind>(kind_and_text >> 30); }
  /// The number of the text in the pool.
  [[nodiscard]] std::uint32_t text() const { return kind_and_text & ((std::uint32_t{1} << 30) - 1); }

  bool operator==(const NodeText&) const = default;

  NodeNumber node;
  std::uint32_t kind_and_text;
};

/// A number of a node that means something to the source format alone; it is not 0.
struct SourceBits {
  NodeNumber node;
  std::uint64_t bits;

  bool operator==(const SourceBits&) const = default;
};

/// Byte strings, each kept once and numbered from 0 in the order in which they came.
class TextPool {
 public:
  static constexpr std::size_t max_count = std::size_t{1} << 30;

  /// The number of the text, which is added if it is new. require: there are fewer than max_count texts, and
  /// they take at most 4 GiB.
  std::uint32_t intern(std::span<const std::uint8_t> text);
  [[nodiscard]] std::size_t count() const { return ends_.size(); }
  /// The bytes of a text; the view is good until the next new text.
  [[nodiscard]] std::span<const std::uint8_t> at(std::uint32_t number) const {
    const std::size_t from = number == 0 ? 0 : ends_[number - 1];
    return std::span(bytes_).subspan(from, ends_[number] - from);
  }
  [[nodiscard]] std::size_t total_bytes() const { return bytes_.size(); }
  /// Frees what only intern() needs; intern() may still be called, and then makes it anew.
  void shrink();

  bool operator==(const TextPool& other) const { return ends_ == other.ends_ && bytes_ == other.bytes_; }

 private:
  void grow();

  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint32_t> ends_;
  std::vector<std::uint32_t> slots_;  ///< by hash: number + 1, or 0; at most half of them are taken
};

/// A tree that is complete; it does not change any more.
class GameTree {
 public:
  static constexpr std::size_t max_nodes = 0xFFFFFFFE;

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] const std::string& source() const { return source_; }
  /// What the source says of the whole file, by name; the names are the format's own.
  [[nodiscard]] const std::map<std::string, std::vector<std::uint8_t>, std::less<>>& facts() const {
    return facts_;
  }
  /// One of them; nothing where the source does not say it.
  [[nodiscard]] std::optional<std::span<const std::uint8_t>> fact(std::string_view name) const {
    const auto found = facts_.find(name);
    return found == facts_.end() ? std::nullopt : std::optional<std::span<const std::uint8_t>>(found->second);
  }

  [[nodiscard]] std::size_t node_count() const { return moves_.size(); }
  [[nodiscard]] TreeMove move(NodeNumber node) const { return TreeMove::from_number(moves_[node]); }
  /// The node's NodeBits.
  [[nodiscard]] std::uint8_t bits(NodeNumber node) const { return bits_[node]; }
  /// Does the first node stand for the empty board?
  [[nodiscard]] bool has_root() const { return !moves_.empty() && move(0).is_none(); }

  /// The texts of all nodes, sorted by node and kind.
  [[nodiscard]] std::span<const NodeText> texts() const { return texts_; }
  [[nodiscard]] std::span<const NodeText> texts_of(NodeNumber node) const;
  [[nodiscard]] const TextPool& pool() const { return pool_; }
  /// The bits of all nodes that have some, sorted by node.
  [[nodiscard]] std::span<const SourceBits> source_bits() const { return source_bits_; }
  [[nodiscard]] std::uint64_t source_bits_of(NodeNumber node) const;

  /// The bytes of memory that the columns and texts take.
  [[nodiscard]] std::size_t memory_bytes() const;

  bool operator==(const GameTree&) const = default;

 private:
  friend class TreeBuilder;

  int size_ = max_board_size;
  std::string source_;
  std::map<std::string, std::vector<std::uint8_t>, std::less<>> facts_;
  std::vector<std::uint16_t> moves_;
  std::vector<std::uint8_t> bits_;
  std::vector<NodeText> texts_;
  TextPool pool_;
  std::vector<SourceBits> source_bits_;
};

/// Adds nodes in pre-order, each by its depth.
class TreeBuilder {
 public:
  /// require: is_board_size(size).
  TreeBuilder(int size, std::string source);

  /// Makes room for so many nodes. require: the number has been checked, if it comes from a file.
  void reserve(std::size_t nodes);
  /// Adds a node below the last node of depth - 1; of `bits` only author_bits count. require: depth is at
  /// most one more than that of the node before, and 0 for the first node; there are fewer than
  /// GameTree::max_nodes.
  NodeNumber add(std::size_t depth, TreeMove move, std::uint8_t bits = 0) {
    FIVEPROOF_ENSURE(depth <= line_.size() && tree_.moves_.size() < GameTree::max_nodes);
    const auto node = static_cast<NodeNumber>(tree_.moves_.size());
    if (depth == line_.size()) {
      if (depth > 0) tree_.bits_[line_[depth - 1]] |= has_child;
      line_.push_back(node);
    } else {
      tree_.bits_[line_[depth]] |= has_sibling;
      line_.resize(depth + 1);
      line_[depth] = node;
    }
    tree_.moves_.push_back(move.number());
    tree_.bits_.push_back(bits & author_bits);
    return node;
  }
  /// Adds a text to the last node. require: the node's kinds come in their order, each at most once.
  void add_text(TextKind kind, std::span<const std::uint8_t> text);
  /// Adds bits to any node; bits that were added to it before stay.
  void add_source_bits(NodeNumber node, std::uint64_t bits);
  void set_fact(const std::string& name, std::span<const std::uint8_t> value);

  /// The last node and the nodes above it, from the top.
  [[nodiscard]] const std::vector<NodeNumber>& line() const { return line_; }
  [[nodiscard]] std::size_t node_count() const { return tree_.moves_.size(); }
  [[nodiscard]] const TextPool& pool() const { return tree_.pool_; }
  [[nodiscard]] GameTree finish() &&;

 private:
  GameTree tree_;
  std::vector<NodeNumber> line_;
};

/// Goes through a tree in pre-order, and knows the line down to the node at which it is.
class TreeCursor {
 public:
  explicit TreeCursor(const GameTree& tree) : tree_(&tree) {}

  /// Goes to the next node, at first to the first one; false when there is none.
  bool next();
  /// The node at which the cursor is. require, here and below: next() was true.
  [[nodiscard]] NodeNumber node() const { return line_.back(); }
  [[nodiscard]] TreeMove move() const { return tree_->move(node()); }
  [[nodiscard]] std::uint8_t bits() const { return tree_->bits(node()); }
  /// Does the node play a square or pass? Other nodes stand for the empty board or carry texts.
  [[nodiscard]] bool plays() const { return !move().is_none() && (bits() & is_text_only) == 0; }
  /// How many nodes of the line to the node before are not above this one.
  [[nodiscard]] std::size_t left() const { return left_; }
  /// The number of nodes above this one.
  [[nodiscard]] std::size_t depth() const { return line_.size() - 1; }
  /// The nodes from the top down to this one.
  [[nodiscard]] const std::vector<NodeNumber>& line() const { return line_; }
  [[nodiscard]] std::span<const NodeText> texts() const { return tree_->texts().subspan(text_, texts_); }
  /// The SourceBits of this node; 0: it has none.
  [[nodiscard]] std::uint64_t source_bits() const { return source_bits_; }

 private:
  void find_texts();

  const GameTree* tree_;
  std::vector<NodeNumber> line_;
  std::size_t left_ = 0;
  std::size_t reached_ = 0;           ///< nodes passed, this one included
  std::size_t text_ = 0, texts_ = 0;  ///< the first text of this node, and how many it has
  std::size_t next_bits_ = 0;
  std::uint64_t source_bits_ = 0;
};

}  // namespace fiveproof
