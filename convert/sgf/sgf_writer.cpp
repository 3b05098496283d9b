#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "convert/renlib/renlib.hpp"
#include "convert/sgf/sgf.hpp"
#include "convert/sgf/sgf_syntax.hpp"
#include "convert/syntax/charset.hpp"
#include "convert/tree/next_siblings.hpp"

namespace fiveproof::convert {

namespace {

using namespace sgf;

constexpr std::string_view not_from_sgf = "a tree from SGF that cannot be from there";

/// Writes a tree as the text of a file, node by node.
class SgfWriter {
 public:
  SgfWriter(const GameTree& tree, const SgfWriteOptions& options)
      : tree_(tree), options_(options), is_sgf_(tree.source() == sgf_source) {}

  Result<TreeWriting> write() {
    if (is_sgf_)
      read_charsets();
    else
      look_at_texts();
    if (const auto before = tree_.fact(before_fact); before && is_sgf_) put(*before);
    // A tree without a root gets one. In a tree that has one, and in a tree of SGF, each node at the top is a
    // game.
    has_own_roots_ = is_sgf_ || tree_.has_root();
    if (!has_own_roots_) put_made_root();
    for (TreeCursor at(tree_); at.next();)
      if (!put_at(at)) return *error_;
    close_nodes(written_.size());
    if (!has_own_roots_) put(")\n");
    name_losses();
    return std::move(writing_);
  }

 private:
  /// A node of the line to the last node that was written.
  struct WrittenNode {
    Color turn;            ///< the side to move after the node
    bool has_branches;     ///< there is more than one node of the file below it
    bool is_open = false;  ///< a ( before it waits for its )
  };
  /// What is written of a node, together with the nodes that continue it.
  struct Parts {
    Bytes moves;
    std::optional<View> comment;
    std::vector<Bytes> labels;  ///< values of LB: point, colon and escaped text
    std::optional<Square> mark;
    View properties;
    std::optional<View> charset;  ///< only a root has it
    bool is_root = false;
  };

  // -- charsets --

  /// The tree's charset_fact names one charset for all games, or one for each.
  void read_charsets() {
    const auto named = tree_.fact(charset_fact);
    if (!named) return;
    charsets_.emplace_back();
    for (const std::uint8_t byte : *named) {
      if (byte == '\n')
        charsets_.emplace_back();
      else
        charsets_.back() += static_cast<char>(byte);
    }
  }
  void begin_game() {
    charset_.clear();
    if (!charsets_.empty())
      charset_ = charsets_[charsets_.size() == 1 ? 0 : std::min(games_, charsets_.size() - 1)];
    coding_ = coding_of(charset_);
    ++games_;
  }

  void look_at_texts() {
    if (!options_.charset.empty()) return charsets_.push_back(options_.charset);
    std::vector<bool> is_bad(tree_.pool().count());
    for (std::uint32_t i = 0; i < is_bad.size(); ++i) is_bad[i] = !is_utf8(tree_.pool().at(i));
    for (const NodeText& text : tree_.texts())
      if (text.kind() == TextKind::comment || text.kind() == TextKind::board_text)
        foreign_texts_ += is_bad[text.text()];
    if (foreign_texts_ == 0) charsets_.emplace_back("UTF-8");
  }

  /// Counts a text in which a reader that does not know the charset can take half of a character for an
  /// escape or an end.
  void look_for_halves(View text) {
    if (!is_sgf_ || !charset_.empty() || is_utf8(text)) return;
    for (std::size_t i = 0; i + 1 < text.size(); ++i)
      if (text[i] >= 0x80 && (text[i + 1] == '\\' || text[i + 1] == ']')) {
        ++doubtful_texts_;
        return;
      }
  }

  // -- the tree --

  [[nodiscard]] bool is_root(std::size_t depth) const { return depth == 0 && has_own_roots_; }

  /// Is the node nothing but a label of the node above it?
  [[nodiscard]] bool is_label(NodeNumber node) const {
    return (tree_.bits(node) & (is_text_only | has_child)) == is_text_only &&
           (tree_.bits(node) & is_marked) == 0 && tree_.move(node).is_square() && !says_more(node);
  }
  /// Has the node other texts than board texts?
  [[nodiscard]] bool says_more(NodeNumber node) const {
    return std::ranges::any_of(tree_.texts_of(node),
                               [](const NodeText& text) { return text.kind() != TextKind::board_text; });
  }

