#include "convert/rseq/rseq.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <optional>
#include <utility>
#include <vector>

#include "convert/syntax/json_events.hpp"

namespace fiveproof::convert {

namespace {

constexpr std::size_t deepest_rseq_line = 225;
constexpr std::uint32_t no_child = 0xFFFFFFFF;

/// What the file says of its nodes, in the order of the file, one column for each thing.
struct Columns {
  // The bits of `what`: the move is in the lowest byte, and the others are flags.
  static constexpr std::uint16_t move_bits = 0xFF, is_white = 0x100, is_reached = 0x200, is_repeated = 0x400,
                                 is_out_of_turn = 0x800;
  std::vector<std::uint16_t> what;
  std::vector<std::uint32_t> first_child;
  std::vector<std::uint32_t> children;
  std::vector<std::uint32_t> offset;
  std::vector<std::uint32_t> roots;
  std::uint32_t roots_at = 0;

  [[nodiscard]] std::size_t count() const { return what.size(); }
  [[nodiscard]] TreeMove move(std::size_t node) const {
    return TreeMove::from_number(static_cast<std::uint16_t>(what[node] & move_bits));
  }
};

// -- the text --

class RseqReader : public JsonEvents {
 public:
  RseqReader(View bytes, const TreeReadOptions& options, TreeBuilder& builder, Oddities& oddities)
      : JsonEvents(bytes), options_(options), builder_(builder), oddities_(oddities) {
    // A node takes at least "[0,0,0,-1,0],", 13 bytes. Memory that is reserved but not touched costs nothing.
    const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size() / 13, options.max_nodes));
    columns.what.reserve(most);
    columns.first_child.reserve(most);
    columns.children.reserve(most);
    columns.offset.reserve(most);
  }

  Columns columns;
  std::uint64_t other_members = 0, first_other_member_at = 0;

  bool start_object(std::size_t) override {
    if (part_ == TextPart::other_member) return skip(1);
    if (part_ != TextPart::top) return unexpected();
    part_ = TextPart::members;
    return true;
  }
  bool end_object() override {
    if (part_ == TextPart::other_member) return skip(-1);
    // The parser sees to it that only an object ends that has begun: this is the outermost one.
    for (const Member member : {roots_member, nodes_member})
      if (!is_met_[member])
        return fail(bytes_read() - 1,
                    "expected a member \"" + std::string(names[member]) + "\", found the end of the object");
    part_ = TextPart::end;
    return true;
  }

  bool key(string_t& name) override {
    if (part_ == TextPart::other_member) return true;
    member_ = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    value_after_ = bytes_read();
    if (member_ == names.size()) {
      if (other_members++ == 0) first_other_member_at = key_start();
      part_ = TextPart::other_member;
      return true;
    }
    if (std::exchange(is_met_[member_], true))
      return fail(key_start(), "expected one member \"" + name + "\", found another");
    return true;
  }

  bool start_array(std::size_t) override {
    if (part_ == TextPart::other_member) return skip(1);
    const auto at = static_cast<std::uint32_t>(bytes_read() - 1);
    if (part_ == TextPart::members && member_ == roots_member) {
      part_ = TextPart::roots;
      columns.roots_at = at;
    } else if (part_ == TextPart::members && member_ == nodes_member) {
      part_ = TextPart::nodes;
    } else if (part_ == TextPart::nodes) {
      part_ = TextPart::node;
      node_at_ = at;
      fields_ = 0;
    } else {
      return unexpected();
    }
    value_after_ = bytes_read();
    return true;
  }
  bool end_array() override {
    if (part_ == TextPart::other_member) return skip(-1);
    value_after_ = bytes_read();
    if (part_ == TextPart::node) {
      part_ = TextPart::nodes;
      return add_node();
    }
    part_ = TextPart::members;
    return true;
  }

  bool number_integer(number_integer_t number) override { return take(number); }
  bool number_unsigned(number_unsigned_t number) override {
    return take(number > largest ? largest : static_cast<std::int64_t>(number));
  }

  bool string(string_t& text) override {
    if (part_ == TextPart::other_member) return skip(0);
    if (part_ != TextPart::members || (member_ != id_member && member_ != name_member)) return unexpected();
    builder_.set_fact(std::string(names[member_]), as_view(text));
    return true;
  }

 private:
  /// Where in the text the parser is.
  enum class TextPart { top, members, roots, nodes, node, other_member, end };
  enum Member : std::size_t { id_member, name_member, roots_member, nodes_member };
  static constexpr std::array<std::string_view, 4> names = {"id", "name", "roots", "nodes"};
  static constexpr std::int64_t largest = std::int64_t{1} << 40;  // larger than any number that is right

  bool unexpected() override {
    if (part_ == TextPart::other_member) return skip(0);
    const auto wrong = [&](const char* expected) { return fail(value_start(value_after_), expected); };
    switch (part_) {
      case TextPart::members:
        return wrong(member_ == id_member || member_ == name_member ? "expected a string"
                     : member_ == roots_member                      ? "expected an array of root nodes"
                                                                    : "expected an array of nodes");
      case TextPart::roots:
        return wrong("expected the numbers of root nodes");
      case TextPart::nodes:
        return wrong("expected a node: [x, y, player, first child, number of children]");
      case TextPart::node:
        return fail(node_at_, in_node("expected five whole numbers"));
      case TextPart::top:
      case TextPart::end:
      case TextPart::other_member:
        break;
    }
    return wrong("expected an object with \"roots\" and \"nodes\"");
  }

