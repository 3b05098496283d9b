#include "format/fvp/list_block.hpp"

#include <array>
#include <string>
#include <utility>

#include "format/fvp/fvp_frame.hpp"
#include "format/fvp/fvp_layout.hpp"
#include "proof/records/image_board.hpp"

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
    const SideStones stones = stones_of(start, block_);
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
    const unsigned number = number_at(at_);
    at_ += numbers_.bytes();
    return number;
  }
  [[nodiscard]] unsigned number_at(std::size_t at) const {
    return numbers_.is_wide ? bytes_[at] | unsigned{bytes_[at + 1]} << 8 : bytes_[at];
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
    if (kind == 0) return read_record();
    if (!has(1)) return false;
    const unsigned count = take();
    return count > 0 && read_group(count);
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
    if (!has(1)) return false;
    const unsigned count = take();
    if (count == 0) return true;
    // A move onto a stone is a record like any other, with nothing below it.
    if (!put(attacker_, move) || !read_group(count)) return false;
    take_back(attacker_, move);
    return true;
  }

  bool read_group(unsigned count) {
    if (!has(count)) return false;
    std::size_t at = at_;
    at_ += count * numbers_.bytes();
    int before = -1;
    for (unsigned i = 0; i < count; ++i, at += numbers_.bytes()) {
      const unsigned reply = number_at(at);
      if (static_cast<int>(reply) <= before || !put(opponent(attacker_), reply)) return false;
      before = static_cast<int>(reply);
      if (!read_record()) return false;
      take_back(opponent(attacker_), reply);
    }
    return true;
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
  return fvp::compress(lists_of(block), fvp::list_zstd_level);
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
