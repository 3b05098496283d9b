// One byte that says what the caller wants, then rv2's JSON, which is read as a proof and as a tree.
#include "convert/formats.hpp"
#include "convert/rv2/rv2.hpp"

#include <algorithm>
#include <optional>

#include "tests/fuzz/proof_checks.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/fuzz/tree_reading_checks.hpp"

namespace rv2_target {

using namespace fiveproof;

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

/// The tree, if there is one. Without a loss it is written as the same bytes; with one, as those of the same
/// tree.
std::optional<GameTree> check_tree(convert::View file, bool with_section) {
  convert::TreeReadOptions options;
  options.max_nodes = 1000;
  options.max_oddities = 10;
  auto reading = convert::read_rv2_tree(file, options);
  if (!reading.ok()) {
    fuzz::check_error(reading.error(), file.size());
    return std::nullopt;
  }
  GameTree& tree = reading.value().tree;
  fuzz::check_reading(reading.value(), options, file.size());
  if (with_section) fuzz::check_section(tree);
  for (const std::uint64_t offset : reading.value().offsets) FIVEPROOF_ENSURE(file[offset] == '"');
  const auto writing = convert::write_rv2_tree(tree);
  FIVEPROOF_ENSURE(writing.ok() && writing.value().losses.empty());
  const convert::View written = writing.value().bytes;
  FIVEPROOF_ENSURE(!reading.value().losses.empty() ||
                   std::equal(written.begin(), written.end(), file.begin(), file.end()));
  const auto again = convert::read_rv2_tree(written, options);
  FIVEPROOF_ENSURE(again.ok() && again.value().losses.empty() && again.value().tree == tree);
  return std::move(tree);
}

/// Moves that a proof can be asked for: those of the records at squares that are free are in the tree.
void check_tree_of(const std::optional<GameTree>& tree, const Proof& proof, std::size_t file_bytes) {
  if (!tree) {
    FIVEPROOF_ENSURE(file_bytes > 7 * 1000);  // too many nodes
    return;
  }
  FIVEPROOF_ENSURE(proof.records.count() + proof.findings.size() <= tree->node_count());
}

FIVEPROOF_FUZZ_TARGET(rv2, data, size) {
  if (size == 0) return 0;
  const auto wanted = wanted_by(data[0]);
  const convert::View file(data + 1, size - 1);
  const auto tree = check_tree(file, (data[0] & 0x18) == 0x18);
  const auto reading = convert::read_foreign_proof({file.begin(), file.end()}, convert::Format::rv2, wanted);
  if (!reading.ok()) {
    fuzz::check_error(reading.error(), file.size());
    return 0;
  }
  const Proof& proof = reading.value().proof;
  check_tree_of(tree, proof, file.size());
  FIVEPROOF_ENSURE(proof.records.count() <= wanted.limits.max_records);
  FIVEPROOF_ENSURE(proof.findings.size() <= wanted.limits.max_findings);
  fuzz::check_round_trips(proof);
  check_writing(proof, wanted);
  return 0;
}

}  // namespace rv2_target
