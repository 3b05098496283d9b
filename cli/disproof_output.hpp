// `fiveproof-disproof`: why the attacker does not win, one JSON object per line (spec/jsonl.md).
#pragma once

#include <string>
#include <vector>

#include "format/proof.hpp"
#include "solve/prover.hpp"
#include "solve/store.hpp"

namespace fiveproof::cli {

[[nodiscard]] std::string disproof_text(const solve::StoreIdentity& game, const Root& root,
                                        const std::vector<solve::Prover::Defence>& defences);

}  // namespace fiveproof::cli
