#include "solve/store/store.hpp"

#include <fcntl.h>
#include <lmdb.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "base/files/atomic_file.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/temporary_name.hpp"
#include "base/visible.hpp"
#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "solve/store/fault_guard.hpp"
#include "solve/store/pages.hpp"
#include "solve/store/store_keys.hpp"

namespace fiveproof::solve {
namespace {

/// The most that a store can hold. It costs address space, not disk: the file grows as it is filled.
constexpr std::size_t most_map_bytes = std::size_t{256} << 30;
constexpr std::size_t least_map_bytes = std::size_t{64} << 20;
/// Transactions that read, of all processes together: one for each thread, and some that are short.
constexpr unsigned most_readers = 4096;
constexpr std::size_t bytes_of_reader = 64;
constexpr mode_t permissions = 0644;

Error no_store(const std::string& path, const std::string& found) {
  return {ErrorCode::malformed, "expected a fiveproof store, found " + found, path, {}};
}

Error damaged(const std::string& path, const std::string& what) {
  return {ErrorCode::malformed, "damaged: " + what, path, {}};
}

Error error_of(const std::string& path, int code, std::string_view action) {
  if (code == MDB_INVALID || code == MDB_CORRUPTED || code == MDB_PAGE_NOTFOUND)
    return damaged(path, mdb_strerror(code));
  if (code == MDB_VERSION_MISMATCH)
    return {ErrorCode::unsupported, "expected an LMDB file of this version", path, {}};
  return {ErrorCode::io, std::string(action) + ": " + mdb_strerror(code), path, {}};
}

Error system_error(const std::string& path, std::string_view action, int number) {
  return {ErrorCode::io, std::string(action) + ": " + std::generic_category().message(number), path, {}};
}

MDB_val value_of(Span bytes) {
  return {bytes.size(), const_cast<std::uint8_t*>(bytes.data())};  // LMDB does not write to it
}

Span bytes_of(const MDB_val& value) {
  return {static_cast<const std::uint8_t*>(value.mv_data), value.mv_size};
}

Span bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// Calls `f` with key and value of all entries in their order until it returns false. Returns 0 if it did,
/// MDB_NOTFOUND at the end of the table, or the code of an error.
template <class F>
int for_each_entry(MDB_txn* txn, MDB_dbi table, F f) {
  MDB_cursor* cursor = nullptr;
  int code = mdb_cursor_open(txn, table, &cursor);
  if (code != 0) return code;
  MDB_val key{}, value{};
  do code = mdb_cursor_get(cursor, &key, &value, MDB_NEXT);
  while (code == 0 && f(bytes_of(key), bytes_of(value)));
  mdb_cursor_close(cursor);
  return code;
}

/// LMDB does not write again to a page that a reader may still look at. A reader that was killed, such as
/// `--status | head`, would make the file grow with every change if it were not forgotten.
void forget_killed_readers(MDB_env* env) {
  int count = 0;
  mdb_reader_check(env, &count);
}

}  // namespace

struct Store::Impl {
  ~Impl() {
    if (env != nullptr) mdb_env_close(env);
  }
  /// What of the store's is used on this thread until it ends.
  [[nodiscard]] FaultGuard guard() const { return FaultGuard(shown.c_str()); }
  [[nodiscard]] MDB_dbi dbi(Table table) const {
    return table == Table::meta ? meta : table == Table::proved ? proved : jobs;
  }
  Status open_env(unsigned flags);
  Status open_tables(const Transaction& txn);
  Status check_all_pages() const;
  Status read_identity(const Transaction& txn);
  /// The entry, without its seal; nothing when there is none.
  [[nodiscard]] Result<std::optional<Span>> get(const Transaction& txn, Table table, Span key) const;
  /// Calls `f` with the key and the opened value of each entry, until it returns false.
  template <class F>
  Status for_each(const Transaction& txn, Table table, F f) const;
  [[nodiscard]] Result<Transaction> begin(unsigned flags, std::string_view action) const {
    const FaultGuard guarded = guard();
    MDB_txn* txn = nullptr;
    if (int e = mdb_txn_begin(env, nullptr, flags, &txn); e != 0) return error_of(path, e, action);
    return Transaction(txn);
  }
  [[nodiscard]] Status put(const Transaction& txn, Table table, Span key, Span payload,
                           unsigned flags = 0) const {
    const FaultGuard guarded = guard();
    const Bytes value = seals->sealed(table, key, payload);
    MDB_val k = value_of(key), v = value_of(value);
    const int e = mdb_put(txn.get(), dbi(table), &k, &v, flags);
    if (e != 0 && e != MDB_KEYEXIST) return error_of(path, e, "cannot be written");
    return Done{};
  }
  /// The end of a transaction that only reads, or of one in a file that nobody else has.
  [[nodiscard]] Status commit(Transaction& txn) const {
    const FaultGuard guarded = guard();
    if (int e = mdb_txn_commit(txn.release()); e != 0) return error_of(path, e, "cannot be written");
    return Done{};
  }
  [[nodiscard]] Status commit_change(Transaction& txn) const;

