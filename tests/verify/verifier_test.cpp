#include "verify/verifier.hpp"

#include <chrono>

#include "damaged_proofs.hpp"
#include "proofs.hpp"
#include "verify/frame/level.hpp"
#include "verify/frame/walk.hpp"

using namespace fiveproof;
using namespace fiveproof::verify;
using namespace fiveproof::verify::test;

namespace {

/// The only gap, of the only root.
Gap single_gap(const Proof& proof, const Checked& checked) {
  REQUIRE_FALSE(checked.accepted());
  REQUIRE(checked.verdicts.size() == 1);
  CHECK(checked.verdicts[0].outcome == Outcome::not_verified);
  require_sound_gaps(proof, checked);
  REQUIRE(checked.gaps.size() == 1);
  CHECK(checked.verdicts[0].gaps[static_cast<std::size_t>(checked.gaps[0].kind)] == 1);
  return checked.gaps[0];
}

Draft single_record(const Position& root, std::optional<Square> move) {
  return {RuleSet::freestyle, Color::black, {root}, {{root, move}}};
}

/// 13 black and 12 white stones, no five.
Position full_board() {
  Position p(5);
  for (int x = 0; x < 5; ++x)
    for (int y = 0; y < 5; ++y) p.put((x / 2 + y) % 2 == 0 ? Color::black : Color::white, Square(x, y));
  return p;
}

}  // namespace

TEST_CASE("a complete proof is verified without any search", "[verify]") {
  const Proof proof = open_three_proof().proof();
  const Checked checked = check(proof, 0);
  REQUIRE(checked.accepted());
  CHECK(checked.gaps.empty());
  CHECK(to_text(checked.verdicts[0]) ==
        "VERIFIED freestyle 9x9: black wins from black c5 d5 e5, white a1 a9 i2, black to move; 75 "
        "positions, 74 "
        "replies; effort 0; proof " +
            content_hash(proof) + "; trusted: fiveproof rules, reader and db-search");
  CHECK(checked.all.stored == 74);
  CHECK(checked.all.ends == 74);
  CHECK(checked.unreached == 0);
}

TEST_CASE("replies that are not stored are replayed or searched, one by one", "[verify]") {
  const Proof proof = single_record(open_three(), square("f5")).proof();
  const Checked checked = check(proof);
  REQUIRE(checked.accepted());
  CHECK(checked.verdicts[0].positions == 1);
  CHECK(checked.verdicts[0].replies == 74);
  CHECK(checked.all.replayed + checked.all.searched == 74);
  // b5 and g5 have different answers, and one of them is that to a pass.
  CHECK(checked.all.searched >= 1);
  CHECK(checked.all.searched <= 2);
}

TEST_CASE("a root with the defender to move has all its replies checked", "[verify]") {
  Position root = open_three();
  root.play(square("f5"));
  Proof proof = proof_of(RuleSet::freestyle, root, Color::black);
  proof.records.finish();
  const Checked checked = check(proof);
  REQUIRE(checked.accepted());
  CHECK(checked.verdicts[0].positions == 0);
  CHECK(checked.verdicts[0].replies == 74);

  const Checked without_effort = check(proof, 0);
  require_sound_gaps(proof, without_effort);
  CHECK(without_effort.gaps.size() == 74);
  CHECK(without_effort.limited_gaps == 74);
  for (const Gap& gap : without_effort.gaps) CHECK(gap.line.size() == 1);
}

TEST_CASE("a root that is not stored may be found by search", "[verify]") {
  Proof proof = proof_of(RuleSet::freestyle, open_three(), Color::black);
  proof.records.finish();
  CHECK(check(proof).accepted());
  const Gap gap = single_gap(proof, check(proof, 0));
  CHECK(gap.kind == GapKind::missing_root);
  CHECK(gap.limit);
}

TEST_CASE("an empty proof of the empty board lacks its root", "[verify]") {
  Proof proof = proof_of(RuleSet::standard, Position(9), Color::black);
  proof.records.finish();
  const Gap gap = single_gap(proof, check(proof));
  CHECK(gap.kind == GapKind::missing_root);
  CHECK(gap.line.empty());
  CHECK_FALSE(gap.limit);
}

