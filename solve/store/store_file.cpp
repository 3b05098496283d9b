// The file of a store: how it is made, opened and locked.
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
#include "base/files/temporary_name.hpp"
#include "base/visible.hpp"
#include "solve/store/pages.hpp"
#include "solve/store/store_impl.hpp"

namespace fiveproof::solve {
namespace {

/// The most that a store can hold. It costs address space, not disk: the file grows as it is filled.
constexpr std::size_t most_map_bytes = std::size_t{256} << 30;
constexpr std::size_t least_map_bytes = std::size_t{64} << 20;
/// Transactions that read, of all processes together: one for each thread, and some that are short.
constexpr unsigned most_readers = 4096;
constexpr std::size_t bytes_of_reader = 64;
constexpr mode_t permissions = 0644;

/// Behind the leases, whose places have 62 bits: who makes the store.
constexpr std::uint64_t place_of_maker = std::uint64_t{1} << 62;
/// And who commits a change.
constexpr std::uint64_t place_of_committer = place_of_maker + 1;

Error no_store(const std::string& path, const std::string& found) {
  return {ErrorCode::malformed, "expected a fiveproof store, found " + found, path, {}};
}

/// As much address space as a store may ever need, or a part of what the process may have (ulimit -v), whose
/// searches need the rest.
std::size_t wanted_map_bytes() {
  struct rlimit limit {};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return most_map_bytes;
  const std::size_t page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return std::clamp(static_cast<std::size_t>(limit.rlim_cur) / 4 / page * page, least_map_bytes,
                    most_map_bytes);
}

/// LMDB maps its lock file: with a full disk the first to write there would be killed by SIGBUS. A file
/// system that cannot promise room is used as it is.
Status make_room_for_locks(const std::string& path) {
  const std::string locks = path + "-lock";
  const Descriptor file(::open(locks.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, permissions));
  if (!file.is_open()) return system_error(locks, "cannot be opened", errno);
  const off_t bytes = (most_readers + 8) * bytes_of_reader;
  if (::fallocate(file.number(), FALLOC_FL_KEEP_SIZE, 0, bytes) != 0 && (errno == ENOSPC || errno == EDQUOT))
    return system_error(locks, "cannot be written", errno);
  return Done{};
}

Result<Descriptor> open_leases(const std::string& path) {
  const std::string leases = path + "-claims";
  Descriptor file(::open(leases.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, permissions));
  if (!file.is_open()) return system_error(leases, "cannot be opened", errno);
  return file;
}

/// Locks or unlocks one byte of the file of leases. The operating system unlocks it when the process ends.
bool lock_byte(int descriptor, std::uint64_t place, short type, int command) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(place);
  lock.l_len = 1;
  return fcntl(descriptor, command, &lock) == 0;
}

}  // namespace

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

bool set_lock(int descriptor, std::uint64_t place, short type) {
  return lock_byte(descriptor, place, type, F_OFD_SETLK);
}

bool wait_for_lock(int descriptor, std::uint64_t place, short type) {
  return lock_byte(descriptor, place, type, F_OFD_SETLKW);
}

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
    FIVEPROOF_LET(const auto txn, begin(MDB_RDONLY, "cannot be read"));
    FIVEPROOF_LET(const auto count, check_pages(path, mdb_txn_id(txn.get())));
    if (count) return Done{};
  }
  return Error{ErrorCode::io, "cannot be read: others write to it all the time", path, {}};
}

Status Store::Impl::read_identity(const Transaction& txn) {
  const FaultGuard guarded = guard();
  MDB_val key = value_of(key_of_identity()), value{};
  if (int e = mdb_get(txn.get(), meta, &key, &value); e != 0)
    return e == MDB_NOTFOUND ? no_store(path, "another LMDB file") : error_of(path, e, "cannot be read");
  FIVEPROOF_LET(const auto found, parse_identity(path, bytes_of(value)));
  identity = found.game;
  seals.emplace(identity, found.version);
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

/// Makes an empty store beside `path` and gives it that name: there is never one that is not finished. One
/// that was cut off when it was made (by versions before this one) is replaced: it holds nothing.
Status Store::make(const std::string& path, const StoreIdentity& identity) {
  FIVEPROOF_LET(const auto leases, open_leases(path));
  if (!wait_for_lock(leases.number(), place_of_maker, F_WRLCK))
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
    FIVEPROOF_TRY(make(path, *identity));
  if (const FileKind kind = kind_of_file(path); kind != FileKind::store) {
    if (const int readable = ::access(path.c_str(), R_OK); readable != 0)
      return system_error(path, "cannot be opened", errno);
    return no_store(
        path, kind == FileKind::other ? "a file of another kind" : "one that was cut off when it was made");
  }
  FIVEPROOF_TRY(check_meta_pages(path));

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
  FIVEPROOF_TRY(impl->open_env(flags));
  FIVEPROOF_TRY(impl->check_all_pages());

  FIVEPROOF_LET(auto txn, impl->begin(MDB_RDONLY, "cannot be read"));
  FIVEPROOF_TRY(impl->open_tables(txn));
  FIVEPROOF_TRY(impl->read_identity(txn));
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
  FIVEPROOF_TRY(impl->commit(txn));

  if (mode != Mode::read) {
    FIVEPROOF_LET(impl->leases, open_leases(path));
  }
  return Store(std::move(impl));
}

/// When the meta page cannot be written LMDB puts the number of the state before it there, but not that
/// state: the page looks like the newest one with a damaged number. So what stood there is put back. Nobody
/// else may have written there meanwhile: who commits has a lock.
Status Store::Impl::commit_change(Transaction& txn) const {
  constexpr std::size_t meta_page_bytes = 152;  // LMDB writes no more of it
  if (!wait_for_lock(leases.number(), place_of_committer, F_WRLCK))
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

}  // namespace fiveproof::solve
