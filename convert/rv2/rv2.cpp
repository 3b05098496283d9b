#include "convert/rv2/rv2.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "convert/proof/proof_part.hpp"
#include "convert/syntax/json_events.hpp"
#include "convert/tree/claimed_length.hpp"
#include "convert/tree/sibling_squares.hpp"
#include "game/notation.hpp"
#include "proof/graph/proof_graph.hpp"

namespace fiveproof::convert {

namespace {

constexpr std::size_t deepest_rv2_line = rv2_board_size * rv2_board_size;
constexpr const char* no_first_moves = "expected an object of first moves";
constexpr const char* no_value = "expected an object of moves or a number of plies, at least 1";
constexpr const char* no_square = "expected a square of the 15x15 board: ";

// -- writing: a proof --

/// The lines of all roots as one tree.
struct RootPath {
  std::map<Square, std::unique_ptr<RootPath>> next;
  bool is_root = false;
};

/// Writes a proof as rv2's JSON, line by line from the roots. What follows a position is asked for once,
/// however often it is written: it is the graph that remembers.
class ProofWriter {
 public:
  ProofWriter(const Proof& proof, std::uint64_t max_nodes)
      : proof_(proof),
        graph_(proof),
        max_nodes_(max_nodes),
        position_(proof.size),
        reached_(proof.records.count(), false) {}

  std::string text;
  bool is_too_large = false;
  std::uint64_t moves = 0;
  std::uint64_t lengths = 0;
  std::uint64_t illegal_moves = 0;    ///< stored moves onto occupied squares
  std::uint64_t forbidden_moves = 0;  ///< and onto forbidden points
  std::uint64_t hidden_leaves = 0;    ///< records without a move beside one with a move
  std::uint64_t missing_roots = 0;
  std::uint64_t nested_roots = 0;

  void write_roots(const RootPath& at) {
    if (at.is_root) {
      nested_roots += count_roots(at) - 1;
      return write_root();
    }
    Object object(*this);
    for (const auto& [square, below] : at.next) {
      object.key(square);
      position_.play(square);
      write_roots(*below);
      position_.undo(square);
    }
  }

  [[nodiscard]] std::uint64_t unreached() const {
    return static_cast<std::uint64_t>(std::count(reached_.begin(), reached_.end(), false));
  }

 private:
  using Place = ProofGraph::Place;

  /// An object of JSON that is open.
  class Object {
   public:
    explicit Object(ProofWriter& writer) : writer_(writer) { writer_.text += '{'; }
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;
    ~Object() { writer_.text += '}'; }
    void key(Square square) {
      if (!is_first_) writer_.text += ',';
      is_first_ = false;
      writer_.text += '"' + to_text(square) + "\":";
      if (++writer_.moves > writer_.max_nodes_) writer_.is_too_large = true;
    }

   private:
    ProofWriter& writer_;
    bool is_first_ = true;
  };

  static std::uint64_t count_roots(const RootPath& at) {
    std::uint64_t count = at.is_root ? 1 : 0;
    for (const auto& child : at.next) count += count_roots(*child.second);
    return count;
  }

  void write_length(int plies) {
    text += std::to_string(plies);
    ++lengths;
  }

  /// A root that is not stored becomes an empty object.
  void write_root() {
    const auto place = graph_.find(position_);
    if (place) return place->is_or ? write_attacker(*place) : write_defender(*place);
    ++missing_roots;
    text += "{}";
  }

  /// Writes a position with Black to move.
  void write_attacker(const Place& at) {
    const auto [first, last] = graph_.records_of(at.number);
    std::uint32_t moves_here = 0;
    for (std::uint32_t record = first; record < last; ++record) {
      reached_[record] = true;
      moves_here += proof_.records.move(record).has_value();
    }
    if (moves_here == 0) return write_length(2);
    hidden_leaves += last - first - moves_here;
    Object object(*this);
    for (std::uint32_t record = first; record < last && !is_too_large; ++record)
      if (proof_.records.move(record)) write_move(object, at, record);
  }

  void write_move(Object& object, const Place& at, std::uint32_t record) {
    using Kind = ProofGraph::Answer::Kind;
    const ProofGraph::Answer answer = graph_.answer(record);
    object.key(at.symmetry.inverse().apply(answer.move, proof_.size));
    if (answer.kind == Kind::leads_on) return write_defender(seen_from(at.symmetry, answer.next));
    if (answer.kind == Kind::makes_five) return write_length(1);
    const bool is_empty = proof_.records.at(record).position.is_empty(answer.move);
    ++(is_empty ? forbidden_moves : illegal_moves);
    write_length(3);
  }

