#include "format/text/jsonl.hpp"

#include <functional>

#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "base/phase.hpp"
#include "format/text/json_lines.hpp"
#include "game/notation.hpp"
#include "proof/gap_check.hpp"

namespace fiveproof {
namespace {

constexpr std::string_view format_name = "fiveproof";

/// What is read: the first line begins it, the others add to it.
struct Reading {
  ClaimHeader claim;
  Proof proof;
};

Result<Reading> read_header(const TextLine& line, const ReaderLimits& limits) {
  auto object = parse_object(line, {"format", "version", "rule", "size", "attacker", "roots"});
  if (!object.ok()) return object.error();
  auto claim = get_claim(object.value(), format_name, limits, line);
  if (!claim.ok()) return claim.error();
  const ClaimHeader& c = claim.value();
  Proof proof(c.rule, c.size, c.attacker, limits.budget);
  proof.format_version = 1;
  proof.roots = c.roots;
  return Reading{c, std::move(proof)};
}

Status read_record(const nlohmann::json& object, const TextLine& line, const ReaderLimits& limits,
                   Proof& proof) {
  if (proof.records.count() >= limits.max_records)
    return line.error(ErrorCode::limit,
                      "expected at most " + std::to_string(limits.max_records) + " records, found more");
  for (const char* key : {"root", "line", "to-move", "by", "limit", "source-offset"})
    if (object.contains(key))
      return line.malformed("expected a record, found the key \"" + std::string(key) + "\" of a finding");
  auto position = get_stones(object, proof.attacker, proof.size, line);
  if (!position.ok()) return position.error();
  auto move = get_optional_square(object, "move", proof.size, line);
  if (!move.ok()) return move.error();
  proof.records.add(position.value(), move.value());
  return Done{};
}

Status read_finding(const nlohmann::json& object, const TextLine& line, const ReaderLimits& limits,
                    Reading& reading) {
  if (reading.proof.findings.size() >= limits.max_findings)
    return line.error(ErrorCode::limit,
                      "expected at most " + std::to_string(limits.max_findings) + " findings, found more");
  if (object.contains("move"))
    return line.malformed("expected a finding, found the key \"move\" of a record");
  auto finding = get_gap(object, "finding", reading.claim, line);
  if (!finding.ok()) return finding.error();
  reading.proof.findings.push_back(std::move(finding).value());
  return Done{};
}

Status read_line(const TextLine& line, const ReaderLimits& limits, Reading& reading) {
  auto object = parse_object(
      line, {"black", "white", "move", "finding", "root", "line", "to-move", "by", "limit", "source-offset"});
  if (!object.ok()) return object.error();
  if (object.value().contains("finding")) return read_finding(object.value(), line, limits, reading);
  return read_record(object.value(), line, limits, reading.proof);
}

Result<Proof> read_lines(LineReader& lines, const ReaderLimits& limits) {
  auto first = lines.next();
  if (!first.ok()) return first.error();
  if (!first.value())
    return Error{ErrorCode::malformed, "line 1: expected a header, found an empty file", {}, 0};
  auto reading = read_header(*first.value(), limits);
  if (!reading.ok()) return reading.error();
  for (;;) {
    auto line = lines.next();
    if (!line.ok()) return line.error();
    if (!line.value()) break;
    if (auto read = read_line(*line.value(), limits, reading.value()); !read.ok()) return read.error();
  }
  Proof proof = std::move(reading.value().proof);
  if (auto finished = proof.records.finish_within_budget(); !finished.ok()) return finished.error();
  return proof;
}

template <class T>
Result<T> in_file(Result<T> result, const std::string& file_name) {
  if (!result.ok() && result.error().file.empty()) result.error().file = file_name;
  return result;
}

using Sink = std::function<Status(const std::string&)>;

Status write(const Proof& proof, const Sink& sink) {
  for (const Root& root : proof.roots)
    if (auto checked = check_root(root, proof.size); !checked.ok()) return checked;
  OrderedJson header;
  put_claim(header, format_name, {proof.rule, proof.size, proof.attacker, {}});
  header["roots"] = roots_json(proof.roots);
  if (auto s = sink(header.dump() + "\n"); !s.ok()) return s;
  Phase phase("writing records", proof.records.count());
  for (std::size_t i = 0; i < proof.records.count(); ++i) {
    phase.reach(i);
    const Record record = proof.records.at(i);
    // Nothing in a square needs escaping, and this is the line that is written a million times.
    std::string line = "{\"black\":\"" + to_text(record.position.stones(Color::black)) + "\",\"white\":\"" +
                       to_text(record.position.stones(Color::white)) + "\"";
    if (record.move) line += ",\"move\":\"" + to_text(*record.move) + "\"";
    if (auto s = sink(line + "}\n"); !s.ok()) return s;
  }
  for (const Gap& finding : proof.findings) {
    if (auto checked = check_gap(finding, proof.roots, proof.size); !checked.ok()) return checked;
    if (auto s = sink(gap_json(finding, "finding").dump() + "\n"); !s.ok()) return s;
  }
  return Done{};
}

}  // namespace

Result<Proof> read_jsonl(std::span<const std::uint8_t> bytes, const ReaderLimits& limits,
                         const std::string& file_name, Packing packing) {
  LineReader lines(TextInput::over(bytes, packing, limits), limits);
  return in_file(read_lines(lines, limits), file_name);
}

Result<Proof> read_jsonl_file(const std::string& path, const ReaderLimits& limits, Packing packing) {
  auto input = TextInput::open(path, packing, limits);
  if (!input.ok()) return input.error();
  LineReader lines(std::move(input).value(), limits);
  return in_file(read_lines(lines, limits), input_name(path));
}

Result<std::string> jsonl_text(const Proof& proof) {
  std::string out;
  auto written = write(proof, [&](const std::string& text) -> Status {
    out += text;
    return Done{};
  });
  if (!written.ok()) return written.error();
  return out;
}

Result<std::vector<std::uint8_t>> jsonl_bytes(const Proof& proof, Packing packing) {
  std::vector<std::uint8_t> out;
  TextPacker packer(packing);
  const auto append = [&](TextPacker::View bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); };
  auto written = write(proof, [&](const std::string& text) -> Status {
    append(packer.put(text));
    return Done{};
  });
  if (!written.ok()) return written.error();
  append(packer.finish());
  return out;
}

Status write_jsonl(const Proof& proof, const std::string& path) {
  auto file = AtomicFile::create(path);
  if (!file.ok()) return file.error();
  auto written = write(proof, [&](const std::string& text) { return file.value().write(text); });
  if (!written.ok()) {
    if (written.error().file.empty()) written.error().file = path;
    return written;
  }
  return file.value().commit();
}

}  // namespace fiveproof
