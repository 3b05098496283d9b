#include "format/fvp/finding_places.hpp"

#include <algorithm>

#include "base/little_endian.hpp"
#include "format/fvp/fvp_layout.hpp"

namespace fiveproof {
namespace {

constexpr std::uint64_t no_place = ~std::uint64_t{0};

}  // namespace

std::optional<Section> finding_places(std::span<const Gap> findings) {
  if (std::ranges::none_of(findings, [](const Gap& f) { return f.source_offset.has_value(); }))
    return std::nullopt;
  Section section{finding_places_kind, {}};
  section.bytes.reserve(findings.size() * sizeof no_place);
  for (const Gap& finding : findings)
    little_endian::put_u64(section.bytes, finding.source_offset.value_or(no_place));
  return section;
}

Status set_finding_places(std::span<const std::uint8_t> bytes, std::span<Gap> findings) {
  if (bytes.size() != findings.size() * sizeof no_place)
    return Error{ErrorCode::malformed, "expected places of " + std::to_string(findings.size()) +
                                           " findings, 8 bytes each, found " + std::to_string(bytes.size()) +
                                           " bytes"};
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (const std::uint64_t place = little_endian::get_u64(bytes, i * sizeof no_place); place != no_place)
      findings[i].source_offset = place;
  return Done{};
}

}  // namespace fiveproof
