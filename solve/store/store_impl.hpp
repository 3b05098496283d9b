// What is behind a Store: the LMDB file that it has open, and the words for what LMDB answers.
//
// store_file.cpp makes, opens and locks the file; store.cpp says what is in it.
#pragma once

#include <lmdb.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/files/descriptor.hpp"
#include "solve/store/fault_guard.hpp"
#include "solve/store/store.hpp"
#include "solve/store/store_keys.hpp"

namespace fiveproof::solve {

[[nodiscard]] Error damaged(const std::string& path, const std::string& what);
/// `code` is what LMDB returned.
[[nodiscard]] Error error_of(const std::string& path, int code, std::string_view action);
/// `number` is errno.
[[nodiscard]] Error system_error(const std::string& path, std::string_view action, int number);

inline MDB_val value_of(Span bytes) {
  return {bytes.size(), const_cast<std::uint8_t*>(bytes.data())};  // LMDB does not write to it
}

inline Span bytes_of(const MDB_val& value) {
  return {static_cast<const std::uint8_t*>(value.mv_data), value.mv_size};
}

inline Span bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

inline Span key_of_identity() { return bytes_of(store_magic); }

/// LMDB does not write again to a page that a reader may still look at. A reader that was killed, such as
/// `--status | head`, would make the file grow with every change if it were not forgotten.
inline void forget_killed_readers(MDB_env* env) {
  int count = 0;
  mdb_reader_check(env, &count);
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

/// Locks or unlocks one byte of the file of leases. The operating system unlocks it when the process ends.
bool set_lock(int descriptor, std::uint64_t place, short type);
/// The same, and waits until nobody else has it.
bool wait_for_lock(int descriptor, std::uint64_t place, short type);

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

}  // namespace fiveproof::solve
