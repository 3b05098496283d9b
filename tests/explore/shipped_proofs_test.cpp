// The same for a whole game, where few searches are as lucky as those of verify.
#include <optional>
#include <random>

#include "dbsearch/searcher.hpp"
#include "tests/explore/agreement.hpp"

namespace fiveproof::explore {
namespace {

/// A reply of the proof that a search by itself, in the orientation asked, does not answer; nothing where
/// none comes up after so many random records.
std::optional<Position> hard_reply(const Proof& proof, ProofBook& book, int records) {
  std::mt19937 random(16);
  dbsearch::Searcher searcher(proof.rule, proof.size);
  for (int n = 0; n < records; ++n) {
    const Record record = proof.records.at(random() % proof.records.count());
    if (!record.move || makes_five(record.position, proof.rule, proof.attacker, *record.move)) continue;
    Position asked = record.position;
    asked.play(*record.move);
    for (Square reply : asked.empties()) {
      Position after = asked;
      after.play(reply);
      searcher.set_position(after, proof.attacker);
      const bool is_won = searcher.search({.node_limit = verify::default_effort}).win;
      if (!is_won && book.standing(after) == Standing::reply) return after;
    }
  }
  return std::nullopt;
}

TEST_CASE("probe finds what verify replays in the proof of free-style", "[explore]") {
  const Proof proof = read_proof("proofs/freestyle15.fvp");
  ProofBook book(proof, verify::default_effort);
  const auto hard = hard_reply(proof, book, 5'000);
  REQUIRE(hard);
  CHECK(book.standing(*hard) == Standing::reply);
  CHECK(book.loss_at(*hard).is_lost);
  check_agreement(proof, 2'000, 5);
}

}  // namespace
}  // namespace fiveproof::explore
