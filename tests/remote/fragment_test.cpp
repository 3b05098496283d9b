// The bytes that a worker hands in.
#include "remote/fragment.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "tests/remote/jobs.hpp"

namespace fiveproof::remote::fragment_test {
namespace {

const solve::StoreIdentity game{RuleSet::freestyle, 15, Color::black};
constexpr std::size_t key_bytes = 47;

Position canonical(const char* moves) { return canonical_form(after(moves)).position; }
Square square(const char* name) { return parse_square(name, 15).value(); }

Fragment some() {
  Fragment fragment;
  fragment.outcome = solve::SearchOutcome::proved;
  fragment.by_simulation = true;
  fragment.searches = 1234;
  fragment.nodes = 99;
  fragment.moves = {square("h9"), square("c3")};
  fragment.answers = {{canonical("h8 a1"), square("e5")}, {canonical("h8 a1 i9 a15"), square("j10")}};
  fragment.known = {canonical("h8 b1"), canonical("h8 c1")};
  return fragment;
}

/// Where the answers begin: version, outcome, flag, two numbers, two moves, their number, the number of
/// answers.
constexpr std::size_t first_answer = 3 + 16 + 2 + 4 + 4;

TEST_CASE("a fragment arrives as it was handed in", "[remote][fragment]") {
  const auto read = decode_fragment(encode(some(), game), game);
  REQUIRE(read.ok());
  const Fragment& fragment = read.value();
  CHECK(fragment.outcome == solve::SearchOutcome::proved);
  CHECK(fragment.by_simulation);
  CHECK(fragment.searches == 1234);
  CHECK(fragment.nodes == 99);
  CHECK(fragment.moves == some().moves);
  REQUIRE(fragment.answers.size() == 2);
  CHECK(fragment.answers[0].position == canonical("h8 a1"));
  CHECK(fragment.answers[1].position == canonical("h8 a1 i9 a15"));
  CHECK(fragment.known.size() == 2);
  CHECK(encode(fragment, game) == encode(some(), game));
}

TEST_CASE("of two answers for one position one is handed in", "[remote][fragment]") {
  Fragment fragment = some();
  fragment.answers.push_back({canonical("h8 a1"), square("f7")});
  CHECK(decode_fragment(encode(fragment, game), game).value().answers.size() == 2);
}

TEST_CASE("a fragment that is cut off, or goes on, is refused at every length", "[remote][fragment]") {
  solve::Bytes bytes = encode(some(), game);
  for (std::size_t length = 0; length < bytes.size(); ++length)
    CHECK_FALSE(decode_fragment(solve::Span(bytes).first(length), game).ok());
  bytes.push_back(0);
  CHECK_FALSE(decode_fragment(bytes, game).ok());
}

TEST_CASE("a fragment says only what encode() can have written", "[remote][fragment]") {
  const solve::Bytes good = encode(some(), game);
  solve::Bytes bad = good;
  SECTION("another version") { bad[0] = 2; }
  SECTION("an outcome that is none") { bad[1] = 4; }
  SECTION("stopped") { bad[1] = static_cast<std::uint8_t>(solve::SearchOutcome::stopped); }
  SECTION("a flag that is none") { bad[2] = 2; }
  SECTION("more moves than squares") { bad[19] = 1; }
  SECTION("a move beyond the board") { bad[21] = 0xFF; }
  SECTION("more answers than there is room for") { bad[first_answer - 4] = 0xFF; }
  SECTION("a position that is not canonical") {
    const Position mirrored = Symmetry(3).apply(canonical("h8 a1"));
    REQUIRE(mirrored != canonical("h8 a1"));
    const auto packed = pack(mirrored);
    std::ranges::copy(packed, bad.begin() + first_answer + 2);
  }
  SECTION("another number of stones") { bad[first_answer + 1] = 4; }
  SECTION("a digit beyond the board") { bad[first_answer + 2] = 243; }
  SECTION("answers that descend") {
    const auto first = bad.begin() + first_answer;
    std::swap_ranges(first, first + key_bytes + 2, first + key_bytes + 2);
  }
  SECTION("an answer twice") {
    const auto first = bad.begin() + first_answer;
    std::copy(first, first + key_bytes + 2, first + key_bytes + 2);
  }
  SECTION("two answers for a position") {
    const auto first = bad.begin() + first_answer;
    std::copy(first, first + key_bytes, first + key_bytes + 2);
    std::fill(first + 2 * key_bytes + 2, first + 2 * key_bytes + 4, std::uint8_t{0});
    bad[first_answer + 2 * key_bytes + 3] = 0xE0;
  }
  SECTION("known positions that descend") {
    const auto first = bad.end() - 2 * key_bytes;
    std::swap_ranges(first, first + key_bytes, first + key_bytes);
  }
  REQUIRE(bad != good);
  const auto read = decode_fragment(bad, game);
  REQUIRE_FALSE(read.ok());
  CHECK(read.error().code == ErrorCode::malformed);
}

TEST_CASE("whatever bytes are handed in are read or refused", "[remote][fragment]") {
  std::mt19937 random(7);
  const solve::Bytes good = encode(some(), game);
  std::size_t refused = 0;
  for (int i = 0; i < 20'000; ++i) {
    solve::Bytes bytes = good;
    for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
      const std::size_t at = random() % bytes.size();
      switch (random() % 3) {
        case 0:
          bytes[at] = static_cast<std::uint8_t>(random());
          break;
        case 1:
          bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at));
          break;
        default:
          bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), static_cast<std::uint8_t>(random()));
      }
    }
    const auto read = decode_fragment(bytes, game);
    refused += !read.ok();
    if (read.ok()) CHECK(encode(read.value(), game) == bytes);
  }
  CHECK(refused > 15'000);
}

}  // namespace
}  // namespace fiveproof::remote::fragment_test