  std::string path;
  std::string shown;  ///< the path, as messages show it
  StoreIdentity identity;
  std::optional<Seals> seals;
  MDB_env* env = nullptr;
  MDB_dbi meta = 0, proved = 0, jobs = 0;
  /// Without a lock file nobody knows that we read, and what we read may be written over.
  bool is_locked = true;
  Descriptor leases;             ///< the file whose locked bytes are leases
  Upstream* upstream = nullptr;  ///< the store of which this one is a copy
};

void Store::End::operator()(MDB_txn* txn) const { mdb_txn_abort(txn); }

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;
const StoreIdentity& Store::identity() const { return impl_->identity; }
int Store::version() const { return impl_->seals->version(); }

namespace {

Span key_of_identity() { return bytes_of(store_magic); }

/// As much address space as a store may ever need, or a part of what the process may have (ulimit -v), whose
/// searches need the rest.
std::size_t wanted_map_bytes() {
  struct rlimit limit {};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return most_map_bytes;
  const std::size_t page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return std::clamp(static_cast<std::size_t>(limit.rlim_cur) / 4 / page * page, least_map_bytes,
                    most_map_bytes);
}

/// LMDB maps its lock file: with a full disk the first to write there would be killed by SIGBUS. A file system
/// that cannot promise room is used as it is.
Status make_room_for_locks(const std::string& path) {
  const std::string locks = path + "-lock";
  const Descriptor file(::open(locks.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, permissions));
  if (!file.is_open()) return system_error(locks, "cannot be opened", errno);
  const off_t bytes = (most_readers + 8) * bytes_of_reader;
  if (::fallocate(file.number(), FALLOC_FL_KEEP_SIZE, 0, bytes) != 0 && (errno == ENOSPC || errno == EDQUOT))
    return system_error(locks, "cannot be written", errno);
  return Done{};
}

/// Locks or unlocks one byte of the file of leases. The operating system unlocks it when the process ends.
bool set_lock(int descriptor, std::uint64_t place, short type, int command = F_OFD_SETLK) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(place);
  lock.l_len = 1;
  return fcntl(descriptor, command, &lock) == 0;
}

/// Behind the leases, whose places have 62 bits: who makes the store.
constexpr std::uint64_t place_of_maker = std::uint64_t{1} << 62;
/// And who commits a change.
constexpr std::uint64_t place_of_committer = place_of_maker + 1;

Result<Descriptor> open_leases(const std::string& path) {
  const std::string leases = path + "-claims";
  Descriptor file(::open(leases.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, permissions));
  if (!file.is_open()) return system_error(leases, "cannot be opened", errno);
  return file;
}

}  // namespace

