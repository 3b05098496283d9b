// A part of a tree, held against what the definition says of each node by itself: the line to it is played
// out on a map, and moves are counted by going through all nodes again.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "convert/cut/tree_cut.hpp"
#include "convert/rapfi/rapfi_db.hpp"
#include "convert/renlib/renlib.hpp"
#include "convert/sgf/sgf.hpp"
#include "convert/tree_merge.hpp"
#include "tests/convert/databases.hpp"
#include "tests/convert/format_table.hpp"
#include "tests/convert/library_fixtures.hpp"
#include "tests/convert/results.hpp"
#include "tests/convert/sgf_fixtures.hpp"
#include "tests/convert/tree_text.hpp"
#include "tests/random_tree.hpp"
#include "tests/rounds.hpp"

namespace tree_cut_test {

using namespace fiveproof;
using namespace fiveproof::convert;
using test::value_of;

namespace {

using Nodes = std::vector<NodeNumber>;

/// The stones of a position by square, 1 black and 2 white, and whose turn it is; nothing after a move onto a
/// stone.
using Board = std::optional<std::pair<std::map<int, int>, int>>;

Board board_after(const std::vector<Square>& moves, int size) {
  std::map<int, int> stones;
  int turn = 1;
  for (const Square square : moves) {
    stones[TreeMove::at(square, size).number()] = turn;
    turn = 3 - turn;
  }
  return std::pair(stones, turn);
}

/// What is known of each node, each asked of its line alone.
class Plain {
 public:
  explicit Plain(const GameTree& tree) : tree_(tree) {
    for (TreeCursor at(tree); at.next();) lines_.push_back(at.line());
  }

  [[nodiscard]] const Nodes& line(NodeNumber node) const { return lines_[node]; }
  [[nodiscard]] std::size_t count() const { return lines_.size(); }
  [[nodiscard]] bool plays(NodeNumber node) const {
    return !tree_.move(node).is_none() && (tree_.bits(node) & is_text_only) == 0;
  }
  [[nodiscard]] std::optional<NodeNumber> parent(NodeNumber node) const {
    if (lines_[node].size() < 2) return std::nullopt;
    return lines_[node][lines_[node].size() - 2];
  }
  [[nodiscard]] bool is_above(NodeNumber above, NodeNumber node) const {
    return std::ranges::find(lines_[node], above) != lines_[node].end();
  }
  [[nodiscard]] Nodes children(std::optional<NodeNumber> node) const {
    Nodes all;
    for (NodeNumber one = 0; one < count(); ++one)
      if (parent(one) == node) all.push_back(one);
    return all;
  }
  /// Moves at and below a node.
  [[nodiscard]] std::size_t weight(NodeNumber node) const {
    std::size_t all = 0;
    for (NodeNumber one = node; one < count(); ++one) all += is_above(node, one) && plays(one);
    return all;
  }
  /// Who plays the node, 1 or 2, if somebody does; else whose turn it is.
  [[nodiscard]] int turn_after(const Nodes& line) const {
    int turn = 1;
    for (const NodeNumber node : line)
      if (plays(node)) turn = 3 - (tree_.bits(node) & is_out_of_turn ? 3 - turn : turn);
    return turn;
  }
  [[nodiscard]] int mover(NodeNumber node) const { return 3 - turn_after(line(node)); }
  [[nodiscard]] Board board(NodeNumber node) const {
    std::map<int, int> stones;
    for (const NodeNumber one : line(node)) {
      if (!plays(one) || !tree_.move(one).is_square()) continue;
      if (!stones.emplace(tree_.move(one).number(), mover(one)).second) return std::nullopt;
    }
    return std::pair(stones, turn_after(line(node)));
  }
  [[nodiscard]] std::size_t moves(const Nodes& line) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(line, [&](NodeNumber node) { return plays(node); }));
  }
  [[nodiscard]] std::pair<int, int> key(NodeNumber node) const {
    return {tree_.move(node).number(), tree_.bits(node) & is_out_of_turn};
  }
  [[nodiscard]] const GameTree& tree() const { return tree_; }

