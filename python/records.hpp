// The records of an open proof, and where somebody who goes through them is.
#pragma once

#include <memory>

#include "python/open_proof.hpp"

namespace fiveproof::python {

struct Records {
  std::shared_ptr<OpenProof> of;
};
struct RecordIterator {
  std::shared_ptr<OpenProof> of;
  std::size_t index;  ///< of the next one
};
struct BatchIterator {
  std::shared_ptr<OpenProof> of;
  std::size_t index;
  std::size_t rows;
};

}  // namespace fiveproof::python
