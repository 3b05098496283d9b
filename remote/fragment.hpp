// What a worker hands in for a job, as bytes (spec/queue.md): how the search ended, and a piece of a proof.
//
// Nothing of it is believed: remote/acceptance.hpp.
#pragma once

#include <vector>

#include "solve/search/prover.hpp"
#include "solve/store/store_keys.hpp"

namespace fiveproof::remote {

struct Fragment {
  solve::SearchOutcome outcome = solve::SearchOutcome::limit;  ///< any but `stopped`
  bool by_simulation = false;
  std::uint64_t searches = 0, nodes = 0;
  std::vector<Square> moves;  ///< what the position is to be split into; of the canonical position
  std::vector<solve::Prover::Answer> answers;
  std::vector<Position> known;  ///< positions on whose stored answers these rest; canonical
};

/// Sorts what is in no order.
[[nodiscard]] solve::Bytes encode(const Fragment& fragment, const solve::StoreIdentity& game);
/// Only what encode() can have written: ErrorCode::malformed for anything else. It takes no more memory than
/// a small multiple of the bytes.
[[nodiscard]] Result<Fragment> decode_fragment(solve::Span bytes, const solve::StoreIdentity& game);

}  // namespace fiveproof::remote