TEST_CASE("a proof of renju is checked at both levels, and a forbidden move of the attacker is a gap",
          "[verify]") {
  Draft draft = open_three_proof();
  draft.rule = RuleSet::renju;
  // Black's f6 would make threes on a row and on a column.
  const Position crossed = position(9, "d6 e6 f4 f5", "a1 a3 i1 i3", Color::black);
  Proof forbidden(RuleSet::renju, 9, Color::black);
  forbidden.roots.push_back({crossed, std::nullopt});
  forbidden.records.add(crossed, square("f6"));
  forbidden.records.finish();
  for (const Trust trust : {Trust::dbsearch, Trust::rules}) {
    Options options;
    options.task = Check{.trust = trust};
    CHECK(checked_with(draft.proof(), options).accepted());
    const Checked refused = checked_with(forbidden, options);
    CHECK_FALSE(refused.accepted());
    REQUIRE(refused.gaps.size() == 1);
    CHECK(refused.gaps[0].kind == GapKind::forbidden_move);
    CHECK(refused.gaps[0].by == square("f6"));
  }
}

TEST_CASE("what renju adds to the form: forbidden replies, and rows of six", "[verify]") {
  // White has two ways to make five, and of 73 empty squares Black may play all but f6.
  const Position lost = position(9, "d6 e6 f4 f5", "b9 c9 d9 e9", Color::black);
  // The same with a row of six of Black's: the game is over.
  const Position dead = position(9, "a1 b1 c1 d1 e1 f1", "b9 c9 d9 e9", Color::white);
  for (const Trust trust : {Trust::dbsearch, Trust::rules}) {
    Options options;
    options.task = Check{.trust = trust};
    const Checked checked = checked_with(proof_of(RuleSet::renju, lost, Color::white), options);
    CHECK(checked.accepted());
    REQUIRE(checked.verdicts.size() == 1);
    CHECK(checked.verdicts[0].replies == 72);
    const Checked over = checked_with(proof_of(RuleSet::renju, dead, Color::white), options);
    CHECK_FALSE(over.accepted());
    REQUIRE(over.gaps.size() == 1);
    CHECK(over.gaps[0].kind == GapKind::after_end);
  }
}

TEST_CASE("a proof without claims is not accepted", "[verify]") {
  Proof proof(RuleSet::freestyle, 9, Color::black);
  proof.records.add(open_three(), square("f5"));
  proof.records.finish();
  const Checked checked = check(proof);
  CHECK_FALSE(checked.accepted());
  CHECK(checked.verdicts.empty());
  CHECK(checked.gaps.empty());
  CHECK(checked.unreached == 1);
}

TEST_CASE("a reply without an answer is a gap after the reply", "[verify]") {
  Draft draft = open_three_proof();
  Position dropped = open_three();
  dropped.play(square("f5"));
  dropped.play(square("h3"));
  std::erase_if(draft.records,
                [&](const Record& r) { return r.position == canonical_form(dropped).position; });
  const Proof proof = draft.proof();
  const Gap gap = single_gap(proof, check(proof, 0));
  CHECK(gap.kind == GapKind::unanswered_reply);
  CHECK(to_text(gap.line) == "f5 h3");
  CHECK(gap.position == dropped);
  CHECK(check(proof).accepted());  // the search can answer it
}

TEST_CASE("a leaf that is not won is a gap", "[verify]") {
  const Position quiet = position(9, "c5 e4", "a1 b7", Color::black);
  const Proof proof = single_record(quiet, std::nullopt).proof();
  const Gap gap = single_gap(proof, check(proof));
  CHECK(gap.kind == GapKind::unproved_leaf);
  CHECK(gap.position == quiet);
  const Proof won = single_record(open_three(), std::nullopt).proof();
  CHECK(check(won).accepted());
  CHECK(single_gap(won, check(won, 0)).limit);
}

TEST_CASE("a reply that makes a five refutes the move", "[verify]") {
  const Position root = position(9, "c5 d5 e5 a9", "b2 c2 d2 e2", Color::black);
  const Proof proof = single_record(root, square("f5")).proof();
  const Checked checked = check(proof);
  const Gap gap = single_gap(proof, checked);
  CHECK(gap.kind == GapKind::refuted_move);
  CHECK(gap.position == root);
  CHECK((gap.by == square("a2") || gap.by == square("f2")));
  CHECK(checked.all.defender_fives == 2);
}

