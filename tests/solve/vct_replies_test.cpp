// Wins by threats after several replies: the oracle confirms each, and what is told of them is enough for the
// verifier.
#include "solve/vct/vct_replies.hpp"

#include <catch2/catch.hpp>

#include <atomic>

#include "proof/proof.hpp"
#include "tests/rounds.hpp"
#include "tests/solve/vct_wins.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::solve {
namespace {

/// An AND position: the attacker has moved somewhere.
Position and_position(std::mt19937& random, Color attacker) {
  Position p = test::crowded_position(random, 15, 9 + static_cast<int>(random() % 6));
  p.set_to_move(opponent(attacker));
  return p;
}

std::vector<Square> legal_replies(const Position& p, RuleSet rule) {
  std::vector<Square> replies;
  for (Square s : legal_moves(p, rule, p.to_move())) replies.push_back(s);
  return replies;
}

TEST_CASE("the oracle confirms wins after replies, whatever won after others", "[vct]") {
  std::mt19937 random(41);
  int wins = 0, with_steps = 0;
  for (RuleSet rule : all_rule_sets)
    for (Color attacker : {Color::black, Color::white}) {
      VctReplies search(rule, 15, 1000);
      for (std::size_t round = 0; round < test::rounds(8); ++round) {
        const Position p = and_position(random, attacker);
        std::vector<Square> replies = legal_replies(p, rule);
        if (replies.size() > 40) replies.resize(40);
        const auto found = search.search(p, replies);
        REQUIRE(found.size() == replies.size());
        for (std::size_t i = 0; i < replies.size(); ++i) {
          if (!found[i].win) continue;
          ++wins;
          with_steps += !found[i].steps.empty();
          Position after = p;
          after.play(replies[i]);
          if (!found[i].steps.empty() || random() % 16 == 0)
            CHECK(test::is_confirmed(after, rule, attacker, found[i]));
        }
      }
    }
  CHECK((wins > 0 && with_steps > 0));
}

TEST_CASE("what won after a pass makes a win after a reply cheap", "[vct]") {
  std::mt19937 random(42);
  std::uint64_t alone = 0, together = 0;
  for (std::size_t round = 0; round < test::rounds(8); ++round) {
    const Position p = and_position(random, Color::black);
    Vct vct(RuleSet::renju, 15);
    const VctResult pass = vct.search(p, Color::black, {.node_limit = 5000});
    if (!pass.win || pass.steps.empty()) continue;
    for (Square reply : legal_replies(p, RuleSet::renju)) {
      Position after = p;
      after.play(reply);
      const VctResult without = vct.search(after, Color::black, {.node_limit = 5000});
      if (!without.win) continue;
      const VctResult with = vct.search(after, Color::black, {.node_limit = 5000, .like = &pass});
      CHECK(with.win);
      alone += without.nodes;
      together += with.nodes;
    }
  }
  if (test::rounds(5) == 5) CHECK(3 * together < 2 * alone);
}

TEST_CASE("the moves that are told of a win are a proof for the verifier, under renju", "[vct]") {
  std::mt19937 random(43);
  int proofs = 0;
  for (std::size_t round = 0; round < test::rounds(60); ++round) {
    const Color attacker = round % 2 == 0 ? Color::black : Color::white;
    Position p = and_position(random, attacker);
    p.set_to_move(attacker);
    VctReplies search(RuleSet::renju, 15, 3000);
    const VctResult found = search.search(p);
    const auto answers = answers_of(p, found);
    CHECK(answers.empty() == (!found.win || (found.steps.empty() && found.fours.empty())));
    if (found.steps.empty()) continue;
    ++proofs;
    Proof proof(RuleSet::renju, 15, attacker);
    proof.roots.push_back({p, std::nullopt});
    for (const auto& [position, move] : answers) proof.records.add(position, move);
    proof.records.finish();
    verify::Options options;
    options.threads = 1;
    const auto check = verify::check_proof(std::move(proof), options);
    REQUIRE(check.ok());
    CHECK(check.value().accepted());
  }
  CHECK(proofs > 0);
}

TEST_CASE("where nothing wins after a pass little is spent on each reply, and nothing after a stop",
          "[vct]") {
  Position p(15);
  for (Square s : {Square(7, 7), Square(0, 0), Square(8, 9), Square(0, 14), Square(9, 6)}) p.play(s);
  VctReplies search(RuleSet::renju, 15, 2000);
  const std::vector<Square> replies{Square(7, 8), Square(8, 8), Square(6, 6)};
  for (const VctResult& found : search.search(p, replies)) {
    CHECK_FALSE(found.win);
    CHECK(found.nodes < 300);
  }
  std::atomic<bool> stop = true;
  VctReplies stopped(RuleSet::renju, 15, 2000, &stop);
  const auto found = stopped.search(p, replies);
  REQUIRE(found.size() == 3);
  for (const VctResult& none : found) CHECK((!none.win && none.nodes == 0));
}

}  // namespace
}  // namespace fiveproof::solve
