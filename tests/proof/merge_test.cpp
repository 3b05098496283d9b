#include "proof/graph/merge.hpp"

#include <catch2/catch.hpp>
#include <deque>
#include <map>
#include <random>
#include <set>

#include "game/five.hpp"
#include "game/notation.hpp"
#include "game/packed_position.hpp"
#include "game/symmetry.hpp"
#include "proof/graph/links.hpp"
#include "proof/graph/patch.hpp"
#include "proof/graph/proof_graph.hpp"
#include "tests/format/samples.hpp"

using namespace fiveproof;
using namespace fiveproof::test;

namespace {

using Key = std::vector<std::uint8_t>;
Key key_of(const Position& position) { return pack(canonical_form(position).position); }

/// The slow way: every reply is played, from the claims down.
std::set<std::size_t> needed_slowly(const Proof& proof) {
  std::map<Key, std::vector<std::size_t>> at;
  for (std::size_t i = 0; i < proof.records.count(); ++i)
    at[key_of(proof.records.at(i).position)].push_back(i);
  std::set<std::size_t> needed;
  std::deque<std::size_t> waiting;
  const auto meet = [&](const Position& position) {
    const auto found = at.find(key_of(position));
    if (found == at.end()) return;
    for (std::size_t i : found->second)
      if (needed.insert(i).second) waiting.push_back(i);
  };
  const auto reply_to = [&](const Position& and_position) {
    for (Square reply : and_position.empties()) {
      Position next = and_position;
      next.play(reply);
      meet(next);
    }
  };
  for (const Root& root : proof.roots)
    root.position.to_move() == proof.attacker ? meet(root.position) : reply_to(root.position);
  while (!waiting.empty()) {
    const Record record = proof.records.at(waiting.front());
    waiting.pop_front();
    if (!record.move || !record.position.is_empty(*record.move)) continue;
    if (makes_five(record.position, proof.rule, proof.attacker, *record.move)) continue;
    Position next = record.position;
    next.play(*record.move);
    reply_to(next);
  }
  return needed;
}

/// A strategy with claims somewhere in it, both kinds; some records have a second one with another move, and
/// some that belong to no line of play have a stone more.
Proof with_claims(unsigned seed, int size, Color attacker) {
  const Proof strategy = random_strategy(seed, size, attacker, 300);
  std::mt19937 random(seed);
  Proof proof(strategy.rule, size, attacker);
  for (std::size_t i = 0; i < strategy.records.count(); ++i) {
    const Record record = strategy.records.at(i);
    proof.records.add(record.position, record.move);
    if (random() % 20 == 0) proof.records.add(record.position, random_square(random, size));
    if (Position stray = record.position; random() % 20 == 0 && !stray.is_full()) {
      stray.put(attacker, stray.empties().first());
      proof.records.add(stray, record.move);
    }
  }
  proof.records.finish();
  for (int n = 0; n < 4; ++n) {
    Record record = proof.records.at(random() % proof.records.count());
    const Symmetry turn(static_cast<int>(random() % 8));
    if (n % 2 == 1 && record.move && record.position.is_empty(*record.move))
      record.position.play(*record.move);
    proof.roots.push_back({turn.apply(record.position), std::nullopt});
  }
  return proof;
}

using Records = std::map<Key, std::set<int>>;
Records records_of(const Proof& proof) {
  Records records;
  for (std::size_t i = 0; i < proof.records.count(); ++i) {
    const Record record = proof.records.at(i);
    records[pack(record.position)].insert(record.move ? dense_index(*record.move, proof.size) : -1);
  }
  return records;
}

}  // namespace

TEST_CASE("what is needed is what the slow way meets", "[proof][merge]") {
  const int size = GENERATE(5, 6, 7, 15, 20);
  const Color attacker = GENERATE(Color::black, Color::white);
  const unsigned seed = GENERATE(range(1u, 6u));
  CAPTURE(size, attacker, seed);
  const Proof proof = with_claims(seed, size, attacker);
  const auto needed = needed_records(proof).value();
  const auto expected = needed_slowly(proof);
  REQUIRE(!expected.empty());
  for (std::size_t i = 0; i < needed.size(); ++i) {
    CAPTURE(i);
    REQUIRE(needed[i] == (expected.count(i) > 0));
  }
  CHECK(needed_records(proof, 6).value() == needed);
}

TEST_CASE("nothing is needed below a five", "[proof][merge]") {
  Proof proof(RuleSet::freestyle, 9, Color::black);
  const auto at = [](const char* text) { return parse_squares(text, 9).value(); };
  const Position four = position_of(at("a1 a2 a3 a4"), at("c1 c3 d5 e8"), Color::black, 9).value();
  Position five = four;
  five.play(at("a5")[0]);
  five.play(at("i9")[0]);
  proof.records.add(four, at("a5")[0]);
  proof.records.add(five, std::nullopt);
  proof.records.finish();
  proof.roots.push_back({four, std::nullopt});
  CHECK(trim(proof).value() == 1);
  CHECK(proof.records.count() == 1);
  CHECK(trim(proof).value() == 0);
}

