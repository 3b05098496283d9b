#include "verify/outcome/report.hpp"

#include <fstream>
#include <locale>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>

#include "game/notation.hpp"

namespace fiveproof::verify {
namespace {

/// Makes each byte that is no UTF-8 the replacement character, as a file's name may have any bytes and JSON
/// may not.
std::string quote(std::string_view text) {
  using nlohmann::json;
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

/// Writes one JSON object or list, member by member, two spaces per level.
class JsonWriter {
 public:
  explicit JsonWriter(std::ostream& out) : out_(out) {}

  void open(char bracket) {
    out_ << bracket;
    ++level_;
    is_first_ = true;
  }
  void close(char bracket) {
    --level_;
    if (!is_first_) new_line();
    out_ << bracket;
    is_first_ = false;
  }
  /// Begins the next element of a list.
  void element() {
    if (!is_first_) out_ << ',';
    is_first_ = false;
    new_line();
  }
  void key(std::string_view name) {
    element();
    out_ << quote(name) << ": ";
  }
  void string(std::string_view value) { out_ << quote(value); }
  void member(std::string_view name, std::string_view value) {
    key(name);
    string(value);
  }
  void member(std::string_view name, std::uint64_t number) {
    key(name);
    out_ << number;
  }
  void flag(std::string_view name, bool value) {
    key(name);
    out_ << (value ? "true" : "false");
  }
  void seconds(std::string_view name, double value) {
    key(name);
    std::ostringstream text;  // a stream of its own, so that the format of numbers does not stay set
    text.exceptions(std::ios::badbit);
    text.imbue(std::locale::classic());
    text.setf(std::ios::fixed);
    text.precision(3);
    text << value;
    out_ << text.str();
  }

 private:
  void new_line() {
    out_ << '\n';
    for (int i = 0; i < level_; ++i) out_ << "  ";
  }
  std::ostream& out_;
  int level_ = 0;
  bool is_first_ = true;
};

void write_gap_counts(JsonWriter& json, const GapCounts& gaps) {
  json.open('{');
  for (std::size_t i = 0; i < gaps.size(); ++i) json.member(name_of(static_cast<GapKind>(i)), gaps[i]);
  json.close('}');
}

void write_tally(JsonWriter& json, const Tally& tally) {
  for (const auto& [name, count] : position_counts) json.member(name, tally.*count);
  json.key("replies");
  json.open('{');
  for (const auto& [name, count] : reply_counts) json.member(name, tally.*count);
  json.close('}');
}

void write_verdict(JsonWriter& json, const Verdict& verdict) {
  json.open('{');
  json.member("rule", name_of(verdict.claim.rule));
  json.member("size", static_cast<std::uint64_t>(verdict.claim.size));
  json.member("attacker", name_of(verdict.claim.attacker));
  json.member("root", verdict.claim.root.text());
  json.member("outcome", name_of(verdict.outcome));
  json.member("verdict", to_text(verdict));
  json.member("positions", verdict.positions);
  json.member("replies", verdict.replies);
  json.key("gaps");
  write_gap_counts(json, verdict.gaps);
  json.close('}');
}

void write_shard(JsonWriter& json, const Shard& shard) {
  json.key("shard");
  json.open('{');
  json.member("index", shard.index);
  json.member("count", shard.count);
  json.close('}');
}

void write_expectation(JsonWriter& json, const Expectation& expected) {
  json.key("expected");
  json.open('{');
  json.member("rule", name_of(expected.claim.rule));
  json.member("size", static_cast<std::uint64_t>(expected.claim.size));
  json.member("attacker", name_of(expected.claim.attacker));
  json.member("root", expected.claim.root.text());
  json.flag("met", !expected.difference);
  json.close('}');
}

/// Writes what was checked, how, and what came of it.
void write_head(JsonWriter& json, const Verification& verification, const Decision& decision,
                const ReportContext& context) {
  json.member("format", "fiveproof-report");
  json.member("version", std::uint64_t{1});
  json.member("program-version", context.version);
  json.member("file", context.file);
  json.member("file-format", context.file_format);
  if (context.file_format_version > 0) json.member("file-format-version", context.file_format_version);
  json.member("content-hash", verification.content_hash);
  json.member("trust", name_of(verification.trust));
  json.member("trusted", verification.trusted);
  json.member("effort", verification.effort);
  json.flag("accepted", decision.accepted);
  json.member("exit-code", static_cast<std::uint64_t>(decision.answer));
  if (decision.demand.expected) write_expectation(json, *decision.demand.expected);
  json.flag("trust-parts", decision.demand.trust_parts);
  json.key("objections");
  json.open('[');
  for (const std::string& objection : decision.objections) {
    json.element();
    json.string(objection);
  }
  json.close(']');
  json.flag("interrupted", verification.interrupted);
  if (verification.shard) write_shard(json, *verification.shard);
  json.member("resumed-positions", verification.resumed);
  if (verification.reports > 0) json.member("reports", verification.reports);
  if (verification.pieces > 0) json.member("pieces", verification.pieces);

  json.key("claims");
  json.open('[');
  for (const Verdict& verdict : verification.verdicts) {
    json.element();
    write_verdict(json, verdict);
  }
  json.close(']');
}

/// Where the file has several moves at one position, or names some that cannot be played beside one that
/// holds.
void write_alternatives(JsonWriter& json, const Verification& verification) {
  const bool is_all_needed = verification.aside == GapCounts{};
  if (verification.alternatives == 0 && is_all_needed) return;
  json.key("alternatives");
  json.open('{');
  json.member("positions", verification.alternatives);
  json.member("later-taken", verification.later_taken);
  json.key("gaps-aside");
  write_gap_counts(json, verification.aside);
  json.close('}');
}

void write_counts(JsonWriter& json, const Verification& verification, const ReportContext& context) {
  json.member("records", verification.records);
  json.member("unreached-positions", verification.unreached);
  json.key("gaps");
  write_gap_counts(json, verification.gap_counts);
  json.member("gaps-due-to-a-limit", verification.limited_gaps);
  write_alternatives(json, verification);
  if (context.gaps_written) json.member("gaps-written", *context.gaps_written);

  json.key("total");
  json.open('{');
  write_tally(json, verification.all);
  json.close('}');

  json.key("by-ply");
  json.open('[');
  for (const auto& [stones, tally] : verification.by_ply) {
    json.element();
    json.open('{');
    json.member("stones", static_cast<std::uint64_t>(stones));
    write_tally(json, tally);
    json.close('}');
  }
  json.close(']');
}

/// Writes one gap per line, and hands the text to the sink now and then to bound the memory.
Status write_open(JsonWriter& json, RawGapList& gaps, std::ostringstream& out,
                  const std::function<Status(std::string_view)>& sink) {
  constexpr std::streamoff piece = 1 << 16;
  for (;;) {
    const auto next = gaps.next();
    if (!next.ok()) return next.error();
    if (!next.value()) return Done{};
    const RawGap& gap = *next.value();
    json.element();
    out << '[' << gap.node << ", " << quote(name_of(gap.kind)) << ", "
        << (gap.square ? quote(to_text(*gap.square)) : "null") << ", " << (gap.limit ? "true" : "false")
        << ']';
    if (out.tellp() < piece) continue;
    if (auto wrote = sink(out.str()); !wrote.ok()) return wrote;
    out.str("");
  }
}

}  // namespace

std::uint64_t peak_memory_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (!line.starts_with("VmHWM:")) continue;
    std::istringstream words(line.substr(6));
    std::uint64_t kibibytes = 0;
    words >> kibibytes;
    return kibibytes * 1024;
  }
  return 0;
}

Status write_report(const Verification& verification, const Decision& decision, const ReportContext& context,
                    const std::function<Status(std::string_view)>& sink) {
  std::ostringstream out;
  out.exceptions(std::ios::badbit);  // by itself a stream leaves out what there is no memory for
  JsonWriter json(out);
  json.open('{');
  write_head(json, verification, decision, context);
  write_counts(json, verification, context);
  json.member("threads", verification.threads);
  json.seconds("seconds", verification.seconds);
  json.member("peak-memory-bytes", context.peak_memory_bytes);
  if (verification.raw_gaps) {
    json.key("open-ranks");
    json.open('[');
    if (auto wrote = write_open(json, *verification.raw_gaps, out, sink); !wrote.ok()) return wrote;
    json.close(']');
  }
  json.close('}');
  out << '\n';
  return sink(out.str());
}

}  // namespace fiveproof::verify