  /// Writes a position with White to move; replies in the order of their squares on this board.
  void write_defender(const Place& at) {
    std::vector<std::pair<Square, Place>> replies;
    const Symmetry back = at.symmetry.inverse();
    for (const ProofGraph::Reply& reply : graph_.replies(at.number))
      replies.emplace_back(back.apply(from_dense_index(reply.square, proof_.size), proof_.size),
                           seen_from(at.symmetry, {true, reply.position, Symmetry(reply.symmetry)}));
    if (replies.empty()) return write_length(3);
    std::ranges::sort(replies, {}, &std::pair<Square, Place>::first);
    Object object(*this);
    for (const auto& [square, next] : replies) {
      if (is_too_large) return;
      object.key(square);
      write_attacker(next);
    }
  }

  const Proof& proof_;
  ProofGraph graph_;
  std::uint64_t max_nodes_;
  Position position_;  ///< on the way to the roots
  std::vector<bool> reached_;
};

}  // namespace

Result<Writing> write_rv2(const Proof& proof, std::uint64_t max_nodes) {
  if (proof.size != rv2_board_size || proof.attacker != Color::black)
    return Error{ErrorCode::unsupported, "rv2 files have a 15x15 board and Black as attacker"};
  RootPath top;
  std::uint64_t by_stones = 0;
  bool is_first_move_only = true;
  for (const Root& root : proof.roots) {
    if (!root.moves) {
      ++by_stones;
      continue;
    }
    is_first_move_only = is_first_move_only && root.moves->size() == 1;
    RootPath* at = &top;
    for (const Square square : *root.moves) {
      auto& next = at->next[square];
      if (!next) next = std::make_unique<RootPath>();
      at = next.get();
    }
    at->is_root = true;
  }
  if (by_stones == proof.roots.size())
    return Error{ErrorCode::unsupported,
                 "an rv2 file begins with a line of moves, and no root is given by moves"};

  ProofWriter tree(proof, max_nodes);
  tree.write_roots(top);
  if (tree.is_too_large)
    return Error{ErrorCode::limit, "the proof unfolds into more than " + std::to_string(max_nodes) +
                                       " moves of rv2, which has no references"};
  if (tree.moves == 0 || tree.text.front() != '{')
    return Error{ErrorCode::unsupported,
                 "nothing below the empty board is stored, so there is nothing to write"};
  tree.text += '\n';

  Writing writing{{tree.text.begin(), tree.text.end()}};
  auto& losses = writing.losses;
  losses.push_back("the rule set " + std::string(name_of(proof.rule)) + ": rv2 does not name it");
  tell(losses, tree.lengths, "claimed length", ": not known; the least that the rules allow was written");
  if (!is_first_move_only) losses.push_back("the claim: rv2 claims the first move and nothing else");
  tell(losses, by_stones, "root", " given by stones, not by moves");
  tell(losses, tree.nested_roots, "root", " below another root");
  tell(losses, tree.missing_roots, "root", " that is not stored: written as an empty object");
  tell(losses, tree.unreached(), "record", " that no root reaches");
  tell(losses, tree.hidden_leaves, "record", " without a move beside one with a move");
  tell(losses, tree.illegal_moves, "move", " onto an occupied square: written without an end");
  tell(losses, tree.forbidden_moves, "move", " onto a forbidden point: written without an end");
  tell(losses, proof.findings.size(), "finding");
  return writing;
}

namespace {

// -- a tree --

// The only fact of such a tree, tail_fact, is the white space behind the last brace, as text files mostly end
// in a line feed.
constexpr std::string_view white_space = " \t\r\n";

/// Makes nodes of keys and comments of numbers, as the parser meets them.
class Rv2Reader : public JsonEvents {
 public:
  Rv2Reader(View bytes, const TreeReadOptions& options)
      : JsonEvents(bytes),
        options_(options),
        builder_(rv2_board_size, std::string(rv2_source)),
        oddities_(options.max_oddities) {}

  /// The tree, with what is lost of `text`, the whole file. require: parse() found nothing wrong; called
  /// once.
  TreeReading finish(std::string_view text) {
    const std::size_t end = text.find_last_not_of(white_space) + 1;
    if (end < text.size()) builder_.set_fact(tail_fact, as_view(text.substr(end)));
    name_losses(text.substr(0, end));
    reading_.carried.push_back(counted(builder_.node_count(), "move") + " read, " +
                               counted(lengths_, "claimed length") + " as comments");
    reading_.attacker = Color::black;
    std::move(oddities_).move_to(reading_);
    reading_.tree = std::move(builder_).finish();
    return std::move(reading_);
  }

