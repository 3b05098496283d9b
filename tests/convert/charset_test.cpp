#include "convert/syntax/charset.hpp"

#include <catch2/catch.hpp>

#include "convert/decoded_tree.hpp"
#include "convert/formats.hpp"
#include "convert/rapfi/rapfi_db.hpp"
#include "convert/renlib/renlib.hpp"
#include "convert/sgf/sgf.hpp"
#include "tests/convert/library_fixtures.hpp"
#include "tests/convert/results.hpp"
#include "tests/convert/sgf_fixtures.hpp"
#include "tests/random_tree.hpp"

using namespace fiveproof;
using namespace fiveproof::convert;
using test::bytes_of;

namespace {

std::string decoded(const std::string& charset, std::string_view text, std::uint64_t wanted_invalid = 0) {
  auto decoder = test::value_of(TextDecoder::open(charset));
  std::uint64_t invalid = 0;
  const test::Bytes out = decoder.decode(bytes_of(text), invalid);
  CHECK(invalid == wanted_invalid);
  CHECK(is_utf8(out));
  return test::text_of(out);
}

DecodedTree decode(const GameTree& tree, const std::string& charset) {
  return test::value_of(decode_texts(tree, charset));
}

std::string sgf_of(const GameTree& tree) { return test::text_of(test::value_of(write_sgf(tree)).bytes); }

}  // namespace

TEST_CASE("charset: UTF-8 is told from what is not", "[convert]") {
  for (const char* good :
       {"", "a", "\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
        "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF", "a\xE4\xBD\xA0z"}) {
    CAPTURE(good);
    CHECK(is_utf8(bytes_of(good)));
  }
  for (const char* bad : {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xC2", "\xC2z", "\xE0\x9F\xBF", "\xE4\xBD",
                          "\xED\xA0\x80", "\xE4\xBDz", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80",
                          "\xF5\x80\x80\x80", "\xF0\x90\x80", "\xFF", "a\xFE"}) {
    CAPTURE(bad);
    CHECK_FALSE(is_utf8(bytes_of(bad)));
  }
}

TEST_CASE("charset: texts of every charset become UTF-8", "[convert]") {
  CHECK(decoded("gbk", "\xBB\xA8\xD4\xC2 h8") == "\u82B1\u6708 h8");
  CHECK(decoded("GBK", "\x81\x5C") == "\u4E57");
  CHECK(decoded("BIG5", "\xAA\xE1\xA4\xEB") == "\u82B1\u6708");
  CHECK(decoded("SHIFT_JIS", "\x89\xD4\x8C\x8E") == "\u82B1\u6708");
  CHECK(decoded("CP949", "\xC7\xD1") == "\uD55C");
  CHECK(decoded("cp1252", "\xE5\x80") == "\u00E5\u20AC");
  CHECK(decoded("UTF-8", "\u82B1") == "\u82B1");
  CHECK(decoded("ISO-2022-JP", "\x1B$B\x32\x56\x1B(Ba") ==
        "\u82B1"
        "a");
  CHECK(decoded("gbk", "") == "");
}

TEST_CASE("charset: what is no character is replaced and counted", "[convert]") {
  CHECK(decoded("gbk", "a\xFF z", 1) == "a\uFFFD z");
  CHECK(decoded("gbk", "a\x81", 1) == "a\uFFFD");
  CHECK(decoded("UTF-8", "\xE4\xBD", 2) == "\uFFFD\uFFFD");
  CHECK(decoded("UTF-8", "\xC3\xA5\xFF\xFE\xC3\xA5", 2) == "\u00E5\uFFFD\uFFFD\u00E5");
  CHECK(decoded("ASCII",
                "a\xE5"
                "b",
                1) ==
        "a\uFFFD"
        "b");
  // Longer than any buffer, and one decoder for many texts.
  std::string text, expected;
  for (int i = 0; i < 5'000; ++i) {
    text += i % 10 == 0 ? "\xFF " : "\xBB\xA8";
    expected += i % 10 == 0 ? "\uFFFD " : "\u82B1";
  }
  CHECK((decoded("gbk", text, 500) == expected));
  auto decoder = test::value_of(TextDecoder::open("ISO-2022-JP"));
  std::uint64_t invalid = 0;
  CHECK(decoder.decode(bytes_of("\x1B$B\x32\x56"), invalid) == bytes_of("\u82B1"));
  CHECK(decoder.decode(bytes_of("2V"), invalid) == bytes_of("2V"));
}

