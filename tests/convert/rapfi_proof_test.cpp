#include "convert/rapfi/rapfi_proof.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "convert/formats.hpp"
#include "convert/rapfi/rapfi_index.hpp"
#include "format/fvp/fvp_reader.hpp"
#include "game/legal_moves.hpp"
#include "tests/convert/databases.hpp"
#include "tests/convert/results.hpp"
#include "tests/convert/stored_at.hpp"
#include "tests/convert/tree_text.hpp"
#include "tests/paths.hpp"

namespace rapfi_proof_test {

using namespace fiveproof;
using namespace fiveproof::convert;
using test::Bytes;
using test::from_hex;
using test::lines_text;
using test::stored_at;

namespace {

/// A database of positions after moves, each turned as the case may be.
class Maker {
 public:
  explicit Maker(RuleSet rule = RuleSet::standard) : rule_(rule) {}

  /// `value` 0: none.
  Maker& add(std::string_view moves, char label, int value = 0, int symmetry = 0) {
    return add(after(moves), label, value, symmetry);
  }
  Maker& add(const Position& position, char label, int value = 0, int symmetry = 0) {
    const Bytes key = key_of(Symmetry(symmetry).apply(position), rule_).value();
    const auto word = static_cast<std::uint16_t>(value);
    const Bytes body = {static_cast<std::uint8_t>(label), static_cast<std::uint8_t>(word),
                        static_cast<std::uint8_t>(word >> 8), static_cast<std::uint8_t>(value == 0 ? 0 : 3),
                        0};
    FIVEPROOF_ENSURE(db.add(key, body));
    return *this;
  }

  RapfiDatabase db;

