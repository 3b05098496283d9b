#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "convert/sgf/sgf.hpp"
#include "convert/sgf/sgf_syntax.hpp"
#include "convert/syntax/charset.hpp"

namespace fiveproof::convert {

namespace {

using namespace sgf;

/// The first bytes, for people; those that are not ASCII in hexadecimal.
std::string shown(View bytes) {
  constexpr std::size_t most = 20;
  std::string text;
  for (const std::uint8_t byte : bytes.first(std::min(bytes.size(), most))) {
    if (byte >= ' ' && byte < 0x7F)
      text += static_cast<char>(byte);
    else
      text += "\\x" + hex(byte);
  }
  return bytes.size() > most ? text + "..." : text;
}
std::string quoted(View bytes) { return "\"" + shown(bytes) + "\""; }

/// The limit of stones that are set up as rectangles, because seven bytes of one can stand for 400 stones.
constexpr std::uint64_t most_from_rectangles = 1'000'000;

/// A number of at most four digits.
std::optional<int> number_of(View raw) {
  if (raw.empty() || raw.size() > 4) return std::nullopt;
  int number = 0;
  for (const std::uint8_t digit : raw) {
    if (digit < '0' || digit > '9') return std::nullopt;
    number = number * 10 + (digit - '0');
  }
  return number;
}

std::optional<RuleSet> rule_of(View text) {
  std::string name;
  for (const std::uint8_t byte : text)
    if (byte != '-' && byte != '_' && !is_space(byte))
      name += static_cast<char>(byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte);
  if (name.ends_with("gomoku")) name.resize(name.size() - 6);
  const auto rule = parse_rule_set(name);
  return rule.ok() ? std::optional(rule.value()) : std::nullopt;
}

/// The properties of FF[4] whose values are points, or can look like some: what else has points is private.
bool is_of_sgf(std::string_view name) {
  constexpr std::string_view names[] = {"AP", "AR", "BR", "BT", "CP", "CR", "DD", "EV", "FG", "GC",
                                        "GN", "KO", "LN", "MA", "ON", "OT", "PB", "PC", "PL", "PW",
                                        "RE", "RO", "RU", "SL", "SO", "SQ", "ST", "TB", "TR", "TW",
                                        "US", "VW", "WR", "WT", "N",  "AN", "CA", "SZ"};
  return std::ranges::find(names, name) != std::end(names);
}

/// A move of the file.
struct PlayedMove {
  Color color;
  TreeMove move;
  std::uint64_t offset;
};

/// A value of LB: a text on a point.
struct Label {
  std::uint16_t point;
  Bytes text;
  std::uint64_t offset;
  bool is_taken = false;
};

/// The labels of a node, which wait for the children that play on their points.
class Labels {
 public:
  explicit Labels(std::vector<Label> labels) : labels_(std::move(labels)) {
    for (std::size_t i = 0; i < labels_.size(); ++i) untaken_.emplace(labels_[i].point, i);
  }

  /// Takes the next label of the move's point, if there is one left.
  const Label* take(TreeMove move) {
    const auto next = untaken_.lower_bound(move.number());
    if (next == untaken_.end() || next->first != move.number()) return nullptr;
    Label& label = labels_[next->second];
    label.is_taken = true;
    untaken_.erase(next);
    return &label;
  }
  /// All labels, taken or not, in the order of the file.
  [[nodiscard]] const std::vector<Label>& all() const { return labels_; }

 private:
  std::vector<Label> labels_;
  /// The numbers of those not taken, by point; those of one point are in the order of the file.
  std::multimap<std::uint16_t, std::size_t> untaken_;
};

/// Reads a file into a tree, going through it once, node by node.
class SgfReader : FileReader {
 public:
  SgfReader(View bytes, const TreeReadOptions& options, const std::string& charset)
      : FileReader(options), bytes_(bytes), given_charset_(charset) {}

