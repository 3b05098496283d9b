#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "convert/renlib/renlib_bytes.hpp"

namespace fiveproof::convert {

namespace {

using namespace renlib;

/// What stands before the texts of a node in a file, besides its point.
struct Head {
  std::uint8_t flags = 0;
  std::uint16_t extension = 0;

  [[nodiscard]] bool has_extension() const { return (flags & extension_flag) != 0; }
};

Head head_of(std::uint8_t bits, std::span<const NodeText> texts, const Difference& difference) {
  Head head{flags_of(bits)};
  for (const NodeText& text : texts) {
    if (text.kind() == TextKind::comment) head.flags |= comment_flag;
    if (text.kind() == TextKind::old_comment) head.flags |= old_comment_flag;
    if (text.kind() != TextKind::board_text) continue;
    head.flags |= extension_flag;
    head.extension = board_text_extension;
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

void put_header(Bytes& out, std::uint8_t minor) {
  out.insert(out.end(), magic.begin(), magic.end());
  const auto header = header_of(minor);
  out.insert(out.end(), header.begin(), header.end());
}

/// Adds a text up to the pair in which it ends; `after` is the byte of that pair which is no part of the
/// text.
void put_text(Bytes& out, TextKind kind, View text, std::uint8_t after) {
  out.insert(out.end(), text.begin(), text.end());
  const bool is_odd = text.size() % 2 == 1;
  if (kind == TextKind::old_comment) {
    if (is_odd) out.push_back(after);
  } else {
    out.push_back(0);
    if (!is_odd) out.push_back(after);
  }
}

void put_head(Bytes& out, TreeMove move, const Head& head) {
  out.push_back(point_of(move));
  out.push_back(head.flags);
  if (!head.has_extension()) return;
  out.push_back(static_cast<std::uint8_t>(head.extension >> 8));
  out.push_back(static_cast<std::uint8_t>(head.extension));
}

constexpr std::string_view no_library = "the tree of a library that cannot be one";

/// The bytes that were read, if the tree says the truth about where it comes from.
Result<Bytes> same_bytes(const GameTree& tree) {
  Bytes out;
  out.reserve(header_bytes + tree.node_count() * 2 + 1);
  if (const auto header = tree.fact(header_fact)) {
    out.insert(out.end(), magic.begin(), magic.end());
    out.insert(out.end(), header->begin(), header->end());
  }
  for (TreeCursor at(tree); at.next();) {
    if (at.move().is_none() && at.node() != 0) return contradiction(no_library, "a second root");
    const auto difference = Difference::of(at.source_bits());
    put_head(out, at.move(), head_of(at.bits(), at.texts(), difference));
    for (const NodeText& text : at.texts()) {
      const View bytes = tree.pool().at(text.text());
      if (!is_text(text.kind(), bytes)) return contradiction(no_library, "a text that no file can hold");
      put_text(out, text.kind(), bytes,
               text.kind() == TextKind::board_text ? difference.after_board_text : difference.after_comment);
    }
  }
  if (const auto tail = tree.fact(tail_fact)) out.insert(out.end(), tail->begin(), tail->end());
  return out;
}

/// Facts and source bits may come from a file that nobody vouches for, so what they make is read back and
/// must be the same tree.
Result<TreeWriting> write_again(const GameTree& tree) {
  FIVEPROOF_LET(auto bytes, same_bytes(tree));
  const auto reading = read_renlib(bytes, {.max_oddities = 0, .keep_cut = true});
  if (!reading.ok()) return contradiction(no_library, reading.error().text());
  if (reading.value().tree != tree) return contradiction(no_library, "its file says something else");
  return TreeWriting{std::move(bytes)};
}

// -- nodes that RenLib lacks --

/// A node without a move that has a node above it.
bool is_silent(const TreeCursor& at) { return at.depth() > 0 && at.move().is_none(); }

std::uint64_t silent_nodes(const GameTree& tree) {
  std::uint64_t count = 0;
  for (TreeCursor at(tree); at.next();) count += is_silent(at);
  return count;
}

View comment_in(const GameTree& tree, std::span<const NodeText> texts) {
  for (const NodeText& text : texts)
    if (text.kind() == TextKind::comment) return tree.pool().at(text.text());
  return {};
}

/// What was below a silent node is below the node above it, which gets its comment.
GameTree without_silent_nodes(const GameTree& tree) {
  std::map<NodeNumber, Bytes> comments;  // of the nodes that get some
  std::vector<NodeNumber> line;          // for each node of it, the one that stays
  for (TreeCursor at(tree); at.next();) {
    line.resize(at.depth());
    line.push_back(is_silent(at) ? line.back() : at.node());
    if (!is_silent(at)) continue;
    auto [comment, is_new] = comments.try_emplace(line.back());
    if (is_new) append_comment(comment->second, comment_in(tree, tree.texts_of(line.back())));
    append_comment(comment->second, comment_in(tree, at.texts()));
  }
  TreeBuilder builder(tree.size(), tree.source());
  for (const auto& [name, value] : tree.facts()) builder.set_fact(name, value);
  std::vector<std::size_t> depths;  // that the children of each node of the line have
  for (TreeCursor at(tree); at.next();) {
    depths.resize(at.depth());
    const std::size_t depth = depths.empty() ? 0 : depths.back();
    depths.push_back(depth + !is_silent(at));
    if (is_silent(at)) continue;
    builder.add_source_bits(builder.add(depth, at.move(), at.bits()), at.source_bits());
    const auto comment = comments.find(at.node());
    if (comment != comments.end() && !comment->second.empty())
      builder.add_text(TextKind::comment, comment->second);
    for (const NodeText& text : at.texts())
      if (comment == comments.end() || text.kind() != TextKind::comment)
        builder.add_text(text.kind(), tree.pool().at(text.text()));
  }
  return std::move(builder).finish();
}

/// Writes a tree of another source, as RenLib would have saved it.
class NewLibrary {
 public:
  /// `silent`: nodes without a move that were left out.
  NewLibrary(const GameTree& tree, std::uint64_t silent) : tree_(tree), silent_(silent) {}

  Result<TreeWriting> write() {
    FIVEPROOF_TRY(look_through());
    const bool with_root = needs_root();
    put_header(writing_.bytes, with_root ? minor_with_root : 0);
    if (with_root) {
      // A tree without a root gets one that says nothing.
      const std::uint8_t bits = tree_.has_root() ? static_cast<std::uint8_t>(tree_.bits(0) & ~has_sibling)
                                : tree_.node_count() > 0 ? has_child
                                                         : 0;
      put_node(TreeMove(), bits, tree_.has_root() ? tree_.texts_of(0) : std::span<const NodeText>{});
    }
    put_nodes();
    auto& losses = writing_.losses;
    tell(losses, silent_, "node", " without a move: the comment is that of the node above");
    tell(losses, cut_texts_, "text", " with a zero byte: cut there");
    tell(losses, bad_old_comments_, "old comment", " that RenLib cannot hold: left out");
    tell(losses, properties_, "node", " with properties of the source " + tree_.source() + ": left out");
    tell(losses, out_of_turn_, "move",
         " out of turn: RenLib gives it, and those after it, to the other side");
    tell(losses, equal_, "move", " equal to a sibling: RenLib makes one of them");
    lose_source(tree_, losses);
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
      if (at.depth() == 0 && at.node() != 0 && tree_.has_root())
        return Error{ErrorCode::unsupported, "RenLib has nothing beside the root"};
      if (at.node() != 0 && at.move().is_none())
        return Error{ErrorCode::unsupported, "RenLib has nothing beside the root; node " +
                                                 std::to_string(at.node()) +
                                                 " has no move and none above it"};
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

  /// Writes the nodes with siblings in the order of their points, as RenLib expects them.
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
               tree_.texts_of(branch.node));
      if (bits & has_child) add_branches(branch.node + 1);
    }
  }

  /// Puts the node and the siblings after it on top of open_, the first one on top, as it comes out first.
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
      // Of two comments RenLib would read the old one alone, so that one is left out.
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

  const GameTree& tree_;
  std::uint64_t silent_;
  TreeWriting writing_;
  std::vector<NodeNumber> ends_;  ///< by node: the first one that is not below it
  std::vector<Branch> open_;
  bool has_pass_ = false;
  std::uint64_t cut_texts_ = 0, bad_old_comments_ = 0, properties_ = 0, out_of_turn_ = 0, equal_ = 0;
};

}  // namespace

void append_comment(Bytes& comment, View more) {
  if (more.empty()) return;
  const bool has_lines = std::find(comment.begin(), comment.end(), 8) != comment.end();
  constexpr std::string_view line_end = "\r\n";
  if (has_lines)
    comment.insert(comment.end(), line_end.begin(), line_end.end());
  else if (!comment.empty())
    comment.push_back(8);
  comment.insert(comment.end(), more.begin(), more.end());
}

Result<TreeWriting> write_renlib(const GameTree& tree) {
  if (tree.size() != renlib_board_size)
    return Error{ErrorCode::unsupported, "libraries of RenLib have a 15x15 board, the tree has " +
                                             std::to_string(tree.size()) + "x" + std::to_string(tree.size())};
  if (tree.source() == renlib_source) return write_again(tree);
  const std::uint64_t silent = silent_nodes(tree);
  if (silent == 0) return NewLibrary(tree, 0).write();
  const GameTree kept = without_silent_nodes(tree);
  return NewLibrary(kept, silent).write();
}

RenlibOffsets::RenlibOffsets(const GameTree& tree)
    : tree_(&tree), cursor_(tree), end_(tree.fact(header_fact) ? header_bytes : 0) {}

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

}  // namespace fiveproof::convert
