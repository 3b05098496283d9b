#include "convert/rapfi/rapfi_db.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "convert/rapfi/rapfi_index.hpp"
#include "convert/syntax/lz4_frame.hpp"
#include "tests/convert/databases.hpp"
#include "tests/convert/results.hpp"
#include "tests/convert/tree_text.hpp"
#include "tests/convert/trees.hpp"

namespace rapfi_db_test {

using namespace fiveproof;
using namespace fiveproof::convert;
using test::Bytes;
using test::from_hex;

namespace {

DbReading read(const Bytes& bytes, const TreeReadOptions& options = {}) {
  return test::value_of(read_rapfi_file(bytes, options));
}

Error refuse(const Bytes& bytes, const TreeReadOptions& options = {}) {
  return test::error_of(read_rapfi_file(bytes, options));
}

TreeReading read_tree(const Bytes& bytes) { return test::value_of(read_rapfi_db(bytes)); }

/// By way of a tree, and of a section of .fvp, which takes longer.
Bytes there_and_back(const Bytes& bytes, bool by_section = true) {
  const GameTree first = read_tree(bytes).tree, tree = by_section ? test::through_section(first) : first;
  REQUIRE(tree == first);
  const TreeWriting writing = test::value_of(write_rapfi_db(tree));
  CHECK(writing.losses.empty());
  return writing.bytes;
}

/// "h8(h9=w i9)": moves, and labels of records; "." at the top, "--" a pass.
std::string text_of(const GameTree& tree) {
  return test::tree_text(tree, {.behind_text = "\"", .of_source = [](const TreeCursor& at) {
                                  std::string text;
                                  if (at.source_bits() >> 43 & 1) text += "=";
                                  if (!text.empty() && (at.source_bits() & 0xFF) != 0)
                                    text += static_cast<char>(at.source_bits());
                                  return text;
                                }});
}

}  // namespace

TEST_CASE("rapfi db: files with every peculiarity are read, told of and written as they were", "[convert]") {
  for (const auto& fixture : test::database_fixtures()) {
    CAPTURE(fixture.what);
    const Bytes bytes = from_hex(fixture.hex);
    const DbReading reading = read(bytes);
    CHECK(reading.db.count() == fixture.records);
    CHECK(test::remarks_text(reading.oddities) == fixture.oddities);
    CHECK(reading.oddity_count == reading.oddities.size());
    CHECK(rapfi_file(reading.db) == bytes);
    CHECK(there_and_back(bytes) == bytes);
  }
}

TEST_CASE("rapfi db: the one of the description says what it is said to say", "[convert]") {
  const DbReading reading = read(from_hex(test::database_fixtures()[1].hex));
  CHECK(reading.db.charset() == "UTF-8");
  CHECK(reading.db.record(0).is_metadata());
  const DbRecord record = reading.db.record(1);
  CHECK(convert::text_of_key(*DbKey::parse(record.key())) == "black h8, white to move");
  CHECK(record.claims() == claims_loss);
  CHECK(record.plies() == 34);
  CHECK(record.depth() == 20);
  CHECK(record.bound() == exact_bound);
  const TreeReading tree = read_tree(from_hex(test::database_fixtures()[1].hex));
  CHECK(tree.rule == RuleSet::renju);
  CHECK(text_of(tree.tree) == ".(h8=w)");
  CHECK(tree.carried ==
        std::vector<std::string>{"renju 15x15: 1 record, 1 position; black is said to win 1, white 0",
                                 "1 record of metadata and other boards: kept as bytes"});
}

TEST_CASE("rapfi db: only metadata that come first name the charset", "[convert]") {
  const View key = utf8_metadata_key(), body = utf8_metadata_body();
  RapfiDatabase db;
  REQUIRE(db.add(key, body));
  CHECK(db.charset() == "UTF-8");
  // The same words as the text of a position.
  RapfiDatabase other;
  REQUIRE(other.add(from_hex("05 00 0F 0F 07 07"), body));
  CHECK_FALSE(other.charset());
  REQUIRE(other.add(key, body));
  CHECK_FALSE(other.charset());
}

TEST_CASE("rapfi db: a tree has the records at the ends of lines through their points", "[convert]") {
  const auto tree_of = [](const char* hex) { return text_of(read_tree(from_hex(hex)).tree); };
  // Asymmetric: black b15 and c12, white h8 and o14.
  CHECK(tree_of("01 00 00 00 0B 00 01 0F 0F 01 00 02 03 07 07 0E 01 06 00 6C 00 00 00 00 61") ==
        ".(b15(h8(c12(o14=l\"a\"))))");
  SECTION("lines share what they have in common, and one may end where others go on") {
    CHECK(tree_of("04 00 00 00 03 00 00 0F 0F 01 00 6C 05 00 00 0F 0F 00 00 01 00 77 "
                  "07 00 00 0F 0F 00 00 00 01 00 00 09 00 00 0F 0F 00 00 00 02 00 01 01 00 77") ==
          ".=l(a15=w(a14=(a13=w)))");
  }
  SECTION("equal keys are siblings, at the top as well") {
    CHECK(tree_of("03 00 00 00 05 00 01 0F 0F 00 00 01 00 77 05 00 01 0F 0F 00 00 01 00 6C "
                  "07 00 01 0F 0F 00 00 00 01 01 00 77") == ".(a15=w a15=l(a14=w))");
    CHECK(tree_of("03 00 00 00 03 00 01 0F 0F 01 00 77 03 00 01 0F 0F 01 00 6C 05 00 02 0F 0F 00 00 00 00") ==
          ".=w .=l .(a15=)");
  }
  SECTION("a pass") { CHECK(tree_of("01 00 00 00 07 00 01 0F 0F 00 00 FF FF 01 00 6C") == ".(a15(--=l))"); }
  SECTION("the board is the one that most records are of") {
    const TreeReading reading =
        read_tree(from_hex("03 00 00 00 05 00 01 0F 0F 00 00 00 00 05 00 01 0A 0A 00 00 00 00 "
                           "05 00 02 0A 0A 00 01 00 00"));
    CHECK(reading.tree.size() == 10);
    CHECK_FALSE(reading.rule);
    CHECK(text_of(reading.tree) == ".(a10=) .(a9=)");
    CHECK(reading.tree.facts().at("records") == from_hex("05 00 01 0F 0F 00 00 00 00"));
  }
}

TEST_CASE("rapfi db: facts are there only where something is unusual", "[convert]") {
  const auto names = [](const char* hex) {
    std::string out;
    const GameTree tree = read_tree(from_hex(hex)).tree;
    for (const auto& fact : tree.facts()) out += fact.first + " ";
    return out;
  };
  const std::string h8 = "05 00 01 0F 0F 07 07 00 00 ", empty = "03 00 01 0F 0F 00 00 ";
  CHECK(names(("02 00 00 00 " + empty + h8).c_str()) == "");
  CHECK(names(("02 00 00 00 " + h8 + empty).c_str()) == "order ");
  CHECK(names(("03 00 00 00 " + test::utf8_metadata + empty + h8).c_str()) == "records ");
  CHECK(names(("01 00 00 00 " + h8 + empty).c_str()) == "tail ");
}

TEST_CASE("rapfi db: what is seen only by comparing records is told with both offsets", "[convert]") {
  const std::string b15 = "05 00 01 0F 0F 01 00 ", image = "05 00 01 0F 0F 00 01 ";  // a14, the smallest
  const auto oddities = [&](const std::string& hex) {
    return test::remarks_text(read_tree(from_hex(hex)).oddities);
  };
  CHECK(oddities("01 00 00 00 " + b15 + "01 00 77") ==
        "a key that is not the smallest image of its position@4,");
  CHECK(oddities("02 00 00 00 " + image + "01 00 77 " + image + "01 00 57") ==
        "a position that was there before, which says the same@14,");
  CHECK(oddities("02 00 00 00 " + image + "01 00 77 " + image + "01 00 64") ==
        "a position that was there before, which says something else@14,");
  CHECK(oddities("02 00 00 00 " + image + "01 00 77 " + b15 + "01 00 6C") ==
        "a key that is not the smallest image of its position@14,"
        "a position that was there before, which says something else@14,"
        "black b15, white to move: said to be won at byte 14 and lost at byte 4@14,");
  SECTION("by another rule it is another position") {
    CHECK(oddities("02 00 00 00 " + image + "01 00 77 05 00 02 0F 0F 00 01 01 00 6C") == "");
  }
}

TEST_CASE("rapfi db: random files come back byte by byte", "[convert]") {
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    CAPTURE(seed);
    const Bytes bytes = test::random_database(seed);
    CHECK(rapfi_file(read(bytes).db) == bytes);
    CHECK(there_and_back(bytes, seed <= 40) == bytes);
  }
}

