// What `fiveproof probe` says of a position, for Python.
#pragma once

#include <optional>
#include <string>

#include "explore/view.hpp"
#include "python/open_proof.hpp"

namespace fiveproof::python {

struct ProbeAnswer {
  explore::View view;
  std::optional<explore::Surroundings> around;  ///< if it was asked for
  int size;
  std::string json;
};

/// Asks as the program does, with a book of its own, so that the answer does not depend on what was asked
/// before. `full`: as with --full. Takes the GIL's place: it is let go meanwhile. ValueError for another
/// board.
[[nodiscard]] ProbeAnswer probe(const ProofPointer& proof, const Position& position, std::uint32_t effort,
                                bool full);

}  // namespace fiveproof::python
