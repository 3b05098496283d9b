// Random proofs with holes and mistakes of every kind.
#pragma once

#include <random>

#include "format/fvp/fvp_reader.hpp"
#include "proofs.hpp"
#include "tests/paths.hpp"

namespace fiveproof::verify::test {

inline Proof bundled_example() {
  auto proof = read_fvp_file(fiveproof::test::in_project("examples/example.fvp"));
  REQUIRE(proof.ok());
  return std::move(proof).value();
}

/// A proof with little to search and many ways to the same position.
inline Draft deep_draft() {
  const Position root = position(7, "c4 d4 e5 e6", "a1 a2 g1 g7", Color::black);
  return ExplicitProofMaker(RuleSet::freestyle, Color::black, 7).make(root);
}

class Damage {
 public:
  explicit Damage(unsigned seed) : random_(seed) {}

  /// Drops records, changes moves, stores positions twice, adds roots and findings.
  Proof damaged(const Draft& whole) {
    Draft draft = whole;
    const int size = whole.roots.front().size();
    std::vector<Record> records;
    for (std::size_t i = 0; i < whole.records.size(); ++i) {
      Record record = whole.records[i];
      if (i > 0 && one_in(6)) continue;
      if (one_in(12)) record.move = any_square(size);
      if (one_in(15)) record.move.reset();
      if (one_in(20)) records.push_back({record.position, any_square(size)});
      records.push_back(record);
      if (one_in(25)) records.push_back(changed(record));
    }
    draft.records = records;
    add_roots(draft);
    Proof proof = draft.proof();
    add_findings(proof);
    return proof;
  }

 private:
  bool one_in(unsigned n) { return random_() % n == 0; }
  Square any_square(int size) {
    const auto side = static_cast<unsigned>(size);
    return Square(static_cast<int>(random_() % side), static_cast<int>(random_() % side));
  }
  Symmetry any_symmetry() { return Symmetry(static_cast<int>(random_() % Symmetry::count)); }

  Record changed(Record record) {
    const Square s = any_square(record.position.size());
    if (record.position.is_empty(s)) record.position.put(one_in(2) ? Color::black : Color::white, s);
    return record;
  }
  const Record& any(const std::vector<Record>& records) { return records[random_() % records.size()]; }

  void add_roots(Draft& draft) {
    draft.roots[0] = any_symmetry().apply(draft.roots[0]);
    for (auto more = random_() % 4; more > 0; --more) {
      const Record& record = any(draft.records);
      Position root = record.position;
      if (one_in(2) && record.move && root.is_empty(*record.move)) root.play(*record.move);
      if (one_in(4)) root = changed({root, {}}).position;
      draft.roots.push_back(any_symmetry().apply(root));
      if (one_in(3)) draft.roots.push_back(any_symmetry().apply(root));
    }
  }
  void add_findings(Proof& proof) {
    for (auto more = random_() % 3; more > 0; --more) {
      Gap finding;
      finding.kind = one_in(2) ? GapKind::illegal_move : GapKind::contradictory;
      const std::size_t root = random_() % (proof.roots.size() + 1);
      if (root < proof.roots.size()) finding.root = root;
      finding.position = proof.roots[root % proof.roots.size()].position;
      finding.by = any_square(proof.size);
      if (one_in(3)) finding.line = {any_square(proof.size)};
      finding.limit = one_in(2);
      proof.findings.push_back(finding);
    }
  }

  std::mt19937 random_;
};

}  // namespace fiveproof::verify::test
