#include "format/text/jsonl.hpp"

#include "base/files/file.hpp"
#include "base/phase.hpp"
#include "format/refusal.hpp"
#include "format/text/json_lines.hpp"
#include "game/notation.hpp"
#include "proof/gap_check.hpp"

namespace fiveproof {
namespace {

constexpr TextFormat proof_format{"fiveproof", 1};

/// What is read: the first line begins it, the others add to it.
struct Reading {
  ClaimHeader claim;
  Proof proof;
};

Reading read_header(const TextLine& line, const ReaderLimits& limits) {
  const auto object = parse_object(line, {"format", "version", "rule", "size", "attacker", "roots"});
  ClaimHeader claim = get_claim(object, proof_format, limits, line);
  Proof proof(claim.rule, claim.size, claim.attacker, limits.budget);
  proof.format_version = 1;
  proof.roots = claim.roots;
  return {std::move(claim), std::move(proof)};
}

void read_record(const nlohmann::json& object, const TextLine& line, const ReaderLimits& limits,
                 Proof& proof) {
  if (proof.records.count() >= limits.max_records)
    line.refuse(ErrorCode::limit,
                "expected at most " + std::to_string(limits.max_records) + " records, found more");
  for (const char* key : {"root", "line", "to-move", "by", "limit", "source-offset"})
    if (object.contains(key))
      line.refuse("expected a record, found the key \"" + std::string(key) + "\" of a finding");
  const Position position = get_stones(object, proof.attacker, proof.size, line);
  proof.records.add(position, get_optional_square(object, "move", proof.size, line));
}

void read_finding(const nlohmann::json& object, const TextLine& line, const ReaderLimits& limits,
                  Reading& reading) {
  if (reading.proof.findings.size() >= limits.max_findings)
    line.refuse(ErrorCode::limit,
                "expected at most " + std::to_string(limits.max_findings) + " findings, found more");
  if (object.contains("move")) line.refuse("expected a finding, found the key \"move\" of a record");
  reading.proof.findings.push_back(get_gap(object, "finding", reading.claim, line));
}

void read_line(const TextLine& line, const ReaderLimits& limits, Reading& reading) {
  const auto object = parse_object(
      line, {"black", "white", "move", "finding", "root", "line", "to-move", "by", "limit", "source-offset"});
  if (object.contains("finding"))
    read_finding(object, line, limits, reading);
  else
    read_record(object, line, limits, reading.proof);
}

Proof read_lines(TextInput input, const ReaderLimits& limits) {
  LineReader lines(std::move(input), limits);
  Reading reading = read_header(lines.header(), limits);
  try {
    while (const auto line = lines.next()) read_line(*line, limits, reading);
  } catch (const Refusal& refusal) {
    if (limits.dropped == nullptr || refusal.error.code != ErrorCode::malformed) throw;
    const Error& error = refusal.error;
    limits.dropped->push_back("all behind record " + std::to_string(reading.proof.records.count()) +
                              ", dropped: byte " + std::to_string(error.offset.value_or(0)) + ": " +
                              error.message);
  }
  value_or_refuse(reading.proof.records.finish_within_budget());
  return std::move(reading.proof);
}

}  // namespace

Result<Proof> read_jsonl(std::span<const std::uint8_t> bytes, const ReaderLimits& limits,
                         const std::string& file_name, Packing packing) {
  return guarded(file_name, [&] { return read_lines(TextInput::over(bytes, packing, limits), limits); });
}

Result<Proof> read_jsonl_file(const std::string& path, const ReaderLimits& limits, Packing packing) {
  return guarded(input_name(path),
                 [&] { return read_lines(value_or_refuse(TextInput::open(path, packing, limits)), limits); });
}

Result<std::vector<std::uint8_t>> jsonl_bytes(const Proof& proof, Packing packing) {
  for (const Root& root : proof.roots) FIVEPROOF_TRY(check_root(root, proof.size));
  std::vector<std::uint8_t> out;
  TextPacker packer(packing);
  const auto append = [&](TextPacker::View bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); };
  OrderedJson header = OrderedJson::object();
  put_claim(header, proof_format, {proof.rule, proof.size, proof.attacker, {}});
  header["roots"] = roots_json(proof.roots);
  append(packer.put(header.dump() + "\n"));
  Phase phase("writing records", proof.records.count());
  for (std::size_t i = 0; i < proof.records.count(); ++i) {
    phase.reach(i);
    const Record record = proof.records.at(i);
    // Nothing in a square needs escaping, and this is the line that is written a million times.
    std::string line = "{\"black\":\"" + to_text(record.position.stones(Color::black)) + "\",\"white\":\"" +
                       to_text(record.position.stones(Color::white)) + "\"";
    if (record.move) line += ",\"move\":\"" + to_text(*record.move) + "\"";
    append(packer.put(line + "}\n"));
  }
  for (const Gap& finding : proof.findings) {
    FIVEPROOF_TRY(check_gap(finding, proof.roots, proof.size));
    append(packer.put(gap_json(finding, "finding").dump() + "\n"));
  }
  append(packer.finish());
  return out;
}

}  // namespace fiveproof