 private:
  const GameTree& tree_;
  std::vector<Nodes> lines_;
};

/// Why a node is cut, by the definition; nothing: it stays.
class Oracle {
 public:
  Oracle(const Plain& plain, const TreeCut& wanted) : plain_(plain), wanted_(wanted) {
    for (const auto& moves : wanted.below) boards_.push_back(board_after(moves, plain.tree().size()));
    for (NodeNumber node = 0; node < plain.count(); ++node)
      if (plain.plays(node))
        if (const Board board = plain.board(node))
          if (std::ranges::find(boards_, board) != boards_.end()) named_.insert(node);
    for (NodeNumber node = 0; node < plain.count(); ++node) reasons_.push_back(reason_of(node));
  }

  [[nodiscard]] std::optional<CutReason> reason(NodeNumber node) const { return reasons_[node]; }

 private:
  [[nodiscard]] bool leads(NodeNumber node) const {
    return std::ranges::any_of(named_, [&](NodeNumber one) { return plain_.is_above(node, one); });
  }
  /// The moves since the last position that is named; nothing: there was none.
  [[nodiscard]] std::optional<std::size_t> plies(const Nodes& line) const {
    for (std::size_t length = line.size(); length > 0; --length)
      if (named_.contains(line[length - 1]))
        return plain_.moves(Nodes(line.begin() + static_cast<std::ptrdiff_t>(length), line.end()));
    return boards_.empty() ? std::optional(plain_.moves(line)) : std::nullopt;
  }

  [[nodiscard]] std::optional<CutReason> reason_of(NodeNumber node) const {
    const auto parent = plain_.parent(node);
    if (parent && reasons_[*parent]) return reasons_[*parent];
    if (leads(node)) return std::nullopt;
    const Nodes above = parent ? plain_.line(*parent) : Nodes();
    const std::uint8_t bits = plain_.tree().bits(node);
    if (!plies(above)) {
      const bool is_text = (bits & is_text_only) != 0 && plain_.children(node).empty();
      return is_text ? std::nullopt : std::optional(CutReason::below);
    }
    if (!plain_.plays(node)) return std::nullopt;
    if (wanted_.max_depth && *plies(above) + 1 > *wanted_.max_depth) return CutReason::depth;
    if (wanted_.max_width && plain_.moves(above) >= wanted_.width_after && is_too_many(node, parent))
      return CutReason::width;
    return std::nullopt;
  }

  [[nodiscard]] bool is_too_many(NodeNumber node, std::optional<NodeNumber> parent) const {
    const auto counts = [&](NodeNumber one) {
      return plain_.plays(one) && (!wanted_.width_of || plain_.mover(one) == 1 + index_of(*wanted_.width_of));
    };
    if (!counts(node)) return false;
    // How many moves come before it: different ones, each once.
    std::map<std::pair<int, int>, std::size_t> weights, places;
    for (const NodeNumber one : plain_.children(parent)) {
      if (!counts(one)) continue;
      weights[plain_.key(one)] += plain_.weight(one);
      places.emplace(plain_.key(one), places.size());
    }
    const auto mine = plain_.key(node);
    std::size_t before = 0;
    for (const auto& [key, weight] : weights) {
      const bool is_earlier = places[key] < places[mine];
      const bool is_larger = weight > weights[mine] || (weight == weights[mine] && is_earlier);
      before += key != mine && (wanted_.choice == WidthChoice::first ? is_earlier : is_larger);
    }
    return before >= *wanted_.max_width;
  }

  const Plain& plain_;
  const TreeCut& wanted_;
  std::vector<Board> boards_;
  std::set<NodeNumber> named_;
  std::vector<std::optional<CutReason>> reasons_;
};

