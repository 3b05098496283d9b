// Replies in groups: none is left out or told twice, and each is lost to the moves of its group.
#include "explore/lost_together.hpp"

#include <set>
#include <utility>

#include "tests/explore/agreement.hpp"

namespace fiveproof::explore {
namespace {

/// Positions after the moves of some records.
std::vector<Position> and_positions(const Proof& proof, std::size_t step) {
  std::vector<Position> positions;
  for (std::size_t i = 0; i < proof.records.count(); i += step) {
    const Record record = proof.records.at(i);
    if (!record.move || makes_five(record.position, proof.rule, proof.attacker, *record.move)) continue;
    positions.push_back(record.position);
    positions.back().play(*record.move);
  }
  return positions;
}

TEST_CASE("a reply is in one group, and lost to its moves", "[explore]") {
  const Proof proof = read_proof("examples/example.fvp");
  ProofBook book(proof, verify::default_effort);
  dbsearch::Searcher searcher(proof.rule, proof.size);
  std::size_t replies = 0, groups = 0, parts = 0;
  for (const Position& position : and_positions(proof, 40)) {
    const std::vector<LostReply> lost = book.replies_at(position).lost;
    const std::vector<LostTogether> together = lost_together(lost);
    std::set<Square> seen;
    std::set<std::vector<Square>> moves;
    std::size_t before = lost.size();
    for (const LostTogether& group : together) {
      REQUIRE(moves.insert(group.moves).second);
      REQUIRE(group.replies().size() <= std::exchange(before, group.replies().size()));
      REQUIRE(std::ranges::is_sorted(group.replies()));
      for (std::size_t i = 0; i < group.parts.size(); ++i) {
        const LostTogether::Part& part = group.parts[i];
        REQUIRE((i == 0 || group.parts[i - 1].replies.size() >= part.replies.size()));
        for (std::size_t j = 0; j < i; ++j) REQUIRE(part.sequence != group.parts[j].sequence);
        REQUIRE(part.sequence.size() == group.moves.size());
        for (std::size_t k = 0; k < group.moves.size(); ++k) REQUIRE(part.sequence[k].gain == group.moves[k]);
        for (const Square reply : part.replies) {
          REQUIRE(seen.insert(reply).second);
          Position after = position;
          after.play(reply);
          searcher.set_position(after, proof.attacker);
          REQUIRE(searcher.replay(part.sequence));
        }
      }
      parts += group.parts.size();
    }
    REQUIRE(seen.size() == lost.size());
    replies += lost.size();
    groups += together.size();
  }
  CHECK(groups > 50);
  CHECK(parts > groups);
  CHECK(replies > 10 * groups);
}

TEST_CASE("a stored position that claims a sequence and has one is lost like any other", "[explore]") {
  const Proof whole = read_proof("examples/example.fvp");
  ProofBook book(whole, verify::default_effort);
  const Position position = and_positions(whole, 1).front();
  const Replies before = book.replies_at(position);
  REQUIRE(before.lost.size() > 2);
  REQUIRE(!before.stored.empty());
  // The first lost reply is stored without a move, and so is one that no sequence wins after.
  Proof claiming(whole.rule, whole.size, whole.attacker);
  claiming.roots = {{position, std::nullopt}};
  for (const Square reply : {before.lost.front().reply, before.stored.front().reply}) {
    Position after = position;
    after.play(reply);
    claiming.records.add(canonical_form(after).position, std::nullopt);
  }
  claiming.records.finish();
  ProofBook other(claiming, verify::default_effort);
  const Replies replies = other.replies_at(position);
  REQUIRE(replies.stored.size() >= 2);
  const auto lost = all_lost(other, position, replies);
  std::set<Square> squares;
  for (const LostReply& one : lost) REQUIRE(squares.insert(one.reply).second);
  CHECK(std::ranges::is_sorted(lost, {}, &LostReply::reply));
  CHECK(squares.contains(before.lost.front().reply));
  CHECK_FALSE(squares.contains(before.stored.front().reply));
  CHECK(squares.size() > replies.lost.size());
}

}  // namespace
}  // namespace fiveproof::explore
