#include "format/list_block.hpp"

#include <zstd.h>

#include <array>
#include <string>
#include <utility>

#include "format/fvp_frame.hpp"
#include "format/fvp_layout.hpp"
#include "format/image_board.hpp"
#include "format/square_images.hpp"

namespace fiveproof {
namespace {

using fvp::View;

/// The width of numbers, and what they may say.
struct Numbers {
  explicit Numbers(int size) : squares(static_cast<unsigned>(size * size)), is_wide(squares > 225) {}

  [[nodiscard]] std::size_t bytes() const { return is_wide ? 2 : 1; }
  /// No square, and no count.
  [[nodiscard]] unsigned none() const { return is_wide ? 0xFFFF : 0xFF; }
  /// Each record in a start of its own, on a board that is full, is the most that there can be.
  [[nodiscard]] std::size_t most_bytes(std::uint32_t records) const {
    return (squares + std::size_t{7}) * bytes() * records;
  }

  unsigned squares;
  bool is_wide;
};

// -- writing ----------------------------------------------------------------------------------------------

class Writer {
 public:
  Writer(const Forest& forest, const BlockRecords& block)
      : forest_(forest), block_(block), numbers_(block.size), children_(forest.nodes.size()) {
    for (const Forest::Node& node : forest_.nodes)
      if (node.parent != Forest::none) ++children_[node.parent];
    out_.reserve(forest_.nodes.size() * 3 * numbers_.bytes());
  }

  std::vector<std::uint8_t> write() {
    for (const Forest::Start& start : forest_.starts) {
      put_board(start);
      if (start.is_and)
        put_group(start.first, start.last, count_of(start));
      else
        put_record(start.first);
    }
    return std::move(out_);
  }

 private:
  void put(unsigned number) {
    out_.push_back(static_cast<std::uint8_t>(number));
    if (numbers_.is_wide) out_.push_back(static_cast<std::uint8_t>(number >> 8));
  }

  void put_board(const Forest::Start& start) {
    SideStones stones;
    append_stones(block_.packed(start.record), block_.attacker, stones);
    if (start.is_and) std::erase(stones[1], start.reply);
    put(start.is_and);
    for (const auto& side : stones) put(static_cast<unsigned>(side.size()));
    for (const auto& side : stones)
      for (const std::uint16_t square : side) put(square);
  }

  [[nodiscard]] unsigned count_of(const Forest::Start& start) const {
    unsigned count = 0;
    for (std::uint32_t at = start.first; at < start.last; at = forest_.nodes[at].end) ++count;
    return count;
  }

  // Not deeper than half the squares of the board: each level has two stones more.
  void put_record(std::uint32_t at) {
    const Forest::Node& node = forest_.nodes[at];
    put(node.move == no_move ? numbers_.none() : node.move);
    if (node.move != no_move) put_group(at + 1, node.end, children_[at]);
  }

  void put_group(std::uint32_t first, std::uint32_t last, unsigned count) {
    put(count);
    for (std::uint32_t at = first; at < last; at = forest_.nodes[at].end) put(forest_.nodes[at].reply);
    for (std::uint32_t at = first; at < last; at = forest_.nodes[at].end) put_record(at);
  }

  const Forest& forest_;
  const BlockRecords& block_;
  Numbers numbers_;
  std::vector<std::uint16_t> children_;  ///< of each node
  std::vector<std::uint8_t> out_;
};

// -- reading ----------------------------------------------------------------------------------------------

/// Each function says whether the bytes were what they must be; after the first that were not, all is over.
class Reader {
 public:
  Reader(View bytes, int size, Color attacker, std::uint32_t count, const EntrySink& sink)
      : bytes_(bytes),
        numbers_(size),
        size_(size),
        attacker_(attacker),
        board_(size),
        left_(count),
        sink_(sink),
        entry_(entry_bytes(size)) {}

  bool read() {
    while (left_ > 0)
      if (!read_start()) return false;
    return at_ == bytes_.size();
  }

 private:
  [[nodiscard]] bool has(std::size_t numbers) const {
    return (bytes_.size() - at_) / numbers_.bytes() >= numbers;
  }
  /// require: has(1)
  unsigned take() {
    const unsigned low = bytes_[at_++];
    return numbers_.is_wide ? low | unsigned{bytes_[at_++]} << 8 : low;
  }