  /// Passes over a part of the value of an unknown member; `deeper` says how the nesting changes with it.
  bool skip(int deeper) {
    skipped_ += static_cast<std::size_t>(deeper);
    if (skipped_ == 0) part_ = TextPart::members;
    return true;
  }

  bool take(std::int64_t number) {
    if (part_ == TextPart::other_member) return skip(0);
    if (part_ == TextPart::roots) return add_root(number);
    if (part_ != TextPart::node || fields_ == fields_of_node_.size()) return unexpected();
    fields_of_node_[fields_++] = number;
    return true;
  }

  bool add_root(std::int64_t number) {
    if (number < 0 || number >= no_child)
      return fail(columns.roots_at, "expected the numbers of root nodes, found " + std::to_string(number));
    if (columns.roots.size() >= options_.max_nodes)
      return fail(columns.roots_at, "more than " + counted(options_.max_nodes, "root"), ErrorCode::limit);
    columns.roots.push_back(static_cast<std::uint32_t>(number));
    value_after_ = bytes_read() - 1;
    return true;
  }

  bool add_node() {
    if (fields_ != fields_of_node_.size()) return fail(node_at_, in_node("expected five whole numbers"));
    if (columns.count() >= options_.max_nodes)
      return fail(node_at_, "more than " + counted(options_.max_nodes, "node"), ErrorCode::limit);
    const auto [x, y, player, first, children] = fields_of_node_;
    if (x < 0 || x >= rseq_board_size || y < 0 || y >= rseq_board_size)
      return fail(node_at_, in_node("expected x and y from 0 to 14, found " + std::to_string(x) + " and " +
                                    std::to_string(y)));
    if (player != 0 && player != 1)
      return fail(node_at_, in_node("expected the player 0 or 1, found " + std::to_string(player)));
    if (children < 0 || children >= no_child || first < -1 || first >= no_child ||
        (first == -1 && children > 0))
      return fail(node_at_, in_node("expected the first child and how many there are, or -1 and 0, found " +
                                    std::to_string(first) + " and " + std::to_string(children)));
    if (first != -1 && children == 0) oddities_.note("a first child of a node that has none", node_at_);
    // The file counts rows from the top, a Square from the bottom.
    const Square square(static_cast<int>(x), rseq_board_size - 1 - static_cast<int>(y));
    columns.what.push_back(static_cast<std::uint16_t>(TreeMove::at(square, rseq_board_size).number() |
                                                      (player == 1 ? Columns::is_white : 0)));
    columns.first_child.push_back(children == 0 ? no_child : static_cast<std::uint32_t>(first));
    columns.children.push_back(static_cast<std::uint32_t>(children));
    columns.offset.push_back(node_at_);
    return true;
  }
  [[nodiscard]] std::string in_node(const std::string& what) const {
    return "node " + std::to_string(columns.count()) + ": " + what;
  }

  const TreeReadOptions& options_;
  TreeBuilder& builder_;
  Oddities& oddities_;
  TextPart part_ = TextPart::top;
  std::size_t member_ = 0;  ///< the member whose value is being read
  std::array<bool, names.size()> is_met_{};
  std::uint64_t value_after_ = 0;
  std::uint32_t node_at_ = 0;
  std::size_t fields_ = 0;
  std::array<std::int64_t, 5> fields_of_node_{};
  std::size_t skipped_ = 0;  ///< objects and arrays that are open in an unknown member
};

// -- the tree --

class TreeMaker {
 public:
  TreeMaker(Columns& columns, TreeBuilder& builder, Oddities& oddities)
      : columns_(columns), builder_(builder), oddities_(oddities) {}

  std::optional<Error> make(std::vector<std::uint64_t>& offsets) {
    if (!reach_roots() || !reach_children()) return error_;
    for (std::size_t node = 0; node < columns_.count(); ++node)
      if (!look_at(node)) return error_;
    builder_.reserve(columns_.count());
    offsets.reserve(columns_.count());
    for (const std::uint32_t root : columns_.roots) add_line(root, offsets);
    return std::nullopt;
  }

 private:
  bool fail(std::uint64_t offset, std::string message) {
    error_ = Error{ErrorCode::malformed, std::move(message), {}, offset};
    return false;
  }
  static std::string name_of(std::size_t node) { return "node " + std::to_string(node); }

  bool reach_roots() {
    for (const std::uint32_t root : columns_.roots) {
      if (root >= columns_.count())
        return fail(columns_.roots_at, "expected roots below " + std::to_string(columns_.count()) +
                                           ", the number of nodes, found " + std::to_string(root));
      if (!reach(root)) return fail(columns_.roots_at, name_of(root) + " is a root twice");
      meet_turn(root, false);
    }
    meet_siblings(columns_.roots.size(), [&](std::size_t i) { return columns_.roots[i]; });
    return true;
  }

