#include "convert/rv2.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>
#include <unordered_set>

#include "format/canonical_entry.hpp"
#include "game/five.hpp"
#include "game/notation.hpp"
#include "game/symmetry.hpp"

namespace fiveproof::convert {

namespace {

// -- reading --

std::optional<std::vector<Square>> single_root(const Wanted& wanted) {
  if (!wanted.roots || wanted.roots->empty()) return std::nullopt;
  return wanted.roots->front();
}

// Hands bytes to the parser and tells how far it has come, which its callbacks do not.
class Cursor {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Cursor(const char* at, const char** furthest) : at_(at), furthest_(furthest) {}
  reference operator*() const { return *at_; }
  Cursor& operator++() {
    *furthest_ = ++at_;
    return *this;
  }
  Cursor operator++(int) {
    Cursor old = *this;
    ++*this;
    return old;
  }
  bool operator==(const Cursor& other) const { return at_ == other.at_; }

 private:
  const char* at_;
  const char** furthest_;
};

constexpr std::size_t deepest_line = rv2_board_size * rv2_board_size;

// Follows the parser through the tree with one board. Every callback returns false after an error.
class TreeReader : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeReader(std::string_view text, const Wanted& wanted)
      : proof(*wanted.rule, rv2_board_size, Color::black),
        text_(text),
        wanted_(wanted),
        position_(rv2_board_size) {
    if (!single_root(wanted)) return;
    const auto root = position_after(*single_root(wanted), rv2_board_size);
    FIVEPROOF_ENSURE(root.ok());  // read_rv2 has asked
    proof.roots.push_back(Root{root.value(), *single_root(wanted)});
  }

  Proof proof;
  std::optional<Error> error;
  const char* furthest = nullptr;

  // What was met, for the remarks.
  std::uint64_t moves = 0;
  std::uint64_t records = 0;
  std::uint64_t leaves = 0;
  std::uint64_t lengths = 0;
  std::uint64_t below_illegal = 0;
  std::uint64_t empty_claims = 0;

  bool start_object(std::size_t) override {
    if (open_.size() >= deepest_line)
      return fail(furthest - 1, "a line of more than " + std::to_string(deepest_line) + " moves");
    open_.push_back(0);
    return true;
  }

  bool key(string_t& name) override {
    ++open_.back();
    const auto square = parse_square(name, rv2_board_size);
    if (!square.ok())
      return fail(key_start(), "expected a square of the 15x15 board: " + square.error().message);
    key_end_ = furthest;
    return enter(square.value());
  }

  bool end_object() override {
    const bool is_empty = open_.back() == 0;
    open_.pop_back();
    if (open_.empty()) return !is_empty || fail(furthest - 1, "expected a first move, found an empty object");
    // White's move with nothing behind it claims nothing; Black's is a record already.
    if (is_empty && line_.size() % 2 == 0 && !is_skipping()) ++empty_claims;
    leave();
    return true;
  }

  bool number_unsigned(number_unsigned_t number) override {
    if (number == 0 || open_.empty()) return wrong_value();
    ++lengths;
    if (!is_skipping() && line_.size() % 2 == 0) {
      if (!add_record(std::nullopt)) return false;
      ++leaves;
    }
    leave();
    return true;
  }

  bool number_integer(number_integer_t) override { return wrong_value(); }
  bool number_float(number_float_t, const string_t&) override { return wrong_value(); }
  bool null() override { return wrong_value(); }
  bool boolean(bool) override { return wrong_value(); }
  bool string(string_t&) override { return wrong_value(); }
  bool binary(binary_t&) override { return wrong_value(); }
  bool start_array(std::size_t) override { return wrong_value(); }
  bool end_array() override { return wrong_value(); }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& why) override {
    std::string message =
        why.what();  // "[json.exception.parse_error.101] parse error at line 1, column 2: ..."
    if (const auto end = message.find("] "); end != std::string::npos) message.erase(0, end + 2);
    const std::size_t read = position == 0 ? 0 : position - 1;
    return fail(text_.data() + std::min(read, text_.size()), message);
  }

