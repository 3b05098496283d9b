// The model of the moves and the shape of a tree, told node by node: spec/format.md, section 14.
//
// Libraries repeat themselves: below most moves stands what stood below the same move elsewhere. So for each
// node the model asks "is it this move?", for the moves of up to six earlier nodes that stood in a like
// place; only if it is none of them the move is told bit by bit. Whether the node has a child and a sibling
// is asked in view of what those earlier nodes had. Encoder and decoder run the same code
// (format/coding/bit_coder.hpp): an encoder passes the truth, a decoder gets it back.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "format/coding/mixer.hpp"
#include "format/coding/odds.hpp"
#include "proof/tree/game_tree.hpp"

namespace fiveproof {

/// Numbers the moves from 0 to size * size + 1: squares row by row from the top, as RenLib sorts them, then a
/// pass, then a node without a move.
class MoveNumbers {
 public:
  explicit MoveNumbers(int size) : size_(size), squares_(static_cast<unsigned>(size * size)) {}

  [[nodiscard]] unsigned count() const { return squares_ + 2; }
  [[nodiscard]] unsigned number(TreeMove move) const {
    if (move.is_none()) return squares_ + 1;
    if (move.is_pass()) return squares_;
    const Square square = move.square(size_);
    return static_cast<unsigned>((size_ - 1 - square.row()) * size_ + square.column());
  }
  /// require: number < count().
  [[nodiscard]] TreeMove move(unsigned number) const {
    if (number > squares_) return TreeMove();
    if (number == squares_) return TreeMove::pass();
    const int n = static_cast<int>(number);
    return TreeMove::at(Square(n % size_, size_ - 1 - n / size_), size_);
  }

 private:
  int size_;
  unsigned squares_;
};

/// What TreeModel tells of a node.
struct ToldNode {
  unsigned move = 0;  ///< a number of MoveNumbers; its count() if what was told is no move
  bool child = false;
  bool sibling = false;
};

/// Where the next node stands: as much of what was told of the nodes above and before it as is needed to find
/// earlier nodes in a like place.
class TreeContext {
 public:
  static constexpr std::size_t guesses = 6;
  using Keys = std::array<std::uint32_t, guesses>;
  static constexpr std::uint16_t no_move = 511;

  /// A node above the next one, and what was told below it.
  struct Above {
    std::uint32_t position;  ///< hash of the moves up to it
    std::uint32_t node;      ///< its number + 1
    std::uint16_t move;
    std::uint16_t last_child;  ///< the move of the last child + 1; 0: none yet
    std::uint8_t children;     ///< number of children so far; 3: three or more
    bool sibling;
  };

  /// The number of nodes above the next one.
  [[nodiscard]] std::size_t depth() const { return line_.size(); }
  [[nodiscard]] unsigned parity() const { return line_.size() & 1; }
  [[nodiscard]] const Above& above(std::size_t up) const {
    return up < line_.size() ? line_[line_.size() - 1 - up] : top_;
  }
  /// Has the last node been told?
  [[nodiscard]] bool is_complete() const { return is_complete_; }

  /// The keys by which the next node is likened to earlier nodes; a like first key tells most.
  [[nodiscard]] Keys keys() const {
    const Above &parent = above(0), &grandparent = above(1);
    const std::uint32_t before = parent.last_child;
    return {hash_of(0u, history_ & 0xFFFFFFFF, history_ >> 32),
            hash_of(1u, parent.position, before),
            hash_of(2u, grandparent.node, before, parity()),
            hash_of(3u, parent.move, grandparent.move, before),
            hash_of(4u, parent.move, before, parity()),
            hash_of(5u, grandparent.move, above(2).move, before)};
  }

  /// Takes in what is told of the next node, and goes on to the one after it.
  void tell(const ToldNode& node) {
    const std::uint32_t position = above(0).position + hash_of(20u, node.move, parity());
    history_ = (history_ << 12) ^ hash_of(node.move, node.child, node.sibling);
    Above& parent = line_.empty() ? top_ : line_.back();
    parent.last_child = static_cast<std::uint16_t>(node.move + 1);
    if (parent.children < 3) ++parent.children;
    line_.push_back({position, ++told_, static_cast<std::uint16_t>(node.move), 0, 0, node.sibling});
    if (!node.child) climb();
  }

