#include "python/open_proof.hpp"

#include "python/words.hpp"

namespace fiveproof::python {

const std::string& SharedProof::hash() const {
  const std::lock_guard lock(mutex_);
  if (hash_.empty()) hash_ = content_hash(proof_);
  return hash_;
}

Result<explore::Below*> SharedProof::BelowAccess::below() {
  if (!of_.below_) {
    FIVEPROOF_LET(of_.below_, explore::Below::of(of_.proof_));
  }
  return &*of_.below_;
}

ProofPointer OpenProof::get() const {
  if (is_closed()) refuse("the proof is closed");
  return proof_;
}

}  // namespace fiveproof::python
