// The edges of a proof against playing every reply.
#include <catch2/catch.hpp>
#include <set>

#include "proof/graph/links.hpp"
#include "tests/convert/proof_fixtures.hpp"

namespace fiveproof {
namespace {

/// What plays every reply is told each that leads to a record, and the first record of that position.
template <class Visit>
void each_stored_reply(const Proof& proof, std::size_t i, const Visit& visit) {
  const Record record = proof.records.at(i);
  if (!record.move || !record.position.is_empty(*record.move)) return;
  Position after = record.position;
  after.play(*record.move);
  for (const Square reply : after.empties()) {
    Position next = after;
    next.play(reply);
    const auto [first, last] = proof.records.find(canonical_form(next).position);
    if (first < last) visit(reply, static_cast<std::uint32_t>(first));
  }
}

std::vector<Edge> slow_edges(const Proof& proof) {
  std::set<Edge> edges;
  for (std::size_t i = 0; i < proof.records.count(); ++i)
    each_stored_reply(proof, i, [&](Square, std::uint32_t child) {
      edges.insert({static_cast<std::uint32_t>(i), child});
    });
  return {edges.begin(), edges.end()};
}

TEST_CASE("the edges of a proof are those of playing every reply", "[proof]") {
  std::size_t count = 0, repeated = 0;
  for (unsigned seed = 1; seed <= 20; ++seed)
    for (const Color attacker : {Color::black, Color::white}) {
      CAPTURE(seed);
      const Proof proof =
          test::tangled_proof({.seed = seed, .size = 5 + static_cast<int>(seed % 4), .attacker = attacker});
      const auto edges = edges_of(proof.records);
      REQUIRE(edges.ok());
      REQUIRE(edges.value() == slow_edges(proof));
      count += edges.value().size();
      for (std::size_t i = 0; i < proof.records.count(); ++i) repeated += proof.records.is_repeated(i);
    }
  CHECK(count > 2'000);
  CHECK(repeated > 0);  // positions with several moves
}

TEST_CASE("the replies that lead to records are those of playing every reply", "[proof]") {
  std::size_t count = 0, symmetric = 0;
  for (unsigned seed = 1; seed <= 20; ++seed)
    for (const Color attacker : {Color::black, Color::white})
      for (const std::uint64_t mask : {~std::uint64_t{0}, std::uint64_t{7} << 30, std::uint64_t{0}}) {
        CAPTURE(seed, mask);
        const Proof proof =
            test::tangled_proof({.seed = seed, .size = 5 + static_cast<int>(seed % 4), .attacker = attacker});
        const auto squares = reply_squares(proof.records, mask);
        REQUIRE(squares.ok());
        for (std::size_t i = 0; i < proof.records.count(); ++i) {
          SquareSet expected;
          std::set<std::uint32_t> children;
          each_stored_reply(proof, i, [&](Square reply, std::uint32_t child) {
            expected.insert(reply);
            if (!children.insert(child).second) ++symmetric;
          });
          REQUIRE(squares.value().of(i) == expected);
          count += static_cast<std::size_t>(expected.size());
        }
      }
  CHECK(count > 6'000);
  CHECK(symmetric > 30);  // several replies that lead to one record
}

}  // namespace
}  // namespace fiveproof