  bool start_object(std::size_t) override {
    ++open_;
    is_just_open_ = true;
    opened_at_ = bytes_read() - 1;
    return true;
  }

  bool key(string_t& name) override {
    is_just_open_ = false;
    const std::uint64_t at = key_start();
    key_end_ = bytes_read();
    const auto square = parse_square(name, rv2_board_size);
    if (!square.ok()) return fail(at, no_square + square.error().message);
    if (builder_.node_count() >= options_.max_nodes)
      return fail(at, "more than " + counted(options_.max_nodes, "move"), ErrorCode::limit);
    other_keys_ += name != to_text(square.value());
    add(TreeMove::at(square.value(), rv2_board_size), at);
    return true;
  }

  bool end_object() override {
    if (is_just_open_)
      oddities_.note(open_ == 1 ? "no moves" : "an empty object, which claims nothing", opened_at_);
    is_just_open_ = false;
    --open_;
    return true;
  }

  bool number_unsigned(number_unsigned_t plies) override {
    if (plies == 0 || open_ == 0) return unexpected();
    builder_.add_text(TextKind::comment, as_view(comment_of_length(plies)));
    ++lengths_;
    return true;
  }

 private:
  bool unexpected() override {
    if (open_ == 0) return fail(value_start(0), no_first_moves);
    return fail(value_start(key_end_), no_value);
  }

  void add(TreeMove move, std::uint64_t at) {
    const std::size_t depth = open_ - 1;
    if (siblings_.is_repeated(depth, move))
      oddities_.note(
          "a move equal to one before it in the same object: most programs keep the last one alone", at);
    if (depth == deepest_rv2_line && !std::exchange(is_deep_, true))
      oddities_.note("a line of more than " + counted(deepest_rv2_line, "move"), at);
    builder_.add(depth, move);
    reading_.offsets.push_back(at);
  }

  /// No key and no number holds any of these characters, so they can be counted without a look at the
  /// grammar.
  void name_losses(std::string_view text) {
    auto& losses = reading_.losses;
    const auto number_of = [&](std::string_view characters) {
      return static_cast<std::uint64_t>(
          std::ranges::count_if(text, [&](char c) { return characters.find(c) != std::string_view::npos; }));
    };
    tell(losses, text.starts_with(byte_order_mark), "byte order mark");
    tell(losses, number_of(white_space), "character", " of white space");
    tell(losses, number_of("\\"), "escape", " in keys");
    tell(losses, other_keys_, "key", " in capital letters");
  }

  const TreeReadOptions& options_;
  TreeBuilder builder_;
  TreeReading reading_;
  Oddities oddities_;
  SiblingSquares siblings_;
  std::size_t open_ = 0;  ///< number of objects that are open
  bool is_just_open_ = false, is_deep_ = false;
  std::uint64_t opened_at_ = 0, key_end_ = 0;
  std::uint64_t lengths_ = 0, other_keys_ = 0;
};

/// Writes a tree as rv2's JSON.
class Rv2Writer {
 public:
  explicit Rv2Writer(const GameTree& tree) : tree_(tree), is_own_(tree.source() == rv2_source) {}

  Result<TreeWriting> write() {
    for (TreeCursor at(tree_); at.next();) FIVEPROOF_TRY(write_node(at));
    put_value();
    if (open_ == 0) put("{}");
    close_objects(0);
    FIVEPROOF_TRY(write_tail());
    name_losses();
    return std::move(writing_);
  }

 private:
  void put(std::string_view text) { writing_.bytes.insert(writing_.bytes.end(), text.begin(), text.end()); }

  Status write_node(const TreeCursor& at) {
    const std::size_t root = tree_.has_root() ? 1 : 0;
    const auto length = take_length(at);
    marks_ += (at.bits() & is_marked) != 0;
    starts_ += (at.bits() & is_start) != 0;
    out_of_turn_ += (at.bits() & is_out_of_turn) != 0;
    if (at.node() == 0 && root == 1) {
      lengths_ += length.has_value();
      return Done{};
    }
    if (at.depth() < root) return refuse(at, "stands beside the root");
    if (!at.move().is_square()) return refuse(at, at.move().is_pass() ? "is a pass" : "has no move");
    if (at.bits() & is_text_only) {
      if (at.bits() & has_child) return refuse(at, "is no move, and has others below it");
      ++unplayed_;
      texts_ += length.has_value();
      return Done{};
    }
    put_key(at.depth() - root, at.move());
    pending_ = length;
    return Done{};
  }

