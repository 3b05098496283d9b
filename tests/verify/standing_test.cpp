// Records that stand by what others do.
#include "verify/check/standing.hpp"

#include <catch2/catch.hpp>

#include "game/symmetry.hpp"
#include "tests/positions.hpp"
#include "verify/check/node_checker.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::verify {
namespace {

Square square(const char* name) { return parse_square(name, 15).value(); }

struct Chain {
  Chain() : proof(RuleSet::freestyle, 15, Color::black) {}
  void add(const char* moves, const char* move) { proof.records.add(after(moves), square(move)); }
  Standing stand(const std::vector<Known>& known) {
    return check_standing(proof, known, default_effort).value();
  }

  Proof proof;
};

TEST_CASE("a move that makes a five stands by itself", "[verify][standing]") {
  Chain chain;
  chain.add("h8 a1 i8 a3 j8 a5 k8 a7", "l8");
  chain.proof.records.finish();
  const Standing standing = chain.stand({Known::nothing});
  CHECK(standing.sound[0]);
  CHECK(standing.stands[0]);
  CHECK(standing.unanswered.empty());
}

TEST_CASE("a quiet move leaves its replies unanswered", "[verify][standing]") {
  Chain chain;
  chain.add("h8 a1", "o15");
  chain.proof.records.finish();
  const Standing standing = chain.stand({Known::nothing});
  CHECK_FALSE(standing.sound[0]);
  CHECK_FALSE(standing.stands[0]);
  CHECK(standing.unanswered.size() > 100);
  for (const Position& position : standing.unanswered) CHECK(position.stone_count() == 4);
}

TEST_CASE("a record stands only if those that its replies lead to do", "[verify][standing]") {
  // Black makes a four on one side, with one reply; then an open four in another line.
  Chain chain;
  chain.add("g8 f8 h8 a3 i8 c1 j10 e1 j11 n1", "j8");
  chain.add("g8 f8 h8 a3 i8 c1 j10 e1 j11 n1 j8 k8", "j9");
  chain.proof.records.finish();
  REQUIRE(chain.proof.records.count() == 2);
  REQUIRE(chain.proof.records.stone_count(0) == 10);

  SECTION("the lower one holds, and so does the upper one") {
    const Standing standing = chain.stand({Known::nothing, Known::nothing});
    CHECK(standing.stands[1]);
    CHECK(standing.stands[0]);
  }
  SECTION("a record that is said to be sound still needs those below it") {
    Chain other;
    other.add("g8 f8 h8 a3 i8 c1 j10 e1 j11 n1", "j8");
    other.add("g8 f8 h8 a3 i8 c1 j10 e1 j11 n1 j8 k8", "a3");  // occupied
    other.proof.records.finish();
    const Standing standing = other.stand({Known::sound, Known::nothing});
    CHECK(standing.sound[0]);
    CHECK_FALSE(standing.stands[1]);
    CHECK_FALSE(standing.stands[0]);
    const Standing given = other.stand({Known::sound, Known::given});
    CHECK(given.stands[1]);
    CHECK(given.stands[0]);
  }
}

TEST_CASE("what is wrong with a position is wrong with its record", "[verify][standing]") {
  Chain chain;
  SECTION("the game is over") { chain.add("h8 a1 i8 a3 j8 a5 k8 a7 l8 a9", "c3"); }
  SECTION("the square is occupied") { chain.add("h8 a1 i8 a3", "a1"); }
  chain.proof.records.finish();
  const Standing standing = chain.stand({Known::nothing});
  CHECK_FALSE(standing.sound[0]);
  CHECK_FALSE(standing.stands[0]);
}

TEST_CASE("who stops hears no verdict", "[verify][standing]") {
  Chain chain;
  chain.add("h8 a1 i8 a3 j8 a5 k8 a7", "l8");
  chain.proof.records.finish();
  const std::atomic<bool> stop = true;
  CHECK_THROWS_AS(check_standing(chain.proof, {Known::nothing}, default_effort, &stop).ok(), Stopped);
}

}  // namespace
}  // namespace fiveproof::verify
