#include "convert/rapfi/rapfi_record.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "convert/rapfi/rapfi_index.hpp"
#include "convert/rapfi/rapfi_text.hpp"
#include "tests/convert/bytes.hpp"
#include "tests/positions.hpp"

namespace rapfi_record_test {

using namespace fiveproof;
using namespace fiveproof::convert;
using test::Bytes;
using test::from_hex;

namespace {

DbKey key_at(const Bytes& bytes) {
  const auto key = DbKey::parse(bytes);
  REQUIRE(key);
  return *key;
}

// -- an oracle: boards as pictures, turned and mirrored as pictures are --

using Picture = std::vector<std::string>;  // rows from the top, each from the left

Picture turned(const Picture& picture) {
  Picture out(picture[0].size(), std::string(picture.size(), '.'));
  for (std::size_t y = 0; y < picture.size(); ++y)
    for (std::size_t x = 0; x < picture[0].size(); ++x) out[x][picture.size() - 1 - y] = picture[y][x];
  return out;
}
Picture mirrored(Picture picture) {
  for (auto& row : picture) std::reverse(row.begin(), row.end());
  return picture;
}
/// Pictures with the same width and height as this one.
std::vector<Picture> images_of(const Picture& picture) {
  std::vector<Picture> images;
  for (Picture side : {picture, mirrored(picture)})
    for (int i = 0; i < 4; ++i, side = turned(side))
      if (side.size() == picture.size() && side[0].size() == picture[0].size()) images.push_back(side);
  return images;
}
/// Read off column by column, as a key is written.
Bytes key_of_picture(const Picture& picture, std::uint8_t rule, bool black_passes, bool white_passes) {
  Bytes key = {rule, static_cast<std::uint8_t>(picture[0].size()), static_cast<std::uint8_t>(picture.size())};
  for (const char stone : {'X', 'O'}) {
    for (std::size_t x = 0; x < picture[0].size(); ++x)
      for (std::size_t y = 0; y < picture.size(); ++y)
        if (picture[y][x] == stone) {
          key.push_back(static_cast<std::uint8_t>(x));
          key.push_back(static_cast<std::uint8_t>(y));
        }
    if (stone == 'X' ? black_passes : white_passes) key.insert(key.end(), 2, 0xFF);
  }
  return key;
}

}  // namespace

TEST_CASE("rapfi record: the smallest image is that of pictures turned by hand", "[convert]") {
  std::mt19937 random(11);
  for (int round = 0; round < 600; ++round) {
    const std::size_t width = 1 + random() % 20, height = round % 3 == 0 ? 1 + random() % 20 : width;
    Picture picture(height, std::string(width, '.'));
    std::size_t black = random() % 9, white = black - (black > 0 ? random() % 2 : 0);
    black = std::min(black, width * height / 2);
    white = std::min(white, black);
    if (black > white + 1) continue;
    for (const char stone : {'X', 'O'})
      for (std::size_t left = stone == 'X' ? black : white; left > 0;) {
        char& at = picture[random() % height][random() % width];
        if (at != '.') continue;
        at = stone;
        --left;
      }
    const bool passes = random() % 4 == 0;
    const bool black_passes = passes && black == white, white_passes = passes && black != white;
    CAPTURE(round, width, height, black, white, passes);

    std::set<Bytes> keys;
    for (const Picture& image : images_of(picture))
      keys.insert(key_of_picture(image, 2, black_passes, white_passes));
    for (const Bytes& bytes : keys) {
      const DbKey key = key_at(bytes);
      CHECK(key.fault() == nullptr);
      const CanonicalDbKey canonical = canonical_key(key);
      REQUIRE(canonical.bytes == *keys.begin());
      CHECK(is_canonical(key) == (bytes == *keys.begin()));
      CHECK(canonical.symmetries.size() * keys.size() == images_of(picture).size());
      // Each of them leads there, stone by stone.
      const DbKey smallest = key_at(canonical.bytes);
      for (const int symmetry : canonical.symmetries)
        for (std::size_t i = 0; i < key.count(); ++i) {
          if (key.point(i).is_pass()) continue;
          const DbPoint to = image_of(key.point(i), symmetry, key.board());
          bool is_there = false;
          for (std::size_t k = 0; k < smallest.count(); ++k)
            is_there = is_there || (smallest.point(k) == to && smallest.color(k) == key.color(i));
          CHECK(is_there);
        }
    }
  }
}

TEST_CASE("rapfi record: points are counted from the top left, x first", "[convert]") {
  // Not like any of its images.
  const Bytes bytes = from_hex("01 0F 0F 01 00 02 03 07 07 0E 01");
  const DbKey key = key_at(bytes);
  CHECK(key.board().text() == "standard 15x15");
  CHECK(text_of_key(key) == "black b15 c12, white h8 o14, black to move");
  const Position position = position_of(key);
  CHECK(position == fiveproof::position_of(parse_squares("b15 c12", 15).value(),
                                           parse_squares("h8 o14", 15).value(), Color::black, 15)
                        .value());
  CHECK(key_of(position, RuleSet::standard) == bytes);
}

TEST_CASE("rapfi record: a pass says who is to move", "[convert]") {
  struct Case {
    const char *black, *white;
    Color to_move;
    const char* hex;  // null: no key can say it
  };
  const Case c = GENERATE(values<Case>({
      {"", "", Color::black, "00 0F 0F"},
      {"", "", Color::white, "00 0F 0F FF FF"},
      {"a15", "", Color::white, "00 0F 0F 00 00"},
      {"a15", "", Color::black, "00 0F 0F 00 00 FF FF"},
      {"a15", "o15", Color::black, "00 0F 0F 00 00 0E 00"},
      {"a15", "o15", Color::white, "00 0F 0F 00 00 FF FF 0E 00"},
      {"a15 a14", "o15", Color::black, "00 0F 0F 00 00 00 01 0E 00 FF FF"},
      {"", "o15", Color::white, nullptr},
      {"", "o15", Color::black, nullptr},
      {"a15 a14", "", Color::black, nullptr},
  }));
  CAPTURE(c.black, c.white);
  const Position position = fiveproof::position_of(parse_squares(c.black, 15).value(),
                                                   parse_squares(c.white, 15).value(), c.to_move, 15)
                                .value();
  const auto key = key_of(position, RuleSet::freestyle);
  REQUIRE(key.has_value() == (c.hex != nullptr));
  if (!key) return;
  CHECK(*key == from_hex(c.hex));
  CHECK(key_at(*key).to_move() == c.to_move);
  CHECK(key_at(*key).fault() == nullptr);
  CHECK(position_of(key_at(*key)) == position);
}

TEST_CASE("rapfi record: label and value speak of different sides", "[convert]") {
  struct Case {
    const char* body;
    int claims;
    int plies;  // -1: none
  };
  const Case c = GENERATE(values<Case>({
      {"", claims_nothing, -1},
      {"77", claims_loss, -1},
      {"57", claims_loss, -1},
      {"6C", claims_win, -1},
      {"4C", claims_win, -1},
      {"64", claims_nothing, -1},
      {"FF", claims_nothing, -1},
      {"77 F2 8A 53 00", claims_loss, 34},
      {"00 F2 8A 53 00", claims_loss, 34},
      {"00 F2 8A", claims_loss, 34},
      {"00 0E 75 03 00", claims_win, 34},
      {"00 3C 73 03 00", claims_win, 500},     // 29500: the last mate
      {"00 3B 73 03 00", claims_nothing, -1},  // 29499: none
      {"00 C4 8C 03 00", claims_loss, 500},
      {"00 C5 8C 03 00", claims_nothing, -1},
      {"00 30 75 03 00", claims_win, 0},
      {"00 31 75 03 00", claims_nothing, -1},  // corrupt
      {"00 0E 75 01 00", claims_nothing, -1},  // at most a win
      {"00 0E 75 02 00", claims_win, 34},      // at least
      {"00 F2 8A 01 00", claims_loss, 34},
      {"00 F2 8A 02 00", claims_nothing, -1},
      {"77 F2 8A 02 00", claims_loss, -1},
      {"77 0E 75 03 00", claims_win | claims_loss, 34},
      {"6C 0E 75 03 00", claims_win, 34},
  }));
  CAPTURE(c.body);
  const Bytes body = from_hex(c.body), key = from_hex("01 0F 0F 07 07");
  const DbRecord record(key, body);
  CHECK(record.claims() == c.claims);
  CHECK(record.plies().value_or(-1) == c.plies);
}

TEST_CASE("rapfi record: depth and bound share a number", "[convert]") {
  const Bytes body = from_hex("77 F2 8A 53 00 68 69"), none;
  const DbRecord record(none, body);
  CHECK(record.label() == 'w');
  CHECK(record.value() == -29966);
  CHECK(record.depth() == 20);
  CHECK(record.bound() == exact_bound);
  CHECK(record.text().size() == 2);
  const Bytes negative = from_hex("77 00 00 FF FF");
  CHECK(DbRecord(none, negative).depth() == -1);
  CHECK(DbRecord(none, negative).bound() == exact_bound);
}

TEST_CASE("rapfi record: keys have one order", "[convert]") {
  const std::vector<Bytes> sorted = {
      from_hex("00 00 00"),              // metadata
      from_hex("00 0F 0F"),              // free-style
      from_hex("00 0F 0F FF FF"),        // White to move
      from_hex("00 0F 0F 00 00 FF FF"),  // one stone, Black to move
      from_hex("00 0F 0F 00 00"),        // the same stone, White to move
      from_hex("00 0F 0F 00 01"),
      from_hex("00 0F 0F 00 00 00 01"),
      from_hex("00 0F 0F 00 00 FF FF 00 01"),
      from_hex("00 0F 0F 00 00 00 02"),
      from_hex("00 0F 0F 00 00 00 01 00 02"),
      from_hex("00 14 14"),
      from_hex("01 0F 0F"),
      from_hex("FF 0F 0F"),
      from_hex("00"),  // no keys
      from_hex("00 0F 0F 00"),
      {},
  };
  for (std::size_t a = 0; a < sorted.size(); ++a)
    for (std::size_t b = 0; b < sorted.size(); ++b) {
      CAPTURE(a, b);
      CHECK(compare_keys(sorted[a], sorted[b]) == (a <=> b));
    }
}

TEST_CASE("rapfi text: comments and texts on the board", "[convert]") {
  const auto parse = [](const std::string& text) { return parse_db_text(test::bytes_of(text)); };
  CHECK(parse("") == DbText{});
  CHECK(parse("a\bb") == DbText{{}, "a\bb"});
  CHECK(parse("@BTXT@") == DbText{});
  CHECK(parse("@BTXT@7Ea\n00\nEE\x01\n\bhi\bho") ==
        DbText{{{7, 14, "a"}, {0, 0, ""}, {14, 14, "\x01"}}, "hi\bho"});
  CHECK(parse(std::string("hi\0", 3)) == DbText{{}, "hi"});
  CHECK(parse(std::string("@BTXT@77a\0", 10)) == DbText{{{7, 7, "a"}}, ""});
  CHECK_FALSE(parse("@BTXT@7"));
  CHECK_FALSE(parse("@BTXT@77a\ne7b"));
  CHECK_FALSE(parse("@BTXT@ 7b"));
  for (const DbText& text :
       {DbText{}, DbText{{}, "x\by"}, DbText{{}, "@BTXT@"}, DbText{{{1, 2, "q"}, {35, 0, ""}}, ""},
        DbText{{{1, 2, ""}}, std::string("a\0", 2)}, DbText{{{1, 2, std::string("\0", 1)}}, ""}})
    CHECK(parse_db_text(db_text_bytes(text)) == text);
}

TEST_CASE("rapfi record: two images of a position say the same when their texts stand on the same stones",
          "[convert]") {
  const Bytes bytes = from_hex("01 0F 0F 01 00 02 03 07 07 0E 01");
  const DbKey key = key_at(bytes);
  const Bytes text = db_text_bytes({{{1, 0, "here"}, {7, 7, "there"}}, "why"});
  Bytes body = from_hex("57 00 00 00 00");
  body.insert(body.end(), text.begin(), text.end());
  const Bytes expected = canonical_body({bytes, body});
  std::set<Bytes> bodies;
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    CAPTURE(symmetry);
    Bytes turned = {1, 15, 15};
    for (const std::size_t group : {std::size_t{0}, std::size_t{2}}) {
      std::array points = {image_of(key.point(group), symmetry, key.board()),
                           image_of(key.point(group + 1), symmetry, key.board())};
      std::sort(points.begin(), points.end());
      for (const DbPoint point : points) turned.insert(turned.end(), {point.x, point.y});
    }
    Bytes other = from_hex("77 00 00 00 00");
    const Bytes moved = text_image(text, symmetry, key.board());
    other.insert(other.end(), moved.begin(), moved.end());
    bodies.insert(other);
    CHECK(canonical_body({turned, other}) == expected);
    other.back() = '!';
    CHECK(canonical_body({turned, other}) != expected);
  }
  CHECK(bodies.size() == 8);
}

TEST_CASE("rapfi record: a position that is its own image has texts on either side", "[convert]") {
  // h8 alone: all eight symmetries lead to it.
  const Bytes key = from_hex("01 0F 0F 07 07");
  const auto body = [](std::uint8_t x, std::uint8_t y) {
    Bytes bytes = from_hex("00 00 00 00 00");
    const Bytes text = db_text_bytes({{{x, y, "a"}}, ""});
    bytes.insert(bytes.end(), text.begin(), text.end());
    return bytes;
  };
  const Bytes one = body(1, 2);
  CHECK(canonical_body({key, one}) == canonical_body({key, body(12, 13)}));
  CHECK(canonical_body({key, one}) != canonical_body({key, body(1, 3)}));
}

}  // namespace rapfi_record_test
