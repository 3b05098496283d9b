// Databases of Yixin and Rapfi for the tests, all made up: no real one could be examined.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "convert/rapfi/rapfi_file.hpp"
#include "tests/convert/bytes.hpp"

namespace fiveproof::test {

struct DatabaseFixture {
  const char* what;
  std::string hex;
  const char* oddities;  ///< "what@byte", each with a comma
  std::size_t records;
};

inline const std::string utf8_metadata =
    "03 00 00 00 00 14 00 00 00 00 00 00 63 68 61 72 73 65 74 3D 22 55 54 46 2D 38 22 ";

/// All that are read without being told to keep what is cut.
inline std::vector<DatabaseFixture> database_fixtures() {
  return {
      {"nothing", "00 00 00 00", "", 0},
      {"that of the description: renju, h8, White to move, mated in 34",
       "02 00 00 00 " + utf8_metadata + "05 00 02 0F 0F 07 07 05 00 77 F2 8A 53 00", "", 2},
      {"no metadata, an empty board", "01 00 00 00 03 00 00 0F 0F 01 00 6C", "", 1},
      {"null records and short ones",
       "04 00 00 00 03 00 01 0F 0F 00 00 05 00 01 0F 0F 00 00 01 00 77 05 00 01 0F 0F 00 01 03 00 FF 10 00 "
       "05 00 01 0F 0F 00 02 05 00 64 10 00 05 00",
       "", 4},
      {"records that end within a number",
       "02 00 00 00 05 00 01 0F 0F 00 00 02 00 77 01 05 00 01 0F 0F 00 01 04 00 77 01 00 05",
       "a record that ends within a number@4,a record that ends within a number@15,", 2},
      {"large letters", "01 00 00 00 05 00 01 0F 0F 00 00 01 00 57", "", 1},
      {"a pass of Black and one of White",
       "02 00 00 00 05 00 01 0F 0F FF FF 01 00 6C 07 00 01 0F 0F 00 00 FF FF 01 00 6C", "", 2},
      {"passes where none belongs",
       "02 00 00 00 09 00 01 0F 0F FF FF 00 00 00 01 00 00 07 00 01 0F 0F FF FF 00 00 00 00",
       "a pass where none belongs@4,a pass where none belongs@17,", 2},
      {"a record without a key", "02 00 00 00 00 00 03 00 00 0F 0F 00 00", "a record without a key@4,", 2},
      {"keys that are none, and the next record after each",
       "04 00 00 00 02 00 01 0F 01 00 77 04 00 01 0F 0F 07 00 00 01 00 07 00 00 03 00 01 0F 0F 01 00 6C",
       "a key of 2 bytes@4,a key of 4 bytes@11,a key of 1 byte@19,", 4},
      {"a stone off the board", "01 00 00 00 05 00 01 0F 0F 0F 00 01 00 77",
       "a stone off the board, or two on one point@4,", 1},
      {"two stones on one point", "01 00 00 00 07 00 01 0F 0F 01 02 01 02 01 00 77",
       "a stone off the board, or two on one point@4,", 1},
      {"stones out of order", "01 00 00 00 09 00 01 0F 0F 01 02 01 01 07 07 01 00 77",
       "stones out of order@4,", 1},
      {"an unknown rule", "01 00 00 00 05 00 07 0F 0F 00 00 01 00 77", "a rule other than 0, 1 and 2@4,", 1},
      {"boards of no size, of too large and of negative ones",
       "03 00 00 00 05 00 01 00 00 00 00 00 00 05 00 01 21 0F 00 00 00 00 05 00 01 0F FF 00 00 00 00",
       "a board that is not between 1x1 and 32x32@4,a board that is not between 1x1 and 32x32@13,"
       "a board that is not between 1x1 and 32x32@22,",
       3},
      {"a rectangle", "01 00 00 00 05 00 00 0F 0A 00 01 01 00 77", "", 1},
      {"rules and boards side by side",
       "05 00 00 00 05 00 00 0A 0A 00 01 01 00 77 05 00 00 0F 0F 00 01 01 00 77 05 00 01 0F 0F 00 01 01 00 "
       "77 "
       "05 00 02 0F 0F 00 01 01 00 77 05 00 02 16 16 00 01 01 00 77",
       "", 5},
      {"an unknown label", "01 00 00 00 05 00 01 0F 0F 00 00 01 00 71", "an unknown label@4,", 1},
      {"a corrupt value", "01 00 00 00 05 00 01 0F 0F 00 00 05 00 00 31 75 00 00", "a value beyond 30000@4,",
       1},
      {"a label against a value", "01 00 00 00 05 00 01 0F 0F 00 00 05 00 77 0E 75 03 00",
       "a label and a value that contradict each other@4,", 1},
      {"texts",
       "03 00 00 00 05 00 01 0F 0F 00 00 08 00 77 00 00 00 00 68 08 69 05 00 01 0F 0F 00 01 11 00 77 00 00 "
       "00 "
       "00 40 42 54 58 54 40 37 45 61 08 68 69 05 00 01 0F 0F 00 02 0B 00 77 00 00 00 00 40 42 54 58 54 40",
       "", 3},
      {"a text on no point", "01 00 00 00 05 00 01 0F 0F 00 00 0D 00 77 00 00 00 00 40 42 54 58 54 40 37 61",
       "a text on the board without a point@4,", 1},
      {"metadata later, and twice",
       "04 00 00 00 03 00 01 0F 0F 00 00 " + utf8_metadata + utf8_metadata + "05 00 01 0F 0F 07 07 00 00",
       "metadata that do not come first@11,metadata that do not come first@38,", 4},
      {"one key three times",
       "04 00 00 00 05 00 01 0F 0F 00 00 01 00 77 05 00 01 0F 0F 00 00 01 00 6C 07 00 01 0F 0F 00 00 00 01 "
       "01 "
       "00 77 05 00 01 0F 0F 00 00 01 00 77",
       "", 4},
      {"the empty board twice, by two rules",
       "04 00 00 00 03 00 00 0F 0F 01 00 77 03 00 00 0F 0F 01 00 77 03 00 01 0F 0F 00 00 03 00 01 0F 0F 00 "
       "00",
       "", 4},
      {"in an order of its own",
       "03 00 00 00 05 00 01 0F 0F 07 07 00 00 05 00 01 0F 0F 00 01 00 00 07 00 01 0F 0F 00 01 00 02 00 00",
       "", 3},
      {"bytes behind the last record", "01 00 00 00 03 00 01 0F 0F 00 00 03 00 01",
       "3 bytes behind the last record@11,", 1},
  };
}

/// Any records in any order, most of them such as a program would write.
inline std::vector<std::uint8_t> random_database(std::uint32_t seed) {
  using namespace convert;
  std::mt19937 random(seed);
  const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
  const auto byte = [&](std::size_t limit) { return static_cast<std::uint8_t>(below(limit)); };
  const bool is_plain = seed % 3 == 0;
  std::vector<std::pair<std::vector<std::uint8_t>, std::vector<std::uint8_t>>> records;
  const std::size_t number = seed % 10 == 0 ? 2000 : 1 + below(60);
  for (std::size_t i = 0; i < number; ++i) {
    const std::uint8_t size = is_plain || below(10) != 0 ? 15 : static_cast<std::uint8_t>(1 + below(23));
    const std::uint8_t height = is_plain || below(20) != 0 ? size : static_cast<std::uint8_t>(1 + below(16));
    std::vector<std::uint8_t> key = {is_plain ? std::uint8_t{1} : byte(below(30) == 0 ? 256 : 3), size,
                                     height};
    std::vector<std::pair<std::uint8_t, std::uint8_t>> points;
    for (std::size_t n = below(12); n > 0; --n) {
      const std::pair point{byte(size), byte(height)};
      if (std::find(points.begin(), points.end(), point) == points.end()) points.push_back(point);
    }
    const auto middle = points.begin() + static_cast<std::ptrdiff_t>((points.size() + 1) / 2);
    if (is_plain || below(10) != 0) {
      std::sort(points.begin(), middle);
      std::sort(middle, points.end());
    }
    for (const auto& [x, y] : points) {
      const bool is_pass = !is_plain && below(60) == 0;
      key.push_back(is_pass ? std::uint8_t{0xFF} : x);
      key.push_back(is_pass ? std::uint8_t{0xFF} : y);
    }
    if (is_plain) key = canonical_key(*DbKey::parse(key)).bytes;
    if (!is_plain && below(25) == 0) key.push_back(byte(256));
    std::vector<std::uint8_t> body;
    for (std::size_t n = below(4) == 0 ? below(30) : 5; n > 0; --n) body.push_back(byte(256));
    if (!body.empty()) body[0] = static_cast<std::uint8_t>("wlWL\xFF"[below(5)]);
    if (!is_plain && below(40) == 0) key.clear(), body.clear();
    records.emplace_back(key, body);
    if (!is_plain && below(15) == 0) records.push_back(records[below(records.size())]);
  }
  if (seed % 2 == 0)
    std::stable_sort(records.begin(), records.end(),
                     [](const auto& a, const auto& b) { return compare_keys(a.first, b.first) < 0; });
  RapfiDatabase db;
  if (seed % 3 != 1) FIVEPROOF_ENSURE(db.add(utf8_metadata_key(), utf8_metadata_body()));
  for (const auto& [key, body] : records) FIVEPROOF_ENSURE(db.add(key, body));
  const std::vector<std::uint8_t> tail = {1, 0, 7};
  if (seed % 7 == 1) FIVEPROOF_ENSURE(db.set_tail(tail));
  return rapfi_file(db);
}

}  // namespace fiveproof::test