  [[nodiscard]] std::uint64_t sgf_bits(NodeNumber node) const {
    return is_sgf_ ? tree_.source_bits_of(node) : 0;
  }
  /// Does the node's child belong to the same node of the file?
  [[nodiscard]] bool goes_on(NodeNumber node) const {
    return (tree_.bits(node) & has_child) != 0 && (sgf_bits(node + 1) & continues_node) != 0;
  }

  /// Calls `each` for the node and the siblings after it.
  template <class Each>
  void for_siblings(NodeNumber node, Each each) const {
    for (;; node = next_[node]) {
      each(node);
      if ((tree_.bits(node) & has_sibling) == 0) return;
    }
  }
  template <class Each>
  void for_children(NodeNumber node, Each each) const {
    if (tree_.bits(node) & has_child) for_siblings(node + 1, each);
  }
  [[nodiscard]] bool has_branches(NodeNumber node) const {
    std::size_t count = 0;
    for_children(node, [&](NodeNumber child) { count += !is_label(child); });
    return count > 1;
  }

  static bool is_played(TreeMove move, std::uint8_t bits) {
    return !move.is_none() && (bits & is_text_only) == 0;
  }
  static Color mover(Color turn, std::uint8_t bits) { return bits & is_out_of_turn ? opponent(turn) : turn; }
  [[nodiscard]] Color turn_after(Color turn, NodeNumber node) const {
    const std::uint8_t bits = tree_.bits(node);
    return is_played(tree_.move(node), bits) ? opponent(mover(turn, bits)) : turn;
  }

  // -- the file --

  void put(View bytes) { writing_.bytes.insert(writing_.bytes.end(), bytes.begin(), bytes.end()); }
  void put(std::string_view text) { put(as_view(text)); }
  void put_values(const auto& values) {
    for (const View value : values) {
      put("[");
      put(value);
      put("]");
    }
  }

  void close_nodes(std::size_t count) {
    for (; count > 0; --count) {
      if (written_.back().is_open) put(is_root(written_.size() - 1) ? ")\n" : ")");
      written_.pop_back();
    }
  }

  bool put_at(const TreeCursor& at) {
    close_nodes(at.left());
    const NodeNumber node = at.node();
    const bool is_game = is_root(written_.size());
    const bool has_siblings =
        written_.empty() ? !is_game && made_root_has_branches_ : written_.back().has_branches;
    const Color turn = written_.empty() ? Color::black : written_.back().turn;
    const bool is_first = written_.empty();
    written_.push_back({turn_after(turn, node), has_branches(node)});
    if (sgf_bits(node) & continues_node) {
      if (!is_first && node != 0 && at.line()[at.depth() - 1] == node - 1 && (at.bits() & has_sibling) == 0)
        return true;
      error_ = contradiction(not_from_sgf, "a node goes on that has branches");
      return false;
    }
    if (!is_game && is_label(node)) return true;
    if (is_game) begin_game();
    if (is_game || has_siblings) {
      written_.back().is_open = true;
      put(is_game ? "(" : "\n(");
    }
    return put_node(node, turn, is_game);
  }

  /// Writes the node, together with the nodes that continue it.
  bool put_node(NodeNumber node, Color turn, bool is_game) {
    Parts parts;
    parts.is_root = is_game;
    const NodeNumber last = put_moves(node, turn, parts);
    find_texts(node, last, parts);
    if (is_game) add_root_parts(parts);
    put(";");
    if (!is_game) put(parts.moves);
    if (!put_properties(parts)) {
      error_ = contradiction(not_from_sgf, "properties that are none");
      return false;
    }
    return true;
  }

  /// Gathers the moves of the node and of those that continue it, and returns the last of these.
  NodeNumber put_moves(NodeNumber node, Color turn, Parts& parts) {
    std::array<Bytes, 2> stones;
    Bytes moves;
    std::optional<Color> last_color;
    for (;; ++node) {
      const TreeMove move = tree_.move(node);
      const std::uint8_t bits = tree_.bits(node);
      if (is_played(move, bits)) {
        const Color color = mover(turn, bits);
        turn = opponent(color);
        const bool is_set_up = (sgf_bits(node) & from_set_up) != 0;
        Bytes& out = is_set_up ? stones[static_cast<std::size_t>(index_of(color))] : moves;
        if (!is_set_up && last_color != color) {
          out.push_back(color == Color::black ? 'B' : 'W');
          last_color = color;
        }
        if (!is_set_up || move.is_square()) {
          out.push_back('[');
          if (move.is_square()) put_point(out, move.square(tree_.size()), tree_.size());
          out.push_back(']');
        }
      }
      if (!goes_on(node)) break;
    }
    for (const Color color : {Color::black, Color::white}) {
      const Bytes& values = stones[static_cast<std::size_t>(index_of(color))];
      if (values.empty()) continue;
      parts.moves.push_back('A');
      parts.moves.push_back(color == Color::black ? 'B' : 'W');
      parts.moves.insert(parts.moves.end(), values.begin(), values.end());
    }
    parts.moves.insert(parts.moves.end(), moves.begin(), moves.end());
    return node;
  }