  Result<TreeReading> read() {
    if (bytes_.size() > 0xFFFFFFFF) fail(0, "a file of 4 GiB or more", ErrorCode::limit);
    while (!error_ && skip_space()) {
      whole_ = at_;
      if (!(open_.empty() ? read_between() : read_part())) break;
    }
    if (!error_ && !open_.empty()) close_at_end();
    if (!error_ && !builder_) fail(0, "expected a game, which begins with (; and found none");
    if (error_) return *error_;
    return finish();
  }
  /// Up to where the file is a tree, once read() has said what is wrong behind that.
  [[nodiscard]] std::uint64_t whole() const { return builder_ && builder_->node_count() > 0 ? whole_ : 0; }

 private:
  /// A node of the file that is above the next one.
  struct OpenFileNode {
    std::unique_ptr<Labels> labels;  ///< null if the node has none
    std::uint32_t depth;             ///< depth of the node's children in the tree
    Color turn;                      ///< the side to move at the children
    bool may_turn;                   ///< set up without PL: the first move says whose turn it is
  };
  /// A ( that has no ) yet.
  struct Open {
    std::uint32_t offset;
    std::uint32_t line;  ///< how long the line was when it was opened
    bool has_node = false, has_variation = false;
  };
  /// What a node of the file says.
  struct FileNode {
    std::uint64_t offset = 0;
    std::vector<PlayedMove> moves;
    std::array<std::vector<Square>, 2> stones;
    std::optional<Color> player;
    std::optional<Bytes> comment;
    std::vector<Label> labels;
    Bytes properties;
    bool has_rest = false;  ///< something but moves and stones
    bool has_properties = false, is_marked = false;

    [[nodiscard]] bool is_set_up() const { return !stones[0].empty() || !stones[1].empty() || player; }
  };

  bool skip_space() {
    while (at_ < bytes_.size() && is_space(bytes_[at_])) ++at_;
    return at_ < bytes_.size();
  }

  // -- parentheses --

  /// Goes on to the next game, and keeps or counts the text before it. require: no ( is open; the byte is no
  /// space.
  bool read_between() {
    const std::size_t from = at_;
    while (at_ < bytes_.size() && !is_game()) ++at_;
    if (at_ > from && builder_) {
      note("text outside of the games", from);
      foreign_bytes_ += at_ - from;
    } else if (at_ > from) {
      note("text before the first game", from);
      before_ = bytes_.first(at_);
    }
    if (at_ == bytes_.size()) return true;
    open_.push_back({static_cast<std::uint32_t>(at_++), 0});
    return true;
  }

  [[nodiscard]] bool is_game() const {
    if (bytes_[at_] != '(') return false;
    std::size_t next = at_ + 1;
    while (next < bytes_.size() && is_space(bytes_[next])) ++next;
    return next < bytes_.size() && bytes_[next] == ';';
  }

  bool read_part() {
    switch (bytes_[at_]) {
      case '(':
        open_.push_back({static_cast<std::uint32_t>(at_++), static_cast<std::uint32_t>(line_.size())});
        return true;
      case ')':
        ++at_;
        return close();
      case ';':
        return read_node();
      default:
        return fail(at_, "expected ; ( ) or a property, found " + quoted(bytes_.subspan(at_, 1)));
    }
  }

  bool close() {
    const Open open = open_.back();
    if (!open.has_node) note("parentheses without a node of their own", open.offset);
    while (line_.size() > open.line)
      if (!leave()) return false;
    open_.pop_back();
    if (!open_.empty()) open_.back().has_variation = true;
    return true;
  }

  void close_at_end() {
    if (!options_.keep_cut) {
      fail(bytes_.size(), "expected the ) of what begins at byte " + std::to_string(open_.back().offset) +
                              ", found the end of the file");
      return;
    }
    note("the file ends within a game", bytes_.size());
    while (!open_.empty())
      if (!close()) return;
  }

  // -- nodes --