TEST_CASE("rapfi db: an LZ4 frame holds the same file", "[convert]") {
  for (std::uint32_t seed : {1u, 2u, 3u, 10u, 20u}) {
    CAPTURE(seed);
    const Bytes bytes = test::random_database(seed), frame = lz4_frame(bytes);
    const DbReading reading = read(frame);
    CHECK(reading.db.container() == DbContainer::lz4);
    CHECK(std::ranges::equal(reading.db.bytes(), bytes));
    CHECK(test::remarks_text(reading.oddities) == test::remarks_text(read(bytes).oddities));
    CHECK(there_and_back(frame) == frame);  // it is our own
    const auto raw = test::value_of(write_rapfi_db(read_tree(frame).tree, DbContainer::raw));
    CHECK(raw.bytes == bytes);
  }
}

TEST_CASE("rapfi db: a file that was cut is refused where it ends, or kept as far as it goes", "[convert]") {
  const Bytes bytes = from_hex(test::database_fixtures()[1].hex);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CAPTURE(size);
    const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    const Error error = refuse(cut);
    CHECK(error.code == ErrorCode::malformed);
    CHECK(error.offset == size);
    TreeReadOptions options;
    options.keep_cut = true;
    if (size < 4) {
      CHECK(refuse(cut, options).offset == size);
      continue;
    }
    const DbReading reading = read(cut, options);
    CHECK(reading.db.count() == (size < 31 ? 0 : 1));
    CHECK(reading.db.stated_count() == 2);
    CHECK(reading.oddities.size() >= 1);
    CHECK(rapfi_file(reading.db) == cut);
    const auto back = test::value_of(db_of_tree(tree_of_db(reading.db).value()));
    CHECK(back == reading.db);
  }
}

