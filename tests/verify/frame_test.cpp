// Verdicts, gaps and lines against a slow recomputation; sharing, and the order of the list.
#include "damaged_proofs.hpp"
#include "game/notation.hpp"
#include "reference_conclusion.hpp"

using namespace fiveproof;
using namespace fiveproof::verify;
using namespace fiveproof::verify::test;

namespace {

void require_as_reference(const Proof& proof, const Checked& checked, const Reference& reference) {
  REQUIRE(checked.verdicts.size() == reference.roots().size());
  for (std::size_t root = 0; root < checked.verdicts.size(); ++root) {
    CAPTURE(root);
    const auto& expected = reference.roots()[root];
    const Verdict& verdict = checked.verdicts[root];
    CHECK(verdict.gaps == expected.gaps);
    CHECK(verdict.positions == expected.positions);
    CHECK(verdict.replies == expected.replies);
    CHECK((verdict.outcome == Outcome::verified) == expected.verified);
  }
  CHECK(checked.unreached == reference.unreached());
  CHECK(checked.by_ply == reference.by_ply());
  std::map<Reference::Identity, const Gap*> found;
  for (const Gap& gap : checked.gaps)
    REQUIRE(found.emplace(Reference::identity(gap.kind, gap.position), &gap).second);
  REQUIRE(found.size() == reference.gaps().size());
  for (const auto& [identity, expected] : reference.gaps()) {
    REQUIRE(found.contains(identity));
    const Gap& gap = *found.at(identity);
    CAPTURE(name_of(gap.kind), diagram(gap.position));
    CHECK(gap.root == expected.root);
    CHECK(gap.line.size() == expected.length);
    CHECK(gap.limit == expected.limit);
    CHECK(gap.shared == std::max<std::size_t>(expected.nodes.size(), 1));
  }
  require_sound_gaps(proof, checked);
}

void require_sorted(const std::vector<Gap>& gaps) {
  const auto rank = [](const Gap& g) {
    return std::tuple(~g.shared, g.root.value_or(~std::size_t{0}), g.line.size(), g.position.stone_count());
  };
  for (std::size_t i = 1; i < gaps.size(); ++i) {
    REQUIRE(rank(gaps[i - 1]) <= rank(gaps[i]));
    if (rank(gaps[i - 1]) == rank(gaps[i]))
      REQUIRE_FALSE(position_less(gaps[i].position, gaps[i - 1].position));
  }
}

}  // namespace

TEST_CASE("verdicts, gaps and lines are those of the slow recomputation", "[verify][frame]") {
  const Draft whole = deep_draft();
  std::set<GapKind> kinds;
  std::uint64_t shared = 0, later = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const Proof proof = Damage(seed).damaged(whole);
    const std::uint32_t effort = seed % 3 == 0 ? 100 : 0;
    if (seed % 4 == 1)
      require_as_reference(proof, checked_with(proof, {.effort = effort, .threads = 1, .strict = true}),
                           Reference(proof, effort, true));
    const Checked one = check(proof, effort, 1);
    require_as_reference(proof, one, Reference(proof, effort));
    require_sorted(one.gaps);
    later += one.later_taken;
    for (unsigned threads : {2U, 5U}) CHECK(fingerprint(check(proof, effort, threads)) == fingerprint(one));
    for (const Gap& gap : one.gaps) {
      kinds.insert(gap.kind);
      if (gap.shared > 1) ++shared;
    }
  }
  CHECK(kinds.size() >= 7);
  CHECK(shared > 0);
  CHECK(later > 0);
}

TEST_CASE("the same with a proof that was searched for", "[verify][frame]") {
  const Proof example = bundled_example();
  Draft whole{example.rule, example.attacker, {}, {}};
  for (const Root& root : example.roots) whole.roots.push_back(root.position);
  for (std::size_t i = 0; i < example.records.count(); ++i) whole.records.push_back(example.records.at(i));
  for (unsigned seed = 1; seed <= 1; ++seed) {
    const Proof proof = Damage(seed).damaged(whole);
    const Reference reference(proof, 1);
    const Checked checked = check(proof, 1);
    require_as_reference(proof, checked, reference);
    CHECK(checked.gap_count() > 100);
  }
}

TEST_CASE("a gap after several moves counts the positions that share it", "[verify][frame]") {
  // From each root one move of Black and one reply lead to the same position, which is not stored.
  Draft draft{RuleSet::freestyle, Color::black, {}, {}};
  const Position white_first = position(9, "c5", "a1 i9", Color::black);  // then e5, then a9
  const Position white_other = position(9, "e5", "a1 a9", Color::black);  // then c5, then i9
  draft.roots = {white_first, white_other};
  draft.records = {{white_first, square("e5")}, {white_other, square("c5")}};
  const Proof proof = draft.proof();
  const Checked checked = check(proof, 0);
  require_sound_gaps(proof, checked);
  const Position both = position(9, "c5 e5", "a1 a9 i9", Color::black);
  std::uint64_t shared = 0;
  for (const Gap& gap : checked.gaps) shared += gap.shared > 1 ? 1 : 0;
  CHECK(shared == 1);
  REQUIRE_FALSE(checked.gaps.empty());
  CHECK(checked.gaps[0].shared == 2);
  CHECK(checked.gaps[0].position == both);
  CHECK(checked.gaps[0].root == std::size_t{0});
  CHECK(to_text(checked.gaps[0].line) == "e5 a9");
}
