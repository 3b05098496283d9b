// How positions stand to a proof of a few records and roots, in every orientation.
#include <algorithm>
#include <catch2/catch.hpp>

#include "dbsearch/searcher.hpp"
#include "explore/proof_book.hpp"
#include "game/notation.hpp"
#include "game/symmetry.hpp"

namespace fiveproof::explore {
namespace {

constexpr std::uint32_t effort = 1000;

Square square(const char* text) { return parse_square(text, 9).value(); }
Position position(const char* black, const char* white, Color to_move) {
  return position_of(parse_squares(black, 9).value(), parse_squares(white, 9).value(), to_move, 9).value();
}
/// Nothing is symmetric; Black wins with f5.
Position open_three() { return position("c5 d5 e5", "a1 a9 i2", Color::black); }
Position after(Position position, const char* move) {
  position.play(square(move));
  return position;
}

Proof proof_of(const std::vector<Position>& roots, const std::vector<Record>& records = {}) {
  Proof proof(RuleSet::freestyle, 9, Color::black);
  for (const Position& root : roots) proof.roots.push_back({root, std::nullopt});
  for (const Record& record : records) proof.records.add(record.position, record.move);
  proof.records.finish();
  return proof;
}

void for_each_image(const Position& of, const std::function<void(const Position&, Symmetry)>& look) {
  for (int i = 0; i < Symmetry::count; ++i) look(Symmetry(i).apply(of), Symmetry(i));
}

/// The sequence wins on the board that was asked about.
void require_win(const ProofBook::Loss& loss, const Position& asked) {
  REQUIRE(loss.is_lost);
  dbsearch::Searcher searcher(RuleSet::freestyle, 9);
  searcher.set_position(asked, Color::black);
  CHECK(searcher.replay(loss.sequence));
}

TEST_CASE("a stored move is told in the orientation of the asker", "[explore]") {
  const Proof proof = proof_of({open_three()}, {{open_three(), square("f5")}});
  const ProofBook book(proof, effort);
  for_each_image(open_three(), [&](const Position& asked, Symmetry turn) {
    CHECK(book.standing(asked) == Standing::stored);
    CHECK(book.play_at(asked).moves == std::vector{turn.apply(square("f5"), 9)});
  });
  CHECK(book.standing(after(open_three(), "f5")) == Standing::after_move);
  CHECK(book.standing(after(open_three(), "b5")) == Standing::absent);
  CHECK(book.standing(after(after(open_three(), "f5"), "h8")) == Standing::reply);
  CHECK(book.standing(after(after(open_three(), "b5"), "h8")) == Standing::absent);
}

TEST_CASE("a position that claims a sequence is won by one in every orientation", "[explore]") {
  const Proof proof = proof_of({open_three()}, {{open_three(), std::nullopt}});
  ProofBook book(proof, effort);
  for_each_image(open_three(), [&](const Position& asked, Symmetry) {
    CHECK(book.standing(asked) == Standing::stored);
    CHECK(book.play_at(asked).claims_sequence);
    require_win(book.loss_at(asked), asked);
  });
}

TEST_CASE("roots that are not stored are in the proof, whoever is to move", "[explore]") {
  const Position defended = after(open_three(), "f5");
  const Proof proof = proof_of({open_three(), defended});
  ProofBook book(proof, effort);
  for_each_image(open_three(), [&](const Position& asked, Symmetry) {
    CHECK(book.standing(asked) == Standing::reply);
    require_win(book.loss_at(asked), asked);
  });
  for_each_image(defended, [&](const Position& asked, Symmetry) {
    CHECK(book.standing(asked) == Standing::after_move);
    const Replies replies = book.replies_at(asked);
    CHECK(replies.lost.size() == 74);
    CHECK(replies.total() == 74);
  });
}

TEST_CASE("a reply that makes a five is none of the others", "[explore]") {
  const Position root = position("c5 d5 e5 f5", "b2 c2 d2 e2", Color::white);
  const Proof proof = proof_of({root});
  const Replies replies = ProofBook(proof, effort).replies_at(root);
  CHECK(replies.defender_fives == std::vector{square("a2"), square("f2")});
  CHECK(replies.total() == 73);
  CHECK(std::ranges::find(replies.open, square("a2")) == replies.open.end());
  CHECK(std::ranges::count(squares_of(replies.lost), square("f2")) == 0);
}

TEST_CASE("what one node answers is answered, whatever another one misses", "[explore]") {
  // With so little effort it depends on the orientation what is found.
  const Position root = position("c6 d3 d5 e6 f7 h3", "c7 f2 g3 g8 h6", Color::white);
  const auto replies = [&](const std::vector<Position>& roots, std::uint32_t nodes) {
    const Proof proof = proof_of(roots);
    return ProofBook(proof, nodes).replies_at(root);
  };
  int differ = 0;
  for (const std::uint32_t nodes : {4U, 8U, 16U})
    for (int i = 1; i < Symmetry::count; ++i) {
      const Position image = Symmetry(i).apply(root);
      const auto here = squares_of(replies({root}, nodes).lost),
                 there = squares_of(replies({image}, nodes).lost);
      std::vector<Square> either;
      std::ranges::set_union(here, there, std::back_inserter(either));
      differ += either.size() > here.size() && either.size() > there.size();
      for (const auto& roots : {std::vector{root, image}, std::vector{image, root}}) {
        const Replies both = replies(roots, nodes);
        CHECK(squares_of(both.lost) == either);
        // Nothing was cut short where nothing is open.
        CHECK((!both.cut_short || !both.open.empty()));
      }
    }
  CHECK(differ > 0);
}

}  // namespace
}  // namespace fiveproof::explore