 private:
  [[nodiscard]] bool is_skipping() const { return illegal_at_ != 0; }

  bool fail(const char* where, const std::string& message, ErrorCode code = ErrorCode::malformed) {
    if (!error) error = Error{code, message, {}, static_cast<std::uint64_t>(where - text_.data())};
    return false;
  }

  bool wrong_value() {
    const char* at = open_.empty() ? text_.data() : key_end_;
    const char* const end = text_.data() + text_.size();
    while (at != end && std::string_view(" \t\r\n:").find(*at) != std::string_view::npos) ++at;
    return fail(at, open_.empty() ? "expected an object of first moves"
                                  : "expected an object of moves or a number of plies, at least 1");
  }

  // The opening quote of the key that ends where the parser stands.
  [[nodiscard]] const char* key_start() const {
    const char* at = furthest - 2;
    while (at > text_.data() && *at != '"') --at;
    return at;
  }

  bool enter(Square square) {
    ++moves;
    line_.push_back(square);
    if (is_skipping()) {
      ++below_illegal;
      return true;
    }
    if (!position_.is_empty(square)) {
      illegal_at_ = line_.size();
      return add_finding(square);
    }
    if (line_.size() == 1) add_root(square);
    // A root that lies behind the first move does not need it; the file says it all the same.
    if (line_.size() % 2 == 1 && (line_.size() > 1 || claims_empty_board()))
      if (!add_record(square)) return false;
    position_.play(square);
    return true;
  }

  void leave() {
    if (line_.size() == illegal_at_)
      illegal_at_ = 0;
    else if (!is_skipping())
      position_.undo(line_.back());
    line_.pop_back();
  }

  [[nodiscard]] bool claims_empty_board() const {
    return single_root(wanted_) && single_root(wanted_)->empty();
  }

  void add_root(Square first) {
    if (single_root(wanted_) || root_of_[static_cast<std::size_t>(first.number())]) return;
    root_of_[static_cast<std::size_t>(first.number())] = proof.roots.size();
    Position position(rv2_board_size);
    position.play(first);
    proof.roots.push_back(Root{position, std::vector<Square>{first}});
  }

  bool add_record(std::optional<Square> move) {
    if (records >= wanted_.limits.max_records)
      return fail(furthest, "more than " + counted(wanted_.limits.max_records, "record"), ErrorCode::limit);
    proof.records.add(position_, move);
    ++records;
    return true;
  }

  // The place is the position before the move, whoever made it.
  bool add_finding(Square by) {
    if (proof.findings.size() >= wanted_.limits.max_findings)
      return fail(furthest, "more than " + counted(wanted_.limits.max_findings, "illegal move"),
                  ErrorCode::limit);
    Gap gap;
    gap.kind = GapKind::illegal_move;
    gap.position = position_;
    gap.by = by;
    const auto before = line_.end() - 1;
    const std::vector<Square>& root = *proof.roots[root_index()].moves;
    if (static_cast<std::size_t>(before - line_.begin()) >= root.size() &&
        std::equal(root.begin(), root.end(), line_.begin())) {
      gap.root = root_index();
      gap.line.assign(line_.begin() + static_cast<std::ptrdiff_t>(root.size()), before);
    }
    proof.findings.push_back(std::move(gap));
    return true;
  }

  // An illegal move has a first move before it, so there is a root.
  [[nodiscard]] std::size_t root_index() const {
    return single_root(wanted_) ? 0 : *root_of_[static_cast<std::size_t>(line_.front().number())];
  }

  std::string_view text_;
  const Wanted& wanted_;
  Position position_;
  std::vector<Square> line_;         // from the empty board, the move just met last
  std::vector<std::uint64_t> open_;  // open objects: moves met in each
  std::size_t illegal_at_ = 0;       // line_.size() at the illegal move we are below; 0: none
  const char* key_end_ = nullptr;
  std::array<std::optional<std::size_t>, Square::count> root_of_{};
};

