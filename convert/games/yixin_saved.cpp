#include "convert/games/yixin_saved.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

#include "convert/tree/tree_lines.hpp"

namespace fiveproof::convert {

namespace {

constexpr int pos_board_size = 15;
constexpr std::size_t most_pos_moves = 0xFF;
constexpr int least_board = 5;  // a second line below it is a rule
constexpr std::string_view no_saved_game = "the tree of a saved game that cannot be one";

// The SourceBits of a move in a .sav: how its line ends.
constexpr std::uint64_t sav_cr_lf = 1, sav_no_end = 2;

/// What both readers do: a game is made move by move, and what is behind it is kept.
class SavedGameReader : protected FileReader {
 protected:
  SavedGameReader(View bytes, const TreeReadOptions& options) : FileReader(options), bytes_(bytes) {}

  bool add(TreeBuilder& builder, Square square, std::size_t offset, std::uint64_t bits) {
    if (builder.node_count() >= options_.max_nodes) return fail_at_limit(offset);
    const NodeNumber node = builder.add(builder.node_count(), TreeMove::at(square, size_));
    if (bits != 0) builder.add_source_bits(node, bits);
    reading_.offsets.push_back(offset);
    return true;
  }

  Result<TreeReading> finish(TreeBuilder builder) {
    if (at_ < bytes_.size()) {
      builder.set_fact(tail_fact, bytes_.subspan(at_));
      note(counted(bytes_.size() - at_, "byte") + " behind the last move", at_);
    }
    if (builder.node_count() == 0) note("no moves", at_);
    reading_.carried.push_back(counted(builder.node_count(), "move"));
    std::move(oddities_).move_to(reading_);
    reading_.tree = std::move(builder).finish();
    return std::move(reading_);
  }

  View bytes_;
  int size_ = pos_board_size;
  std::size_t at_ = 0;
  TreeReading reading_;
};

// -- .sav --

class SavReader : SavedGameReader {
 public:
  SavReader(View bytes, const TreeReadOptions& options)
      : SavedGameReader(bytes, options), all_(as_text(bytes)) {}

  Result<TreeReading> read() {
    std::uint32_t moves = 0;
    if (!read_header(moves)) return *error_;
    TreeBuilder builder(size_, std::string(sav_source));
    builder.set_fact(header_fact, bytes_.first(at_));
    for (std::uint32_t i = 0; i < moves; ++i)
      if (!read_move(builder)) return *error_;
    return finish(std::move(builder));
  }

 private:
  bool expected(std::size_t at, const std::string& what) {
    constexpr std::size_t quoted = 20;
    const std::string_view found = all_.substr(at, std::min(quoted, all_.find('\n', at) - at));
    return fail(at, "expected " + what + ", found " +
                        (at == all_.size() ? "the end of the file" : "\"" + std::string(found) + "\""));
  }

  /// A number as it is written, without a sign or zeros before it.
  bool take(std::uint32_t& value) {
    const std::size_t from = at_;
    const auto [end, wrong] = std::from_chars(all_.data() + at_, all_.data() + all_.size(), value);
    at_ = static_cast<std::size_t>(end - all_.data());
    return wrong == std::errc() && all_.substr(from, at_ - from) == std::to_string(value);
  }
  bool take(std::string_view expected) {
    if (!all_.substr(at_).starts_with(expected)) return false;
    at_ += expected.size();
    return true;
  }
  /// The end of a line, as SourceBits; the last one may have none.
  bool take_end(std::uint64_t& bits) {
    bits = take("\n") ? 0 : take("\r\n") ? sav_cr_lf : sav_no_end;
    return bits != sav_no_end || at_ == all_.size();
  }

  bool read_header(std::uint32_t& moves) {
    std::uint32_t numbers[3] = {};
    std::size_t second = 0;
    for (std::uint32_t& number : numbers) {
      const std::size_t from = at_;
      std::uint64_t end = 0;
      if (!take(number) || !take_end(end))
        return expected(from, "a line with a number: height, width and number of moves come first");
      if (&number == &numbers[1]) second = from;
    }
    const auto [height, width, count] = numbers;
    moves = count;
    const bool is_rule = width < least_board;
    if (height > max_board_size || !is_board_size(static_cast<int>(height)) || (!is_rule && width != height))
      return fail(0,
                  "boards are square and have 5x5 to 20x20 squares; the file has " + std::to_string(width) +
                      "x" + std::to_string(height),
                  ErrorCode::unsupported);
    if (is_rule && width > 2)
      note("a rule set " + std::to_string(width) + ", which is none of ours", second);
    else if (is_rule)
      reading_.rule = std::array{RuleSet::freestyle, RuleSet::standard, RuleSet::renju}[width];
    size_ = static_cast<int>(height);
    return true;
  }

  bool read_move(TreeBuilder& builder) {
    const std::size_t from = at_;
    const auto size = static_cast<std::uint32_t>(size_);
    std::uint32_t row = 0, column = 0;
    std::uint64_t end = 0;
    if (!take(row) || !take(" ") || !take(column) || !take_end(end) || row >= size || column >= size)
      return expected(from, "a move, its row and its column from 0 to " + std::to_string(size - 1));
    return add(builder, Square(static_cast<int>(column), size_ - 1 - static_cast<int>(row)), from, end);
  }