TEST_CASE("charset: a name that is none is the caller's fault", "[convert]") {
  for (const std::string name : {"", "no-such-charset", "GBK//IGNORE", "GBK,CCS=", "../x", "a b"}) {
    CAPTURE(name);
    CHECK(test::code_of(TextDecoder::open(name)) == ErrorCode::usage);
    CHECK(test::code_of(decode_texts(TreeBuilder(15, "").finish(), name)) == ErrorCode::usage);
  }
}

TEST_CASE("charset: a tree keeps all but the bytes of its texts", "[convert]") {
  const GameTree tree =
      read_renlib(
          test::from_hex(test::header_30 +
                         "78 19 00 01 BB A8 00 00 D4 C2 00 00 68 C8 FF 00 69 20 7D E1 6A 48 BB A8 00 00"))
          .value()
          .tree;
  const DecodedTree result = decode(tree, "gbk");
  CHECK(result.texts == 4);
  CHECK(result.invalid == 1);
  CHECK(result.tree.node_count() == tree.node_count());
  CHECK(result.tree.facts() == tree.facts());
  std::string texts;
  for (const NodeText& text : result.tree.texts())
    texts += std::to_string(text.node) + std::to_string(static_cast<int>(text.kind())) +
             test::text_of(result.tree.pool().at(text.text())) + ",";
  CHECK(texts == "00\u82B1,02\u6708,10\uFFFD,21}\xE1,30\u82B1,");
  for (NodeNumber node = 0; node < tree.node_count(); ++node) {
    CHECK(result.tree.move(node) == tree.move(node));
    CHECK(result.tree.bits(node) == tree.bits(node));
  }
  // And there is a way back into a library.
  CHECK(read_renlib(write_renlib(result.tree).value().bytes).value().tree == result.tree);
  CHECK(sgf_of(result.tree) ==
        "(;FF[4]GM[4]CA[UTF-8]SZ[15]LB[hh:\u6708];B[hh]C[\u82B1]MA[hh]\n(;W[hg]C[\uFFFD])\n(;W[ig]C[\u00E5a];"
        "B[jg]C[\u82B1]))\n");
}

TEST_CASE("charset: random trees in ASCII are not changed by decoding", "[convert]") {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    test::RandomTree wanted{seed, 100};
    wanted.with_source_bits = true;
    wanted.with_properties = true;
    const GameTree tree = test::random_tree(wanted);
    const DecodedTree once = decode(tree, "latin1");
    CHECK(once.invalid == 0);
    const DecodedTree twice = decode(once.tree, "UTF-8");
    CHECK(twice.invalid == 0);
    CHECK(twice.texts == once.texts);
    CHECK((twice.tree == once.tree));
  }
}

