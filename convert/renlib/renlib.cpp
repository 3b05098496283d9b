#include "convert/renlib/renlib.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "convert/proof/conversion.hpp"

namespace fiveproof::convert {

namespace {

using View = std::span<const std::uint8_t>;

constexpr std::array<std::uint8_t, 8> magic = {0xFF, 'R', 'e', 'n', 'L', 'i', 'b', 0xFF};
constexpr std::size_t header_bytes = 20;
constexpr int newest_version = 304;
constexpr std::uint8_t h8 = 0x78;
constexpr std::size_t deepest_line = 225;

enum Flag : std::uint8_t {
  sibling_flag = 0x80,
  leaf_flag = 0x40,
  old_comment_flag = 0x20,
  mark_flag = 0x10,
  comment_flag = 0x08,
  start_flag = 0x04,
  no_move_flag = 0x02,
  extension_flag = 0x01,
};
constexpr std::uint16_t board_text_extension = 1;

// The facts of a library: the bytes of the header behind the magic, if there is a header, and an odd last
// byte.
constexpr const char* header_fact = "header";
constexpr const char* tail_fact = "tail";

// SourceBits: in what the file differs from what the tree demands.
//   0-7    flags, xor
//   8-23   extension, xor
//   24-31  byte after the end of the comment, of either kind
//   32-39  byte after the end of the board text
struct Difference {
  std::uint8_t flags = 0;
  std::uint16_t extension = 0;
  std::uint8_t after_comment = 0;
  std::uint8_t after_board_text = 0;

  [[nodiscard]] static Difference of(std::uint64_t bits) {
    return {static_cast<std::uint8_t>(bits), static_cast<std::uint16_t>(bits >> 8),
            static_cast<std::uint8_t>(bits >> 24), static_cast<std::uint8_t>(bits >> 32)};
  }
  [[nodiscard]] std::uint64_t bits() const {
    return flags | std::uint64_t{extension} << 8 | std::uint64_t{after_comment} << 24 |
           std::uint64_t{after_board_text} << 32;
  }
};

constexpr std::uint8_t author_bits_of(std::uint8_t flags) {
  return static_cast<std::uint8_t>((flags & mark_flag ? is_marked : 0) | (flags & start_flag ? is_start : 0) |
                                   (flags & no_move_flag ? is_text_only : 0));
}

/// Flags without an extension.
constexpr std::uint8_t flags_of(std::uint8_t bits) {
  return static_cast<std::uint8_t>((bits & has_sibling ? sibling_flag : 0) |
                                   (bits & has_child ? 0 : leaf_flag) | (bits & is_marked ? mark_flag : 0) |
                                   (bits & is_start ? start_flag : 0) |
                                   (bits & is_text_only ? no_move_flag : 0));
}

std::string hex(std::uint8_t byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  return {digits[byte >> 4], digits[byte & 15]};
}

// Rows are counted from the top, both from 1.
constexpr bool is_point(std::uint8_t byte) { return (byte & 0x0F) != 0 && byte < 0xF0; }
constexpr TreeMove move_of_point(std::uint8_t byte) {
  return TreeMove::at(Square((byte & 0x0F) - 1, renlib_board_size - 1 - (byte >> 4)), renlib_board_size);
}
constexpr std::uint8_t point_of(TreeMove move) {
  if (!move.is_square()) return 0;
  const Square square = move.square(renlib_board_size);
  return static_cast<std::uint8_t>((renlib_board_size - 1 - square.row()) << 4 | (square.column() + 1));
}
static_assert(point_of(move_of_point(0x01)) == 0x01 && point_of(move_of_point(0xEF)) == 0xEF);
static_assert(move_of_point(0x01).square(15) == Square(0, 14) &&
              move_of_point(0x69).square(15) == Square(8, 8));

// -- reading --

class Reader {
 public:
  Reader(View bytes, const RenlibOptions& options)
      : bytes_(bytes), options_(options), builder_(renlib_board_size, std::string(renlib_source)) {}

