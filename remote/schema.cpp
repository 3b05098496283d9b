#include "remote/schema.hpp"

#include "game/rules.hpp"

namespace fiveproof::remote {
namespace {

// A job is queued (0), leased (1), handed in (2) or looked at by the maker (3). Functions of workers run with
// the rights of the owner, on these tables and no others of the same name (search_path). What they write need
// not be on the disk when they return: a job whose lease was forgotten is given out again.
constexpr const char* tables = R"(
CREATE SCHEMA fiveproof;
CREATE TABLE fiveproof.game (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  version int NOT NULL, rule text NOT NULL, size int NOT NULL, attacker text NOT NULL,
  lease_seconds int NOT NULL DEFAULT 60, longest_seconds int NOT NULL DEFAULT 3600,
  most_attempts int NOT NULL DEFAULT 5, is_done boolean NOT NULL DEFAULT false);
CREATE TABLE fiveproof.answers (
  key bytea PRIMARY KEY, move bytea NOT NULL, added xid8 NOT NULL DEFAULT pg_current_xact_id());
CREATE INDEX answers_added ON fiveproof.answers (added);
CREATE TABLE fiveproof.entries (
  kind smallint NOT NULL, key bytea NOT NULL, value bytea NOT NULL,
  changed xid8 NOT NULL DEFAULT pg_current_xact_id(), PRIMARY KEY (kind, key));
CREATE INDEX entries_changed ON fiveproof.entries (changed);
CREATE TABLE fiveproof.jobs (
  id bigserial PRIMARY KEY, key bytea NOT NULL UNIQUE, round int NOT NULL, task bytea NOT NULL,
  most_bytes int NOT NULL, state smallint NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 3),
  attempts int NOT NULL DEFAULT 0, token uuid, worker text, taken timestamptz, deadline timestamptz,
  result bytea) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
CREATE INDEX jobs_queued ON fiveproof.jobs (id) WHERE state = 0;
CREATE INDEX jobs_leased ON fiveproof.jobs (deadline) WHERE state = 1;
CREATE INDEX jobs_handed ON fiveproof.jobs (id) WHERE state = 2;

CREATE FUNCTION fiveproof.take_job(who text, OUT id bigint, OUT token uuid, OUT task bytea, OUT most_bytes int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = fiveproof, pg_temp AS $$
DECLARE
  rules game;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  SELECT * INTO STRICT rules FROM game;
  SELECT j.id INTO take_job.id FROM jobs j
    WHERE j.state = 1 AND j.deadline < clock_timestamp() AND j.attempts < rules.most_attempts
    ORDER BY j.deadline LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    SELECT j.id INTO take_job.id FROM jobs j WHERE j.state = 0 AND j.attempts < rules.most_attempts
      ORDER BY j.id LIMIT 1 FOR UPDATE SKIP LOCKED;
  END IF;
  UPDATE jobs j SET state = 1, token = gen_random_uuid(), attempts = j.attempts + 1, worker = left(who, 100),
      taken = clock_timestamp(), deadline = clock_timestamp() + make_interval(secs => rules.lease_seconds)
    WHERE j.id = take_job.id
    RETURNING j.token, j.task, j.most_bytes INTO take_job.token, take_job.task, take_job.most_bytes;
END $$;

CREATE FUNCTION fiveproof.prolong(job bigint, lease uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = fiveproof, pg_temp AS $$
DECLARE
  rules game;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  SELECT * INTO STRICT rules FROM game;
  UPDATE jobs SET deadline = least(clock_timestamp() + make_interval(secs => rules.lease_seconds),
                                   taken + make_interval(secs => rules.longest_seconds))
    WHERE id = job AND token = lease AND state = 1
      AND clock_timestamp() < taken + make_interval(secs => rules.longest_seconds);
  RETURN FOUND;
END $$;

CREATE FUNCTION fiveproof.hand_in(job bigint, lease uuid, fragment bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = fiveproof, pg_temp AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  UPDATE jobs SET state = 2, result = fragment
    WHERE id = job AND token = lease AND state = 1 AND octet_length(fragment) <= most_bytes;
  IF FOUND THEN
    NOTIFY fiveproof_handed;
    RETURN true;
  END IF;
  RETURN false;
END $$;

CREATE FUNCTION fiveproof.give_back(job bigint, lease uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = fiveproof, pg_temp AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  UPDATE jobs SET state = 0, token = NULL WHERE id = job AND token = lease AND state = 1;
  RETURN FOUND;
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA fiveproof FROM PUBLIC;
)";

constexpr const char* rights = R"(
GRANT USAGE ON SCHEMA fiveproof TO fiveproof_worker;
GRANT SELECT ON fiveproof.game, fiveproof.answers, fiveproof.entries TO fiveproof_worker;
GRANT EXECUTE ON FUNCTION fiveproof.take_job(text), fiveproof.prolong(bigint, uuid),
  fiveproof.hand_in(bigint, uuid, bytea), fiveproof.give_back(bigint, uuid) TO fiveproof_worker;
)";

Result<solve::StoreIdentity> read_game(const pqxx::result& rows) {
  if (rows.size() != 1) return queue_error(ErrorCode::malformed, "expected one game in the queue");
  const int version = rows[0][0].as<int>();
  if (version != queue_version)
    return queue_error(ErrorCode::unsupported, "expected a queue of version " +
                                                   std::to_string(queue_version) + ", found version " +
                                                   std::to_string(version));
  const auto rule = parse_rule_set(rows[0][1].as<std::string>());
  const int size = rows[0][2].as<int>();
  const auto attacker = parse_color(rows[0][3].as<std::string>());
  if (!rule.ok() || !attacker.ok() || !is_board_size(size))
    return queue_error(ErrorCode::malformed, "expected rule, size and attacker in the queue");
  return solve::StoreIdentity{rule.value(), size, attacker.value()};
}

}  // namespace

Result<std::optional<solve::StoreIdentity>> game_of(pqxx::transaction_base& work) {
  const auto is_there = work.exec1("SELECT to_regclass('fiveproof.game') IS NOT NULL");
  if (!is_there[0].as<bool>()) return std::optional<solve::StoreIdentity>();
  FIVEPROOF_LET(auto game, read_game(work.exec("SELECT version, rule, size, attacker FROM fiveproof.game")));
  return std::optional(game);
}

Result<solve::StoreIdentity> make_tables(pqxx::transaction_base& work, const solve::StoreIdentity& game) {
  FIVEPROOF_LET(auto found, game_of(work));
  if (!found) {
    work.exec(tables);
    work.exec_params("INSERT INTO fiveproof.game (version, rule, size, attacker) VALUES ($1, $2, $3, $4)",
                     queue_version, std::string(name_of(game.rule)), game.size,
                     std::string(name_of(game.attacker)));
    found = game;
  }
  const auto role = work.exec_params("SELECT 1 FROM pg_roles WHERE rolname = $1", std::string(worker_role));
  if (!role.empty()) work.exec(rights);
  return *found;
}

}  // namespace fiveproof::remote
