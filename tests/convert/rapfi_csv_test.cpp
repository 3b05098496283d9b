#include "convert/rapfi/rapfi_csv.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "convert/rapfi/rapfi_db.hpp"
#include "convert/rapfi/rapfi_proof.hpp"
#include "tests/convert/databases.hpp"
#include "tests/convert/games.hpp"
#include "tests/convert/results.hpp"

namespace rapfi_csv_test {

using namespace fiveproof;
using namespace fiveproof::convert;
using test::Bytes;
using test::bytes_of;
using test::from_hex;
using test::text_of;
using test::texts_of;

namespace {

using Strings = std::vector<std::string>;

const std::string names = "index,key,label,value,depth,bound,text\n";

TreeReading read(const std::string& rows) { return test::value_of(read_rapfi_csv(bytes_of(names + rows))); }

/// The bytes of the database that the rows stand for.
Bytes db_bytes(const std::string& rows) { return test::value_of(write_rapfi_db(read(rows).tree)).bytes; }

Bytes with_metadata(const std::string& number, const std::string& records) {
  return from_hex(number + "00 00 00 " + test::utf8_metadata + records);
}

std::string csv_of(const std::string& hex) {
  return text_of(csv_of_db(test::value_of(read_rapfi_file(from_hex(hex))).db).bytes);
}

/// The records that a row can say, without the metadata.
std::vector<std::pair<Bytes, Bytes>> records_of(const RapfiDatabase& db) {
  std::vector<std::pair<Bytes, Bytes>> records;
  for (std::size_t i = 0; i < db.count(); ++i) {
    const DbRecord record = db.record(i);
    if (!record.is_metadata())
      records.push_back(
          {{record.key().begin(), record.key().end()}, {record.body().begin(), record.body().end()}});
  }
  return records;
}

}  // namespace

TEST_CASE("rapfi csv: a row is the record that it describes", "[convert]") {
  // renju, h8, White is mated in 34 plies, depth 20, exact; the bytes are those of the description of .db.
  CHECK(db_bytes("0,r-15-15-h8--w,w,-29966,20,exact,\"\"\n") ==
        with_metadata("02", "05 00 02 0F 0F 07 07 05 00 77 F2 8A 53 00"));
  // A letter is the column, a number the row from the top.
  CHECK(db_bytes("0,f-15-15-a2b1-c5-w,(none),-1,-1,none,\"\"\n") ==
        with_metadata("02", "09 00 00 0F 0F 00 01 01 00 02 04 05 00 FF FF FF FC FF"));
  CHECK(db_bytes("0,s-20-10---b,(-7),7,3,lower,\"\"\n") ==
        with_metadata("02", "03 00 01 14 0A 05 00 F9 07 00 0E 00"));
  // Who is to move is said by a pass, at the end of the colour that lacks one.
  CHECK(db_bytes("0,f-15-15---w,l,0,0,none,\"\"\n") ==
        with_metadata("02", "05 00 00 0F 0F FF FF 05 00 6C 00 00 00 00"));
  CHECK(db_bytes("0,f-15-15-a1--b,l,0,0,upper,\"\"\n") ==
        with_metadata("02", "07 00 00 0F 0F 00 00 FF FF 05 00 6C 00 00 01 00"));
  CHECK(db_bytes("0,f-15-15-a1--w,(null),0,0,none,\"\"\n") ==
        with_metadata("02", "05 00 00 0F 0F 00 00 00 00"));
}

TEST_CASE("rapfi csv: texts come back from behind their backslashes", "[convert]") {
  CHECK(db_bytes("0,f-15-15---b,w,0,0,none,\"a\\\"b\\\\n\\n\\b, c\"\n") ==
        with_metadata("02", "03 00 00 0F 0F 0F 00 77 00 00 00 00 61 22 62 5C 6E 0A 08 2C 20 63"));
}

TEST_CASE("rapfi csv: a label may be any character", "[convert]") {
  for (const char label : std::string("wlWdx!,(\"0")) {
    CAPTURE(label);
    const std::string row = "0,f-15-15---b," + std::string(1, label) + ",0,0,none,\"x\"\n";
    const TreeReading reading = read(row);
    CHECK(reading.losses.empty());
    CHECK(text_of(test::value_of(write_rapfi_csv(reading.tree)).bytes) == names + row);
  }
}

TEST_CASE("rapfi csv: what Rapfi writes comes back byte for byte, in its order", "[convert]") {
  const std::string rows =
      "0,r-15-15-h8--w,w,-29966,20,exact,\"\"\n"
      "1,f-15-15---b,(none),12,3,lower,\"@BTXT@7Ea\\bhi\"\n"
      "2,f-15-12-a1-b2-w,d,0,0,none,\"\"\n";
  const TreeReading reading = read(rows);
  CHECK(reading.losses.empty());
  CHECK(text_of(test::value_of(write_rapfi_csv(test::through_section(reading.tree))).bytes) == names + rows);
}

TEST_CASE("rapfi csv: other spellings are read, and named", "[convert]") {
  const std::string row = "f-15-15---b,w,0,0,none,\"\"\n";
  CHECK(read("7," + row).losses == Strings{"1 row spelled as Rapfi does not: the spelling"});
  CHECK(read("0,f-15-15-b1a1-h8-w,w,00,0,none,\"\"\n").losses.size() == 1);
  CHECK(
      test::value_of(read_rapfi_csv(bytes_of("index,key,label,value,depth,bound,text\r\n0,f-15-15---b,w,0,0,"
                                             "none,\"\"\r\n")))
          .losses.empty());
  CHECK(read("0,f-15-15-a1b1c1--w,w,0,0,none,\"\"\n0,f-15-15---b,w,0,0,none,\"\"\n").losses ==
        Strings{"1 row with numbers of stones that no key of a database can say",
                "1 row spelled as Rapfi does not: the spelling"});
}

TEST_CASE("rapfi csv: oddities and contradictions are told where the rows stand", "[convert]") {
  const std::string first = "0,f-15-15-h8--w,w,0,0,none,\"\"\n", second = "1,f-15-15-h8--w,l,0,0,none,\"\"\n";
  const std::string at_first = std::to_string(names.size());
  const std::string at_second = std::to_string(names.size() + first.size());
  CHECK(texts_of(read(first + second).oddities) ==
        Strings{"a position that was there before, which says something else@" + at_second,
                "black h8, white to move: said to be won at byte " + at_second + " and lost at byte " +
                    at_first + "@" + at_second});
  CHECK(texts_of(read(first + "1,f-15-15-h8i9-h8-w,q,0,0,none,\"\"\n").oddities) ==
        Strings{"a stone off the board, or two on one point@" + at_second, "an unknown label@" + at_second});
}

TEST_CASE("rapfi csv: what is no row is refused where it stands", "[convert]") {
  const test::Refusal c = GENERATE(values<test::Refusal>({
      {"x", 0, "expected the number of the row"},
      {"0;", 1, "expected \",\""},
      {"0,x-", 2, "expected a rule, f, s or r"},
      {"0,f15", 3, "expected \"-\" behind the rule"},
      {"0,f-27-15---b", 4, "expected the width from 1 to 26"},
      {"0,f-15-33---b", 7, "expected the height from 1 to 32"},
      {"0,f-15-15-p1--b", 10, "expected a stone, a1 to o15, or \"-\""},
      {"0,f-15-15-a16--b", 11, "expected the row of a stone from 1 to 15"},
      {"0,f-15-15-a0--b", 11, "expected the row of a stone"},
      {"0,f-15-15-`0--b", 10, "expected a stone"},
      {"0,f-15-15---x,", 12, "expected the side to move, b or w"},
      {"0,f-15-15---b,,0", 14, "expected a label"},
      {"0,f-15-15---b,ww,0", 14, "expected a label"},
      {"0,f-15-15---b,(200),0", 15, "expected the label from -128 to 127"},
      {"0,f-15-15---b,w,40000,", 16, "expected the value from -32768 to 32767"},
      {"0,f-15-15---b,w,0,9000,", 18, "expected the depth from -8192 to 8191"},
      {"0,f-15-15---b,w,0,0,some,", 20, "expected a bound, none, upper, lower or exact"},
      {"0,f-15-15---b,w,0,0,none", 24, "expected \",\" behind the bound, found the end of the line"},
      {"0,f-15-15---b,w,0,0,none,x", 25, "expected a text in quotation marks"},
      {"0,f-15-15---b,w,0,0,none,\"a", 27, "expected a quotation mark behind the text"},
      {"0,f-15-15---b,w,0,0,none,\"a\\", 28, "expected a quotation mark behind the text"},
      {"0,f-15-15---b,w,0,0,none,\"\\x\"", 26, "expected \\n, \\b, \\\" or two backslashes"},
      {"0,f-15-15---b,w,0,0,none,\"\"x", 27, "expected the end of the line"},
      {"\n", 0, "expected the number of the row"},
  }));
  CAPTURE(c.file);
  test::Refusal moved = c;
  moved.offset += names.size();
  test::check_refused(test::error_of(read_rapfi_csv(bytes_of(names + c.file))), moved);
  test::check_refused(test::error_of(read_rapfi_csv(bytes_of("index;key\n"))),
                      {"", 0, "expected the line \"index,key,label,value,depth,bound,text\""});
  CHECK(test::error_of(read_rapfi_csv({})).code == ErrorCode::malformed);
}

TEST_CASE("rapfi csv: what a row cannot say is named", "[convert]") {
  const auto losses_of = [](const std::string& hex) {
    return csv_of_db(test::value_of(read_rapfi_file(from_hex(hex))).db).losses;
  };
  CHECK(
      losses_of("02 00 00 00 " + test::utf8_metadata + "05 00 02 0F 0F 07 07 05 00 77 F2 8A 53 00").empty());
  CHECK(losses_of("01 00 00 00 03 00 00 0F 0F 01 00 6C").size() == 1);  // a body of one byte
  CHECK(csv_of("01 00 00 00 03 00 00 0F 0F 01 00 6C") == names + "0,f-15-15---b,l,0,0,none,\"\"\n");
  CHECK(losses_of("01 00 00 00 03 00 07 0F 0F 05 00 77 00 00 00 00").size() == 1);  // an unknown rule
  CHECK(csv_of("01 00 00 00 03 00 07 0F 0F 05 00 77 00 00 00 00") == names);
  CHECK(losses_of("01 00 00 00 03 00 01 0F 0F 06 00 77 00 00 00 00 00").size() == 1);     // a zero in a text
  CHECK(losses_of("01 00 00 00 05 00 01 0F 0F 0F 00 05 00 77 00 00 00 00").size() == 1);  // off the board
  CHECK(losses_of("01 00 00 00 03 00 01 0F 0F 00 00 03 00 01").size() == 1);  // bytes behind the records
}

TEST_CASE("rapfi csv: any database comes back, but for what is named", "[convert]") {
  std::uint64_t without_loss = 0;
  for (std::uint32_t seed = 1; seed <= 120; ++seed) {
    CAPTURE(seed);
    const RapfiDatabase db = test::value_of(read_rapfi_file(test::random_database(seed))).db;
    const TreeWriting writing = csv_of_db(db);
    const TreeReading reading = test::value_of(read_rapfi_csv(writing.bytes));
    CHECK(reading.losses.empty());
    CHECK((test::value_of(write_rapfi_csv(reading.tree)).bytes == writing.bytes));
    if (!writing.losses.empty()) continue;
    ++without_loss;
    CHECK((records_of(test::value_of(db_of_tree(reading.tree))) == records_of(db)));
  }
  CHECK(without_loss > 0);
}

TEST_CASE("rapfi csv: cut or changed anywhere it is refused, or comes back", "[convert]") {
  std::mt19937 random(5);
  const std::string whole = names +
                            "0,r-15-15-h8i9-a1b15-w,w,-29966,20,exact,\"\"\n"
                            "1,f-15-15---b,(none),12,3,lower,\"@BTXT@7Ea\\bhi\\\"\"\n";
  for (int turn = 0; turn < 3000; ++turn) {
    const std::string text = turn < static_cast<int>(whole.size())
                                 ? whole.substr(0, static_cast<std::size_t>(turn))
                                 : test::damaged(whole, random, 4, "0159,-()\"\\ahn\r\n\xFF");
    CAPTURE(text);
    const auto reading = read_rapfi_csv(bytes_of(text));
    if (!reading.ok()) {
      CHECK(*reading.error().offset <= text.size());
      continue;
    }
    const auto again = test::value_of(write_rapfi_csv(reading.value().tree)).bytes;
    CHECK(test::value_of(read_rapfi_csv(again)).tree == reading.value().tree);
  }
}

TEST_CASE("rapfi csv: limits of the caller hold", "[convert]") {
  const std::string rows = names + "0,f-15-15---b,w,0,0,none,\"\"\n1,f-15-15-h8--w,w,0,0,none,\"\"\n";
  TreeReadOptions options;
  options.max_nodes = 1;
  const Error error = test::error_of(read_rapfi_csv(bytes_of(rows), options));
  CHECK(error.code == ErrorCode::limit);
  CHECK(error.message == "more than 1 row");
  options = {};
  options.max_bytes = 50;
  CHECK(test::error_of(read_rapfi_csv(bytes_of(rows), options)).code == ErrorCode::limit);
  const std::string text(65'531, 'x');
  CHECK(
      test::error_of(read_rapfi_csv(bytes_of(names + "0,f-15-15---b,w,0,0,none,\"" + text + "\"\n"))).code ==
      ErrorCode::limit);
}

}  // namespace rapfi_csv_test
