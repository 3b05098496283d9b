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

#include "base/bytes.hpp"
#include "game/notation.hpp"
#include "game/packed_position.hpp"
#include "game/symmetry.hpp"
#include "proof/records/canonical_entry.hpp"

namespace fiveproof::solve {
namespace {

using Bytes = std::vector<std::uint8_t>;

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

Error error_of(const std::string& path, int code, std::string_view action) {
  Error error{ErrorCode::io, std::string(action) + ": " + mdb_strerror(code), path, {}};
  if (code == MDB_INVALID || code == MDB_CORRUPTED || code == MDB_PAGE_NOTFOUND || code == MDB_BAD_TXN)
    error = Error{ErrorCode::malformed,
                  "expected a fiveproof store, found " + std::string(mdb_strerror(code)),
                  path,
                  {}};
  if (code == MDB_VERSION_MISMATCH)
    error = Error{ErrorCode::unsupported, "expected an LMDB file of this version", path, {}};
  return error;
}

MDB_val value_of(const Bytes& bytes) {
  return {bytes.size(), const_cast<std::uint8_t*>(bytes.data())};  // LMDB does not write to it
}

std::span<const std::uint8_t> bytes_of(const MDB_val& value) {
  return {static_cast<const std::uint8_t*>(value.mv_data), value.mv_size};
}

/// The key of an answer is the stone count and the packed canonical position. The key of a job is the same
/// and a byte that says who is to move.
Bytes answer_key(const Position& position) {
  Bytes entry(entry_bytes(position.size()));
  write_canonical_entry(position, std::nullopt, entry);
  entry.resize(entry.size() - 2);
  return entry;
}

Bytes job_key(const Position& position, Color attacker) {
  Bytes key = answer_key(position);
  key.push_back(position.to_move() == attacker ? 1 : 0);
  return key;
}

/// The position that a key holds; nothing when it holds none.
std::optional<Position> position_of(std::span<const std::uint8_t> key, int size, Color to_move) {
  if (key.size() != packed_bytes(size) + 2) return std::nullopt;
  auto position = unpack(key.subspan(2), size, to_move);
  if (!position.ok()) return std::nullopt;
  return std::move(position).value();
}

std::optional<Square> square_of(std::span<const std::uint8_t> bytes, int size) {
  if (bytes.size() != 2) return std::nullopt;
  const auto index = static_cast<int>(ByteReader(bytes).number(2));
  if (index >= size * size) return std::nullopt;
  return from_dense_index(index, size);
}

/// The bytes of an entry: state 1, round 1, searches 8, moves 2 each; big-endian (spec/store.md).
Bytes encode(const JobEntry& entry, int size) {
  Bytes out{static_cast<std::uint8_t>(entry.state), entry.round};
  put_number(out, entry.searches, 8);
  for (Square s : entry.moves) put_number(out, static_cast<std::uint64_t>(dense_index(s, size)), 2);
  return out;
}

std::optional<JobEntry> decode(std::span<const std::uint8_t> bytes, int size) {
  if (bytes.size() < 10 || bytes.size() % 2 != 0 || bytes[0] > 3) return std::nullopt;
  JobEntry entry;
  entry.state = static_cast<JobState>(bytes[0]);
  entry.round = bytes[1];
  entry.searches = ByteReader(bytes.subspan(2)).number(8);
  for (std::size_t i = 10; i < bytes.size(); i += 2) {
    const auto s = square_of(bytes.subspan(i, 2), size);
    if (!s) return std::nullopt;
    entry.moves.push_back(*s);
  }
  return entry;
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
  std::string path;
  StoreIdentity identity;
  MDB_env* env = nullptr;
  MDB_dbi meta = 0, proved = 0, jobs = 0;
  int leases = -1;  ///< the file whose locked bytes are leases
};

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
  if (name != magic)
    return Error{ErrorCode::malformed, "expected a fiveproof store, found another LMDB file", path, {}};
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
    return Error{ErrorCode::malformed, "expected a fiveproof store, found a file of another kind", path, {}};

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