 private:
  RuleSet rule_;
};

Wanted attacked_by(Color attacker) {
  Wanted wanted;
  wanted.attacker = attacker;
  return wanted;
}

Reading read(const RapfiDatabase& db, const Wanted& wanted = attacked_by(Color::black)) {
  return test::value_of(proof_of_db(db, wanted));
}

bool says(const std::vector<std::string>& lines, const std::string& words) {
  return lines_text(lines).find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("rapfi proof: a won position plays to the one that is lost soonest", "[convert]") {
  Maker maker;
  maker.add("h8 c1", 'l').add("h8 c1 h9", 'w', -29990).add("h8 c1 i9", 'w', -29996);
  CHECK(stored_at(read(maker.db).proof, "h8 c1") == "i9");
  SECTION("a known distance comes before an unknown one") {
    maker.add("h8 c1 b9", 'w');
    CHECK(stored_at(read(maker.db).proof, "h8 c1") == "i9");
  }
  SECTION("what is lost for the attacker, or for nobody, is no answer") {
    maker.add("h8 c1 k9", 'l').add("h8 c1 l9", 'd').add("h8 c1 m9", 'w', -20000).add("h8 c1 n9", '\0', 29999);
    CHECK(stored_at(read(maker.db).proof, "h8 c1") == "i9");
  }
  SECTION("a mate without a label counts as well") {
    maker.add("h8 c1 c10", '\0', -29998);
    CHECK(stored_at(read(maker.db).proof, "h8 c1") == "c10");
  }
}

TEST_CASE("rapfi proof: of equal answers the smallest square of the canonical position is played",
          "[convert]") {
  const std::vector<std::string> answers = {"h9", "i9", "b3", "n2", "o15"};
  const Canonical canonical = canonical_form(after("h8 c1"));
  std::string expected;
  std::optional<Square> smallest;
  Maker maker;
  maker.add("h8 c1", 'l');
  for (const auto& answer : answers) {
    maker.add("h8 c1 " + answer, 'w', -29990);
    const Square square = canonical_move(canonical.position,
                                         canonical.to_canonical.apply(parse_square(answer, 15).value(), 15));
    if (!smallest || square < *smallest) smallest = square;
  }
  const Proof proof = read(maker.db).proof;
  REQUIRE(proof.records.count() == 1);
  CHECK(proof.records.move(0) == smallest);
}

TEST_CASE("rapfi proof: keys may be any images", "[convert]") {
  std::optional<std::string> hash;
  for (int round = 0; round < 64; ++round) {
    CAPTURE(round);
    Maker maker;
    maker.add("h8 c1", 'l', 0, round % 8)
        .add("h8 c1 i9", 'w', -29990, round / 8)
        .add("h8 c1 j12", 'w', -29990, (round + 3) % 8)
        .add("h8 c1 i9 c4", 'l', 29991, (round * 5 + 1) % 8)
        .add("h8 c1 i9 c4 g7", 'w', -29992, (round * 3 + 2) % 8);
    const Proof proof = read(maker.db).proof;
    CHECK(proof.records.count() == 2);
    CHECK(stored_at(proof, "h8 c1 i9 c4") == "g7");
    const std::string own = content_hash(proof);
    if (!hash) hash = own;
    CHECK(own == *hash);
  }
}

TEST_CASE("rapfi proof: the label is of the side that has just moved", "[convert]") {
  Maker maker;
  maker.add("h8 c1", 'w');        // White has moved, and wins
  maker.add("h8 c1 h9", 'L');     // Black has moved, and loses
  maker.add("h8 c1 h9 b1", 'W');  // White wins
  const Reading black = read(maker.db), white = read(maker.db, attacked_by(Color::white));
  CHECK(black.proof.records.empty());
  CHECK(says(black.carried, "3 positions that white is said to win"));
  CHECK(white.proof.attacker == Color::white);
  CHECK(white.proof.records.count() == 1);
  CHECK(stored_at(white.proof, "h8 c1 h9") == "b1");
  CHECK(says(white.carried, "2 positions with black to move that white is said to win"));
}

TEST_CASE("rapfi proof: without an answer there is no move", "[convert]") {
  Maker maker;
  maker.add("h8 c1", 'l').add("h8 c1 h9 b1", '\0', 29995);
  const Reading reading = read(maker.db);
  CHECK(reading.proof.records.count() == 2);
  CHECK(stored_at(reading.proof, "h8 c1") == "-");
  CHECK(stored_at(reading.proof, "h8 c1 h9 b1") == "-");
  CHECK(says(reading.carried, "2 records without a move"));
}

TEST_CASE("rapfi proof: a contradiction is told, and what is won stays", "[convert]") {
  Maker maker;
  maker.add("h8 c1", 'l').add("h8 c1", 'w', 0, 5).add("h8 c1 h9", 'w');
  const Reading reading = read(maker.db);
  CHECK(stored_at(reading.proof, "h8 c1") == "h9");
  CHECK(says(reading.carried,
             "1 position said to be won and to be lost: black h8, white c1, black to move (bytes 4 and 20)"));
}

TEST_CASE("rapfi proof: a root comes from the caller, or is proposed", "[convert]") {
  Maker maker;
  maker.add("h8 c1 h9 b1", 'l').add("h8 c1", 'l').add("h8", 'w').add("h8 b2 h9 b1", 'w');
  const Reading none = read(maker.db);
  CHECK(none.proof.roots.empty());
  INFO(lines_text(none.carried));
  CHECK(says(none.carried, "this could be one: black h8, white to move (byte 40)"));
  CHECK(none.carried.back() ==
        "no root was named; this could be one: black h9 h8, white b1 c1, black to move (byte 4)");
  Wanted wanted = attacked_by(Color::black);
  wanted.roots.emplace(1, parse_squares("h8", 15).value());
  const Reading named = read(maker.db, wanted);
  REQUIRE(named.proof.roots.size() == 1);
  CHECK(named.proof.roots[0].text() == "h8");
  CHECK_FALSE(says(named.carried, "root"));
  wanted.roots.emplace(1, parse_squares("h8 b2 h9 b1", 15).value());
  CHECK(says(read(maker.db, wanted).carried, "does not say that black wins there"));
  wanted.roots.emplace(1, parse_squares("h8 h8", 15).value());
  CHECK_FALSE(proof_of_db(maker.db, wanted).ok());
}

TEST_CASE("rapfi proof: one board of several has to be named", "[convert]") {
  // Standard 15x15 twice, renju 15x15, standard 10x10, a rectangle and a board beyond ours.
  const RapfiDatabase db =
      read_rapfi_file(from_hex("06 00 00 00 05 00 01 0F 0F 00 01 01 00 77 03 00 01 0F 0F 01 00 6C "
                               "05 00 02 0F 0F 00 01 01 00 77 05 00 01 0A 0A 00 01 01 00 77 "
                               "05 00 01 0F 0A 00 01 01 00 77 05 00 01 16 16 00 01 01 00 77"))
          .value()
          .db;
  const auto refuse = [&](const Wanted& wanted) {
    const Error error = test::error_of(proof_of_db(db, wanted));
    CHECK(error.code == ErrorCode::usage);
    return error.message;
  };
  Wanted wanted = attacked_by(Color::black);
  CHECK(refuse(wanted) ==
        "the database has several kinds of records; --rule and --size say which: standard 15x15 (2 records), "
        "standard "
        "10x10 (1 record), renju 15x15 (1 record)");
  wanted.rule = RuleSet::standard;
  CHECK(refuse(wanted).find("standard 15x15 (2 records), standard 10x10 (1 record)") != std::string::npos);
  wanted.size = 15;
  const Reading reading = read(db, wanted);
  CHECK(reading.proof.rule == RuleSet::standard);
  CHECK(reading.proof.size == 15);
  CHECK(says(reading.carried, "4 records of metadata and other boards"));
  wanted.rule = RuleSet::renju;
  CHECK(read(db, wanted).proof.rule == RuleSet::renju);
  wanted.rule = RuleSet::freestyle;
  CHECK(refuse(wanted).find("found standard 15x15") != std::string::npos);
  wanted.rule = RuleSet::standard;
  wanted.attacker.reset();
  CHECK(refuse(wanted).find("--attacker") != std::string::npos);
}

TEST_CASE("rapfi proof: a board that most records are not of can be asked for", "[convert]") {
  const Bytes file = from_hex(
      "03 00 00 00 05 00 01 0A 0A 00 01 01 00 77 05 00 01 0F 0F 00 01 01 00 77 05 00 01 0F 0F 00 02 01 00 "
      "77");
  Wanted wanted = attacked_by(Color::black);
  for (const int size : {10, 15}) {
    wanted.size = size;
    const Reading reading = test::value_of(read_foreign_proof(file, Format::db, wanted, "in.db"));
    CHECK(reading.proof.size == size);
    CHECK(test::value_of(encode_proof(reading.proof, Format::db)).bytes == file);
  }
  wanted.size = 9;
  CHECK(test::error_of(read_foreign_proof(file, Format::db, wanted, "in.db"), "in.db").code ==
        ErrorCode::usage);
}

TEST_CASE("rapfi proof: records beyond the limit are refused", "[convert]") {
  Maker maker;
  maker.add("h8 c1", 'l').add("h8 c1 h9 b1", 'l');
  Wanted wanted = attacked_by(Color::black);
  wanted.limits.max_records = 2;
  CHECK(read(maker.db, wanted).proof.records.count() == 2);
  wanted.limits.max_records = 1;
  CHECK(test::code_of(proof_of_db(maker.db, wanted)) == ErrorCode::limit);
}

TEST_CASE("rapfi proof: a proof is written as labels behind the metadata", "[convert]") {
  Proof proof(RuleSet::renju, 15, Color::black);
  proof.roots.push_back(root_after("h8 b15"));
  // Asymmetric, and not in the orientation that a key has.
  proof.records.add(after("h8 b15"), Square(8, 8));
  proof.records.finish();
  const auto writing = test::value_of(db_of_proof(proof));
  CHECK(rapfi_file(writing.db) == from_hex("03 00 00 00 " + test::utf8_metadata +
                                           // h8 | a14: 7,7 | 0,1
                                           "07 00 02 0F 0F 07 07 00 01 05 00 6C 00 00 00 00 "
                                           // g9 turned so that i9 comes first: b15 is mirrored with it
                                           "09 00 02 0F 0F 06 06 07 07 00 0D 05 00 77 00 00 00 00"));
  CHECK(lines_text(writing.losses) ==
        "1 root, and which side is the attacker: a database claims positions\n");
}

TEST_CASE("rapfi proof: a completed proof is added to the database it came from", "[convert]") {
  Maker maker;
  maker.add("h8 c1 i9", 'w', -29992, 3).add("h8 c1", 'l', 29991, 6).add("h8 c1 i9 b2", '\xFF', 7);
  Proof proof = read(maker.db).proof;
  SECTION("with nothing new it is the same") {
    const std::vector<std::uint8_t> tail = {1, 2};
    REQUIRE(maker.db.set_tail(tail));
    maker.db.set_container(DbContainer::lz4);
    const auto writing = test::value_of(db_of_proof(proof, maker.db));
    CHECK(writing.db == maker.db);
    CHECK(writing.losses.empty());
  }
  SECTION("what is new comes behind an order that is none, labels where there were none") {
    Proof more(proof.rule, proof.size, proof.attacker);
    more.records.add(after("h8 c1"), Square(8, 8));
    more.records.add(after("h8 c1 i9 b2"), std::nullopt);
    more.records.add(after("h8 c1 i9 b3"), std::nullopt);
    more.records.finish();
    const auto writing = test::value_of(db_of_proof(more, maker.db));
    CHECK(writing.losses.empty());
    const RapfiDatabase& db = writing.db;
    REQUIRE(db.count() == 4);
    for (std::size_t i : {0u, 1u}) CHECK(std::ranges::equal(db.record_bytes(i), maker.db.record_bytes(i)));
    CHECK(std::ranges::equal(db.record(2).key(), maker.db.record(2).key()));
    CHECK(db.record(2).label() == 'l');
    CHECK(db.record(2).value() == 7);
    CHECK(is_canonical(*DbKey::parse(db.record(3).key())));
    CHECK(content_hash(read(db).proof) == content_hash(more));
  }
  SECTION("in order among what is in order") {
    const RapfiDatabase sorted = db_of_proof(proof).value().db;
    Proof more(proof.rule, proof.size, proof.attacker);
    more.records.add(after("h8 c1"), Square(8, 8));
    more.records.add(after("h8 c1 i9 b3"), std::nullopt);
    more.records.add(after("c4 b3"), std::nullopt);
    more.records.finish();
    CHECK(db_of_proof(more, sorted).value().db == db_of_proof(more).value().db);
  }
  SECTION("what says something else stays") {
    Maker contrary;
    contrary.add("h8 c1", 'w').add("h8 c1 i9", 'd');
    const auto writing = test::value_of(db_of_proof(proof, contrary.db));
    CHECK(writing.db == contrary.db);
    CHECK(says(writing.losses, "2 positions of which the database says something else"));
  }
}

TEST_CASE("rapfi proof: what lies behind a forbidden move is not written", "[convert]") {
  const std::string line = "h8 a1 g8 a15 i10 o1 i11 o15";
  const Square i8(8, 7);
  REQUIRE_FALSE(is_legal(after(line), RuleSet::renju, Color::black, i8));
  for (const RuleSet rule : {RuleSet::renju, RuleSet::freestyle}) {
    Proof proof(rule, 15, Color::black);
    proof.records.add(after(line), i8);
    proof.records.finish();
    // The metadata, the position, and the one after a move that can be played.
    CHECK(test::value_of(db_of_proof(proof)).db.count() == (rule == RuleSet::renju ? 2 : 3));
  }
}

TEST_CASE("rapfi proof: a record without a label gets none where another one has", "[convert]") {
  // The same position twice: nothing is said first, and that it is lost then.
  Maker maker;
  maker.add("h8 c1", '\0').add("h8 c1", 'w');
  Proof proof(RuleSet::freestyle, 15, Color::black);
  proof.records.add(after("h8 c1"), std::nullopt);
  proof.records.finish();
  const DbKey key = *DbKey::parse(maker.db.record(0).key());
  proof.rule = *key.board().rule_set();
  const auto writing = test::value_of(db_of_proof(proof, maker.db));
  CHECK(writing.db == maker.db);
  CHECK(says(writing.losses, "1 position of which the database says something else"));
}

TEST_CASE("rapfi proof: records that are read again with another move are counted", "[convert]") {
  const auto losses = [](const std::vector<std::pair<std::string, std::string>>& records) {
    Proof proof(RuleSet::standard, 15, Color::black);
    for (const auto& [moves, move] : records)
      proof.records.add(after(moves),
                        move.empty() ? std::nullopt : std::optional(parse_square(move, 15).value()));
    proof.records.finish();
    auto writing = test::value_of(db_of_proof(proof));
    return lines_text(writing.losses);
  };
  CHECK(losses({{"h8 c1", "i9"}, {"h8 c1 h9 b1", ""}}) == "");
  // In both h8 c1 has two answers, i9 and j9, and one of the two is read.
  const bool is_i9_lost = !losses({{"h8 c1", "i9"}, {"j9 c1", "h8"}}).empty();
  const bool is_j9_lost = !losses({{"h8 c1", "j9"}, {"i9 c1", "h8"}}).empty();
  CHECK(is_i9_lost != is_j9_lost);
  CHECK(losses({{"i9 c1", "h8"}, {"h8 c1", ""}}).find("1 record with another move, or without one") !=
        std::string::npos);
  CHECK(losses({{"h8 c1", "h8"}}).find("1 record with another move, or without one") != std::string::npos);
}

TEST_CASE("rapfi proof: random proofs come back but for what was said", "[convert]") {
  std::mt19937 random(17);
  std::size_t exact = 0;
  for (int round = 0; round < 120; ++round) {
    CAPTURE(round);
    const int size = std::array{5, 9, 15, 20}[round % 4];
    const Color attacker = round % 3 == 0 ? Color::white : Color::black;
    Proof proof(static_cast<RuleSet>(round % 3), size, attacker);
    for (std::size_t n = 1 + random() % (round % 2 == 0 ? 40 : 4); n > 0; --n) {
      Position position(size);
      for (std::size_t moves = random() % 8; moves > 0;) {
        const Square square(static_cast<int>(random() % static_cast<unsigned>(size)),
                            static_cast<int>(random() % static_cast<unsigned>(size)));
        if (!position.is_empty(square)) continue;
        position.play(square);
        --moves;
      }
      position.set_to_move(attacker);  // with a pass, where it has to be
      const Square move(static_cast<int>(random() % static_cast<unsigned>(size)),
                        static_cast<int>(random() % static_cast<unsigned>(size)));
      proof.records.add(position,
                        position.is_empty(move) && random() % 5 != 0 ? std::optional(move) : std::nullopt);
    }
    proof.records.finish();
    const auto writing = test::value_of(db_of_proof(proof));
    // As a file, and in the order and form that a file has.
    const auto bytes = rapfi_file(writing.db);
    const auto file = test::value_of(read_rapfi_file(bytes));
    CHECK(file.oddities.empty());
    const RapfiDatabase& db = file.db;
    CHECK(db == writing.db);
    CHECK(db.charset() == "UTF-8");
    for (std::size_t i = 1; i < db.count(); ++i) {
      CHECK((compare_keys(db.record(i - 1).key(), db.record(i).key()) < 0));
      CHECK(is_canonical(*DbKey::parse(db.record(i).key())));
    }
    Wanted wanted = attacked_by(attacker);
    const Proof back = read(db, wanted).proof;
    CHECK(back.rule == proof.rule);
    CHECK(back.size == size);
    // Every position is there, once; and the move, unless it was said that it is not.
    std::uint64_t other = 0, several = 0;
    for (std::size_t i = 0; i < proof.records.count(); ++i) {
      const Record record = proof.records.at(i);
      const auto [first, last] = back.records.find(record.position);
      REQUIRE(last == first + 1);
      other += back.records.move(first) != record.move;
      several += i > 0 && proof.records.at(i - 1).position == record.position;
    }
    const std::string losses = lines_text(writing.losses);
    CAPTURE(losses);
    CHECK((other > 0) == (losses.find("another move") != std::string::npos));
    CHECK((several > 0) == (losses.find("another record, too") != std::string::npos));
    CHECK(back.records.count() + several == proof.records.count());
    exact += losses.empty();
  }
  CHECK(exact > 10);
}

TEST_CASE("rapfi proof: the proof of the example comes back as a database", "[convert]") {
  const auto proof = test::value_of(read_fvp_file(test::in_project("examples/example.fvp")));
  const auto writing = test::value_of(db_of_proof(proof));
  INFO(lines_text(writing.losses));
  const Proof back = read(writing.db, attacked_by(proof.attacker)).proof;
  REQUIRE(back.records.count() == proof.records.count());
  std::size_t same = 0;
  for (std::size_t i = 0; i < back.records.count(); ++i) {
    REQUIRE(back.records.at(i).position == proof.records.at(i).position);
    same += back.records.move(i) == proof.records.move(i);
  }
  CHECK(same * 10 > back.records.count() * 9);
}

}  // namespace rapfi_proof_test
