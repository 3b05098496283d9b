// Level rules: the same answers as level dbsearch, from a kernel that shares nothing with it.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "damaged_proofs.hpp"
#include "verify/audit/kernel.hpp"
#include "verify/frame/level.hpp"
#include "verify/frame/walk.hpp"
#include "verify/rules/book_source.hpp"
#include "verify/rules/guide.hpp"
#include "verify/rules/kernel_words.hpp"

using namespace fiveproof;
using namespace fiveproof::verify;
using namespace fiveproof::verify::test;

namespace {

Checked check_at(Trust trust, const Proof& proof, std::uint32_t effort) {
  Options options;
  options.task = Check{.trust = trust};
  options.effort = effort;
  options.threads = 2;
  return checked_with(proof, options);
}

/// What both levels must agree on where neither misses a win: all but how replies were answered.
std::string outline(const Checked& checked) {
  std::string out;
  for (const Verdict& verdict : checked.verdicts)
    out += std::string(name_of(verdict.outcome)) + ' ' + std::to_string(verdict.positions) + ' ' +
           std::to_string(verdict.replies) + ' ' + to_text(verdict.gaps) + '\n';
  for (const Gap& gap : checked.gaps)
    out += std::string(name_of(gap.kind)) + ' ' + to_text(gap.line) + ' ' +
           (gap.by ? to_text(*gap.by) : "-") + ' ' + std::to_string(gap.shared) + '\n';
  for (const auto& [stones, t] : checked.by_ply)
    for (auto n : {t.positions, t.leaves, t.ends, t.replies, t.stored, t.unanswered, t.defender_fives})
      out += std::to_string(n) + ' ';
  return out;
}

}  // namespace

TEST_CASE("level rules verifies what level dbsearch does", "[verify][rules]") {
  for (const Draft& draft : {open_three_proof(), deep_draft()}) {
    const Proof proof = draft.proof();
    const Checked checked = check_at(Trust::rules, proof, 0);
    REQUIRE(checked.accepted());
    CHECK(checked.verdicts[0].trusted == "the audit kernel");
    CHECK(to_text(checked.verdicts[0]).find("trusted: the audit kernel") != std::string::npos);
    CHECK(outline(checked) == outline(check_at(Trust::dbsearch, proof, 0)));
    CHECK(checked.all.replies == checked.all.replies_by_class());
  }
}

TEST_CASE("what a search found is played out for the kernel, although that takes longer than it took to find",
          "[verify][rules]") {
  // The search knows after which replies other proposals have failed; from the beginning it takes more
  // positions than one proposal may.
  const auto position = [](const char* black, const char* white) {
    return position_of(parse_squares(black, 9).value(), parse_squares(white, 9).value(), Color::white, 9)
        .value();
  };
  Proof proof(RuleSet::renju, 9, Color::white);
  proof.roots.push_back(
      {position("c8 g8 a7 d7 e6 b5 c5 d4 e4 h4", "f9 h9 e8 h7 f5 b4 c4 g4 i4 c3 g3 b2 c2 i2 h1 i1"),
       std::nullopt});
  proof.roots.push_back(
      {position("b9 c9 d9 h9 d6 i6 a5 h4 g3 d1", "f9 c8 f8 i8 b7 c5 g4 i4 c3 h3 i3 g2 a1 f1 g1 i1"),
       std::nullopt});
  proof.records.finish();
  for (Trust trust : {Trust::dbsearch, Trust::rules}) {
    Options options;
    options.task = Check{.trust = trust};
    CHECK(check_proof(proof, options).value().accepted());
  }
}

TEST_CASE("level rules finds the same holes, mistakes and lines", "[verify][rules]") {
  const Draft whole = deep_draft();
  std::uint64_t gaps = 0;
  for (unsigned seed = 100; seed < 106; ++seed) {
    CAPTURE(seed);
    const Proof proof = Damage(seed).damaged(whole);
    const Checked checked = check_at(Trust::rules, proof, 200);
    CHECK(outline(checked) == outline(check_at(Trust::dbsearch, proof, 200)));
    require_sound_gaps(proof, checked);
    gaps += checked.gaps.size();
  }
  CHECK(gaps > 1000);
}

