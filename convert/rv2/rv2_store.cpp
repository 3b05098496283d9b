#include "convert/rv2/rv2_store.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "convert/tree/claimed_length.hpp"
#include "convert/tree/sibling_squares.hpp"

namespace fiveproof::convert {

namespace {

constexpr std::uint8_t no_state = 0x80;
constexpr std::size_t root_at = 2;  // the root stands behind "VY"
constexpr std::size_t deepest_store_line = 225;

constexpr bool is_square(std::uint8_t byte) { return byte >> 4 < 15 && (byte & 15) < 15; }
// The file counts rows from the top, a Square from the bottom.
constexpr TreeMove move_of(std::uint8_t byte) {
  return TreeMove::at(Square(byte & 15, rv2_store_board_size - 1 - (byte >> 4)), rv2_store_board_size);
}
constexpr std::uint8_t byte_of(TreeMove move) {
  const Square square = move.square(rv2_store_board_size);
  return static_cast<std::uint8_t>((rv2_store_board_size - 1 - square.row()) << 4 | square.column());
}
static_assert(move_of(0x00).square(15) == Square(0, 14) && move_of(0xEE).square(15) == Square(14, 0));
static_assert(byte_of(move_of(0x2D)) == 0x2D);

/// The length that a state claims at a depth; nothing when it is no claim. At odd depths Black has just
/// moved.
std::optional<std::uint64_t> length_of(std::uint8_t state, std::size_t depth) {
  const int plies = state < 128 ? state : state - 256;
  if (depth == 0 || plies == 0 || (plies < 0) != (depth % 2 == 1)) return std::nullopt;
  return static_cast<std::uint64_t>(plies < 0 ? -plies : plies);
}
std::uint8_t state_of(std::uint64_t length, std::size_t depth) {
  return static_cast<std::uint8_t>(depth % 2 == 1 ? -length : length);
}

// The SourceBits, which few nodes have, if any:
//   0-7    a state that is no claim
//   8      set if there is such a state
//   16-23  number of children that are missing because the file was cut
constexpr std::uint64_t bits_of_state(std::uint8_t state) { return std::uint64_t{1} << 8 | state; }
constexpr std::uint64_t bits_of_missing(std::uint8_t children) { return std::uint64_t{children} << 16; }

// -- reading --

/// Reads a store node by node.
class Rv2StoreReader : FileReader {
 public:
  Rv2StoreReader(View bytes, const TreeReadOptions& options)
      : FileReader(options), bytes_(bytes), builder_(rv2_store_board_size, std::string(rv2_store_source)) {}

  Result<TreeReading> read() {
    if (!read_root()) return *error_;
    // Memory that is reserved but not touched costs nothing.
    const auto most = std::min<std::uint64_t>(1 + (bytes_.size() - at_) / 3, options_.max_nodes);
    builder_.reserve(static_cast<std::size_t>(most));
    while (!missing_.empty() && bytes_.size() - at_ >= 3)
      if (!read_node()) return *error_;
    if (!finish()) return *error_;
    reading_.carried.push_back(counted(builder_.node_count() - 1, "move") + " read, " +
                               counted(lengths_, "claimed length") + " as comments");
    reading_.attacker = Color::black;
    std::move(oddities_).move_to(reading_);
    reading_.tree = std::move(builder_).finish();
    return std::move(reading_);
  }

 private:
  bool read_root() {
    constexpr std::string_view magic = "VY";
    for (std::size_t i = 0; i < magic.size(); ++i) {
      if (i == bytes_.size())
        return fail(i, "expected a store of rv2, which begins with \"VY\", found the end of the file");
      if (bytes_[i] != static_cast<std::uint8_t>(magic[i]))
        return fail(i, "expected a store of rv2, which begins with \"VY\", found " + hex(bytes_[i]));
    }
    if (bytes_.size() < root_at + 2)
      return fail(bytes_.size(),
                  "expected state and number of children of the empty board, found the end of the file");
    if (options_.max_nodes == 0) return fail(root_at, "more than 0 nodes", ErrorCode::limit);
    builder_.add(0, TreeMove());
    reading_.offsets.push_back(root_at);
    const std::uint8_t state = bytes_[root_at], children = bytes_[root_at + 1];
    at_ = root_at + 2;
    if (state != no_state) {
      note("a state of the empty board: " + hex(state) + " instead of 80", root_at);
      builder_.add_source_bits(0, bits_of_state(state));
    }
    siblings_.is_repeated(0, TreeMove());
    expect_children(children);
    return true;
  }

  /// Reads the next node. require: three bytes are left, and a node of the line has children to come.
  bool read_node() {
    const std::size_t offset = at_;
    const std::uint8_t square = bytes_[at_], state = bytes_[at_ + 1], children = bytes_[at_ + 2];
    if (!is_square(square))
      return fail(offset, "expected a square of the 15x15 board, 00 to EE without F, found " + hex(square));
    if (builder_.node_count() >= options_.max_nodes)
      return fail(offset, "more than " + counted(options_.max_nodes, "node"), ErrorCode::limit);
    at_ += 3;
    --missing_.back();
    const std::size_t depth = missing_.size();
    const TreeMove move = move_of(square);
    const NodeNumber node = builder_.add(depth, move);
    reading_.offsets.push_back(offset);
    if (siblings_.is_repeated(depth, move)) note("a move equal to one of its siblings", offset);
    if (depth == deepest_store_line + 1 && !std::exchange(is_deep_, true))
      note("a line of more than " + counted(deepest_store_line, "move"), offset);
    keep_state(node, state, depth, offset + 1);
    expect_children(children);
    return true;
  }

