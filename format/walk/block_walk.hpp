// Blocks of .fvp, coded with any models of a walk. format/walk/block_coder.cpp and
// format/walk/mixed_block.cpp include it with one kind of models each, since a compiler that sees both makes
// neither as fast as one alone.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>

#include "format/walk/block_coder.hpp"
#include "format/walk/walk_coder.hpp"
#include "game/square_images.hpp"
#include "proof/records/image_board.hpp"

namespace fiveproof::block {

/// The stones from which a walk starts: those of a record, or of the AND position after a record's move.
struct StartStones {
  bool is_and = false;
  SideStones stones;
};

/// Codes the stones of starts, square by square: writes what is given, or reads it. Any bits are a start.
template <class Coder>
class StartCoder {
 public:
  StartCoder(Coder& coder, int size) : coder_(coder), size_(size) {}

  void code(StartStones& start) {
    start.is_and = coder_.code(kind_, start.is_and);
    Cells cells{};
    for (std::uint8_t side = 0; side < 2; ++side)
      for (std::uint16_t q : start.stones[side]) cells[q] = side + 1;
    if constexpr (Coder::is_decoder)
      for (auto& side : start.stones) side.clear();
    for (int q = 0; q < size_ * size_; ++q) {
      // A square is told from what stands beside it, one column and one row before, and from what stood on it
      // at the start before this one.
      const unsigned column = q < size_ ? 0 : cells[static_cast<std::size_t>(q - size_)];
      const unsigned row = q % size_ == 0 ? 0 : cells[static_cast<std::size_t>(q - 1)];
      std::uint8_t& cell = cells[static_cast<std::size_t>(q)];
      const unsigned around = (before_[static_cast<std::size_t>(q)] * 3u + column) * 3 + row;
      const bool is_taken = coder_.code(taken_[around], cell != 0);
      const bool is_defender = is_taken && coder_.code(whose_[around], cell == 2);
      if constexpr (Coder::is_decoder) {
        cell = is_taken ? 1 + is_defender : 0;
        if (is_taken) start.stones[is_defender].push_back(static_cast<std::uint16_t>(q));
      }
    }
    before_ = cells;
  }

 private:
  using Cells = std::array<std::uint8_t, walk::max_squares>;  ///< 0 empty, 1 attacker, 2 defender

  Coder& coder_;
  int size_;
  BitModel kind_;
  std::array<BitModel, 27> taken_, whose_;
  Cells before_{};  ///< the squares of the last start
};

// -- writing ----------------------------------------------------------------------------------------------

/// The host that answers a WalkCoder from a forest.
class WritingHost {
 public:
  explicit WritingHost(const Forest& forest) : nodes_(forest.nodes) {}

  void begin_at(const Forest::Start& start) {
    at_ = next_ = start.first;
    last_ = start.last;
  }

  void on_record(int) {}
  [[nodiscard]] int move() {
    next_ = at_ + 1;
    last_ = nodes_[at_].end;
    return nodes_[at_].move;
  }
  int reply_count() {
    for (std::uint16_t reply : replies_) in_[reply] = false;
    replies_.clear();
    for (std::uint32_t child = next_; child < last_; child = nodes_[child].end) {
      in_[nodes_[child].reply] = true;
      replies_.push_back(nodes_[child].reply);
    }
    return static_cast<int>(replies_.size());
  }
  [[nodiscard]] bool is_reply(int square) const { return in_[static_cast<std::size_t>(square)]; }
  [[nodiscard]] int reply_beside(std::span<const std::uint16_t> found) const {
    for (std::uint16_t reply : replies_)
      if (std::ranges::find(found, reply) == found.end()) return reply;
    FIVEPROOF_ENSURE(false);
  }
  bool enter(int reply) {
    FIVEPROOF_ENSURE(nodes_[next_].reply == reply);
    above_.push_back({at_, last_});
    at_ = next_;
    return true;
  }
  void leave() {
    next_ = nodes_[at_].end;
    std::tie(at_, last_) = above_.back();
    above_.pop_back();
  }

