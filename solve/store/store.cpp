#include "solve/store/store.hpp"

#include <fcntl.h>
#include <lmdb.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "solve/store/store_keys.hpp"

namespace fiveproof::solve {
namespace {

constexpr std::string_view magic = "fiveproof-store";
constexpr int version = 1;
/// The most that a store can hold. It costs address space, not disk: the file grows as it is filled.
constexpr std::size_t map_bytes = std::size_t{256} << 30;
constexpr mode_t permissions = 0644;
/// The key of a root begins with this byte. Its value is the moves of the root, or `no_moves`.
constexpr std::uint8_t root_mark = 'r';
constexpr std::string_view no_moves = "-";

std::string identity_text(const StoreIdentity& id) {
  return std::string(magic) + " " + std::to_string(version) + " " + std::string(name_of(id.rule)) + " " +
         std::to_string(id.size) + " " + std::string(name_of(id.attacker));
}

Error no_store(const std::string& path, const std::string& found) {
  return {ErrorCode::malformed, "expected a fiveproof store, found " + found, path, {}};
}

Error error_of(const std::string& path, int code, std::string_view action) {
  if (code == MDB_INVALID || code == MDB_CORRUPTED || code == MDB_PAGE_NOTFOUND || code == MDB_BAD_TXN)
    return no_store(path, mdb_strerror(code));
  if (code == MDB_VERSION_MISMATCH)
    return {ErrorCode::unsupported, "expected an LMDB file of this version", path, {}};
  return {ErrorCode::io, std::string(action) + ": " + mdb_strerror(code), path, {}};
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

std::string text_of(Span bytes) { return {bytes.begin(), bytes.end()}; }

std::optional<Span> get(MDB_txn* txn, MDB_dbi table, Span key) {
  MDB_val k = value_of(key), v{};
  return mdb_get(txn, table, &k, &v) == 0 ? std::optional(bytes_of(v)) : std::nullopt;
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
    if (leases >= 0) close(leases);
  }
  [[nodiscard]] Result<Transaction> begin(unsigned flags, std::string_view action) const {
    MDB_txn* txn = nullptr;
    if (int e = mdb_txn_begin(env, nullptr, flags, &txn); e != 0) return error_of(path, e, action);
    return Transaction(txn);
  }
  [[nodiscard]] Status put(const Transaction& txn, MDB_dbi table, Span key, Span value,
                           unsigned flags = 0) const {
    MDB_val k = value_of(key), v = value_of(value);
    const int e = mdb_put(txn.get(), table, &k, &v, flags);
    if (e != 0 && e != MDB_KEYEXIST) return error_of(path, e, "cannot be written");
    return Done{};
  }
  [[nodiscard]] Status commit(Transaction& txn) const {
    if (int e = mdb_txn_commit(txn.release()); e != 0) return error_of(path, e, "cannot be written");
    return Done{};
  }

  std::string path;
  StoreIdentity identity;
  MDB_env* env = nullptr;
  MDB_dbi meta = 0, proved = 0, jobs = 0;
  int leases = -1;  ///< the file whose locked bytes are leases
};

void Store::End::operator()(MDB_txn* txn) const { mdb_txn_abort(txn); }

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;
const StoreIdentity& Store::identity() const { return impl_->identity; }

namespace {

/// Whether a file can be LMDB's. LMDB itself would make its lock file before it looks.
bool begins_like_lmdb(const std::string& path) {
  constexpr std::uint32_t lmdb_magic = 0xBEEFC0DE;
  constexpr std::streamoff magic_offset = 16;
  std::uint32_t found = 0;
  std::ifstream file(path, std::ios::binary);
  file.seekg(magic_offset);
  file.read(reinterpret_cast<char*>(&found), sizeof found);
  return file && found == lmdb_magic;
}

Result<StoreIdentity> parse_identity(const std::string& path, const std::string& text) {
  std::istringstream words(text);
  std::string name, rule, attacker;
  int found = 0, size = 0;
  words >> name >> found >> rule >> size >> attacker;
  if (name != magic) return no_store(path, "another LMDB file");
  if (found != version)
    return Error{
        ErrorCode::unsupported,
        "expected a store of version " + std::to_string(version) + ", found version " + std::to_string(found),
        path,
        {}};
  const auto rule_set = parse_rule_set(rule);
  const auto side = parse_color(attacker);
  if (!rule_set.ok() || !side.ok() || !is_board_size(size))
    return Error{ErrorCode::malformed, "expected rule, size and attacker, found \"" + text + "\"", path, {}};
  return StoreIdentity{rule_set.value(), size, side.value()};
}

}  // namespace

Result<Store> Store::open(const std::string& path, const StoreIdentity& identity, Mode mode) {
  return open(path, std::optional(identity), mode);
}

Result<Store> Store::open_to_read(const std::string& path) { return open(path, std::nullopt, Mode::read); }

Result<Store> Store::open(const std::string& path, const std::optional<StoreIdentity>& identity, Mode mode) {
  struct stat status {};
  const bool exists = stat(path.c_str(), &status) == 0;
  if (!exists && mode != Mode::create)
    return Error{ErrorCode::io, "cannot be opened: " + std::generic_category().message(errno), path, {}};
  if (exists && !S_ISREG(status.st_mode)) return Error{ErrorCode::io, "expected a regular file", path, {}};

  if (exists && status.st_size > 0 && !begins_like_lmdb(path))
    return no_store(path, "a file of another kind");

  auto impl = std::make_unique<Impl>();
  impl->path = path;
  if (int e = mdb_env_create(&impl->env); e != 0) return error_of(path, e, "cannot be opened");
  mdb_env_set_mapsize(impl->env, map_bytes);
  mdb_env_set_maxdbs(impl->env, 3);
  // The meta page is not synced: a power failure may cost the last change, never the file.
  const unsigned flags = MDB_NOSUBDIR | MDB_NOTLS | MDB_NOMETASYNC | (mode == Mode::read ? MDB_RDONLY : 0u);
  if (int e = mdb_env_open(impl->env, path.c_str(), flags, permissions); e != 0)
    return error_of(path, e, "cannot be opened");
  forget_killed_readers(impl->env);

  auto begun = impl->begin(mode == Mode::read ? MDB_RDONLY : 0u, "cannot be read");
  if (!begun.ok()) return begun.error();
  Transaction txn = std::move(begun).value();
  const unsigned make = mode == Mode::create ? MDB_CREATE : 0u;
  for (auto [name, dbi] : {std::pair{"meta", &impl->meta}, {"proved", &impl->proved}, {"jobs", &impl->jobs}})
    if (int e = mdb_dbi_open(txn.get(), name, make, dbi); e != 0)
      return e == MDB_NOTFOUND || e == MDB_INCOMPATIBLE ? no_store(path, "another LMDB file")
                                                        : error_of(path, e, "cannot be read");
  MDB_val key = value_of(bytes_of(magic)), value{};
  const int got = mdb_get(txn.get(), impl->meta, &key, &value);
  if (got == 0) {
    const std::string text = text_of(bytes_of(value));
    auto found = parse_identity(path, text);
    if (!found.ok()) return found.error();
    impl->identity = found.value();
    if (identity && found.value() != *identity)
      return Error{ErrorCode::usage,
                   "expected \"" + identity_text(*identity) + "\", found \"" + text + "\"",
                   path,
                   {}};
  } else if (got == MDB_NOTFOUND && mode == Mode::create) {
    impl->identity = *identity;
    const std::string text = identity_text(*identity);
    if (auto put = impl->put(txn, impl->meta, bytes_of(magic), bytes_of(text)); !put.ok()) return put.error();
  } else {
    return no_store(path, "another LMDB file");
  }
  if (auto done = impl->commit(txn); !done.ok()) return done.error();

  if (mode != Mode::read) {
    const std::string leases = path + "-claims";
    impl->leases = ::open(leases.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, permissions);
    if (impl->leases < 0)
      return Error{ErrorCode::io, "cannot be opened: " + std::generic_category().message(errno), leases, {}};
  }
  return Store(std::move(impl));
}

// -- reading ----------------------------------------------------------------------------------------------

Result<Store::View> Store::view() const {
  auto txn = impl_->begin(MDB_RDONLY, "cannot be read");
  if (!txn.ok()) return txn.error();
  return View(*impl_, std::move(txn).value());
}

std::optional<Square> Store::View::answer(const Position& or_position) const {
  const int size = or_position.size();
  const auto value = get(txn_.get(), store_->proved, answer_key(or_position));
  const auto canonical = value ? decode_move(*value, size) : std::nullopt;
  if (!canonical) return std::nullopt;
  return canonical_form(or_position).to_canonical.inverse().apply(*canonical, size);
}

std::optional<JobEntry> Store::View::job(const Position& position) const {
  const auto value = get(txn_.get(), store_->jobs, job_key(position, store_->identity.attacker));
  return value ? decode_entry(*value, position.size()) : std::nullopt;
}

std::uint64_t Store::View::answers() const {
  MDB_stat stat{};
  mdb_stat(txn_.get(), store_->proved, &stat);
  return stat.ms_entries;
}

std::vector<Root> Store::View::roots() const {
  const StoreIdentity& game = store_->identity;
  std::vector<Root> roots;
  for_each_entry(txn_.get(), store_->meta, [&](Span key, Span value) {
    const auto position =
        !key.empty() && key[0] == root_mark ? position_of_job(key.subspan(1), game) : std::nullopt;
    if (!position) return true;
    const std::string text = text_of(value);
    if (text == no_moves) {
      roots.push_back({*position, std::nullopt});
    } else if (const auto moves = parse_squares(text, game.size); moves.ok()) {
      if (auto end = position_after(moves.value(), game.size); end.ok())
        roots.push_back({std::move(end).value(), moves.value()});
    }
    return true;
  });
  return roots;
}

void Store::View::for_each_answer(const std::function<bool(const Position&, Square)>& f) const {
  const StoreIdentity& game = store_->identity;
  for_each_entry(txn_.get(), store_->proved, [&](Span key, Span value) {
    const auto position = position_of_answer(key, game);
    const auto move = decode_move(value, game.size);
    return !position || !move || f(*position, *move);
  });
}

// -- writing ----------------------------------------------------------------------------------------------

Result<Store::Change> Store::change() {
  forget_killed_readers(impl_->env);
  auto txn = impl_->begin(0, "cannot be written");
  if (!txn.ok()) return txn.error();
  return Change(*impl_, std::move(txn).value());
}

Status Store::Change::put_answer(const Position& or_position, Square move) {
  FIVEPROOF_ENSURE(or_position.to_move() == store_->identity.attacker);
  const Bytes entry = answer_entry(or_position, move);
  const std::size_t split = entry.size() - 2;
  return store_->put(txn_, store_->proved, Span(entry).first(split), Span(entry).subspan(split),
                     MDB_NOOVERWRITE);
}

Status Store::Change::put_root(const Root& root) {
  Bytes key = job_key(root.position, store_->identity.attacker);
  key.insert(key.begin(), root_mark);
  const std::string text = root.moves ? to_text(*root.moves) : std::string(no_moves);
  return store_->put(txn_, store_->meta, key, bytes_of(text));
}

Status Store::Change::put_job(const Position& position, const JobEntry& entry) {
  return store_->put(txn_, store_->jobs, job_key(position, store_->identity.attacker),
                     encode(entry, position.size()));
}

Status Store::Change::commit() { return store_->commit(txn_); }

// -- leases -----------------------------------------------------------------------------------------------

namespace {

/// Locks or unlocks one byte of the file of leases. The operating system unlocks it when the process ends.
bool set_lock(int descriptor, std::uint64_t place, short type) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(place);
  lock.l_len = 1;
  return fcntl(descriptor, F_OFD_SETLK, &lock) == 0;
}

}  // namespace

std::optional<Store::Lease> Store::lease(const Position& position) {
  std::uint64_t place = 1469598103934665603u;
  for (std::uint8_t byte : job_key(position, impl_->identity.attacker))
    place = (place ^ byte) * 1099511628211u;
  place >>= 2;  // an offset is a signed number
  if (!set_lock(impl_->leases, place, F_WRLCK)) return std::nullopt;
  return Lease(impl_->leases, place);
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

Status Store::check() const {
  const auto view = this->view();
  if (!view.ok()) return view.error();
  const StoreIdentity& game = impl_->identity;
  // What is wrong with an entry; empty: nothing.
  const auto fault_of_answer = [&](Span key, Span value) -> std::string {
    const auto position = position_of_answer(key, game);
    if (!position || !std::ranges::equal(answer_key(*position), key)) return "expected a canonical position";
    const auto move = decode_move(value, game.size);
    return move && position->is_empty(*move) ? "" : "expected a move to an empty square";
  };
  const auto fault_of_job = [&](Span key, Span value) -> std::string {
    const auto position = position_of_job(key, game);
    const auto entry = decode_entry(value, game.size);
    if (!position || !entry) return "expected a position with its state";
    if (entry->state == JobState::proved && position->to_move() == game.attacker &&
        !view.value().answer(*position))
      return "is said to be proved, and its move is not there";
    const bool fits = std::ranges::all_of(entry->moves, [&](Square s) { return position->is_empty(s); });
    return fits ? "" : "expected moves to empty squares";
  };
  const auto check_table = [&](MDB_dbi table, const std::string& noun, const auto& fault_of) -> Status {
    std::uint64_t number = 0;
    std::string fault;
    const int code = for_each_entry(view.value().txn_.get(), table, [&](Span key, Span value) {
      ++number;
      fault = fault_of(key, value);
      return fault.empty();
    });
    if (!fault.empty())
      return Error{ErrorCode::malformed, noun + " " + std::to_string(number) + ": " + fault, impl_->path, {}};
    if (code != MDB_NOTFOUND) return error_of(impl_->path, code, "cannot be read");
    return Done{};
  };
  if (auto answers = check_table(impl_->proved, "proved position", fault_of_answer); !answers.ok())
    return answers;
  return check_table(impl_->jobs, "job", fault_of_job);
}

std::uint64_t Store::bytes() const {
  MDB_envinfo info{};
  MDB_stat stat{};
  mdb_env_info(impl_->env, &info);
  mdb_env_stat(impl_->env, &stat);
  return static_cast<std::uint64_t>(info.me_last_pgno + 1) * stat.ms_psize;
}

}  // namespace fiveproof::solve