Status check_wanted(const Wanted& wanted) {
  if (!wanted.rule)
    return Error{ErrorCode::usage,
                 "an rv2 file does not name its rule set: give --rule freestyle or --rule standard"};
  if (wanted.size && *wanted.size != rv2_board_size)
    return Error{ErrorCode::usage,
                 "rv2 files have a 15x15 board, found --size " + std::to_string(*wanted.size)};
  if (wanted.attacker && *wanted.attacker != Color::black)
    return Error{ErrorCode::usage, "in rv2 files the attacker is black"};
  if (single_root(wanted))
    if (auto root = position_after(*single_root(wanted), rv2_board_size); !root.ok()) return root.error();
  return Done{};
}

Reading with_remarks(TreeReader&& tree) {
  Reading reading{std::move(tree.proof)};
  reading.carried.push_back(counted(tree.moves, "move") + " read: " + counted(tree.records, "record") + " (" +
                            std::to_string(tree.leaves) + " without a move), " +
                            counted(reading.proof.roots.size(), "root"));
  if (!reading.proof.findings.empty())
    reading.carried.push_back(counted(reading.proof.findings.size(), "finding") +
                              ": moves onto occupied squares, kept as illegal-move");
  if (tree.below_illegal != 0)
    reading.losses.push_back(counted(tree.below_illegal, "move") + " below illegal moves: not on any board");
  if (tree.lengths != 0)
    reading.losses.push_back(counted(tree.lengths, "claimed length") + ": a proof does not name lengths");
  if (tree.empty_claims != 0)
    reading.losses.push_back(counted(tree.empty_claims, "empty object") +
                             " after White's move: they claim nothing");
  return reading;
}

}  // namespace

Result<Reading> read_rv2(std::span<const std::uint8_t> bytes, const Wanted& wanted,
                         const std::string& file_name) {
  if (auto status = check_wanted(wanted); !status.ok()) {
    status.error().file = file_name;
    return status.error();
  }
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  TreeReader tree(text, wanted);
  tree.furthest = text.data();
  const bool parsed = nlohmann::json::sax_parse(Cursor(text.data(), &tree.furthest),
                                                Cursor(text.data() + text.size(), &tree.furthest), &tree);
  if (!parsed || tree.error) {
    FIVEPROOF_ENSURE(tree.error.has_value());
    tree.error->file = file_name;
    return *tree.error;
  }
  tree.proof.records.finish();
  return with_remarks(std::move(tree));
}

namespace {

// -- writing --

// The lines of all roots, merged.
struct RootPath {
  std::map<Square, std::unique_ptr<RootPath>> next;
  bool is_root = false;
};

class TreeWriter {
 public:
  TreeWriter(const Proof& proof, std::uint64_t max_nodes)
      : proof_(proof), max_nodes_(max_nodes), position_(proof.size), reached_(proof.records.count(), false) {
    for (std::size_t i = 0; i < proof.records.count(); ++i) stored_.insert(key(proof.records.entry(i)));
  }

  std::string text;
  bool is_too_large = false;
  std::uint64_t moves = 0;
  std::uint64_t lengths = 0;
  std::uint64_t illegal_moves = 0;  // stored moves onto occupied squares
  std::uint64_t hidden_leaves = 0;  // records without a move beside one with a move
  std::uint64_t missing_roots = 0;
  std::uint64_t nested_roots = 0;