Status Store::Impl::open_env(unsigned flags) {
  const FaultGuard guarded = guard();
  if (int e = mdb_env_create(&env); e != 0) return error_of(path, e, "cannot be opened");
  guard_assertions(env);
  mdb_env_set_mapsize(env, wanted_map_bytes());
  mdb_env_set_maxdbs(env, 3);
  mdb_env_set_maxreaders(env, most_readers);
  // The meta page is not synced: a power failure may cost the last change, never the file.
  flags |= MDB_NOSUBDIR | MDB_NOTLS | MDB_NOMETASYNC;
  if (int e = mdb_env_open(env, path.c_str(), flags, permissions); e != 0)
    return error_of(path, e, "cannot be opened");
  is_locked = (flags & MDB_NOLOCK) == 0;
  if (is_locked) forget_killed_readers(env);
  return Done{};
}

Status Store::Impl::open_tables(const Transaction& txn) {
  const FaultGuard guarded = guard();
  for (auto [name, dbi] : {std::pair{"meta", &meta}, {"proved", &proved}, {"jobs", &jobs}})
    if (int e = mdb_dbi_open(txn.get(), name, 0, dbi); e != 0)
      return e == MDB_NOTFOUND || e == MDB_INCOMPATIBLE ? no_store(path, "another LMDB file")
                                                        : error_of(path, e, "cannot be read");
  return Done{};
}

/// Looks at the pages of the newest state, which stays as it is meanwhile.
Status Store::Impl::check_all_pages() const {
  constexpr int tries = 1000;  // others may commit in between
  for (int i = 0; i < tries; ++i) {
    const auto txn = begin(MDB_RDONLY, "cannot be read");
    if (!txn.ok()) return txn.error();
    const auto count = check_pages(path, mdb_txn_id(txn.value().get()));
    if (!count.ok()) return count.error();
    if (count.value()) return Done{};
  }
  return Error{ErrorCode::io, "cannot be read: others write to it all the time", path, {}};
}

Status Store::Impl::read_identity(const Transaction& txn) {
  const FaultGuard guarded = guard();
  MDB_val key = value_of(key_of_identity()), value{};
  if (int e = mdb_get(txn.get(), meta, &key, &value); e != 0)
    return e == MDB_NOTFOUND ? no_store(path, "another LMDB file") : error_of(path, e, "cannot be read");
  const auto found = parse_identity(path, bytes_of(value));
  if (!found.ok()) return found.error();
  identity = found.value().game;
  seals.emplace(identity, found.value().version);
  return Done{};
}

Result<std::optional<Span>> Store::Impl::get(const Transaction& txn, Table table, Span key) const {
  const FaultGuard guarded = guard();
  MDB_val k = value_of(key), v{};
  const int code = mdb_get(txn.get(), dbi(table), &k, &v);
  if (code == MDB_NOTFOUND) return std::optional<Span>();
  if (code != 0) return error_of(path, code, "cannot be read");
  const auto payload = seals->opened(table, key, bytes_of(v));
  if (!payload) return damaged(path, "an entry does not fit its checksum");
  return payload;
}

template <class F>
Status Store::Impl::for_each(const Transaction& txn, Table table, F f) const {
  const FaultGuard guarded = guard();
  bool is_whole = true;
  const int code = for_each_entry(txn.get(), dbi(table), [&](Span key, Span value) {
    const bool is_identity = table == Table::meta && std::ranges::equal(key, key_of_identity());
    const auto payload = seals->opened(table, key, value);
    is_whole = payload.has_value();
    return is_whole && (is_identity || f(key, *payload));
  });
  if (!is_whole) return damaged(path, "an entry does not fit its checksum");
  if (code != 0 && code != MDB_NOTFOUND) return error_of(path, code, "cannot be read");
  return Done{};
}