/// A tree as one line of text for each node: where it stands and all that it says.
std::vector<std::string> rows_of(const GameTree& tree, const std::function<bool(NodeNumber)>& is_taken) {
  std::vector<std::string> rows;
  for (TreeCursor at(tree); at.next();) {
    if (!is_taken(at.node())) continue;
    std::string row = std::to_string(at.depth()) + ":" + std::to_string(at.move().number()) + ":" +
                      std::to_string(at.bits() & author_bits) + ":" + std::to_string(at.source_bits());
    for (const NodeText& text : at.texts())
      row += ":" + std::to_string(static_cast<int>(text.kind())) + test::text_of(tree.pool().at(text.text()));
    rows.push_back(row);
  }
  return rows;
}

/// Ends that stay, though from their positions only what is cut goes on.
std::uint64_t open_ends(const Plain& plain, const Oracle& oracle) {
  std::uint64_t count = 0;
  for (NodeNumber node = 0; node < plain.count(); ++node) {
    if (oracle.reason(node) || !plain.plays(node) || plain.weight(node) > 1 || !plain.board(node)) continue;
    bool goes_on = false, goes_on_where_cut = false;
    for (NodeNumber one = 0; one < plain.count(); ++one)
      if (plain.plays(one) && plain.weight(one) > 1 && plain.board(one) == plain.board(node))
        (oracle.reason(one) ? goes_on_where_cut : goes_on) = true;
    count += goes_on_where_cut && !goes_on;
  }
  return count;
}

/// Anything that may be wanted, with positions that the tree has.
TreeCut random_cut(std::mt19937& random, const Plain& plain) {
  TreeCut wanted;
  const auto one_in = [&](std::size_t n) { return random() % n == 0; };
  for (std::size_t tries = one_in(2) ? random() % 8 : 0; tries > 0 && plain.count() > 0; --tries) {
    const auto node = static_cast<NodeNumber>(random() % plain.count());
    std::vector<Square> moves;
    bool is_plain = plain.plays(node) && plain.board(node);
    for (const NodeNumber one : plain.line(node)) {
      if (!plain.plays(one)) continue;
      is_plain =
          is_plain && plain.tree().move(one).is_square() && (plain.tree().bits(one) & is_out_of_turn) == 0;
      if (is_plain) moves.push_back(plain.tree().move(one).square(plain.tree().size()));
    }
    if (!is_plain || moves.empty()) continue;
    // The same position, mostly by another order.
    if (moves.size() > 2 && one_in(2)) std::swap(moves[0], moves[2]);
    wanted.below.push_back(moves);
  }
  if (one_in(3)) wanted.max_depth = random() % 5;
  if (one_in(2)) wanted.max_width = 1 + random() % 3;
  if (one_in(2)) wanted.width_of = one_in(2) ? Color::black : Color::white;
  if (one_in(2)) wanted.choice = WidthChoice::first;
  if (one_in(3)) wanted.width_after = random() % 4;
  return wanted;
}

struct Branch {
  std::vector<TreeMove> moves;
  bool plays;
  CutReason reason;
  std::uint64_t nodes;
};

