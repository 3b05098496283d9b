// A damaged proof is rejected, with the right kind of gap.
#include "proofs.hpp"

using namespace fiveproof;
using namespace fiveproof::verify;
using namespace fiveproof::verify::test;

namespace {

std::set<GapKind> kinds(const Proof& proof, const Checked& checked) {
  CHECK_FALSE(checked.accepted());
  require_sound_gaps(proof, checked);
  std::set<GapKind> found;
  for (const Gap& gap : checked.gaps)
    if (gap.root) found.insert(gap.kind);
  return found;
}

}  // namespace

TEST_CASE("damage: each dropped record is missed", "[verify][damage]") {
  const Draft whole = open_three_proof();
  for (std::size_t i = 0; i < whole.records.size(); ++i) {
    CAPTURE(i);
    Draft draft = whole;
    draft.records.erase(draft.records.begin() + static_cast<std::ptrdiff_t>(i));
    const Proof proof = draft.proof();
    const auto expected = i == 0 ? GapKind::missing_root : GapKind::unanswered_reply;
    CHECK(kinds(proof, check(proof, 0, 1)) == std::set{expected});
  }
}

TEST_CASE("damage: another move does not win", "[verify][damage]") {
  Draft draft = open_three_proof();
  draft.record_of(open_three()).move = canonical_form(open_three()).to_canonical.apply(square("i8"), 9);
  const Proof proof = draft.proof();
  CHECK(kinds(proof, check(proof, 0)) == std::set{GapKind::unanswered_reply});
  CHECK(kinds(proof, check(proof)) == std::set{GapKind::unanswered_reply});
}

TEST_CASE("damage: a move onto an occupied square", "[verify][damage]") {
  Draft draft = open_three_proof();
  Position deep = open_three();
  deep.play(square("f5"));
  deep.play(square("g5"));
  draft.record_of(deep).move = canonical_form(deep).to_canonical.apply(square("d5"), 9);
  const Proof proof = draft.proof();
  CHECK(kinds(proof, check(proof)) == std::set{GapKind::illegal_move});
}

TEST_CASE("damage: the move of a mirrored position", "[verify][damage]") {
  // The classic defect: a canonical move used without the way back. Mirrored moves of the last ply miss the
  // five.
  Draft draft = open_three_proof();
  for (Record& record : draft.records) record.move = Symmetry(7).apply(*record.move, 9);
  const Proof proof = draft.proof();
  CHECK_FALSE(check(proof, 0).accepted());
}

TEST_CASE("damage: colours swapped", "[verify][damage]") {
  const Draft whole = open_three_proof();
  SECTION("of the claim alone") {
    Proof proof(RuleSet::freestyle, 9, Color::white);
    proof.roots.push_back({open_three(), std::nullopt});
    for (Record record : whole.records) {
      record.position.set_to_move(Color::white);
      proof.records.add(record.position, record.move);
    }
    proof.records.finish();
    CHECK_FALSE(kinds(proof, check(proof)).empty());
  }
  SECTION("of the stones of the root alone") {
    Draft draft = whole;
    draft.roots = {position(9, "a1 a9 i2", "c5 d5 e5", Color::black)};
    const Proof proof = draft.proof();
    CHECK(kinds(proof, check(proof)) == std::set{GapKind::missing_root});
  }
  SECTION("of everything, which is a valid proof for the other side") {
    Draft draft{RuleSet::freestyle, Color::white, {position(9, "a1 a9 i2", "c5 d5 e5", Color::white)}, {}};
    for (const Record& record : whole.records) {
      Position p(9);
      for (Square s : record.position.stones(Color::black)) p.put(Color::white, s);
      for (Square s : record.position.stones(Color::white)) p.put(Color::black, s);
      p.set_to_move(Color::white);
      draft.records.push_back({p, record.move});
    }
    CHECK(check(draft.proof(), 0).accepted());
  }
}

TEST_CASE("damage: another rule set", "[verify][damage]") {
  const Position root = position(9, "a5 b5 c5 e5 f5", "a1 a9 i2 b8 h3", Color::black);
  Draft draft{RuleSet::freestyle, Color::black, {root}, {{root, square("d5")}}};
  CHECK(check(draft.proof()).accepted());
  draft.rule = RuleSet::standard;  // six in a row win nothing
  const Proof proof = draft.proof();
  CHECK(kinds(proof, check(proof)) == std::set{GapKind::unanswered_reply});
}

TEST_CASE("damage: another root", "[verify][damage]") {
  Draft draft = open_three_proof();
  SECTION("the empty board") {
    draft.roots = {Position(9)};
    const Proof proof = draft.proof();
    CHECK(kinds(proof, check(proof)) == std::set{GapKind::missing_root});
  }
  SECTION("one stone elsewhere") {
    draft.roots = {position(9, "c5 d5 h8", "a1 a9 i2", Color::black)};
    const Proof proof = draft.proof();
    CHECK(kinds(proof, check(proof)) == std::set{GapKind::missing_root});
  }
  SECTION("the other side to move") {
    Position root = open_three();
    root.set_to_move(Color::white);
    draft.roots = {root};
    const Proof proof = draft.proof();
    const auto found = kinds(proof, check(proof));
    CHECK((found.contains(GapKind::unanswered_reply) || found.contains(GapKind::refuted_move)));
  }
}

TEST_CASE("damage: a move to a six under standard rules proves nothing", "[verify][damage]") {
  const Position root = position(9, "a5 b5 c5 e5 f5", "a1 a9 i2 b8 h3", Color::black);
  const Draft draft{RuleSet::standard, Color::black, {root}, {{root, square("d5")}}};
  CHECK(check(draft.proof()).all.ends == 0);
}
