#include "proof/graph/proof_graph.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "tests/convert/proof_fixtures.hpp"

using namespace fiveproof;
using fiveproof::test::tangled_proof;

namespace {

/// Everything that the graph says below the roots, on real boards; compared with the records on the way.
std::size_t compare(const Proof& proof, std::uint64_t key_mask) {
  ProofGraph graph(proof, key_mask);
  std::set<std::pair<bool, std::uint32_t>> seen;
  std::vector<std::pair<ProofGraph::Place, Position>> waiting;
  const auto add = [&](const ProofGraph::Place& place, const Position& position) {
    REQUIRE(place.symmetry.apply(position) == graph.position(place));
    REQUIRE(graph.stone_count(place) == position.stone_count());
    if (seen.emplace(place.is_or, place.number).second) waiting.emplace_back(place, position);
  };
  for (const Root& root : proof.roots)
    if (const auto place = graph.find(root.position)) add(*place, root.position);
  std::size_t edges = 0;
  while (!waiting.empty()) {
    const auto [place, position] = waiting.back();
    waiting.pop_back();
    const Symmetry back = place.symmetry.inverse();
    if (place.is_or) {
      const auto [first, last] = graph.records_of(place.number);
      REQUIRE(proof.records.find(graph.position(place)) == std::pair<std::size_t, std::size_t>(first, last));
      for (std::uint32_t record = first; record < last; ++record) {
        using Kind = ProofGraph::Answer::Kind;
        const auto answer = graph.answer(record), again = graph.answer(record);
        REQUIRE(answer.kind == again.kind);
        REQUIRE(answer.next.is_same(again.next));
        REQUIRE(answer.next.symmetry == again.next.symmetry);
        const auto move = proof.records.move(record);
        REQUIRE((answer.kind == Kind::is_absent) == !move);
        if (!move) continue;
        REQUIRE(answer.move == *move);
        const Square here = back.apply(*move, proof.size);
        REQUIRE((answer.kind == Kind::is_illegal) == !position.is_empty(here));
        if (!position.is_empty(here)) continue;
        REQUIRE((answer.kind == Kind::makes_five) == makes_five(position, proof.rule, proof.attacker, here));
        if (answer.kind != Kind::leads_on) continue;
        Position next = position;
        next.play(here);
        add({false, answer.next.number, place.symmetry.then(answer.next.symmetry)}, next);
        ++edges;
      }
      continue;
    }
    CHECK(graph.legal_replies(place.number) == position.empties().size());
    std::map<Square, ProofGraph::Reply> replies;
    for (const auto& reply : graph.replies(place.number))
      replies.emplace(back.apply(from_dense_index(reply.square, proof.size), proof.size), reply);
    REQUIRE(replies.size() == graph.replies(place.number).size());
    for (const Square square : position.empties()) {
      Position next = position;
      next.play(square);
      const auto [first, last] = proof.records.find(canonical_form(next).position);
      const auto found = replies.find(square);
      REQUIRE((found != replies.end()) == (first < last));
      if (first == last) continue;
      REQUIRE(found->second.position == first);
      add({true, found->second.position, place.symmetry.then(Symmetry(found->second.symmetry))}, next);
      ++edges;
    }
  }
  return edges;
}

}  // namespace

TEST_CASE("graph: it says what the records say, on every board", "[proof]") {
  std::size_t edges = 0;
  for (unsigned seed = 1; seed <= 25; ++seed)
    for (const Color attacker : {Color::black, Color::white}) {
      CAPTURE(seed);
      const Proof proof =
          tangled_proof({.seed = seed, .size = 5 + static_cast<int>(seed % 4), .attacker = attacker});
      edges += compare(proof, ~std::uint64_t{0});
    }
  CHECK(edges > 2'000);
}

TEST_CASE("graph: keys that coincide change nothing", "[proof]") {
  const Proof proof = tangled_proof({.seed = 7, .positions = 200});
  const std::size_t edges = compare(proof, ~std::uint64_t{0});
  for (const std::uint64_t mask : {std::uint64_t{0}, std::uint64_t{1} << 40, std::uint64_t{3} << 60})
    CHECK(compare(proof, mask) == edges);
}

TEST_CASE("graph: every position looks the same under its own symmetries, and no others", "[proof]") {
  const Proof proof = tangled_proof({.seed = 3});
  ProofGraph graph(proof);
  for (std::uint32_t record = 0; record < proof.records.count(); ++record) {
    const ProofGraph::Place place{true, graph.records_of(record).first, {}};
    const auto own = automorphisms(graph.position(place));
    for (int s = 0; s < Symmetry::count; ++s)
      REQUIRE(graph.is_symmetric(place, Symmetry(s)) == (std::ranges::find(own, Symmetry(s)) != own.end()));
  }
}

TEST_CASE("graph: a board of any size", "[proof]") {
  for (const int size : {5, 20})
    CHECK(compare(tangled_proof({.seed = 2, .size = size}), ~std::uint64_t{0}) > 20);
}