 private:
  /// Goes up to a node that has a sibling, which will take its place.
  void climb() {
    while (!line_.empty() && !line_.back().sibling) line_.pop_back();
    is_complete_ = line_.empty();
    if (!is_complete_) line_.pop_back();
  }

  std::vector<Above> line_;
  Above top_{0, 0, no_move, 0, 0, false};
  std::uint64_t history_ = 0;
  std::uint32_t told_ = 0;  ///< number of nodes told so far
  bool is_complete_ = false;
};

/// Tells a tree node by node, and remembers what was told, by the keys of a TreeContext.
class TreeModel {
 public:
  TreeModel(int size, std::uint64_t nodes)
      : numbers_(size),
        table_bits_(static_cast<unsigned>(std::clamp(static_cast<int>(std::bit_width(nodes)), 8, 20))),
        mixer_(18, 2 + move_bits),
        is_guess_(guesses * guesses * 32 * 8 * 4),
        has_child_(625 * 64),
        has_sibling_(625 * 128) {
    for (auto& table : tables_) table.assign(std::size_t{1} << table_bits_, 0);
  }

  [[nodiscard]] const MoveNumbers& numbers() const { return numbers_; }
  /// The number of nodes above the next one.
  [[nodiscard]] std::size_t depth() const { return context_.depth(); }
  /// Has the last node been told? Then code() may not be called again.
  [[nodiscard]] bool is_complete() const { return context_.is_complete(); }

  // Earlier nodes lie anywhere in large tables. An encoder knows what comes and can say so early, so that
  // they are in the cache in time; nothing but the speed depends on it. These two are always inlined because
  // GCC takes a function that only prefetches for one without an effect, and drops the call.
  /// Says that a node with these keys is going to come.
  [[gnu::always_inline]] void expect(const TreeContext::Keys& keys) const {
    for (std::size_t i = 0; i < guesses; ++i) __builtin_prefetch(&tables_[i][place_of(keys[i])]);
  }
  /// Says that a node with these keys comes soon: its entries of the tables should be in the cache by now.
  [[gnu::always_inline]] void expect_soon(const TreeContext::Keys& keys) const {
    for (std::size_t i = 0; i < guesses; ++i)
      if (const std::uint32_t node = tables_[i][place_of(keys[i])]) __builtin_prefetch(&told_[node - 1]);
  }

  /// Tells the next node. require: not is_complete().
  template <class Coder>
  ToldNode code(Coder& coder, const ToldNode& truth) {
    look_around();
    ToldNode node;
    node.move = code_move(coder, truth.move);
    if (node.move == numbers_.count()) return node;
    note_likeness(node.move);
    node.child = code_child(coder, truth.child);
    node.sibling = code_sibling(coder, node.child, truth.sibling);
    remember(node);
    return node;
  }

 private:
  static constexpr std::size_t guesses = TreeContext::guesses;
  static constexpr unsigned move_bits = 9;
  static constexpr std::uint16_t no_move = TreeContext::no_move;

  using Above = TreeContext::Above;
  struct Guess {
    std::uint32_t node = 0;  ///< number of an earlier node + 1; 0: none
    unsigned move = 0;
  };

  static unsigned move_of(std::uint16_t told) { return told & no_move; }
  [[nodiscard]] const Above& above(std::size_t up) const { return context_.above(up); }
  [[nodiscard]] unsigned parity() const { return context_.parity(); }
  [[nodiscard]] unsigned length() const { return std::min<unsigned>(std::bit_width(run_length_), 7); }

  [[nodiscard]] std::uint32_t place_of(std::uint32_t key) const {
    return (key * 0x9E3779B1u) >> (32 - table_bits_);
  }
  void look_around() {
    const TreeContext::Keys keys = context_.keys();
    for (std::size_t i = 0; i < guesses; ++i) {
      places_[i] = place_of(keys[i]);
      guesses_[i].node = tables_[i][places_[i]];
    }
    // While the first guess keeps being right, it goes on behind its last node, whatever came by its key
    // since.
    if (run_ != 0) guesses_[0].node = run_ + 1;
    for (Guess& guess : guesses_)
      if (guess.node != 0) guess.move = move_of(told_[guess.node - 1]);
  }

