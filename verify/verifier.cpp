#include "verify/verifier.hpp"

#include <algorithm>
#include <thread>

#include "base/sha256.hpp"
#include "verify/frame/combine.hpp"
#include "verify/frame/conclusion.hpp"
#include "verify/frame/workshop.hpp"
#include "verify/parts/piece_set.hpp"

namespace fiveproof::verify {
namespace {

/// The roots in their order, which the content hash does not name.
std::string claims_hash(const Proof& proof) {
  std::string text;
  for (std::size_t root = 0; root < proof.roots.size(); ++root) text += to_text(claim_of(proof, root)) + '\n';
  return to_hex(sha256({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}));
}

/// With these the nodes and their portions are given, too: the hash names the records, the claims the roots, and a build
/// has portions of one size.
Journal::Words journal_words(const Proof& proof, const Options& options, const WorkPlan& plan,
                             const std::string& hash) {
  return {{"proof", hash},
          {"claims", claims_hash(proof)},
          {"program", options.program_version},
          {"build", options.program_build},
          {"trust", std::string(name_of(options.trust))},
          {"effort", std::to_string(options.effort)},
          {"shard", plan.shard.text()}};
}

PieceSubject piece_subject(const Proof& proof, std::uint64_t nodes, const std::string& hash) {
  return {hash, claims_hash(proof), proof.size, nodes};
}

/// Those that the options name; null: none.
Result<std::shared_ptr<const PieceSet>> open_pieces(const Proof& proof, const Options& options,
                                                    const std::string& hash) {
  if (options.pieces.empty()) return std::shared_ptr<const PieceSet>();
  const std::uint64_t nodes = proof.records.count() + proof.roots.size();
  return PieceSet::open(options.pieces, piece_subject(proof, nodes, hash), options.shard);
}

/// The check itself; the percentage done.
Result<int> check_nodes(CheckState& state, const Options& options, Workshop::Clock::time_point start,
                        Verification& out) {
  Workshop workshop(state, options, start);
  if (options.on_piece) {
    const std::string head = piece_head(piece_subject(state.proof(), state.table.count(), out.content_hash),
                                        options.shard.value_or(Shard{}));
    if (auto written = options.on_piece(head); !written.ok()) return written.error();
  }
  if (!options.journal.empty()) {
    auto journal = Journal::open(options.journal,
                                 journal_words(state.proof(), options, workshop.plan(), out.content_hash));
    if (!journal.ok()) return journal.error();
    if (auto taken = workshop.take_over(std::move(journal).value()); !taken.ok()) return taken.error();
  }
  if (options.on_start) options.on_start();
  if (auto done = workshop.run(out.threads); !done.ok()) return done.error();
  out.interrupted = !workshop.is_complete();
  if (options.on_piece && !out.interrupted)
    if (auto written = options.on_piece(piece_end); !written.ok()) return written.error();
  out.resumed = workshop.resumed();
  return workshop.percent_done();
}

}  // namespace

std::uint64_t Verification::gap_count() const {
  std::uint64_t sum = 0;
  for (std::uint64_t count : gap_counts) sum += count;
  return sum;
}

GapCounts Verification::needed_gaps() const {
  GapCounts needed = gap_counts;
  for (std::size_t i = 0; i < needed.size(); ++i)
    if (!is_missing_evidence(static_cast<GapKind>(i))) needed[i] -= aside[i];
  return needed;
}

bool Verification::accepted() const {
  return !verdicts.empty() && std::all_of(verdicts.begin(), verdicts.end(), [](const Verdict& verdict) {
    return verdict.outcome == Outcome::verified;
  });
}

void Verification::interrupt(int percent_done) {
  interrupted = true;
  raw_gaps.reset();
  for (Verdict& verdict : verdicts) {
    verdict.outcome = Outcome::undecided;
    verdict.percent_done = percent_done;
  }
}

Result<Verification> check_proof(Proof proof, const Options& options) {
  const auto start = Workshop::Clock::now();
  Verification out;
  out.effort = options.effort;
  out.trust = options.trust;
  out.shard = options.shard;
  out.threads = options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  out.content_hash = content_hash(proof);

  const bool has_plans = options.on_piece || !options.pieces.empty();
  FIVEPROOF_ENSURE(!has_plans || (options.trust == Trust::rules && options.journal.empty() &&
                                  options.reports.empty() && !(options.on_piece && !options.pieces.empty())));
  auto pieces = open_pieces(proof, options, out.content_hash);
  if (!pieces.ok()) return pieces.error();
  if (pieces.value()) out.pieces = pieces.value()->count();

  auto made = CheckState::make(std::move(proof), options, std::move(pieces).value());
  if (!made.ok()) return made.error();
  const std::shared_ptr<CheckState>& state = made.value();
  int percent_done = 100;
  if (!options.reports.empty()) {
    if (auto combined = combine_reports(*state, options, out); !combined.ok()) return combined.error();
    if (options.on_start) options.on_start();
  } else {
    const auto checked = check_nodes(*state, options, start, out);
    if (!checked.ok()) return checked.error();
    percent_done = checked.value();
  }
  out.trusted = trusted_text(options.trust, out.resumed > 0, out.reports);
  if (auto done = conclude(state, percent_done, options, out); !done.ok()) return done.error();
  out.seconds = std::chrono::duration<double>(Workshop::Clock::now() - start).count();
  return out;
}

}  // namespace fiveproof::verify