  static Status refuse(const TreeCursor& at, const std::string& why) {
    return Error{ErrorCode::unsupported,
                 "rv2 has squares and nothing else; node " + std::to_string(at.node()) + " " + why};
  }

  /// The length that the node's texts claim; texts that rv2 cannot say are counted.
  std::optional<std::uint64_t> take_length(const TreeCursor& at) {
    std::optional<std::uint64_t> length;
    for (const NodeText& text : at.texts()) {
      if (text.kind() == TextKind::comment) length = length_of_comment(tree_.pool().at(text.text()));
      if (text.kind() == TextKind::properties)
        ++properties_;
      else
        texts_ += text.kind() != TextKind::comment || !length;
    }
    return length;
  }

  /// Writes a key: into the open object in which the last key stands, into one around it, or as the first key
  /// of a new object below the last key.
  void put_key(std::size_t depth, TreeMove move) {
    if (depth == open_) {
      lengths_ += pending_.has_value();
      put("{");
      ++open_;
    } else {
      put_value();
      close_objects(depth + 1);
      put(",");
    }
    equal_ += siblings_.is_repeated(depth, move);
    put("\"" + to_text(move.square(rv2_board_size)) + "\":");
  }

  /// Writes the value of the last key, below which there is nothing.
  void put_value() {
    if (open_ == 0) return;
    put(pending_ ? std::to_string(*pending_) : "{}");
    pending_.reset();
  }

  void close_objects(std::size_t left) {
    for (; open_ > left; --open_) put("}");
  }

  Status write_tail() {
    const auto tail = tree_.fact(tail_fact);
    if (!is_own_ || !tail) return Done{};
    const std::string_view text = as_text(*tail);
    if (text.find_first_not_of(white_space) != std::string_view::npos)
      return Error{ErrorCode::malformed,
                   "the tree of an rv2 file that cannot be one: it ends with more than white space"};
    put(text);
    return Done{};
  }

  void name_losses() {
    auto& losses = writing_.losses;
    const std::string source = " of the source " + tree_.source();
    tell(losses, lengths_, "claimed length",
         " of moves that have others below them: rv2 has them at the end of a line");
    tell(losses, unplayed_, "node", " of text alone");
    tell(losses, texts_, "text");
    tell(losses, marks_, "mark");
    tell(losses, starts_, "start");
    tell(losses, properties_, "node", " with properties" + source);
    tell(losses, out_of_turn_, "move", " out of turn: rv2 gives it, and those after it, to the other side");
    // Equal siblings in a tree of rv2 were in its file, too.
    if (!is_own_)
      tell(losses, equal_, "move", " equal to a sibling: most readers of JSON keep the last one alone");
    tell(losses, tree_.facts().size() - (is_own_ && tree_.fact(tail_fact) ? 1 : 0), "fact", source);
    tell(losses, tree_.source_bits().size(), "node", " with bits" + source);
  }

  const GameTree& tree_;
  const bool is_own_;
  TreeWriting writing_;
  SiblingSquares siblings_;
  std::size_t open_ = 0;                  ///< number of objects that are open
  std::optional<std::uint64_t> pending_;  ///< the last key's length, should nothing come below it
  std::uint64_t lengths_ = 0, unplayed_ = 0, texts_ = 0, marks_ = 0, starts_ = 0, equal_ = 0;
  std::uint64_t properties_ = 0, out_of_turn_ = 0;
};

}  // namespace

std::vector<std::vector<Square>> first_moves(const GameTree& tree) {
  std::vector<std::vector<Square>> roots;
  for (TreeCursor at(tree); at.next();) {
    if (at.depth() > 0 || !at.move().is_square()) continue;
    const std::vector<Square> root{at.move().square(tree.size())};
    if (std::ranges::find(roots, root) == roots.end()) roots.push_back(root);
  }
  return roots;
}

Result<TreeReading> read_rv2_tree(View bytes, const TreeReadOptions& options) {
  Rv2Reader reader(bytes, options);
  if (auto error = reader.parse()) return *error;
  return reader.finish(as_text(bytes));
}

Result<TreeWriting> write_rv2_tree(const GameTree& tree) {
  if (tree.size() != rv2_board_size)
    return Error{ErrorCode::unsupported, "rv2 files have a 15x15 board, the tree has " +
                                             std::to_string(tree.size()) + "x" + std::to_string(tree.size())};
  return Rv2Writer(tree).write();
}

}  // namespace fiveproof::convert
