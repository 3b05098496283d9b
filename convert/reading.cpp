#include "convert/format_table.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/files/file.hpp"
#include "base/memory/memory.hpp"
#include "convert/games/moves.hpp"
#include "convert/packed/packed_file.hpp"
#include "convert/proof/annotations.hpp"
#include "convert/proof/tree_hints.hpp"
#include "convert/proof/tree_proof.hpp"
#include "convert/syntax/charset.hpp"
#include "convert/tree/tree_facts.hpp"
#include "format/fvp/fvp_reader.hpp"
#include "format/text/jsonl.hpp"
#include "format/tree/tree_section.hpp"
#include "game/notation.hpp"
#include "proof/content_digest.hpp"

namespace fiveproof::convert {

namespace {

/// What the caller says of the file does not fit it.
Error misfit(const std::string& path, std::string message) {
  return {ErrorCode::usage, std::move(message), input_name(path), {}};
}

Error of_file(Error error, const std::string& path) {
  error.file = input_name(path);
  return error;
}

Error no_tree_of_moves(const std::string& path) {
  return misfit(path, "--roots-after is for trees of moves: a proof knows no order of moves");
}

std::string word(int size) { return std::to_string(size); }
std::string word(RuleSet rule) { return std::string(name_of(rule)); }
std::string word(Color color) { return std::string(name_of(color)); }

/// The error that the file says another thing than the caller insists on, if it does.
template <class T>
std::optional<Error> disagreement(const std::string& what, const std::optional<T>& wanted,
                                  const std::optional<T>& said, const std::string& path) {
  if (!wanted || !said || *wanted == *said) return std::nullopt;
  return misfit(path, "expected " + what + " " + word(*wanted) + ", the file says " + word(*said));
}

// -- the bytes of a file --

Status check_read(const FormatEntry& entry, const std::string& path) {
  if (entry.read != nullptr) return Done{};
  return Error{
      ErrorCode::unsupported, std::string(entry.name) + " is written, not read", input_name(path), {}};
}

/// Readers have the whole file in memory, which its records may take as well. However little they may have, a
/// file of a megabyte can be read.
std::uint64_t most_bytes(const ReaderLimits& limits) {
  constexpr std::size_t megabyte = std::size_t{1} << 20;
  return std::min<std::uint64_t>(std::max(limits.budget.bytes, megabyte), limits.max_file_bytes);
}

/// Has a file the name of one of this format?
IsMeant is_named(const FormatEntry& entry) {
  return [&entry](std::string_view name) { return format_of_path(name) == entry.format; };
}

Result<FileBytes> read_bytes(const std::string& path, const FormatEntry& entry, const ReaderLimits& limits) {
  if (entry.read_own == nullptr) FIVEPROOF_TRY(check_read(entry, path));
  if ((entry.format == Format::moves || entry.format == Format::code) && is_typed_game(path))
    return FileBytes{Bytes(path.begin(), path.end()), path};
  auto read = read_unpacked(path, is_named(entry), most_bytes(limits), limits.dropped != nullptr);
  if (!read.ok() && read.error().offset == most_bytes(limits))
    read.error().message = "expected a file of the format " + std::string(entry.name) + " of at most " +
                           counted(most_bytes(limits), "byte") + ", found more (--memory sets the limit)";
  if (read.ok() && read.value().is_cut)
    limits.dropped->push_back("what was packed behind the first " +
                              counted(read.value().bytes.size(), "byte") +
                              ", dropped: the packed file ends too early");
  return read;
}

// -- our own formats --

/// A proof that is packed is unpacked in memory, before it is read.
Result<Proof> own_proof(const std::string& path, const FormatEntry& entry, const ReaderLimits& limits) {
  if (!is_packed(path)) return entry.read_own(path, limits);
  FIVEPROOF_LET(const auto file, read_bytes(path, entry, limits));
  const std::string name = input_name(file.name);
  if (entry.format == Format::fvp) return read_fvp(file.bytes, limits, name);
  return read_jsonl(file.bytes, limits, name, entry.format == Format::jsonl ? Packing::none : Packing::zstd);
}

// A finding's line starts at a root; when the roots are replaced only its position stays.
Status replace_roots(Proof& proof, const std::vector<std::vector<Square>>& roots) {
  proof.roots.clear();
  for (const auto& moves : roots) {
    FIVEPROOF_LET(auto position, position_after(moves, proof.size));
    proof.roots.push_back(Root{position, moves});
  }
  for (Gap& finding : proof.findings) {
    finding.root.reset();
    finding.line.clear();
  }
  return Done{};
}

Result<Reading> read_own(Result<Proof> proof, const Wanted& wanted, const std::string& path) {
  if (!proof.ok()) return proof.error();
  if (wanted.roots_after) return no_tree_of_moves(path);
  Reading reading{std::move(proof).value()};
  if (wanted.limits.dropped != nullptr) reading.losses = *wanted.limits.dropped;
  if (wanted.drop_annotations)
    for (Section& section : reading.proof.sections) section.tree = nullptr;  // which takes memory
  const Proof& read = reading.proof;
  if (auto error = disagreement("rule", wanted.rule, {read.rule}, path)) return *error;
  if (auto error = disagreement("board size", wanted.size, {read.size}, path)) return *error;
  if (auto error = disagreement("attacker", wanted.attacker, {read.attacker}, path)) return *error;
  if (wanted.roots) {
    tell(reading.losses, read.roots.size(), "root", " of the file: replaced by --root");
    FIVEPROOF_TRY(replace_roots(reading.proof, *wanted.roots));
  }
  return reading;
}

// -- trees of moves --

OffsetOfNode offsets_of(const TreeReading& read, const FormatEntry& entry) {
  if (entry.offsets != nullptr) return entry.offsets(read.tree);
  if (read.offsets.empty()) return {};
  return [&read](NodeNumber node) { return std::optional(read.offsets[node]); };
}

/// Tells what is wrong with the tree under any rule set. It is no oddity of its file, which can be read and
/// written again as it is; of a proof it becomes a finding.
void tell_occupied(TreeReading& read, const FormatEntry& entry) {
  std::uint64_t count = 0;
  NodeNumber first = 0;
  for_each_occupied(read.tree, [&](NodeNumber node) {
    if (count++ == 0) first = node;
  });
  if (count == 0) return;
  const OffsetOfNode offset_of = offsets_of(read, entry);
  const auto offset = offset_of ? offset_of(first) : std::nullopt;
  const std::string place = offset ? ", the first at byte " + std::to_string(*offset) : "";
  tell(read.carried, count, "move", " onto an occupied square" + place);
}

/// Proposes charsets for texts that are in none that is known.
void propose_charset(TreeReading& read, const TreeSource& source) {
  const auto named = read.tree.fact(charset_fact);
  if (!source.charset.empty() || (named && !named->empty())) return;
  std::vector<View> texts;
  std::vector<bool> is_taken(read.tree.pool().count());
  for (TreeCursor at(read.tree); at.next();)
    for (const NodeText& text : at.texts())
      if ((text.kind() == TextKind::comment || text.kind() == TextKind::board_text) &&
          !is_taken[text.text()]) {
        is_taken[text.text()] = true;
        texts.push_back(read.tree.pool().at(text.text()));
      }
  const auto charsets = fitting_charsets(texts);
  if (charsets.empty()) return;
  std::string names;
  for (const std::string& charset : charsets) names += (names.empty() ? "" : " or ") + charset;
  read.carried.push_back("the texts name no charset; they fit " + names + " (--charset)");
}

Result<TreeReading> read_tree(View bytes, const FormatEntry& entry, const TreeSource& source,
                              const ReaderLimits& limits, const std::string& path) {
  FIVEPROOF_TRY(check_read(entry, path));
  auto read =
      entry.read(bytes, {.max_bytes = most_bytes(limits), .salvage = limits.dropped != nullptr}, source);
  if (!read.ok()) return of_file(read.error(), path);
  if (limits.dropped != nullptr) append(read.value().losses, *limits.dropped);
  // A database has records of several boards; which of them are meant is for `claim` to ask.
  if (entry.claim == nullptr) {
    tell_occupied(read.value(), entry);
    propose_charset(read.value(), source);
    if (auto error = disagreement("board size", source.size, {read.value().tree.size()}, path)) return *error;
  }
  if (auto error = disagreement("rule", source.rule, read.value().rule, path)) return *error;
  if (source.rule) read.value().rule = source.rule;
  return read;
}

/// The options that would say what neither file nor caller says, and a proof must; empty if all is said.
std::string missing_in_claim(const TreeReading& read, const FormatEntry& entry, const Wanted& wanted) {
  std::string missing;
  const auto miss = [&](bool is_there, const std::string& option) {
    if (!is_there) missing += (missing.empty() ? "" : ", ") + option;
  };
  if (entry.claim == nullptr) miss(wanted.rule || read.rule, "--rule");
  miss(wanted.attacker || read.attacker, "--attacker");
  if (entry.claim == nullptr)
    miss(wanted.roots || wanted.roots_after || entry.roots != nullptr, "--root (--root none: no claim)");
  return missing;
}

/// What is wrong whoever is said to win; nothing where the rule set is not known.
Result<std::vector<Gap>> findings_of(const TreeReading& read, const FormatEntry& entry,
                                     const Wanted& wanted) {
  if (!read.rule || entry.claim != nullptr) return std::vector<Gap>();
  return findings_of_tree(read.tree, *read.rule, wanted.limits, offsets_of(read, entry));
}

/// A sentence for people about them, empty if there are none.
std::string summary_of(const std::vector<Gap>& findings) {
  if (findings.empty()) return {};
  return ". Wrong whoever wins: " + counted(findings.size(), "finding") + ", the first " +
         text_of(findings.front());
}

/// The roots that the file and the caller name.
Result<std::vector<std::vector<Square>>> roots_of(const TreeReading& read, const FormatEntry& entry,
                                                  const Wanted& wanted, const std::string& path) {
  if (wanted.roots) return *wanted.roots;
  if (!wanted.roots_after) return entry.roots(read.tree);
  auto roots = roots_after(read.tree, *wanted.roots_after);
  if (roots.empty()) return misfit(path, "no line of the file has " + counted(*wanted.roots_after, "move"));
  if (roots.size() > wanted.limits.max_roots)
    return Error{ErrorCode::limit, "more than " + counted(wanted.limits.max_roots, "root")};
  return roots;
}

/// What the tree proves, as far as the file and the caller say it; else what is missing.
Result<TreeClaim> claim_of(const TreeReading& read, const FormatEntry& entry, const Wanted& wanted,
                           const std::string& path) {
  if (auto error = disagreement("attacker", wanted.attacker, read.attacker, path)) return *error;
  if (const std::string missing = missing_in_claim(read, entry, wanted); !missing.empty()) {
    FIVEPROOF_LET(const auto findings, findings_of(read, entry, wanted));
    return misfit(path, "the file does not say what it claims: give " + missing +
                            ". What it shows: " + hints_of(read.tree).text() + summary_of(findings));
  }
  FIVEPROOF_LET(auto roots, roots_of(read, entry, wanted, path));
  return TreeClaim{wanted.rule ? *wanted.rule : *read.rule,
                   wanted.attacker ? *wanted.attacker : *read.attacker, std::move(roots), wanted.prefer};
}

Result<Reading> proof_of(const TreeReading& read, const FormatEntry& entry, const Wanted& wanted,
                         const std::string& path) {
  if (entry.claim != nullptr && wanted.roots_after) return no_tree_of_moves(path);
  if (entry.claim != nullptr) return entry.claim(read, wanted);
  FIVEPROOF_LET(const auto claim, claim_of(read, entry, wanted, path));
  return proof_of_tree(read.tree, claim, wanted.limits, offsets_of(read, entry));
}

/// Gives the memory of `bytes` back as soon as their hash is taken, because they are as large as the tree.
Result<Reading> proof_with_annotations(Bytes& bytes, TreeReading read, const FormatEntry& entry,
                                       const Wanted& wanted, const std::string& path) {
  Provenance provenance{std::string(entry.name), bytes.size(), {}, {}};
  if (!wanted.drop_annotations) provenance.source_hash = sha256(bytes);
  give_back(bytes);
  auto reading = proof_of(read, entry, wanted, path);
  if (!reading.ok()) return of_file(reading.error(), path);
  reading.value().oddities = lines_of(read);
  append(reading.value().carried, read.carried);
  append(reading.value().losses, read.losses);
  if (wanted.drop_annotations) return reading;
  if (auto added = add_annotations(reading.value(), std::move(read.tree), std::move(provenance)); !added.ok())
    return of_file(added.error(), path);
  return reading;
}

}  // namespace

Result<std::optional<Format>> format_of_input(const std::string& path) {
  const auto is_read = [](std::string_view name) {
    const auto format = format_of_path(name);
    return format && (entry_of(*format).read != nullptr || entry_of(*format).read_own != nullptr);
  };
  FIVEPROOF_LET(const auto name, name_inside(path, is_read));
  return format_of_path(name);
}

bool is_typed_game(const std::string& path) {
  std::error_code none;
  return is_game(path) && !std::filesystem::exists(path, none);
}

Result<Reading> read_proof_file(const std::string& path, Format format, const Wanted& wanted) {
  const FormatEntry& entry = entry_of(format);
  if (entry.read_own != nullptr) return read_own(own_proof(path, entry, wanted.limits), wanted, path);
  FIVEPROOF_LET(auto read, read_bytes(path, entry, wanted.limits));
  return read_foreign_proof(std::move(read.bytes), format, wanted, read.name);
}

Result<Contents> read_contents(const std::string& path, Format format, const Wanted& wanted) {
  const auto as_proof = [](Result<Reading> reading) {
    return reading.ok() ? Result<Contents>(Contents{std::move(reading).value(), {}, {}}) : reading.error();
  };
  const FormatEntry& entry = entry_of(format);
  if (entry.read_own != nullptr) return as_proof(read_proof_file(path, format, wanted));
  FIVEPROOF_LET(auto file, read_bytes(path, entry, wanted.limits));
  FIVEPROOF_LET(auto read, read_tree(file.bytes, entry, wanted, wanted.limits, file.name));
  std::string missing = missing_in_claim(read, entry, wanted);
  if (wanted.attacker || wanted.roots || wanted.roots_after || missing.empty())
    return as_proof(proof_with_annotations(file.bytes, std::move(read), entry, wanted, file.name));
  auto findings = findings_of(read, entry, wanted);
  if (!findings.ok()) return of_file(findings.error(), file.name);
  return Contents{{}, std::move(read), std::move(missing), std::move(findings).value()};
}

Result<Reading> read_foreign_proof(Bytes bytes, Format format, const Wanted& wanted,
                                   const std::string& path) {
  const FormatEntry& entry = entry_of(format);
  FIVEPROOF_LET(auto read, read_tree(bytes, entry, wanted, wanted.limits, path));
  return proof_with_annotations(bytes, std::move(read), entry, wanted, path);
}

std::string text_of(const Gap& finding) {
  std::string text(name_of(finding.kind));
  if (finding.by) text += " " + to_text(*finding.by);
  if (finding.root)
    text += " at root " + std::to_string(*finding.root) + ", line \"" + to_text(finding.line) + "\"";
  else if (!finding.line.empty())
    text += " after \"" + to_text(finding.line) + "\"";
  else
    text += " at black " + to_text(finding.position.stones(Color::black)) + ", white " +
            to_text(finding.position.stones(Color::white));
  if (finding.source_offset) text += ", byte " + std::to_string(*finding.source_offset);
  return text;
}

std::vector<std::string> lines_of(const TreeReading& read) {
  std::vector<std::string> lines;
  for (const Remark& odd : read.oddities)
    lines.push_back((odd.offset ? "byte " + std::to_string(*odd.offset) + ": " : "") + odd.text);
  if (read.oddity_count > lines.size())
    lines.push_back("and " + std::to_string(read.oddity_count - lines.size()) + " more");
  return lines;
}

Result<TreeReading> read_tree_file(const std::string& path, Format format, const TreeSource& source,
                                   const ReaderLimits& limits) {
  FIVEPROOF_LET(const auto file, read_bytes(path, entry_of(format), limits));
  return read_tree(file.bytes, entry_of(format), source, limits, file.name);
}

}  // namespace fiveproof::convert
