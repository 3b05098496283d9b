// Several moves at one position: one that holds will do, at both levels, and nothing else changes hands.
#include "verify/frame/alternatives.hpp"

#include "proofs.hpp"
#include "verify/outcome/decision.hpp"

using namespace fiveproof;
using namespace fiveproof::verify;
using namespace fiveproof::verify::test;

namespace {

std::uint64_t count_of(const GapCounts& gaps, GapKind kind) { return gaps[static_cast<std::size_t>(kind)]; }

/// Both levels, with and without a search, one thread and several: what they say must be the same.
void at_all_levels(const Proof& proof, const std::function<void(const Checked&)>& look) {
  for (const Trust trust : {Trust::dbsearch, Trust::rules})
    for (const unsigned threads : {1U, 3U}) {
      CAPTURE(name_of(trust), threads);
      look(checked_with(proof, {.task = Check{.trust = trust}, .threads = threads}));
    }
}

Decision::Answer answer(const Checked& checked) { return decide(checked, {}).answer; }

/// Black makes an open four with f5 (or b5); with h9 he gives the three away.
constexpr const char* wins = "f5";
constexpr const char* loses = "h9";

Draft one_move(const char* move) {
  return {RuleSet::freestyle, Color::black, {open_three()}, {{open_three(), square(move)}}};
}

/// The position after Black's f5 and White's reply, which Black wins at once with b5 or g5.
Position after_f5(const char* reply) {
  Position position = open_three();
  position.play(square("f5"));
  position.play(square(reply));
  return position;
}

}  // namespace

TEST_CASE("a move that does not hold, and one that does", "[verify][alternatives]") {
  Draft draft = one_move(loses);
  draft.records.push_back({open_three(), square(wins)});
  Proof proof = draft.proof();
  const std::size_t first = GENERATE(0, 1);
  proof.alternatives = {proof.records.at(first), proof.records.at(1 - first)};
  const auto winning = one_move(wins).proof().records.move(0);
  at_all_levels(proof, [&](const Checked& checked) {
    REQUIRE(checked.verdicts[0].outcome == Outcome::verified);
    CHECK(checked.verdicts[0].positions == 1);
    CHECK(checked.verdicts[0].replies == 74);
    CHECK(answer(checked) == Decision::Answer::yes);
    CHECK(checked.alternatives == 1);
    CHECK(checked.later_taken == (proof.alternatives[0].move == winning ? 0 : 1));
    // What is missing after the other move is counted, and not on the list.
    CHECK(count_of(checked.aside, GapKind::unanswered_reply) > 0);
    CHECK(count_of(checked.gap_counts, GapKind::unanswered_reply) == 0);
  });
  const Checked strict = checked_with(proof, {.strict = true});
  CHECK(strict.verdicts[0].outcome == Outcome::not_verified);
  CHECK(count_of(strict.gap_counts, GapKind::contradictory) == 1);
}

TEST_CASE("where no move holds the gaps are those of the first, in the order of the file",
          "[verify][alternatives]") {
  Draft draft = one_move(loses);
  draft.records.push_back({open_three(), square("i9")});
  Proof proof = draft.proof();
  for (const std::size_t first : {0U, 1U}) {
    proof.alternatives = {proof.records.at(first), proof.records.at(1 - first)};
    const Square played = *proof.records.move(first);
    at_all_levels(proof, [&](const Checked& checked) {
      CHECK(checked.verdicts[0].outcome == Outcome::not_verified);
      CHECK(answer(checked) == Decision::Answer::no);
      require_sound_gaps(proof, checked);
      REQUIRE_FALSE(checked.gaps.empty());
      for (const Gap& gap : checked.gaps) {
        REQUIRE(gap.kind == GapKind::unanswered_reply);
        REQUIRE(gap.root == 0);
        const Symmetry to_root = canonical_form(open_three()).to_canonical.inverse();
        CHECK(gap.line.at(0) == to_root.apply(played, 9));
      }
    });
  }
  // Without an order it is that of the records.
  proof.alternatives.clear();
  const Symmetry to_root = canonical_form(open_three()).to_canonical.inverse();
  CHECK(check(proof).gaps.at(0).line.at(0) == to_root.apply(*proof.records.move(0), 9));
}

TEST_CASE("a refuted move beside one that wins is on the list, and speaks against nothing",
          "[verify][alternatives]") {
  // White has four in a row with one end open: i1 makes a five unless Black is there.
  const Position root = position(9, "c5 d5 e5 f5 d1", "a5 e1 f1 g1 h1", Color::black);
  Draft draft{RuleSet::freestyle, Color::black, {root}, {{root, square("a9")}, {root, square("g5")}}};
  at_all_levels(draft.proof(), [&](const Checked& checked) {
    CHECK(checked.verdicts[0].outcome == Outcome::verified);
    CHECK(to_text(checked.verdicts[0].gaps) == "no gaps");
    CHECK(answer(checked) == Decision::Answer::yes);
    REQUIRE(checked.gaps.size() == 1);
    CHECK(checked.gaps[0].kind == GapKind::refuted_move);
    CHECK_FALSE(checked.gaps[0].root.has_value());
    CHECK(count_of(checked.aside, GapKind::refuted_move) == 1);
  });
  draft.records.pop_back();
  at_all_levels(draft.proof(), [&](const Checked& checked) {
    CHECK(checked.verdicts[0].outcome == Outcome::not_verified);
    CHECK(count_of(checked.verdicts[0].gaps, GapKind::refuted_move) == 1);
    CHECK(checked.gaps.at(0).by == square("i1"));
  });
}

