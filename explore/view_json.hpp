// A view as JSON: `fiveproof-probe`, spec/probe.schema.json.
#pragma once

#include "explore/json.hpp"
#include "explore/view.hpp"

namespace fiveproof::explore {

/// `around`: what stands there only if it was asked for. `effort`: of the searches of the book.
[[nodiscard]] Json view_json(const Proof& proof, const Position& position, std::uint32_t effort,
                             const View& view, const Surroundings* around = nullptr);

}  // namespace fiveproof::explore
