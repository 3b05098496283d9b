// The content hash as bytes, before it becomes text; see content_hash in proof/proof.hpp and spec/format.md.
#pragma once

#include "base/sha256.hpp"
#include "proof/proof.hpp"

namespace fiveproof {

/// The SHA-256 of the proof's content. require: proof.records is finished.
[[nodiscard]] Digest content_digest(const Proof& proof);

}  // namespace fiveproof
