#include "verify/parts/shard_report.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "game/notation.hpp"

namespace fiveproof::verify {
namespace {

using nlohmann::json;

constexpr const char* gaps_key = "open-ranks";
constexpr const char* claims_key = "claims";

/// Thrown to end the parser from within; it never leaves this file.
struct Refusal {
  Error error;
};
[[noreturn]] void refuse(const std::string& message, ErrorCode code = ErrorCode::malformed) {
  throw Refusal{Error{code, message}};
}

using OnElement = std::function<void(const json&)>;

/// Parses a report, gives the elements of the long lists away one by one, and keeps the rest, which is short:
/// a value as large as a report of many claims could not even be given up where there is no memory left.
class ReportParser {
 public:
  ReportParser(std::uint64_t roots, OnElement on_claim, OnElement on_gap)
      : max_values_(100'000 + 64 * roots), on_claim_(std::move(on_claim)), on_gap_(std::move(on_gap)) {}

  json parse(std::istream& in) {
    return json::parse(in, [this](int depth, json::parse_event_t event, json& parsed) {
      return on_event(depth, event, parsed);
    });
  }

 private:
  bool on_event(int depth, json::parse_event_t event, json& parsed) {
    using Event = json::parse_event_t;
    if (event == Event::object_start) keys_.emplace_back();
    if (event == Event::object_end) keys_.pop_back();
    if (event == Event::key) {
      const auto& key = parsed.get_ref<const std::string&>();
      if (!keys_.back().insert(key).second) refuse("expected each key once, found \"" + key + "\" twice");
      if (depth == 1) top_key_ = key;
    }
    if (event == Event::value || event == Event::array_start || event == Event::object_start)
      if (++values_ > max_values_) refuse("expected a shorter report", ErrorCode::limit);
    const bool is_gap = depth == 2 && top_key_ == gaps_key;
    if (is_gap && (event == Event::array_start || event == Event::object_start)) values_before_ = values_ - 1;
    const bool is_element = is_gap || (depth == 2 && top_key_ == claims_key);
    if (!is_element || (event != Event::array_end && event != Event::object_end && event != Event::value))
      return true;
    (is_gap ? on_gap_ : on_claim_)(parsed);
    if (is_gap && event != Event::value) values_ = values_before_;
    return false;
  }

  std::uint64_t max_values_;
  std::uint64_t values_ = 0;
  std::uint64_t values_before_ = 0;
  OnElement on_claim_, on_gap_;
  std::vector<std::set<std::string>> keys_;
  std::string top_key_;
};

Result<json> parse_file(const std::string& path, std::uint64_t roots, const ReaderLimits& limits,
                        OnElement on_claim, OnElement on_gap) {
  const auto failure = [&](ErrorCode code, const std::string& message) { return Error{code, message, path}; };
  std::error_code problem;
  const auto bytes = std::filesystem::file_size(path, problem);
  if (problem) return failure(ErrorCode::io, "cannot read: " + problem.message());
  if (bytes > limits.max_file_bytes)
    return failure(ErrorCode::limit, "expected at most " + std::to_string(limits.max_file_bytes) +
                                         " bytes in the file, found more");
  std::ifstream in(path, std::ios::binary);
  if (!in) return failure(ErrorCode::io, "cannot open");
  try {
    json report = ReportParser(roots, std::move(on_claim), std::move(on_gap)).parse(in);
    if (!report.is_object()) return failure(ErrorCode::malformed, "expected a report, found no object");
    return report;
  } catch (const Refusal& refusal) {
    return in_file<json>(refusal.error, path);
  } catch (const json::parse_error& error) {
    // The parser counts the bytes that it has taken, and the end of the file as one.
    const std::uint64_t at = std::min<std::uint64_t>(bytes, error.byte > 0 ? error.byte - 1 : 0);
    return Error{ErrorCode::malformed, "expected a report in JSON", path, at};
  } catch (const json::exception&) {
    return failure(ErrorCode::malformed, "expected a report in JSON");
  }
}

// -- members of a report; these throw Refusal --

const json& member(const json& object, const char* name) {
  if (!object.is_object()) refuse(std::string("expected an object with \"") + name + '"');
  const auto found = object.find(name);
  if (found == object.end()) refuse(std::string("expected \"") + name + "\" in the report, found none");
  return *found;
}

std::uint64_t number(const json& object, const char* name) {
  const json& value = member(object, name);
  if (!value.is_number_unsigned()) refuse(std::string("expected a number from 0 under \"") + name + '"');
  return value.get<std::uint64_t>();
}

std::string text(const json& object, const char* name) {
  const json& value = member(object, name);
  if (!value.is_string()) refuse(std::string("expected a string under \"") + name + '"');
  return value.get<std::string>();
}

const json& list(const json& object, const char* name) {
  const json& value = member(object, name);
  if (!value.is_array()) refuse(std::string("expected a list under \"") + name + '"');
  return value;
}

Tally tally_of(const json& object) {
  // Numbers are bounded so that sums of honest ones cannot overflow.
  const auto count = [](const json& from, const char* name) {
    const std::uint64_t value = number(from, name);
    if (value > std::uint64_t{1} << 48)
      refuse(std::string("expected a smaller number under \"") + name + '"');
    return value;
  };
  Tally tally;
  for (const auto& [name, place] : position_counts) tally.*place = count(object, name);
  const json& replies = member(object, "replies");
  for (const auto& [name, place] : reply_counts) tally.*place = count(replies, name);
  return tally;
}

/// One claim, as to_text(Claim) says it.
std::string claim_of(const json& claim) {
  const std::string side = std::to_string(number(claim, "size"));
  return text(claim, "rule") + ' ' + side + 'x' + side + ": " + text(claim, "attacker") + " wins from " +
         text(claim, "root");
}

/// All but the claims.
ShardReport report_of(const json& object) {
  if (text(object, "format") != "fiveproof-report" || number(object, "version") != 1)
    refuse("expected a fiveproof-report of version 1");
  ShardReport out;
  out.program_version = text(object, "program-version");
  out.content_hash = text(object, "content-hash");
  out.trust = text(object, "trust");
  out.effort = number(object, "effort");
  const json& interrupted = member(object, "interrupted");
  if (!interrupted.is_boolean()) refuse("expected true or false under \"interrupted\"");
  out.interrupted = interrupted.get<bool>();
  out.resumed = number(object, "resumed-positions");
  if (object.contains("shard")) {
    const json& shard = member(object, "shard");
    auto parsed =
        parse_shard(std::to_string(number(shard, "index")) + '/' + std::to_string(number(shard, "count")));
    if (!parsed.ok()) refuse(parsed.error().message);
    out.shard = parsed.value();
  }
  (void)list(object, claims_key);  // an object would give its members away like a list
  for (const json& ply : list(object, "by-ply")) {
    const std::uint64_t stones = number(ply, "stones");
    if (stones > Square::count) refuse("expected at most 400 under \"stones\"");
    if (!out.by_ply.emplace(static_cast<int>(stones), tally_of(ply)).second)
      refuse("expected each number of stones once under \"by-ply\"");
  }
  return out;
}

/// Reads one gap: [node, kind, square or null, limit].
RawGap gap_of(const json& element, int size) {
  const bool is_shaped = element.is_array() && element.size() == 4 && element[0].is_number_unsigned() &&
                         element[1].is_string() && (element[2].is_null() || element[2].is_string()) &&
                         element[3].is_boolean();
  if (!is_shaped || element[0].get<std::uint64_t>() > std::numeric_limits<NodeId>::max())
    refuse("expected [rank, kind, square or null, limit] under \"open-ranks\"");
  RawGap gap;
  gap.node = static_cast<NodeId>(element[0].get<std::uint64_t>());
  const auto kind = parse_gap_kind(element[1].get_ref<const std::string&>());
  if (!kind) refuse("expected a gap kind under \"open-ranks\"");
  gap.kind = *kind;
  if (element[2].is_string()) {
    const auto square = parse_square(element[2].get_ref<const std::string&>(), size);
    if (!square.ok()) refuse(square.error().message);
    gap.square = square.value();
  }
  gap.limit = element[3].get<bool>();
  return gap;
}

}  // namespace

Result<ShardReport> read_shard_report(const std::string& path, std::uint64_t roots,
                                      const ReaderLimits& limits) {
  std::vector<std::string> claims;
  const auto report = parse_file(
      path, roots, limits, [&](const json& claim) { claims.push_back(claim_of(claim)); }, [](const json&) {});
  if (!report.ok()) return report.error();
  try {
    ShardReport out = report_of(report.value());
    out.claims = std::move(claims);
    return out;
  } catch (const Refusal& refusal) {
    return in_file<ShardReport>(refusal.error, path);
  }
}

Status read_shard_gaps(const std::string& path, int size, std::uint64_t roots,
                       const std::function<Status(const RawGap&)>& f, const ReaderLimits& limits) {
  const auto on_gap = [&](const json& element) {
    if (auto done = f(gap_of(element, size)); !done.ok()) throw Refusal{done.error()};
  };
  const auto report = parse_file(
      path, roots, limits, [](const json&) {}, on_gap);
  if (!report.ok()) return report.error();
  // An object would give its members away like a list; without either, gaps may have been lost.
  const auto found = report.value().find(gaps_key);
  if (found == report.value().end() || !found->is_array())
    return Error{ErrorCode::malformed, std::string("expected a list under \"") + gaps_key + '"', path};
  return Done{};
}

}  // namespace fiveproof::verify
