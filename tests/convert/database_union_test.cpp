#include "convert/unite/database_union.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "convert/rapfi/rapfi_db.hpp"
#include "tests/convert/databases.hpp"
#include "tests/convert/results.hpp"
#include "tests/rounds.hpp"

using namespace fiveproof;
using namespace fiveproof::convert;
using test::Bytes;
using test::value_of;

namespace {

RapfiDatabase database(const Bytes& bytes) { return std::move(value_of(read_rapfi_file(bytes)).db); }
GameTree tree_of(const RapfiDatabase& db) { return value_of(tree_of_db(db)); }
TreeUnion united(const RapfiDatabase& a, const RapfiDatabase& b) {
  return value_of(unite_databases(tree_of(a), tree_of(b)));
}
RapfiDatabase db_in(const TreeUnion& made) { return value_of(db_of_tree(made.tree)); }

void add(RapfiDatabase& db, View key, View body) { REQUIRE(db.add(key, body)); }

/// Records of positions, one of each.
RapfiDatabase with_each_once(const RapfiDatabase& db) {
  std::map<Bytes, Bytes> records;
  for (std::size_t i = 0; i < db.count(); ++i) {
    const auto key = DbKey::parse(db.record(i).key());
    if (key && key->is_position() && key->fault() == nullptr)
      records[canonical_key(*key).bytes] = canonical_body(db.record(i));
  }
  std::vector<Bytes> keys;
  for (const auto& [key, body] : records) keys.push_back(key);
  std::ranges::sort(keys, [](const Bytes& a, const Bytes& b) { return compare_keys(a, b) < 0; });
  RapfiDatabase made;
  for (const Bytes& key : keys) add(made, key, records[key]);
  return made;
}

/// Each record by another image of its position.
RapfiDatabase turned(const RapfiDatabase& db, std::mt19937& random) {
  RapfiDatabase made;
  for (std::size_t i = 0; i < db.count(); ++i) {
    const DbRecord record = db.record(i);
    const DbKey key = *DbKey::parse(record.key());
    const DbBoard board = key.board();
    const int symmetry = static_cast<int>(random() % static_cast<unsigned>(symmetries_of(board)));
    std::vector<DbPoint> points;
    for (std::size_t n = 0; n < key.count(); ++n)
      points.push_back(key.point(n).is_pass() ? key.point(n) : image_of(key.point(n), symmetry, board));
    const auto middle = points.begin() + static_cast<std::ptrdiff_t>(key.black_count());
    std::sort(points.begin(), middle);
    std::sort(middle, points.end());
    Bytes image(record.key().begin(), record.key().begin() + 3);
    for (const DbPoint point : points) image.insert(image.end(), {point.x, point.y});
    Bytes body(record.body().begin(), record.body().end());
    if (const Bytes text = text_image(record.text(), symmetry, board); !text.empty())
      std::ranges::copy(text, body.end() - static_cast<std::ptrdiff_t>(text.size()));
    add(made, image, body);
  }
  return made;
}

/// A record of "h8, White to move".
RapfiDatabase one_record(const Bytes& body) {
  RapfiDatabase db;
  add(db, Bytes{1, 15, 15, 7, 7}, body);
  return db;
}

}  // namespace

TEST_CASE("database union: two parts of a database make the database", "[convert]") {
  std::size_t records = 0;
  for (std::uint32_t seed = 0; seed < test::rounds(120); ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const RapfiDatabase whole = with_each_once(database(test::random_database(seed)));
    RapfiDatabase a, b;
    std::uint64_t only_b = 0;
    for (std::size_t i = 0; i < whole.count(); ++i) {
      const DbRecord record = whole.record(i);
      const auto part = random() % 3;
      if (part != 1) add(a, record.key(), record.body());
      if (part != 0) add(b, record.key(), record.body());
      only_b += part == 1;
    }
    for (const RapfiDatabase& other : {b, turned(b, random)}) {
      const TreeUnion made = united(a, other);
      CHECK(made.added == only_b);
      CHECK(made.carried.empty());
      CHECK(made.losses.empty());
      REQUIRE(db_in(made).count() == whole.count());
    }
    CHECK((db_in(united(a, b)) == whole));
    records += only_b;
  }
  CHECK(records > 8 * test::rounds(120));
}

TEST_CASE("database union: any database and itself, whatever is in it, is the database", "[convert]") {
  for (std::uint32_t seed = 0; seed < test::rounds(200); ++seed) {
    CAPTURE(seed);
    const RapfiDatabase db = database(test::random_database(seed));
    const TreeUnion made = united(db, db);
    CHECK((made.added == 0 && made.carried.empty() && made.losses.empty()));
    CHECK((db_in(made) == db));
  }
}

TEST_CASE("database union: of one position stays what the first says, with what the other adds",
          "[convert]") {
  struct Pair {
    Bytes first, second, made;
    std::size_t carried, losses;
  };
  const Bytes lost{'w'}, won{'l'}, none{}, exact{0, 10, 0, 23, 0}, other{0, 11, 0, 23, 0};
  const Bytes hello{'w', 0, 0, 0, 0, 'h', 'i'}, both{'w', 0, 0, 0, 0, 'h', 'i', 8, 'y', 'o'},
      yo{0, 0, 0, 0, 0, 'y', 'o'}, labelled{'w', 10, 0, 23, 0};
  for (const Pair& pair : {Pair{none, lost, lost, 1, 0},
                           {lost, none, lost, 0, 0},
                           {lost, won, lost, 0, 1},
                           {exact, other, exact, 0, 1},
                           {exact, lost, labelled, 1, 0},
                           {lost, exact, labelled, 1, 0},
                           {hello, yo, both, 1, 0},
                           {hello, won, hello, 0, 1}}) {
    CAPTURE(pair.first, pair.second);
    const TreeUnion made = united(one_record(pair.first), one_record(pair.second));
    const RapfiDatabase db = db_in(made);
    REQUIRE(db.count() == 1);
    const View body = db.record(0).body();
    CHECK(Bytes(body.begin(), body.end()) == pair.made);
    CHECK(made.carried.size() == pair.carried);
    CHECK(made.losses.size() == pair.losses);
  }
}

TEST_CASE("database union: texts of two charsets are refused", "[convert]") {
  const RapfiDatabase old = one_record({'w', 0, 0, 0, 0, 'h', 'i'});
  RapfiDatabase named;
  add(named, utf8_metadata_key(), utf8_metadata_body());
  add(named, old.record(0).key(), old.record(0).body());
  CHECK(test::code_of(unite_databases(tree_of(old), tree_of(named))) == ErrorCode::usage);
  CHECK(unite_databases(tree_of(one_record({'w'})), tree_of(named)).ok());
  // The name alone would be taken for that of the other's texts.
  RapfiDatabase only_named;
  add(only_named, utf8_metadata_key(), utf8_metadata_body());
  CHECK(test::code_of(unite_databases(tree_of(old), tree_of(only_named))) == ErrorCode::usage);
  CHECK(test::code_of(unite_databases(tree_of(only_named), tree_of(old))) == ErrorCode::usage);
  CHECK(unite_databases(tree_of(only_named), tree_of(named)).ok());
}
