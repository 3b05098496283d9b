// The file of a small store, damaged (store_changes.hpp). Pages that are called sound are walked by LMDB, and
// written to, without a signal or an assertion, and are sound afterwards. What a store says that is called
// sound was put into it once; if one place alone was changed, it says all that it said. --repair invents
// nothing and saves all that is whole.
#include <lmdb.h>
#include <signal.h>

#include <algorithm>
#include <cstdlib>

#include "solve/store/fault_guard.hpp"
#include "solve/store/pages.hpp"
#include "solve/store/repair.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tests/fuzz/store_changes.hpp"
#include "tests/fuzz/store_fixture.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/temporary_folder.hpp"

namespace store_pages_target {

using namespace fiveproof;
using solve::Bytes;
using solve::Store;

constexpr unsigned repair_bit = 128;

/// A fault ends this program, and not in the words of a store.
void use_no_fault_guard() {
  struct sigaction bus {
  }, segv{};
  ::sigaction(SIGBUS, nullptr, &bus);
  ::sigaction(SIGSEGV, nullptr, &segv);
  { const solve::FaultGuard first("a store"); }
  ::sigaction(SIGBUS, &bus, nullptr);
  ::sigaction(SIGSEGV, &segv, nullptr);
}

/// LMDB by itself.
class Lmdb {
 public:
  Lmdb(const std::string& path, unsigned flags) {
    FIVEPROOF_ENSURE(mdb_env_create(&env_) == 0);
    mdb_env_set_assert(env_, [](MDB_env*, const char*) { std::abort(); });
    mdb_env_set_maxdbs(env_, 3);
    mdb_env_set_mapsize(env_, std::size_t{1} << 30);
    is_open_ = mdb_env_open(env_, path.c_str(), MDB_NOSUBDIR | MDB_NOLOCK | MDB_NOTLS | MDB_NOSYNC | flags,
                            0644) == 0 &&
               mdb_txn_begin(env_, nullptr, flags & MDB_RDONLY, &txn_) == 0;
  }
  Lmdb(const Lmdb&) = delete;
  Lmdb& operator=(const Lmdb&) = delete;
  ~Lmdb() {
    if (txn_ != nullptr) mdb_txn_abort(txn_);
    mdb_env_close(env_);
  }
  [[nodiscard]] bool is_open() const { return is_open_; }
  [[nodiscard]] std::uint64_t id() const { return mdb_txn_id(txn_); }
  [[nodiscard]] MDB_txn* txn() const { return txn_; }
  [[nodiscard]] bool commit() { return mdb_txn_commit(std::exchange(txn_, nullptr)) == 0; }

