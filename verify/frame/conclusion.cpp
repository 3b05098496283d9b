#include "verify/frame/conclusion.hpp"

#include <algorithm>
#include <map>

#include "verify/check/gap_bytes.hpp"
#include "verify/frame/alternatives.hpp"
#include "verify/frame/gap_lines.hpp"
#include "verify/frame/walk.hpp"

namespace fiveproof::verify {
namespace {

using namespace std::chrono_literals;

/// How long the walks and the list of gaps may go on after an interrupt: short enough that all of it, with
/// the writing of the list, takes half a second.
constexpr auto of_walks = 30ms, of_list = 60ms;
/// So many gaps are sorted in a small part of that; the others are dropped.
constexpr std::size_t gaps_sorted_soon = 20'000;

/// The one place that can accept a claim: everything promised is proved, at least one thing was, and
/// nothing speaks against it.
bool is_accepted(std::uint64_t promised, std::uint64_t proved, const GapCounts& gaps) {
  const bool is_without_gaps = std::all_of(gaps.begin(), gaps.end(), [](auto n) { return n == 0; });
  return promised > 0 && promised == proved && is_without_gaps;
}

/// The gaps at what is in the walk, each once. A finding without a root may concern any claim, so it speaks
/// against all of them.
Result<GapCounts> count_gaps(CheckState& state, Alternatives& alternatives, std::size_t root,
                             Patience& patience) {
  GapCounts counts{};
  if (state.gaps.empty()) return counts;
  FIVEPROOF_TRY(state.gaps.rewind());
  bool is_counted = false;
  for (;;) {
    const auto next = state.gaps.next();
    if (!next.ok()) return next.error();
    if (!next.value() || patience.is_over()) return counts;
    const Occurrence& at = *next.value();
    if (at.is_new) is_counted = false;
    if (is_counted) continue;
    if (at.is_finding) {
      const Gap& finding = state.proof().findings[at.raw.node];
      is_counted = finding.root.value_or(root) == root && !alternatives.is_aside(finding);
    } else {
      is_counted = state.table.is_in_walk(at.raw.node);
    }
    if (is_counted) ++counts[static_cast<std::size_t>(at.raw.kind)];
  }
}

/// Each gap once, at the occurrence to show: that of the first root, and of those the first one. After an
/// interrupt some of them. Of what is aside, only what is wrong.
Result<std::shared_ptr<SortedGapList>> list_gaps(const std::shared_ptr<CheckState>& state,
                                                 Alternatives& alternatives,
                                                 std::map<NodeId, std::size_t> starts, const Options& options,
                                                 Verification& out) {
  Patience patience(options.stop, of_list);
  auto list = std::make_shared<SortedGapList>(state, std::move(starts), options);
  std::optional<ShownGap> gap;
  std::optional<std::size_t> root;  // of the occurrence to show
  std::optional<NodeId> last_node;
  bool is_aside = true;  // at every occurrence
  // Of a gap that a converter has seen as well, its place in the foreign file is shown.
  const auto has_place = [&](const Occurrence& at) {
    return at.is_finding && state->proof().findings[at.raw.node].source_offset.has_value();
  };
  const auto add = [&]() -> Status {
    if (!gap) return Done{};
    const GapKind kind = gap->at.raw.kind;
    if (is_aside) ++out.aside[static_cast<std::size_t>(kind)];
    if (is_aside && is_missing_evidence(kind)) return Done{};
    ++out.gap_counts[static_cast<std::size_t>(kind)];
    if (gap->limit) ++out.limited_gaps;
    gap->shared = std::max<std::uint64_t>(gap->shared, 1);  // a finding may stand alone
    return list->add(*gap);
  };
  FIVEPROOF_TRY(state->gaps.rewind());
  for (;;) {
    const auto next = state->gaps.next();
    if (!next.ok()) return next.error();
    if (!next.value() || patience.is_over()) break;
    const Occurrence& at = *next.value();
    if (at.is_new) {
      FIVEPROOF_TRY(add());
      gap = ShownGap{at, true, 0};
      root = list->root_of(at);
      last_node.reset();
      is_aside = true;
    } else if (const auto other = list->root_of(at);
               other && (!root || *other < *root || (*other == *root && has_place(at)))) {
      gap->at = at;
      root = other;
    }
    is_aside = is_aside && (at.is_finding ? alternatives.is_aside(state->proof().findings[at.raw.node])
                                          : alternatives.is_aside(at.raw.node));
    gap->limit = gap->limit && at.raw.limit;
    if (!at.is_finding && last_node != at.raw.node) ++gap->shared;
    if (!at.is_finding) last_node = at.raw.node;
  }
  FIVEPROOF_TRY(add());
  FIVEPROOF_TRY(list->finish());
  return list;
}

/// The gaps as they were found, by node: so the report of a shard has them.
class RawGapsByNode final : public RawGapList {
 public:
  explicit RawGapsByNode(const Options& options)
      : sorter_(gap_bytes, options.sorting_memory_bytes, options.temporary_folder) {}