  void find_texts(NodeNumber node, NodeNumber last, Parts& parts) {
    const TreeMove move = tree_.move(node);
    const std::uint8_t bits = tree_.bits(node);
    for (const NodeText& text : tree_.texts_of(node)) {
      const View bytes = tree_.pool().at(text.text());
      if (text.kind() == TextKind::comment) {
        parts.comment = bytes;
        look_for_halves(bytes);
      } else if (text.kind() == TextKind::old_comment) {
        if (parts.comment) {
          ++lost_old_comments_;
        } else {
          old_comment_ = decode_old_comment(bytes);
          parts.comment = as_view(old_comment_);
          ++old_comments_;
        }
      } else if (text.kind() == TextKind::properties) {
        if (is_sgf_)
          parts.properties = bytes;
        else
          ++lost_properties_;
      } else if (!move.is_square() || is_root(written_.size() - 1)) {
        ++lost_labels_;
      }
    }
    if (bits & is_marked) {
      if (move.is_square())
        parts.mark = move.square(tree_.size());
      else
        ++lost_marks_;
    }
    split_labels_ += (bits & is_text_only) != 0;
    starts_ += (bits & is_start) != 0;
    for (const bool is_played : {true, false})
      for_children(last, [&](NodeNumber child) { find_label(child, is_played, parts); });
  }

  /// Gathers the label of a child that plays, or of one that is text only: those come last, because a reader
  /// puts them behind the others.
  void find_label(NodeNumber child, bool is_played, Parts& parts) {
    const TreeMove move = tree_.move(child);
    if (!move.is_square() || is_played == ((tree_.bits(child) & is_text_only) != 0)) return;
    bool has_text = false;
    for (const NodeText& text : tree_.texts_of(child)) {
      if (text.kind() != TextKind::board_text) continue;
      has_text = true;
      const View bytes = tree_.pool().at(text.text());
      look_for_halves(bytes);
      parts.labels.push_back(label_of(move, bytes));
    }
    if (!is_label(child)) return;
    starts_ += (tree_.bits(child) & is_start) != 0;
    if (has_text) return;
    ++empty_labels_;
    parts.labels.push_back(label_of(move, {}));
  }
  [[nodiscard]] Bytes label_of(TreeMove move, View text) const {
    Bytes label;
    put_point(label, move.square(tree_.size()), tree_.size());
    label.push_back(':');
    put_escaped(label, coding_, text, true);
    return label;
  }

  // -- properties --

  void put_made_root() {
    begin_game();
    Parts parts;
    parts.is_root = true;
    std::size_t written = 0;
    if (tree_.node_count() > 0) {
      for_siblings(0, [&](NodeNumber node) { written += !is_label(node); });
      for (const bool is_played : {true, false})
        for_siblings(0, [&](NodeNumber node) { find_label(node, is_played, parts); });
    }
    made_root_has_branches_ = written > 1;
    add_root_parts(parts);
    put("(;");
    put_properties(parts);
  }

  void add_root_parts(Parts& parts) {
    if (!charset_.empty()) parts.charset = as_view(charset_);
    if (is_sgf_) return;
    root_properties_ = "FF[4]GM[4]SZ[" + std::to_string(tree_.size()) + "]";
    if (options_.rule) root_properties_ += "RU[" + std::string(name_of(*options_.rule)) + "]";
    parts.properties = as_view(root_properties_);
  }

  /// Writes the properties of a node. What the tree itself knows stands before the source's further values of
  /// the same property, or, if there are none, behind all; but CA stands behind FF and GM, and the moves of a
  /// root behind its properties. False when the source's bytes are no list of properties.
  bool put_properties(Parts& parts) {
    PropertyScanner scanner(coding_, parts.properties);
    Property property;
    while (scanner.next(property)) {
      const std::string& name = property.name;
      if (!may_precede_charset(property)) put_own("CA", parts);
      if (!put_own(name, parts)) put(property.written_name);
      put_values(property.values);
    }
    put_own("CA", parts);
    if (parts.is_root) put(parts.moves);
    for (const char* name : {"C", "LB", "MA"}) put_own(name, parts);
    return scanner.is_done();
  }