  bool read_node() {
    const std::uint64_t offset = at_++;
    Open& open = open_.back();
    if (open.has_variation) note("a node behind variations, as one more of them", offset);
    open.has_node = true;
    open.has_variation = false;
    const bool is_root = line_.empty();
    if (is_root) begin_game();

    // The board must be known before a point is read, and the move before a mark on its point.
    if (is_root && !read_root(offset)) return false;
    const std::size_t from = at_;
    FileNode node;
    node.offset = offset;
    if (!gather_moves(node)) return false;
    if (node.has_rest) gather_rest(from, is_root, node);
    // A node that was cut behind its ; would be one without a move.
    if (options_.salvage && at_ == offset + 1 && at_ == bytes_.size() && builder_->node_count() > 0) {
      reading_.losses.push_back("1 byte from byte " + std::to_string(offset) +
                                " on, dropped: a node that was cut");
      return true;
    }
    return add(node);
  }

  bool fail_at(const PropertyScanner& scanner) {
    const std::size_t at = scanner.at();
    return fail(at, std::string("expected ") + scanner.expected() + ", found " +
                        (at == bytes_.size() ? "the end of the file" : quoted(bytes_.subspan(at, 1))));
  }

  /// Looks ahead for CA, because it says how the texts of the game are cut.
  void begin_game() {
    charset_ = given_charset_;
    if (given_charset_.empty()) {
      PropertyScanner scanner(Coding::single, bytes_, at_);
      Property property;
      while (charset_.empty() && scanner.next(property))
        if (property.name == "CA") charset_ = charset_of(property.values[0]);
    }
    coding_ = coding_of(charset_);
    if (charsets_.empty()) {
      charsets_.push_back(charset_);
    } else if (charsets_.size() > 1 || charsets_[0] != charset_) {
      if (charsets_.size() == 1) {
        note("a game in another charset than the first", at_);
        charsets_.resize(games_, charsets_[0]);
      }
      charsets_.push_back(charset_);
    }
    ++games_;
    is_charset_read_ = false;
  }

  /// The charset that a value of CA names; "" for a value of several lines, which cannot be a name.
  std::string charset_of(View raw) const {
    const Bytes text = plain_text(Coding::single, raw);
    const bool is_name =
        std::none_of(text.begin(), text.end(), [](auto b) { return b == '\n' || b == '\r'; });
    return is_name ? std::string(as_text(text)) : std::string();
  }

  /// Looks for the properties that must be known before the others: version, game, board and rule set.
  bool read_root(std::uint64_t offset) {
    std::array<std::optional<Property>, 4> found;
    auto& [ff, gm, sz, ru] = found;
    PropertyScanner scanner(coding_, bytes_, at_);
    while (scanner.next(property_)) {
      constexpr std::array<std::string_view, 4> names = {"FF", "GM", "SZ", "RU"};
      for (std::size_t i = 0; i < names.size(); ++i)
        if (property_.name == names[i] && !found[i]) found[i] = property_;
    }
    if (scanner.expected() != nullptr) return fail_at(scanner);
    if (!ff)
      note("no FF", offset);
    else if (number_of(ff->values[0]) != 4)
      note("FF[" + shown(ff->values[0]) + "], another version of SGF", ff->offset);
    const auto game = gm ? number_of(gm->values[0]) : std::nullopt;
    if (!gm)
      note("no GM, read as five in a row", offset);
    else if (game == 1)
      note("GM[1], the game of Go, read as five in a row", gm->offset);
    else if (game == 5)
      note("GM[5], as a server of renju writes it, read as five in a row", gm->offset);
    else if (game != 4)
      return fail(gm->offset, "expected GM[4], five in a row, found GM " + quoted(gm->values[0]),
                  ErrorCode::unsupported);
    if (!read_size(sz, game == 1 ? 19 : 15, offset)) return false;
    if (ru) read_rule(*ru);
    return true;
  }