 private:
  MDB_env* env_ = nullptr;
  MDB_txn* txn_ = nullptr;
  bool is_open_ = false;
};

constexpr const char* table_names[] = {"meta", "proved", "jobs"};

/// Every entry, and each is found by its key.
void walk_table(MDB_txn* txn, MDB_dbi table) {
  MDB_cursor* cursor = nullptr;
  FIVEPROOF_ENSURE(mdb_cursor_open(txn, table, &cursor) == 0);
  MDB_val key{}, value{};
  std::size_t count = 0;
  while (mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == 0) {
    ++count;
    MDB_val found{};
    FIVEPROOF_ENSURE(mdb_get(txn, table, &key, &found) == 0 && found.mv_data == value.mv_data);
    const Bytes read(static_cast<std::uint8_t*>(value.mv_data),
                     static_cast<std::uint8_t*>(value.mv_data) + value.mv_size);
    FIVEPROOF_ENSURE(read.size() == value.mv_size);
  }
  mdb_cursor_close(cursor);
  MDB_stat stat{};
  FIVEPROOF_ENSURE(mdb_stat(txn, table, &stat) == 0 && stat.ms_entries == count);
}

/// Takes pages from the list of free ones, and gives some back.
bool write_into(MDB_txn* txn, MDB_dbi table) {
  const auto put = [&](std::string_view name, std::size_t bytes) {
    Bytes data(bytes, 7);
    MDB_val key{name.size(), const_cast<char*>(name.data())}, value{bytes, data.data()};
    return mdb_put(txn, table, &key, &value, 0) == 0;
  };
  MDB_cursor* cursor = nullptr;
  FIVEPROOF_ENSURE(mdb_cursor_open(txn, table, &cursor) == 0);
  MDB_val key{}, value{};
  bool done = mdb_cursor_get(cursor, &key, &value, MDB_FIRST) != 0 || mdb_cursor_del(cursor, 0) == 0;
  mdb_cursor_close(cursor);
  for (const std::string_view name : {"a", "b", "long", "x"}) done = done && put(name, name.size() * 900);
  return done && put("long", 20'000);
}

/// Whatever the pages are: LMDB alone, after the look at its meta pages that precedes it.
void walk(const std::string& path) {
  std::uint64_t id = 0;
  {
    const Lmdb lmdb(path, MDB_RDONLY);
    if (!lmdb.is_open()) return;
    id = lmdb.id();
    const auto count = solve::check_pages(path, id);
    if (!count.ok()) return;
    FIVEPROOF_ENSURE(count.value().has_value());  // nobody else writes
    for (const char* name : table_names)
      if (MDB_dbi table = 0; mdb_dbi_open(lmdb.txn(), name, 0, &table) == 0) walk_table(lmdb.txn(), table);
  }
  {
    Lmdb lmdb(path, 0);
    if (!lmdb.is_open()) return;
    bool is_written = false;
    for (const char* name : table_names)
      if (MDB_dbi table = 0; mdb_dbi_open(lmdb.txn(), name, 0, &table) == 0) {
        if (!write_into(lmdb.txn(), table)) return;
        is_written = true;
      }
    // A transaction that writes nothing leaves no trace.
    if (!lmdb.commit() || !is_written) return;
  }
  FIVEPROOF_ENSURE(solve::check_meta_pages(path).ok());
  const auto after = solve::check_pages(path, id + 1);
  FIVEPROOF_ENSURE(after.ok() && after.value().has_value());
}

/// True if the store is called sound.
bool read_store(const std::string& path, const fuzz::StoreFile& before, int places) {
  const auto store = Store::open_to_read(path);
  if (!store.ok() || !store.value().check().ok()) return false;
  FIVEPROOF_ENSURE(store.value().identity() == before.game);
  const auto contents = fuzz::contents_of(store.value());
  FIVEPROOF_ENSURE(contents.has_value());
  FIVEPROOF_ENSURE(std::ranges::includes(before.ever, *contents));
  FIVEPROOF_ENSURE(places > 1 || *contents == before.contents);
  return true;
}

void repair(const std::string& path, const Bytes& bytes, const fuzz::StoreFile& before) {
  const test::TemporaryFolder folder;
  const std::string made = folder.file("new.fvs");
  const auto repaired = solve::repair(path, made);
  std::set<std::string> contents;
  if (repaired.ok()) {
    const auto store = Store::open_to_read(made);
    FIVEPROOF_ENSURE(store.ok() && store.value().check().ok() && store.value().identity() == before.game);
    contents = fuzz::contents_of(store.value()).value();
  }
  // A job that is opened again is another one.
  for (const std::string& line : contents) FIVEPROOF_ENSURE(line[0] == 'j' || before.ever.count(line) != 0);
  if (repaired.ok() && !repaired.value().damage) return;
  for (const Bytes& node : before.answers) {
    const auto found = std::search(bytes.begin(), bytes.end(), node.begin(), node.end());
    if (found == bytes.end() || (found - bytes.begin()) % 2 != 0) continue;
    std::string line(node.begin() + 8, node.end() - 4);
    FIVEPROOF_ENSURE(contents.count('a' + line) != 0);
  }
}

FIVEPROOF_FUZZ_TARGET(store_pages, data, size) {
  static const bool once = (use_no_fault_guard(), true);
  FIVEPROOF_ENSURE(once);
  fuzz::ByteReader in({data, size});
  const unsigned first = in.u8();
  const auto& stores = fuzz::store_files();
  const fuzz::StoreFile& before = stores[first % stores.size()];
  const auto [bytes, places] = fuzz::changed_file(before.bytes, in);
  fuzz::MemoryFile file;
  file.put(bytes);

  const bool is_sound = read_store(file.path(), before, places);
  FIVEPROOF_ENSURE(is_sound || places > 0);
  if ((first & repair_bit) != 0) repair(file.path(), bytes, before);
  const bool is_store = solve::kind_of_file(file.path()) == solve::FileKind::store;
  if (is_store && solve::check_meta_pages(file.path()).ok()) walk(file.path());
  return 0;
}

}  // namespace store_pages_target
