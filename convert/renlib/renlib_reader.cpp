#include <algorithm>
#include <optional>
#include <utility>

#include "convert/renlib/renlib_bytes.hpp"
#include "convert/tree/sibling_squares.hpp"

namespace fiveproof::convert {

namespace {

using namespace renlib;

/// Reads a library node by node, and keeps whatever its writer needs to give back the same bytes.
class Reader : FileReader {
 public:
  Reader(View bytes, const TreeReadOptions& options)
      : FileReader(options), bytes_(bytes), builder_(renlib_board_size, std::string(renlib_source)) {}

  Result<TreeReading> read() {
    if (!read_header()) return *error_;
    // A node takes two bytes at least. Memory that is reserved but not touched costs nothing.
    builder_.reserve(
        static_cast<std::size_t>(std::min<std::uint64_t>((bytes_.size() - at_) / 2, options_.max_nodes)));
    while (bytes_.size() - at_ >= 2)
      if (!read_node()) return *error_;
    if (!finish()) return *error_;
    TreeReading reading{std::move(builder_).finish()};
    tell(reading.losses, dropped_, "byte", " at the end, dropped: a node has two");
    std::move(oddities_).move_to(reading);
    return reading;
  }
  /// Up to where the file is a tree, once read() has said what is wrong behind that.
  [[nodiscard]] std::uint64_t whole() const { return whole_; }

 private:
  /// A node of the line down to the last one.
  struct Step {
    std::uint32_t offset;
    bool is_first_child;
  };

  bool read_header() {
    if (bytes_.size() > 0xFFFFFFFF) return fail(0, "a library of 4 GiB or more", ErrorCode::limit);
    if (bytes_.empty()) return fail(0, "expected a RenLib header, found an empty file");
    if (bytes_[0] == h8) {
      note("no header", 0);
      if (bytes_.size() < header_bytes) note("fewer than 20 bytes, which RenLib refuses", 0);
      return true;
    }
    for (std::size_t i = 0; i < magic.size(); ++i) {
      if (i == bytes_.size())
        return fail(i, "expected a RenLib header of 20 bytes, found the end of the file");
      if (bytes_[i] != magic[i])
        return fail(i, "expected the header of a RenLib library (byte " + hex(magic[i]) + "), found " +
                           hex(bytes_[i]));
    }
    if (bytes_.size() < header_bytes)
      return fail(bytes_.size(), "expected a RenLib header of 20 bytes, found the end of the file");
    if (const int version = bytes_[8] * 100 + bytes_[9]; version > newest_version)
      return fail(8,
                  "expected a library of version 3.4 or before, found " + std::to_string(bytes_[8]) + "." +
                      std::to_string(bytes_[9]),
                  ErrorCode::unsupported);
    const View rest = bytes_.subspan(10, 10);
    if (const auto odd = std::find_if(rest.begin(), rest.end(), [](auto b) { return b != 0xFF; });
        odd != rest.end())
      note("a byte of the header that should be FF", static_cast<std::uint64_t>(10 + (odd - rest.begin())));
    builder_.set_fact(header_fact, bytes_.subspan(8, 12));
    at_ = header_bytes;
    return true;
  }

  bool read_node() {
    const std::size_t offset = at_;
    const std::uint8_t point = bytes_[at_], flags = bytes_[at_ + 1];
    at_ += 2;
    // What comes behind the last leaf has no place of its own: if it goes wrong, it is no part of the tree.
    if (!has_left_tree_) whole_ = builder_.node_count() == 0 ? 0 : offset;
    has_left_tree_ = has_left_tree_ || is_after_end_;
    if (point != 0 && !is_point(point))
      return fail(offset, "expected a point of the 15x15 board or 00, found " + hex(point));
    if (builder_.node_count() >= options_.max_nodes) return fail_at_limit(offset);
    const TreeMove move = point != 0                   ? move_of_point(point)
                          : builder_.node_count() == 0 ? TreeMove()
                                                       : TreeMove::pass();
    note_place(offset, move);
    const NodeNumber node = builder_.add(depth_, move, author_bits_of(flags));
    // What is wrong with 80 and 40 turns out when the next node comes, or none.
    if ((flags & (extension_flag | old_comment_flag | comment_flag)) != 0) {
      Difference difference;
      if (!read_more(flags, difference)) return false;
      builder_.add_source_bits(node, difference.bits());
    }
    if (flags & start_flag && starts_++ == 1) note("a second start", offset);
    if ((flags & (no_move_flag | leaf_flag)) == no_move_flag)
      note("nodes below a node that is no move", offset);
    go_on(flags);
    return true;
  }