  bool read_size(const std::optional<Property>& sz, int otherwise, std::uint64_t game_offset) {
    int size = otherwise;
    const std::uint64_t offset = sz ? sz->offset : game_offset;
    if (!sz) {
      note("no SZ, read as " + std::to_string(size) + "x" + std::to_string(size), game_offset);
    } else {
      const View raw = sz->values[0];
      const std::size_t colon = colon_of(Coding::single, raw).value_or(raw.size());
      const auto columns = number_of(raw.first(colon));
      const auto rows = colon == raw.size() ? columns : number_of(raw.subspan(colon + 1));
      if (!columns || !rows) return fail(offset, "expected a board size, found " + quoted(raw));
      if (*columns != *rows || !is_board_size(*columns))
        return fail(offset,
                    "expected a square board from 5x5 to 20x20, found " + std::to_string(*columns) + "x" +
                        std::to_string(*rows),
                    ErrorCode::unsupported);
      size = *columns;
    }
    if (!builder_) {
      builder_.emplace(size, std::string(sgf_source));
      size_ = size;
    } else if (size != size_) {
      return fail(offset,
                  "expected the board of the first game, " + std::to_string(size_) + "x" +
                      std::to_string(size_) + ", found " + std::to_string(size) + "x" + std::to_string(size),
                  ErrorCode::unsupported);
    }
    return true;
  }

  void read_rule(const Property& ru) {
    const auto rule = rule_of(plain_text(coding_, ru.values[0]));
    if (!rule) {
      if (!std::exchange(has_other_rule_, true))
        reading_.carried.push_back("RU " + quoted(ru.values[0]) + " names no rule set of ours");
    } else if (!has_rule_) {
      has_rule_ = true;
      reading_.rule = rule;
    } else if (reading_.rule && reading_.rule != rule) {
      reading_.rule.reset();
      note("RU of another rule set than before: none of them counts", ru.offset);
    }
  }

  // -- what a node says --

  bool gather_moves(FileNode& node) {
    PropertyScanner scanner(coding_, bytes_, at_);
    while (scanner.next(property_)) {
      const std::string& name = property_.name;
      if (property_.has_small_letters) note("small letters in the name of a property", property_.offset);
      if (property_.has_digits) note("a digit in the name of a property", property_.offset);
      if (name == "B" || name == "W") {
        for (const View value : property_.values)
          if (!gather_move(property_, value, node)) return false;
      } else if (name == "AB" || name == "AW") {
        if (!gather_stones(property_, node)) return false;
      } else {
        node.has_rest = true;
        if (name == "PL") gather_player(property_, node);
      }
    }
    if (scanner.expected() != nullptr) return fail_at(scanner);
    at_ = scanner.at();
    if (node.moves.size() > 1) note("several moves in one node", node.offset);
    if (!node.moves.empty() && node.is_set_up()) {
      note("a move and set-up in one node", node.offset);
      node.player.reset();
    }
    return true;
  }

  bool gather_move(const Property& property, View value, FileNode& node) {
    const Color color = property.name == "B" ? Color::black : Color::white;
    const auto point = point_of(value, size_);
    // On a board of twenty lines tt is a point.
    const bool is_pass = value.empty() || (value.size() == 2 && value[0] == 't' && value[1] == 't');
    if (!point && !is_pass) return fail_at_point(value, "or a pass");
    node.moves.push_back({color, point ? TreeMove::at(*point, size_) : TreeMove::pass(), offset_of(value)});
    return true;
  }

  bool gather_stones(const Property& property, FileNode& node) {
    auto& stones = node.stones[property.name == "AB" ? 0 : 1];
    for (const View value : property.values) {
      const std::size_t colon = colon_of(Coding::single, value).value_or(value.size());
      const auto from = point_of(value.first(colon), size_);
      const auto to = colon == value.size() ? from : point_of(value.subspan(colon + 1), size_);
      if (!from || !to) return fail_at_point(value, "or two with a colon");
      const auto [left, right] = std::minmax({from->column(), to->column()});
      const auto [bottom, top] = std::minmax({from->row(), to->row()});
      for (int row = top; row >= bottom; --row)
        for (int column = left; column <= right; ++column) stones.emplace_back(column, row);
      if (colon == value.size()) continue;
      from_rectangles_ += static_cast<std::uint64_t>((right - left + 1) * (top - bottom + 1));
      if (from_rectangles_ > most_from_rectangles)
        return fail(offset_of(value),
                    "more than " + std::to_string(most_from_rectangles) + " stones in rectangles",
                    ErrorCode::limit);
    }
    return true;
  }

