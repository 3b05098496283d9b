#include "convert/games/line_list.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "convert/tree/line_trie.hpp"
#include "convert/tree/tree_lines.hpp"

namespace fiveproof::convert {

namespace {

constexpr const char* head_fact = "head";
constexpr std::uint64_t most_empty_lines = 0xFF;
constexpr std::size_t least_move_bytes = 2;

constexpr std::uint64_t bits_of(std::uint64_t number, std::uint8_t manner, std::uint64_t empty_lines) {
  return number | std::uint64_t{manner} << 32 | empty_lines << 40;
}
constexpr std::uint32_t number_of(std::uint64_t bits) { return static_cast<std::uint32_t>(bits); }
constexpr auto manner_of(std::uint64_t bits) { return static_cast<std::uint8_t>(bits >> 32); }
constexpr std::uint64_t empty_lines_of(std::uint64_t bits) { return bits >> 40 & most_empty_lines; }

std::string_view end_of_line(std::uint8_t manner) {
  return manner & has_no_end ? "" : manner & ends_in_cr_lf ? "\r\n" : "\n";
}

std::string as_comment(std::string_view text) { return text.empty() ? "#" : "# " + std::string(text); }

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (;;) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

/// Writes one line of moves with all that belongs to it: the empty lines and comments before it, the moves,
/// the comment behind them.
Status put_line(const LineSpelling& spelling, int size, std::span<const TreeMove> moves,
                std::vector<std::string_view> comments, std::uint64_t bits, std::string& out) {
  const std::uint8_t manner = manner_of(bits);
  const std::string_view inner_end = end_of_line(manner & static_cast<std::uint8_t>(~has_no_end));
  for (std::uint64_t i = 0; i < empty_lines_of(bits); ++i) out += inner_end;
  std::string_view behind;
  const bool is_behind = (manner & has_comment_behind) != 0 && !comments.empty();
  if (is_behind) {
    behind = comments.back();
    comments.pop_back();
  }
  for (const std::string_view comment : comments) out.append(as_comment(comment)).append(inner_end);
  FIVEPROOF_TRY(spelling.spell(moves, size, manner & own_manner, out));
  if (is_behind) out.append(" ").append(as_comment(behind));
  out += end_of_line(manner);
  return Done{};
}

// -- reading --

class LineListReader : FileReader {
 public:
  LineListReader(View bytes, const LineSpelling& spelling, int size, const TreeReadOptions& options)
      : FileReader(options),
        all_(as_text(bytes)),
        spelling_(spelling),
        size_(size),
        trie_(options.max_nodes, bytes.size() / least_move_bytes),
        builder_(size, std::string(spelling.source)) {}

  Result<TreeReading> read() {
    if (all_.size() > LineTrie::max_offset)
      return Error{ErrorCode::limit, "a file of 4 GiB or more", {}, std::uint64_t{0}};
    if (all_.starts_with(byte_order_mark)) {
      builder_.set_fact(head_fact, as_view(byte_order_mark));
      at_ = block_ = byte_order_mark.size();
    }
    while (at_ < all_.size()) FIVEPROOF_TRY(read_line());
    if (block_ < all_.size()) builder_.set_fact(tail_fact, as_view(all_.substr(block_)));
    return finish();
  }

 private:
  Status read_line() {
    const std::size_t end = std::min(all_.find('\n', at_), all_.size());
    std::string_view text = all_.substr(at_, end - at_);
    std::uint8_t manner = end == all_.size() ? has_no_end : 0;
    if (manner == 0 && text.ends_with('\r')) {
      manner = ends_in_cr_lf;
      text.remove_suffix(1);
    }
    const std::size_t skipped = spelling_.skipped != nullptr ? spelling_.skipped(text) : 0;
    const std::size_t hash = std::min(text.find('#', skipped), text.size());
    line_ = {};
    if (auto status = spelling_.parse(text.substr(0, hash), size_, line_); !status.ok()) {
      status.error().offset = at_ + status.error().offset.value_or(0);
      return status;
    }
    if (hash < text.size()) take_comment(text.substr(hash + 1), at_ + hash);
    if (!line_.moves.empty()) {
      if (hash < text.size()) manner |= has_comment_behind;
      FIVEPROOF_TRY(add_line(manner | line_.manner, end + (manner & has_no_end ? 0 : 1)));
    } else if (hash == text.size()) {
      ++empty_lines_;
    }
    at_ = end + 1;
    return Done{};
  }

