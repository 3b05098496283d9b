#include "convert/formats.hpp"

#include <array>
#include <cctype>

#include "convert/rv2.hpp"
#include "format/file.hpp"
#include "format/fvp_reader.hpp"
#include "format/fvp_writer.hpp"
#include "format/jsonl.hpp"
#include "game/notation.hpp"

namespace fiveproof::convert {

namespace {

struct Entry {
  Format format;
  std::string_view name;
  std::string_view extension;
};
constexpr std::array<Entry, 3> table{{
    {Format::fvp, "fvp", ".fvp"},
    {Format::jsonl, "jsonl", ".jsonl"},
    {Format::rv2, "rv2", ".json"},
}};

bool ends_with_ignoring_case(std::string_view text, std::string_view ending) {
  if (text.size() < ending.size()) return false;
  text.remove_prefix(text.size() - ending.size());
  for (std::size_t i = 0; i < ending.size(); ++i)
    if (std::tolower(static_cast<unsigned char>(text[i])) != ending[i]) return false;
  return true;
}

Error contradiction(const std::string& path, std::string message) {
  return {ErrorCode::usage, std::move(message), input_name(path), {}};
}

// Our own formats say everything; the caller may insist, not overrule.
std::optional<Error> disagreement(const Proof& proof, const Wanted& wanted, const std::string& path) {
  if (wanted.rule && *wanted.rule != proof.rule)
    return contradiction(path, "expected rule " + std::string(name_of(*wanted.rule)) + ", the file says " +
                                   std::string(name_of(proof.rule)));
  if (wanted.size && *wanted.size != proof.size)
    return contradiction(path, "expected board size " + std::to_string(*wanted.size) + ", the file says " +
                                   std::to_string(proof.size));
  if (wanted.attacker && *wanted.attacker != proof.attacker)
    return contradiction(path, "expected attacker " + std::string(name_of(*wanted.attacker)) +
                                   ", the file says " + std::string(name_of(proof.attacker)));
  return std::nullopt;
}

// A finding's line starts at a root; when the roots are replaced only its position stays.
Status replace_roots(Proof& proof, const std::vector<Square>& moves) {
  auto position = position_after(moves, proof.size);
  if (!position.ok()) return position.error();
  proof.roots.assign(1, Root{position.value(), moves});
  for (Gap& finding : proof.findings) {
    finding.root.reset();
    finding.line.clear();
  }
  return Done{};
}

Result<Reading> read_own(Result<Proof> proof, const Wanted& wanted, const std::string& path) {
  if (!proof.ok()) return proof.error();
  Reading reading{std::move(proof).value()};
  if (auto error = disagreement(reading.proof, wanted, path)) return *error;
  if (wanted.root) {
    if (!reading.proof.roots.empty())
      reading.losses.push_back(counted(reading.proof.roots.size(), "root") +
                               " of the file: replaced by --root");
    if (auto replaced = replace_roots(reading.proof, *wanted.root); !replaced.ok()) return replaced.error();
  }
  return reading;
}

Result<Writing> encode(const Proof& proof, Format format) {
  switch (format) {
    case Format::fvp: {
      auto bytes = fvp_bytes(proof);
      if (!bytes.ok()) return bytes.error();
      return Writing{std::move(bytes).value()};
    }
    case Format::jsonl: {
      auto text = jsonl_text(proof);
      if (!text.ok()) return text.error();
      return Writing{{text.value().begin(), text.value().end()}};
    }
    case Format::rv2:
      return write_rv2(proof);
  }
  FIVEPROOF_ENSURE(false);
}

}  // namespace

std::string_view name_of(Format format) {
  for (const Entry& entry : table)
    if (entry.format == format) return entry.name;
  FIVEPROOF_ENSURE(false);
}

Result<Format> parse_format(std::string_view name) {
  for (const Entry& entry : table)
    if (entry.name == name) return entry.format;
  return Error{ErrorCode::usage, "expected the format fvp, jsonl or rv2, found '" + std::string(name) + "'"};
}

std::optional<Format> format_of_path(std::string_view path) {
  for (const Entry& entry : table)
    if (ends_with_ignoring_case(path, entry.extension)) return entry.format;
  return std::nullopt;
}

Result<Reading> read_proof_file(const std::string& path, Format format, const Wanted& wanted) {
  switch (format) {
    case Format::fvp:
      return read_own(read_fvp_file(path, wanted.limits), wanted, path);
    case Format::jsonl:
      return read_own(read_jsonl_file(path, wanted.limits), wanted, path);
    case Format::rv2: {
      auto bytes = read_file(path, wanted.limits.max_file_bytes);
      if (!bytes.ok()) return bytes.error();
      return read_rv2(bytes.value(), wanted, input_name(path));
    }
  }
  FIVEPROOF_ENSURE(false);
}

Result<Writing> encode_proof(const Proof& proof, Format format) {
  auto writing = encode(proof, format);
  if (writing.ok() && format != Format::fvp)
    for (const Section& section : proof.sections)
      writing.value().losses.push_back("the section of kind " + std::to_string(section.kind) + ", " +
                                       counted(section.bytes.size(), "byte") + ": only .fvp has sections");
  return writing;
}

}  // namespace fiveproof::convert