TEST_CASE("rapfi db: whatever bytes are changed, what is accepted comes back", "[convert]") {
  std::mt19937 random(5);
  std::size_t accepted = 0;
  for (int round = 0; round < 1500; ++round) {
    Bytes bytes = test::random_database(static_cast<std::uint32_t>(round % 60 + 1));
    if (bytes.size() > 2000) continue;
    for (std::size_t changes = 1 + random() % 4; changes > 0; --changes)
      bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
    CAPTURE(round);
    const auto reading = read_rapfi_file(bytes);
    if (!reading.ok()) {
      CHECK(reading.error().offset.value() <= bytes.size());
      continue;
    }
    ++accepted;
    CHECK(there_and_back(bytes, false) == bytes);
  }
  CHECK(accepted > 300);
}

TEST_CASE("rapfi db: limits hold on both sides", "[convert]") {
  const Bytes bytes = from_hex(test::database_fixtures()[3].hex);
  TreeReadOptions options;
  options.max_nodes = 4;
  options.max_bytes = bytes.size();
  CHECK(read(bytes, options).db.count() == 4);
  options.max_nodes = 3;
  CHECK(refuse(bytes, options).code == ErrorCode::limit);
  options.max_nodes = 4;
  options.max_bytes = bytes.size() - 1;
  CHECK(refuse(bytes, options).code == ErrorCode::limit);
  CHECK(refuse(lz4_frame(bytes), options).code == ErrorCode::limit);
  SECTION("a number of records that cannot be there is believed by nobody") {
    test::check_refused(refuse(from_hex("FF FF FF 0F 03 00 01 0F 0F 00 00")), {"", 11, ""});
  }
  SECTION("nor is one beyond the limit, where there are no more than allowed") {
    const Bytes few = from_hex("D1 D1 D1 D1 03 00 01 0F 0F 00 00");
    CHECK(refuse(few).code == ErrorCode::malformed);
    options = {};
    options.keep_cut = true;
    const DbReading reading = read(few, options);
    CHECK(reading.db.count() == 1);
    CHECK(reading.oddity_count == 1);
    const GameTree tree = tree_of_db(reading.db).value();
    CHECK(db_of_tree(tree).value() == reading.db);
  }
  SECTION("oddities are all counted, and not all listed") {
    const Bytes odd = from_hex(test::database_fixtures()[14].hex);
    options = {};
    options.max_oddities = 2;
    const DbReading reading = read(odd, options);
    CHECK(reading.oddities.size() == 2);
    CHECK(reading.oddity_count == 3);
  }
  SECTION("nodes") {
    const RapfiDatabase db = read(bytes).db;
    const std::size_t nodes = tree_of_db(db).value().node_count();
    CHECK(tree_of_db(db, nodes).ok());
    CHECK(test::code_of(tree_of_db(db, nodes - 1)) == ErrorCode::limit);
  }
  SECTION("bytes of what a tree makes") {
    const GameTree tree = tree_of_db(read(bytes).db).value();
    CHECK(db_of_tree(tree, bytes.size()).ok());
    CHECK(test::code_of(db_of_tree(tree, bytes.size() - 1)) == ErrorCode::limit);
  }
}