TEST_CASE("a win of the defender refutes the move once instead of once per reply", "[verify]") {
  const Position root = position(9, "a9 b9 i1", "c5 d5 e5", Color::black);
  const Proof proof = single_record(root, square("i9")).proof();
  const Gap gap = single_gap(proof, check(proof));
  CHECK(gap.kind == GapKind::refuted_move);
  CHECK((gap.by == square("b5") || gap.by == square("f5")));
}

TEST_CASE("a refuted root with the defender to move is reported at the root", "[verify]") {
  Position root = position(9, "a9 b9 i1 i9", "c5 d5 e5", Color::white);
  Proof proof = proof_of(RuleSet::freestyle, root, Color::black);
  proof.records.finish();
  const Gap gap = single_gap(proof, check(proof));
  CHECK(gap.kind == GapKind::refuted_move);
  CHECK(gap.position == root);
}

TEST_CASE("a move onto a stone is illegal", "[verify]") {
  const Proof proof = single_record(open_three(), square("a9")).proof();
  const Gap gap = single_gap(proof, check(proof));
  CHECK(gap.kind == GapKind::illegal_move);
  CHECK(gap.by == square("a9"));
}

TEST_CASE("nothing is proved after a five of either side", "[verify]") {
  const bool is_black = GENERATE(true, false);
  const Position root = is_black ? position(9, "a5 b5 c5 d5 e5", "a1 b1 c1 d1 h8", Color::black)
                                 : position(9, "a5 b5 c5 d5 h7", "a1 b1 c1 d1 e1", Color::black);
  const auto move = GENERATE(std::optional<Square>(Square(8, 8)), std::optional<Square>());
  const Proof proof = single_record(root, move).proof();
  CHECK(single_gap(proof, check(proof)).kind == GapKind::after_end);
  Proof bare = proof_of(RuleSet::freestyle, root, Color::black);
  bare.records.finish();
  CHECK(single_gap(bare, check(bare)).kind == GapKind::after_end);
}

TEST_CASE("a full board is a draw", "[verify]") {
  Position root = full_board();
  REQUIRE_FALSE(has_five(root, RuleSet::freestyle, Color::black));
  REQUIRE_FALSE(has_five(root, RuleSet::freestyle, Color::white));
  root.set_to_move(GENERATE(Color::black, Color::white));
  Proof proof = proof_of(RuleSet::freestyle, root, Color::black);
  if (root.to_move() == Color::black) proof.records.add(root, std::nullopt);
  proof.records.finish();
  CHECK(single_gap(proof, check(proof)).kind == GapKind::draw);
}

TEST_CASE("a move that fills the board without a five is a draw", "[verify]") {
  Position root = full_board();
  root.take(Square(0, 0));
  const Proof proof = single_record(root, Square(0, 0)).proof();
  const Gap gap = single_gap(proof, check(proof));
  CHECK(gap.kind == GapKind::draw);
  CHECK(gap.position == root);
}

TEST_CASE("one position with two moves is contradictory even if both win", "[verify]") {
  Draft draft = single_record(open_three(), square("f5"));
  draft.records.push_back({Symmetry(6).apply(open_three()), Symmetry(6).apply(square("b5"), 9)});
  const Proof proof = draft.proof();
  CHECK(proof.records.count() == 2);
  const Gap gap = single_gap(proof, checked_with(proof, {.threads = 2, .strict = true}));
  CHECK(gap.kind == GapKind::contradictory);
  CHECK(gap.position == open_three());
}

TEST_CASE("stones that no root can lead to are astray", "[verify]") {
  Draft draft = single_record(open_three(), square("f5"));
  Position extra = open_three();
  extra.put(Color::black, square("h8"));
  draft.records.push_back({extra, square("f5")});
  const Proof proof = draft.proof();
  const Checked checked = check(proof);
  require_sound_gaps(proof, checked);
  REQUIRE(checked.gaps.size() == 1);
  CHECK(checked.gaps[0].kind == GapKind::stray_position);
  CHECK_FALSE(checked.gaps[0].root.has_value());
  CHECK(checked.unreached == 1);
  CHECK(checked.accepted());  // no claim rests on it
}