TEST_CASE("a reply on a forbidden point leads nowhere", "[proof][merge]") {
  // Black, the defender, is to move at the root; f6 would make two threes.
  const auto at = [](const char* text) { return parse_squares(text, 9).value(); };
  const Position root = position_of(at("d6 e6 f4 f5"), at("a1 a3 i1 i3"), Color::black, 9).value();
  Proof proof(RuleSet::renju, 9, Color::white);
  proof.roots.push_back({root, std::nullopt});
  for (const char* reply : {"f6", "h8"}) {
    Position next = root;
    next.play(at(reply)[0]);
    proof.records.add(next, at("a2")[0]);
  }
  proof.records.finish();
  ProofGraph graph(proof);
  const auto place = graph.find(root);
  REQUIRE(place);
  CHECK(graph.legal_replies(place->number) == root.empties().size() - 1);
  CHECK(trim(proof).value() == 1);
}

TEST_CASE("a trimmed proof keeps claims, findings and sections", "[proof][merge]") {
  std::uint64_t dropped = 0;
  for (unsigned seed = 1; seed < 6; ++seed) {
    Proof proof = with_claims(seed, 15, Color::white);
    proof.findings = random_proof(1, proof.rule, 15, Color::white, 5).findings;
    for (Gap& finding : proof.findings) finding.root.reset(), finding.line.clear();
    proof.sections = {{5, {1, 2}}};
    const auto expected = needed_slowly(proof);
    Proof trimmed(proof.rule, proof.size, proof.attacker);
    trimmed.roots = proof.roots;
    trimmed.findings = proof.findings;
    trimmed.sections = proof.sections;
    for (std::size_t i : expected)
      trimmed.records.add(proof.records.at(i).position, proof.records.at(i).move);
    trimmed.records.finish();
    const std::size_t before = proof.records.count();
    const std::uint64_t here = trim(proof).value();
    CHECK(here == before - expected.size());
    CHECK(difference(proof, trimmed).empty());
    CHECK(proof.sections == trimmed.sections);
    dropped += here;
  }
  CHECK(dropped > 0);
}

TEST_CASE("the first proof that has a position is followed", "[proof][merge]") {
  std::vector<Proof> proofs;
  for (unsigned seed : {1u, 2u, 3u}) proofs.push_back(with_claims(seed, 6, Color::black));
  proofs.push_back(with_claims(2, 6, Color::black));  // once more
  Records expected;
  std::uint64_t repeated = 0, other = 0, roots = 0;
  std::set<std::pair<Key, Color>> seen;
  for (const Proof& proof : proofs) {
    Records added = expected;
    for (const auto& [position, moves] : records_of(proof))
      for (int move : moves) {
        if (!expected.count(position))
          added[position].insert(move);
        else
          ++(expected[position].count(move) ? repeated : other);
      }
    expected = added;
    for (const Root& root : proof.roots)
      roots += seen.insert({pack(root.position), root.position.to_move()}).second;
  }
  const auto merged = merge(std::move(proofs));
  REQUIRE(merged.ok());
  CHECK(records_of(merged.value().proof) == expected);
  CHECK(merged.value().repeated == repeated);
  CHECK(merged.value().other_moves == other);
  CHECK(repeated > 0);
  CHECK(other > 0);
  CHECK(merged.value().proof.roots.size() == roots);
}

TEST_CASE("findings keep their roots", "[proof][merge]") {
  std::vector<Proof> proofs;
  for (unsigned seed : {1u, 2u, 1u})
    proofs.push_back(random_proof(seed, RuleSet::standard, 7, Color::black, 12));
  std::vector<Proof> copies;
  for (unsigned seed : {1u, 2u, 1u})
    copies.push_back(random_proof(seed, RuleSet::standard, 7, Color::black, 12));
  const auto merged = merge(std::move(proofs));
  REQUIRE(merged.ok());
  const auto& all = merged.value().proof;
  std::size_t n = 0;
  for (const Proof& proof : copies)
    for (const Gap& finding : proof.findings) {
      const Gap& kept = all.findings.at(n++);
      CHECK(kept.position == finding.position);
      CHECK(kept.root.has_value() == finding.root.has_value());
      if (finding.root) CHECK(all.roots.at(*kept.root).position == proof.roots[*finding.root].position);
    }
  CHECK(all.findings.size() == n);
}

