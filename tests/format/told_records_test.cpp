#include "format/tree/told_records.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "base/bytes.hpp"
#include "base/little_endian.hpp"
#include "format/coding/bit_coder.hpp"
#include "format/coding/odds.hpp"
#include "format/fvp/fvp_reader.hpp"
#include "format/fvp/fvp_writer.hpp"
#include "format/tree/tree_section.hpp"
#include "fvp_surgery.hpp"
#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "proof/records/canonical_entry.hpp"
#include "samples.hpp"
#include "tests/nested_tree.hpp"
#include "tests/random_tree.hpp"

using namespace fiveproof;
using namespace fiveproof::test;

namespace {

using Entry = std::vector<std::uint8_t>;
using Entries = std::set<Entry>;

TreeMove at(int column, int row) { return TreeMove::at(Square(column, row), 15); }

// -- an oracle: recursive, with a copy of the board at each node --

bool plays(const NestedNode& node) { return !node.move.is_none() && (node.bits & is_text_only) == 0; }

Entry entry_of(const Position& position, std::optional<Square> move) {
  Entry entry(entry_bytes(position.size()));
  write_canonical_entry(position, move, entry);
  return entry;
}

/// What a tree can tell: records of the attacker's moves, and of ends of lines.
class Oracle {
 public:
  Oracle(const GameTree& tree, Color attacker) : attacker_(attacker) {
    visit(nested(tree), Position(tree.size()), true);
  }
  Entries moves, ends;

  /// What can be a record, in the order of section 16.
  struct Asked {
    int kind;    ///< 0 a move, 1 an end
    long above;  ///< the number of the move above, -1: none
    Entry entry;
  };
  std::vector<Asked> asked;

 private:
  long ask(int kind, long above, const Entry& entry) {
    (kind == 0 ? moves : ends).insert(entry);
    asked.push_back({kind, above, entry});
    return static_cast<long>(asked.size()) - 1;
  }

  /// Whether something plays below the node.
  bool visit(const NestedNode& node, const Position& position, bool is_board, long above = -1) {
    bool goes_on = false;
    for (const NestedNode& child : node.children) {
      if (!plays(child)) {
        goes_on |= visit(child, position, is_board, above);
        continue;
      }
      goes_on = true;
      const bool is_move = is_board && child.move.is_square() && (child.bits & is_out_of_turn) == 0 &&
                           position.is_empty(child.move.square(position.size()));
      if (!is_move) {
        visit(child, position, false);
        continue;
      }
      const Square square = child.move.square(position.size());
      const long here = position.to_move() == attacker_ ? ask(0, above, entry_of(position, square)) : above;
      Position after = position;
      after.play(square);
      if (!visit(child, after, true, here) && after.to_move() == attacker_) ask(1, here, entry_of(after, {}));
    }
    return goes_on;
  }

