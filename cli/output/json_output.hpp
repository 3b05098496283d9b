// What is written in JSON: the pieces of explore/json.hpp, and what only the program writes.
#pragma once

#include <string>

#include "explore/json.hpp"
#include "solve/jobs/foreman.hpp"

namespace fiveproof::cli {

using explore::add_game;
using explore::add_position;
using explore::begin_json;
using explore::Json;
using explore::text_of;
using explore::to_json;

/// A line of the solver's log.
[[nodiscard]] Json to_json(const solve::JobReport& report);

/// `fiveproof-disproof`: why the attacker does not win, one object per line (spec/jsonl.md).
[[nodiscard]] std::string disproof_text(const solve::StoreIdentity& game, const Root& root,
                                        const std::vector<solve::Prover::Defence>& defences);

}  // namespace fiveproof::cli
