// The tables and functions of a queue in the database, and whose game they are of (spec/queue.md).
#pragma once

#include "remote/link.hpp"
#include "solve/store/store.hpp"

namespace fiveproof::remote {

inline constexpr int queue_version = 1;
/// The role that workers connect as, or that their roles are members of.
inline constexpr std::string_view worker_role = "fiveproof_worker";

/// Makes what is missing, and grants the workers' role what it needs if there is such a role. The game that
/// is there already is returned: it may be another. require: nobody else does this at the same time.
[[nodiscard]] Result<solve::StoreIdentity> make_tables(pqxx::transaction_base& work,
                                                       const solve::StoreIdentity& game);

/// The game of the queue; nothing when there is no queue yet. ErrorCode::unsupported: one of another version.
[[nodiscard]] Result<std::optional<solve::StoreIdentity>> game_of(pqxx::transaction_base& work);

}  // namespace fiveproof::remote
