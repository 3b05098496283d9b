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
Status take_up(Workshop& workshop, const CheckState& state, const Options& options, const std::string& hash) {
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

}  // namespace

struct Checking::Parts {
  using Clock = Workshop::Clock;

  explicit Parts(const Options& asked) : options(asked) {}

  [[nodiscard]] Status begin(Proof proof);
  [[nodiscard]] Status end();

  Options options;
  Clock::time_point start = Clock::now();  ///< moved on by each pause
  Clock::time_point left = start;          ///< when the last turn ended
  Verification out;
  std::shared_ptr<CheckState> state;
  std::optional<Workshop> workshop;  ///< absent: the reports brought all there is
};

Status Checking::Parts::begin(Proof proof) {
  out.effort = options.effort;
  out.trust = trust_of(options.task);
  out.shard = shard_of(options.task);
  out.threads = options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  out.content_hash = content_hash(proof);
  FIVEPROOF_LET(auto pieces, open_pieces(proof, options.task, out.content_hash));
  if (pieces) out.pieces = pieces->count();
  FIVEPROOF_LET(state, CheckState::make(std::move(proof), options, std::move(pieces)));
  if (const Combine* combine = std::get_if<Combine>(&options.task))
    FIVEPROOF_TRY(combine_reports(*state, *combine, options, out));
  else
    FIVEPROOF_TRY(take_up(workshop.emplace(*state, options, start), *state, options, out.content_hash));
  if (options.on_start) options.on_start();
  return Done{};
}

Status Checking::Parts::end() {
  int percent_done = 100;
  if (workshop) {
    out.interrupted = !workshop->is_complete();
    FIVEPROOF_TRY(workshop->lay_down());
    const Certify* certify = std::get_if<Certify>(&options.task);
    if (certify != nullptr && !out.interrupted) FIVEPROOF_TRY(certify->on_piece(piece_end));
    out.resumed = workshop->resumed();
    percent_done = workshop->percent_done();
  }
  out.trusted = trusted_text(out.trust, out.resumed > 0, out.reports);
  FIVEPROOF_TRY(conclude(state, percent_done, options, out));
  out.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return Done{};
}

Checking::Checking(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Checking::Checking(Checking&&) noexcept = default;
Checking& Checking::operator=(Checking&&) noexcept = default;
Checking::~Checking() = default;

Result<Checking> Checking::begin(Proof proof, const Options& options) {
  auto parts = std::make_unique<Parts>(options);
  FIVEPROOF_TRY(parts->begin(std::move(proof)));
  parts->left = Parts::Clock::now();
  return Checking(std::move(parts));
}

bool Checking::is_complete() const { return !parts_->workshop || parts_->workshop->is_complete(); }

Status Checking::go_on() {
  if (!parts_->workshop) return Done{};
  parts_->start += Parts::Clock::now() - parts_->left;
  FIVEPROOF_TRY(parts_->workshop->run(parts_->out.threads));
  parts_->left = Parts::Clock::now();
  return Done{};
}

Result<Verification> Checking::end() {
  parts_->start += Parts::Clock::now() - parts_->left;
  FIVEPROOF_TRY(parts_->end());
  return std::move(parts_->out);
}

Result<Verification> check_proof(Proof proof, const Options& options) {
  FIVEPROOF_LET(Checking checking, Checking::begin(std::move(proof), options));
  FIVEPROOF_TRY(checking.go_on());
  return checking.end();
}

}  // namespace fiveproof::verify
