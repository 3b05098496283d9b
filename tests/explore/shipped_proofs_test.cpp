// The same for a whole game, where few searches are as lucky as those of verify.
#include "tests/explore/agreement.hpp"

namespace fiveproof::explore {
namespace {

TEST_CASE("probe finds what verify replays in the proof of free-style", "[explore]") {
  check_agreement(read_proof("proofs/freestyle15.fvp"), 2'000, 5);
}

}  // namespace
}  // namespace fiveproof::explore