void check_against_definition(const GameTree& tree, const TreeCut& wanted) {
  const Plain plain(tree);
  const Oracle oracle(plain, wanted);
  std::vector<Branch> branches;
  const auto cut = value_of(cut_tree(tree, wanted, [&](const CutBranch& one) {
    branches.push_back({{one.moves.begin(), one.moves.end()}, one.plays, one.reason, one.nodes});
  }));
  CHECK(rows_of(cut.tree, [](NodeNumber) { return true; }) ==
        rows_of(tree, [&](NodeNumber node) { return !oracle.reason(node); }));
  std::array<std::uint64_t, cut_reasons> nodes{};
  std::size_t branch = 0;
  for (NodeNumber node = 0; node < plain.count(); ++node) {
    const auto reason = oracle.reason(node);
    if (!reason) continue;
    ++nodes[static_cast<std::size_t>(*reason)];
    if (const auto parent = plain.parent(node); parent && oracle.reason(*parent)) continue;
    REQUIRE(branch < branches.size());
    const Branch& told = branches[branch++];
    CHECK(told.reason == *reason);
    CHECK(told.plays == plain.plays(node));
    std::vector<TreeMove> moves;
    for (const NodeNumber one : plain.line(node))
      if (plain.plays(one)) moves.push_back(tree.move(one));
    CHECK(told.moves == moves);
    std::uint64_t below = 0;
    for (NodeNumber one = 0; one < plain.count(); ++one) below += plain.is_above(node, one);
    CHECK(told.nodes == below);
  }
  CHECK(branch == branches.size());
  CHECK(cut.nodes == nodes);
  CHECK(cut.open_ends == open_ends(plain, oracle));
  CHECK(cut.first_open_end.empty() == (cut.open_ends == 0));
  if (cut.cut_nodes() == 0) CHECK((cut.tree == tree));
}

CutTree cut_of(GameTree tree, const TreeCut& wanted) {
  return value_of(cut_tree(std::move(tree), wanted, nullptr));
}

std::vector<Square> squares(const std::string& text) { return value_of(parse_squares(text, 15)); }

/// As authors write them: mostly a line ends where it comes to a position that another has come to before.
GameTree tree_of_transpositions(std::mt19937& random) {
  TreeBuilder builder(15, "test");
  std::set<std::map<int, int>> seen;
  struct Open {
    std::map<int, int> stones;
    int move;
  };
  std::vector<Open> open(1);
  while (!open.empty() && builder.node_count() < 90) {
    const auto [stones, move] = open.back();
    open.pop_back();
    if (!stones.empty())
      builder.add(stones.size() - 1, TreeMove::from_number(static_cast<std::uint16_t>(move)));
    if (stones.size() > 4 || (!seen.insert(stones).second && random() % 3 != 0)) continue;
    for (int square = 0; square < 6; ++square) {
      if (stones.contains(square) || random() % 2 == 0) continue;
      Open next{stones, square};
      next.stones[square] = 1 + static_cast<int>(stones.size() % 2);
      open.push_back(next);
    }
  }
  return std::move(builder).finish();
}

/// Moves with comments and marks, and texts on their points and on bare ones.
GameTree tree_with_labels(std::uint32_t seed) {
  std::mt19937 random(seed);
  TreeBuilder builder(15, "test");
  builder.add(0, TreeMove());
  std::vector<std::set<int>> taken(2);  // by depth: the points of the siblings
  for (int i = 0; i < 60; ++i) {
    const std::size_t depth = random() % 3 == 0 ? 1 + random() % (taken.size() - 1) : taken.size() - 1;
    taken.resize(depth + 1);
    const int point = static_cast<int>(random() % 225);
    if (!taken[depth].insert(point).second) continue;
    const bool is_text = random() % 6 == 0;
    builder.add(depth, TreeMove::from_number(static_cast<std::uint16_t>(point)), is_text ? is_text_only : 0);
    if (!is_text && random() % 4 == 0) builder.add_text(TextKind::comment, test::bytes_of("c"));
    if (is_text || random() % 2 == 0) builder.add_text(TextKind::board_text, test::bytes_of("x"));
    if (!is_text) taken.emplace_back();
  }
  return std::move(builder).finish();
}

/// Any tree of any source that can be read, cut in any way, can be written and says the same.
void check_written(const GameTree& cut, Format format, std::uint64_t& plain) {
  const auto written = write_united(cut, format, {});
  CAPTURE(name_of(format), test::tree_text(cut));
  REQUIRE(written.ok());
  bool is_plain = false;
  for (const std::string& loss : written.value().losses)
    is_plain |= loss.find("alone says") != std::string::npos;
  plain += is_plain;
  if (is_plain) return;
  CHECK(written.value().losses.empty());
  const test::Reader reader;
  const auto again = reader.tree(written.value().bytes, format, {.size = cut.size()});
  if (cut.node_count() == 0 && !again.ok()) return;  // a file of nothing
  CHECK((value_of(again).tree == cut));
}

}  // namespace

