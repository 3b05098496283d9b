#include "remote/mirror.hpp"

#include <algorithm>

namespace fiveproof::remote {
namespace {

constexpr int rows_at_once = 5000;
/// The kind of row that says where the copy ends; the others are numbers of solve::Table.
constexpr int horizon_row = 3;

}  // namespace

Status Mirror::update(pqxx::transaction_base& work) {
  std::string horizon = horizon_;
  work.exec(
      "DECLARE news NO SCROLL CURSOR FOR"
      " SELECT 3, NULL::bytea, NULL::bytea, pg_snapshot_xmin(pg_current_snapshot())::text"
      " UNION ALL SELECT 1, key, move, NULL FROM answers WHERE added >= '" +
      horizon_ + "'" + " UNION ALL SELECT kind, key, value, NULL FROM entries WHERE changed >= '" + horizon_ +
      "'");
  for (;;) {
    const pqxx::result rows = work.exec("FETCH " + std::to_string(rows_at_once) + " FROM news");
    FIVEPROOF_TRY(take(rows, horizon));
    if (rows.size() < rows_at_once) break;
  }
  horizon_ = horizon;
  return Done{};
}

Status Mirror::take(const pqxx::result& rows, std::string& horizon) {
  std::optional<solve::Store::Change> change;
  for (const auto& row : rows) {
    const int kind = row[0].as<int>();
    if (kind == horizon_row) {
      horizon = row[3].as<std::string>();
      const bool is_number =
          !horizon.empty() && std::ranges::all_of(horizon, [](char c) { return c >= '0' && c <= '9'; });
      if (!is_number) return queue_error(ErrorCode::malformed, "expected the number of a transaction");
      continue;
    }
    if (kind < 0 || kind > horizon_row) return queue_error(ErrorCode::malformed, "expected a kind of entry");
    if (!change) {
      FIVEPROOF_LET(auto begun, store_.change_copy());
      change.emplace(std::move(begun));
    }
    if (auto put = change->put({static_cast<solve::Table>(kind), bytes_of(row[1]), bytes_of(row[2])});
        !put.ok())
      return in_file(std::move(put), "--queue");
  }
  return change ? change->commit() : Status(Done{});
}

}  // namespace fiveproof::remote