/// Makes an empty store beside `path` and gives it that name: there is never one that is not finished. One that
/// was cut off when it was made (by versions before this one) is replaced: it holds nothing.
Status Store::make(const std::string& path, const StoreIdentity& identity) {
  const auto leases = open_leases(path);
  if (!leases.ok()) return leases.error();
  if (!set_lock(leases.value().number(), place_of_maker, F_WRLCK, F_OFD_SETLKW))
    return system_error(path + "-claims", "cannot be locked", errno);
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && kind_of_file(path) != FileKind::unfinished) return Done{};

  Descriptor file;
  TemporaryName temporary = TemporaryName::make_file(path, permissions, file);
  if (temporary.empty()) return system_error(path, "cannot be opened", errno);
  {
    Impl impl;
    impl.path = temporary.path();
    impl.shown = visible(path);
    impl.seals.emplace(identity, store_version);
    const auto at_path = [&](Error error) {
      if (error.file == temporary.path()) error.file = path;
      return error;
    };
    if (auto opened = impl.open_env(MDB_NOLOCK); !opened.ok()) return at_path(opened.error());
    auto txn = impl.begin(0, "cannot be written");
    if (!txn.ok()) return at_path(txn.error());
    const FaultGuard guarded = impl.guard();
    for (auto [name, dbi] : {std::pair{"meta", &impl.meta}, {"proved", &impl.proved}, {"jobs", &impl.jobs}})
      if (int e = mdb_dbi_open(txn.value().get(), name, MDB_CREATE, dbi); e != 0)
        return error_of(path, e, "cannot be written");
    const std::string text = identity_text(identity, store_version);
    if (auto put = impl.put(txn.value(), Table::meta, key_of_identity(), bytes_of(text)); !put.ok())
      return at_path(put.error());
    if (auto done = impl.commit(txn.value()); !done.ok()) return at_path(done.error());
    if (int e = mdb_env_sync(impl.env, 1); e != 0) return error_of(path, e, "cannot be written");
  }
  if (::rename(temporary.path().c_str(), path.c_str()) != 0)
    return system_error(path, "cannot be written", errno);
  temporary.forget();
  (void)sync_folder_of(path);  // not every file system can
  return Done{};
}

Result<Store> Store::open(const std::string& path, const StoreIdentity& identity, Mode mode) {
  return open(path, std::optional(identity), mode);
}

Result<Store> Store::open_to_read(const std::string& path) { return open(path, std::nullopt, Mode::read); }

Result<Store> Store::open(const std::string& given, const std::optional<StoreIdentity>& identity, Mode mode) {
  const std::string path = mode == Mode::create ? file_behind(given) : given;
  struct stat status {};
  const bool exists = stat(path.c_str(), &status) == 0;
  if (!exists && mode != Mode::create) return system_error(path, "cannot be opened", errno);
  if (exists && !S_ISREG(status.st_mode)) return Error{ErrorCode::io, "expected a regular file", path, {}};

  if (mode == Mode::create && (!exists || kind_of_file(path) == FileKind::unfinished))
    if (auto made = make(path, *identity); !made.ok()) return made.error();
  if (const FileKind kind = kind_of_file(path); kind != FileKind::store) {
    if (const int readable = ::access(path.c_str(), R_OK); readable != 0)
      return system_error(path, "cannot be opened", errno);
    return no_store(
        path, kind == FileKind::other ? "a file of another kind" : "one that was cut off when it was made");
  }
  if (auto sound = check_meta_pages(path); !sound.ok()) return sound.error();

  auto impl = std::make_unique<Impl>();
  impl->path = path;
  impl->shown = visible(path);
  unsigned flags = mode == Mode::read ? MDB_RDONLY : 0u;
  if (auto room = make_room_for_locks(path); !room.ok()) {
    // In a folder that may only be read, or on a full disk. What is read is no longer held for us then, and
    // View::status() says when that did harm.
    if (mode != Mode::read) return room.error();
    flags |= MDB_NOLOCK;
  }
  if (auto opened = impl->open_env(flags); !opened.ok()) return opened.error();
  if (auto sound = impl->check_all_pages(); !sound.ok()) return sound.error();

  auto txn = impl->begin(MDB_RDONLY, "cannot be read");
  if (!txn.ok()) return txn.error();
  if (auto opened = impl->open_tables(txn.value()); !opened.ok()) return opened.error();
  if (auto read = impl->read_identity(txn.value()); !read.ok()) return read.error();
  if (identity && impl->identity != *identity)
    return Error{ErrorCode::usage,
                 "expected \"" + identity_text(*identity, store_version) + "\", found \"" +
                     identity_text(impl->identity, impl->seals->version()) + "\"",
                 path,
                 {}};
  if (mode != Mode::read && impl->seals->version() != store_version)
    return Error{ErrorCode::unsupported,
                 "expected a store of version " + std::to_string(store_version) + ", found version " +
                     std::to_string(impl->seals->version()) + ": solve --repair makes a new one of it",
                 path,
                 {}};
  if (auto done = impl->commit(txn.value()); !done.ok()) return done.error();

  if (mode != Mode::read) {
    auto leases = open_leases(path);
    if (!leases.ok()) return leases.error();
    impl->leases = std::move(leases).value();
  }
  return Store(std::move(impl));
}

