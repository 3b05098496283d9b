#include "verify/frame/combine.hpp"

#include "base/sha256.hpp"
#include "verify/check/gap_bytes.hpp"
#include "verify/parts/division.hpp"
#include "verify/parts/outcome_audit.hpp"
#include "verify/parts/shard_report.hpp"

namespace fiveproof::verify {
namespace {

/// Checks that this is a report of the check that the options ask for.
Status check_report(const std::string& path, const ShardReport& report, const CheckState& state,
                    const Options& options, const Verification& out) {
  const Trust trust = trust_of(options.task);
  if (report.content_hash != out.content_hash)
    return refusal(path, "a report on the proof " + out.content_hash, report.content_hash);
  if (report.program_version != options.program_version)
    return refusal(path, "a report of version " + options.program_version, report.program_version);
  if (report.trust != name_of(trust))
    return refusal(path, "trust " + std::string(name_of(trust)), report.trust);
  if (report.effort != options.effort)
    return refusal(path, "effort " + std::to_string(options.effort), std::to_string(report.effort));
  if (report.interrupted) return refusal(path, "a finished check", "one that was interrupted");
  if (!report.shard) return refusal(path, "the report of a shard", "that of a whole check");
  // A number that is too large could, in the sum, go around to none and hide the journal.
  if (report.resumed > report.shard->size(state.table.count()))
    return refusal(path, "at most as many positions taken over as there are", std::to_string(report.resumed));
  // The content hash says nothing about the order of the roots, which gives them their ranks.
  if (report.claims.size() != state.proof().roots.size())
    return refusal(path, "the claims of the proof", "others");
  for (std::size_t root = 0; root < report.claims.size(); ++root)
    if (report.claims[root] != to_text(claim_of(state.proof(), root)))
      return refusal(path, "the claim " + to_text(claim_of(state.proof(), root)), report.claims[root]);
  return Done{};
}

/// Where and how the outcomes of one shard are said.
struct Part {
  std::string path;
  Shard shard;
  ShardReport report;
};
using Parts = Division<Part>;

/// The gaps of a report as one number: two lists need not be in memory to be compared.
Result<Digest> digest_of_gaps(const std::string& path, const Proof& proof) {
  Sha256 sum;
  const auto add = [&](const RawGap& gap) -> Status {
    std::vector<std::uint8_t> bytes;
    put_gap(bytes, gap);
    sum.update(bytes);
    return Done{};
  };
  FIVEPROOF_TRY(read_shard_gaps(path, proof.size, proof.roots.size(), add));
  return sum.finish();
}

/// A worker that was taken for dead may have come to its end after all. What both say of the shard must be
/// the same, the time that it took aside: of two that differ nobody can tell here which one is wrong.
Status check_same(const Part& first, const Part& again, const Proof& proof) {
  const auto digest = digest_of_gaps(first.path, proof);
  if (!digest.ok()) return digest.error();
  const auto other = digest_of_gaps(again.path, proof);
  if (!other.ok()) return other.error();
  if (first.report.by_ply == again.report.by_ply && digest.value() == other.value()) return Done{};
  return refusal(again.path, "the outcomes of shard " + first.shard.text() + " as in " + first.path,
                 "others");
}

/// Adds the report to the parts, unless a report of its shard is there already that says the same.
Status add_part(Parts& parts, Part part, const Proof& proof) {
  if (auto fits = check_division(parts, part.path, part.shard); !fits.ok()) return fits;
  const auto there = parts.find(part.shard.index);
  if (there != parts.end()) return check_same(there->second, part, proof);
  parts.emplace(part.shard.index, std::move(part));
  return Done{};
}

/// Goes through the nodes of one shard beside its gaps, which come in the order of the nodes.
class ShardTaker {
 public:
  ShardTaker(CheckState& state, const std::string& path, Shard shard)
      : state_(state), path_(path), shard_(shard), audit_(state.forms(), state.trust()) {}

  Status add(const RawGap& gap) {
    if (gap.node >= state_.table.count() || !shard_.has(gap.node))
      return refusal(path_, "a rank of shard " + shard_.text(), std::to_string(gap.node));
    if (gap.node < next())
      return refusal(path_, "gaps in the order of their ranks", std::to_string(gap.node));
    while (next() < gap.node)
      if (auto taken = take(); !taken.ok()) return taken;
    gaps_.push_back(gap);
    return Done{};
  }
  Status finish(const PlyTallies& claimed) {
    while (next() < state_.table.count())
      if (auto taken = take(); !taken.ok()) return taken;
    if (!audit_.agrees_with(claimed))
      return refusal(path_, "the counts of shard " + shard_.text() + " of this proof", "others");
    add_to(state_.by_ply, claimed);
    return Done{};
  }

 private:
  [[nodiscard]] std::uint64_t next() const { return shard_.node(taken_); }
  Status take() {
    const auto node = static_cast<NodeId>(next());
    const auto node_state = audit_.add(node, gaps_);
    if (!node_state)
      return refusal(path_, "gaps that rank " + std::to_string(node) + " can have",
                     gaps_.empty() ? "none" : "others");
    state_.table.set_state(node, *node_state);
    std::vector<std::uint8_t> entries;
    for (const RawGap& gap : gaps_) GapStore::encode(state_.forms(), gap, entries);
    gaps_.clear();
    ++taken_;
    return state_.gaps.add(entries);
  }

  CheckState& state_;
  const std::string& path_;
  Shard shard_;
  OutcomeAudit audit_;
  std::vector<RawGap> gaps_;  ///< read so far, all of one node
  std::uint64_t taken_ = 0;
};

}  // namespace

Status combine_reports(CheckState& state, const Combine& task, const Options& options, Verification& out) {
  FIVEPROOF_ENSURE(!task.reports.empty());
  const std::uint64_t roots = state.proof().roots.size();
  Parts parts;
  for (const std::string& path : task.reports) {
    auto report = read_shard_report(path, roots);
    if (!report.ok()) return report.error();
    if (auto fits = check_report(path, report.value(), state, options, out); !fits.ok()) return fits;
    report.value().claims = std::vector<std::string>();  // those of all reports can be longer than the proof
    const Shard shard = *report.value().shard;
    if (auto added = add_part(parts, {path, shard, std::move(report).value()}, state.proof()); !added.ok())
      return added;
  }
  if (auto covers = check_cover(parts, "reports"); !covers.ok()) return covers;

  for (const auto& [index, part] : parts) {
    ShardTaker taker(state, part.path, part.shard);
    const auto take = [&](const RawGap& gap) { return taker.add(gap); };
    if (auto read = read_shard_gaps(part.path, state.proof().size, roots, take); !read.ok()) return read;
    if (auto finished = taker.finish(part.report.by_ply); !finished.ok()) return finished;
    out.resumed += part.report.resumed;
  }
  out.reports = parts.size();
  // The last word before anything is accepted: every node has an outcome.
  for (NodeId node = 0; node < state.table.count(); ++node)
    FIVEPROOF_ENSURE(state.table.state(node) != NodeState::unchecked);
  return Done{};
}

}  // namespace fiveproof::verify