 private:
  const std::vector<Forest::Node>& nodes_;
  std::uint32_t at_ = 0;    ///< the record that the walk is at or below
  std::uint32_t next_ = 0;  ///< the child to come
  std::uint32_t last_ = 0;  ///< the number after the last child and what is below it
  std::vector<std::pair<std::uint32_t, std::uint32_t>> above_;  ///< at_ and last_ of all records above
  std::array<bool, walk::max_squares> in_{};
  std::vector<std::uint16_t> replies_;
};

inline void put(walk::Board& board, const SideStones& stones, bool are_there) {
  for (std::size_t side = 0; side < 2; ++side)
    for (std::uint16_t q : stones[side])
      board.put(q, !are_there ? walk::empty : side == 0 ? walk::attacker : walk::defender);
}

// -- reading ----------------------------------------------------------------------------------------------

/// The host that follows a walk on a board, counts its records and hands them to the sink.
class ReadingHost {
 public:
  ReadingHost(int size, Color attacker, std::uint32_t count, const EntrySink& sink)
      : size_(size),
        attacker_(attacker),
        board_(size),
        left_(count),
        sink_(sink),
        entry_(entry_bytes(size)) {}

  void begin_at(const StartStones& start) {
    board_ = ImageBoard(size_);
    for (std::size_t side = 0; side < 2; ++side)
      for (std::uint16_t q : start.stones[side]) board_.put(side == 0 ? attacker_ : opponent(attacker_), q);
    move_ = no_move;
    is_played_ = false;
    played_.clear();
  }
  [[nodiscard]] std::uint32_t left() const { return left_; }

  void on_record(int move) {
    --left_;
    move_ = static_cast<std::uint16_t>(move);
    is_played_ = false;
    board_.write_entry(move_, entry_);
    sink_(entry_);
  }
  bool enter(int reply) {
    if (left_ == 0) return false;
    played_.push_back({move_, static_cast<std::uint16_t>(reply)});
    if (!std::exchange(is_played_, false) && move_ != no_move) board_.put(attacker_, move_);
    board_.put(opponent(attacker_), reply);
    return true;
  }
  void leave() {
    if (is_played_ && move_ != no_move) board_.take(attacker_, move_);
    const Step step = played_.back();
    played_.pop_back();
    board_.take(opponent(attacker_), step.reply);
    move_ = step.move;
    is_played_ = true;
  }

 private:
  struct Step {
    std::uint16_t move, reply;
  };

  int size_;
  Color attacker_;
  ImageBoard board_;
  std::uint32_t left_;
  const EntrySink& sink_;
  std::vector<std::uint8_t> entry_;
  std::uint16_t move_ = no_move;  ///< the move of the record that the walk is at
  bool is_played_ = false;  ///< whether it is on the board, where it stays while the replies come and go
  std::vector<Step> played_;
};

inline Error no_walk(std::uint32_t count) {
  return {ErrorCode::malformed, "expected a walk of " + std::to_string(count) + " records, found other bits"};
}

template <class Models>
std::vector<std::uint8_t> encode(const BlockRecords& block) {
  FIVEPROOF_ENSURE(block.count() > 0);
  const Forest forest = forest_of(block);
  BitEncoder bits;
  WritingHost host(forest);
  walk::WalkCoder<Models, BitEncoder, WritingHost> walk(bits, host, block.size,
                                                        static_cast<std::uint32_t>(forest.nodes.size()));
  StartCoder starts(bits, block.size);
  for (const Forest::Start& from : forest.starts) {
    StartStones start{from.is_and, stones_of(from, block)};
    starts.code(start);
    put(walk.board(), start.stones, true);
    host.begin_at(from);
    if (start.is_and)
      walk.walk_from_and_position();
    else
      walk.walk_from_record();
    put(walk.board(), start.stones, false);
  }
  return bits.finish();
}

template <class Models>
Status decode(std::span<const std::uint8_t> bytes, int size, Color attacker, std::uint32_t count,
              const EntrySink& sink) {
  BitDecoder bits(bytes);
  ReadingHost host(size, attacker, count, sink);
  walk::WalkCoder<Models, BitDecoder, ReadingHost> walk(bits, host, size, count);
  StartCoder starts(bits, size);
  while (host.left() > 0) {
    StartStones start;
    starts.code(start);
    host.begin_at(start);
    put(walk.board(), start.stones, true);
    const std::uint32_t before = host.left();
    const bool is_walk = start.is_and ? walk.walk_from_and_position() : walk.walk_from_record();
    if (!is_walk || host.left() == before) return no_walk(count);
    put(walk.board(), start.stones, false);
  }
  if (!bits.is_finished())
    return Error{ErrorCode::malformed, "expected the end of the walk of " + std::to_string(count) +
                                           " records, found more or other bits"};
  return Done{};
}

}  // namespace fiveproof::block
