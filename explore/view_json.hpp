// A view as JSON: `fiveproof-probe`, spec/probe.schema.json.
#pragma once

#include "explore/json.hpp"
#include "explore/view.hpp"

namespace fiveproof::explore {

/// `around`: what stands there only if it was asked for. `effort`: of the searches of the book.
[[nodiscard]] Json view_json(const Proof& proof, const Position& position, std::uint32_t effort,
                             const View& view, const Surroundings* around = nullptr);

/// "positions" and "plies" are added to `object`.
void add_weight(Json& object, const Weight& weight);

/// What of it stands for the view alone is added to `object`.
void add_view(Json& object, const Proof& proof, const View& view, const Surroundings* around);

}  // namespace fiveproof::explore