TEST_CASE("unreached records are checked, counted, and not fatal", "[verify]") {
  Draft draft = single_record(open_three(), square("f5"));
  Position elsewhere = open_three();
  elsewhere.put(Color::black, square("h8"));
  elsewhere.put(Color::white, square("h9"));
  draft.records.push_back({elsewhere, square("h8")});
  const Proof proof = draft.proof();
  const Checked checked = check(proof);
  REQUIRE(checked.gaps.size() == 1);
  CHECK(checked.gaps[0].kind == GapKind::illegal_move);
  CHECK_FALSE(checked.gaps[0].root.has_value());
  CHECK(checked.gaps[0].by.has_value());
  CHECK(checked.unreached == 1);
  CHECK(checked.accepted());
}

TEST_CASE("findings of a converter speak against the claims", "[verify]") {
  Proof proof = single_record(open_three(), square("i9")).proof();  // which does not win
  Gap finding;
  finding.kind = GapKind::illegal_move;
  finding.position = open_three();
  finding.by = square("a1");
  SECTION("without a root, against all") {}
  SECTION("with a root and a line that fits") { finding.root = 0; }
  SECTION("with a line that does not fit, the line is dropped") {
    finding.root = 0;
    finding.line = {square("a1")};
  }
  SECTION("with a root that does not exist") { finding.root = 7; }
  proof.findings.push_back(finding);
  const Checked checked = check(proof);
  CHECK(checked.verdicts[0].gaps[static_cast<std::size_t>(GapKind::illegal_move)] == 1);
  // A move that wins makes the other one needless; who is strict sees it all the same.
  proof.records = single_record(open_three(), square("f5")).proof().records;
  CHECK(single_gap(proof, checked_with(proof, {.threads = 2, .strict = true})).kind == GapKind::illegal_move);
  const Checked beside = check(proof);
  CHECK(beside.verdicts[0].outcome == Outcome::verified);
  CHECK(beside.gaps.size() == 1);
  CHECK(beside.aside[static_cast<std::size_t>(GapKind::illegal_move)] == 1);
}

TEST_CASE("a gap that a converter has seen as well is shown with its place", "[verify]") {
  Proof proof = single_record(open_three(), square("a1")).proof();
  Gap finding;
  finding.kind = GapKind::illegal_move;
  finding.root = 0;
  finding.position = open_three();
  finding.by = square("a1");
  finding.source_offset = 77;
  proof.findings.push_back(finding);
  const Checked checked = check(proof);
  REQUIRE(checked.gaps.size() == 1);
  CHECK(checked.gaps[0].kind == GapKind::illegal_move);
  CHECK(checked.gaps[0].source_offset == 77);
}

TEST_CASE("of two roots that are one position the first one has the gaps", "[verify]") {
  Draft draft = single_record(open_three(), square("h9"));
  draft.roots.push_back(Symmetry(3).apply(open_three()));
  const Checked checked = check(draft.proof(), 0);
  REQUIRE_FALSE(checked.gaps.empty());
  for (const Gap& gap : checked.gaps) CHECK(gap.root == 0);
}

TEST_CASE("a position that no root reaches is one, however often it is stored", "[verify]") {
  Draft draft = single_record(open_three(), square("f5"));
  const Position elsewhere = position(9, "a1 c1 e1 g1", "a9 c9 e9 g9", Color::black);
  draft.records.push_back({elsewhere, square("i1")});
  draft.records.push_back({elsewhere, square("i3")});
  Options options;
  options.effort = 0;
  options.strict = true;
  CHECK(checked_with(draft.proof(), options).unreached == 1);
}

TEST_CASE("verdicts are per root", "[verify]") {
  Draft draft = single_record(open_three(), square("f5"));
  Position other = open_three();
  other.take(square("e5"));
  other.put(Color::black, square("h8"));
  draft.roots.push_back(other);
  draft.roots.push_back(Symmetry(5).apply(open_three()));
  const Proof proof = draft.proof();
  const Checked checked = check(proof);
  require_sound_gaps(proof, checked);
  REQUIRE(checked.verdicts.size() == 3);
  CHECK(checked.verdicts[0].outcome == Outcome::verified);
  CHECK(checked.verdicts[1].outcome == Outcome::not_verified);
  CHECK(checked.verdicts[2].outcome == Outcome::verified);
  CHECK_FALSE(checked.accepted());
  REQUIRE(checked.gaps.size() == 1);
  CHECK(checked.gaps[0].root == std::size_t{1});
}

