// Pieces that the --json outputs share (schemas in spec/). Keys keep their order.
#pragma once

#include <nlohmann/json.hpp>

#include "dbsearch/threat.hpp"
#include "proof/proof.hpp"
#include "solve/jobs/foreman.hpp"

namespace fiveproof::cli {

using Json = nlohmann::ordered_json;

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

}  // namespace fiveproof::cli
