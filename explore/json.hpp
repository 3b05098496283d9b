// Pieces of JSON that answers share (schemas in spec/). Keys keep their order.
//
// An object begins as Json::object(), a list as Json::array(). Json() becomes one at the first key or item,
// and when there is no memory for that, nlohmann's 3.11 leaves behind what its destructor does not survive.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "dbsearch/threat.hpp"
#include "proof/proof.hpp"

namespace fiveproof::explore {

using Json = nlohmann::ordered_json;

/// As answers are written: on several lines. Names of files are bytes: what is no UTF-8 in them is replaced.
[[nodiscard]] std::string text_of(const Json& object);
/// {"format": FORMAT, "version": 1}
[[nodiscard]] Json begin_json(std::string_view format);
/// "rule", "size" and "attacker" added to `object`.
void add_game(Json& object, RuleSet rule, int size, Color attacker);
/// {"black": [...], "white": [...], "to-move": ...} added to `object`.
void add_position(Json& object, const Position& position);
[[nodiscard]] Json to_json(const SquareSet& squares);
[[nodiscard]] Json to_json(const std::vector<Square>& squares);
[[nodiscard]] Json to_json(const Root& root);
/// [{"kind","category","gain","cost","rest"}, ...]
[[nodiscard]] Json to_json(const dbsearch::ThreatSequence& sequence, int size);

}  // namespace fiveproof::explore