  /// Notes what is odd about the place of a node that begins at `offset`. It is called before the node is
  /// added, because a node after the last leaf changes the one before it.
  void note_place(std::size_t offset, TreeMove move) {
    if (is_after_end_) {
      is_after_end_ = false;
      note("a node after the last leaf", offset);
      builder_.add_source_bits(builder_.line().back(), Difference{.flags = leaf_flag}.bits());
    }
    if (builder_.node_count() == 0) {
      has_root_ = move.is_none();
    } else if (move.is_pass() && !has_root_ && !has_pass_) {
      has_pass_ = true;
      note("a pass in a file without a root, which RenLib takes for the root", offset);
    }
    const bool is_first_child = depth_ == line_.size();
    if (!is_first_child) {
      if (depth_ == 0 && has_root_) note("a sibling of the root", offset);
      line_.resize(depth_);
    }
    line_.push_back({static_cast<std::uint32_t>(offset), is_first_child});
    if (siblings_.is_repeated(depth_, move))
      note("a move equal to one of its siblings, which RenLib makes one of", offset);
    if (line_.size() == deepest_line + 1 + has_root_ && !std::exchange(is_deep_, true))
      note("a line of more than 225 moves", offset);
  }

  /// Goes to where the next node belongs: below this one, or beside the last one to which a sibling was
  /// promised.
  void go_on(std::uint8_t flags) {
    if (flags & sibling_flag) promised_.push_back(static_cast<std::uint32_t>(depth_));
    is_leaf_ = (flags & leaf_flag) != 0;
    has_leaf_ = has_leaf_ || is_leaf_;
    if (is_leaf_ && !promised_.empty()) {
      depth_ = promised_.back();
      promised_.pop_back();
    } else {
      is_after_end_ = is_leaf_;
      ++depth_;
    }
  }

  bool read_more(std::uint8_t flags, Difference& difference) {
    const std::size_t extension_at = at_;
    std::uint16_t extension = 0;
    if (flags & extension_flag) {
      if (bytes_.size() - at_ < 2)
        return fail(bytes_.size(), "expected two bytes of extension, " + the_end());
      extension = static_cast<std::uint16_t>(bytes_[at_] << 8 | bytes_[at_ + 1]);
      at_ += 2;
    }
    if (flags & old_comment_flag) {
      note("a comment in the old coding", at_);
      if (flags & comment_flag) {
        note("a comment in the old coding where a new one is promised, too", at_);
        difference.flags ^= comment_flag;
      }
      if (!read_text(TextKind::old_comment, difference.after_comment)) return false;
    } else if (flags & comment_flag) {
      if (!read_text(TextKind::comment, difference.after_comment)) return false;
    }
    if (!(flags & extension_flag)) return true;
    if (extension & board_text_extension) {
      if (!read_text(TextKind::board_text, difference.after_board_text)) return false;
    } else {
      difference.flags ^= extension_flag;
    }
    difference.extension = extension & static_cast<std::uint16_t>(~board_text_extension);
    if (difference.extension != 0)
      note("unknown bits of the extension", extension_at);
    else if (extension == 0)
      note("an extension that says nothing", extension_at);
    return true;
  }

  static std::string the_end() { return "found the end of the file"; }

  /// Reads pairs of bytes up to the one in which the text ends: before a 00, or, if it is an old comment,
  /// behind a byte from 80 up. `after` is the byte of this pair that is no part of it, if there is one.
  bool read_text(TextKind kind, std::uint8_t& after) {
    const bool is_old = kind == TextKind::old_comment;
    const auto is_end = [&](std::size_t at) { return is_old ? bytes_[at] >= 0x80 : bytes_[at] == 0; };
    const std::size_t from = at_;
    for (;; at_ += 2) {
      if (bytes_.size() - at_ < 2)
        return fail(bytes_.size(),
                    std::string("expected the end of the ") + (is_old ? "old comment" : "text") +
                        " that begins at byte " + std::to_string(from) +
                        (is_old ? " (a byte from 80 up), " : " (a pair of bytes with a 00), ") + the_end());
      if (is_end(at_) || is_end(at_ + 1)) break;
    }
    const std::size_t end = is_end(at_) ? at_ : at_ + 1;
    if (end == at_) {
      after = bytes_[at_ + 1];
      if (after != 0) note("a byte other than 00 after the end of a text", at_ + 1);
    }
    builder_.add_text(kind, bytes_.subspan(from, end + is_old - from));
    at_ += 2;
    return true;
  }

