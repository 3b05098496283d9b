// The content hash before it becomes text; see content_hash in format/proof.hpp and spec/format.md.
#pragma once

#include "format/proof.hpp"
#include "format/sha256.hpp"

namespace fiveproof {

/// require: proof.records is finished.
[[nodiscard]] Digest content_digest(const Proof& proof);

}  // namespace fiveproof
