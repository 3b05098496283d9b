#include <algorithm>
#include <optional>
#include <utility>

#include "convert/renlib/renlib_bytes.hpp"

namespace fiveproof::convert {

namespace {

using namespace renlib;

std::string hex(std::uint8_t byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  return {digits[byte >> 4], digits[byte & 15]};
}

class Reader {
 public:
  Reader(View bytes, const TreeReadOptions& options)
      : bytes_(bytes),
        options_(options),
        builder_(renlib_board_size, std::string(renlib_source)),
        oddities_(options.max_oddities) {}

  Result<TreeReading> read() {
    if (!read_header()) return *error_;
    // Two bytes each at least. Memory that is not touched costs nothing.
    builder_.reserve(std::min<std::uint64_t>((bytes_.size() - at_) / 2, options_.max_nodes));
    while (bytes_.size() - at_ >= 2)
      if (!read_node()) return *error_;
    if (!finish()) return *error_;
    TreeReading reading{std::move(builder_).finish()};
    std::move(oddities_).move_to(reading);
    return reading;
  }

 private:
  /// Of the line to the last node.
  struct Step {
    std::uint32_t offset;
    bool is_first_child;
  };

  bool fail(std::uint64_t offset, std::string message, ErrorCode code = ErrorCode::malformed) {
    error_ = Error{code, std::move(message), {}, offset};
    return false;
  }

  void note(const char* oddity, std::uint64_t offset) { oddities_.note(oddity, offset); }

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
    if (point != 0 && !is_point(point))
      return fail(offset, "expected a point of the 15x15 board or 00, found " + hex(point));
    if (builder_.node_count() >= options_.max_nodes)
      return fail(offset, "more than " + std::to_string(options_.max_nodes) + " nodes", ErrorCode::limit);
    const TreeMove move = point != 0                   ? move_of_point(point)
                          : builder_.node_count() == 0 ? TreeMove()
                                                       : TreeMove::pass();
    note_place(offset, point);
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

  /// What there is to say of the place of a node that begins at `offset`, which is not added yet.
  void note_place(std::size_t offset, std::uint8_t point) {
    if (is_after_end_) {
      is_after_end_ = false;
      note("a node after the last leaf", offset);
      Difference leaf;
      leaf.flags = leaf_flag;
      builder_.add_source_bits(builder_.line().back(), leaf.bits());
    }
    if (builder_.node_count() == 0) {
      has_root_ = point == 0;
    } else if (point == 0 && !has_root_ && !has_pass_) {
      has_pass_ = true;
      note("a pass in a file without a root, which RenLib takes for the root", offset);
    }
    const bool is_first_child = depth_ == line_.size();
    if (!is_first_child) {
      if (depth_ == 0 && has_root_) note("a sibling of the root", offset);
      line_.resize(depth_);
    }
    line_.push_back({static_cast<std::uint32_t>(offset), is_first_child});
    if (is_equal_sibling(point, is_first_child))
      note("a move equal to one of its siblings, which RenLib makes one of", offset);
    if (line_.size() == deepest_line + 1 + has_root_ && !std::exchange(is_deep_, true))
      note("a line of more than 225 moves", offset);
  }

  /// Beyond the depth at which RenLib stops nobody looks.
  bool is_equal_sibling(std::uint8_t point, bool is_first_child) {
    if (depth_ >= siblings_.size()) return false;
    auto& seen = siblings_[depth_];
    if (is_first_child) seen = {};
    const std::uint64_t bit = std::uint64_t{1} << (point & 63);
    const bool is_equal = (seen[point >> 6] & bit) != 0;
    seen[point >> 6] |= bit;
    return is_equal;
  }