TEST_CASE("lines are right under every symmetry of the root", "[verify]") {
  // Two plies deeper, with holes: every third record is missing, so that gaps lie at all depths.
  const Position root = position(7, "c4 d4 e5 e6", "a1 a2 g1 g7", Color::black);
  Draft draft = ExplicitProofMaker(RuleSet::freestyle, Color::black, 7).make(root);
  std::vector<Record> kept;
  for (std::size_t i = 0; i < draft.records.size(); ++i)
    if (i == 0 || i % 3 != 0) kept.push_back(draft.records[i]);
  draft.records = kept;
  std::set<std::size_t> counts;
  for (int i = 0; i < Symmetry::count; ++i) {
    CAPTURE(i);
    draft.roots = {Symmetry(i).apply(root)};
    const Proof proof = draft.proof();
    const Checked checked = check(proof, 0);
    require_sound_gaps(proof, checked);
    CHECK(checked.gaps.size() > 20);
    counts.insert(checked.gaps.size());
    bool is_deep = false;
    for (const Gap& gap : checked.gaps) is_deep = is_deep || gap.line.size() >= 4;
    CHECK(is_deep);
  }
  CHECK(counts.size() == 1);
}

TEST_CASE("positions that meet under symmetry are stored once", "[verify]") {
  const Position root = position(9, "c5 d5 e5", "a5 i1 i9", Color::black);  // mirror symmetric in the rows
  const Draft draft = ExplicitProofMaker(RuleSet::freestyle, Color::black, 9).make(root);
  CHECK(draft.records.size() < 60);
  const Checked checked = check(draft.proof(), 0);
  CHECK(checked.accepted());
  CHECK(checked.verdicts[0].replies == 74);
}

TEST_CASE("the result depends neither on threads nor on keys", "[verify]") {
  const Position root = position(7, "c4 d4 e5 e6", "a1 a2 g1 g7", Color::black);
  Draft draft = ExplicitProofMaker(RuleSet::freestyle, Color::black, 7).make(root);
  for (std::size_t i = 5; i < draft.records.size(); i += 5) draft.records[i].move = Square(0, 0);
  const Proof proof = draft.proof();
  for (std::uint32_t effort : {0U, 200U}) {
    const std::string expected = fingerprint(check(proof, effort, 1));
    CHECK(fingerprint(check(proof, effort, 2)) == expected);
    CHECK(fingerprint(check(proof, effort, 5)) == expected);
    Options options;
    options.effort = effort;
    options.threads = 2;
    // 128 keys for thousands of positions; they are far apart in the table, as one key for all takes a
    // minute.
    options.key_mask = std::uint64_t{127} << 57;
    CHECK(fingerprint(checked_with(proof, options)) == expected);
    CHECK_FALSE(check(proof, effort).gaps.empty());
  }
}

TEST_CASE("an interrupted check is undecided", "[verify]") {
  const Proof proof = open_three_proof().proof();
  const std::atomic<bool> stop = true;
  Options options;
  options.stop = &stop;
  int calls = 0;
  options.on_progress = [&](const Progress& p) {
    ++calls;
    CHECK(p.positions_total == 76);
    CHECK(p.positions_done == 0);
  };
  const Checked checked = checked_with(proof, options);
  CHECK(calls >= 1);
  CHECK(checked.interrupted);
  CHECK_FALSE(checked.accepted());
  CHECK(checked.verdicts[0].outcome == Outcome::undecided);
  CHECK(to_text(checked.verdicts[0])
            .ends_with("interrupted after 0 % of the replies; proof " + content_hash(proof)));
}

TEST_CASE("progress counts the replies that records promise, and roots that wait for one", "[verify]") {
  // One root is a record, one has the defender to move, and one has to be searched for.
  Draft draft = single_record(open_three(), square("f5"));
  draft.roots.push_back(open_three());
  draft.roots.back().play(square("f5"));
  draft.roots.push_back(position(9, "c5 d5 e5", "a1 a9 i3", Color::black));
  Progress last;
  Options options;
  options.on_progress = [&](const Progress& p) { last = p; };
  REQUIRE(checked_with(draft.proof(), options).accepted());
  CHECK(last.positions_done == 4);
  CHECK(last.positions_total == 4);
  CHECK(last.replies_done == 2 * 74);
  CHECK(last.replies_total == 2 * 74);
}

