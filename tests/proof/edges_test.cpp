// The edges of a proof against playing every reply.
#include <catch2/catch.hpp>
#include <set>

#include "proof/graph/links.hpp"
#include "tests/convert/proof_fixtures.hpp"

namespace fiveproof {
namespace {

std::vector<Edge> slow_edges(const Proof& proof) {
  std::set<Edge> edges;
  for (std::size_t i = 0; i < proof.records.count(); ++i) {
    const Record record = proof.records.at(i);
    if (!record.move || !record.position.is_empty(*record.move)) continue;
    Position after = record.position;
    after.play(*record.move);
    for (const Square reply : after.empties()) {
      Position next = after;
      next.play(reply);
      const auto [first, last] = proof.records.find(canonical_form(next).position);
      if (first < last) edges.insert({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(first)});
    }
  }
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

}  // namespace
}  // namespace fiveproof