  void gather_player(const Property& property, FileNode& node) {
    const View value = property.values[0];
    const std::uint8_t letter = value.empty() ? std::uint8_t{0} : value[0];
    if (letter == 'B' || letter == 'b' || letter == '1')
      node.player = Color::black;
    else if (letter == 'W' || letter == 'w' || letter == '2')
      node.player = Color::white;
    else
      note("PL of no colour", property.offset);
  }

  /// Texts and marks of the properties that begin at `from`; what is not understood is kept.
  void gather_rest(std::size_t from, bool is_root, FileNode& node) {
    PropertyScanner scanner(coding_, bytes_, from);
    while (scanner.next(property_)) gather_one(property_, is_root, node);
  }

  void gather_one(const Property& property, bool is_root, FileNode& node) {
    const std::string& name = property.name;
    if (name == "B" || name == "W" || name == "AB" || name == "AW") return;
    if (name == "C") {
      keep_values(property, node, [&](View value) {
        if (node.comment) {
          note("a second comment of a node", offset_of(value));
          return true;
        }
        node.comment = plain_text(coding_, value);
        return false;
      });
    } else if (name == "LB") {
      keep_values(property, node, [&](View value) { return !gather_label(value, node); });
    } else if (name == "MA") {
      const bool has_point = !node.moves.empty() && !node.is_set_up() && node.moves[0].move.is_square();
      keep_values(property, node, [&](View value) {
        const auto point = point_of(value, size_);
        if (!has_point || node.is_marked || !point || TreeMove::at(*point, size_) != node.moves[0].move)
          return true;
        node.is_marked = true;
        return false;
      });
    } else if (name == "CA" && is_root) {
      keep_values(property, node, [&](View value) {
        const bool is_it = given_charset_.empty() ? charset_of(value) == charset_ : true;
        return charset_.empty() || !is_it || std::exchange(is_charset_read_, true);
      });
    } else {
      if (name == "AE") {
        note("squares emptied, AE", property.offset);
        emptied_ += property.values.size();
      } else if (!is_of_sgf(name)) {
        note_private_points(property);
      }
      keep_values(property, node, [](View) { return true; });
    }
  }

  /// The name under which values are kept. The writer adds values of its own to these four, and then looks
  /// for the plain name.
  static View name_of_kept(const Property& property) {
    for (const std::string_view name : {"C", "LB", "MA", "CA"})
      if (property.name == name) return as_view(property.name);
    return property.written_name;
  }

  /// Keeps the values for which `is_kept` says so as properties of the node.
  template <class IsKept>
  void keep_values(const Property& property, FileNode& node, IsKept is_kept) {
    bool is_first = true;
    for (const View value : property.values) {
      if (!is_kept(value)) continue;
      auto& out = node.properties;
      if (std::exchange(is_first, false)) {
        const View name = name_of_kept(property);
        out.insert(out.end(), name.begin(), name.end());
      }
      out.push_back('[');
      out.insert(out.end(), value.begin(), value.end());
      out.push_back(']');
      node.has_properties = true;
    }
  }

  /// A property that is not of SGF and has nothing but points of the board may hold moves.
  void note_private_points(const Property& property) {
    std::size_t points = 0;
    for (const View value : property.values)
      for (std::size_t from = 0; from <= value.size();) {
        const auto comma = std::find(value.begin() + static_cast<std::ptrdiff_t>(from), value.end(), ',');
        const auto end = static_cast<std::size_t>(comma - value.begin());
        if (!point_of(value.subspan(from, end - from), size_)) return;
        ++points;
        from = end + 1;
      }
    note(property.name + ", which is not of SGF, with " + counted(points, "point") + " of the board",
         property.offset);
  }

