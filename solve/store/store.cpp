#include "solve/store/store.hpp"

#include <fcntl.h>
#include <lmdb.h>

#include <utility>

#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "solve/store/store_impl.hpp"

namespace fiveproof::solve {

void Store::End::operator()(MDB_txn* txn) const { mdb_txn_abort(txn); }

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;
const StoreIdentity& Store::identity() const { return impl_->identity; }
int Store::version() const { return impl_->seals->version(); }

// -- reading ----------------------------------------------------------------------------------------------

Result<Store::View> Store::view() const {
  FIVEPROOF_LET(auto txn, impl_->begin(MDB_RDONLY, "cannot be read"));
  return View(*impl_, std::move(txn));
}

void Store::View::note(const Error& error) const {
  if (!trouble_) trouble_ = error;
}

Status Store::View::status() const {
  if (trouble_) return *trouble_;
  if (store_->is_locked) return Done{};
  MDB_envinfo info{};
  mdb_env_info(store_->env, &info);
  // LMDB keeps the pages of the state before the newest one, too.
  if (info.me_last_txnid > mdb_txn_id(txn_.get()) + 1)
    return Error{ErrorCode::io, "was written to while it was read, without a lock file", store_->path, {}};
  return Done{};
}

std::optional<Square> Store::View::answer(const Position& or_position) const {
  const int size = or_position.size();
  const auto value = store_->get(txn_, Table::proved, answer_key(or_position));
  if (!value.ok()) note(value.error());
  if (!value.ok() || !value.value()) return std::nullopt;
  const auto canonical = decode_move(*value.value(), size);
  const auto move =
      canonical ? std::optional(canonical_form(or_position).to_canonical.inverse().apply(*canonical, size))
                : std::nullopt;
  if (move && or_position.is_empty(*move)) return move;
  note(damaged(store_->path, "expected a move to an empty square"));
  return std::nullopt;
}

std::optional<JobEntry> Store::View::job(const Position& position) const {
  const Bytes key = job_key(position, store_->identity.attacker);
  const auto value = store_->get(txn_, Table::jobs, key);
  if (!value.ok()) note(value.error());
  if (!value.ok() || !value.value()) return std::nullopt;
  auto entry = decode_entry(*value.value(), position.size());
  const bool fits =
      entry && (entry->moves.empty() || fault_of_job(key, *value.value(), store_->identity).empty());
  if (fits) return entry;
  note(damaged(store_->path, "expected a job with moves to empty squares"));
  return std::nullopt;
}

std::uint64_t Store::View::answers() const {
  const FaultGuard guarded = store_->guard();
  MDB_stat stat{};
  if (int e = mdb_stat(txn_.get(), store_->proved, &stat); e != 0)
    note(error_of(store_->path, e, "cannot be read"));
  return stat.ms_entries;
}

Result<std::vector<Root>> Store::View::roots() const {
  std::vector<Root> roots;
  bool is_sound = true;
  auto read = store_->for_each(txn_, Table::meta, [&](Span key, Span text) {
    auto root = decode_root(key, text, store_->identity);
    is_sound = root.has_value();
    if (root) roots.push_back(*std::move(root));
    return is_sound;
  });
  if (!read.ok()) return read.error();
  if (!is_sound) return damaged(store_->path, "expected a position to prove, with its moves");
  return roots;
}

Status Store::View::for_each_answer(const std::function<bool(const Position&, Square)>& f) const {
  const StoreIdentity& game = store_->identity;
  bool is_sound = true;
  auto read = store_->for_each(txn_, Table::proved, [&](Span key, Span value) {
    const auto position = position_of_answer(key, game);
    const auto move = decode_move(value, game.size);
    is_sound = position && move && position->is_empty(*move);
    return is_sound && f(*position, *move);
  });
  if (!is_sound) return damaged(store_->path, "expected a position with its move");
  return read;
}

Status Store::View::for_each_job(const std::function<bool(const Position&, const JobEntry&)>& f) const {
  const StoreIdentity& game = store_->identity;
  bool is_sound = true;
  auto read = store_->for_each(txn_, Table::jobs, [&](Span key, Span value) {
    is_sound = fault_of_job(key, value, game).empty();
    return is_sound && f(*position_of_job(key, game), *decode_entry(value, game.size));
  });
  if (!is_sound) return damaged(store_->path, "expected a job with its state");
  return read;
}

// -- writing ----------------------------------------------------------------------------------------------

Result<Store::Change> Store::change() {
  auto change = change_copy();
  if (change.ok()) change.value().upstream_ = impl_->upstream;
  return change;
}

Result<Store::Change> Store::change_copy() {
  const FaultGuard guarded = impl_->guard();
  forget_killed_readers(impl_->env);
  FIVEPROOF_LET(auto txn, impl_->begin(0, "cannot be written"));
  return Change(*impl_, std::move(txn), nullptr);
}

void Store::set_upstream(Upstream& upstream) { impl_->upstream = &upstream; }

void Store::leave_to_system() {
  const FaultGuard guarded = impl_->guard();
  mdb_env_set_flags(impl_->env, MDB_NOSYNC, 1);
}

Status Store::Change::put(Table table, Bytes key, Bytes value) {
  const unsigned flags = table == Table::proved ? MDB_NOOVERWRITE : 0;
  auto done = store_->put(txn_, table, key, value, flags);
  if (done.ok() && upstream_ != nullptr) entries_.push_back({table, std::move(key), std::move(value)});
  return done;
}

Status Store::Change::put_answer(const Position& or_position, Square move) {
  FIVEPROOF_ENSURE(or_position.to_move() == store_->identity.attacker);
  const Bytes entry = answer_entry(or_position, move);
  const auto split = entry.end() - 2;
  return put(Table::proved, Bytes(entry.begin(), split), Bytes(split, entry.end()));
}

Status Store::Change::put_root(const Root& root) {
  Bytes key = job_key(root.position, store_->identity.attacker);
  key.insert(key.begin(), root_mark);
  const std::string text = root.moves ? to_text(*root.moves) : std::string(no_moves);
  return put(Table::meta, std::move(key), Bytes(text.begin(), text.end()));
}

Status Store::Change::put_job(const Position& position, const JobEntry& entry) {
  return put(Table::jobs, job_key(position, store_->identity.attacker), encode(entry, position.size()));
}

Status Store::Change::put(const StoreEntry& entry) {
  const StoreIdentity& game = store_->identity;
  std::string fault;
  if (entry.table == Table::proved) fault = fault_of_answer(entry.key, entry.value, game);
  if (entry.table == Table::jobs) fault = fault_of_job(entry.key, entry.value, game);
  if (entry.table == Table::meta && !decode_root(entry.key, entry.value, game))
    fault = "expected a position to prove, with its moves";
  if (!fault.empty()) return Error{ErrorCode::malformed, fault, {}, {}};
  return put(entry.table, entry.key, entry.value);
}

Status Store::Change::commit() {
  if (upstream_ != nullptr && !entries_.empty()) FIVEPROOF_TRY(upstream_->put(entries_));
  return store_->commit_change(txn_);
}

// -- leases -----------------------------------------------------------------------------------------------

std::optional<Store::Lease> Store::lease(const Position& position) {
  // An offset is a signed number.
  const std::uint64_t place = fnv(job_key(position, impl_->identity.attacker)) >> 2;
  if (!set_lock(impl_->leases.number(), place, F_WRLCK)) return std::nullopt;
  return Lease(impl_->leases.number(), place);
}

Store::Lease::Lease(Lease&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), place_(other.place_) {}
Store::Lease& Store::Lease::operator=(Lease&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(place_, other.place_);
  return *this;
}
Store::Lease::~Lease() {
  if (descriptor_ >= 0) set_lock(descriptor_, place_, F_UNLCK);
}

// -- the whole --------------------------------------------------------------------------------------------

Result<StoreCheck> Store::check() const {
  FIVEPROOF_TRY(impl_->check_all_pages());
  FIVEPROOF_LET(const auto view, this->view());
  const StoreIdentity& game = impl_->identity;
  const auto check_table = [&](Table table, const std::string& noun,
                               const auto& fault_of) -> Result<std::uint64_t> {
    std::uint64_t number = 0;
    std::string fault;
    auto read = impl_->for_each(view.txn_, table, [&](Span key, Span value) {
      ++number;
      fault = fault_of(key, value);
      return fault.empty();
    });
    if (!fault.empty()) return damaged(impl_->path, noun + " " + std::to_string(number) + ": " + fault);
    if (!read.ok()) return read.error();
    return number;
  };
  const auto fault_of_job_here = [&](Span key, Span value) {
    std::string fault = fault_of_job(key, value, game);
    if (!fault.empty()) return fault;
    const Position position = *position_of_job(key, game);
    const bool needs_answer =
        decode_entry(value, game.size)->state == JobState::proved && position.to_move() == game.attacker;
    if (needs_answer && !view.answer(position)) fault = "is said to be proved, and its move is not there";
    return fault;
  };
  const auto fault_of_root = [&](Span key, Span value) -> std::string {
    return decode_root(key, value, game) ? "" : "expected a position to prove, with its moves";
  };
  const auto answers = check_table(Table::proved, "proved position",
                                   [&](Span key, Span value) { return fault_of_answer(key, value, game); });
  if (!answers.ok()) return answers.error();
  FIVEPROOF_LET(const auto jobs, check_table(Table::jobs, "job", fault_of_job_here));
  FIVEPROOF_LET(const auto roots, check_table(Table::meta, "position to prove", fault_of_root));
  FIVEPROOF_TRY(view.status());
  return StoreCheck{answers.value(), jobs, roots};
}

std::uint64_t Store::bytes() const {
  const FaultGuard guarded = impl_->guard();
  MDB_envinfo info{};
  MDB_stat stat{};
  mdb_env_info(impl_->env, &info);
  mdb_env_stat(impl_->env, &stat);
  return static_cast<std::uint64_t>(info.me_last_pgno + 1) * stat.ms_psize;
}

}  // namespace fiveproof::solve
