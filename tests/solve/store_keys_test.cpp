// What the bytes of a store cannot be.
#include "solve/store/store_keys.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "game/symmetry.hpp"
#include "tests/positions.hpp"

namespace fiveproof::solve::store_keys_test {
namespace {

const StoreIdentity freestyle{RuleSet::freestyle, 15, Color::black};

TEST_CASE("a move is two bytes, up to the last square", "[store]") {
  CHECK(decode_move(Bytes{0, 224}, 15) == Square(14, 14));
  CHECK_FALSE(decode_move(Bytes{0, 225}, 15));
  CHECK_FALSE(decode_move(Bytes{1, 0}, 15));
  CHECK_FALSE(decode_move(Bytes{0}, 15));
  CHECK_FALSE(decode_move(Bytes{0, 1, 0}, 15));
}

TEST_CASE("a job is a state, a round, searches and whole moves", "[store]") {
  const JobEntry entry{JobState::split, 3, 500, {Square(0, 0), Square(14, 14)}};
  const Bytes whole = encode(entry, 15);
  CHECK(decode_entry(whole, 15) == entry);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    CHECK(decode_entry(Span(whole).first(length), 15).has_value() == (length == 10 || length == 12));
  }
  Bytes unknown = whole;
  unknown[0] = 4;
  CHECK_FALSE(decode_entry(unknown, 15));
}

TEST_CASE("the key of a job says which of the two sides is to move", "[store]") {
  const Position position = canonical_form(after("h8 a1")).position;
  Bytes key = job_key(position, Color::black);
  REQUIRE(position_of_job(key, freestyle));
  CHECK(*position_of_job(key, freestyle) == position);
  key.back() = 0;
  CHECK(position_of_job(key, freestyle)->to_move() == Color::white);
  key.back() = 2;
  CHECK_FALSE(position_of_job(key, freestyle));
  CHECK_FALSE(position_of_job(Bytes(), freestyle));
}

TEST_CASE("the name of a game is read as it is written, and no other", "[store]") {
  const auto read = [](const std::string& text) {
    return parse_identity("a.fvs", Bytes(text.begin(), text.end()));
  };
  const std::string whole = identity_text(freestyle, 1);  // of version 1, which has no checksum
  REQUIRE(read(whole).ok());
  CHECK(read(whole).value().game == freestyle);
  for (const std::string& wrong :
       {whole + " ", whole + " and more", std::string("fiveproof-store 1 freestyle 30 black"),
        std::string("fiveproof-store 1 freestyle 4 black"), std::string("fiveproof-store 1 freestyle 15 red"),
        std::string("fiveproof-store 1 freestyle 015 black"), std::string("fiveproof-store 1 caro 15 black"),
        std::string("fiveproof-store 1 freestyle"), identity_text(freestyle, 2)}) {
    CAPTURE(wrong);
    REQUIRE_FALSE(read(wrong).ok());
    CHECK(read(wrong).error().code == ErrorCode::malformed);
  }
  const std::string next = std::to_string(store_version + 1);
  CHECK(read("fiveproof-store " + next + " freestyle 15 black").error().code == ErrorCode::unsupported);
}

}  // namespace
}  // namespace fiveproof::solve::store_keys_test