  MDB_txn* txn = nullptr;
  if (int e = mdb_txn_begin(impl->env, nullptr, mode == Mode::read ? MDB_RDONLY : 0u, &txn); e != 0)
    return error_of(path, e, "cannot be read");
  const unsigned make = mode == Mode::create ? MDB_CREATE : 0u;
  const auto fail = [&](Error error) {
    mdb_txn_abort(txn);
    return error;
  };
  for (auto [name, dbi] : {std::pair{"meta", &impl->meta}, {"proved", &impl->proved}, {"jobs", &impl->jobs}})
    if (int e = mdb_dbi_open(txn, name, make, dbi); e != 0)
      return fail(
          e == MDB_NOTFOUND || e == MDB_INCOMPATIBLE
              ? Error{ErrorCode::malformed, "expected a fiveproof store, found another LMDB file", path, {}}
              : error_of(path, e, "cannot be read"));
  MDB_val key{magic.size(), const_cast<char*>(magic.data())};
  MDB_val value{};
  const int got = mdb_get(txn, impl->meta, &key, &value);
  if (got == MDB_NOTFOUND && mode == Mode::create) {
    impl->identity = *identity;
    std::string text = identity_text(*identity);
    value = {text.size(), text.data()};
    if (int e = mdb_put(txn, impl->meta, &key, &value, 0); e != 0)
      return fail(error_of(path, e, "cannot be written"));
  } else if (got != 0) {
    return fail(Error{ErrorCode::malformed, "expected a fiveproof store, found another LMDB file", path, {}});
  } else {
    const std::string text(static_cast<const char*>(value.mv_data), value.mv_size);
    auto found = parse_identity(path, text);
    if (!found.ok()) return fail(found.error());
    impl->identity = found.value();
    if (identity && found.value() != *identity)
      return fail(Error{ErrorCode::usage,
                        "expected \"" + identity_text(*identity) + "\", found \"" + text + "\"",
                        path,
                        {}});
  }
  if (int e = mdb_txn_commit(txn); e != 0) return error_of(path, e, "cannot be written");