TEST_CASE("an interrupted shard has no gaps to report", "[verify]") {
  std::atomic<bool> stop = false;
  Options options;
  options.effort = 0;
  options.task = Check{.shard = Shard{1, 1}};
  options.stop = &stop;
  const Proof proof = single_record(open_three(), square("h9")).proof();
  CHECK(checked_with(proof, options).raw_gaps != nullptr);
  // The interrupt comes when the shard has been checked.
  options.on_progress = [&](const Progress& p) { stop = p.positions_done == p.positions_total; };
  const Checked checked = checked_with(proof, options);
  CHECK(checked.interrupted);
  CHECK(checked.raw_gaps == nullptr);
}

TEST_CASE("an interrupt after the last position is one", "[verify]") {
  const Trust trust = GENERATE(Trust::dbsearch, Trust::rules);
  const Proof proof = open_three_proof().proof();
  std::atomic<bool> stop = false;
  Options options;
  options.task = Check{.trust = trust};
  REQUIRE(checked_with(proof, options).accepted());
  options.stop = &stop;
  bool has_started = false;
  options.on_start = [&] { has_started = true; };
  options.on_progress = [&](const Progress& p) { stop = p.positions_done == p.positions_total; };
  const Checked checked = checked_with(proof, options);
  CHECK(has_started);
  CHECK(checked.all.positions == checked.records);
  CHECK(checked.interrupted);
  CHECK_FALSE(checked.accepted());
  CHECK(to_text(checked.verdicts[0]).find("; interrupted after 100 % of the replies;") != std::string::npos);
}

TEST_CASE("what an interrupt cuts off is nowhere said to be proved", "[verify]") {
  const Proof proof = single_record(Position(15), Square(7, 7)).proof();
  std::atomic<bool> stop = true;
  for (const Trust trust : {Trust::dbsearch, Trust::rules}) {
    Proof kept = proof;
    const auto level = make_level(kept, {.task = Check{.trust = trust}, .stop = &stop});
    REQUIRE(level.ok());
    const FormChecker forms(kept, level.value()->records());
    const auto checker = level.value()->make_checker(forms);
    std::vector<RawGap> gaps;
    REQUIRE(forms.is_record(0));
    CHECK_THROWS_AS(checker->check(0, gaps), Stopped);
    CHECK(gaps.empty());
  }

  const auto records = TableSource::create(proof.records);
  REQUIRE(records.ok());
  const FormChecker forms(proof, records.value());
  NodeTable table(forms.node_count());
  Patience patience(&stop, std::chrono::milliseconds(0));
  Walk walk(forms, table, patience);
  CHECK_FALSE(walk.begin(0).has_value());
}

TEST_CASE("records beyond a budget of memory are checked as those in memory are", "[verify]") {
  const unsigned seed = GENERATE(range(0u, 6u));
  const Draft whole = deep_draft();
  const Proof proof = seed == 0 ? whole.proof() : Damage(seed).damaged(whole);
  Proof on_disk(proof.rule, proof.size, proof.attacker);
  on_disk.roots = proof.roots;
  on_disk.findings = proof.findings;
  on_disk.records = RecordTable(proof.size, proof.attacker, MemoryBudget{0});
  for (std::size_t i = 0; i < proof.records.count(); ++i) on_disk.records.add_entry(proof.records.entry(i));
  REQUIRE(on_disk.records.finish_within_budget().ok());

  const Checked expected = check(proof, 0);
  const Checked found = check(on_disk, 0);
  CHECK(expected.accepted() == (seed == 0));
  REQUIRE(found.verdicts.size() == expected.verdicts.size());
  for (std::size_t i = 0; i < found.verdicts.size(); ++i)
    CHECK(to_text(found.verdicts[i]) == to_text(expected.verdicts[i]));
  CHECK(found.gap_counts == expected.gap_counts);
  REQUIRE(found.gaps.size() == expected.gaps.size());
  for (std::size_t i = 0; i < found.gaps.size(); ++i) {
    CHECK(found.gaps[i].position == expected.gaps[i].position);
    CHECK(found.gaps[i].line == expected.gaps[i].line);
  }
}