  /// May the property stand before CA? Up to there a reader cuts by bytes, so that it must be ASCII.
  static bool may_precede_charset(const Property& property) {
    if (property.name == "CA") return true;
    return (property.name == "FF" || property.name == "GM") &&
           std::all_of(property.values.begin(), property.values.end(), [](View value) {
             return std::all_of(value.begin(), value.end(), [](auto byte) { return byte < 0x80; });
           });
  }

  /// Writes a property that the tree itself knows, with its name, and only once; false when there is none.
  bool put_own(std::string_view name, Parts& parts) {
    std::vector<Bytes> values;
    if (name == "CA" && parts.charset) {
      put_escaped(values.emplace_back(), coding_, *std::exchange(parts.charset, std::nullopt), false);
    } else if (name == "C" && parts.comment) {
      put_escaped(values.emplace_back(), coding_, *std::exchange(parts.comment, std::nullopt), false);
    } else if (name == "LB") {
      values = std::exchange(parts.labels, {});
    } else if (name == "MA" && parts.mark) {
      put_point(values.emplace_back(), *std::exchange(parts.mark, std::nullopt), tree_.size());
    }
    if (values.empty()) return false;
    put(name);
    put_values(values);
    return true;
  }

  void name_losses() {
    auto& losses = writing_.losses;
    tell(losses, foreign_texts_, "text",
         " in another charset than UTF-8, which is not told: written byte by byte");
    tell(losses, doubtful_texts_, "text",
         " of unknown charset with bytes that may be half of a character, or a bracket or escape");
    tell(losses, starts_, "start", ", of which SGF knows none: left out");
    tell(losses, lost_marks_, "mark", " of nodes without a point: left out");
    tell(losses, lost_labels_, "text", " on the board without a point, or without a node above: left out");
    tell(losses, split_labels_, "square",
         " with a text that has more to it: a label, and a node without a move");
    tell(losses, empty_labels_, "square", " for a text that has none: an empty label");
    tell(losses, old_comments_, "old comment", ": written as plain ones");
    tell(losses, lost_old_comments_, "old comment", " of nodes with a comment: left out");
    if (is_sgf_) return;
    tell(losses, lost_properties_, "node", " with properties of the source " + tree_.source() + ": left out");
    lose_source(tree_, losses);
  }

  const GameTree& tree_;
  const SgfWriteOptions& options_;
  bool is_sgf_, has_own_roots_ = false, made_root_has_branches_ = false;
  TreeWriting writing_;
  std::optional<Error> error_;
  const std::vector<NodeNumber> next_ = next_siblings(tree_);
  std::vector<WrittenNode> written_;

  std::vector<std::string> charsets_;
  std::size_t games_ = 0;
  std::string charset_;  ///< charset of the game that is being written
  Coding coding_ = Coding::single;
  std::string old_comment_, root_properties_;

  std::uint64_t foreign_texts_ = 0, doubtful_texts_ = 0, starts_ = 0, lost_marks_ = 0, lost_labels_ = 0,
                split_labels_ = 0, empty_labels_ = 0, old_comments_ = 0, lost_old_comments_ = 0,
                lost_properties_ = 0;
};

}  // namespace

namespace {

Result<GameTree> tree_of_written(const TreeWriting& writing) {
  auto reading = read_sgf(writing.bytes, {.max_nodes = GameTree::max_nodes, .max_oddities = 0});
  if (!reading.ok()) return contradiction(not_from_sgf, reading.error().text());
  return std::move(reading.value().tree);
}

}  // namespace

Result<TreeWriting> write_sgf(const GameTree& tree, const SgfWriteOptions& options) {
  auto writing = SgfWriter(tree, options).write();
  if (!writing.ok() || tree.source() != sgf_source) return writing;
  // Facts, properties and source bits may come from a file that nobody vouches for, so what they make is read
  // back and must be the same tree.
  FIVEPROOF_LET(const auto again, tree_of_written(writing.value()));
  if (again != tree) return contradiction(not_from_sgf, "its file says something else");
  return writing;
}

Result<GameTree> sgf_as_read_again(const GameTree& tree) {
  FIVEPROOF_LET(const auto writing, SgfWriter(tree, {}).write());
  return tree_of_written(writing);
}

}  // namespace fiveproof::convert
