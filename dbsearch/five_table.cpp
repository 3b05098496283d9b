#include "dbsearch/five_table.hpp"

namespace fiveproof::dbsearch {

FiveTable::FiveTable(bool exactly_five) {
  constexpr std::size_t squares = 2 * radius;
  std::array<std::uint32_t, squares> powers{};
  for (std::size_t i = 0; i < squares; ++i) powers[i] = i == 0 ? 1 : 3 * powers[i - 1];
  for (std::size_t bits = 0; bits < digits_.size(); ++bits)
    for (std::size_t i = 0; i < squares; ++i)
      if ((bits >> i & 1u) != 0) digits_[bits] = static_cast<std::uint16_t>(digits_[bits] + powers[i]);
  for (std::uint32_t number = 0; number < forms_.size(); ++number) {
    std::array<std::uint32_t, squares + 1> row{};  // 0 empty, 1 own, 2 blocked
    for (std::size_t i = 0; i < squares; ++i) row[i + (i >= radius)] = number / powers[i] % 3;
    row[radius] = 1;
    // The length of the row through the middle once there is a stone on `place`, if that belongs to it.
    const auto length_with = [&row](int place) {
      int first = radius, last = radius;
      const auto is_own = [&](int i) {
        return i >= 0 && i <= 2 * radius && (i == place || row[static_cast<std::size_t>(i)] == 1);
      };
      while (is_own(first - 1)) --first;
      while (is_own(last + 1)) ++last;
      return first <= place && place <= last ? last - first + 1 : 0;
    };
    unsigned form = 0;
    for (int k = -4; k <= 4; ++k) {
      if (k != 0 && row[static_cast<std::size_t>(radius + k)] != 0) continue;
      const int length = length_with(radius + k);
      if (length == 5 || (length > 5 && !exactly_five)) form |= 1u << (4 + k);
    }
    forms_[number] = static_cast<std::uint16_t>(form);
  }
}

const FiveTable& FiveTable::of(RuleSet rule, Color c) {
  static const FiveTable five_or_more(false);
  static const FiveTable exactly_five(true);
  return overline_wins(rule, c) ? five_or_more : exactly_five;
}

}  // namespace fiveproof::dbsearch
