// The bytes are reports of shards, with a zero byte between one and the next. Each is read; then all are
// combined. What is combined may say anything about what only a search can tell, and nothing else.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/fuzz/memory_file.hpp"
#include "tests/fuzz/parts_fixture.hpp"
#include "tests/fuzz/proof_checks.hpp"
#include "tests/fuzz/target.hpp"
#include "verify/frame/combine.hpp"
#include "verify/parts/shard_report.hpp"

namespace report_target {

using namespace fiveproof;
using namespace fiveproof::verify;
using nlohmann::json;

constexpr std::size_t max_reports = 3;
using Bytes = std::vector<std::uint8_t>;

std::vector<Bytes> split(std::span<const std::uint8_t> data) {
  std::vector<Bytes> parts;
  for (;;) {
    const auto end = parts.size() + 1 < max_reports ? std::find(data.begin(), data.end(), 0) : data.end();
    parts.emplace_back(data.begin(), end);
    if (end == data.end()) return parts;
    data = {end + 1, data.end()};
  }
}

void check_report_error(const Error& error, const std::string& path, std::size_t bytes) {
  fuzz::check_error(error, bytes);
  FIVEPROOF_ENSURE(error.file == path);
}

/// What the header promises, and that it is what the text says to a parser that holds all of it.
void check_report(const ShardReport& report, const json& text) {
  FIVEPROOF_ENSURE(text.is_object() && text["content-hash"] == report.content_hash);
  FIVEPROOF_ENSURE(text["program-version"] == report.program_version && text["trust"] == report.trust);
  FIVEPROOF_ENSURE(text["effort"] == report.effort && text["interrupted"] == report.interrupted);
  FIVEPROOF_ENSURE(text["resumed-positions"] == report.resumed);
  FIVEPROOF_ENSURE(text.contains("shard") == report.shard.has_value());
  if (report.shard) {
    FIVEPROOF_ENSURE(report.shard->index >= 1 && report.shard->index <= report.shard->count);
    FIVEPROOF_ENSURE(parse_shard(report.shard->text()).ok());
    FIVEPROOF_ENSURE(text["shard"]["count"] == report.shard->count);
  }
  FIVEPROOF_ENSURE(text["claims"].size() == report.claims.size());
  FIVEPROOF_ENSURE(text["by-ply"].size() == report.by_ply.size());
  for (const auto& [stones, tally] : report.by_ply) {
    FIVEPROOF_ENSURE(stones >= 0 && stones <= Square::count);
    for (const std::uint64_t count :
         {tally.positions, tally.leaves, tally.ends, tally.open, tally.replies, tally.stored, tally.replayed,
          tally.searched, tally.searched_fully, tally.excluded, tally.unanswered, tally.defender_fives})
      FIVEPROOF_ENSURE(count <= std::uint64_t{1} << 48);
  }
}

void check_gaps(const std::vector<RawGap>& gaps, int size, const json& text) {
  FIVEPROOF_ENSURE(text.contains("open-ranks"));
  const json& list = text["open-ranks"];
  FIVEPROOF_ENSURE(list.is_array() && list.size() == gaps.size());
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    FIVEPROOF_ENSURE(list[i][0] == gaps[i].node && list[i][1] == name_of(gaps[i].kind));
    FIVEPROOF_ENSURE(list[i][2].is_null() != gaps[i].square.has_value());
    FIVEPROOF_ENSURE(list[i][3] == gaps[i].limit);
    if (gaps[i].square) FIVEPROOF_ENSURE(gaps[i].square->is_on_board(size));
  }
}

/// The first error of who takes the gaps ends the reading and comes back.
void check_refusal(const std::string& path, int size, std::size_t gaps) {
  std::size_t calls = 0;
  const auto read = read_shard_gaps(path, size, 1, [&](const RawGap&) -> Status {
    if (++calls < gaps) return Done{};
    return Error{ErrorCode::usage, "enough"};
  });
  FIVEPROOF_ENSURE(!read.ok() && read.error().message == "enough" && read.error().file == path);
  FIVEPROOF_ENSURE(calls == gaps);
}

/// False: it is refused.
bool check_one(const std::string& path, const Bytes& bytes) {
  const ReaderLimits limits = fuzz::small_limits();
  const int size = fuzz::parts_fixture().proof.size;
  const auto report = read_shard_report(path, 1, limits);
  if (!report.ok()) {
    check_report_error(report.error(), path, bytes.size());
    return false;
  }
  const json text = json::parse(bytes.begin(), bytes.end());
  check_report(report.value(), text);
  const fuzz::ReadWithin again = [&](const ReaderLimits& lower) -> Status {
    const auto result = read_shard_report(path, 1, lower);
    if (!result.ok()) return result.error();
    return Done{};
  };
  fuzz::check_one_limit(limits, again, [&](ReaderLimits& l) { l.max_file_bytes = bytes.size() - 1; });

  std::vector<RawGap> gaps;
  const auto take = [&](const RawGap& gap) -> Status {
    gaps.push_back(gap);
    return Done{};
  };
  const auto read = read_shard_gaps(path, size, 1, take, limits);
  if (!read.ok()) {
    check_report_error(read.error(), path, bytes.size());
    return true;
  }
  check_gaps(gaps, size, text);
  if (!gaps.empty() && bytes.size() % 4 == 0) check_refusal(path, size, (gaps.size() + 1) / 2);
  return true;
}

void check_combined(const std::vector<std::string>& paths) {
  Options options = fuzz::parts_options();
  options.task = Combine{.reports = paths};
  const auto result = check_proof(fuzz::parts_fixture().proof, options);
  if (!result.ok()) {
    const Error& error = result.error();
    FIVEPROOF_ENSURE(!error.message.empty() && error.code != ErrorCode::io);
    // One that is missing has no name.
    FIVEPROOF_ENSURE(error.file.empty() || std::count(paths.begin(), paths.end(), error.file) == 1);
    return;
  }
  FIVEPROOF_ENSURE(result.value().reports == paths.size());
  (void)fuzz::check_parts_result(result.value());
}

FIVEPROOF_FUZZ_TARGET(report, data, size) {
  static fuzz::MemoryFile files[max_reports];
  const auto reports = split({data, size});
  std::vector<std::string> paths;
  bool is_readable = true;
  for (std::size_t i = 0; i < reports.size() && is_readable; ++i) {
    files[i].put(reports[i]);
    paths.push_back(files[i].path());
    is_readable = check_one(paths.back(), reports[i]);
  }
  if (is_readable) check_combined(paths);
  return 0;
}

}  // namespace report_target