TEST_CASE("charset: SGF says after decoding that it is UTF-8", "[convert]") {
  const auto through = [](const std::string& sgf, const std::string& given, const std::string& charset) {
    return sgf_of(decode(test::value_of(read_sgf(bytes_of(sgf), {}, given)).tree, charset).tree);
  };
  const std::string text = "C[\xBB\xA8\x81\\\x81]\\]]XX[\x81]][\x81\\][\xFF\\]]",
                    in_utf8 = "XX[\u4E5A][\u4E57][\uFFFD\\]]C[\u82B1\u4E57\u4E5A\\]]";
  const std::string expected = "(;FF[4]GM[4]CA[UTF-8]SZ[15]" + in_utf8 + ")\n";
  SECTION("named in the file") {
    CHECK(through("(;FF[4]GM[4]CA[GBK]SZ[15]" + text + ")", "", "gbk") == expected);
  }
  SECTION("named by the caller alone") {
    CHECK(through("(;FF[4]GM[4]SZ[15]" + text + ")", "gbk", "gbk") == expected);
  }
  SECTION("named wrongly in the file") {
    CHECK(through("(;FF[4]GM[4]CA[UTF-8]SZ[15]" + text + ")", "gbk", "gbk") == expected);
  }
  SECTION("named by the caller, and kept") {
    const std::string sgf = "(;FF[4]GM[4]CA[UTF-8]SZ[15]C[\x81\\\x81]]\n(;B[hh])\n(;B[aa]))\n";
    const auto reading = test::value_of(read_sgf(bytes_of(sgf), {}, "gbk"));
    CHECK(sgf_of(reading.tree) == "(;FF[4]GM[4]CA[gbk]SZ[15]C[\x81\\\x81]]\n(;B[hh])\n(;B[aa]))\n");
  }
  SECTION("named by the caller, and needed before it is told") {
    const std::string sgf = "(;FF[4][\x81]]GM[4]SZ[15];B[hh])";
    CHECK(through(sgf, "gbk", "gbk") == "(;CA[UTF-8]FF[4][\u4E5A]GM[4]SZ[15];B[hh])\n");
    CHECK(sgf_of(read_sgf(bytes_of(sgf), {}, "gbk").value().tree) ==
          "(;CA[gbk]FF[4][\x81]]GM[4]SZ[15];B[hh])\n");
  }
  SECTION("read in another charset than it is decoded from") {
    // Cut by bytes: what is made of it must still be SGF that says the same each time.
    for (const char* charset : {"gbk", "latin1", "big5", "shift_jis", "utf-16"}) {
      const std::string sgf =
          through("(;FF[4]GM[4]SZ[15]C[\x81\\]\\\\]XX[\x81\\]][\x81][\\\\\x81])", "", charset);
      const auto again = test::value_of(read_sgf(bytes_of(sgf)));
      CHECK(sgf_of(again.tree) == sgf);
    }
  }
}

TEST_CASE("charset: doubtful bytes of SGF are told of", "[convert]") {
  const auto losses = [](const std::string& sgf) {
    return write_sgf(read_sgf(bytes_of(sgf)).value().tree).value().losses;
  };
  CHECK(losses("(;FF[4]GM[4]SZ[15]C[\x81\\\\])").size() == 1);
  CHECK(losses("(;FF[4]GM[4]SZ[15]C[\x81\x81])").empty());
  CHECK(losses("(;FF[4]GM[4]SZ[15]C[\u00E5\\\\])").empty());
  CHECK(losses("(;FF[4]GM[4]CA[gb18030]SZ[15]C[\x81\\])").empty());
}

// What fits was found by Python's codecs and the same ranges of signs.
TEST_CASE("charset: what fits texts that name no charset is proposed, the best first", "[convert]") {
  const auto fitting = [](const std::vector<std::string>& texts) {
    std::vector<test::Bytes> bytes;
    for (const std::string& text : texts) bytes.push_back(bytes_of(text));
    const std::vector<std::span<const std::uint8_t>> views(bytes.begin(), bytes.end());
    std::string names;
    for (const std::string& name : fitting_charsets(views)) names += name + " ";
    return names;
  };
  CHECK(fitting({}).empty());
  CHECK(fitting({"h8", ""}).empty());
  CHECK(fitting({"\xE8\x8A\xB1\xE6\x9C\x88", "h8"}) == "UTF-8 ");
  CHECK(fitting({"\x89\xD4\x8C\x8E\x82\xCD", "\x95\x5C\x8E\xA6\x83\x5C\x83\x74\x83\x67"}) ==
        "CP932 GB18030 ");
  const std::string chinese =
      "\xBA\xDA\xCA\xA4\xA3\xAC\xB0\xD7\xC6\xE5\xD4\xF5\xC3\xB4\xD7\xDF\xB6\xBC\xB2\xBB\xD0\xD0";
  CHECK(fitting({chinese}) == "GB18030 ");
  CHECK(fitting({"\xB6\xC2\xB3\xD3\xA1\x41\xA5\xD5\xB4\xD1\xAB\xE7\xBB\xF2\xA8\xAB"}) == "BIG5 ");
  CHECK(fitting({"\xC8\xE6\xC0\xCC\x20\xC0\xCC\xB1\xE4\xB4\xD9"}) == "EUC-KR GB18030 ");
  // All texts count, and half a character fits nowhere.
  CHECK(fitting({"\xE8\x8A\xB1", chinese}) != "UTF-8 ");
  CHECK(fitting({"\xBA\xDA", chinese + "\x81"}).find("GB18030") == std::string::npos);
}

