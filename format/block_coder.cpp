#include "format/block_coder.hpp"

#include <array>
#include <utility>

#include "format/image_board.hpp"
#include "format/square_images.hpp"
#include "format/walk_coder.hpp"

namespace fiveproof {
namespace {

/// What a walk starts from: a record, or the AND position after a record's move.
struct Start {
  bool is_and = false;
  SideStones stones;
};

/// Codes starts, as they are or as they are read.
template <class Coder>
class StartCoder {
 public:
  StartCoder(Coder& coder, int squares) : coder_(coder), squares_(squares) {}

  /// false: these bits are no position.
  bool code(Start& start) {
    start.is_and = coder_.code(kind_, start.is_and);
    for (std::size_t side = 0; side < 2; ++side) {
      auto& stones = start.stones[side];
      const int count = nine_bits(counts_[side], static_cast<int>(stones.size()));
      if (count > squares_) return false;
      if constexpr (Coder::is_decoder) stones.resize(static_cast<std::size_t>(count));
      int before = -1;
      for (std::uint16_t& stone : stones) {
        const int square = nine_bits(squares_of_[side], stone);
        if (square <= before || square >= squares_) return false;
        stone = static_cast<std::uint16_t>(before = square);
      }
    }
    return true;
  }

 private:
  using Tree = std::array<BitModel, 512>;
  int nine_bits(Tree& tree, int truth) {
    std::size_t node = 1;
    for (int b = 8; b >= 0; --b) node = node * 2 + coder_.code(tree[node], (truth >> b & 1) != 0);
    return static_cast<int>(node) - 512;
  }

  Coder& coder_;
  int squares_;
  BitModel kind_;
  std::array<Tree, 2> counts_, squares_of_;
};

// -- writing ----------------------------------------------------------------------------------------------

/// Answers a WalkCoder from a forest.
class Guide {
 public:
  Guide(const Forest& forest, std::uint32_t last) : nodes_(forest.nodes), last_(last) {}

  void begin_at_record(std::uint32_t node) { at_ = node; }
  /// The AND position above `node`, from that reply on.
  void begin_at_reply(std::uint32_t node) {
    at_ = nodes_[node].parent;
    next_ = node;
  }

  void on_record(int) {}
  [[nodiscard]] int move() {
    next_ = at_ + 1;
    return nodes_[at_].move;
  }
  int reply_count() {
    in_.fill(false);
    replies_.clear();
    const std::uint32_t end = std::min(nodes_[at_].end, last_);
    for (std::uint32_t child = next_; child < end; child = nodes_[child].end) {
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
    above_.push_back(at_);
    at_ = next_;
    return true;
  }
  void leave() {
    next_ = nodes_[at_].end;
    at_ = above_.back();
    above_.pop_back();
  }

 private:
  const std::vector<Forest::Node>& nodes_;
  std::uint32_t last_;
  std::uint32_t at_ = 0;    ///< the record that the walk is at or below
  std::uint32_t next_ = 0;  ///< the child to come
  std::vector<std::uint32_t> above_;
  std::array<bool, walk::max_squares> in_{};
  std::vector<std::uint16_t> replies_;
};

/// The stones at `node` as the walk sees them, with its move or without.
SideStones stones_at(const Forest& forest, const RecordTable& records, std::uint32_t node, bool with_move) {
  SideStones stones;
  const auto& nodes = forest.nodes;
  if (with_move) stones[0].push_back(nodes[node].move);
  for (; nodes[node].parent != Forest::none; node = nodes[node].parent) {
    stones[1].push_back(nodes[node].reply);
    stones[0].push_back(nodes[nodes[node].parent].move);
  }
  append_stones(records.packed(nodes[node].record), records.attacker(), stones);
  for (auto& side : stones) std::ranges::sort(side);
  return stones;
}

void put(walk::Board& board, const SideStones& stones, bool are_there) {
  for (std::size_t side = 0; side < 2; ++side)
    for (std::uint16_t q : stones[side])
      board.put(q, !are_there ? walk::empty : side == 0 ? walk::attacker : walk::defender);
}

// -- reading ----------------------------------------------------------------------------------------------

/// Follows a walk on a board and counts its records.
class Reader {
 public:
  Reader(int size, Color attacker, std::uint32_t count, const EntrySink& sink)
      : size_(size),
        attacker_(attacker),
        board_(size),
        left_(count),
        sink_(sink),
        entry_(entry_bytes(size)) {}

