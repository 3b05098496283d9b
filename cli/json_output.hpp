// Pieces that the --json outputs share (schemas in spec/). Keys keep their order.
#pragma once

#include <nlohmann/json.hpp>

#include "dbsearch/threat.hpp"
#include "format/proof.hpp"

namespace fiveproof::cli {

using Json = nlohmann::ordered_json;

/// {"black": [...], "white": [...], "to-move": ...} added to `object`.
void add_position(Json& object, const Position& position);
[[nodiscard]] Json to_json(const SquareSet& squares);
[[nodiscard]] Json to_json(const Root& root);
/// [{"kind","category","gain","cost","rest"}, ...]
[[nodiscard]] Json to_json(const dbsearch::ThreatSequence& sequence, int size);

}  // namespace fiveproof::cli