TEST_CASE("rapfi db: a tree that is none of a database is not written as one", "[convert]") {
  const auto code_of = [](const GameTree& tree) { return test::code_of(write_rapfi_db(tree)); };
  CHECK(code_of(TreeBuilder(15, "renlib").finish()) == ErrorCode::unsupported);
  const std::string source(rapfi_db_source);
  const std::uint64_t record = std::uint64_t{1} << 43, standard = std::uint64_t{2} << 44;
  CHECK(write_rapfi_db(TreeBuilder(15, source).finish()).ok());
  const TreeMove h8 = TreeMove::at(Square(7, 7), 15), a1 = TreeMove::at(Square(0, 0), 15);
  struct Node {
    std::size_t depth;
    TreeMove move;
    std::uint64_t bits;
  };
  const auto make = [&](const std::vector<Node>& nodes, const char* fact = nullptr, const Bytes& value = {}) {
    TreeBuilder builder(15, source);
    if (fact) builder.set_fact(fact, value);
    for (const Node& node : nodes) builder.add_source_bits(builder.add(node.depth, node.move), node.bits);
    return std::move(builder).finish();
  };
  const std::vector<Node> sound = {{0, TreeMove(), standard}, {1, a1, record}, {1, h8, record}};
  CHECK(write_rapfi_db(make(sound)).ok());
  CHECK(write_rapfi_db(make(sound, "tail", {1})).ok());
  CHECK(write_rapfi_db(make(sound, "count", {9, 0, 0, 0})).ok());
  for (const auto& nodes : std::vector<std::vector<Node>>{
           {{0, h8, standard}, {1, a1, record}},                           // a move at the top
           {{0, TreeMove(), 0}, {1, a1, record}},                          // no rule
           {{0, TreeMove(), standard}, {1, h8, record}, {1, a1, record}},  // not in order
           {{0, TreeMove(), standard}, {1, h8, record}, {2, a1, 0}},       // a line to nothing
           {{0, TreeMove(), standard}, {1, TreeMove(), record}},           // a node without a move
           {{0, TreeMove(), standard}, {1, h8, record | std::uint64_t{7} << 40}},
           {{0, TreeMove(), standard}, {1, h8, record | 1}},  // a label of no length
           {{0, TreeMove(), standard}, {1, h8, record | std::uint64_t{1} << 63}}})
    CHECK(code_of(make(nodes)) == ErrorCode::malformed);
  for (const auto& [fact, value] : std::vector<std::pair<const char*, Bytes>>{
           {"order", {}},
           {"order", {0, 2}},        // the order that there is anyway
           {"order", {0, 1}},        // one record
           {"order", {0, 1, 1, 1}},  // the same one twice
           {"order", {0, 3}},
           {"order", {0x80}},
           {"order", {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1, 1}},
           {"records", {1}},
           {"records", {3, 0, 0, 0, 0}},
           {"records", {5, 0, 1, 15, 15, 7, 7, 0, 0}},  // belongs into the tree
           {"container", {'r', 'a', 'w'}},
           {"count", {2, 0, 0, 0}},  // as many as there are anyway
           {"count", {2}},
           {"count", {0x04, 0x22, 0x4D, 0x18}},  // a raw file would be taken for an LZ4 frame
           {"tail", {}},
           {"other", {1}}})
    CHECK(code_of(make(sound, fact, value)) == ErrorCode::malformed);
  // Behind the empty order is the one that turns the two round: rank 1, then rank 0.
  CHECK(write_rapfi_db(make(sound, "order", {2, 1, 5, 1})).ok());
}