TEST_CASE("sections of one kind: the first stays", "[proof][merge]") {
  std::vector<Proof> proofs;
  for (int i = 0; i < 3; ++i) proofs.push_back(random_proof(1, RuleSet::standard, 7, Color::black, 5));
  proofs[0].sections = {{4, {1}}};
  proofs[1].sections = {{2, {5}}, {4, {2}}};
  proofs[2].sections = {{2, {5}}, {9, {}}};
  const auto merged = merge(std::move(proofs));
  REQUIRE(merged.ok());
  CHECK(merged.value().proof.sections == std::vector<Section>{{2, {5}}, {4, {1}}, {9, {}}});
  CHECK(merged.value().other_sections == 1);
}

TEST_CASE("proofs of different games are not merged", "[proof][merge]") {
  std::vector<Proof> proofs;
  proofs.push_back(random_proof(1, RuleSet::standard, 7, Color::black, 5));
  SECTION("rule") { proofs.push_back(random_proof(1, RuleSet::freestyle, 7, Color::black, 5)); }
  SECTION("board") { proofs.push_back(random_proof(1, RuleSet::standard, 8, Color::black, 5)); }
  SECTION("attacker") { proofs.push_back(random_proof(1, RuleSet::standard, 7, Color::white, 5)); }
  const auto merged = merge(std::move(proofs));
  REQUIRE_FALSE(merged.ok());
  CHECK(merged.error().code == ErrorCode::usage);
}

namespace {

/// Below each record, along every line: with positions and symmetries alone.
std::map<Key, std::size_t> smallest_slowly(const Proof& proof) {
  const auto& records = proof.records;
  const auto canonical = [](const Position& position) { return pack(canonical_form(position).position); };
  const auto is_playable = [](const Record& record) {
    return !record.move || record.position.is_empty(*record.move);
  };
  std::multimap<Key, std::size_t> leading_to;  // AND position to records
  for (std::size_t i = 0; i < records.count(); ++i) {
    Record record = records.at(i);
    if (!record.move || !is_playable(record)) continue;
    record.position.play(*record.move);
    leading_to.emplace(canonical(record.position), i);
  }
  const double most = 1ull << 60;  // no more is told apart
  std::vector<double> below(records.count());
  std::map<Key, std::size_t> best;
  for (std::size_t last = records.count(); last > 0;) {
    std::size_t first = last - 1;
    while (first > 0 && records.at(first - 1).position == records.at(first).position) --first;
    std::size_t chosen = first;
    const auto price = [&](std::size_t i) { return is_playable(records.at(i)) ? below[i] : most; };
    for (std::size_t i = first; i < last; ++i)
      if (price(i) < price(chosen)) chosen = i;
    const Position position = records.at(first).position;
    best[pack(position)] = chosen;
    for (Square reply : position.stones(opponent(proof.attacker))) {
      Position before = position;
      before.undo(reply);
      const auto [from, to] = leading_to.equal_range(canonical(before));
      for (auto it = from; it != to; ++it)
        below[it->second] = std::min(most, below[it->second] + 1 + price(chosen));
    }
    last = first;
  }
  return best;
}

}  // namespace

TEST_CASE("the smallest records are those that the slow way finds", "[proof][merge]") {
  const int size = GENERATE(5, 6, 7, 15);
  const Color attacker = GENERATE(Color::black, Color::white);
  const unsigned seed = GENERATE(range(1u, 6u));
  CAPTURE(size, attacker, seed);
  Proof proof = with_claims(seed, size, attacker);
  const auto kept = smallest_records(proof.records).value();
  const auto expected = smallest_slowly(proof);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    CAPTURE(i);
    REQUIRE(kept[i] == (expected.at(pack(proof.records.at(i).position)) == i));
  }
  const std::size_t before = proof.records.count();
  CHECK(keep_smallest(proof).value() == before - expected.size());
  CHECK(proof.records.count() == expected.size());
  CHECK(keep_smallest(proof).value() == 0);
}

TEST_CASE("a union of the smallest has each position once, and counts what it leaves out", "[proof][merge]") {
  std::vector<Proof> proofs;
  for (unsigned seed : {1u, 2u, 3u, 2u}) proofs.push_back(with_claims(seed, 6, Color::black));
  Proof all(proofs[0].rule, 6, Color::black);
  std::uint64_t records = 0;
  for (const Proof& proof : proofs)
    for (std::size_t i = 0; i < proof.records.count(); ++i, ++records)
      all.records.add_entry(proof.records.entry(i));
  all.records.finish();
  const std::uint64_t different = all.records.count();
  REQUIRE(keep_smallest(all).ok());
  const auto merged = merge(proofs, Prefer::smallest);
  REQUIRE(merged.ok());
  CHECK(records_of(merged.value().proof) == records_of(all));
  CHECK(merged.value().repeated == records - different);
  CHECK(merged.value().other_moves == different - all.records.count());
  CHECK(merged.value().proof.roots.size() == merge(proofs).value().proof.roots.size());
}