  Color attacker_;
};

Entry position_of(const Entry& entry) { return Entry(entry.begin(), entry.end() - 2); }

RecordTable table_of(const Entries& entries, int size, Color attacker) {
  RecordTable table(size, attacker);
  for (const Entry& entry : entries) table.add_entry(entry);
  table.finish();
  return table;
}

Entries entries_of(const RecordTable& table) {
  Entries entries;
  for (std::size_t i = 0; i < table.count(); ++i)
    entries.emplace(table.entry(i).begin(), table.entry(i).end());
  return entries;
}

/// The section, from the page alone.
Entry section_of(const Oracle& oracle, const Entries& records) {
  std::set<Entry> positions;
  for (const Entry& entry : records) positions.insert(position_of(entry));
  BitEncoder coder;
  std::map<std::array<int, 3>, Odds> odds;
  std::array<int, 2> last{};
  std::vector<int> answers;
  std::uint32_t times = 0;
  for (const auto& [kind, above, entry] : oracle.asked) {
    const int told = above < 0 ? 0 : answers[static_cast<std::size_t>(above)];
    const bool is_record = kind == 0 ? records.contains(entry) : positions.contains(position_of(entry));
    int& before = last[static_cast<std::size_t>(kind)];
    before = odds[{kind, told, before}].code(coder, is_record);
    answers.push_back(before);
    times += is_record;
  }
  Entry section = {1};
  little_endian::put_u32(section, times);
  put_bytes(section, coder.finish());
  return section;
}

/// Records of the tree, most or some of them, and some that it does not tell. Ends at which there are moves
/// are no records.
Entries some_of(const Oracle& oracle, std::mt19937& random, int size, Color attacker) {
  const auto left_out = static_cast<unsigned>(random() % 3);
  Entries chosen;
  const auto add = [&](const Entry& entry) {
    if (left_out == 0 || random() % (4 * left_out) != 0) chosen.insert(entry);
  };
  for (const Entry& entry : oracle.moves) add(entry);
  for (auto i = random() % 4; i > 0; --i)
    chosen.insert(entry_of(random_position(random, size, 5, attacker), random_square(random, size)));
  std::set<Entry> with_move;
  for (const Entry& entry : chosen) with_move.insert(position_of(entry));
  for (const Entry& entry : oracle.ends)
    if (!with_move.contains(position_of(entry))) add(entry);
  return chosen;
}

GameTree made_tree(unsigned seed) {
  RandomTree wanted;
  wanted.seed = seed;
  wanted.nodes = 20 + seed % 300;
  wanted.size = seed % 4 == 0 ? 15 : 5 + static_cast<int>(seed % 3);
  wanted.deepest = 2 + seed % 11;
  wanted.with_texts = seed % 5 == 0;
  wanted.out_of_turn = seed % 3 == 0;
  return random_tree(wanted);
}

/// A proof with its tree in a section.
Proof with_tree(const GameTree& tree, const Entries& records, Color attacker) {
  Proof proof(RuleSet::renju, tree.size(), attacker);
  for (const Entry& entry : records) proof.records.add_entry(entry);
  proof.records.finish();
  proof.sections.push_back({tree_section_kind, encode_tree(tree).value()});
  return proof;
}

/// The moves on an empty board of 15x15.
Position played(const std::vector<Square>& moves) { return position_after(moves, 15).value(); }

/// A library of some hundred nodes, all of whose records it tells.
struct Library {
  GameTree tree = [] {
    RandomTree wanted;
    wanted.seed = 3;
    wanted.nodes = 400;
    wanted.with_texts = false;
    return random_tree(wanted);
  }();
  Entries records = [this] {
    const Oracle oracle(tree, Color::black);
    Entries all = oracle.moves;
    std::set<Entry> with_move;
    for (const Entry& entry : all) with_move.insert(position_of(entry));
    for (const Entry& entry : oracle.ends)
      if (!with_move.contains(position_of(entry))) all.insert(entry);
    return all;
  }();
  Proof proof = with_tree(tree, records, Color::black);
};

std::vector<std::uint32_t> kinds_in(const FvpParts& parts) {
  std::vector<std::uint32_t> kinds;
  for (const auto& section : parts.sections) kinds.push_back(section.kind);
  return kinds;
}

FvpParts::Section& told_in(FvpParts& parts) {
  for (auto& section : parts.sections)
    if (section.kind == told_records_kind) return section;
  FAIL("no records told by the tree");
  throw 0;
}

/// Reads a file whose section of told records has been changed.
Result<Proof> read_changed(FvpParts parts, const std::function<void(FvpParts::Section&)>& change) {
  change(told_in(parts));
  return read_fvp(put_together(parts));
}

}  // namespace

TEST_CASE("a tree tells the records that its moves and ends are, and no others", "[told]") {
  std::mt19937 random(35);
  std::size_t told_all = 0, others = 0, dropped = 0;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    const GameTree tree = made_tree(seed);
    const Color attacker = seed % 2 == 0 ? Color::black : Color::white;
    CAPTURE(seed, tree.size(), tree.node_count());
    const Oracle oracle(tree, attacker);
    const Entries chosen = some_of(oracle, random, tree.size(), attacker);
    const RecordTable records = table_of(chosen, tree.size(), attacker);
    const auto told = tell_records(tree, records);
    REQUIRE(told.value().has_value());
    REQUIRE(told.value()->section == section_of(oracle, chosen));
    Entries untold;
    for (const Entry& entry : chosen)
      if (!oracle.moves.contains(entry) && !oracle.ends.contains(entry)) untold.insert(entry);
    Entries found;
    for (const std::size_t i : told.value()->others)
      found.emplace(records.entry(i).begin(), records.entry(i).end());
    REQUIRE(found == untold);

    RecordTable back(tree.size(), attacker);
    REQUIRE(add_told_records(told.value()->section, tree, {}, back).ok());
    for (const Entry& entry : untold) back.add_entry(entry);
    back.finish();
    const auto ends = ends_that_go_on(back);
    REQUIRE(back.drop(ends).ok());
    REQUIRE(entries_of(back) == chosen);
    told_all += untold.empty();
    others += untold.size();
    dropped += ends.size();
  }
  CHECK(told_all > 50);
  CHECK(others > 50);
  CHECK(dropped > 50);
}

