// What the prover says is proved is put before the verifier, which shares nothing with it but the threat
// search.
#include "solve/search/prover.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "game/notation.hpp"
#include "proof/proof.hpp"
#include "tests/positions.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::solve {
namespace {

verify::Verification verified(const Position& root, const std::vector<Prover::Answer>& answers, RuleSet rule,
                              Color attacker) {
  Proof proof(rule, root.size(), attacker);
  proof.roots.push_back({root, std::nullopt});
  for (const auto& answer : answers) proof.records.add(answer.position, answer.move);
  proof.records.finish();
  verify::Options options;
  options.threads = 1;
  auto checked = verify::check_proof(std::move(proof), options);
  REQUIRE(checked.ok());
  return std::move(checked).value();
}

TEST_CASE("a proof that is found is one", "[prover]") {
  const RuleSet rule = GENERATE(RuleSet::freestyle, RuleSet::standard);
  const char* moves = GENERATE("h8 a1 i9 a15", "h8 a1 h10 o15", "h8 o15 i7 e5");
  Settings settings;
  settings.reply_batch = GENERATE(1, 8, 400);
  INFO(name_of(rule) << ' ' << moves << ", batches of " << settings.reply_batch);
  const Position root = after(moves);
  Prover prover(rule, 15, Color::black, settings);
  const Budget budget{.searches = 400'000};
  REQUIRE(prover.prove(root, budget) == SearchOutcome::proved);
  auto answers = prover.answers(root);
  auto checked = verified(root, answers, rule, Color::black);
  CHECK(checked.records > 0);
  // The verifier may miss a win that the solver saw in another orientation: few, and all of them wins.
  CHECK(checked.gap_count() < 5);
  for (int round = 0; round < 3 && checked.gap_count() > 0; ++round) {
    while (auto gap = checked.gaps->next().value()) {
      Prover again(rule, 15, Color::black, settings);
      REQUIRE(again.prove(gap->position, budget) == SearchOutcome::proved);
      for (auto& answer : again.answers(gap->position)) answers.push_back(std::move(answer));
    }
    checked = verified(root, answers, rule, Color::black);
  }
  CHECK(checked.gap_count() == 0);
}

TEST_CASE("what wins by threats answered one by one becomes part of the proof", "[prover][vct]") {
  const RuleSet rule = RuleSet::standard;
  Settings settings;
  settings.vct_nodes = 300;
  const Position root = after("h8 a1 i9");
  Prover prover(rule, 15, Color::black, settings);
  REQUIRE(prover.prove(root, {.searches = 300'000}) == SearchOutcome::proved);
  auto answers = prover.answers(root);
  auto checked = verified(root, answers, rule, Color::black);
  CHECK(checked.records > 100);
  // As above; no gap says that something is wrong.
  for (int round = 0; round < 4 && checked.gap_count() > 0; ++round) {
    while (auto gap = checked.gaps->next().value()) {
      CHECK((gap->kind == GapKind::unanswered_reply || gap->kind == GapKind::unproved_leaf));
      Prover again(rule, 15, Color::black, settings);
      REQUIRE(again.prove(gap->position, {.searches = 300'000}) == SearchOutcome::proved);
      for (auto& answer : again.answers(gap->position)) answers.push_back(std::move(answer));
    }
    checked = verified(root, answers, rule, Color::black);
  }
  CHECK(checked.gap_count() == 0);
}

TEST_CASE("a win by threats at the root comes with all its positions", "[prover][vct]") {
  const auto stones = [](const char* text) { return parse_squares(text, 15).value(); };
  const Position root =
      position_of(stones("e11 f5 g10 g11 h11 k6 k8"), stones("h7 h8 j8 j11 k9 k11"), Color::white, 15)
          .value();
  Settings settings;
  settings.vct_nodes = 1000;
  Prover prover(RuleSet::freestyle, 15, Color::white, settings);
  REQUIRE(prover.prove(root, {.searches = 2000}) == SearchOutcome::proved);
  const auto answers = prover.answers(root);
  CHECK(answers.size() > 1);
  CHECK(verified(root, answers, RuleSet::freestyle, Color::white).gap_count() == 0);
}

TEST_CASE("replies that were open before their position was won by threats are none of the proof",
          "[prover][vct]") {
  Settings settings;
  settings.vct_nodes = 1000;
  const Position root = after("h8 i9 g7 f6");
  Prover prover(RuleSet::freestyle, 15, Color::black, settings);
  REQUIRE(prover.prove(root, {.searches = 400'000}) == SearchOutcome::proved);
  const auto checked = verified(root, prover.answers(root), RuleSet::freestyle, Color::black);
  CHECK(checked.records > 100);
  CHECK(checked.gap_count() < 10);  // as above
  // Of every position that is proved, needed or not: a reply that stays would be none that is proved.
  CHECK(prover.all_answers(0).size() > checked.records);
}

TEST_CASE("what one proof shows is tried elsewhere, and counts where it is shown again", "[prover]") {
  const Position source = after("h8 a1 i9 a15");
  Prover prover(RuleSet::freestyle, 15, Color::black, {});
  const Budget budget{.searches = 200'000};
  REQUIRE(prover.prove(source, budget) == SearchOutcome::proved);
  int repeated = 0;
  for (const char* reply : {"a14", "b15", "o1", "g7", "j10", "h9", "g8"}) {
    const Position target = after(("h8 a1 i9 " + std::string(reply)).c_str());
    const Budget little{.searches = 500};
    if (!prover.try_proof_of(source, target, little)) continue;
    ++repeated;
    CHECK(verified(target, prover.answers(target), RuleSet::freestyle, Color::black).gap_count() < 5);
  }
  CHECK(repeated >= 3);
}

TEST_CASE("how many replies are looked at in one go says nothing about which are open", "[prover]") {
  const Position root = after("h8 i9 g9");
  const auto open_after = [&](int batch, std::uint64_t searches) {
    Settings settings;
    settings.reply_batch = batch;
    Prover prover(RuleSet::freestyle, 15, Color::black, settings);
    const Budget budget{.searches = searches};
    (void)prover.prove(root, budget);
    return prover.replies(root);
  };
  const auto all = open_after(400, 0);
  REQUIRE(all.has_value());
  CHECK(all->size() > 8);
  for (int batch : {1, 3, 8}) CHECK(open_after(batch, 100) == all);
}

TEST_CASE("without transpositions the same is proved", "[prover]") {
  const Position root = after("h8 a1 i9 a15");
  Settings settings;
  settings.transpositions = false;
  Prover prover(RuleSet::freestyle, 15, Color::black, settings);
  const Budget slice{.searches = 50};
  int slices = 1;
  while (prover.prove(root, slice) == SearchOutcome::limit) REQUIRE(++slices < 1000);
  CHECK(verified(root, prover.answers(root), RuleSet::freestyle, Color::black).gap_count() < 5);
}

TEST_CASE("either colour can be the attacker", "[prover]") {
  Position root(15);
  for (const char* s : {"a1", "a3"}) root.put(Color::black, parse_square(s, 15).value());
  for (const char* s : {"h8", "i9", "h10"}) root.put(Color::white, parse_square(s, 15).value());
  root.set_to_move(Color::black);
  Prover prover(RuleSet::freestyle, 15, Color::white, {});
  const Budget budget{.searches = 200'000};
  REQUIRE(prover.prove(root, budget) == SearchOutcome::proved);
  CHECK(verified(root, prover.answers(root), RuleSet::freestyle, Color::white).gap_count() < 5);
}

TEST_CASE("nothing is proved where the defender wins", "[prover]") {
  // White, to move, has an open four.
  Position root(15);
  for (const char* s : {"d4", "e4", "f4", "g4"}) root.put(Color::white, parse_square(s, 15).value());
  for (const char* s : {"k10", "l11", "k12"}) root.put(Color::black, parse_square(s, 15).value());
  root.set_to_move(Color::white);
  Prover prover(RuleSet::freestyle, 15, Color::black, {});
  const Budget budget{.searches = 20'000};
  CHECK(prover.prove(root, budget) != SearchOutcome::proved);
}

TEST_CASE("a budget is kept to, and so is a wish to stop", "[prover]") {
  Prover prover(RuleSet::freestyle, 15, Color::black, {});
  Budget budget{.searches = 1'000};
  CHECK(prover.prove(after("h8 i9"), budget) == SearchOutcome::limit);
  CHECK(prover.searches() < 2'000);

  std::atomic<bool> stop{true};
  budget.stop = &stop;
  Prover other(RuleSet::freestyle, 15, Color::black, {});
  CHECK(other.prove(after("h8 i9"), budget) == SearchOutcome::stopped);
}

TEST_CASE("a search makes no more positions than it may, and ends when its time is over", "[prover]") {
  constexpr std::size_t most_at_once = 225;  // the replies of one position
  Prover few(RuleSet::freestyle, 15, Color::black, {});
  CHECK(few.prove(after("h8 i9"), {.nodes = 1'000}) == SearchOutcome::limit);
  CHECK(few.graph().size() >= 1'000);
  CHECK(few.graph().size() <= 1'000 + most_at_once);

  Prover late(RuleSet::freestyle, 15, Color::black, {});
  CHECK(late.prove(after("h8 i9"), {.deadline = deadline_after(0)}) == SearchOutcome::limit);
  CHECK(late.graph().size() <= 1 + most_at_once);
  CHECK(deadline_after(1e18) == std::chrono::steady_clock::time_point::max());
  CHECK(deadline_after(3600) > std::chrono::steady_clock::now() + std::chrono::minutes(59));
  CHECK(deadline_after(3600) < std::chrono::steady_clock::now() + std::chrono::minutes(61));
}

TEST_CASE("the same search twice is the same search", "[prover]") {
  const auto once = [] {
    Prover prover(RuleSet::freestyle, 15, Color::black, {});
    const Budget budget{.searches = 20'000};
    (void)prover.prove(after("h8 a1"), budget);
    return std::pair(prover.searches(), prover.graph().size());
  };
  CHECK(once() == once());
}

TEST_CASE("where the only threats are threes, other moves are tried as well", "[prover]") {
  const Position root = after("h8 g8 g7 h7");
  Prover prover(RuleSet::freestyle, 15, Color::black, {});
  const Budget budget{.searches = 1'000};
  (void)prover.prove(root, budget);
  const auto moves = prover.alternatives(root);
  CHECK(moves.size() == 10);
  CHECK(std::ranges::count_if(moves, [](const auto& m) { return m.replies.size() < 5; }) == 4);
  CHECK(std::ranges::count_if(moves, [](const auto& m) { return m.replies.size() > 200; }) == 6);
}

TEST_CASE("replies are told with those first that the defender makes most of", "[prover]") {
  Prover prover(RuleSet::freestyle, 15, Color::black, {});
  const auto replies = prover.replies(after("h8 i9 g6")).value();
  REQUIRE(replies.size() > 200);
  const auto place = [&](const char* s) {
    return std::ranges::find(replies, parse_square(s, 15).value()) - replies.begin();
  };
  CHECK(place("g8") < 20);
  CHECK(place("i7") < 20);
  CHECK(place("a15") > 50);
  CHECK(place("o1") < static_cast<std::ptrdiff_t>(replies.size()));
}

TEST_CASE("no reply is left open where all are answered; where one wins there is no list", "[prover]") {
  // Black, to move, makes an open four of his three.
  Prover refuted(RuleSet::freestyle, 15, Color::white, {});
  CHECK_FALSE(refuted.replies(after("h8 a1 i8 a3 j8 a5")));
  Prover answered(RuleSet::freestyle, 15, Color::black, {});
  const auto none = answered.replies(after("h8 a1 i8 a3 j8 a5 k8"));
  REQUIRE(none);
  CHECK(none->empty());
}

TEST_CASE("what the book knows is not searched again", "[prover]") {
  const Position root = after("h8 a1 i9 a15");
  Prover first(RuleSet::freestyle, 15, Color::black, {});
  const Budget budget{.searches = 200'000};
  REQUIRE(first.prove(root, budget) == SearchOutcome::proved);
  const auto move = first.answers(root).front();
  Prover second(RuleSet::freestyle, 15, Color::black, {},
                [&](const Position&) { return std::optional(move.move); });
  CHECK(second.prove(root, budget) == SearchOutcome::proved);
  CHECK(second.searches() == 0);
  CHECK(second.answers(root).empty());
}

}  // namespace
}  // namespace fiveproof::solve
