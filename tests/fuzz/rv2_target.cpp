// One byte that says what the caller wants, then rv2's JSON.
#include "convert/formats.hpp"
#include "convert/rv2.hpp"

#include <algorithm>

#include "tests/fuzz/proof_checks.hpp"
#include "tests/fuzz/target.hpp"

using namespace fiveproof;

namespace {

convert::Wanted wanted_by(std::uint8_t byte) {
  convert::Wanted wanted;
  wanted.rule = byte & 1 ? RuleSet::standard : RuleSet::freestyle;
  switch (byte >> 1 & 3) {
    case 0:
      break;
    case 1:
      wanted.roots.emplace(1);
      break;
    case 2:
      wanted.roots.emplace(1, std::vector<Square>{Square(7, 7)});
      break;
    case 3:
      wanted.roots.emplace(1, std::vector<Square>{Square(7, 7), Square(7, 8)});
      break;
  }
  wanted.limits = fuzz::small_limits();
  return wanted;
}

/// Losses that leave records, roots and findings as they were.
bool is_harmless(const std::string& loss) {
  return loss.starts_with("the rule set") || loss.starts_with("the claim:") ||
         loss.find("claimed length") != std::string::npos;
}

/// What is written can be read; without a loss that says otherwise it is the same proof.
void check_writing(const Proof& proof, const convert::Wanted& wanted) {
  constexpr std::uint64_t max_moves = 2000;
  const auto written = convert::write_rv2(proof, max_moves);
  if (!written.ok()) {
    fuzz::check_error(written.error(), 0);
    return;
  }
  convert::Wanted roomy = wanted;
  roomy.limits = ReaderLimits{};
  const auto read_back = convert::read_foreign_proof(written.value().bytes, convert::Format::rv2, roomy);
  FIVEPROOF_ENSURE(read_back.ok());
  const auto& losses = written.value().losses;
  if (std::all_of(losses.begin(), losses.end(), is_harmless))
    FIVEPROOF_ENSURE(content_hash(read_back.value().proof) == content_hash(proof));
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto wanted = wanted_by(data[0]);
  const std::span<const std::uint8_t> file(data + 1, size - 1);
  const auto reading = convert::read_foreign_proof({file.begin(), file.end()}, convert::Format::rv2, wanted);
  if (!reading.ok()) {
    fuzz::check_error(reading.error(), file.size());
    return 0;
  }
  const Proof& proof = reading.value().proof;
  FIVEPROOF_ENSURE(proof.records.count() <= wanted.limits.max_records);
  FIVEPROOF_ENSURE(proof.findings.size() <= wanted.limits.max_findings);
  fuzz::check_round_trips(proof);
  check_writing(proof, wanted);
  return 0;
}