  void take_comment(std::string_view text, std::size_t offset) {
    if (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with('\r')) text.remove_suffix(1);
    comments_.push_back(text);
    ++comment_count_;
    if (!spelling_.has_comments) note("a comment, which programs do not expect here", offset);
  }

  Status add_line(std::uint8_t manner, std::size_t end) {
    LineTrie::Place place = LineTrie::start;
    for (std::size_t i = 0; i < line_.moves.size(); ++i) {
      const std::size_t offset = at_ + line_.places[i];
      const auto next = trie_.step(place, line_.moves[i], static_cast<std::uint32_t>(offset));
      if (!next)
        return Error{
            ErrorCode::limit, "more than " + std::to_string(options_.max_nodes) + " nodes", {}, offset};
      place = *next;
    }
    const std::uint64_t bits =
        bits_of(line_count_ + 1, manner, std::min<std::uint64_t>(empty_lines_, most_empty_lines));
    if (!trie_.has_source_bits(place)) {
      ++line_count_;
      trie_.set_source_bits(place, bits);
      // Only what the writer would write in the same way comes back: other spellings are counted as a loss.
      std::string again;
      FIVEPROOF_TRY(put_line(spelling_, size_, line_.moves, comments_, bits, again));
      respelled_ += again != all_.substr(block_, end - block_);
    } else {
      ++equal_;
    }
    for (const std::string_view comment : comments_) trie_.add_comment(place, comment);
    comments_.clear();
    empty_lines_ = 0;
    block_ = end;
    return Done{};
  }

  Result<TreeReading> finish() {
    const std::size_t nodes = trie_.node_count();
    reading_.offsets = std::move(trie_).move_into(builder_);
    reading_.tree = std::move(builder_).finish();
    if (line_count_ == 0) note("no line of moves", all_.size());
    std::move(oddities_).move_to(reading_);
    reading_.carried.push_back(counted(line_count_, "line") + " of moves, " + counted(nodes, "node"));
    tell(reading_.carried, comment_count_, "comment");
    tell(reading_.losses, equal_, "line", " equal to an earlier one");
    if (respelled_ != 0)
      reading_.losses.push_back("the spelling of " + counted(respelled_, "line") +
                                ", not the moves and comments");
    return std::move(reading_);
  }

  std::string_view all_;
  const LineSpelling& spelling_;
  int size_;
  LineTrie trie_;
  TreeBuilder builder_;
  TreeReading reading_;

