// What a proof says and a tree lacks, put into it. Judged the slow way: boards are played out, and positions
// and moves compared in canonical form, without graphs and records.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "convert/proof/tree_of_proof.hpp"
#include "convert/proof/tree_proof.hpp"
#include "convert/renlib/renlib.hpp"
#include "convert/tree_merge.hpp"
#include "convert/unite/graft.hpp"
#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "game/packed_position.hpp"
#include "game/symmetry.hpp"
#include "tests/convert/format_table.hpp"
#include "tests/convert/library_fixtures.hpp"
#include "tests/convert/proof_fixtures.hpp"
#include "tests/convert/results.hpp"
#include "tests/convert/tree_text.hpp"
#include "tests/rounds.hpp"

namespace graft_test {

using namespace fiveproof;
using namespace fiveproof::convert;
using test::value_of;

namespace {

using Key = std::vector<std::uint8_t>;
Key key(const Position& position) { return pack(canonical_form(position).position); }

/// The attacker's positions of a proof, each with its moves; -1: none.
using Book = std::map<Key, std::set<int>>;
int image_of(const Position& position, Square move) {
  const Canonical canonical = canonical_form(position);
  const int size = position.size();
  return dense_index(canonical_move(canonical.position, canonical.to_canonical.apply(move, size)), size);
}
Book book_of(const Proof& proof) {
  Book book;
  for (std::size_t i = 0; i < proof.records.count(); ++i) {
    const Record record = proof.records.at(i);
    book[key(record.position)].insert(record.move ? dense_index(*record.move, proof.size) : -1);
  }
  return book;
}

/// A node with what is above it, and the position before its move.
struct Node {
  std::string line;  ///< from the top
  TreeMove move;
  std::uint8_t bits = 0;
  std::string comment, label;
  std::size_t parent = 0;
  std::optional<Position> before, after;
};
std::vector<Node> nodes_of(const GameTree& tree) {
  std::vector<Node> nodes;
  for (TreeCursor at(tree); at.next();) {
    Node node{{}, at.move(), static_cast<std::uint8_t>(at.bits() & author_bits), {}, {}, 0, {}, {}};
    if (at.depth() > 0) node.parent = at.line()[at.depth() - 1];
    if (at.depth() == 0) node.before = Position(tree.size());
    if (at.depth() > 0) node.before = nodes[node.parent].after;
    node.line = (at.depth() > 0 ? nodes[node.parent].line : "") + "/" + std::to_string(node.move.number()) +
                ((node.bits & is_text_only) != 0 ? "n" : "");
    node.after = node.before;
    if (at.plays() && node.before) {
      const Square square = node.move.square(tree.size());
      if (node.before->is_empty(square))
        node.after->play(square);
      else
        node.after.reset();
    }
    for (const NodeText& text : at.texts()) {
      const std::string said = test::text_of(tree.pool().at(text.text()));
      (text.kind() == TextKind::comment ? node.comment : node.label) = said;
    }
    nodes.push_back(node);
  }
  return nodes;
}

/// A part of what the proof unfolds to, with texts and marks, and some other moves of the attacker.
GameTree source_of(const Proof& proof, std::mt19937& random, std::string_view source) {
  const auto one_in = [&](std::size_t n) { return random() % n == 0; };
  const GameTree whole = value_of(tree_of_proof(proof, {.expand_all = true, .max_nodes = 200'000})).tree;
  TreeBuilder builder(proof.size, std::string(source));
  std::size_t cut = 99;
  std::size_t longest = 0;  // nodes that lead to a claim stay
  for (const Root& root : proof.roots) longest = std::max(longest, root.moves ? root.moves->size() : 0);
  for (TreeCursor at(whole); at.next();) {
    if (at.depth() > cut) continue;
    cut = 99;
    if (at.depth() > longest && one_in(6)) {
      cut = at.depth();
      continue;
    }
    builder.add(at.depth(), at.move(), one_in(9) ? std::uint8_t{is_marked} : std::uint8_t{0});
    if (one_in(3)) builder.add_text(TextKind::comment, test::bytes_of(one_in(2) ? "good" : "two\b\nlines"));
    if (at.depth() > 0 && one_in(5)) builder.add_text(TextKind::board_text, test::bytes_of("a"));
  }
  return std::move(builder).finish();
}

/// A proof with roots that have moves, and these alone.
Proof proof_of(unsigned seed, int size) {
  Proof proof = test::tangled_proof({.seed = seed, .size = size, .positions = 40});
  std::erase_if(proof.roots, [](const Root& root) { return !root.moves; });
  proof.findings.clear();
  return proof;
}

/// With another move, or none, at some of its positions.
Proof changed(const Proof& proof, std::mt19937& random) {
  Proof other(proof.rule, proof.size, proof.attacker);
  other.roots = proof.roots;
  for (std::size_t i = 0; i < proof.records.count(); ++i) {
    const Record record = proof.records.at(i);
    const auto empties = record.position.empties();
    const std::vector<Square> squares(empties.begin(), empties.end());
    if (random() % 8 != 0 || squares.empty())
      other.records.add(record.position, record.move);
    else
      other.records.add(record.position, squares[random() % squares.size()]);
  }
  other.records.finish();
  return other;
}

/// Positions of the attacker to which the proof leads from its claims, asked of every reply.
void reach(const Proof& proof, const Book& book, const Position& at, std::set<std::pair<Key, Color>>& met) {
  if (!met.insert({key(at), at.to_move()}).second) return;
  const bool is_attacker = at.to_move() == proof.attacker;
  for (const Square s : at.empties()) {
    if (makes_five(at, proof.rule, at.to_move(), s)) continue;
    Position next = at;
    next.play(s);
    const auto found = book.find(key(is_attacker ? at : next));
    if (found == book.end() || (is_attacker && !found->second.contains(image_of(at, s)))) continue;
    reach(proof, book, next, met);
  }
}

}  // namespace

TEST_CASE("graft: the tree stays, what is new is the proof's, and nothing it lacks is left",
          "[convert][graft]") {
  std::uint64_t added = 0, refuted = 0, kept = 0;
  const std::uint64_t rounds = test::rounds(40);
  for (unsigned seed = 1; seed <= rounds; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const Proof first = proof_of(seed, 6), proof = changed(first, random);
    if (first.roots.empty()) continue;
    const GameTree source = source_of(first, random, "test");
    const auto made = put_into(source, proof);
    if (!made.ok()) FAIL(made.error().text());
    const GameTree& tree = made.value().tree;
    const std::vector<Node> before = nodes_of(source), after = nodes_of(tree);
    CHECK(after.size() == before.size() + made.value().added);
    added += made.value().added;

    // Every node of the source is there with all it says, in its order.
    std::map<std::string, std::size_t> place;
    for (std::size_t i = 0; i < after.size(); ++i) CHECK(place.emplace(after[i].line, i).second);
    std::size_t last = 0;
    std::set<std::string> old;
    for (const Node& node : before) {
      REQUIRE(place.contains(node.line));
      const std::size_t at = place.at(node.line);
      CHECK(at >= last);
      last = at;
      old.insert(node.line);
      CHECK(after[at].bits == node.bits);
      CHECK(after[at].label == node.label);
      const std::string more =
          after[at].comment.substr(std::min(after[at].comment.size(), node.comment.size()));
      CHECK(after[at].comment.starts_with(node.comment));
      if (!more.empty()) CHECK_THAT(more, Catch::Contains("refuted: "));
      refuted += !more.empty();
      kept += more.empty();
    }

    // What is new is said by the proof.
    const Book book = book_of(proof);
    for (const Node& node : after) {
      if (old.contains(node.line)) continue;
      REQUIRE(node.before);
      REQUIRE(node.after);
      const bool is_attacker = node.before->to_move() == proof.attacker;
      const Square move = node.move.square(proof.size);
      if (is_attacker)
        CHECK(book.at(key(*node.before)).contains(image_of(*node.before, move)));
      else
        CHECK(book.contains(key(*node.after)));
    }

    // A refuted move has the proof's before it; and the proof's own are not refuted.
    for (const Node& node : after)
      if (node.comment.find("refuted: ") != std::string::npos)
        CHECK_FALSE(
            book.at(key(*node.before)).contains(image_of(*node.before, node.move.square(proof.size))));

    // Whatever the proof leads to from its claims is in the tree: read as a proof it has these moves.
    TreeClaim claim{proof.rule, proof.attacker};
    for (const Root& root : proof.roots) claim.roots.push_back(*root.moves);
    const Book read = book_of(value_of(proof_of_tree(tree, claim)).proof);
    std::set<std::pair<Key, Color>> met;
    for (const Root& root : proof.roots) reach(proof, book, root.position, met);
    for (const auto& [position, moves] : book) {
      if (!met.contains({position, proof.attacker})) continue;
      const Position board = value_of(unpack(position, proof.size, proof.attacker));
      for (const int move : moves) {
        if (move < 0 || !board.is_empty(from_dense_index(move, proof.size))) continue;
        REQUIRE(read.contains(position));
        CHECK(read.at(position).contains(move));
      }
    }
    CHECK(value_of(put_into(tree, proof)).added == 0);
    CHECK((value_of(put_into(source, value_of(proof_of_tree(source, claim)).proof)).tree == source));
  }
  CAPTURE(added, refuted, kept);
  CHECK((added > 25 * rounds && 2 * refuted > rounds && kept > 25 * rounds));
}

TEST_CASE("graft: libraries and games are written again", "[convert][graft]") {
  const Format format = GENERATE(Format::lib, Format::sgf);
  const test::Reader reader;
  for (unsigned seed = 1; seed <= test::rounds(8); ++seed) {
    CAPTURE(seed, name_of(format));
    std::mt19937 random(seed);
    const Proof first = proof_of(seed, 15), proof = changed(first, random);
    if (first.roots.empty()) continue;
    const auto bytes = value_of(encode_tree_as(source_of(first, random, "test"), format)).bytes;
    const GameTree source = value_of(reader.tree(bytes, format, {.size = 15})).tree;
    for (const NewMark mark : {NewMark::none, NewMark::comment, NewMark::point}) {
      const auto made = value_of(put_into(source, proof, {mark}));
      const auto written = value_of(write_united(made.tree, format, {}));
      CHECK(written.losses.empty());
      CHECK((value_of(reader.tree(written.bytes, format, {.size = 15})).tree == made.tree));
      if (made.added == 0) CHECK(written.bytes == bytes);
    }
  }
}

TEST_CASE("graft: what hangs where", "[convert][graft]") {
  const auto lib = [](const std::string& hex) {
    return value_of(read_renlib(test::from_hex(test::header_34 + hex))).tree;
  };
  const auto square = [](const char* text) { return parse_square(text, 15).value(); };
  const auto squares = [](const char* text) { return parse_squares(text, 15).value(); };
  Proof proof(RuleSet::freestyle, 15, Color::black);
  proof.roots.push_back({value_of(position_after(squares("h8"), 15)), squares("h8")});
  proof.records.add(value_of(position_after(squares("h8 a1"), 15)), square("i9"));
  proof.records.add(value_of(position_after(squares("h8 b2"), 15)), square("i9"));
  proof.records.finish();
  const std::string hash = content_hash(proof);
  const auto text = [&](const GameTree& source, NewMark mark = NewMark::none) {
    return test::tree_text(value_of(put_into(source, proof, {mark})).tree);
  };
  // Another move comes first. The images of a1 have their answer there; those of b2 are missing.
  CHECK(text(lib("00 00 78 00 E1 00 8A 48 78 00")) ==
        ".(h8(a1(i9 j7\"x\brefuted: i9 instead) b14(i7) n14(g7) b2(i9) n2(g9)))");
  // A move of the proof, turned as the board is; and a line that ends with Black to move.
  CHECK(text(lib("00 00 78 00 EF C0 E1 00 69 40")) == ".(h8(o1 a1(i9) b14(i7) n14(g7) b2(i9) n2(g9)))");
  CHECK(text(lib("00 00 78 00 EF 40")) == ".(h8(o1(g9) b14(i7) n14(g7) b2(i9) n2(g9)))");
  // A library that begins with h8 alone, and ends there.
  const std::string by = "\"proved by " + hash;
  CHECK(text(lib("00 00 78 40"), NewMark::comment) == ".\"freestyle 15x15, black attacks; proof " + hash +
                                                          "(h8(a15" + by + "(i7) o15" + by + "(g7) b14" + by +
                                                          "(i7) n14" + by + "(g7) b2" + by + "(i9) n2" + by +
                                                          "(g9) a1" + by + "(i9) o1" + by + "(g9)))");
  CHECK(text(lib("00 00 78 40"), NewMark::point) ==
        ".\"freestyle 15x15, black attacks; proof " + hash +
            "(h8(a15M(i7M) o15M(g7M) b14M(i7M) n14M(g7M) b2M(i9M) n2M(g9M) a1M(i9M) o1M(g9M)))");
  CHECK(test::code_of(put_into(lib("00 00 79 40"), proof)) == ErrorCode::usage);
  CHECK(test::code_of(put_into(lib("00 00 78 40"), proof, {.max_nodes = 15})) == ErrorCode::limit);
  CHECK(value_of(put_into(lib("00 00 78 40"), proof, {.max_nodes = 16})).added == 16);
}

}  // namespace graft_test