// -- reading ----------------------------------------------------------------------------------------------

Result<Store::View> Store::view() const {
  auto txn = impl_->begin(MDB_RDONLY, "cannot be read");
  if (!txn.ok()) return txn.error();
  return View(*impl_, std::move(txn).value());
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
  auto txn = impl_->begin(0, "cannot be written");
  if (!txn.ok()) return txn.error();
  return Change(*impl_, std::move(txn).value(), nullptr);
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

/// When the meta page cannot be written LMDB puts the number of the state before it there, but not that state: the page
/// looks like the newest one with a damaged number. So what stood there is put back. Nobody else may have written there
/// meanwhile: who commits has a lock.
Status Store::Impl::commit_change(Transaction& txn) const {
  constexpr std::size_t meta_page_bytes = 152;  // LMDB writes no more of it
  if (!set_lock(leases.number(), place_of_committer, F_WRLCK, F_OFD_SETLKW))
    return system_error(path + "-claims", "cannot be locked", errno);
  MDB_stat stat{};
  int file = -1;
  std::array<std::uint8_t, meta_page_bytes> before{};
  mdb_env_stat(env, &stat);
  mdb_env_get_fd(env, &file);
  const auto place = static_cast<off_t>(mdb_txn_id(txn.get()) % 2 * stat.ms_psize);
  const bool is_known = ::pread(file, before.data(), before.size(), place) == ssize_t{meta_page_bytes};
  auto done = commit(txn);
  if (!done.ok() && is_known && ::pwrite(file, before.data(), before.size(), place) > 0)
    (void)::fdatasync(file);
  (void)set_lock(leases.number(), place_of_committer, F_UNLCK);
  return done;
}

Status Store::Change::commit() {
  if (upstream_ != nullptr && !entries_.empty())
    if (auto done = upstream_->put(entries_); !done.ok()) return done;
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
  if (auto sound = impl_->check_all_pages(); !sound.ok()) return sound.error();
  const auto view = this->view();
  if (!view.ok()) return view.error();
  const StoreIdentity& game = impl_->identity;
  const auto check_table = [&](Table table, const std::string& noun,
                               const auto& fault_of) -> Result<std::uint64_t> {
    std::uint64_t number = 0;
    std::string fault;
    auto read = impl_->for_each(view.value().txn_, table, [&](Span key, Span value) {
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
    if (needs_answer && !view.value().answer(position))
      fault = "is said to be proved, and its move is not there";
    return fault;
  };
  const auto fault_of_root = [&](Span key, Span value) -> std::string {
    return decode_root(key, value, game) ? "" : "expected a position to prove, with its moves";
  };
  const auto answers = check_table(Table::proved, "proved position",
                                   [&](Span key, Span value) { return fault_of_answer(key, value, game); });
  if (!answers.ok()) return answers.error();
  const auto jobs = check_table(Table::jobs, "job", fault_of_job_here);
  if (!jobs.ok()) return jobs.error();
  const auto roots = check_table(Table::meta, "position to prove", fault_of_root);
  if (!roots.ok()) return roots.error();
  if (auto whole = view.value().status(); !whole.ok()) return whole.error();
  return StoreCheck{answers.value(), jobs.value(), roots.value()};
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
