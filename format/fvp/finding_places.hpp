// Where findings stand in the file that a proof was converted from, as a section of .fvp: spec/format.md,
// section 7.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "proof/proof.hpp"

namespace fiveproof {

inline constexpr std::uint32_t finding_places_kind = 4;

/// The section of the findings' places; nothing when no finding has one.
[[nodiscard]] std::optional<Section> finding_places(std::span<const Gap> findings);

/// Gives the findings their places back. ErrorCode::malformed, with no offset, when the section is of
/// another number of findings.
[[nodiscard]] Status set_finding_places(std::span<const std::uint8_t> bytes, std::span<Gap> findings);

}  // namespace fiveproof
