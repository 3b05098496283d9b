// What verify accepted, probe must find, whatever the orientation it is asked in.
#pragma once

#include <catch2/catch.hpp>
#include <random>

#include "explore/proof_book.hpp"
#include "format/fvp/fvp_reader.hpp"
#include "game/five.hpp"
#include "game/symmetry.hpp"
#include "tests/paths.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::explore {

inline Proof read_proof(const std::string& path) {
  auto proof = read_fvp_file(test::in_project(path));
  REQUIRE(proof.ok());
  return std::move(proof).value();
}

/// require: verify accepts the proof. At `nodes` random records every reply is asked about at once, and
/// `each` of them one by one.
inline void check_agreement(const Proof& proof, int nodes, int each) {
  std::mt19937 random(15);
  ProofBook book(proof, verify::default_effort);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  for (int n = 0; n < nodes; ++n) {
    const Record record = proof.records.at(below(proof.records.count()));
    if (!record.move || makes_five(record.position, proof.rule, proof.attacker, *record.move)) continue;
    const Symmetry turn(static_cast<int>(below(Symmetry::count)));
    Position asked = record.position;
    asked.play(*record.move);
    asked = turn.apply(asked);
    const Replies replies = book.replies_at(asked);
    CHECK(replies.open.empty());
    CHECK(replies.total() == static_cast<std::size_t>(asked.empties().size()));
    for (int e = 0; e < each && !replies.lost.empty(); ++e) {
      const LostReply& lost = replies.lost[below(replies.lost.size())];
      Position after = asked;
      after.play(lost.reply);
      REQUIRE(book.standing(after) == Standing::reply);
      const auto loss = book.loss_at(after);
      REQUIRE(loss.is_lost);
      dbsearch::Searcher searcher(proof.rule, proof.size);
      searcher.set_position(after, proof.attacker);
      CHECK(searcher.replay(loss.sequence));
      CHECK(searcher.replay(lost.sequence));
    }
  }
}

}  // namespace fiveproof::explore
