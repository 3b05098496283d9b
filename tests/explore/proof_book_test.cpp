// What a proof says of a position is what verify makes of it.
#include "explore/proof_book.hpp"

#include "tests/explore/agreement.hpp"
#include "tests/game/positions.hpp"

namespace fiveproof::explore {
namespace {

TEST_CASE("every reply that verify answers is answered", "[explore]") {
  check_agreement(read_proof("examples/example.fvp"), 300, 3);
}

TEST_CASE("a reply that verify leaves open is open", "[explore]") {
  const Proof whole = read_proof("examples/example.fvp");
  Proof holed(whole.rule, whole.size, whole.attacker);
  holed.roots = whole.roots;
  for (std::size_t i = 0; i < whole.records.count(); ++i) {
    const Record record = whole.records.at(i);
    if (i % 40 != 39) holed.records.add(record.position, record.move);
  }
  holed.records.finish();
  const auto checked = verify::check_proof(holed, {});
  REQUIRE(checked.ok());
  REQUIRE(checked.value().gap_count() > 10);
  ProofBook book(holed, verify::default_effort);
  for (;;) {
    const auto gap = checked.value().gaps->next();
    REQUIRE(gap.ok());
    if (!gap.value()) break;
    if (gap.value()->kind != GapKind::unanswered_reply) continue;
    // Found at one node; what another one answers is no loss of the proof's.
    if (gap.value()->shared > 1) continue;
    CHECK(book.standing(gap.value()->position) == Standing::reply);
    CHECK_FALSE(book.loss_at(gap.value()->position).is_lost);
  }
}

TEST_CASE("a reply that one node answers is not cut short at another", "[explore]") {
  // With so little effort the board finds one answer less than its mirror image.
  Position board = test::position("c3 c7 e4 e6 f7 g6 h7", "b5 b6 d4 d6 f3 h2", 9);
  board.set_to_move(Color::white);
  Proof proof(RuleSet::freestyle, 9, Color::black);
  proof.records.finish();
  proof.roots = {{board, std::nullopt}};
  const Replies alone = ProofBook(proof, 12).replies_at(board);
  CHECK(alone.open.size() == 1);
  CHECK(alone.cut_short);
  proof.roots.push_back({Symmetry(1).apply(board), std::nullopt});
  const Replies both = ProofBook(proof, 12).replies_at(board);
  CHECK(both.open.empty());
  CHECK_FALSE(both.cut_short);
}

TEST_CASE("a sequence on the image of a board wins there", "[explore][dbsearch]") {
  const Proof proof = read_proof("examples/example.fvp");
  ProofBook book(proof, verify::default_effort);
  Position won = proof.records.at(proof.records.count() - 1).position;
  won.play(*proof.records.move(proof.records.count() - 1));
  const Replies replies = book.replies_at(won);
  REQUIRE_FALSE(replies.lost.empty());
  won.play(replies.lost.front().reply);
  const auto loss = book.loss_at(won);
  REQUIRE(loss.is_lost);
  dbsearch::Searcher searcher(proof.rule, proof.size);
  for (int i = 0; i < Symmetry::count; ++i) {
    searcher.set_position(Symmetry(i).apply(won), proof.attacker);
    CHECK(searcher.replay(dbsearch::image_of(loss.sequence, Symmetry(i), proof.size)));
  }
}

}  // namespace
}  // namespace fiveproof::explore