TEST_CASE("a position with a record with a move and one without is told by no tree", "[told]") {
  const Library library;
  Entries records = library.records;
  Entry end = *records.begin();
  end[end.size() - 2] = end[end.size() - 1] = 0xFF;
  records.insert(end);
  CHECK_FALSE(tell_records(library.tree, table_of(records, 15, Color::black)).value().has_value());
  // The file has all of them all the same.
  const Proof proof = with_tree(library.tree, records, Color::black);
  const auto back = read_fvp(fvp_bytes(proof).value());
  CHECK(difference(back.value(), proof).empty());
}

TEST_CASE("a file with a tree has in its blocks what the tree does not tell", "[told][fvp]") {
  const Library library;
  for (const FvpCoding coding : {FvpCoding::walks, FvpCoding::mixed_walks}) {
    const auto bytes = fvp_bytes(library.proof, default_producer, coding).value();
    const FvpParts parts = take_apart(bytes);
    CHECK(parts.blocks.empty());
    CHECK(kinds_in(parts) == std::vector<std::uint32_t>{tree_section_kind, told_records_kind});
    const auto back = read_fvp(bytes);
    REQUIRE(back.ok());
    CHECK(difference(back.value(), library.proof).empty());
    CHECK(back.value().sections == library.proof.sections);
    CHECK(*back.value().sections[0].tree == library.tree);
    // The tree at hand makes the same bytes as that in the section.
    CHECK(fvp_bytes(back.value(), default_producer, coding).value() == bytes);
  }
}

TEST_CASE("an end at which another line goes on is no record", "[told][fvp]") {
  TreeBuilder builder(15, "");
  builder.add(0, at(7, 7));
  builder.add(1, at(7, 8));
  builder.add(1, at(7, 8));
  builder.add(2, at(6, 8));
  const Position h9 = played({Square(7, 7), Square(7, 8)});
  const Entries records = {entry_of(played({}), Square(7, 7)), entry_of(h9, Square(6, 8))};
  const Proof proof = with_tree(std::move(builder).finish(), records, Color::black);
  const auto bytes = fvp_bytes(proof).value();
  CHECK(take_apart(bytes).blocks.empty());
  CHECK(difference(read_fvp(bytes).value(), proof).empty());
}

TEST_CASE("records are told by the tree as long as few are left for blocks", "[told][fvp]") {
  const Library library;
  std::mt19937 random(2);
  const std::size_t few = library.records.size() / 32;
  for (const std::size_t others : {std::size_t{1}, few, few + 2}) {
    Entries records = library.records;
    while (records.size() < library.records.size() + others)
      records.insert(entry_of(random_position(random, 15, 30, Color::black), random_square(random, 15)));
    const Proof proof = with_tree(library.tree, records, Color::black);
    const auto bytes = fvp_bytes(proof).value();
    const FvpParts parts = take_apart(bytes);
    REQUIRE(parts.blocks.size() == 1);
    CHECK(parts.blocks[0].records == (others <= few ? others : records.size()));
    CHECK(kinds_in(parts).size() == (others <= few ? 2 : 1));
    const auto back = read_fvp(bytes);
    REQUIRE(back.ok());
    CHECK(difference(back.value(), proof).empty());
  }
}

TEST_CASE("a tree of another board, or none that can be read, tells nothing", "[told][fvp]") {
  const Library library;
  Proof proof = library.proof;
  SECTION("another board") { proof.sections[0] = {tree_section_kind, encode_tree(made_tree(1)).value()}; }
  SECTION("no tree") { proof.sections[0].bytes.pop_back(); }
  SECTION("another version") { proof.sections[0].bytes[0] = 9; }
  const auto bytes = fvp_bytes(proof).value();
  CHECK(take_apart(bytes).sections.size() == 1);
  const auto back = read_fvp(bytes);
  REQUIRE(back.ok());
  CHECK(difference(back.value(), proof).empty());
}