  bool finish() {
    if (at_ < bytes_.size()) {
      note("an odd last byte", at_);
      if (options_.salvage)
        dropped_ = bytes_.size() - at_;
      else
        builder_.set_fact(tail_fact, bytes_.subspan(at_));
    }
    if (builder_.node_count() == 0) {
      note("no nodes", at_);
      return true;
    }
    // go_on() took the last promise for a node that did not come, so it is put back.
    if (is_leaf_ && !is_after_end_) promised_.push_back(static_cast<std::uint32_t>(depth_));
    if (!is_leaf_ || !promised_.empty()) return finish_open();
    return true;
  }

  /// Says which nodes miss what follows them, where the file ends too early.
  bool finish_open() {
    // A library that was saved from a position begins with a line that has no other branches; if that is all
    // there is, it has no leaf either.
    const std::size_t least = promised_.empty() ? 0 : promised_.back() + std::size_t{1};
    const bool is_one_line = std::all_of(line_.begin(), line_.begin() + static_cast<std::ptrdiff_t>(least),
                                         [](const Step& step) { return step.is_first_child; });
    const bool is_partial = is_one_line && (is_leaf_ || !has_leaf_);
    if (!is_partial && (!options_.keep_cut || (options_.salvage && has_left_tree_))) {
      const std::size_t above = is_leaf_ ? promised_.back() : line_.size() - 1;
      return fail(bytes_.size(), "expected a " + std::string(is_leaf_ ? "sibling" : "child") +
                                     " of the node at byte " + std::to_string(line_[above].offset) + ", " +
                                     the_end());
    }
    const char* oddity = is_partial ? "a node of a line from which the rest was not saved"
                                    : "the file ends where more must follow this node";
    const bool keeps_end = is_partial || !options_.salvage;
    for (const std::uint32_t depth : promised_) {
      note(oddity, line_[depth].offset);
      if (keeps_end)
        builder_.add_source_bits(builder_.line()[depth], Difference{.flags = sibling_flag}.bits());
    }
    // A line without a leaf may be complete, with no promise left; then only its end does not say so.
    if (!is_leaf_) {
      note(oddity, line_.back().offset);
      if (keeps_end) builder_.add_source_bits(builder_.line().back(), Difference{.flags = leaf_flag}.bits());
    }
    return true;
  }

  View bytes_;
  TreeBuilder builder_;
  std::size_t at_ = 0;

  std::vector<Step> line_;
  SiblingSquares siblings_;
  std::size_t depth_ = 0;                ///< depth of the next node
  std::vector<std::uint32_t> promised_;  ///< depths at which a sibling must follow, ascending
  bool is_leaf_ = false, has_leaf_ = false, is_after_end_ = false;
  bool has_root_ = false, has_pass_ = false, is_deep_ = false;
  bool has_left_tree_ = false;  ///< there was a node after the last leaf
  std::uint64_t dropped_ = 0;
  std::uint64_t starts_ = 0;
};

}  // namespace

Result<TreeReading> read_renlib(View bytes, const TreeReadOptions& options) {
  return read_or_salvage(bytes, options, [](View part, const TreeReadOptions& how, std::uint64_t& whole) {
    Reader reader(part, how);
    auto read = reader.read();
    whole = reader.whole();
    return read;
  });
}

std::string decode_old_comment(View text) {
  constexpr std::string_view signs = "}{|][\\";
  constexpr std::array<std::string_view, signs.size()> letters = {"\u00E5", "\u00E4", "\u00F6",
                                                                  "\u00C5", "\u00C4", "\u00D6"};
  std::string out;
  for (const std::uint8_t byte : text) {
    const auto sign = static_cast<char>(byte & 0x7F);
    if (const std::size_t which = signs.find(sign); which != std::string_view::npos)
      out += letters[which];
    else
      out += sign;
  }
  return out;
}

}  // namespace fiveproof::convert
