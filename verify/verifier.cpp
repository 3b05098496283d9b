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

/// With these the nodes and their portions are given, too: the hash names the records, the claims the roots,
/// and a build has portions of one size.
Journal::Words journal_words(const Proof& proof, const Options& options, const WorkPlan& plan,
                             const std::string& hash) {
  return {{"proof", hash},
          {"claims", claims_hash(proof)},
          {"program", options.program_version},
          {"build", options.program_build},
          {"trust", std::string(name_of(trust_of(options.task)))},
          {"effort", std::to_string(options.effort)},
          {"shard", plan.shard.text()}};
}

PieceSubject piece_subject(const Proof& proof, std::uint64_t nodes, const std::string& hash) {
  return {hash, claims_hash(proof), proof.size, nodes};
}

/// Those of an audit; null: it is none.
Result<std::shared_ptr<const PieceSet>> open_pieces(const Proof& proof, const Task& task,
                                                    const std::string& hash) {
  const Audit* audit = std::get_if<Audit>(&task);
  if (audit == nullptr) return std::shared_ptr<const PieceSet>();
  FIVEPROOF_ENSURE(!audit->pieces.empty());
  const std::uint64_t nodes = proof.records.count() + proof.roots.size();
  return PieceSet::open(audit->pieces, piece_subject(proof, nodes, hash), audit->shard);
}

/// What there is before the first node is checked: the head of a piece, what a journal has.
Status begin(Workshop& workshop, CheckState& state, const Options& options, const std::string& hash) {
  if (const Certify* certify = std::get_if<Certify>(&options.task)) {
    FIVEPROOF_ENSURE(certify->on_piece != nullptr);
    const PieceSubject subject = piece_subject(state.proof(), state.table.count(), hash);
    return certify->on_piece(piece_head(subject, certify->shard.value_or(Shard{})));
  }
  const Check* check = std::get_if<Check>(&options.task);
  if (check == nullptr || check->journal.empty()) return Done{};
  auto journal = Journal::open(check->journal, journal_words(state.proof(), options, workshop.plan(), hash));
  if (!journal.ok()) return journal.error();
  return workshop.take_over(std::move(journal).value());
}

/// The check itself; the percentage done.
Result<int> check_nodes(CheckState& state, const Options& options, Workshop::Clock::time_point start,
                        Verification& out) {
  Workshop workshop(state, options, start);
  FIVEPROOF_TRY(begin(workshop, state, options, out.content_hash));
  if (options.on_start) options.on_start();
  FIVEPROOF_TRY(workshop.run(out.threads));
  out.interrupted = !workshop.is_complete();
  const Certify* certify = std::get_if<Certify>(&options.task);
  if (certify != nullptr && !out.interrupted) FIVEPROOF_TRY(certify->on_piece(piece_end));
  out.resumed = workshop.resumed();
  return workshop.percent_done();
}

/// Brings the outcomes of all nodes; the percentage done.
Result<int> do_task(CheckState& state, const Options& options, Workshop::Clock::time_point start,
                    Verification& out) {
  const Combine* combine = std::get_if<Combine>(&options.task);
  if (combine == nullptr) return check_nodes(state, options, start, out);
  FIVEPROOF_TRY(combine_reports(state, *combine, options, out));
  if (options.on_start) options.on_start();
  return 100;
}

}  // namespace

Result<Verification> check_proof(Proof proof, const Options& options) {
  const auto start = Workshop::Clock::now();
  Verification out;
  out.effort = options.effort;
  out.trust = trust_of(options.task);
  out.shard = shard_of(options.task);
  out.threads = options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  out.content_hash = content_hash(proof);

  auto pieces = open_pieces(proof, options.task, out.content_hash);
  if (!pieces.ok()) return pieces.error();
  if (pieces.value()) out.pieces = pieces.value()->count();
  auto made = CheckState::make(std::move(proof), options, std::move(pieces).value());
  if (!made.ok()) return made.error();
  const std::shared_ptr<CheckState>& state = made.value();

  const auto percent_done = do_task(*state, options, start, out);
  if (!percent_done.ok()) return percent_done.error();
  out.trusted = trusted_text(out.trust, out.resumed > 0, out.reports);
  FIVEPROOF_TRY(conclude(state, percent_done.value(), options, out));
  out.seconds = std::chrono::duration<double>(Workshop::Clock::now() - start).count();
  return out;
}

}  // namespace fiveproof::verify