TEST_CASE("without a search level rules answers what its lemmas do, and no less than level dbsearch",
          "[verify][rules]") {
  const auto identities = [](const Checked& checked) {
    std::set<std::pair<std::vector<std::uint8_t>, GapKind>> found;
    for (const Gap& gap : checked.gaps) found.emplace(pack(canonical_form(gap.position).position), gap.kind);
    return found;
  };
  const Draft whole = deep_draft();
  std::uint64_t excluded = 0;
  for (unsigned seed = 200; seed < 206; ++seed) {
    CAPTURE(seed);
    const Proof proof = Damage(seed).damaged(whole);
    const Checked rules = check_at(Trust::rules, proof, 0);
    const auto holes = identities(rules);
    const auto more_holes = identities(check_at(Trust::dbsearch, proof, 0));
    CHECK(std::includes(more_holes.begin(), more_holes.end(), holes.begin(), holes.end()));
    excluded += rules.all.excluded;
  }
  CHECK(excluded > 100);
}

TEST_CASE("level rules reads the records from the kernel's copy as they were", "[verify][rules]") {
  const Proof proof = Damage(7).damaged(deep_draft());
  const TableSource table = TableSource::create(proof.records).value();
  BookSource book(proof.rule, proof.records);
  REQUIRE(book.count() == table.count());
  for (std::uint32_t i = 0; i < table.count(); ++i) {
    const Record expected = table.at(i);
    REQUIRE(book.at(i).position == expected.position);
    REQUIRE(book.at(i).move == expected.move);
    REQUIRE(book.is_repetition(i) == table.is_repetition(i));
    REQUIRE(book.is_contradictory(i) == table.is_contradictory(i));
    for (int s = 0; s < Symmetry::count; ++s) {
      const Position image = Symmetry(s).apply(expected.position);
      const auto in_table = table.find(image);
      const auto in_book = book.find(image);
      REQUIRE(in_table.has_value());
      REQUIRE(in_book.has_value());
      REQUIRE(in_book->record == in_table->record);
      REQUIRE(in_book->to_record == in_table->to_record);
    }
    Position other = expected.position;
    other.set_to_move(opponent(proof.attacker));
    REQUIRE_FALSE(book.find(other));
    other.set_to_move(proof.attacker);
    other.put(Color::white, other.empties().first());
    REQUIRE(book.find(other).has_value() == table.find(other).has_value());
  }
}

TEST_CASE("level rules does not take a leaf for won because somebody searched", "[verify][rules]") {
  const Position quiet = position(9, "c3 g7", "c7 g3", Color::black);
  const Draft stored{RuleSet::freestyle, Color::black, {quiet}, {{quiet, std::nullopt}}};
  const Draft unstored{RuleSet::freestyle, Color::black, {quiet}, {}};
  for (const auto& [draft, kind] :
       {std::pair{stored, GapKind::unproved_leaf}, {unstored, GapKind::missing_root}})
    for (const std::uint32_t effort : {0u, 200u}) {
      const Checked checked = check_at(Trust::rules, draft.proof(), effort);
      CHECK_FALSE(checked.accepted());
      REQUIRE(checked.gaps.size() == 1);
      CHECK(checked.gaps[0].kind == kind);
      CHECK(outline(checked) == outline(check_at(Trust::dbsearch, draft.proof(), effort)));
    }
}

TEST_CASE("a claim that only the frame would accept is not verified", "[verify][rules]") {
  // The frame sees a whole proof; the kernel's book is a proof with one record less, which nothing else
  // answers.
  Draft draft = open_three_proof();
  Checked whole = check_at(Trust::rules, draft.proof(), 0);
  REQUIRE(whole.accepted());
  for (const std::size_t missing : {std::size_t{0}, draft.records.size() / 2, draft.records.size() - 1}) {
    Draft cut = draft;
    cut.records.erase(cut.records.begin() + static_cast<std::ptrdiff_t>(missing));
    const Proof proof = cut.proof();
    audit::Book book = book_of(proof.rule, proof.records);
    audit::Kernel kernel(book);
    Guide guide(proof.rule, proof.size, proof.attacker, 0);
    for (std::size_t i = 0; i < book.count(); ++i) (void)kernel.check(i, guide);
    audit::Board board(to_kernel(proof.rule), proof.size);
    to_kernel(proof.roots[0].position, board);
    const bool is_proved =
        kernel.prove(board, to_kernel(proof.roots[0].position.to_move()), guide).has_value();
    CHECK(is_proved == check_at(Trust::rules, proof, 0).accepted());
  }
}

