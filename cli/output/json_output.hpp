// What is written in JSON, and pieces that the --json outputs share (schemas in spec/). Keys keep their order.
//
// An object begins as Json::object(), a list as Json::array(). Json() becomes one at the first key or item, and
// when there is no memory for that, nlohmann's 3.11 leaves behind what its destructor does not survive.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "dbsearch/threat.hpp"
#include "proof/proof.hpp"
#include "solve/jobs/foreman.hpp"

namespace fiveproof::cli {

using Json = nlohmann::ordered_json;

/// {"format": FORMAT, "version": 1}
[[nodiscard]] Json begin_json(std::string_view format);
/// "rule", "size" and "attacker" added to `object`.
void add_game(Json& object, RuleSet rule, int size, Color attacker);
/// As a --json output is written. File names are bytes: what is no UTF-8 in them is replaced.
[[nodiscard]] std::string text_of(const Json& object);
/// {"black": [...], "white": [...], "to-move": ...} added to `object`.
void add_position(Json& object, const Position& position);
[[nodiscard]] Json to_json(const SquareSet& squares);
[[nodiscard]] Json to_json(const std::vector<Square>& squares);
[[nodiscard]] Json to_json(const Root& root);
/// [{"kind","category","gain","cost","rest"}, ...]
[[nodiscard]] Json to_json(const dbsearch::ThreatSequence& sequence, int size);
/// A line of the solver's log.
[[nodiscard]] Json to_json(const solve::JobReport& report);

/// `fiveproof-disproof`: why the attacker does not win, one object per line (spec/jsonl.md).
[[nodiscard]] std::string disproof_text(const solve::StoreIdentity& game, const Root& root,
                                        const std::vector<solve::Prover::Defence>& defences);

}  // namespace fiveproof::cli
