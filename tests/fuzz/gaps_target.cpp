// The bytes are a gap list.
#include "format/text/gap_list.hpp"
#include "proof/gap_check.hpp"
#include "tests/format/samples.hpp"
#include "tests/fuzz/proof_checks.hpp"
#include "tests/fuzz/target.hpp"

namespace gaps_target {

using namespace fiveproof;

void check_same(const GapList& list, const Result<GapList>& read_back) {
  FIVEPROOF_ENSURE(read_back.ok());
  // The roots and gaps of a list are those that a proof may have: so is their comparison.
  const auto as_proof = [](const GapList& l) {
    Proof proof(l.header.rule, l.header.size, l.header.attacker);
    proof.roots = l.header.roots;
    proof.findings = l.gaps;
    proof.records.finish();
    return proof;
  };
  FIVEPROOF_ENSURE(test::difference(as_proof(list), as_proof(read_back.value())).empty());
  FIVEPROOF_ENSURE(list.header.proof_hash == read_back.value().header.proof_hash);
}

void check_round_trip(const GapList& list) {
  const auto text = gap_list_text(list);
  FIVEPROOF_ENSURE(text.ok());
  const auto read_back = read_gap_list(test::bytes_of(text.value()));
  check_same(list, read_back);
  FIVEPROOF_ENSURE(gap_list_text(read_back.value()).value() == text.value());
}

FIVEPROOF_FUZZ_TARGET(gaps, data, size) {
  const std::span<const std::uint8_t> file(data, size);
  const ReaderLimits limits = fuzz::small_limits();
  const auto list = read_gap_list(file, limits);
  if (!list.ok()) {
    fuzz::check_error(list.error(), size);
    return 0;
  }
  const GapList& read = list.value();
  FIVEPROOF_ENSURE(read.gaps.size() <= limits.max_gaps && read.header.roots.size() <= limits.max_roots);
  for (const Gap& gap : read.gaps) FIVEPROOF_ENSURE(check_gap(gap, read.header.roots, read.header.size).ok());
  check_round_trip(read);
  const fuzz::ReadWithin again = [&](const ReaderLimits& lower) -> Status {
    const auto result = read_gap_list(file, lower);
    if (!result.ok()) return result.error();
    return Done{};
  };
  fuzz::check_one_limit(limits, again, [&](ReaderLimits& l) { l.max_file_bytes = size - 1; });
  if (!read.gaps.empty())
    fuzz::check_one_limit(limits, again, [&](ReaderLimits& l) { l.max_gaps = read.gaps.size() - 1; });
  if (!read.header.roots.empty())
    fuzz::check_one_limit(limits, again,
                          [&](ReaderLimits& l) { l.max_roots = read.header.roots.size() - 1; });
  return 0;
}

}  // namespace gaps_target
