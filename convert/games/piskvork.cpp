#include "convert/games/piskvork.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "convert/tree/tree_lines.hpp"

namespace fiveproof::convert {

namespace {

constexpr std::string_view psq_magic = "Piskvorky ";
constexpr std::size_t longest_record_quotation = 60;

enum class FileKind { psq, rec };

std::string_view source_of(FileKind kind) { return kind == FileKind::psq ? psq_source : rec_source; }
/// The least coordinate.
int first_of(FileKind kind) { return kind == FileKind::psq ? 1 : 0; }

/// Takes as many decimal digits as there are; false when there are none, or the number does not fit.
bool take_number(std::string_view& text, std::uint32_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

bool take(std::string_view& text, std::string_view expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
  return true;
}

// -- one line --

/// A line that is a move, and how it is spelled.
struct MoveLine {
  std::uint32_t x = 0, y = 0;
  bool has_time = false, is_time_negative = false;
  std::uint32_t time = 0;
  bool has_space_before_y = false, has_space_before_time = false;
};

std::string line_of(const MoveLine& move) {
  std::string line = std::to_string(move.x) + (move.has_space_before_y ? ", " : ",") + std::to_string(move.y);
  if (move.has_time)
    line += std::string(move.has_space_before_time ? ", " : ",") + (move.is_time_negative ? "-" : "") +
            std::to_string(move.time);
  return line;
}

/// Nothing for what is no move, or is spelled in a way that SourceBits cannot give back: with leading zeros,
/// or with words behind it.
std::optional<MoveLine> parse_move(std::string_view line) {
  MoveLine move;
  std::string_view rest = line;
  if (!take_number(rest, move.x) || !take(rest, ",")) return std::nullopt;
  move.has_space_before_y = take(rest, " ");
  if (!take_number(rest, move.y)) return std::nullopt;
  move.has_time = take(rest, ",");
  if (move.has_time) {
    move.has_space_before_time = take(rest, " ");
    move.is_time_negative = take(rest, "-");
    if (!take_number(rest, move.time)) return std::nullopt;
  }
  if (!rest.empty() || line_of(move) != line) return std::nullopt;
  return move;
}

/// A number, a comma and a number: here other programs would go on reading the game.
bool looks_like_move(std::string_view line) {
  const auto skip = [&](auto&& is_skipped) {
    const std::size_t before = line.size();
    while (!line.empty() && is_skipped(line[0])) line.remove_prefix(1);
    return line.size() < before;
  };
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  const auto number = [&] {
    skip(is_blank);
    if (!line.empty() && (line[0] == '-' || line[0] == '+')) line.remove_prefix(1);
    return skip(is_digit);
  };
  if (!number()) return false;
  skip(is_blank);
  return take(line, ",") && number();
}

// The SourceBits of a move hold what its line says besides the square:
//   0-31  time in milliseconds   32  has a time      33  the time is negative
//   34    ends in CR LF          35  no end of line  36  a space before y      37  a space before the time
constexpr int time_bit = 32, negative_bit = 33, cr_lf_bit = 34, no_end_bit = 35, y_space_bit = 36,
              time_space_bit = 37;

std::uint64_t bits_of(const MoveLine& move, bool is_cr_lf, bool has_end) {
  const auto bit = [](bool is_set, int number) { return std::uint64_t{is_set} << number; };
  return move.time | bit(move.has_time, time_bit) | bit(move.is_time_negative, negative_bit) |
         bit(is_cr_lf, cr_lf_bit) | bit(!has_end, no_end_bit) | bit(move.has_space_before_y, y_space_bit) |
         bit(move.has_space_before_time, time_space_bit);
}

std::string line_of(Square square, FileKind kind, int size, std::uint64_t bits) {
  const auto bit = [&](int number) { return (bits >> number & 1) != 0; };
  MoveLine move;
  move.x = static_cast<std::uint32_t>(square.column() + first_of(kind));
  move.y = static_cast<std::uint32_t>(size - 1 - square.row() + first_of(kind));
  move.has_time = bit(time_bit);
  move.is_time_negative = bit(negative_bit);
  move.time = static_cast<std::uint32_t>(bits);
  move.has_space_before_y = bit(y_space_bit);
  move.has_space_before_time = bit(time_space_bit);
  return line_of(move) + (bit(no_end_bit) ? "" : bit(cr_lf_bit) ? "\r\n" : "\n");
}

// -- reading --

class PiskvorkReader : FileReader {
 public:
  PiskvorkReader(View bytes, FileKind kind, int size, const TreeReadOptions& options)
      : FileReader(options), all_(as_text(bytes)), kind_(kind), size_(size) {}

  Result<TreeReading> read() {
    if (!(kind_ == FileKind::psq ? read_psq_header() : read_rec_header())) return *error_;
    TreeBuilder builder(size_, std::string(source_of(kind_)));
    builder.set_fact(header_fact, as_view(all_.substr(0, at_)));
    if (!read_moves(builder)) return *error_;
    if (at_ < all_.size()) {
      builder.set_fact(tail_fact, as_view(all_.substr(at_)));
      read_tail();
    } else if (kind_ == FileKind::psq) {
      note("no line behind the moves, as if the file had been cut", at_);
    }
    if (builder.node_count() == 0) note("no moves", at_);
    reading_.carried.insert(reading_.carried.begin(), counted(builder.node_count(), "move"));
    name_players();
    std::move(oddities_).move_to(reading_);
    reading_.tree = std::move(builder).finish();
    return std::move(reading_);
  }
  /// Up to where the file is a game, once read() has said what is wrong behind that.
  [[nodiscard]] std::uint64_t whole() const { return whole_; }

 private:
  struct TextLine {
    std::string_view text;  ///< without its line end
    std::size_t from, next;
    bool is_cr_lf = false, has_end = false;
  };

  [[nodiscard]] TextLine line_at(std::size_t from) const {
    const std::size_t end = std::min(all_.find('\n', from), all_.size());
    TextLine line{all_.substr(from, end - from), from, end};
    if (end == all_.size()) return line;
    line.has_end = true;
    line.next = end + 1;
    line.is_cr_lf = line.text.ends_with('\r');
    if (line.is_cr_lf) line.text.remove_suffix(1);
    return line;
  }

  bool wrong(std::size_t offset, const std::string& expected, std::string_view found) {
    const bool is_long = found.size() > longest_record_quotation;
    const std::string quoted =
        std::string(found.substr(0, longest_record_quotation)) + (is_long ? "..." : "");
    return fail(offset, "expected " + expected + ", found " +
                            (found.empty() ? "the end of the line" : "\"" + quoted + "\""));
  }

  bool read_psq_header() {
    const TextLine line = line_at(0);
    std::string_view rest = line.text;
    std::uint32_t width = 0, height = 0;
    if (!take(rest, psq_magic) || !take_number(rest, width) || !take(rest, "x") || !take_number(rest, height))
      return wrong(0, "the first line of a record, \"Piskvorky 20x20, 0:0, 0\"", line.text);
    if (width != height || !is_board_size(static_cast<int>(std::min<std::uint32_t>(width, 1000))))
      return fail(psq_magic.size(),
                  "boards are square and have 5x5 to 20x20 squares; the record has " + std::to_string(width) +
                      "x" + std::to_string(height),
                  ErrorCode::unsupported);
    size_ = static_cast<int>(width);
    std::uint32_t level = 0, other_level = 0, began = 0;
    if (take(rest, ", ") && take_number(rest, level) && take(rest, ":") && take_number(rest, other_level) &&
        take(rest, ", ") && take_number(rest, began) && began <= 1 && rest.empty())
      began_ = began;
    else
      note("a first line that does not end in two levels and who began, 0 or 1", 0);
    at_ = line.next;
    return true;
  }

  bool read_rec_header() {
    for (int player = 0; player < 2; ++player) {
      const TextLine line = line_at(at_);
      if (!line.has_end)
        return fail(all_.size(), "expected the names of two players, a line each, found the end of the file");
      if (line.text.starts_with(psq_magic))
        return wrong(at_, "the name of a player, and not a record .psq", line.text);
      if (looks_like_move(line.text)) return wrong(at_, "the name of a player", line.text);
      names_[player] = line.text;
      at_ = line.next;
    }
    began_ = 0;
    return true;
  }

  bool read_moves(TreeBuilder& builder) {
    while (at_ < all_.size()) {
      whole_ = at_;
      const TextLine line = line_at(at_);
      if (options_.salvage && !line.has_end) return drop_line(line);
      const auto move = parse_move(line.text);
      if (!move) return true;
      if (builder.node_count() >= options_.max_nodes) return fail_at_limit(at_);
      const auto first = static_cast<std::uint32_t>(first_of(kind_));
      const auto last = static_cast<std::uint32_t>(size_) - 1 + first;
      if (std::min(move->x, move->y) < first || std::max(move->x, move->y) > last)
        return wrong(at_,
                     "a move on the " + std::to_string(size_) + "x" + std::to_string(size_) +
                         " board, from " + std::to_string(first) + " to " + std::to_string(last),
                     line.text);
      const Square square(static_cast<int>(move->x - first), size_ - 1 - static_cast<int>(move->y - first));
      const NodeNumber node = builder.add(builder.node_count(), TreeMove::at(square, size_));
      builder.add_source_bits(node, bits_of(*move, line.is_cr_lf, line.has_end));
      reading_.offsets.push_back(at_);
      at_ = line.next;
    }
    return true;
  }

  /// A line that was cut can be another move than the one that was played.
  bool drop_line(const TextLine& line) {
    reading_.losses.push_back(counted(line.text.size(), "byte") + " from byte " + std::to_string(at_) +
                              " on, dropped: a line that does not end");
    at_ = all_.size();
    return true;
  }

  void read_tail() {
    std::size_t number = 0;
    for (std::size_t from = at_; from < all_.size(); ++number) {
      const TextLine line = line_at(from);
      if (looks_like_move(line.text)) note("a line like a move behind the end of the moves", from);
      // Behind the moves stand two names and a code, or a code alone.
      const bool is_name = number < 2 && !line.text.empty() && !is_code(line.text);
      if (kind_ == FileKind::psq && is_name && names_[number].empty()) names_[number] = line.text;
      if (result_.empty() && is_code(line.text)) result_ = line.text;
      from = line.next;
    }
  }

  static bool is_code(std::string_view line) {
    take(line, "-");
    return !line.empty() && std::all_of(line.begin(), line.end(), is_digit);
  }

  void name_players() {
    for (std::uint32_t player = 0; player < 2; ++player) {
      if (names_[player].empty()) continue;
      const std::string color = !began_ ? "player" : *began_ == player ? "Black" : "White";
      reading_.carried.push_back(color + ": " +
                                 std::string(names_[player].substr(0, longest_record_quotation)));
    }
    if (!result_.empty())
      reading_.carried.push_back("result or error code: " +
                                 std::string(result_.substr(0, longest_record_quotation)));
  }

  std::string_view all_;
  FileKind kind_;
  int size_;
  std::size_t at_ = 0;
  TreeReading reading_;
  std::string_view names_[2], result_;
  std::optional<std::uint32_t> began_;
};

// -- writing --

constexpr std::string_view no_record = "the tree of a record that cannot be one";

/// Facts and bits may come from a file that nobody vouches for, so what they make is read back and must be
/// the same tree.
Result<TreeWriting> write_again(const GameTree& tree, FileKind kind) {
  std::string out(as_text(tree.fact(header_fact).value_or(View())));
  for (TreeCursor at(tree); at.next();) {
    if (!at.move().is_square()) return contradiction(no_record, "a node without a stone");
    out += line_of(at.move().square(tree.size()), kind, tree.size(), at.source_bits());
  }
  out += as_text(tree.fact(tail_fact).value_or(View()));
  const TreeReadOptions anything{.max_nodes = GameTree::max_nodes, .max_oddities = 0};
  const auto reading = PiskvorkReader(as_view(out), kind, tree.size(), anything).read();
  if (!reading.ok()) return contradiction(no_record, reading.error().text());
  if (reading.value().tree != tree) return contradiction(no_record, "its file says something else");
  return TreeWriting{{out.begin(), out.end()}};
}

Result<TreeWriting> write_new(const GameTree& tree, FileKind kind) {
  constexpr std::uint64_t usual_bits = std::uint64_t{1} << cr_lf_bit;
  const std::string size = std::to_string(tree.size());
  std::string out = kind == FileKind::psq ? std::string(psq_magic) + size + "x" + size + ", 0:0, 0\r\n"
                                          : "Black\r\nWhite\r\n";
  FIVEPROOF_LET(auto game, one_game_of(tree, "a record ." + std::string(source_of(kind))));
  for (const TreeMove move : game.moves)
    out += line_of(move.square(tree.size()), kind, tree.size(), usual_bits);
  out += "-1\r\n";
  TreeWriting writing{{out.begin(), out.end()}, std::move(game.losses)};
  if (kind == FileKind::rec && tree.size() != usual_rec_size)
    writing.losses.push_back("the size of the board, " + size + ": whoever reads the file must know it");
  return writing;
}

Result<TreeWriting> write(const GameTree& tree, FileKind kind) {
  return tree.source() == source_of(kind) ? write_again(tree, kind) : write_new(tree, kind);
}

Result<TreeReading> read_game(View bytes, FileKind kind, int size, const TreeReadOptions& options) {
  return read_or_salvage(bytes, options, [&](View part, const TreeReadOptions& how, std::uint64_t& whole) {
    PiskvorkReader reader(part, kind, size, how);
    auto read = reader.read();
    whole = reader.whole();
    return read;
  });
}

}  // namespace

Result<TreeReading> read_psq(View bytes, const TreeReadOptions& options) {
  return read_game(bytes, FileKind::psq, 0, options);
}

Result<TreeReading> read_rec(View bytes, const TreeReadOptions& options, int size) {
  if (!is_board_size(size))
    return Error{ErrorCode::unsupported, "boards have 5x5 to 20x20 squares, not " + std::to_string(size)};
  return read_game(bytes, FileKind::rec, size, options);
}

Result<TreeWriting> write_psq(const GameTree& tree) { return write(tree, FileKind::psq); }

Result<TreeWriting> write_rec(const GameTree& tree) { return write(tree, FileKind::rec); }

}  // namespace fiveproof::convert