  void write_roots(const RootPath& at) {
    if (at.is_root) {
      nested_roots += count_roots(at) - 1;
      return position_.to_move() == Color::black ? write_attacker(true) : write_defender();
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
  class Object {
   public:
    explicit Object(TreeWriter& writer) : writer_(writer) { writer_.text += '{'; }
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
    TreeWriter& writer_;
    bool is_first_ = true;
  };

  // An entry without its move.
  static std::string key(std::span<const std::uint8_t> entry) { return {entry.begin(), entry.end() - 2}; }

  static std::uint64_t count_roots(const RootPath& at) {
    std::uint64_t count = at.is_root ? 1 : 0;
    for (const auto& child : at.next) count += count_roots(*child.second);
    return count;
  }

  [[nodiscard]] bool is_stored() const {
    std::vector<std::uint8_t> entry(entry_bytes(proof_.size));
    write_canonical_entry(position_, std::nullopt, entry);
    return stored_.contains(key(entry));
  }

  void write_length(int plies) {
    text += std::to_string(plies);
    ++lengths;
  }

  // Black to move. A root that is not stored claims nothing below it.
  void write_attacker(bool is_root) {
    const Canonical canonical = canonical_form(position_);
    const auto [first, last] = proof_.records.find(canonical.position);
    if (first == last && is_root) ++missing_roots;
    std::vector<Square> squares;
    for (std::size_t i = first; i < last; ++i) {
      reached_[i] = true;
      if (const auto move = proof_.records.move(i))
        squares.push_back(canonical.to_canonical.inverse().apply(*move, proof_.size));
      else if (last - first > 1)
        ++hidden_leaves;
    }
    if (squares.empty() && first != last) return write_length(2);
    Object object(*this);
    for (const Square square : squares) {
      if (is_too_large) return;
      object.key(square);
      if (!position_.is_empty(square)) {
        ++illegal_moves;
        write_length(3);
        continue;
      }
      const bool ends = makes_five(position_, proof_.rule, Color::black, square);
      position_.play(square);
      if (ends)
        write_length(1);
      else
        write_defender();
      position_.undo(square);
    }
  }

  // White to move.
  void write_defender() {
    std::vector<Square> replies;
    for (const Square reply : position_.empties()) {
      position_.play(reply);
      if (is_stored()) replies.push_back(reply);
      position_.undo(reply);
    }
    if (replies.empty()) return write_length(3);
    Object object(*this);
    for (const Square reply : replies) {
      if (is_too_large) return;
      object.key(reply);
      position_.play(reply);
      write_attacker(false);
      position_.undo(reply);
    }
  }

  const Proof& proof_;
  std::uint64_t max_nodes_;
  Position position_;
  std::vector<bool> reached_;
  std::unordered_set<std::string> stored_;
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

  TreeWriter tree(proof, max_nodes);
  tree.write_roots(top);
  if (tree.is_too_large)
    return Error{ErrorCode::limit, "the proof unfolds into more than " + std::to_string(max_nodes) +
                                       " moves of rv2, which has no references"};
  if (tree.moves == 0 || tree.text.front() != '{')
    return Error{ErrorCode::unsupported,
                 "nothing below the empty board is stored, so there is nothing to write"};
  tree.text += '\n';

  Writing writing{{tree.text.begin(), tree.text.end()}};
  auto lose = [&](std::uint64_t number, const std::string& what, const std::string& why) {
    if (number != 0) writing.losses.push_back(counted(number, what) + why);
  };
  writing.losses.push_back("the rule set " + std::string(name_of(proof.rule)) + ": rv2 does not name it");
  lose(tree.lengths, "claimed length", ": not known; the least that the rules allow was written");
  if (!is_first_move_only) writing.losses.push_back("the claim: rv2 claims the first move and nothing else");
  lose(by_stones, "root", " given by stones, not by moves");
  lose(tree.nested_roots, "root", " below another root");
  lose(tree.missing_roots, "root", " that is not stored: written as an empty object");
  lose(tree.unreached(), "record", " that no root reaches");
  lose(tree.hidden_leaves, "record", " without a move beside one with a move");
  lose(tree.illegal_moves, "move", " onto an occupied square: written without an end");
  lose(proof.findings.size(), "finding", "");
  return writing;
}

}  // namespace fiveproof::convert