  template <class Coder>
  unsigned code_move(Coder& coder, unsigned truth) {
    std::array<unsigned, guesses> asked;
    std::size_t count = 0;
    const auto was_asked = [&](unsigned move) {
      for (std::size_t k = 0; k < count; ++k)
        if (asked[k] == move) return true;
      return false;
    };
    for (std::size_t i = 0; i < guesses; ++i) {
      if (guesses_[i].node == 0 || was_asked(guesses_[i].move)) continue;
      const unsigned move = guesses_[i].move;
      unsigned agree = 0;
      for (std::size_t k = i + 1; k < guesses; ++k)
        agree = agree * 2 + (guesses_[k].node != 0 && guesses_[k].move == move);
      Odds& odds = is_guess_[(((i * guesses + count) * 32 + agree) * 8 + length()) * 4 + hits_[i]];
      const bool is_it = odds.code(coder, move == truth);
      hits_[i] = (hits_[i] * 2 + is_it) & 3;
      if (is_it) return move;
      asked[count++] = move;
    }
    const unsigned move = code_bits(coder, truth);
    return move < numbers_.count() && !was_asked(move) ? move : numbers_.count();
  }

  template <class Coder>
  unsigned code_bits(Coder& coder, unsigned truth) {
    const Above &parent = above(0), &grandparent = above(1);
    const auto contexts_after = [&](unsigned told) {
      return std::array{hash_of(6u, told, parent.move), hash_of(7u, told, grandparent.move),
                        hash_of(8u, told, parent.last_child, parity())};
    };
    // An encoder knows all bits, and need not wait for one after the other.
    if constexpr (!Coder::is_decoder)
      for (unsigned bit = move_bits; bit-- > 0;)
        mixer_.expect(contexts_after((1u << move_bits | truth) >> (bit + 1)));
    unsigned told = 1;
    for (unsigned bit = move_bits; bit-- > 0;)
      told = told * 2 + mixer_.code(coder, contexts_after(told), parity(), 2 + bit, (truth >> bit & 1) != 0);
    return told & no_move;
  }

  /// Notes which shapes the guesses had that had the same move.
  void note_likeness(unsigned move) {
    likeness_ = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const bool is_like = guesses_[i].node != 0 && guesses_[i].move == move;
      likeness_ = likeness_ * 5 + (is_like ? 1u + (told_[guesses_[i].node - 1] >> move_bits) : 0u);
    }
  }

  template <class Coder>
  bool code_child(Coder& coder, bool truth) {
    return has_child_[likeness_ * 64 + length() * 8 + parity() * 4 + last_shape_].code(coder, truth);
  }
  template <class Coder>
  bool code_sibling(Coder& coder, bool child, bool truth) {
    return has_sibling_[likeness_ * 128 + length() * 16 + parity() * 8 + child * 4u + above(0).children].code(
        coder, truth);
  }

  void remember(const ToldNode& node) {
    const bool was_right = guesses_[0].node != 0 && guesses_[0].move == node.move;
    run_length_ = was_right ? run_length_ + 1 : 0;
    run_ = was_right ? guesses_[0].node : 0;
    last_shape_ = node.child * 2u + node.sibling;
    told_.push_back(static_cast<std::uint16_t>(last_shape_ << move_bits | node.move));
    const auto number = static_cast<std::uint32_t>(told_.size());
    for (std::size_t i = 0; i < guesses; ++i) tables_[i][places_[i]] = number;
    context_.tell(node);
  }

  MoveNumbers numbers_;
  unsigned table_bits_;
  Mixer mixer_;
  std::vector<Odds> is_guess_, has_child_, has_sibling_;

  std::vector<std::uint16_t> told_;  ///< by node: its move, and in two more bits child and sibling
  /// For each of the keys: the number + 1 of the last node that had it.
  std::array<std::vector<std::uint32_t>, guesses> tables_;
  TreeContext context_;

  std::array<std::uint32_t, guesses> places_{};  ///< where the tables have the next node's keys
  std::array<Guess, guesses> guesses_{};
  std::array<unsigned, guesses> hits_{};
  unsigned likeness_ = 0, last_shape_ = 0;
  std::uint32_t run_ = 0;  ///< number + 1 of the earlier node that the last one was like; 0: none
  std::uint32_t run_length_ = 0;
};

}  // namespace fiveproof