  Status fill(GapStore& gaps, Patience& patience) {
    if (auto again = gaps.rewind(); !again.ok()) return again;
    for (;;) {
      const auto next = gaps.next();
      if (!next.ok()) return next.error();
      if (!next.value() || patience.is_over()) return sorter_.finish();
      const Occurrence& at = *next.value();
      if (at.is_finding) continue;  // another process reads them in the proof
      std::vector<std::uint8_t> entry;
      put_gap(entry, at.raw);
      if (auto added = sorter_.add(entry); !added.ok()) return added;
    }
  }
  [[nodiscard]] Result<std::optional<RawGap>> next() override {
    std::array<std::uint8_t, gap_bytes> entry{};
    const auto more = sorter_.next(entry);
    if (!more.ok()) return more.error();
    if (!more.value()) return std::optional<RawGap>();
    ByteReader in(entry);
    return take_gap(in);
  }

 private:
  ExternalSorter sorter_;
};

Verdict new_verdict(const CheckState& state, std::size_t root, const Verification& out) {
  Verdict verdict;
  verdict.claim = claim_of(state.proof(), root);
  verdict.effort = out.effort;
  verdict.proof = out.content_hash;
  verdict.trusted = out.trusted;
  verdict.trusting = parts_text(out.resumed > 0, out.reports);
  verdict.shard = out.shard;
  verdict.shard_positions = out.all.positions;
  return verdict;
}

/// What the frame accepts is verified if the level says so too. A level cannot know of nodes that were
/// checked elsewhere; then the verdict is one that trusts a journal or reports.
void accept(CheckState& state, std::size_t root, const WalkCounts& counts, Verdict& verdict) {
  if (!verdict.trusting.empty()) {
    verdict.outcome = Outcome::verified_trusting;
    return;
  }
  try {
    const auto claim = state.level().confirm(state.proof(), root, counts);
    if (!claim) return;
    verdict.claim = *claim;
  } catch (const Stopped&) {  // conclude() sees the interrupt, too
    return;
  }
  verdict.outcome = Outcome::verified;
}

}  // namespace

Status conclude(const std::shared_ptr<CheckState>& state, int percent_done, const Options& options,
                Verification& out) {
  Patience patience(options.stop, of_walks);
  if (patience.is_interrupted()) state->gaps.keep_at_most(gaps_sorted_soon);
  if (auto finished = state->gaps.finish(); !finished.ok()) return finished;
  if (!state->gaps.empty())
    if (auto room = state->table.remember_parents(state->proof().records.budget().share(4)); !room.ok())
      return room;
  out.by_ply = state->by_ply;
  for (const auto& [stones, tally] : out.by_ply) out.all += tally;
  out.records = state->records().count();

  const bool is_complete = !out.interrupted && !out.shard;
  Alternatives alternatives(*state, patience, is_complete);
  out.alternatives = alternatives.positions();
  out.later_taken = alternatives.later_taken();
  Walk walk(state->forms(), state->table, patience, out.threads);
  std::map<NodeId, std::size_t> starts;
  for (std::size_t root = 0; root < state->proof().roots.size(); ++root) {
    Verdict verdict = new_verdict(*state, root, out);
    starts.emplace(walk.start_of(root), root);  // the first root stays
    const auto counts = patience.is_over() ? std::nullopt : walk.begin(root);
    if (counts) {
      verdict.positions = counts->positions;
      verdict.replies = counts->replies;
      auto gaps = count_gaps(*state, alternatives, root, patience);
      if (!gaps.ok()) return gaps.error();
      verdict.gaps = gaps.value();
      walk.end();
    }

    // Without an interrupt nothing is cut off; with one everything is taken back below.
    if (!counts || out.interrupted || out.shard || patience.is_interrupted())
      verdict.outcome = Outcome::undecided;
    else if (is_accepted(counts->promised, counts->proved, verdict.gaps))
      accept(*state, root, *counts, verdict);
    out.verdicts.push_back(std::move(verdict));
  }

  for (NodeId record = 0; record < state->records().count() && !patience.is_over(); ++record)
    if (!state->table.is_reached(record) && state->table.state(record) != NodeState::repetition)
      ++out.unreached;
  alternatives.set_aside();
  auto list = list_gaps(state, alternatives, std::move(starts), options, out);
  if (!list.ok()) return list.error();
  out.gaps = list.value();
  for (Verdict& verdict : out.verdicts) verdict.shard_gaps = out.gap_counts;

  if (out.shard && !patience.is_over()) {
    auto raw = std::make_shared<RawGapsByNode>(options);
    if (auto filled = raw->fill(state->gaps, patience); !filled.ok()) return filled;
    out.raw_gaps = raw;
  }
  // The last look: an interrupt that comes later comes too late to have cut anything off.
  if (out.interrupted || patience.is_interrupted()) out.interrupt(percent_done);
  return Done{};
}

}  // namespace fiveproof::verify