TEST_CASE("tree cut: what stays is what the definition says, node by node", "[convert][cut]") {
  for (std::uint32_t seed = 1; seed <= test::rounds(400); ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const GameTree tree = test::random_tree({.seed = seed,
                                             .nodes = random() % 70,
                                             .size = seed % 3 == 0 ? 5 : 15,
                                             .deepest = 9,
                                             .with_source_bits = seed % 2 == 0,
                                             .with_properties = seed % 4 == 0,
                                             .out_of_turn = seed % 5 == 0});
    const TreeCut wanted = random_cut(random, Plain(tree));
    check_against_definition(tree, wanted);
  }
}

TEST_CASE("tree cut: the same on trees where many lines come to one position", "[convert][cut]") {
  std::uint64_t open = 0;
  for (std::uint32_t seed = 1; seed <= test::rounds(200); ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const GameTree tree = tree_of_transpositions(random);
    TreeCut wanted = random_cut(random, Plain(tree));
    if (!wanted.max_width) wanted.max_width = 1;
    check_against_definition(tree, wanted);
    open += cut_of(tree, wanted).open_ends;
  }
  CHECK(open > test::rounds(200) / 40);
}

TEST_CASE("tree cut: an end is open only where no line that stays goes on", "[convert][cut]") {
  // Three lines come to one position; the second ends there.
  TreeBuilder builder(15, "test");
  for (const char* line : {"h8 a1 i8 a2 j8 b1", "i8 a1 h8 a2 j8", "j8 a1 h8 a2 i8 b2"}) {
    std::size_t depth = 0;
    for (const Square square : squares(line)) builder.add(depth++, TreeMove::at(square, 15));
  }
  const GameTree tree = std::move(builder).finish();
  CHECK(cut_of(tree, {.max_width = 2, .choice = WidthChoice::first}).open_ends == 0);
  CHECK(cut_of(tree, {.below = {squares("i8")}}).open_ends == 1);
  const auto one = cut_of(tree, {.below = {squares("i8"), squares("i8 a1 h8")}});
  // The first line comes to the second position, too, and goes on.
  CHECK(one.open_ends == 0);
  CHECK(one.nodes[0] == 6);
}

TEST_CASE("tree cut: files of every kind are written again as what stays", "[convert][cut]") {
  std::vector<std::pair<GameTree, Format>> trees;
  for (const auto& one : test::library_fixtures())
    trees.emplace_back(value_of(read_renlib(test::from_hex(one.hex))).tree, Format::lib);
  for (const auto& one : test::sgf_fixtures())
    if (auto read = read_sgf(test::bytes_of(one.sgf)); read.ok())
      trees.emplace_back(std::move(read.value().tree), Format::sgf);
  const test::Reader reader;
  for (const Format format : test::all_formats()) {
    if (!is_tree(format) || !check_written(format).ok()) continue;
    for (std::uint32_t seed = 1; seed <= test::rounds(20); ++seed) {
      const auto made = encode_tree_as(test::random_moves({.seed = seed, .nodes = 40}), format);
      if (!made.ok()) continue;  // a format of one game, or of its own trees alone
      trees.emplace_back(value_of(reader.tree(made.value().bytes, format, {})).tree, format);
    }
  }
  for (const Format format : {Format::lib, Format::sgf})
    for (std::uint32_t seed = 1; seed <= test::rounds(40); ++seed) {
      const auto made = value_of(encode_tree_as(tree_with_labels(seed), format));
      trees.emplace_back(value_of(reader.tree(made.bytes, format, {})).tree, format);
    }
  // Not those that are not written as they were read, cut or not.
  std::erase_if(trees, [](const auto& one) {
    const auto written = encode_tree_as(one.first, one.second);
    return !written.ok() || !written.value().losses.empty();
  });
  CHECK(trees.size() > 40);
  std::map<Format, std::uint64_t> plain, all;
  for (std::uint32_t seed = 1; seed <= 10; ++seed)
    for (const auto& [tree, format] : trees) {
      std::mt19937 random(seed);
      TreeCut wanted = random_cut(random, Plain(tree));
      wanted.below.clear();  // stones of set-up are on the way to no position of their own
      check_written(cut_of(tree, wanted).tree, format, plain[format]);
      ++all[format];
    }
  // What only a file of the format says stays nearly always.
  for (const Format format : {Format::lib, Format::sgf, Format::rv2}) {
    CAPTURE(name_of(format), all[format]);
    CHECK(plain[format] * 20 < all[format]);
  }
}