  std::size_t at_ = 0;
  std::size_t block_ = 0;  ///< where the last line of moves ended: what belongs to the next one begins
  SpelledLine line_;
  std::vector<std::string_view> comments_;  ///< from block_ on
  std::uint64_t empty_lines_ = 0;           ///< from block_ on
  std::uint64_t line_count_ = 0, comment_count_ = 0, equal_ = 0, respelled_ = 0;
};

// -- writing --

constexpr std::string_view no_list_of_lines = "the tree of a list of lines that cannot be one";

/// The file as it was read: the SourceBits give the order of the lines and how each was written.
Result<std::string> same_lines(const GameTree& tree, const LineSpelling& spelling) {
  struct NumberedLine {
    std::uint32_t number;
    std::string text;
  };
  std::vector<NumberedLine> written;
  std::vector<TreeMove> moves;
  for (TreeCursor at(tree); at.next();) {
    moves.resize(at.depth());
    if (!at.move().is_square() && !at.move().is_pass())
      return contradiction(no_list_of_lines, "a node without a stone");
    moves.push_back(at.move());
    if (at.source_bits() == 0) continue;
    std::vector<std::string_view> comments;
    for (const NodeText& text : at.texts()) comments = lines_of(as_text(tree.pool().at(text.text())));
    NumberedLine line{number_of(at.source_bits()), {}};
    FIVEPROOF_TRY(put_line(spelling, tree.size(), moves, comments, at.source_bits(), line.text));
    written.push_back(std::move(line));
  }
  std::ranges::sort(written, {}, &NumberedLine::number);
  std::string out(as_text(tree.fact(head_fact).value_or(View())));
  for (const NumberedLine& line : written) out += line.text;
  return out.append(as_text(tree.fact(tail_fact).value_or(View())));
}

/// Bits and facts may come from a file that nobody vouches for, so what they make is read back and must be
/// the same tree.
Result<TreeWriting> write_again(const GameTree& tree, const LineSpelling& spelling) {
  FIVEPROOF_LET(const auto text, same_lines(tree, spelling));
  const View bytes = as_view(text);
  const auto reading =
      read_line_list(bytes, spelling, tree.size(), {.max_nodes = GameTree::max_nodes, .max_oddities = 0});
  if (!reading.ok()) return contradiction(no_list_of_lines, reading.error().text());
  if (reading.value().tree != tree || !reading.value().losses.empty())
    return contradiction(no_list_of_lines, "its file says something else");
  return TreeWriting{{bytes.begin(), bytes.end()}};
}

/// No game has so many moves, so no tree of games has so many for each node in its lines. A tree that has
/// would become a file that grows with the square of its nodes.
constexpr std::uint64_t most_moves_for_node = 1024;

Result<TreeWriting> write_leaves(const GameTree& tree, const LineSpelling& spelling) {
  if (const std::uint64_t moves = moves_in_lines(tree); moves > most_moves_for_node * tree.node_count())
    return Error{ErrorCode::limit, "the lines have " + counted(moves, "move") + ", more than " +
                                       std::to_string(most_moves_for_node) + " for each node of the tree"};
  std::string out;
  Status status = Done{};
  std::uint64_t unwritten = 0, returned = 0;
  const LeftOut left_out = for_each_line(tree, [&](const TreeLine& line) {
    if (!status.ok()) return;
    std::vector<std::string_view> comments;
    if (line.comment && spelling.has_comments) {
      comments = lines_of(as_text(*line.comment));
      returned += std::ranges::any_of(comments, [](std::string_view c) { return c.ends_with('\r'); });
      for (std::string_view& comment : comments)
        while (comment.ends_with('\r')) comment.remove_suffix(1);  // a reader would take it for part of CR LF
    } else if (line.comment) {
      ++unwritten;
    }
    status = put_line(spelling, tree.size(), line.moves, comments, bits_of(0, spelling.usual_manner, 0), out);
  });
  if (!status.ok()) return status.error();
  TreeWriting writing;
  writing.bytes.assign(out.begin(), out.end());
  tell(writing.losses, unwritten, "comment");
  if (returned != 0)
    writing.losses.push_back("carriage returns at ends of lines in " + counted(returned, "comment"));
  left_out.name(tree, writing.losses);
  return writing;
}

}  // namespace

std::uint8_t separator_of(std::string_view between, std::span<const std::string_view> separators,
                          std::uint8_t otherwise) {
  const auto found = std::ranges::find(separators, between);
  return found == separators.end() ? otherwise : static_cast<std::uint8_t>(found - separators.begin());
}

Result<TreeReading> read_line_list(View bytes, const LineSpelling& spelling, int size,
                                   const TreeReadOptions& options) {
  if (!is_board_size(size))
    return Error{ErrorCode::unsupported, "boards have 5x5 to 20x20 squares, not " + std::to_string(size)};
  return LineListReader(bytes, spelling, size, options).read();
}

Result<TreeWriting> write_line_list(const GameTree& tree, const LineSpelling& spelling) {
  return tree.source() == spelling.source ? write_again(tree, spelling) : write_leaves(tree, spelling);
}

}  // namespace fiveproof::convert
