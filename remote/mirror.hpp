// The copy of what is proved, in a store of LMDB on this machine: searches look into it and into nothing
// else.
//
// Rows say which transaction wrote them. When the copy is brought up to date it takes what was written by
// transactions that were not known to be over the last time: what is committed late is not passed over, and
// what comes twice does no harm.
#pragma once

#include <string>

#include "remote/link.hpp"
#include "solve/store/store.hpp"

namespace fiveproof::remote {

class Mirror {
 public:
  /// require: the store outlives the mirror.
  explicit Mirror(solve::Store& store) : store_(store) {}

  /// Takes over what is new. ErrorCode::malformed: the database holds what can be no entry of this game. What
  /// goes wrong with the database is thrown.
  Status update(pqxx::transaction_base& work);

 private:
  Status take(const pqxx::result& rows, std::string& horizon);

  solve::Store& store_;
  std::string horizon_ = "0";  ///< transactions before this one were over
};

}  // namespace fiveproof::remote