  /// Where the next node belongs.
  void go_on(std::uint8_t flags) {
    if (flags & sibling_flag) promised_.push_back(static_cast<std::uint32_t>(depth_));
    is_leaf_ = (flags & leaf_flag) != 0;
    if (!is_leaf_) {
      ++depth_;
    } else {
      has_leaf_ = true;
      if (promised_.empty()) {
        is_after_end_ = true;
        ++depth_;
      } else {
        depth_ = promised_.back();
        promised_.pop_back();
      }
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
      if (!read_old_comment(difference.after_comment)) return false;
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

  /// Pairs up to one with a 00.
  bool read_text(TextKind kind, std::uint8_t& after) {
    const std::size_t from = at_;
    for (;; at_ += 2) {
      if (bytes_.size() - at_ < 2)
        return fail(bytes_.size(), "expected the end of the text that begins at byte " +
                                       std::to_string(from) + " (a pair of bytes with a 00), " + the_end());
      if (bytes_[at_] == 0 || bytes_[at_ + 1] == 0) break;
    }
    const std::size_t to = bytes_[at_] == 0 ? at_ : at_ + 1;
    if (to == at_) keep_after(bytes_[at_ + 1], after);
    builder_.add_text(kind, bytes_.subspan(from, to - from));
    at_ += 2;
    return true;
  }

  /// Pairs up to one in which a byte has its high bit set, which is the last of the text.
  bool read_old_comment(std::uint8_t& after) {
    const std::size_t from = at_;
    for (;; at_ += 2) {
      if (bytes_.size() - at_ < 2)
        return fail(bytes_.size(), "expected the end of the old comment that begins at byte " +
                                       std::to_string(from) + " (a byte from 80 up), " + the_end());
      if (bytes_[at_] >= 0x80 || bytes_[at_ + 1] >= 0x80) break;
    }
    const std::size_t to = bytes_[at_] >= 0x80 ? at_ + 1 : at_ + 2;
    if (to == at_ + 1) keep_after(bytes_[at_ + 1], after);
    builder_.add_text(TextKind::old_comment, bytes_.subspan(from, to - from));
    at_ += 2;
    return true;
  }

  void keep_after(std::uint8_t byte, std::uint8_t& after) {
    after = byte;
    if (byte != 0) note("a byte other than 00 after the end of a text", at_ + 1);
  }

  bool finish() {
    if (at_ < bytes_.size()) {
      note("an odd last byte", at_);
      builder_.set_fact(tail_fact, bytes_.subspan(at_));
    }
    if (builder_.node_count() == 0) {
      note("no nodes", at_);
      return true;
    }
    // The leaf that ended the file has taken the last promise with it.
    if (is_leaf_ && !is_after_end_) promised_.push_back(static_cast<std::uint32_t>(depth_));
    if (!is_leaf_ || !promised_.empty()) return finish_open();
    return true;
  }

  /// Nodes are missing at the end.
  bool finish_open() {
    // Saved from a position: its line has no other branches, and if it is all there is, no leaf either.
    const std::size_t least = promised_.empty() ? 0 : promised_.back() + std::size_t{1};
    const bool is_one_line = std::all_of(line_.begin(), line_.begin() + static_cast<std::ptrdiff_t>(least),
                                         [](const Step& step) { return step.is_first_child; });
    const bool is_partial = is_one_line && (is_leaf_ || !has_leaf_);
    if (!is_partial && !options_.keep_cut) {
      const std::size_t above = is_leaf_ ? promised_.back() : line_.size() - 1;
      return fail(bytes_.size(), "expected a " + std::string(is_leaf_ ? "sibling" : "child") +
                                     " of the node at byte " + std::to_string(line_[above].offset) + ", " +
                                     the_end());
    }
    const char* oddity = is_partial ? "a node of a line from which the rest was not saved"
                                    : "the file ends where more must follow this node";
    for (const std::uint32_t depth : promised_) {
      // Of a line without leaf there may be no promise: it is complete, only its end does not say so.
      note(oddity, line_[depth].offset);
      Difference missing;
      missing.flags = sibling_flag;
      builder_.add_source_bits(builder_.line()[depth], missing.bits());
    }
    if (!is_leaf_) {
      note(oddity, line_.back().offset);
      Difference missing;
      missing.flags = leaf_flag;
      builder_.add_source_bits(builder_.line().back(), missing.bits());
    }
    return true;
  }

  View bytes_;
  const TreeReadOptions& options_;
  TreeBuilder builder_;
  std::size_t at_ = 0;
  std::optional<Error> error_;

  std::vector<Step> line_;
  std::array<std::array<std::uint64_t, 4>, deepest_line + 1> siblings_{};  ///< points, of each depth
  std::size_t depth_ = 0;                                                  ///< of the next node
  std::vector<std::uint32_t> promised_;  ///< depths at which a sibling must follow, ascending
  bool is_leaf_ = false, has_leaf_ = false, is_after_end_ = false;
  bool has_root_ = false, has_pass_ = false, is_deep_ = false;
  std::uint64_t starts_ = 0;

  Oddities oddities_;  ///< by offset, but for those of the file's end
};

}  // namespace

Result<TreeReading> read_renlib(View bytes, const TreeReadOptions& options, const std::string& file_name) {
  auto reading = Reader(bytes, options).read();
  if (!reading.ok()) reading.error().file = file_name;
  return reading;
}

std::string decode_old_comment(View text) {
  std::string out;
  for (std::uint8_t byte : text) {
    byte &= 0x7F;
    switch (byte) {
      case '}':
        out += "\u00E5";
        break;
      case '{':
        out += "\u00E4";
        break;
      case '|':
        out += "\u00F6";
        break;
      case ']':
        out += "\u00C5";
        break;
      case '[':
        out += "\u00C4";
        break;
      case '\\':
        out += "\u00D6";
        break;
      default:
        out += static_cast<char>(byte);
    }
  }
  return out;
}

}  // namespace fiveproof::convert
