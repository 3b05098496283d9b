#include "dbsearch/five_table.hpp"

namespace fiveproof::dbsearch {

FiveTable::FiveTable(bool exactly_five) {
  for (std::size_t key = 0; key < forms_.size(); ++key) {
    unsigned form = 0;
    for (int k = -4; k <= 4; ++k) {
      Row row = row_of(key);
      Cell& cell = row[static_cast<std::size_t>(row_radius + k)];
      if (k != 0 && cell != Cell::empty) continue;
      cell = Cell::own;
      const Run run = run_of(row);
      if (run.contains(row_radius + k) && (run.length() == 5 || (run.length() > 5 && !exactly_five)))
        form |= 1u << (4 + k);
    }
    forms_[key] = static_cast<std::uint16_t>(form);
  }
}

const FiveTable& FiveTable::of(RuleSet rule, Color c) {
  static const FiveTable five_or_more(false);
  static const FiveTable exactly_five(true);
  return overline_wins(rule, c) ? five_or_more : exactly_five;
}

}  // namespace fiveproof::dbsearch
