// Coding 3 of .fvp: what its lists may say and what not. Round trips are in block_coder_test.cpp.
#include "format/fvp/list_block.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "format/fvp/fvp_reader.hpp"
#include "format/fvp/fvp_writer.hpp"
#include "format/walk/block_source.hpp"
#include "game/notation.hpp"
#include "game/packed_position.hpp"
#include "samples.hpp"
#include "tests/rounds.hpp"

using namespace fiveproof;
using namespace fiveproof::test;

namespace {

using Lists = std::vector<std::uint8_t>;

Status read(const Lists& lists, std::uint32_t count, int size = 5, Color attacker = Color::black) {
  return read_lists(lists, size, attacker, count, [](EntryView) {});
}

std::string error_of(const Lists& lists, std::uint32_t count) {
  const Status status = read(lists, count);
  return status.ok() ? "" : status.error().message;
}

Lists lists_of_first_block(const Proof& proof) {
  auto source = BlockSource::create(proof.records, 10'000);
  REQUIRE(source.ok());
  return lists_of(*source.value().next());
}

}  // namespace

TEST_CASE("a tree is what its squares say", "[format][lists]") {
  // Black c3 and White a1; c4; then b1 and e5, the first with d1 and nothing below it, the second with no
  // move.
  const Lists lists = {0, 1, 1, 12, 0, 13, 2, 5, 24, 15, 0, 255};
  std::vector<std::vector<std::uint8_t>> entries;
  REQUIRE(read_lists(lists, 5, Color::black, 3, [&](EntryView e) {
            entries.emplace_back(e.begin(), e.end());
          }).ok());
  const auto entry = [](const char* black, const char* white, std::optional<Square> move) {
    const Position position =
        position_of(parse_squares(black, 5).value(), parse_squares(white, 5).value(), Color::black, 5)
            .value();
    Proof proof(RuleSet::freestyle, 5, Color::black);
    proof.records.add(position, move);
    proof.records.finish();
    const auto stored = proof.records.entry(0);
    return std::vector<std::uint8_t>(stored.begin(), stored.end());
  };
  const auto square = [](const char* name) { return parse_square(name, 5).value(); };
  CHECK(entries[0] == entry("c3", "a1", square("c4")));
  CHECK(entries[1] == entry("c3 c4", "a1 b1", square("d1")));
  CHECK(entries[2] == entry("c3 c4", "a1 e5", std::nullopt));
}

TEST_CASE("lists that say anything else are refused", "[format][lists]") {
  const Lists good = {0, 1, 1, 12, 0, 13, 2, 5, 24, 15, 0, 255};
  REQUIRE(error_of(good, 3).empty());
  struct Case {
    const char* what;
    std::size_t at;
    std::uint8_t value;
  };
  for (const Case& c :
       {Case{"a kind", 0, 2}, Case{"more stones than numbers", 1, 200}, Case{"a stone off the board", 3, 25},
        Case{"a stone on another", 4, 12}, Case{"a move off the board", 5, 25},
        Case{"a move onto a stone, with replies", 5, 12}, Case{"more replies than numbers", 6, 200},
        Case{"a reply onto a stone", 7, 12}, Case{"a reply onto the move", 7, 13},
        Case{"replies that do not ascend", 7, 24}, Case{"a reply off the board", 8, 25},
        Case{"more records than there are", 10, 1}, Case{"fewer records than there are", 6, 1}}) {
    CAPTURE(c.what);
    Lists bad = good;
    bad[c.at] = c.value;
    CHECK_THAT(error_of(bad, 3), Catch::Contains("expected lists of 3 records"));
  }
  CHECK_FALSE(error_of(good, 2).empty());
  CHECK_FALSE(error_of(good, 4).empty());
  CHECK_FALSE(error_of({}, 1).empty());
  for (std::size_t length = 0; length < good.size(); ++length)
    CHECK_FALSE(error_of({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length)}, 3).empty());
  Lists longer = good;
  longer.push_back(0);
  CHECK_FALSE(error_of(longer, 3).empty());
  // An AND position has a reply; two squares of one side ascend.
  CHECK(error_of({1, 0, 0, 1, 3, 255}, 1).empty());
  CHECK_FALSE(error_of({1, 0, 0, 0, 3, 255}, 1).empty());
  CHECK(error_of({0, 2, 0, 3, 4, 255}, 1).empty());
  CHECK_FALSE(error_of({0, 2, 0, 4, 3, 255}, 1).empty());
  // A move onto a stone is a record.
  CHECK(error_of({0, 1, 0, 3, 3, 0}, 1).empty());
}

TEST_CASE("beyond 15x15 numbers are of two bytes", "[format][lists]") {
  CHECK(read({0, 0, 0, 0, 0, 0, 0x8F, 0x01, 0, 0}, 1, 20).ok());
  CHECK_FALSE(read({0, 0, 0, 0, 0, 0, 0x90, 0x01, 0, 0}, 1, 20).ok());
  CHECK_FALSE(read({0, 0, 0, 0, 0, 0, 0x8F, 0x01, 0}, 1, 20).ok());
  CHECK_FALSE(read({0, 0, 0, 0, 0, 0, 0x8F, 0x01, 0, 0, 0}, 1, 20).ok());
}

TEST_CASE("damaged lists end, and give no more records than they may", "[format][lists]") {
  std::mt19937 random(8);
  for (const int size : {5, 15, 16, 20}) {
    const Proof proof = random_strategy(3, size, Color::white, 300);
    const Lists whole = lists_of_first_block(proof);
    const auto count = static_cast<std::uint32_t>(proof.records.count());
    std::size_t refused = 0;
    for (std::size_t n = 0; n < rounds(3'000); ++n) {
      Lists damaged = whole;
      for (auto k = 1 + random() % 3; k > 0; --k)
        damaged[random() % damaged.size()] = static_cast<std::uint8_t>(random() % (n % 2 ? 256 : 30));
      std::uint32_t got = 0;
      const Status status = read_lists(damaged, size, Color::white, count, [&](EntryView entry) {
        REQUIRE(is_canonical_entry(entry, size));
        ++got;
      });
      CHECK(got <= count);
      if (status.ok()) CHECK(got == count);
      refused += !status.ok();
    }
    CHECK(refused > rounds(1'000));
  }
}

TEST_CASE("a frame that promises more than lists can say is refused before it is opened", "[format][lists]") {
  // 1 GiB of one byte: single segment, a content size of four bytes, one block that repeats.
  const Lists bomb = {0x28, 0xB5, 0x2F, 0xFD, 0xA0, 0x00, 0x00, 0x00, 0x40, 0x03, 0x00, 0x00, 0x00};
  const Status status = decode_block(
      bomb, 15, Color::black, 1'000, [](EntryView) {}, FvpCoding::lists);
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().code == ErrorCode::malformed);
  CHECK_THAT(status.error().message, Catch::Contains("after decompression"));
}