  bool gather_label(View value, FileNode& node) {
    const auto colon = colon_of(coding_, value);
    const auto point = colon ? point_of(value.first(*colon), size_) : std::nullopt;
    if (!point) {
      note("a label without a point of the board", offset_of(value));
      return false;
    }
    node.labels.push_back({TreeMove::at(*point, size_).number(),
                           plain_text(coding_, value.subspan(*colon + 1)), offset_of(value)});
    return true;
  }

  [[nodiscard]] std::uint64_t offset_of(View value) const {
    return static_cast<std::uint64_t>(value.data() - bytes_.data());
  }
  bool fail_at_point(View value, const char* otherwise) {
    return fail(offset_of(value), "expected a point of the " + std::to_string(size_) + "x" +
                                      std::to_string(size_) + " board, " + otherwise + ", found " +
                                      quoted(value));
  }

  // -- into the tree --

  bool add_node(std::size_t depth, TreeMove move, std::uint64_t offset, std::uint8_t bits = 0,
                std::uint64_t source_bits = 0) {
    if (builder_->node_count() >= std::min<std::uint64_t>(options_.max_nodes, GameTree::max_nodes))
      return fail_at_limit(offset);
    builder_->add_source_bits(builder_->add(depth, move, bits), source_bits);
    reading_.offsets.push_back(offset);
    return true;
  }

  bool add(FileNode& node) {
    if (!line_.empty() && !turn_before(node)) return false;
    std::uint32_t depth = line_.empty() ? 0 : line_.back().depth;
    Color turn = line_.empty() ? Color::black : line_.back().turn;
    const bool has_set_up = node.is_set_up();
    // SGF forbids moves beside set-up. Where there are some they follow the stones; else the node plays the
    // first.
    std::span<const PlayedMove> rest = node.moves;
    if (has_set_up || rest.empty()) {
      if (!add_node(depth, TreeMove(), node.offset)) return false;
      add_texts(node, TreeMove());
    } else {
      const PlayedMove& first = rest.front();
      rest = rest.subspan(1);
      const auto mark = static_cast<std::uint8_t>(node.is_marked ? is_marked : 0);
      if (!add_node(depth, first.move, first.offset, mark | bits_of(first, turn))) return false;
      add_texts(node, first.move);
      turn = opponent(first.color);
    }
    ++depth;
    if (has_set_up && !add_set_up(node, depth, turn)) return false;
    for (const PlayedMove& move : rest) {
      if (!add_node(depth++, move.move, move.offset, bits_of(move, turn), continues_node)) return false;
      turn = opponent(move.color);
    }
    const bool has_stones = !node.stones[0].empty() || !node.stones[1].empty();
    auto labels = node.labels.empty() ? nullptr : std::make_unique<Labels>(std::move(node.labels));
    line_.push_back({std::move(labels), depth, turn, has_stones && !node.player && node.moves.empty()});
    return true;
  }

  /// Adds a pass where one is needed: after set-up without PL the first move says whose turn it is.
  bool turn_before(const FileNode& node) {
    OpenFileNode& above = line_.back();
    if (!std::exchange(above.may_turn, false)) return true;
    if (node.moves.empty() || node.is_set_up() || node.moves[0].color == above.turn) return true;
    above.turn = opponent(above.turn);
    ++passes_;
    return add_node(above.depth++, TreeMove::pass(), node.offset, 0, continues_node | from_set_up);
  }

  std::uint8_t bits_of(const PlayedMove& move, Color turn) {
    if (move.color == turn) return 0;
    note("a move out of turn", move.offset);
    return is_out_of_turn;
  }

  /// Adds comment, label and properties to the node that was just added.
  void add_texts(const FileNode& node, TreeMove move) {
    if (node.comment) builder_->add_text(TextKind::comment, *node.comment);
    comments_ += node.comment.has_value();
    if (!line_.empty() && line_.back().labels)
      if (const Label* label = line_.back().labels->take(move))
        builder_->add_text(TextKind::board_text, label->text);
    if (node.has_properties) builder_->add_text(TextKind::properties, node.properties);
    with_properties_ += node.has_properties;
  }

