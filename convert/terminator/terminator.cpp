#include "convert/terminator/terminator.hpp"

#include <optional>
#include <utility>

#include "convert/tree/sibling_squares.hpp"

namespace fiveproof::convert {

namespace {

constexpr char first_digit = '1', last_digit = '?';
constexpr std::size_t deepest_line = terminator_board_size * terminator_board_size;
constexpr bool is_digit_of_move(char c) { return c >= first_digit && c <= last_digit; }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class TerminatorReader : FileReader {
 public:
  TerminatorReader(View bytes, const TreeReadOptions& options)
      : FileReader(options),
        text_(as_text(bytes)),
        builder_(terminator_board_size, std::string(terminator_source)) {}

  Result<TreeReading> read() {
    if (!read_tree()) return *error_;
    reading_.tree = std::move(builder_).finish();
    reading_.rule = RuleSet::freestyle;
    std::move(oddities_).move_to(reading_);
    reading_.carried.push_back(counted(reading_.tree.node_count(), "move") + " read");
    return std::move(reading_);
  }

 private:
  /// What may stand next depends on what stood last, and on whether a bracket is open.
  enum class Last { start, opening, move, closing };

  bool read_tree() {
    for (;; ++at_) {
      while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
      const char next = at_ < text_.size() ? text_[at_] : '\0';
      const bool is_over = last_ == Last::closing && open_ == 0;
      if (at_ == text_.size() && is_over) return true;
      if (next == '[' && (last_ == Last::start || last_ == Last::move)) {
        ++open_;
        last_ = Last::opening;
      } else if (next == ']' && open_ > 0 && last_ != Last::opening) {
        --open_;
        last_ = Last::closing;
      } else if (next == '(' && open_ > 0) {
        if (!read_move()) return false;
        last_ = Last::move;
      } else {
        return fail_here(expected());
      }
    }
  }

  [[nodiscard]] const char* expected() const {
    switch (last_) {
      case Last::start:
        return "expected [";
      case Last::opening:
        return "expected ( and a move";
      case Last::move:
        return "expected (, [ or ]";
      case Last::closing:
        break;
    }
    return open_ > 0 ? "expected ( or ]" : "expected the end of the file";
  }

  bool fail_here(const char* expected) { return fail(at_, std::string(expected) + ", found " + found()); }
  [[nodiscard]] std::string found() const {
    if (at_ >= text_.size()) return "the end of the file";
    const char c = text_[at_];
    return c > ' ' && c <= '~' ? std::string(1, c) : "the byte " + hex(static_cast<std::uint8_t>(c));
  }

  /// Stops at the last character of the move.
  bool read_move() {
    const std::size_t start = at_;
    int digits[2];
    for (int& digit : digits) {
      ++at_;
      if (at_ >= text_.size() || !is_digit_of_move(text_[at_]))
        return fail_here("expected a column and a row, each from 1 to ?");
      digit = text_[at_] - first_digit;
    }
    if (builder_.node_count() >= options_.max_nodes) return fail_at_limit(start);
    const std::size_t depth = open_ - 1;
    // The file counts rows from the top, a Square from the bottom.
    const Square square(digits[0], terminator_board_size - 1 - digits[1]);
    const TreeMove move = TreeMove::at(square, terminator_board_size);
    if (siblings_.is_repeated(depth, move)) note("a move equal to one of its siblings", start);
    if (depth == deepest_line && !std::exchange(is_deep_, true))
      note("a line of more than " + counted(deepest_line, "move"), start);
    builder_.add(depth, move);
    reading_.offsets.push_back(start);
    return true;
  }

  std::string_view text_;
  TreeBuilder builder_;
  TreeReading reading_;
  SiblingSquares siblings_;
  std::size_t at_ = 0;
  std::size_t open_ = 0;  ///< brackets
  Last last_ = Last::start;
  bool is_deep_ = false;
};

}  // namespace

Result<TreeReading> read_terminator(View bytes, const TreeReadOptions& options) {
  return TerminatorReader(bytes, options).read();
}

}  // namespace fiveproof::convert