  bool put(Color c, unsigned square) {
    if (square >= numbers_.squares || is_taken_[square]) return false;
    is_taken_[square] = true;
    board_.put(c, static_cast<int>(square));
    return true;
  }
  void take_back(Color c, unsigned square) {
    is_taken_[square] = false;
    board_.take(c, static_cast<int>(square));
  }

  bool read_start() {
    board_ = ImageBoard(size_);
    is_taken_ = {};
    if (!has(3)) return false;
    const unsigned kind = take();
    const std::array<unsigned, 2> stones{take(), take()};
    if (kind > 1 || !put_side(attacker_, stones[0]) || !put_side(opponent(attacker_), stones[1]))
      return false;
    return kind == 0 ? read_record() : read_group(false);
  }

  bool put_side(Color c, unsigned count) {
    if (!has(count)) return false;
    int before = -1;
    for (unsigned i = 0; i < count; ++i) {
      const int square = static_cast<int>(take());
      if (square <= before || !put(c, static_cast<unsigned>(square))) return false;
      before = square;
    }
    return true;
  }

  bool read_record() {
    if (left_ == 0 || !has(1)) return false;
    --left_;
    const unsigned move = take();
    const bool is_none = move == numbers_.none();
    if (!is_none && move >= numbers_.squares) return false;
    board_.write_entry(is_none ? no_move : static_cast<std::uint16_t>(move), entry_);
    sink_(entry_);
    if (is_none) return true;
    // A move onto a stone is a record like any other, with nothing below it.
    const bool is_played = put(attacker_, move);
    const bool is_whole = read_group(true, is_played);
    if (is_played) take_back(attacker_, move);
    return is_whole;
  }

  bool read_group(bool may_be_empty, bool may_be_more = true) {
    if (!has(1)) return false;
    const unsigned count = take();
    if (count == 0) return may_be_empty;
    if (!may_be_more || !has(count)) return false;
    const std::size_t replies = at_;
    at_ += count * numbers_.bytes();
    int before = -1;
    for (unsigned i = 0; i < count; ++i) {
      const int reply = reply_at(replies, i);
      if (reply <= before || !put(opponent(attacker_), static_cast<unsigned>(reply))) return false;
      before = reply;
      if (!read_record()) return false;
      take_back(opponent(attacker_), static_cast<unsigned>(reply));
    }
    return true;
  }

  [[nodiscard]] int reply_at(std::size_t replies, unsigned i) const {
    if (!numbers_.is_wide) return bytes_[replies + i];
    return bytes_[replies + 2 * i] | bytes_[replies + 2 * i + 1] << 8;
  }

  View bytes_;
  std::size_t at_ = 0;
  Numbers numbers_;
  int size_;
  Color attacker_;
  ImageBoard board_;
  std::array<bool, max_board_size * max_board_size> is_taken_{};
  std::uint32_t left_;
  const EntrySink& sink_;
  std::vector<std::uint8_t> entry_;
};

}  // namespace

std::vector<std::uint8_t> lists_of(const BlockRecords& block) {
  FIVEPROOF_ENSURE(block.count() > 0);
  const Forest forest = forest_of(block);
  return Writer(forest, block).write();
}

Status read_lists(std::span<const std::uint8_t> lists, int size, Color attacker, std::uint32_t count,
                  const EntrySink& sink) {
  if (Reader(lists, size, attacker, count, sink).read()) return Done{};
  return Error{ErrorCode::malformed,
               "expected lists of " + std::to_string(count) + " records, found other numbers",
               {},
               {}};
}

std::vector<std::uint8_t> encode_list_block(const BlockRecords& block) {
  const std::vector<std::uint8_t> lists = lists_of(block);
  std::vector<std::uint8_t> frame(ZSTD_compressBound(lists.size()));
  const std::size_t length =
      ZSTD_compress(frame.data(), frame.size(), lists.data(), lists.size(), fvp::list_zstd_level);
  FIVEPROOF_ENSURE(!ZSTD_isError(length));
  frame.resize(length);
  return frame;
}

Status decode_list_block(std::span<const std::uint8_t> bytes, int size, Color attacker, std::uint32_t count,
                         const EntrySink& sink) {
  std::vector<std::uint8_t> lists;
  try {
    lists.resize(fvp::content_bytes(bytes, 0, Numbers(size).most_bytes(count)));
    fvp::decompress_into(bytes, 0, lists);
  } catch (const fvp::Refusal& refusal) {
    return Error{ErrorCode::malformed, refusal.error.message, {}, {}};
  }
  return read_lists(lists, size, attacker, count, sink);
}

}  // namespace fiveproof