// -- from UTF-8 into a charset --

namespace {

using Signs = std::vector<std::uint32_t>;

std::string encoded(const std::string& charset, std::string_view text, const Signs& wanted_unsayable = {}) {
  auto encoder = test::value_of(TextEncoder::open(charset));
  Signs unsayable;
  const test::Bytes out = encoder.encode(bytes_of(text), unsayable);
  CHECK(unsayable == wanted_unsayable);
  return test::text_of(out);
}

/// A tree whose texts are the characters of `signs`, by chance.
GameTree tree_of_signs(std::uint32_t seed, const std::vector<std::string>& signs) {
  std::mt19937 random(seed);
  TreeBuilder builder(15, "");
  builder.add(0, TreeMove());
  for (std::uint16_t i = 0; i < 40; ++i) {
    const std::size_t deepest = builder.line().size();
    builder.add(1 + random() % deepest, TreeMove::from_number(static_cast<std::uint16_t>(i * 5)));
    for (const TextKind kind : {TextKind::comment, TextKind::board_text}) {
      if (random() % 2 != 0) continue;
      std::string text;
      for (std::size_t n = 1 + random() % 6; n > 0; --n) text += signs[random() % signs.size()];
      builder.add_text(kind, bytes_of(text));
    }
  }
  return std::move(builder).finish();
}

Writing written(const GameTree& tree, Format format, const TextCharsets& charsets) {
  return test::value_of(encode_tree_as(tree, format, charsets));
}

}  // namespace

// The bytes were made by Python's codecs.
TEST_CASE("charset: UTF-8 becomes bytes of every charset", "[convert]") {
  CHECK(encoded("gbk", "\u82B1\u6708 h8") == "\xBB\xA8\xD4\xC2 h8");
  CHECK(encoded("GBK", "\u4E57") == "\x81\x5C");
  CHECK(encoded("BIG5", "\u82B1\u6708") == "\xAA\xE1\xA4\xEB");
  CHECK(encoded("cp932", "\u82B1\u6708\u8868\uFF71") == "\x89\xD4\x8C\x8E\x95\x5C\xB1");
  CHECK(encoded("euc-kr", "\uD55C") == "\xC7\xD1");
  CHECK(encoded("cp1252", "\u00E5\u20AC") == "\xE5\x80");
  CHECK(encoded("gb18030", "\U0001F600") == "\x94\x39\xFC\x36");
  CHECK(encoded("UTF-8", "\u82B1") == "\u82B1");
  CHECK(encoded("gbk", "a\n\b\r\\~]") == "a\n\b\r\\~]");
}

TEST_CASE("charset: what a charset does not have becomes a question mark and is counted", "[convert]") {
  CHECK(encoded("gbk", "a\U0001F600z\uD55C", {0x1F600, 0xD55C}) == "a?z?");
  CHECK(encoded("cp932", "\u80DC\u80DC", {0x80DC, 0x80DC}) == "??");
  CHECK(encoded("ascii", "\u00E5", {0xE5}) == "?");
  // iconv takes these for a backslash and a tilde, and for another dash.
  CHECK(encoded("cp932", "\u00A5\u203E\u301C", {0xA5, 0x203E, 0x301C}) == "???");
  CHECK(encoded("gbk", "a\xFFz", {0xFFFD}) == "a?z");
}