  std::string_view all_;
};

std::string sav_line(Square square, int size, std::uint64_t bits) {
  return std::to_string(size - 1 - square.row()) + " " + std::to_string(square.column()) +
         (bits & sav_no_end  ? ""
          : bits & sav_cr_lf ? "\r\n"
                             : "\n");
}

// -- .pos --

class PosReader : SavedGameReader {
 public:
  PosReader(View bytes, const TreeReadOptions& options) : SavedGameReader(bytes, options) {}

  Result<TreeReading> read() {
    TreeBuilder builder(pos_board_size, std::string(pos_source));
    if (bytes_.empty()) {
      fail(0, "expected the number of moves, found the end of the file");
      return *error_;
    }
    const std::size_t moves = bytes_[at_++];
    for (; at_ <= moves; ++at_)
      if (!read_move(builder, moves)) return *error_;
    return finish(std::move(builder));
  }

 private:
  bool read_move(TreeBuilder& builder, std::size_t moves) {
    if (at_ == bytes_.size())
      return fail(at_, "expected " + counted(moves, "move") + ", found " + std::to_string(at_ - 1) +
                           " and the end of the file");
    const int point = bytes_[at_], column = point / pos_board_size, row = point % pos_board_size;
    if (column >= pos_board_size)
      return fail(at_, "expected a move from 0 to 224, found " + std::to_string(point));
    return add(builder, Square(column, pos_board_size - 1 - row), at_, 0);
  }
};

std::uint8_t pos_byte(Square square) {
  return static_cast<std::uint8_t>(square.column() * pos_board_size + pos_board_size - 1 - square.row());
}

// -- writing --

/// Facts and bits may come from a file that nobody vouches for, so what they make is read back and must be
/// the same tree.
template <class Reader>
Result<TreeWriting> same_tree(Bytes bytes, const GameTree& tree) {
  const TreeReadOptions anything{.max_nodes = GameTree::max_nodes, .max_oddities = 0};
  const auto reading = Reader(bytes, anything).read();
  if (!reading.ok()) return contradiction(no_saved_game, reading.error().text());
  if (reading.value().tree != tree) return contradiction(no_saved_game, "its file says something else");
  return TreeWriting{std::move(bytes)};
}

/// The file again: `head`, the moves as `put` writes each of them, and what is behind them.
template <class Reader, class Put>
Result<TreeWriting> write_again(const GameTree& tree, View head, const Put& put) {
  Bytes out(head.begin(), head.end());
  for (TreeCursor at(tree); at.next();) {
    if (!at.move().is_square()) return contradiction(no_saved_game, "a node without a stone");
    put(at.move().square(tree.size()), at.source_bits(), out);
  }
  const View tail = tree.fact(tail_fact).value_or(View());
  out.insert(out.end(), tail.begin(), tail.end());
  return same_tree<Reader>(std::move(out), tree);
}

}  // namespace

Result<TreeReading> read_sav(View bytes, const TreeReadOptions& options) {
  return SavReader(bytes, options).read();
}

Result<TreeReading> read_pos(View bytes, const TreeReadOptions& options) {
  return PosReader(bytes, options).read();
}

Result<TreeWriting> write_sav(const GameTree& tree) {
  if (tree.source() == sav_source)
    return write_again<SavReader>(tree, tree.fact(header_fact).value_or(View()),
                                  [&](Square square, std::uint64_t bits, Bytes& out) {
                                    const std::string line = sav_line(square, tree.size(), bits);
                                    out.insert(out.end(), line.begin(), line.end());
                                  });
  FIVEPROOF_LET(auto game, one_game_of(tree, "a file .sav"));
  const std::string size = std::to_string(tree.size()) + "\r\n";
  std::string out = size + size + std::to_string(game.moves.size()) + "\r\n";
  for (const TreeMove move : game.moves) out += sav_line(move.square(tree.size()), tree.size(), sav_cr_lf);
  return TreeWriting{{out.begin(), out.end()}, std::move(game.losses)};
}

Result<TreeWriting> write_pos(const GameTree& tree) {
  const auto too_many = [](std::uint64_t moves) {
    return Error{ErrorCode::unsupported,
                 "a file .pos has at most 255 moves; the game has " + std::to_string(moves)};
  };
  if (tree.source() == pos_source) {
    if (tree.node_count() > most_pos_moves) return too_many(tree.node_count());
    const std::uint8_t count[] = {static_cast<std::uint8_t>(tree.node_count())};
    return write_again<PosReader>(
        tree, count, [](Square square, std::uint64_t, Bytes& out) { out.push_back(pos_byte(square)); });
  }
  if (tree.size() != pos_board_size)
    return Error{ErrorCode::unsupported,
                 "a file .pos is of a 15x15 board, not of size " + std::to_string(tree.size())};
  FIVEPROOF_LET(auto game, one_game_of(tree, "a file .pos"));
  if (game.moves.size() > most_pos_moves) return too_many(game.moves.size());
  TreeWriting writing{{static_cast<std::uint8_t>(game.moves.size())}, std::move(game.losses)};
  for (const TreeMove move : game.moves) writing.bytes.push_back(pos_byte(move.square(pos_board_size)));
  return writing;
}

}  // namespace fiveproof::convert