TEST_CASE("tree cut: of SGF texts on points stay, and set-up is one position", "[convert][cut]") {
  const auto sgf = [](const std::string& text) {
    return value_of(read_sgf(test::bytes_of(test::sgf_root + text))).tree;
  };
  const std::string root = ".{FF[4]GM[4]SZ[15]}";
  // A text on the point of a move that goes is that of a bare point now.
  const auto labels = cut_of(sgf("LB[hh:A][ii:B]\n(;B[hh];W[aa])\n(;B[ii]))"), {.max_width = 1});
  CHECK(test::tree_text(labels.tree) == root + "(h8'A(a15) i7N'B)");
  CHECK(labels.labels == 1);
  CHECK(labels.nodes[2] == 1);
  // The first move after set-up says whose turn it is: now that is another one.
  const auto turned = cut_of(sgf("AB[hc]AW[ab]\n(;W[bb])\n(;B[aa];W[cc]))"), {.max_width = 1});
  CHECK(test::tree_text(turned.tree) == root + "(h13(a14(a15(c13))))");
  const auto alone = cut_of(sgf("AB[hc]AW[ab];W[bb])"), {.max_depth = 0});
  CHECK(test::tree_text(alone.tree) == root + "(h13(a14))");
  // Stones of set-up are no plies, and none of them is a position.
  const auto set_up = cut_of(sgf("AB[hc][ab]AW[aa];W[bb];B[cc])"), {.max_depth = 1});
  CHECK(test::tree_text(set_up.tree) == root + "(h13(a15(a14(b14))))");
  const auto below =
      cut_of(sgf("AB[hc][ab]AW[aa]\n(;W[bb];B[cc])\n(;W[cc]))"), {.below = {squares("a14 a15 h13 b14")}});
  CHECK(test::tree_text(below.tree) == root + "(h13(a15(a14(b14(c13)))))");
  CHECK(test::code_of(cut_tree(sgf("AB[hc][ab]AW[aa];W[bb])"), {.below = {squares("h13")}}, nullptr)) ==
        ErrorCode::usage);
  // Moves of one node stay together.
  const auto several = cut_of(sgf(";B[hc][ab]W[aa];B[bb])"), {.max_depth = 1});
  CHECK(test::tree_text(several.tree) == root + "(h13(a14!(a15)))");
  // Games are side by side: none of them is a move too many, and charsets stay with their games.
  const auto games = value_of(read_sgf(test::bytes_of(
      "(;FF[4]GM[4]CA[GBK]SZ[15];B[aa])(;FF[4]GM[4]SZ[15];B[hh];W[aa])(;FF[4]GM[4]CA[UTF-8]SZ[15];B[hh])")));
  CHECK(cut_of(games.tree, {.max_width = 1}).cut_nodes() == 0);
  const auto two = cut_of(games.tree, {.below = {squares("h8")}});
  CHECK(test::tree_text(two.tree) == root + "(h8(a15)) " + root + "(h8)");
  CHECK(test::text_of(*two.tree.fact("charset")) == "\nUTF-8");
  CHECK(two.nodes[0] == 2);
}