TEST_CASE("charset: only charsets in which ASCII is ASCII are written", "[convert]") {
  for (const char* charset : {"utf-16", "utf-32", "utf-7", "johab", "iso-2022-jp", "iso-2022-kr", "no such",
                              "", "gbk//translit", "ebcdic-us"}) {
    CAPTURE(charset);
    CHECK(test::code_of(TextEncoder::open(charset)) == ErrorCode::usage);
  }
  for (const char* charset : {"gbk", "gb18030", "cp932", "shift_jis", "big5", "big5-hkscs", "euc-kr", "cp949",
                              "euc-jp", "latin1", "cp1251", "ascii", "utf8"})
    CHECK(TextEncoder::open(charset).ok());
}

TEST_CASE("charset: what was encoded is decoded to the same tree", "[convert]") {
  // Half of these have a second byte that is an escape, an end or a letter where they are in two bytes.
  const std::vector<std::pair<const char*, std::vector<std::string>>> cases = {
      {"gbk", {"\u4E57", "\u4E5A", "\u82B1", "a", "\\", "]", ":", "\u9ED1"}},
      {"cp932", {"\u8868", "\u30BD", "\u30BE", "\uFF71", "a", "\\", "]", "\u82B1"}},
      {"big5", {"\u529F", "\u8A31", "\u82B1", "]", "\\", ":"}},
      {"euc-kr", {"\uD55C", "\uAD6D", "a", "]"}}};
  for (const auto& [charset, signs] : cases)
    for (std::uint32_t seed = 0; seed < 25; ++seed) {
      CAPTURE(charset, seed);
      const GameTree tree = tree_of_signs(seed, signs);
      const EncodedTree made = test::value_of(encode_texts(tree, charset, true));
      CHECK(made.unsayable == 0);
      CHECK((decode(made.tree, charset).tree == tree));

      // SGF says the charset itself, RenLib does not; in both the same is read as from UTF-8.
      const auto plain = test::value_of(read_sgf(written(tree, Format::sgf, {}).bytes)).tree;
      const auto sgf = written(tree, Format::sgf, {"", charset});
      CHECK(sgf.losses == written(tree, Format::sgf, {}).losses);
      const auto read = test::value_of(read_sgf(sgf.bytes)).tree;
      CHECK(charset_of(read) == charset);
      CHECK((decode(read, charset).tree == plain));
      // What came from SGF, properties and all, is written in the charset, too, and comes back from there.
      CHECK(written(plain, Format::sgf, {"", charset}).bytes == sgf.bytes);
      CHECK(written(read, Format::sgf, {"", "utf-8"}).bytes == written(tree, Format::sgf, {}).bytes);

      const auto library = test::value_of(read_renlib(written(tree, Format::lib, {"", charset}).bytes));
      const auto same = test::value_of(read_renlib(written(tree, Format::lib, {}).bytes));
      CHECK((decode(library.tree, charset).tree == same.tree));
      CHECK(written(same.tree, Format::lib, {"utf-8", charset}).bytes ==
            written(tree, Format::lib, {"", charset}).bytes);
    }
}

TEST_CASE("charset: properties of SGF are written in a charset value by value", "[convert]") {
  const auto read = test::value_of(
      read_sgf(bytes_of("(;FF[4]GM[4]CA[UTF-8]SZ[15]AP[\u4E57\\:\\]:\u4E5A]N[\\\u4E57\\\\][\u82B1])")));
  const auto gbk = written(read.tree, Format::sgf, {"", "gbk"});
  CHECK(test::text_of(gbk.bytes) ==
        "(;FF[4]GM[4]CA[gbk]SZ[15]AP[\x81\\\\:\\]:\x81]]N[\\\x81\\\\\\][\xBB\xA8])\n");
  CHECK(gbk.losses.empty());
}