TEST_CASE("an alternative counts with all that is below it", "[verify][alternatives]") {
  // Both moves lead to a stored position; below the one a move is illegal, so that only the other holds.
  Draft draft = one_move("f5");
  draft.records.push_back({after_f5("a8"), square("a8")});  // onto White's stone
  draft.records.push_back({open_three(), square("b5")});
  const Proof proof = draft.proof();
  at_all_levels(proof, [&](const Checked& checked) {
    CHECK(checked.verdicts[0].outcome == Outcome::verified);
    CHECK(checked.verdicts[0].positions == 1);
    CHECK(answer(checked) == Decision::Answer::yes);
    CHECK(count_of(checked.aside, GapKind::illegal_move) == 1);
    CHECK(checked.unreached == 2);
  });
  // The same without the way out.
  draft.records.pop_back();
  at_all_levels(draft.proof(),
                [&](const Checked& checked) { CHECK(checked.verdicts[0].outcome == Outcome::not_verified); });
  // And with two ways, both of which have a hole below.
  Position after_b5 = open_three();
  after_b5.play(square("b5"));
  after_b5.play(square("a8"));
  draft.records.push_back({open_three(), square("b5")});
  draft.records.push_back({after_b5, square("a8")});
  at_all_levels(draft.proof(), [&](const Checked& checked) {
    CHECK(checked.verdicts[0].outcome == Outcome::not_verified);
    CHECK(count_of(checked.verdicts[0].gaps, GapKind::illegal_move) == 1);
    CHECK(count_of(checked.aside, GapKind::illegal_move) == 1);
  });
}

TEST_CASE("alternatives below alternatives, met in other orientations", "[verify][alternatives]") {
  Draft draft = one_move("f5");
  const Position below = after_f5("a8");
  draft.records.push_back({Symmetry(3).apply(below), Symmetry(3).apply(square("a8"), 9)});  // is occupied
  at_all_levels(draft.proof(),
                [&](const Checked& checked) { CHECK(checked.verdicts[0].outcome == Outcome::not_verified); });
  draft.records.push_back({Symmetry(6).apply(below), Symmetry(6).apply(square("b5"), 9)});
  draft.records.push_back({Symmetry(1).apply(open_three()), Symmetry(1).apply(square(loses), 9)});
  at_all_levels(draft.proof(), [&](const Checked& checked) {
    CHECK(checked.verdicts[0].outcome == Outcome::verified);
    CHECK(checked.verdicts[0].positions == 2);
    CHECK(checked.alternatives == 2);
    CHECK(answer(checked) == Decision::Answer::yes);
  });
}

TEST_CASE("images of one move are one move", "[verify][alternatives]") {
  // The position is its own mirror image: b5 and h5 are the same move.
  const Position root = position(9, "d5 e5 f5", "e1 e9", Color::black);
  Draft draft{RuleSet::freestyle, Color::black, {root}, {{root, square("c5")}, {root, square("g5")}}};
  const Proof proof = draft.proof();
  CHECK(proof.records.count() == 1);
  at_all_levels(proof, [&](const Checked& checked) {
    CHECK(checked.verdicts[0].outcome == Outcome::verified);
    CHECK(checked.alternatives == 0);
    CHECK(checked_with(proof, {.strict = true}).accepted());
  });
}

TEST_CASE("a gap elsewhere is not made needless by alternatives", "[verify][alternatives]") {
  Draft draft = one_move(wins);
  draft.records.push_back({open_three(), square(loses)});
  Position stray = open_three();  // no root leads here, by no move
  stray.put(Color::black, square("h8"));
  stray.put(Color::white, square("h9"));
  draft.records.push_back({stray, square("h8")});
  at_all_levels(draft.proof(), [&](const Checked& checked) {
    CHECK(checked.verdicts[0].outcome == Outcome::verified);
    CHECK(answer(checked) == Decision::Answer::no);
    CHECK(decide(checked, {}).objections.at(0) ==
          "NOT ACCEPTED: 1 illegal-move at positions that no root reaches");
  });
}

TEST_CASE("no alternative makes a lost position won", "[verify][alternatives]") {
  // White wins here whatever Black does: as many moves as there are squares, and none holds.
  const Position root = position(9, "a1 c9", "d5 e5 f5 g5 a9", Color::black);
  Draft draft{RuleSet::freestyle, Color::black, {root}, {}};
  for (const Square move : root.empties()) draft.records.push_back({root, move});
  draft.records.push_back({root, std::nullopt});
  const Proof proof = draft.proof();
  at_all_levels(proof, [&](const Checked& checked) {
    CHECK(checked.verdicts[0].outcome == Outcome::not_verified);
    CHECK(count_of(checked.verdicts[0].gaps, GapKind::refuted_move) == 1);
    CHECK(answer(checked) == Decision::Answer::no);
  });
}