  // Each node is reached at most once, and children come behind their parents, so that this ends.
  bool reach_children() {
    for (std::size_t node = 0; node < columns_.count(); ++node) {
      const std::uint64_t children = columns_.children[node], first = columns_.first_child[node];
      if (children == 0) continue;
      if (first <= node || first + children > columns_.count())
        return fail(columns_.offset[node], name_of(node) + ": expected children behind it and below " +
                                               std::to_string(columns_.count()) + ", found " +
                                               std::to_string(first) + " to " +
                                               std::to_string(first + children - 1));
      const bool white_is_next = (columns_.what[node] & Columns::is_white) == 0;
      for (std::size_t child = first; child < first + children; ++child) {
        if (!reach(child))
          return fail(columns_.offset[node], name_of(node) + ": expected children of its own, but " +
                                                 name_of(child) + " has been reached before");
        meet_turn(child, white_is_next);
      }
      meet_siblings(children, [&](std::size_t i) { return first + i; });
    }
    return true;
  }

  bool reach(std::size_t node) {
    const bool is_new = (columns_.what[node] & Columns::is_reached) == 0;
    columns_.what[node] |= Columns::is_reached;
    return is_new;
  }
  void meet_turn(std::size_t node, bool is_whites) {
    if (((columns_.what[node] & Columns::is_white) != 0) != is_whites)
      columns_.what[node] |= Columns::is_out_of_turn;
  }
  template <class NodeAt>
  void meet_siblings(std::size_t count, const NodeAt& node_at) {
    std::bitset<rseq_board_size * rseq_board_size> met;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t move = columns_.move(node_at(i)).number();
      if (met[move]) columns_.what[node_at(i)] |= Columns::is_repeated;
      met.set(move);
    }
  }

  bool look_at(std::size_t node) {
    const std::uint16_t what = columns_.what[node];
    if ((what & Columns::is_reached) == 0)
      return fail(columns_.offset[node], "expected a root that leads to " + name_of(node) + ", found none");
    if (what & Columns::is_out_of_turn)
      oddities_.note(
          what & Columns::is_white ? "a move of White's out of turn" : "a move of Black's out of turn",
          columns_.offset[node]);
    if (what & Columns::is_repeated)
      oddities_.note("a move equal to one of its siblings", columns_.offset[node]);
    return true;
  }

  void add_line(std::uint32_t root, std::vector<std::uint64_t>& offsets) {
    add(root, offsets);
    while (!open_.empty()) {
      Range& children = open_.back();
      if (children.next == children.end)
        open_.pop_back();
      else
        add(children.next++, offsets);
    }
  }

  /// Adds a node below the nodes of open_.
  void add(std::uint32_t node, std::vector<std::uint64_t>& offsets) {
    const std::size_t depth = open_.size();
    if (depth == deepest_rseq_line && !std::exchange(is_deep_, true))
      oddities_.note("a line of more than " + counted(deepest_rseq_line, "move"), columns_.offset[node]);
    const bool is_odd = (columns_.what[node] & Columns::is_out_of_turn) != 0;
    builder_.add(depth, columns_.move(node), is_odd ? is_out_of_turn : 0);
    offsets.push_back(columns_.offset[node]);
    if (const std::uint32_t first = columns_.first_child[node]; columns_.children[node] != 0)
      open_.push_back({first, first + columns_.children[node]});
    else
      open_.push_back({0, 0});
  }

  struct Range {
    std::uint32_t next, end;
  };

  Columns& columns_;
  TreeBuilder& builder_;
  Oddities& oddities_;
  std::optional<Error> error_;
  std::vector<Range> open_;  ///< for each node of the line, its children that are still to come
  bool is_deep_ = false;
};

}  // namespace

Result<TreeReading> read_rseq(View bytes, const TreeReadOptions& options) {
  if (bytes.size() > 0xFFFFFFFF)
    return Error{ErrorCode::limit, "a sequence of 4 GiB or more", {}, std::uint64_t{0}};
  TreeBuilder builder(rseq_board_size, std::string(rseq_source));
  Oddities oddities(options.max_oddities);
  RseqReader file(bytes, options, builder, oddities);
  if (auto error = file.parse()) return *error;

  TreeReading reading;
  if (auto error = TreeMaker(file.columns, builder, oddities).make(reading.offsets)) return *error;
  if (file.columns.count() == 0) oddities.note("no nodes", file.columns.roots_at);
  oddities.sort_by_offset();
  std::move(oddities).move_to(reading);
  reading.tree = std::move(builder).finish();
  reading.carried.push_back(counted(reading.tree.node_count(), "move") + " read below " +
                            counted(file.columns.roots.size(), "first move"));
  if (!reading.tree.facts().empty()) reading.carried.push_back("id and name, kept beside the tree");
  tell(reading.losses, file.other_members, "member",
       " that sequences do not have, at byte " + std::to_string(file.first_other_member_at) +
           (file.other_members > 1 ? " and behind" : ""));
  return reading;
}

}  // namespace fiveproof::convert
