#include "dbsearch/five_table.hpp"

namespace fiveproof::dbsearch {

FiveTable::FiveTable(FiveKind kind) {
  for (std::size_t key = 0; key < forms_.size(); ++key) {
    unsigned form = 0;
    for (int k = -4; k <= 4; ++k) {
      Row row = row_of(key);
      Cell& cell = row[static_cast<std::size_t>(row_radius + k)];
      if (k != 0 && cell != Cell::empty) continue;
      cell = Cell::own;
      const Run run = run_of(row);
      if (run.contains(row_radius + k) && is_five(kind, run.length())) form |= 1u << (4 + k);
    }
    forms_[key] = static_cast<std::uint16_t>(form);
  }
}

const FiveTable& FiveTable::of(RuleSet rule, Color c) {
  static const ByFiveKind<FiveTable> tables([](FiveKind kind) { return FiveTable(kind); });
  return tables[five_kind(rule, c)];
}

}  // namespace fiveproof::dbsearch
