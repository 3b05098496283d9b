// A program of somebody else that uses an installed fiveproof: something from every library room.
#include <cstdio>
#include <utility>

#include "dbsearch/searcher.hpp"
#include "game/five.hpp"
#include "game/notation.hpp"
#include "proof/proof.hpp"
#include "verify/verifier.hpp"

int main() {
  using namespace fiveproof;
  const auto moves = parse_squares("h8 a1 i8 a2 j8 a3", 15);
  if (!moves.ok()) return 1;
  const auto position = position_after(moves.value(), 15);
  if (!position.ok() || has_five(position.value(), RuleSet::standard, Color::black)) return 1;

  dbsearch::Searcher searcher(RuleSet::standard, 15);
  searcher.set_position(position.value(), Color::black);
  const auto found = searcher.search({});
  if (!found.win || !searcher.replay(found.sequence)) return 1;
  std::printf("%s\n", dbsearch::to_text(found.sequence, 15).c_str());

  Proof proof(RuleSet::standard, 15, Color::black);
  proof.roots.push_back({position.value(), moves.value()});
  proof.records.add(position.value(), std::nullopt);
  proof.records.finish();
  std::printf("%s\n", content_hash(proof).c_str());
  const auto checked = verify::check_proof(std::move(proof), {});
  if (!checked.ok()) return 1;
  for (const auto& verdict : checked.value().verdicts) std::printf("%s\n", verify::to_text(verdict).c_str());
  return 0;
}