TEST_CASE("records told by a tree are refused where a rule of the format is broken", "[told][fvp]") {
  const Library library;
  const FvpParts parts = take_apart(fvp_bytes(library.proof).value());
  const auto expect = [](const Result<Proof>& read, ErrorCode code, const std::string& text) {
    REQUIRE_FALSE(read.ok());
    CHECK(read.error().code == code);
    CHECK(read.error().offset.has_value());
    CHECK_THAT(read.error().message, Catch::Matchers::Contains(text));
  };
  REQUIRE(read_changed(parts, [](auto&) {}).ok());
  expect(read_changed(parts, [](auto& told) { told.flags = 0; }), ErrorCode::unsupported, "to be needed");
  expect(read_changed(parts, [](auto& told) { told.flags = 3; }), ErrorCode::unsupported, "to be needed");
  expect(read_changed(parts, [](auto& told) { told.bytes[0] = 2; }), ErrorCode::unsupported,
         "version 1, found 2");
  expect(read_changed(parts, [](auto& told) { told.bytes.resize(4); }), ErrorCode::malformed,
         "at least 5 bytes");
  expect(read_changed(parts, [](auto& told) { ++told.bytes[1]; }), ErrorCode::malformed, "times, found");
  expect(read_changed(parts, [](auto& told) { --told.bytes[1]; }), ErrorCode::malformed, "times, found");
  expect(read_changed(parts, [](auto& told) { told.bytes[4] = 255; }), ErrorCode::limit, "allowed are");
  expect(read_changed(parts, [](auto& told) { told.bytes.push_back(0); }), ErrorCode::malformed,
         "no more answers");

  FvpParts other = parts;
  SECTION("without a tree") {
    other.sections.erase(other.sections.begin());
    other.header_frame = changed<schema::Header>(other.header_frame, [](auto h) { h.setSectionCount(1); });
    expect(read_fvp(put_together(other)), ErrorCode::malformed, "a section with the tree");
  }
  SECTION("a tree that is none") {
    other.sections[0].bytes.pop_back();
    expect(read_fvp(put_together(other)), ErrorCode::malformed, "the tree that tells records");
  }
  SECTION("a tree of another board") {
    other.sections[0].bytes = encode_tree(made_tree(1)).value();
    expect(read_fvp(put_together(other)), ErrorCode::malformed, "on a board of size 15");
  }
  SECTION("a tree that is too large for the memory") {
    Bytes& tree = other.sections[0].bytes;
    const std::size_t nodes = 4 + tree[3];  // behind version, size, columns and source
    for (int i = 0; i < 4; ++i)
      tree[nodes + static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(5'000'000 >> 8 * i);
    expect(read_fvp(put_together(other)), ErrorCode::malformed, "the tree that tells records");
    ReaderLimits limits;
    limits.budget.bytes = 1 << 20;
    expect(read_fvp(put_together(other), limits), ErrorCode::limit, "allowed are 4194304");
  }
  SECTION("another tree") {
    RandomTree wanted;
    wanted.nodes = 400;
    other.sections[0].bytes = encode_tree(random_tree(wanted)).value();
    CHECK_FALSE(read_fvp(put_together(other)).ok());
  }
  SECTION("flags of a tree") {
    other.sections[0].flags = fvp::needed_flag;
    expect(read_fvp(put_together(other)), ErrorCode::unsupported, "need not be understood");
  }
  SECTION("another number of records") {
    other.header_frame =
        changed<schema::Header>(other.header_frame, [](auto h) { h.setRecordCount(h.getRecordCount() + 1); });
    expect(read_fvp(put_together(other)), ErrorCode::malformed, "different records");
  }
}

TEST_CASE("every damage to what a tree tells is seen", "[told][fvp]") {
  const Library library;
  // Half of the records, so that there are answers worth a damage.
  Entries half;
  std::mt19937 random(4);
  for (const Entry& entry : library.records)
    if (random() % 2 == 0) half.insert(entry);
  const Proof proof = with_tree(library.tree, half, Color::black);
  const FvpParts parts = take_apart(fvp_bytes(proof).value());
  FvpParts first = parts;
  const std::size_t length = told_in(first).bytes.size();
  REQUIRE(length > 20);
  for (std::size_t at = 0; at < length; ++at) {
    for (int bit = 0; bit < 8; ++bit)
      REQUIRE_FALSE(read_changed(parts, [&](auto& told) {
                      told.bytes[at] ^= static_cast<std::uint8_t>(1 << bit);
                    }).ok());
    REQUIRE_FALSE(read_changed(parts, [&](auto& told) { told.bytes.resize(at); }).ok());
  }
}

TEST_CASE("a proof with a section of told records of its own cannot be written", "[told][fvp]") {
  Library library;
  library.proof.sections.push_back({told_records_kind, {1, 0, 0, 0, 0}});
  CHECK(fvp_bytes(library.proof).error().code == ErrorCode::usage);
}

TEST_CASE("the example of spec/format.md, section 16, is what is written", "[told]") {
  TreeBuilder builder(15, "renlib");
  builder.add(0, at(7, 7));
  builder.add(1, at(7, 8));
  builder.add(1, at(8, 8));
  const GameTree tree = std::move(builder).finish();
  const Position h9 = played({Square(7, 7), Square(7, 8)}), i9 = played({Square(7, 7), Square(8, 8)});
  Entries records = {entry_of(played({}), Square(7, 7)), entry_of(h9, {})};
  const auto section = [&] {
    return tell_records(tree, table_of(records, 15, Color::black)).value()->section;
  };
  CHECK(section() == Entry{1, 2, 0, 0, 0, 0x21});
  records.insert(entry_of(i9, {}));
  CHECK(section() == Entry{1, 3, 0, 0, 0});
}
