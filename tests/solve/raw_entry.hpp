// Entries that are put past our own code.
#pragma once

#include <lmdb.h>

#include <catch2/catch.hpp>
#include <string>

#include "solve/store/store_keys.hpp"

namespace fiveproof::solve {

/// Puts an entry past our own code, whatever it says, with the seal that belongs to it or without. Not while
/// this process has the store open: LMDB does not allow it.
inline void put_raw(const std::string& path, const StoreIdentity& game, Table table, const Bytes& key,
                    const Bytes& payload, bool sealed = true) {
  MDB_env* env = nullptr;
  MDB_txn* txn = nullptr;
  MDB_dbi dbi = 0;
  REQUIRE(mdb_env_create(&env) == 0);
  mdb_env_set_maxdbs(env, 3);
  mdb_env_set_mapsize(env, std::size_t{1} << 30);
  REQUIRE(mdb_env_open(env, path.c_str(), MDB_NOSUBDIR, 0644) == 0);
  REQUIRE(mdb_txn_begin(env, nullptr, 0, &txn) == 0);
  const char* names[] = {"meta", "proved", "jobs"};
  REQUIRE(mdb_dbi_open(txn, names[static_cast<std::size_t>(table)], 0, &dbi) == 0);
  Bytes value = sealed ? Seals(game, store_version).sealed(table, key, payload) : payload;
  Bytes mutable_key = key;
  MDB_val k{mutable_key.size(), mutable_key.data()}, v{value.size(), value.data()};
  REQUIRE(mdb_put(txn, dbi, &k, &v, 0) == 0);
  REQUIRE(mdb_txn_commit(txn) == 0);
  mdb_env_close(env);
}

}  // namespace fiveproof::solve
