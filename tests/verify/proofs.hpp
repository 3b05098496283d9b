// Small proofs for the tests of verify/, made from positions that db-search calls won.
#pragma once

#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "dbsearch/searcher.hpp"
#include "game/five.hpp"
#include "game/notation.hpp"
#include "game/packed_position.hpp"
#include "game/symmetry.hpp"
#include "proof/proof.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::verify::test {

inline Square square(const std::string& text) { return parse_square(text, max_board_size).value(); }

inline Position position(int size, const std::string& black, const std::string& white, Color to_move) {
  return position_of(parse_squares(black, size).value(), parse_squares(white, size).value(), to_move, size)
      .value();
}

inline Proof proof_of(RuleSet rule, const Position& root, Color attacker) {
  Proof proof(rule, root.size(), attacker);
  proof.roots.push_back({root, std::nullopt});
  return proof;
}

/// The records of a proof one by one, so that a test can change them before it makes the proof.
struct Draft {
  RuleSet rule = RuleSet::freestyle;
  Color attacker = Color::black;
  std::vector<Position> roots;
  std::vector<Record> records;

  [[nodiscard]] Proof proof() const {
    Proof made(rule, roots.front().size(), attacker);
    for (const Position& root : roots) made.roots.push_back({root, std::nullopt});
    for (const Record& record : records) made.records.add(record.position, record.move);
    made.records.finish();
    return made;
  }
  [[nodiscard]] Record& record_of(const Position& wanted) {
    const Canonical canonical = canonical_form(wanted);
    for (Record& record : records)
      if (record.position == canonical.position) return record;
    FAIL("no such record");
    throw 0;
  }
};

/// Records down to the five: every reply that is not stored yet gets a record, so that no search is needed
/// and effort 0 verifies it. The attacker's moves are db-search's.
class ExplicitProofMaker {
 public:
  ExplicitProofMaker(RuleSet rule, Color attacker, int size) : searcher_(rule, size) {
    draft_.rule = rule;
    draft_.attacker = attacker;
  }
  Draft make(const Position& root) {
    draft_.roots.push_back(root);
    if (root.to_move() == draft_.attacker)
      add(root);
    else
      add_replies(root);
    return draft_;
  }

 private:
  void add(const Position& at) {
    const Position canonical = canonical_form(at).position;
    if (!seen_.insert(pack(canonical)).second) return;
    const SquareSet fives = five_squares(canonical, draft_.rule, draft_.attacker);
    if (!fives.empty()) {
      draft_.records.push_back({canonical, fives.first()});
      return;
    }
    searcher_.set_position(canonical, draft_.attacker);
    const auto found = searcher_.search({.node_limit = 100'000});
    REQUIRE(found.win);
    const Square move = found.sequence.front().gain;
    draft_.records.push_back({canonical, move});
    Position after = canonical;
    after.play(move);
    add_replies(after);
  }
  void add_replies(const Position& and_position) {
    for (Square reply : and_position.empties()) {
      Position after = and_position;
      after.play(reply);
      add(after);
    }
  }

  Draft draft_;
  dbsearch::Searcher searcher_;
  std::set<std::vector<std::uint8_t>> seen_;
};

/// Black has an open three, nothing is symmetric: f5 and then b5 or g5. 1 + 74 records.
inline Position open_three() { return position(9, "c5 d5 e5", "a1 a9 i2", Color::black); }
inline Draft open_three_proof() {
  return ExplicitProofMaker(RuleSet::freestyle, Color::black, 9).make(open_three());
}

/// A check with all its gaps in memory.
struct Checked : Verification {
  std::vector<Gap> gaps;
};

inline Checked checked_with(const Proof& proof, const Options& options) {
  auto result = check_proof(proof, options);
  if (!result.ok()) FAIL(result.error().text());
  Checked checked{std::move(result).value(), {}};
  for (;;) {
    auto gap = checked.Verification::gaps->next();
    if (!gap.ok()) FAIL(gap.error().text());
    if (!gap.value()) break;
    checked.gaps.push_back(*gap.value());
  }
  REQUIRE(checked.gaps.size() == checked.gap_count());
  return checked;
}

inline Checked check(const Proof& proof, std::uint32_t effort = default_effort, unsigned threads = 2) {
  Options options;
  options.effort = effort;
  options.threads = threads;
  return checked_with(proof, options);
}

/// Every line starts at its root and ends at its position; a gap without a root has no line.
inline void require_sound_gaps(const Proof& proof, const Checked& checked) {
  std::set<std::pair<std::vector<std::uint8_t>, GapKind>> seen;
  for (const Gap& gap : checked.gaps) {
    CAPTURE(name_of(gap.kind), to_text(gap.line), diagram(gap.position));
    REQUIRE(seen.emplace(pack(canonical_form(gap.position).position), gap.kind).second);
    if (!gap.root) {
      REQUIRE(gap.line.empty());
      continue;
    }
    Position here = proof.roots.at(*gap.root).position;
    for (Square s : gap.line) {
      REQUIRE(here.is_empty(s));
      REQUIRE_FALSE(has_five(here, proof.rule, Color::black));
      REQUIRE_FALSE(has_five(here, proof.rule, Color::white));
      here.play(s);
    }
    REQUIRE(here == gap.position);
  }
}

/// Everything in the result that must not depend on threads or on the index.
inline std::string fingerprint(const Checked& v) {
  std::string out;
  for (const Verdict& verdict : v.verdicts) out += to_text(verdict) + '\n';
  for (const Gap& gap : v.gaps)
    out += std::string(name_of(gap.kind)) + ' ' + (gap.root ? std::to_string(*gap.root) : "-") + " [" +
           to_text(gap.line) + "] " + to_text(gap.position.stones(Color::black)) + " / " +
           to_text(gap.position.stones(Color::white)) + ' ' + (gap.by ? to_text(*gap.by) : "-") +
           (gap.limit ? " limit " : " ") + std::to_string(gap.shared) + '\n';
  for (const auto& [stones, t] : v.by_ply)
    for (auto n : {t.positions, t.leaves, t.ends, t.open, t.replies, t.stored, t.replayed, t.searched,
                   t.searched_fully, t.excluded, t.unanswered, t.defender_fives})
      out += std::to_string(stones) + ':' + std::to_string(n) + ' ';
  return out + "unreached " + std::to_string(v.unreached);
}

}  // namespace fiveproof::verify::test
