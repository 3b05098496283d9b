#include "cli/output/gap_info.hpp"

#include <algorithm>
#include <array>
#include <iomanip>
#include <map>

#include "convert/formats.hpp"
#include "game/notation.hpp"
#include "verify/outcome/claim.hpp"

namespace fiveproof::cli {

namespace {

struct Counts {
  std::array<std::uint64_t, gap_kind_count> by_kind{};
  std::map<int, std::uint64_t> by_stones;
  std::uint64_t limited = 0;  ///< gaps that may be due to the limit of a search
};

Counts counts_of(const GapList& list) {
  Counts counts;
  for (const Gap& gap : list.gaps) {
    ++counts.by_kind[static_cast<std::size_t>(gap.kind)];
    ++counts.by_stones[gap.position.stone_count()];
    counts.limited += gap.limit;
  }
  return counts;
}

void tell_counts(const Counts& counts, std::ostream& out) {
  for (int kind = 0; kind < gap_kind_count; ++kind)
    if (const auto number = counts.by_kind[static_cast<std::size_t>(kind)])
      out << "  " << number << ' ' << name_of(static_cast<GapKind>(kind)) << '\n';
  if (counts.limited > 0) out << "of these, perhaps due to the limit of a search: " << counts.limited << '\n';
  out << std::setw(8) << "stones" << std::setw(13) << "gaps" << '\n';
  for (const auto& [stones, number] : counts.by_stones)
    out << std::setw(8) << stones << std::setw(13) << number << '\n';
}

/// Its moves from the empty board, where the claim is told by its own.
std::string whole_line(const GapListHeader& header, const Gap& gap) {
  const auto moves = moves_to(gap, header.roots);
  return !moves || moves->empty() ? std::string() : " (" + to_text(*moves) + ")";
}

/// The square that speaks against the attacker's win, if one does, is `!`.
void draw(const GapListHeader& header, const Gap& gap, std::ostream& out) {
  Marks marks;
  if (gap.by && gap.position.is_empty(*gap.by)) marks[*gap.by] = '!';
  out << '\n'
      << convert::text_of(gap) << whole_line(header, gap) << "; " << name_of(gap.position.to_move())
      << " to move\n"
      << diagram(gap.position, marks);
}

}  // namespace

void tell_gaps(const GapList& list, std::uint64_t boards, std::ostream& out) {
  const GapListHeader& header = list.header;
  out << "gaps of the proof: " << header.proof_hash << '\n';
  for (std::size_t i = 0; i < header.roots.size(); ++i)
    out << "claim " << i << ": "
        << verify::to_text(verify::Claim{header.rule, header.size, header.attacker, header.roots[i]}) << '\n';
  out << "gaps: " << list.gaps.size()
      << (header.partial ? ", and perhaps more: the check was interrupted" : "") << '\n';
  tell_counts(counts_of(list), out);
  for (const Gap& gap : std::span(list.gaps).first(std::min<std::size_t>(boards, list.gaps.size())))
    draw(header, gap, out);
}

Json by_kind_json(const std::vector<Gap>& gaps) {
  Json object = Json::object();
  for (int kind = 0; kind < gap_kind_count; ++kind) {
    const auto number = std::ranges::count(gaps, static_cast<GapKind>(kind), &Gap::kind);
    if (number > 0) object[std::string(name_of(static_cast<GapKind>(kind)))] = number;
  }
  return object;
}

Json gap_list_json(const GapList& list) {
  const Counts counts = counts_of(list);
  Json object = Json::object();
  add_game(object, list.header.rule, list.header.size, list.header.attacker);
  object["proof"] = list.header.proof_hash;
  object["roots"] = Json::array();
  for (const Root& root : list.header.roots) object["roots"].push_back(to_json(root));
  object["partial"] = list.header.partial;
  object["gaps"] = list.gaps.size();
  object["limit"] = counts.limited;
  object["by-kind"] = by_kind_json(list.gaps);
  object["by-stones"] = Json::array();
  for (const auto& [stones, number] : counts.by_stones)
    object["by-stones"].push_back({{"stones", stones}, {"gaps", number}});
  return object;
}

}  // namespace fiveproof::cli