  void keep_state(NodeNumber node, std::uint8_t state, std::size_t depth, std::uint64_t offset) {
    if (const auto length = length_of(state, depth)) {
      builder_.add_text(TextKind::comment, as_view(comment_of_length(*length)));
      ++lengths_;
      return;
    }
    note("the state " + hex(state) + " after a move of " + (depth % 2 == 1 ? "Black" : "White") +
             "'s, which claims nothing",
         offset);
    builder_.add_source_bits(node, bits_of_state(state));
  }

  /// Notes how many children the last node has. Nodes at the end of the line that need no more leave
  /// missing_; those above one that needs more stay.
  void expect_children(std::uint8_t children) {
    missing_.push_back(children);
    while (!missing_.empty() && missing_.back() == 0) missing_.pop_back();
  }

  bool finish() {
    if (missing_.empty()) {
      if (at_ < bytes_.size())
        return fail(at_, "expected the end of the file behind the last node, found " +
                             counted(bytes_.size() - at_, "byte"));
      return true;
    }
    if (at_ < bytes_.size())
      return fail(at_, "expected a node of 3 bytes, found " + counted(bytes_.size() - at_, "byte"));
    if (!options_.keep_cut)
      return fail(at_, "expected " + counted(missing_.back(), "more child node") + " of the node at byte " +
                           std::to_string(reading_.offsets[last_open()]) + ", found the end of the file");
    for (std::size_t depth = 0; depth < missing_.size(); ++depth) {
      if (missing_[depth] == 0) continue;
      const NodeNumber node = builder_.line()[depth];
      note("the file ends where " + counted(missing_[depth], "more child node") + " of this node must follow",
           reading_.offsets[node]);
      builder_.add_source_bits(node, bits_of_missing(missing_[depth]));
    }
    return true;
  }
  [[nodiscard]] NodeNumber last_open() const { return builder_.line()[missing_.size() - 1]; }

  View bytes_;
  TreeBuilder builder_;
  TreeReading reading_;
  SiblingSquares siblings_;
  std::size_t at_ = 0;
  /// By depth: how many children of the line's node there are still to come. The last number is not 0.
  std::vector<std::uint8_t> missing_;
  std::uint64_t lengths_ = 0;
  bool is_deep_ = false;
};

// -- writing --

constexpr std::string_view no_store_of_rv2 = "the tree of a store of rv2 that cannot be one";

Result<Bytes> store_bytes(const GameTree& tree) {
  Bytes out = {'V', 'Y'};
  out.reserve(4 + 3 * tree.node_count());
  std::vector<std::size_t> counts;  // by depth: where in `out` the line's node has its number of children
  for (TreeCursor at(tree); at.next();) {
    const std::size_t depth = at.depth();
    if ((depth == 0) != (at.node() == 0) || at.move().is_square() != (depth > 0))
      return contradiction(no_store_of_rv2, "it has one root, and squares below");
    if (depth > 0) {
      if (++out[counts[depth - 1]] == 0) return contradiction(no_store_of_rv2, "more than 255 children");
      out.push_back(byte_of(at.move()));
    }
    std::uint8_t state = depth == 0 ? no_state : std::uint8_t{0};
    if (at.source_bits() >> 8 & 1)
      state = static_cast<std::uint8_t>(at.source_bits());
    else if (!at.texts().empty())
      if (const auto length = length_of_comment(tree.pool().at(at.texts()[0].text())))
        state = state_of(*length, depth);
    out.push_back(state);
    counts.resize(depth);
    counts.push_back(out.size());
    out.push_back(static_cast<std::uint8_t>(at.source_bits() >> 16));
  }
  return out;
}

}  // namespace

Result<TreeReading> read_rv2_store(View bytes, const TreeReadOptions& options) {
  return Rv2StoreReader(bytes, options).read();
}

Result<TreeWriting> write_rv2_store(const GameTree& tree) {
  if (tree.source() != rv2_store_source)
    return Error{ErrorCode::unsupported, "only what was read from a store of rv2 can be written as one"};
  FIVEPROOF_LET(auto bytes, store_bytes(tree));
  // Bits and texts may come from a file that nobody vouches for, so what they make is read back and must be
  // the same tree.
  const auto reading = read_rv2_store(bytes, {.max_oddities = 0, .keep_cut = true});
  if (!reading.ok()) return contradiction(no_store_of_rv2, reading.error().text());
  if (reading.value().tree != tree) return contradiction(no_store_of_rv2, "its file says something else");
  return TreeWriting{std::move(bytes)};
}

}  // namespace fiveproof::convert
