// The same for a whole game, where few searches are as lucky as those of verify.
#include "game/notation.hpp"
#include "tests/explore/agreement.hpp"

namespace fiveproof::explore {
namespace {

TEST_CASE("probe finds what verify replays in the proof of free-style", "[explore]") {
  const Proof proof = read_proof("proofs/freestyle15.fvp");
  ProofBook book(proof, verify::default_effort);
  const auto squares = [](std::string_view text) { return parse_squares(text, 15).value(); };
  const Position hard =
      position_of(squares("h8 h9 i9"), squares("m4 o4 j7"), Color::black, proof.size).value();
  CHECK(book.standing(hard) == Standing::reply);
  CHECK(book.loss_at(hard).is_lost);
  check_agreement(proof, 2'000, 5);
}

}  // namespace
}  // namespace fiveproof::explore
