// A small run of the bench with fixed seeds, and three liars that it must find out.
#include <catch2/catch.hpp>
#include <sstream>

#include "format/fvp/fvp_reader.hpp"
#include "tests/mutants/bench.hpp"
#include "tests/mutants/convert.hpp"
#include "tests/mutants/rules_only.hpp"
#include "tests/paths.hpp"

namespace fiveproof::mutants {
namespace {

const std::vector<Original>& originals() {
  static const std::vector<Original> made = small_originals();
  return made;
}
const std::vector<Original>& explicit_originals() {
  static const std::vector<Original> made = [] {
    std::vector<Original> found;
    for (const Original& original : originals())
      if (original.is_explicit) found.push_back(original);
    return found;
  }();
  return made;
}

const std::vector<Original>& originals_of_renju() {
  static const std::vector<Original> made = renju_originals();
  return made;
}
std::vector<Kind> kinds_for_renju() {
  std::vector<Kind> all = all_kinds();
  for (int i = 0; i < 5; ++i)
    for (const Kind& kind : renju_kinds()) all.push_back(kind);
  return all;
}

/// Truths are remembered from test to test within a process.
Judge& judge() {
  static Judge made;
  return made;
}

void require_clean(const Checker& checker, const std::vector<Original>& of, const std::vector<Kind>& kinds,
                   std::uint64_t count) {
  std::ostringstream log;
  BenchOptions options;
  options.count = count;
  options.seed = 20;
  options.log = &log;
  const Figures figures = run_bench(checker, of, kinds, options, judge());
  std::ostringstream table;
  print(figures, table);
  INFO(table.str() << log.str());
  CHECK(figures.total().failures() == 0);
  CHECK(figures.total().rejected > figures.total().made / 4);
  CHECK(figures.total().accepted_and_valid > 0);
}

Row run_liar(const Checker& checker, const std::vector<Kind>& kinds) {
  BenchOptions options;
  options.count = 4 * kinds.size();
  options.stop_after_failures = 5;
  return run_bench(checker, explicit_originals(), kinds, options, judge()).total();
}

}  // namespace

TEST_CASE("the judge finds every original valid", "[mutants]") {
  for (const Original& original : originals()) {
    INFO(original.name);
    const Reason reason = judge().judge(original.draft, std::nullopt);
    INFO(reason.text);
    CHECK(reason.judgement == Judgement::valid);
    CHECK(original.draft.records.size() > 0);
  }
}

TEST_CASE("the judge finds every original of renju valid", "[mutants][renju]") {
  std::size_t of_black = 0;
  for (const Original& original : originals_of_renju()) {
    INFO(original.name);
    const Reason reason = judge().judge(original.draft, std::nullopt);
    INFO(reason.text);
    CHECK(reason.judgement == Judgement::valid);
    of_black += original.draft.attacker == black;
  }
  CHECK(of_black >= 3);
  CHECK(originals_of_renju().size() - of_black >= 3);
}

TEST_CASE("what is written says what the draft says", "[mutants]") {
  for (const Original& original : originals()) {
    INFO(original.name);
    for (const File& file :
         {write_fvp(original.draft), write_jsonl(original.draft), write_certificate(original.draft, 0)}) {
      const auto back = read(file);
      REQUIRE(back);
      CHECK(back->rule == original.draft.rule);
      CHECK(back->attacker == original.draft.attacker);
      CHECK(back->roots.size() == original.draft.roots.size());
      CHECK(back->records.size() == original.draft.records.size());
      if (file.form == Form::jsonl) CHECK(back->records == original.draft.records);
    }
  }
}

TEST_CASE("the judge's eight images are eight, and its fives are fives", "[mutants]") {
  Grid grid(6);
  grid.set(grid.place(0, 0), black);
  grid.set(grid.place(2, 1), black);
  std::vector<std::string> seen;
  for (int symmetry = 0; symmetry < 8; ++symmetry) seen.push_back(image(grid, symmetry).cells);
  std::sort(seen.begin(), seen.end());
  CHECK(std::unique(seen.begin(), seen.end()) == seen.end());

  Grid row(7);
  for (int x = 1; x < 5; ++x) row.set(row.place(x, 6), white);
  CHECK(makes_five(row, Rule::standard, white, row.place(0, 6)));
  CHECK(makes_five(row, Rule::standard, white, row.place(5, 6)));
  CHECK_FALSE(makes_five(row, Rule::freestyle, white, row.place(6, 6)));
  row.set(row.place(6, 6), white);
  CHECK_FALSE(makes_five(row, Rule::standard, white, row.place(5, 6)));
  CHECK(makes_five(row, Rule::freestyle, white, row.place(5, 6)));
  row.set(row.place(5, 6), white);
  CHECK(has_five(row, Rule::freestyle, white));
  CHECK_FALSE(has_five(row, Rule::standard, white));
}

TEST_CASE("mutants: the dbsearch level without search", "[mutants]") {
  require_clean(dbsearch_level(0), explicit_originals(), all_kinds(), 1500);
}

TEST_CASE("mutants: the dbsearch level", "[mutants]") {
  require_clean(dbsearch_level(1000), originals(), all_kinds(), 400);
}

TEST_CASE("mutants: the rules level without search", "[mutants]") {
  require_clean(rules_level(0), explicit_originals(), all_kinds(), 1500);
}

TEST_CASE("mutants: the rules level", "[mutants]") {
  require_clean(rules_level(1000), originals(), all_kinds(), 300);
}

TEST_CASE("mutants: certificates", "[mutants]") {
  require_clean(certificate_audit(), explicit_originals(), certificate_kinds(), 300);
}

TEST_CASE("mutants: renju at the dbsearch level", "[mutants][renju]") {
  require_clean(dbsearch_level(0), originals_of_renju(), kinds_for_renju(), 500);
  require_clean(dbsearch_level(1000), originals_of_renju(), kinds_for_renju(), 300);
}

TEST_CASE("mutants: renju at the rules level", "[mutants][renju]") {
  require_clean(rules_level(0), originals_of_renju(), kinds_for_renju(), 500);
  require_clean(rules_level(1000), originals_of_renju(), kinds_for_renju(), 300);
}

TEST_CASE("mutants: certificates of renju", "[mutants][renju]") {
  require_clean(certificate_audit(), originals_of_renju(), certificate_kinds(), 300);
}

TEST_CASE("whoever accepts everything is found out", "[mutants]") {
  CHECK(run_liar(always_accept(), all_kinds()).accepted_and_wrong > 0);
}

TEST_CASE("whoever rejects everything is found out", "[mutants]") {
  CHECK(run_liar(always_reject(), all_kinds()).wrongly_rejected > 0);
}

TEST_CASE("whoever believes the content hash is found out", "[mutants]") {
  const Row row = run_liar(hash_believer(), meaning_kinds());
  CHECK(row.accepted_and_wrong > 0);
  CHECK(row.wrongly_rejected == 0);
}

TEST_CASE("whoever does not look at the expected claim is found out", "[mutants]") {
  BenchOptions options;
  options.count = 8 * meaning_kinds().size();
  options.stop_after_failures = 5;
  const Row row =
      run_bench(claim_believer(0), explicit_originals(), meaning_kinds(), options, judge()).total();
  CHECK(row.accepted_and_wrong > 0);
}

TEST_CASE("mutants of a part of the bundled example", "[mutants]") {
  const auto example = read_fvp_file(test::in_project("examples/example.fvp"));
  REQUIRE(example.ok());
  const auto part = part_of(to_draft(example.value()), 3, 5, 2);
  REQUIRE(part);
  require_clean(dbsearch_level(1000), {*part}, meaning_kinds(), 80);
}

}  // namespace fiveproof::mutants
