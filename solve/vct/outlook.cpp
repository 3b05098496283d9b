#include "solve/vct/outlook.hpp"

#include <algorithm>

#include "dbsearch/field.hpp"
#include "dbsearch/shapes.hpp"

namespace fiveproof::solve::vct {

const OutlookTable& OutlookTable::of(RuleSet rule, Color attacker) {
  static const ByFiveKind<OutlookTable> tables([](FiveKind kind) { return OutlookTable(kind); });
  return tables[five_kind(rule, attacker)];
}

OutlookTable::OutlookTable(FiveKind kind) {
  constexpr std::uint32_t centre = 1u << radius;
  std::uint32_t most = 1;
  digits_.resize(mask + 1);
  for (std::uint32_t word = 0; word <= mask; ++word) {
    std::uint32_t power = 1;
    for (int bit = 0; bit <= 2 * radius; ++bit)
      if (bit != radius) {
        digits_[word] = static_cast<std::uint16_t>(digits_[word] + (word >> bit & 1) * power);
        power *= 3;
      }
    most = power;
  }
  lines_.resize(most);
  for (std::uint32_t own = 0; own <= mask; ++own) {
    if ((own & centre) != 0) continue;
    const std::uint32_t free = mask & ~(own | centre);
    for (std::uint32_t blocked = free;; blocked = (blocked - 1) & free) {
      lines_[digits_[own] + 2u * digits_[blocked]] = packed(kind, own << low, blocked << low);
      if (blocked == 0) break;
    }
  }
}

// A line of fours that the move makes possible has a four on a line through it, with another stone of the
// attacker that stands there already or comes with the fours before; the latter are left out.
std::uint8_t OutlookTable::packed(FiveKind five, std::uint32_t own, std::uint32_t blocked) {
  int most = 0;
  for (int first = Neighbourhood::center - 4; first <= Neighbourhood::center; ++first)
    if ((blocked >> first & 31u) == 0) most = std::max(most, dbsearch::count_of_five(own >> first));
  std::uint8_t kind = most > 0 ? static_cast<std::uint8_t>(ThreatClass::fukumi) : no_threat;
  for (const auto entry : dbsearch::ShapeTable::of(five).applicable(own, blocked)) {
    const bool is_three = dbsearch::category_of(dbsearch::all_shapes()[entry.shape].kind) == 2;
    kind = std::min(kind, static_cast<std::uint8_t>(is_three ? ThreatClass::three : ThreatClass::four));
  }
  return static_cast<std::uint8_t>(kind << kind_shift | most * most);
}

Outlook OutlookTable::at(const LineBoard& lines, int side, Square square) const {
  Outlook outlook;
  std::uint8_t kind = no_threat;
  for (int d = 0; d < direction_count; ++d) {
    const Neighbourhood n = lines.around(side, square, d);
    if ((n.own >> low & mask) == 0) continue;
    const std::uint8_t line = lines_[digits_[n.own >> low & mask] + 2u * digits_[n.blocked >> low & mask]];
    kind = std::min(kind, static_cast<std::uint8_t>(line >> kind_shift));
    outlook.potential += line & ((1 << kind_shift) - 1);
  }
  if (kind != no_threat) outlook.kind = static_cast<ThreatClass>(kind);
  return outlook;
}

}  // namespace fiveproof::solve::vct