TEST_CASE("the kernel has the last word on a root, and must have walked as far as the frame",
          "[verify][rules]") {
  const Draft draft = open_three_proof();
  const Checked whole = check_at(Trust::rules, draft.proof(), 0);
  Proof proof = draft.proof();
  std::atomic<bool> stop = false;
  Options options;
  options.task = Check{.trust = Trust::rules};
  options.effort = 0;
  options.stop = &stop;
  auto level = make_level(proof, options);
  REQUIRE(level.ok());
  WalkCounts counts;
  counts.positions = whole.verdicts[0].positions;
  counts.replies = whole.verdicts[0].replies;
  // No node has been checked: nothing is established.
  CHECK_FALSE(level.value()->confirm(proof, 0, counts));
  const FormChecker forms(proof, level.value()->records());
  const auto checker = level.value()->make_checker(forms);
  std::vector<RawGap> gaps;
  for (NodeId node = 0; node < forms.node_count(); ++node) (void)checker->check(node, gaps);
  REQUIRE(gaps.empty());
  CHECK(level.value()->confirm(proof, 0, counts));
  stop = true;
  CHECK_THROWS_AS(level.value()->confirm(proof, 0, counts), Stopped);
  stop = false;
  WalkCounts fewer = counts;
  --fewer.positions;
  CHECK_FALSE(level.value()->confirm(proof, 0, fewer));
  fewer = counts;
  --fewer.replies;
  CHECK_FALSE(level.value()->confirm(proof, 0, fewer));
}

TEST_CASE("an interrupt ends the kernel's own walk, and the check is undecided", "[verify][rules]") {
  using Clock = std::chrono::steady_clock;
  // Two open threes: the kernel has to see of every reply that Black goes on with one of them.
  Proof proof(RuleSet::freestyle, 15, Color::black);
  const Position both = position(15, "h8 i8 j8 d4 d5 d6", "b1 b3 n1 n3", Color::white);
  for (int i = 0; i < 15 * 15; ++i)
    for (const int column : {12, 11}) {
      Position root = both;
      root.put(Color::white, Square(14, i / 15));
      root.put(Color::white, Square(column, 5 + i % 10));
      root.put(Color::white, Square(column - 8, 14 - i % 5));
      proof.roots.push_back({root, std::nullopt});
    }
  proof.records.finish();
  std::atomic<bool> stop = false;
  Options options;
  options.task = Check{.trust = Trust::rules};
  options.stop = &stop;
  options.threads = 1;
  Clock::time_point walk_begins;
  options.on_progress = [&](const Progress& p) {
    if (p.positions_done == p.positions_total) walk_begins = Clock::now();
  };
  REQUIRE(checked_with(proof, options).accepted());
  const auto walk_takes = Clock::now() - walk_begins;
  int undecided = 0;
  constexpr int tries = 8;
  for (int i = 0; i < tries; ++i) {
    stop = false;
    std::thread interrupter;
    options.on_progress = [&](const Progress& p) {
      if (p.positions_done < p.positions_total || interrupter.joinable()) return;
      interrupter = std::thread([&] {
        std::this_thread::sleep_for(walk_takes * (2 * i + 1) / (2 * tries));
        stop = true;
      });
    };
    const Checked checked = checked_with(proof, options);
    interrupter.join();
    CHECK(checked.accepted() != checked.interrupted);
    undecided += checked.interrupted;
  }
  CHECK(undecided > tries / 2);
}

TEST_CASE("a walk counts as proved what is, and nothing else", "[verify][walk]") {
  const Proof proof = open_three_proof().proof();
  const TableSource records = TableSource::create(proof.records).value();
  const FormChecker forms(proof, records);
  NodeTable table(forms.node_count());
  for (NodeId node = 0; node < forms.node_count(); ++node) table.set_state(node, NodeState::proved);
  Patience patience(nullptr, {});
  Walk walk(forms, table, patience);
  const WalkCounts all = walk.begin(0).value();
  walk.end();
  CHECK(all.promised > 2);
  CHECK(all.proved == all.promised);
  for (const NodeState state : {NodeState::unchecked, NodeState::open, NodeState::repetition}) {
    table.set_state(1, state);
    const WalkCounts counts = walk.begin(0).value();
    walk.end();
    CHECK(counts.promised == all.promised);
    CHECK(counts.proved + 1 == all.proved);
  }
}