TEST_CASE("charset: the first places are told of what is not in the charset", "[convert]") {
  TreeBuilder builder(15, "");
  for (const std::size_t depth : {0u, 1u, 2u}) {
    builder.add(depth, depth == 0 ? TreeMove() : TreeMove::at(Square(7, 6 + static_cast<int>(depth)), 15));
    builder.add_text(TextKind::comment, bytes_of(depth == 1 ? "ok" : "\u80DC\U0001F600\u80DC"));
  }
  const GameTree tree = std::move(builder).finish();
  const auto made = test::value_of(encode_texts(tree, "cp932", true));
  CHECK(made.unsayable == 6);
  CHECK(made.first == std::vector<std::string>{"\u80DC (U+80DC) at the root",
                                               "\U0001F600 (U+1F600) at the root",
                                               "\u80DC (U+80DC) at \"h8 h9\""});
  CHECK(written(tree, Format::lib, {"", "cp932"}).losses ==
        std::vector<std::string>{"6 characters not of cp932, written as ?: \u80DC (U+80DC) at the root, "
                                 "\U0001F600 (U+1F600) at the root, \u80DC (U+80DC) at \"h8 h9\", and more"});
  CHECK(test::code_of(encode_tree_as(tree, Format::rv2, {"", "cp932"})) == ErrorCode::usage);
}

TEST_CASE("charset: texts of no known charset are not encoded", "[convert]") {
  TreeBuilder builder(15, "");
  builder.add(0, TreeMove::at(Square(7, 7), 15));
  builder.add_text(TextKind::comment, bytes_of("\xBB\xA8"));
  const GameTree tree = std::move(builder).finish();
  CHECK(test::code_of(encode_tree_as(tree, Format::lib, {"", "big5"})) == ErrorCode::usage);
  CHECK(test::code_of(encode_tree_as(tree, Format::lib, {"", "utf-8"})) == ErrorCode::usage);
  CHECK(test::text_of(written(tree, Format::lib, {"gbk", "big5"}).bytes).find("\xAA\xE1") !=
        std::string::npos);
}

TEST_CASE("charset: bytes behind the end of a library's text stay with that text only", "[convert]") {
  // An even text in GBK, with FF behind its end; in UTF-8 it is odd.
  const auto read = test::value_of(read_renlib(test::from_hex(test::header_30 + "78 48 BB A8 00 FF")));
  const auto made = written(read.tree, Format::lib, {"gbk", ""});
  CHECK(test::text_of(made.bytes).ends_with("\u82B1" + std::string(1, '\0')));
  CHECK(written(read.tree, Format::lib, {"gbk", "gbk"}).bytes ==
        test::from_hex(test::header_30 + "78 48 BB A8 00 00"));
}

TEST_CASE("charset: old comments are encoded where they become plain ones", "[convert]") {
  const auto read = test::value_of(read_renlib(test::from_hex(test::header_30 + "78 60 7D E1")));
  const auto sgf = written(read.tree, Format::sgf, {"", "latin1"});
  CHECK(test::text_of(sgf.bytes) ==
        "(;FF[4]GM[4]CA[latin1]SZ[15];B[hh]C[\xE5"
        "a])\n");
  CHECK(sgf.losses[0] == "1 old comment: written as plain ones");
  CHECK(written(read.tree, Format::lib, {"", "gbk"}).bytes == written(read.tree, Format::lib, {}).bytes);
}

TEST_CASE("charset: the metadata of a database name the charset of its texts", "[convert]") {
  RapfiDatabase db;
  const std::string key("\1\17\17\7\7", 5), body("w\0\0\0\0\xBB\xA8", 7);
  REQUIRE(db.add(bytes_of(key), bytes_of(body)));
  const GameTree tree = test::value_of(tree_of_db(db));
  const auto in_utf8 = test::value_of(db_of_tree(decode(tree, "gbk").tree));
  REQUIRE(in_utf8.count() == 2);
  CHECK(in_utf8.charset() == "UTF-8");
  CHECK(test::text_of({in_utf8.record(1).text().begin(), in_utf8.record(1).text().end()}) == "\u82B1");
  const auto big5 = test::value_of(
      read_rapfi_file(written(test::value_of(tree_of_db(in_utf8)), Format::db, {"", "big5"}).bytes));
  CHECK(big5.db.charset() == "big5");
  CHECK(big5.db.count() == 2);
  CHECK(test::text_of({big5.db.record(1).text().begin(), big5.db.record(1).text().end()}) == "\xAA\xE1");
}