  /// false: two stones on one square.
  bool begin_at(const Start& start) {
    std::array<bool, walk::max_squares> is_taken{};
    for (const auto& side : start.stones)
      for (std::uint16_t q : side)
        if (std::exchange(is_taken[q], true)) return false;
    board_ = ImageBoard(size_);
    for (std::size_t side = 0; side < 2; ++side)
      for (std::uint16_t q : start.stones[side]) board_.put(side == 0 ? attacker_ : opponent(attacker_), q);
    move_ = no_move;
    played_.clear();
    return true;
  }
  [[nodiscard]] std::uint32_t left() const { return left_; }

  void on_record(int move) {
    --left_;
    move_ = static_cast<std::uint16_t>(move);
    board_.write_entry(move_, entry_);
    sink_(entry_);
  }
  bool enter(int reply) {
    if (left_ == 0) return false;
    played_.push_back({move_, static_cast<std::uint16_t>(reply)});
    if (move_ != no_move) board_.put(attacker_, move_);
    board_.put(opponent(attacker_), reply);
    return true;
  }
  void leave() {
    const Step step = played_.back();
    played_.pop_back();
    board_.take(opponent(attacker_), step.reply);
    if (step.move != no_move) board_.take(attacker_, step.move);
    move_ = step.move;
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
  std::uint16_t move_ = no_move;  ///< of the record that the walk is at
  std::vector<Step> played_;
};

Error no_walk(std::uint32_t count) {
  return {ErrorCode::malformed, "expected a walk of " + std::to_string(count) + " records, found other bits"};
}

}  // namespace

std::vector<std::uint8_t> encode_block(const Forest& forest, const RecordTable& records, std::uint32_t first,
                                       std::uint32_t last) {
  FIVEPROOF_ENSURE(first < last && last <= forest.nodes.size());
  BitEncoder bits;
  Guide guide(forest, last);
  walk::WalkCoder walk(bits, guide, records.size());
  StartCoder starts(bits, records.size() * records.size());
  for (std::uint32_t at = first; at < last;) {
    const std::uint32_t parent = forest.nodes[at].parent;
    const bool is_and = parent != Forest::none;
    const std::uint32_t from = is_and ? parent : at;
    Start start{is_and, stones_at(forest, records, from, is_and)};
    FIVEPROOF_ENSURE(starts.code(start));
    put(walk.board(), start.stones, true);
    if (is_and) {
      guide.begin_at_reply(at);
      walk.walk_from_and_position();
    } else {
      guide.begin_at_record(at);
      walk.walk_from_record();
    }
    put(walk.board(), start.stones, false);
    at = std::min(forest.nodes[from].end, last);
  }
  return bits.finish();
}

Status decode_block(std::span<const std::uint8_t> bytes, int size, Color attacker, std::uint32_t count,
                    const EntrySink& sink) {
  BitDecoder bits(bytes);
  Reader reader(size, attacker, count, sink);
  walk::WalkCoder walk(bits, reader, size);
  StartCoder starts(bits, size * size);
  while (reader.left() > 0) {
    Start start;
    if (!starts.code(start) || !reader.begin_at(start)) return no_walk(count);
    put(walk.board(), start.stones, true);
    const std::uint32_t before = reader.left();
    const bool is_walk = start.is_and ? walk.walk_from_and_position() : walk.walk_from_record();
    if (!is_walk || reader.left() == before) return no_walk(count);
    put(walk.board(), start.stones, false);
  }
  return Done{};
}

}  // namespace fiveproof