  if (mode != Mode::read) {
    const std::string leases = path + "-claims";
    impl->leases = ::open(leases.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, permissions);
    if (impl->leases < 0)
      return Error{ErrorCode::io, "cannot be opened: " + std::generic_category().message(errno), leases, {}};
  }
  return Store(std::move(impl));
}

// -- reading ----------------------------------------------------------------------------------------------

struct Store::View::Impl {
  ~Impl() { mdb_txn_abort(txn); }
  const Store::Impl* store;
  MDB_txn* txn = nullptr;
};

Store::View::View(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::View::View(View&&) noexcept = default;
Store::View::~View() = default;

Result<Store::View> Store::view() const {
  auto impl = std::make_unique<View::Impl>();
  impl->store = impl_.get();
  if (int e = mdb_txn_begin(impl_->env, nullptr, MDB_RDONLY, &impl->txn); e != 0)
    return error_of(impl_->path, e, "cannot be read");
  return View(std::move(impl));
}

std::optional<Square> Store::View::answer(const Position& or_position) const {
  const Bytes key = answer_key(or_position);
  MDB_val k = value_of(key);
  MDB_val v{};
  if (mdb_get(impl_->txn, impl_->store->proved, &k, &v) != 0) return std::nullopt;
  const auto canonical = square_of(bytes_of(v), or_position.size());
  if (!canonical) return std::nullopt;
  return canonical_form(or_position).to_canonical.inverse().apply(*canonical, or_position.size());
}

std::optional<JobEntry> Store::View::job(const Position& position) const {
  const Bytes key = job_key(position, impl_->store->identity.attacker);
  MDB_val k = value_of(key);
  MDB_val v{};
  if (mdb_get(impl_->txn, impl_->store->jobs, &k, &v) != 0) return std::nullopt;
  return decode(bytes_of(v), position.size());
}

std::uint64_t Store::View::answers() const {
  MDB_stat stat{};
  mdb_stat(impl_->txn, impl_->store->proved, &stat);
  return stat.ms_entries;
}

std::vector<Root> Store::View::roots() const {
  const StoreIdentity& id = impl_->store->identity;
  std::vector<Root> roots;
  MDB_cursor* cursor = nullptr;
  if (mdb_cursor_open(impl_->txn, impl_->store->meta, &cursor) != 0) return roots;
  MDB_val k{};
  MDB_val v{};
  while (mdb_cursor_get(cursor, &k, &v, MDB_NEXT) == 0) {
    const auto key = bytes_of(k);
    if (key.size() != packed_bytes(id.size) + 4 || key[0] != root_mark || key.back() > 1) continue;
    const Color to_move = key.back() == 1 ? id.attacker : opponent(id.attacker);
    const auto position = position_of(key.subspan(1, key.size() - 2), id.size, to_move);
    if (!position) continue;
    const std::string text(static_cast<const char*>(v.mv_data), v.mv_size);
    Root root{*position, std::nullopt};
    if (text != no_moves) {
      const auto moves = parse_squares(text, id.size);
      if (!moves.ok()) continue;
      auto end = position_after(moves.value(), id.size);
      if (!end.ok()) continue;
      root = Root{std::move(end).value(), moves.value()};
    }
    roots.push_back(std::move(root));
  }
  mdb_cursor_close(cursor);
  return roots;
}

void Store::View::for_each_answer(const std::function<bool(const Position&, Square)>& f) const {
  const StoreIdentity& id = impl_->store->identity;
  MDB_cursor* cursor = nullptr;
  if (mdb_cursor_open(impl_->txn, impl_->store->proved, &cursor) != 0) return;
  MDB_val k{};
  MDB_val v{};
  while (mdb_cursor_get(cursor, &k, &v, MDB_NEXT) == 0) {
    const auto position = position_of(bytes_of(k), id.size, id.attacker);
    const auto move = square_of(bytes_of(v), id.size);
    if (position && move && !f(*position, *move)) break;
  }
  mdb_cursor_close(cursor);
}

// -- writing ----------------------------------------------------------------------------------------------

struct Store::Change::Impl {
  ~Impl() {
    if (txn != nullptr) mdb_txn_abort(txn);
  }
  const Store::Impl* store;
  MDB_txn* txn = nullptr;
};

Store::Change::Change(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::Change::Change(Change&&) noexcept = default;
Store::Change::~Change() = default;

Result<Store::Change> Store::change() {
  auto impl = std::make_unique<Change::Impl>();
  impl->store = impl_.get();
  forget_killed_readers(impl_->env);
  if (int e = mdb_txn_begin(impl_->env, nullptr, 0, &impl->txn); e != 0)
    return error_of(impl_->path, e, "cannot be written");
  return Change(std::move(impl));
}

Status Store::Change::put_answer(const Position& or_position, Square move) {
  FIVEPROOF_ENSURE(or_position.to_move() == impl_->store->identity.attacker);
  Bytes entry(entry_bytes(or_position.size()));
  write_canonical_entry(or_position, move, entry);
  MDB_val k{entry.size() - 2, entry.data()};
  MDB_val v{2, entry.data() + entry.size() - 2};
  const int e = mdb_put(impl_->txn, impl_->store->proved, &k, &v, MDB_NOOVERWRITE);
  if (e != 0 && e != MDB_KEYEXIST) return error_of(impl_->store->path, e, "cannot be written");
  return Done{};
}

Status Store::Change::put_root(const Root& root) {
  Bytes key = job_key(root.position, impl_->store->identity.attacker);
  key.insert(key.begin(), root_mark);
  std::string text = root.moves ? to_text(*root.moves) : std::string(no_moves);
  MDB_val k = value_of(key);
  MDB_val v{text.size(), text.data()};
  if (int e = mdb_put(impl_->txn, impl_->store->meta, &k, &v, 0); e != 0)
    return error_of(impl_->store->path, e, "cannot be written");
  return Done{};
}

Status Store::Change::put_job(const Position& position, const JobEntry& entry) {
  const Bytes key = job_key(position, impl_->store->identity.attacker);
  const Bytes bytes = encode(entry, position.size());
  MDB_val k = value_of(key);
  MDB_val v = value_of(bytes);
  if (int e = mdb_put(impl_->txn, impl_->store->jobs, &k, &v, 0); e != 0)
    return error_of(impl_->store->path, e, "cannot be written");
  return Done{};
}

Status Store::Change::commit() {
  const int e = mdb_txn_commit(std::exchange(impl_->txn, nullptr));
  if (e != 0) return error_of(impl_->store->path, e, "cannot be written");
  return Done{};
}

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
  const auto bad = [&](std::string text) {
    return Error{ErrorCode::malformed, std::move(text), impl_->path, {}};
  };
  auto view = this->view();
  if (!view.ok()) return view.error();
  MDB_txn* txn = view.value().impl_->txn;
  const StoreIdentity& id = impl_->identity;
  MDB_val k{};
  MDB_val v{};

  MDB_cursor* cursor = nullptr;
  std::optional<Error> found;
  if (int e = mdb_cursor_open(txn, impl_->proved, &cursor); e != 0)
    return error_of(impl_->path, e, "cannot be read");
  std::uint64_t count = 0;
  int e = 0;
  while (!found && (e = mdb_cursor_get(cursor, &k, &v, MDB_NEXT)) == 0) {
    ++count;
    const auto position = position_of(bytes_of(k), id.size, id.attacker);
    const auto move = square_of(bytes_of(v), id.size);
    if (!position || !std::ranges::equal(answer_key(*position), bytes_of(k)))
      found = bad("proved position " + std::to_string(count) + ": expected a canonical position");
    else if (!move || !position->is_empty(*move))
      found = bad("proved position " + std::to_string(count) + ": expected a move to an empty square");
  }
  mdb_cursor_close(cursor);
  if (found) return *found;
  if (e != MDB_NOTFOUND) return error_of(impl_->path, e, "cannot be read");

  if (e = mdb_cursor_open(txn, impl_->jobs, &cursor); e != 0)
    return error_of(impl_->path, e, "cannot be read");
  count = 0;
  while (!found && (e = mdb_cursor_get(cursor, &k, &v, MDB_NEXT)) == 0) {
    ++count;
    const auto key = bytes_of(k);
    const auto entry = decode(bytes_of(v), id.size);
    const bool has_side = key.size() == packed_bytes(id.size) + 3 && key.back() < 2;
    const Color to_move = has_side && key.back() == 1 ? id.attacker : opponent(id.attacker);
    const auto position = has_side ? position_of(key.first(key.size() - 1), id.size, to_move) : std::nullopt;
    if (!position || !entry)
      found = bad("job " + std::to_string(count) + ": expected a position with its state");
    else if (entry->state == JobState::proved && to_move == id.attacker && !view.value().answer(*position))
      found = bad("job " + std::to_string(count) + ": is said to be proved, and its move is not there");
    else
      for (Square s : entry->moves)
        if (!position->is_empty(s))
          found = bad("job " + std::to_string(count) + ": expected moves to empty squares");
  }
  mdb_cursor_close(cursor);
  if (found) return *found;
  if (e != MDB_NOTFOUND) return error_of(impl_->path, e, "cannot be read");
  return Done{};
}

std::uint64_t Store::bytes() const {
  MDB_envinfo info{};
  MDB_stat stat{};
  mdb_env_info(impl_->env, &info);
  mdb_env_stat(impl_->env, &stat);
  return static_cast<std::uint64_t>(info.me_last_pgno + 1) * stat.ms_psize;
}

}  // namespace fiveproof::solve