TEST_CASE("rapfi index: a position is found by any of its images, and no other is", "[convert]") {
  std::mt19937 random(3);
  for (const DbBoard board : {DbBoard{1, 15, 15}, DbBoard{0, 7, 7}, DbBoard{2, 9, 6}}) {
    CAPTURE(board.text());
    const DbHashes hashes(board);
    // Positions by their smallest keys, which is how the index is not made.
    std::map<Bytes, DbIndex::Id> ids;
    RapfiDatabase db;
    for (int round = 0; round < 400; ++round) {
      std::vector<DbPoint> points;
      for (std::size_t n = random() % 5; n > 0; --n) {
        const DbPoint point{static_cast<std::uint8_t>(random() % board.width),
                            static_cast<std::uint8_t>(random() % board.height)};
        if (std::find(points.begin(), points.end(), point) == points.end()) points.push_back(point);
      }
      Bytes key = {board.rule, board.width, board.height};
      for (const DbPoint point : points) key.insert(key.end(), {point.x, point.y});
      const Bytes smallest = canonical_key(*DbKey::parse(key)).bytes;
      const bool is_new = ids.emplace(smallest, static_cast<DbIndex::Id>(ids.size())).second;
      REQUIRE(db.add(key, {}));
      const DbIndex index(db, board);
      REQUIRE(index.count() == ids.size());
      CHECK(index.repeated().size() + ids.size() == db.count());
      if (is_new) CHECK(index.first_record(ids.at(smallest)) == db.count() - 1);
      if (round < 390) continue;
      for (const auto& [bytes, id] : ids)
        for (int symmetry = 0; symmetry < symmetries_of(board); ++symmetry) {
          const DbKey canonical = *DbKey::parse(bytes);
          DbStones stones(index.hashes(), canonical.to_move());
          for (std::size_t i = canonical.count(); i-- > 0;)
            stones.put({image_of(canonical.point(i), symmetry, board), canonical.color(i)});
          CHECK(index.find(stones) == id);
          stones.set_to_move(opponent(stones.to_move()));
          CHECK_FALSE(index.find(stones));
        }
    }
  }
}

TEST_CASE("rapfi index: records of one position claim together", "[convert]") {
  const std::string h8 = "05 00 01 0F 0F 07 07 ";
  const RapfiDatabase db =
      read(from_hex("05 00 00 00 " + h8 + "05 00 77 F2 8A 03 00 " + h8 + "05 00 77 EE 8A 03 00 " + h8 +
                    "01 00 6C 05 00 01 0F 0F 00 00 05 00 77 0E 75 03 00 05 00 01 0F 0F 0F "
                    "0F 00 00"))
          .db;
  const DbIndex index(db, {1, 15, 15});
  REQUIRE(index.count() == 2);
  CHECK(index.records(0) == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(index.claims(0) == (claims_win | claims_loss));
  CHECK(index.plies(0) == 30);
  CHECK(index.different() == std::vector<std::uint32_t>{1, 2});
  CHECK(index.repeated().empty());
  CHECK(index.contradictions() == std::vector<DbContradiction>{{2, 0}, {3, 3}});
  CHECK(index.not_positions() == 1);
}

}  // namespace rapfi_db_test
