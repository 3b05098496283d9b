// `fiveproof-disproof`: why the attacker does not win, one JSON object per line (spec/jsonl.md).
#pragma once

#include <string>
#include <vector>

#include "proof/proof.hpp"
#include "solve/search/prover.hpp"
#include "solve/store/store.hpp"

namespace fiveproof::cli {

[[nodiscard]] std::string disproof_text(const solve::StoreIdentity& game, const Root& root,
                                        const std::vector<solve::Prover::Defence>& defences);

}  // namespace fiveproof::cli