  bool add_set_up(const FileNode& node, std::uint32_t& depth, Color& turn) {
    std::array<std::size_t, 2> next{};
    const auto left = [&](std::size_t color) { return node.stones[color].size() - next[color]; };
    while (left(0) + left(1) > 0) {
      const auto color = static_cast<std::size_t>(index_of(turn));
      const TreeMove move =
          left(color) > 0 ? TreeMove::at(node.stones[color][next[color]++], size_) : TreeMove::pass();
      ++(move.is_pass() ? passes_ : stones_);
      if (!add_node(depth++, move, node.offset, 0, continues_node | from_set_up)) return false;
      turn = opponent(turn);
    }
    if (!node.player || *node.player == turn) return true;
    ++passes_;
    turn = opponent(turn);
    return add_node(depth++, TreeMove::pass(), node.offset, 0, continues_node | from_set_up);
  }

  /// Takes the last node off the line, as it has no more children; labels that no child took become nodes of
  /// their own.
  bool leave() {
    const OpenFileNode& node = line_.back();
    if (node.labels) {
      for (const Label& label : node.labels->all()) {
        ++labels_;
        if (label.is_taken) continue;
        if (!add_node(node.depth, TreeMove::from_number(label.point), label.offset, is_text_only))
          return false;
        builder_->add_text(TextKind::board_text, label.text);
      }
    }
    line_.pop_back();
    return true;
  }

  Result<TreeReading> finish() {
    std::string charset = charsets_[0];
    for (std::size_t i = 1; i < charsets_.size(); ++i) charset += "\n" + charsets_[i];
    builder_->set_fact(charset_fact, as_view(charset));
    if (!before_.empty()) builder_->set_fact(before_fact, before_);
    auto& carried = reading_.carried;
    tell(carried, games_ > 1 ? games_ : 0, "game", " side by side");
    tell(carried, stones_, "stone", " of set-up as moves, " + counted(passes_, "pass") + " between them");
    tell(carried, comments_, "comment");
    tell(carried, labels_, "label");
    tell(carried, with_properties_, "node", " with properties that only SGF knows");
    tell(reading_.losses, emptied_, "value", " of AE: the tree keeps the stones taken off");
    tell(reading_.losses, foreign_bytes_, "byte", " of text outside of the games");
    // The oddities of a node are out of order, because its moves were looked at before the rest.
    oddities_.sort_by_offset();
    std::move(oddities_).move_to(reading_);
    reading_.tree = std::move(*builder_).finish();
    return std::move(reading_);
  }

  View bytes_;
  std::string given_charset_;
  std::size_t at_ = 0;

  std::optional<TreeBuilder> builder_;
  TreeReading reading_{TreeBuilder(min_board_size, "").finish()};
  int size_ = 0;
  std::vector<Open> open_;
  std::vector<OpenFileNode> line_;
  Property property_;  ///< the last property, kept for its memory

  View before_;
  std::string charset_;  ///< charset of the game that is being read
  Coding coding_ = Coding::single;
  bool is_charset_read_ = false;       ///< the CA that names this game's charset has been met
  std::vector<std::string> charsets_;  ///< one for each game, or one alone if all games have the same
  std::size_t games_ = 0;
  bool has_rule_ = false, has_other_rule_ = false;
  std::uint64_t from_rectangles_ = 0;
  std::uint64_t foreign_bytes_ = 0, emptied_ = 0, stones_ = 0, passes_ = 0, comments_ = 0, labels_ = 0,
                with_properties_ = 0;
};

}  // namespace

Result<TreeReading> read_sgf(View bytes, const TreeReadOptions& options, const std::string& charset) {
  return read_or_salvage(bytes, options, [&](View part, const TreeReadOptions& how, std::uint64_t& whole) {
    SgfReader reader(part, how, charset);
    auto read = reader.read();
    whole = reader.whole();
    return read;
  });
}

}  // namespace fiveproof::convert