  Result<RenlibReading> read() {
    if (!read_header()) return *error_;
    // Two bytes each at least. Memory that is not touched costs nothing.
    builder_.reserve(std::min<std::uint64_t>((bytes_.size() - at_) / 2, options_.max_nodes));
    while (bytes_.size() - at_ >= 2)
      if (!read_node()) return *error_;
    if (!finish()) return *error_;
    return RenlibReading{std::move(builder_).finish(), std::move(oddities_), counts_};
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

  void note(RenlibOddity oddity, std::uint64_t offset) {
    ++counts_[static_cast<std::size_t>(oddity)];
    if (oddities_.size() < options_.max_oddities) oddities_.push_back({oddity, offset});
  }

  bool read_header() {
    if (bytes_.size() > 0xFFFFFFFF) return fail(0, "a library of 4 GiB or more", ErrorCode::limit);
    if (bytes_.empty()) return fail(0, "expected a RenLib header, found an empty file");
    if (bytes_[0] == h8) {
      note(RenlibOddity::no_header, 0);
      if (bytes_.size() < header_bytes) note(RenlibOddity::short_file, 0);
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
      note(RenlibOddity::header_bytes, static_cast<std::uint64_t>(10 + (odd - rest.begin())));
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
    if (flags & start_flag && starts_++ == 1) note(RenlibOddity::several_starts, offset);
    if ((flags & (no_move_flag | leaf_flag)) == no_move_flag) note(RenlibOddity::no_move_with_child, offset);
    go_on(flags);
    return true;
  }

  /// What there is to say of the place of a node that begins at `offset`, which is not added yet.
  void note_place(std::size_t offset, std::uint8_t point) {
    if (is_after_end_) {
      is_after_end_ = false;
      note(RenlibOddity::after_end, offset);
      Difference leaf;
      leaf.flags = leaf_flag;
      builder_.add_source_bits(builder_.line().back(), leaf.bits());
    }
    if (builder_.node_count() == 0) {
      has_root_ = point == 0;
    } else if (point == 0 && !has_root_ && !has_pass_) {
      has_pass_ = true;
      note(RenlibOddity::pass_without_root, offset);
    }
    const bool is_first_child = depth_ == line_.size();
    if (!is_first_child) {
      if (depth_ == 0 && has_root_) note(RenlibOddity::sibling_of_root, offset);
      line_.resize(depth_);
    }
    line_.push_back({static_cast<std::uint32_t>(offset), is_first_child});
    if (is_equal_sibling(point, is_first_child)) note(RenlibOddity::equal_siblings, offset);
    if (line_.size() == deepest_line + 1 + has_root_ && !std::exchange(is_deep_, true))
      note(RenlibOddity::deep_line, offset);
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
      note(RenlibOddity::old_comment, at_);
      if (flags & comment_flag) {
        note(RenlibOddity::both_comments, at_);
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
      note(RenlibOddity::unknown_extension, extension_at);
    else if (extension == 0)
      note(RenlibOddity::empty_extension, extension_at);
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
    if (byte != 0) note(RenlibOddity::text_padding, at_ + 1);
  }

  bool finish() {
    if (at_ < bytes_.size()) {
      note(RenlibOddity::odd_tail, at_);
      builder_.set_fact(tail_fact, bytes_.subspan(at_));
    }
    if (builder_.node_count() == 0) {
      note(RenlibOddity::no_nodes, at_);
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
    const RenlibOddity oddity = is_partial ? RenlibOddity::partial_save : RenlibOddity::cut_short;
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
  const RenlibOptions& options_;
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

  std::vector<RenlibFinding> oddities_;
  std::array<std::uint64_t, renlib_oddities> counts_{};
};

// -- writing --

/// What a node is in a file, but for its texts.
struct Head {
  std::uint8_t flags = 0;
  std::uint16_t extension = 0;

  [[nodiscard]] bool has_extension() const { return (flags & extension_flag) != 0; }
};

Head head_of(std::uint8_t bits, std::span<const NodeText> texts, const Difference& difference) {
  Head head{flags_of(bits)};
  for (const NodeText& text : texts) {
    switch (text.kind()) {
      case TextKind::comment:
        head.flags |= comment_flag;
        break;
      case TextKind::old_comment:
        head.flags |= old_comment_flag;
        break;
      case TextKind::board_text:
        head.flags |= extension_flag;
        head.extension = board_text_extension;
        break;
      case TextKind::properties:
        break;  // no library says such a thing
    }
  }
  head.flags ^= difference.flags;
  head.extension ^= difference.extension;
  return head;
}

std::size_t text_bytes(const TextPool& pool, const NodeText& text) {
  const std::size_t length = pool.at(text.text()).size();
  return text.kind() == TextKind::old_comment ? (length + 1) / 2 * 2 : length / 2 * 2 + 2;
}

/// Does a file say by this text what the tree does?
bool is_text(TextKind kind, View text) {
  if (kind == TextKind::properties) return false;
  if (kind != TextKind::old_comment) return std::find(text.begin(), text.end(), 0) == text.end();
  return !text.empty() && text.back() >= 0x80 &&
         std::all_of(text.begin(), text.end() - 1, [](std::uint8_t byte) { return byte < 0x80; });
}

void put_header(std::vector<std::uint8_t>& out, std::uint8_t minor) {
  out.insert(out.end(), magic.begin(), magic.end());
  out.push_back(3);
  out.push_back(minor);
  out.insert(out.end(), 10, 0xFF);
}

/// With its last pair.
void put_text(std::vector<std::uint8_t>& out, TextKind kind, View text, std::uint8_t after) {
  out.insert(out.end(), text.begin(), text.end());
  const bool is_odd = text.size() % 2 == 1;
  if (kind == TextKind::old_comment) {
    if (is_odd) out.push_back(after);
  } else {
    out.push_back(0);
    if (!is_odd) out.push_back(after);
  }
}

void put_head(std::vector<std::uint8_t>& out, TreeMove move, const Head& head) {
  out.push_back(point_of(move));
  out.push_back(head.flags);
  if (!head.has_extension()) return;
  out.push_back(static_cast<std::uint8_t>(head.extension >> 8));
  out.push_back(static_cast<std::uint8_t>(head.extension));
}

const std::vector<std::uint8_t>* fact(const GameTree& tree, const char* name) {
  const auto found = tree.facts().find(name);
  return found == tree.facts().end() ? nullptr : &found->second;
}

Error contradiction(const std::string& what) {
  return {ErrorCode::malformed, "the tree of a library that cannot be one: " + what};
}

/// The way back: the bytes that were read.
Result<std::vector<std::uint8_t>> same_bytes(const GameTree& tree) {
  std::vector<std::uint8_t> out;
  out.reserve(header_bytes + tree.node_count() * 2 + 1);
  if (const auto* header = fact(tree, header_fact)) {
    out.insert(out.end(), magic.begin(), magic.end());
    out.insert(out.end(), header->begin(), header->end());
  }
  for (TreeCursor at(tree); at.next();) {
    if (at.move().is_none() && at.node() != 0) return contradiction("a second root");
    const auto difference = Difference::of(at.source_bits());
    put_head(out, at.move(), head_of(at.bits(), at.texts(), difference));
    for (const NodeText& text : at.texts()) {
      const View bytes = tree.pool().at(text.text());
      if (!is_text(text.kind(), bytes)) return contradiction("a text that no file can hold");
      put_text(out, text.kind(), bytes,
               text.kind() == TextKind::board_text ? difference.after_board_text : difference.after_comment);
    }
  }
  if (const auto* tail = fact(tree, tail_fact)) out.insert(out.end(), tail->begin(), tail->end());
  return out;
}

/// Facts and source bits may come from a file that nobody vouches for: what they make must say the same.
Result<RenlibWriting> write_again(const GameTree& tree) {
  auto bytes = same_bytes(tree);
  if (!bytes.ok()) return bytes.error();
  RenlibOptions anything;
  anything.keep_cut = true;
  anything.max_oddities = 0;
  const auto reading = read_renlib(bytes.value(), anything);
  if (!reading.ok()) return contradiction(reading.error().text());
  if (reading.value().tree != tree) return contradiction("its file says something else");
  return RenlibWriting{std::move(bytes).value()};
}

/// Writes trees of other sources.
class NewLibrary {
 public:
  explicit NewLibrary(const GameTree& tree) : tree_(tree) {}

  Result<RenlibWriting> write() {
    if (auto status = look_through(); !status.ok()) return status.error();
    const bool with_root = needs_root();
    put_header(writing_.bytes, with_root ? 4 : 0);
    if (with_root) {
      // A tree without a root gets one that says nothing.
      const std::uint8_t bits = tree_.has_root() ? static_cast<std::uint8_t>(tree_.bits(0) & ~has_sibling)
                                : tree_.node_count() > 0 ? has_child
                                                         : 0;
      put_node(TreeMove(), bits, tree_.has_root() ? texts_of(0) : std::span<const NodeText>{});
    }
    put_nodes();
    lose(cut_texts_, "text", " with a zero byte: cut there");
    lose(bad_old_comments_, "old comment", " that RenLib cannot hold: left out");
    lose(properties_, "node", " with properties of the source " + tree_.source() + ": left out");
    lose(out_of_turn_, "move", " out of turn: RenLib gives it, and those after it, to the other side");
    lose(equal_, "move", " equal to a sibling: RenLib makes one of them");
    lose(tree_.facts().size(), "fact", " of the source " + tree_.source());
    lose(tree_.source_bits().size(), "node", " with bits of the source " + tree_.source());
    return std::move(writing_);
  }

 private:
  struct Branch {
    NodeNumber node;
    bool is_last;
  };

  Status look_through() {
    ends_.resize(tree_.node_count());
    std::vector<NodeNumber> line;
    for (TreeCursor at(tree_); at.next();) {
      if (at.node() != 0 && at.move().is_none())
        return Error{ErrorCode::unsupported, "RenLib has no nodes without a move but the root; node " +
                                                 std::to_string(at.node()) + " is one"};
      if (at.depth() == 0 && at.node() != 0 && tree_.has_root())
        return Error{ErrorCode::unsupported, "RenLib has nothing beside the root"};
      has_pass_ = has_pass_ || at.move().is_pass();
      for (std::size_t i = 0; i < at.left(); ++i) {
        ends_[line.back()] = at.node();
        line.pop_back();
      }
      line.push_back(at.node());
    }
    for (const NodeNumber node : line) ends_[node] = static_cast<NodeNumber>(tree_.node_count());
    return Done{};
  }

  [[nodiscard]] bool needs_root() const {
    const NodeNumber first = tree_.has_root() ? 1 : 0;
    if (tree_.has_root() && (tree_.bits(0) & (author_bits | has_texts)) != 0) return true;
    return has_pass_ || tree_.node_count() <= first || (tree_.bits(first) & has_sibling) != 0 ||
           point_of(tree_.move(first)) != h8;
  }

  [[nodiscard]] std::span<const NodeText> texts_of(NodeNumber node) const {
    const auto all = tree_.texts();
    if ((tree_.bits(node) & has_texts) == 0) return {};
    const auto [from, to] = std::equal_range(all.begin(), all.end(), NodeText{node, TextKind::comment, 0},
                                             [](const auto& a, const auto& b) { return a.node < b.node; });
    return all.subspan(static_cast<std::size_t>(from - all.begin()), static_cast<std::size_t>(to - from));
  }

  /// Nodes in the order of a file: siblings by their points.
  void put_nodes() {
    const NodeNumber first = tree_.has_root() ? 1 : 0;
    if (tree_.node_count() <= first) return;
    add_branches(first);
    while (!open_.empty()) {
      const Branch branch = open_.back();
      open_.pop_back();
      const std::uint8_t bits = tree_.bits(branch.node);
      put_node(tree_.move(branch.node),
               static_cast<std::uint8_t>((bits & ~has_sibling) | (branch.is_last ? 0 : has_sibling)),
               texts_of(branch.node));
      if (bits & has_child) add_branches(branch.node + 1);
    }
  }

  /// The node and the siblings after it, the first on top.
  void add_branches(NodeNumber node) {
    const auto from = static_cast<std::ptrdiff_t>(open_.size());
    for (;; node = ends_[node]) {
      open_.push_back({node, false});
      if ((tree_.bits(node) & has_sibling) == 0) break;
    }
    const auto point = [&](const Branch& branch) { return point_of(tree_.move(branch.node)); };
    std::sort(open_.begin() + from, open_.end(), [&](const Branch& a, const Branch& b) {
      return point(a) != point(b) ? point(a) > point(b) : a.node > b.node;
    });
    open_[static_cast<std::size_t>(from)].is_last = true;
    for (auto i = static_cast<std::size_t>(from); i + 1 < open_.size(); ++i)
      equal_ += point(open_[i]) == point(open_[i + 1]);
  }

  void put_node(TreeMove move, std::uint8_t bits, std::span<const NodeText> texts) {
    std::vector<NodeText> kept;
    out_of_turn_ += (bits & is_out_of_turn) != 0;
    for (const NodeText& text : texts) {
      if (text.kind() == TextKind::properties) {
        ++properties_;
        continue;
      }
      // RenLib reads one comment, the old one.
      if (text.kind() == TextKind::old_comment &&
          (!kept.empty() || !is_text(text.kind(), tree_.pool().at(text.text()))))
        ++bad_old_comments_;
      else
        kept.push_back(text);
    }
    put_head(writing_.bytes, move, head_of(bits, kept, {}));
    for (const NodeText& text : kept) {
      View bytes = tree_.pool().at(text.text());
      if (!is_text(text.kind(), bytes)) {
        ++cut_texts_;
        bytes =
            bytes.first(static_cast<std::size_t>(std::find(bytes.begin(), bytes.end(), 0) - bytes.begin()));
      }
      put_text(writing_.bytes, text.kind(), bytes, 0);
    }
  }

  void lose(std::uint64_t number, const std::string& noun, const std::string& why) {
    if (number != 0) writing_.losses.push_back(counted(number, noun) + why);
  }

  const GameTree& tree_;
  RenlibWriting writing_;
  std::vector<NodeNumber> ends_;  ///< of each node: the first that is not below it
  std::vector<Branch> open_;
  bool has_pass_ = false;
  std::uint64_t cut_texts_ = 0, bad_old_comments_ = 0, properties_ = 0, out_of_turn_ = 0, equal_ = 0;
};

}  // namespace

std::string_view text_of(RenlibOddity oddity) {
  static constexpr std::array<std::string_view, renlib_oddities> texts = {
      "no header",
      "fewer than 20 bytes, which RenLib refuses",
      "a byte of the header that should be FF",
      "no nodes",
      "a pass in a file without a root, which RenLib takes for the root",
      "a sibling of the root",
      "a node of a line from which the rest was not saved",
      "the file ends where more must follow this node",
      "a node after the last leaf",
      "an odd last byte",
      "a comment in the old coding",
      "a comment in the old coding where a new one is promised, too",
      "a byte other than 00 after the end of a text",
      "unknown bits of the extension",
      "an extension that says nothing",
      "a second start",
      "nodes below a node that is no move",
      "a move equal to one of its siblings, which RenLib makes one of",
      "a line of more than 225 moves",
  };
  return texts[static_cast<std::size_t>(oddity)];
}

Result<RenlibReading> read_renlib(View bytes, const RenlibOptions& options, const std::string& file_name) {
  auto reading = Reader(bytes, options).read();
  if (!reading.ok()) reading.error().file = file_name;
  return reading;
}

Result<RenlibWriting> write_renlib(const GameTree& tree) {
  if (tree.size() != renlib_board_size)
    return Error{ErrorCode::unsupported, "libraries of RenLib have a 15x15 board, the tree has " +
                                             std::to_string(tree.size()) + "x" + std::to_string(tree.size())};
  return tree.source() == renlib_source ? write_again(tree) : NewLibrary(tree).write();
}

RenlibOffsets::RenlibOffsets(const GameTree& tree)
    : tree_(&tree), cursor_(tree), end_(fact(tree, header_fact) ? header_bytes : 0) {}

std::uint64_t RenlibOffsets::of(NodeNumber node) {
  FIVEPROOF_ENSURE(node + std::size_t{1} >= reached_ && node < tree_->node_count());
  while (reached_ <= node) {
    const bool has_next = cursor_.next();
    FIVEPROOF_ENSURE(has_next);
    ++reached_;
    offset_ = end_;
    end_ += 2;
    const auto difference = Difference::of(cursor_.source_bits());
    if (cursor_.texts().empty() && difference.flags == 0) continue;
    if (head_of(cursor_.bits(), cursor_.texts(), difference).has_extension()) end_ += 2;
    for (const NodeText& text : cursor_.texts()) end_ += text_bytes(tree_->pool(), text);
  }
  return offset_;
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