TEST_CASE("tree cut: words that fit no tree are refused", "[convert][cut]") {
  const GameTree tree = test::random_moves({.seed = 1, .nodes = 5});
  const auto code = [&](const TreeCut& wanted) { return test::code_of(cut_tree(tree, wanted, nullptr)); };
  CHECK(code({.below = {squares("a1 b1 c1 d1 e1 f1 g1 h1")}}) == ErrorCode::usage);
  CHECK(code({.below = {{squares("a1 b1 a1")}}}) == ErrorCode::usage);
  CHECK(cut_of(tree, {.below = {{}}}).cut_nodes() == 0);
  const GameTree empty = TreeBuilder(15, "test").finish();
  CHECK(cut_of(empty, {.max_width = 1}).tree.node_count() == 0);
}

TEST_CASE("tree cut: records of a database are kept below a position, however it is turned",
          "[convert][cut]") {
  std::size_t cuts = 0;
  for (std::uint32_t seed = 1; seed <= test::rounds(60); ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    // Positions of at most four stones on the points of a small square, each record with a text of its own.
    RapfiDatabase db;
    REQUIRE(db.add(utf8_metadata_key(), utf8_metadata_body()));
    for (int i = 0; i < 40; ++i) {
      Position position(15);
      for (std::size_t stones = random() % 5; stones > 0; --stones) {
        const Square square(6 + static_cast<int>(random() % 3), 6 + static_cast<int>(random() % 3));
        if (position.is_empty(square)) position.play(square);
      }
      const auto key = *key_of(position, RuleSet::renju);
      REQUIRE(db.add(canonical_key(*DbKey::parse(key)).bytes, test::bytes_of("w1234" + std::to_string(i))));
    }
    TreeCut wanted;
    wanted.below = {squares(seed % 2 == 0 ? "h8 g7 i9" : "g7 h8")};
    if (seed % 3 == 0) wanted.max_depth = random() % 3;
    const auto tree = value_of(tree_of_db(db));
    const auto made = cut_database(tree, wanted);
    std::vector<std::string> right;
    bool is_found = false;
    for (std::size_t i = 0; i < db.count(); ++i) {
      const DbRecord record = db.record(i);
      bool stays = record.is_metadata();
      for (int n = 0; n < Symmetry::count && !record.is_metadata(); ++n) {
        const Position turned = Symmetry(n).apply(position_of(*DbKey::parse(record.key())));
        std::size_t way = 0;
        while (way < wanted.below[0].size() &&
               turned.at(wanted.below[0][way]) == (way % 2 == 0 ? Color::black : Color::white))
          ++way;
        const auto stones = static_cast<std::size_t>(turned.stone_count());
        const bool is_below = way == wanted.below[0].size();
        is_found = is_found || is_below;
        stays = stays || way == stones || (is_below && stones - way <= wanted.max_depth.value_or(99));
      }
      if (stays) right.push_back(test::text_of(db.record_bytes(i)));
    }
    if (!is_found) {
      CHECK(test::code_of(made) == ErrorCode::usage);
      continue;
    }
    const auto kept = value_of(db_of_tree(value_of(made).tree));
    std::vector<std::string> records;
    for (std::size_t i = 0; i < kept.count(); ++i) records.push_back(test::text_of(kept.record_bytes(i)));
    CHECK(records == right);
    CHECK(value_of(made).kept == right.size());
    cuts += db.count() - right.size();
  }
  CHECK(cuts > test::rounds(60));
  const auto tree = value_of(tree_of_db(RapfiDatabase()));
  CHECK(test::code_of(cut_database(tree, {.max_width = 1})) == ErrorCode::usage);
}

}  // namespace tree_cut_test
