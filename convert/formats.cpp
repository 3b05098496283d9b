#include "convert/formats.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/files/file.hpp"
#include "base/memory/memory.hpp"
#include "convert/games/moves.hpp"
#include "convert/games/openings.hpp"
#include "convert/games/piskvork.hpp"
#include "convert/games/rif.hpp"
#include "convert/pictures/csv.hpp"
#include "convert/pictures/dot.hpp"
#include "convert/proof/provenance.hpp"
#include "convert/proof/tree_hints.hpp"
#include "convert/proof/tree_of_proof.hpp"
#include "convert/proof/tree_proof.hpp"
#include "convert/rapfi/rapfi_db.hpp"
#include "convert/rapfi/rapfi_proof.hpp"
#include "convert/renlib/renlib.hpp"
#include "convert/rseq/rseq.hpp"
#include "convert/rv2/rv2.hpp"
#include "convert/rv2/rv2_store.hpp"
#include "convert/sgf/sgf.hpp"
#include "convert/syntax/charset.hpp"
#include "convert/tree/tree_section.hpp"
#include "format/fvp/fvp_reader.hpp"
#include "format/fvp/fvp_writer.hpp"
#include "format/text/jsonl.hpp"
#include "game/notation.hpp"
#include "proof/content_digest.hpp"

namespace fiveproof::convert {

namespace {

using Bytes = std::vector<std::uint8_t>;
using View = std::span<const std::uint8_t>;

const Section* find_section(const Proof& proof, std::uint32_t kind) {
  const auto found = std::ranges::find(proof.sections, kind, &Section::kind);
  return found == proof.sections.end() ? nullptr : &*found;
}

// -- what each format is read and written by --

/// A database claims more than a tree does: of each position who wins.
Result<Reading> proof_of_rapfi(const TreeReading& read, const Wanted& wanted, const std::string& file) {
  auto db = db_of_tree(read.tree);
  if (!db.ok()) return db.error();
  return proof_of_db(db.value(), wanted, file);
}

/// Into the database that the proof was read from, if it was, with what has been proved since.
Result<Writing> write_rapfi_records(const Proof& proof, const Shown& shown) {
  const Section* section = find_section(proof, tree_section_kind);
  auto tree = section != nullptr && !shown.from_records
                  ? decode_tree(section->bytes)
                  : Result<GameTree>(Error{ErrorCode::usage, "no tree", {}, {}});
  const bool is_base = tree.ok() && tree.value().source() == rapfi_db_source;
  auto base = is_base ? db_of_tree(tree.value()) : Result<RapfiDatabase>(RapfiDatabase());
  if (!base.ok()) return base.error();
  auto made = is_base ? db_of_proof(proof, base.value()) : db_of_proof(proof);
  if (!made.ok()) return made.error();
  return Writing{rapfi_file(made.value().db), {}, std::move(made.value().losses), is_base};
}

using Line = std::vector<Square>;
using ReadTree = Result<TreeReading>(View, const TreeReadOptions&, const TreeSource&,
                                     const std::string& file);
using WriteTree = Result<TreeWriting>(const GameTree&, std::optional<RuleSet>);

// Functions of one type, as the table wants them.
template <Result<TreeReading> (*read)(View, const TreeReadOptions&, const std::string&)>
Result<TreeReading> plain(View bytes, const TreeReadOptions& options, const TreeSource&,
                          const std::string& file) {
  return read(bytes, options, file);
}
template <Result<TreeReading> (*read)(View, const TreeReadOptions&, const std::string&, int), int usual>
Result<TreeReading> sized(View bytes, const TreeReadOptions& options, const TreeSource& source,
                          const std::string& file) {
  return read(bytes, options, file, source.size.value_or(usual));
}
template <Result<TreeWriting> (*write)(const GameTree&)>
Result<TreeWriting> plain(const GameTree& tree, std::optional<RuleSet>) {
  return write(tree);
}

struct Entry {
  Format format;
  std::string_view name;
  std::string_view extension;  ///< may be none
  /// Is its tree one of moves, which another format of trees can take?
  bool is_tree = false;
  ReadTree* read = nullptr;
  WriteTree* write = nullptr;
  /// What its tree claims by itself, if it does.
  std::vector<Line> (*roots)(const GameTree&) = nullptr;
  /// In place of proof_of_tree, and of writing the tree that a proof unfolds to.
  Result<Reading> (*claim)(const TreeReading&, const Wanted&, const std::string&) = nullptr;
  Result<Writing> (*write_records)(const Proof&, const Shown&) = nullptr;
  /// Does it show a part as well?
  bool is_picture = false;
};
constexpr std::array<Entry, 16> table{{
    {Format::fvp, "fvp", ".fvp"},
    {Format::jsonl, "jsonl", ".jsonl"},
    {Format::jsonl_zst, "jsonl.zst", ".jsonl.zst"},
    {Format::lib, "lib", ".lib", true, plain<read_renlib>, plain<write_renlib>},
    {Format::db, "db", ".db", false, plain<read_rapfi_db>,
     [](const GameTree& tree, std::optional<RuleSet>) { return write_rapfi_db(tree); }, nullptr,
     proof_of_rapfi, write_rapfi_records},
    {Format::sgf, "sgf", ".sgf", true,
     [](View bytes, const TreeReadOptions& options, const TreeSource& source, const std::string& file) {
       return read_sgf(bytes, options, file, source.charset);
     },
     [](const GameTree& tree, std::optional<RuleSet> rule) { return write_sgf(tree, {rule}); }},
    {Format::rseq, "rseq", ".rseq.json", true, plain<read_rseq>},
    {Format::rv2, "rv2", ".json", true, plain<read_rv2_tree>, plain<write_rv2_tree>, first_moves, nullptr,
     [](const Proof& proof, const Shown&) { return write_rv2(proof); }},
    {Format::rv2_store, "rv2-store", ".dat", true, plain<read_rv2_store>, plain<write_rv2_store>,
     first_moves},
    {Format::rif, "rif", ".xml", true,
     [](View bytes, const TreeReadOptions& options, const TreeSource& source, const std::string& file) {
       return read_rif(bytes, options, file, {source.beginning});
     }},
    {Format::psq, "psq", ".psq", true, plain<read_psq>, plain<write_psq>},
    {Format::rec, "rec", ".rec", true, sized<read_rec, usual_rec_size>, plain<write_rec>},
    {Format::moves, "moves", ".moves", true, sized<read_moves, 15>, plain<write_moves>},
    {Format::openings, "openings", "", true, sized<read_openings, 15>, plain<write_openings>},
    {Format::dot, "dot", ".dot", false, nullptr, nullptr, nullptr, nullptr,
     [](const Proof& proof, const Shown& shown) {
       return write_dot(proof, {shown.root, shown.max_depth});
     },
     true},
    {Format::csv, "csv", ".csv", false, nullptr, nullptr, nullptr, nullptr,
     [](const Proof& proof, const Shown& shown) {
       return write_csv(proof, {shown.root, shown.max_depth});
     },
     true},
}};

const Entry& entry_of(Format format) {
  const auto found = std::ranges::find(table, format, &Entry::format);
  FIVEPROOF_ENSURE(found != table.end());
  return *found;
}

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

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

Error of_file(Error error, const std::string& path) {
  error.file = input_name(path);
  return error;
}

std::optional<Error> other_size(std::optional<int> wanted, int size, const std::string& path) {
  if (!wanted || *wanted == size) return std::nullopt;
  return contradiction(
      path, "expected board size " + std::to_string(*wanted) + ", the file says " + std::to_string(size));
}

std::optional<Error> other_rule(std::optional<RuleSet> wanted, std::optional<RuleSet> rule,
                                const std::string& path) {
  if (!wanted || !rule || *wanted == *rule) return std::nullopt;
  return contradiction(path, "expected rule " + std::string(name_of(*wanted)) + ", the file says " +
                                 std::string(name_of(*rule)));
}

/// What the file says and the caller insists on must agree.
std::optional<Error> disagreement(std::optional<RuleSet> rule, int size, std::optional<Color> attacker,
                                  const Wanted& wanted, const std::string& path) {
  if (auto error = other_rule(wanted.rule, rule, path)) return error;
  if (auto error = other_size(wanted.size, size, path)) return error;
  if (wanted.attacker && attacker && *wanted.attacker != *attacker)
    return contradiction(path, "expected attacker " + std::string(name_of(*wanted.attacker)) +
                                   ", the file says " + std::string(name_of(*attacker)));
  return std::nullopt;
}

// -- our own formats --

// A finding's line starts at a root; when the roots are replaced only its position stays.
Status replace_roots(Proof& proof, const std::vector<std::vector<Square>>& roots) {
  proof.roots.clear();
  for (const auto& moves : roots) {
    auto position = position_after(moves, proof.size);
    if (!position.ok()) return position.error();
    proof.roots.push_back(Root{position.value(), moves});
  }
  for (Gap& finding : proof.findings) {
    finding.root.reset();
    finding.line.clear();
  }
  return Done{};
}

Result<Reading> read_own(Result<Proof> proof, const Wanted& wanted, const std::string& path) {
  if (!proof.ok()) return proof.error();
  Reading reading{std::move(proof).value()};
  const Proof& read = reading.proof;
  if (auto error = disagreement(read.rule, read.size, read.attacker, wanted, path)) return *error;
  if (wanted.roots) {
    if (!reading.proof.roots.empty())
      reading.losses.push_back(counted(reading.proof.roots.size(), "root") +
                               " of the file: replaced by --root");
    if (auto replaced = replace_roots(reading.proof, *wanted.roots); !replaced.ok()) return replaced.error();
  }
  return reading;
}

// -- trees of moves --

Status check_read(const Entry& entry, const std::string& path) {
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

Result<Bytes> read_bytes(const std::string& path, const Entry& entry, const ReaderLimits& limits) {
  if (auto is_read = check_read(entry, path); !is_read.ok()) return is_read.error();
  auto bytes = read_file(path, most_bytes(limits));
  if (!bytes.ok() && bytes.error().code == ErrorCode::limit)
    bytes.error().message = "expected a file of the format " + std::string(entry.name) + " of at most " +
                            counted(most_bytes(limits), "byte") + ", found more (--memory sets the limit)";
  return bytes;
}

Result<TreeReading> read_tree(View bytes, const Entry& entry, const TreeSource& source,
                              const ReaderLimits& limits, const std::string& path) {
  if (auto is_read = check_read(entry, path); !is_read.ok()) return is_read.error();
  auto read = entry.read(bytes, {.max_bytes = most_bytes(limits)}, source, input_name(path));
  if (!read.ok()) return read;
  // A database has records of several boards; which of them are meant is for `claim` to ask.
  if (entry.claim == nullptr)
    if (auto error = other_size(source.size, read.value().tree.size(), path)) return *error;
  if (auto error = other_rule(source.rule, read.value().rule, path)) return *error;
  if (source.rule) read.value().rule = source.rule;
  return read;
}

/// What neither the file nor the caller says, and a proof must: options, for people; empty if all is said.
std::string missing_in_claim(const TreeReading& read, const Entry& entry, const Wanted& wanted) {
  std::string missing;
  const auto miss = [&](bool is_there, const std::string& option) {
    if (!is_there) missing += (missing.empty() ? "" : ", ") + option;
  };
  if (entry.claim == nullptr) miss(wanted.rule || read.rule, "--rule");
  miss(wanted.attacker || read.attacker, "--attacker");
  if (entry.claim == nullptr) miss(wanted.roots || entry.roots != nullptr, "--root (--root none: no claim)");
  return missing;
}

/// What the tree proves, as far as the file and the caller say it; else what is missing.
Result<TreeClaim> claim_of(const TreeReading& read, const Entry& entry, const Wanted& wanted,
                           const std::string& path) {
  const int size = read.tree.size();
  if (auto error = disagreement(read.rule, size, read.attacker, wanted, path)) return *error;
  if (const std::string missing = missing_in_claim(read, entry, wanted); !missing.empty())
    return contradiction(path, "the file does not say what it claims: give " + missing +
                                   ". What it shows: " + hints_of(read.tree).text());
  return TreeClaim{wanted.rule ? *wanted.rule : *read.rule,
                   wanted.attacker ? *wanted.attacker : *read.attacker,
                   wanted.roots ? *wanted.roots : entry.roots(read.tree), wanted.prefer};
}

OffsetOfNode offsets_of(const TreeReading& read) {
  if (read.tree.source() == renlib_source)
    return [offsets = std::make_shared<RenlibOffsets>(read.tree)](NodeNumber node) {
      return std::optional(offsets->of(node));
    };
  if (read.offsets.empty()) return {};
  return [&read](NodeNumber node) { return std::optional(read.offsets[node]); };
}

/// The tree as it was, and where it comes from.
Status add_annotations(Reading& reading, const GameTree& tree, Provenance provenance) {
  auto section = encode_tree(tree);
  if (!section.ok()) return section.error();
  provenance.proof_hash = content_digest(reading.proof);
  reading.carried.push_back(counted(section.value().size(), "byte") +
                            " of annotations: the tree as it is, texts and marks");
  reading.proof.sections.push_back({provenance_kind, encode_provenance(provenance)});
  reading.proof.sections.push_back({tree_section_kind, std::move(section).value()});
  return Done{};
}

Result<Reading> proof_of(const TreeReading& read, const Entry& entry, const Wanted& wanted,
                         const std::string& path) {
  if (entry.claim != nullptr) return entry.claim(read, wanted, input_name(path));
  const auto claim = claim_of(read, entry, wanted, path);
  if (!claim.ok()) return claim.error();
  auto reading = proof_of_tree(read.tree, claim.value(), wanted.limits, offsets_of(read));
  if (!reading.ok()) return of_file(reading.error(), path);
  return reading;
}

/// Gives the bytes back: they are as large as the tree.
Result<Reading> proof_with_annotations(Bytes& bytes, const TreeReading& read, const Entry& entry,
                                       const Wanted& wanted, const std::string& path) {
  Provenance provenance{std::string(entry.name), bytes.size(), {}, {}};
  if (!wanted.drop_annotations) provenance.source_hash = sha256(bytes);
  give_back(bytes);
  auto reading = proof_of(read, entry, wanted, path);
  if (!reading.ok()) return reading;
  reading.value().oddities = lines_of(read);
  append(reading.value().carried, read.carried);
  append(reading.value().losses, read.losses);
  if (wanted.drop_annotations) return reading;
  if (auto added = add_annotations(reading.value(), read.tree, std::move(provenance)); !added.ok())
    return of_file(added.error(), path);
  return reading;
}

Result<Reading> read_tree_proof(Bytes bytes, const Entry& entry, const Wanted& wanted,
                                const std::string& path) {
  auto read = read_tree(bytes, entry, wanted, wanted.limits, path);
  if (!read.ok()) return read.error();
  return proof_with_annotations(bytes, read.value(), entry, wanted, path);
}

/// The tree that this very proof was read from, if it has one and has not been changed since.
Result<std::optional<GameTree>> source_tree(const Proof& proof) {
  const Section* tree = find_section(proof, tree_section_kind);
  if (tree == nullptr) return std::optional<GameTree>();
  const Section* origin = find_section(proof, provenance_kind);
  const auto provenance = origin != nullptr
                              ? decode_provenance(origin->bytes)
                              : Result<Provenance>(Error{ErrorCode::malformed, "no provenance", {}, {}});
  if (!provenance.ok() || provenance.value().proof_hash != content_digest(proof))
    return std::optional<GameTree>();
  auto decoded = decode_tree(tree->bytes);
  if (!decoded.ok()) return decoded.error();
  return std::optional(std::move(decoded).value());
}

void lose_claim(const Proof& proof, const Entry& entry, std::vector<std::string>& losses) {
  losses.push_back("the claim (" + std::string(name_of(proof.rule)) + ", " +
                   std::string(name_of(proof.attacker)) + " attacks, " + counted(proof.roots.size(), "root") +
                   "): " + std::string(entry.name) + " does not name it");
}

/// Its texts in UTF-8, when their charset is known. require: the format is written.
Result<Writing> write_tree(const GameTree& tree, const Entry& entry, const std::string& charset,
                           std::optional<RuleSet> rule) {
  Writing writing;
  std::optional<DecodedTree> decoded;
  if (!charset.empty()) {
    auto texts = decode_texts(tree, charset);
    if (!texts.ok()) return texts.error();
    decoded = std::move(texts).value();
    writing.carried.push_back(counted(decoded->texts, "text") + " decoded from " + charset);
    if (decoded->invalid != 0)
      writing.losses.push_back(counted(decoded->invalid, "byte") + " in texts: not of " + charset);
  }
  auto written = entry.write(decoded ? decoded->tree : tree, rule);
  if (!written.ok()) return written.error();
  writing.bytes = std::move(written.value().bytes);
  append(writing.losses, written.value().losses);
  return writing;
}

/// A tree of moves into any format of such trees, that of a database into a database.
bool can_take(const Entry& entry, const GameTree& tree) {
  return entry.write != nullptr && entry.is_tree == (tree.source() != rapfi_db_source);
}

/// What the records unfold to, as a tree.
Result<GameTree> unfolded(const Proof& proof, const Shown& shown, Writing& told) {
  auto made = tree_of_proof(proof, {shown.root, shown.max_depth, shown.expand_all});
  if (!made.ok()) return made.error();
  append(told.carried, made.value().carried);
  append(told.losses, made.value().losses);
  return std::move(made.value().tree);
}

Result<Writing> encode_foreign(const Proof& proof, const Entry& entry, const Shown& shown) {
  if (entry.is_picture) return entry.write_records(proof, shown);
  if (auto written = check_written(entry.format); !written.ok()) return written.error();
  auto source = shown.is_part() ? Result<std::optional<GameTree>>(std::nullopt) : source_tree(proof);
  if (!source.ok()) return source.error();
  Writing writing;
  writing.keeps_annotations = source.value() && can_take(entry, *source.value());
  if (!writing.keeps_annotations && entry.write_records != nullptr && !shown.is_sub_tree())
    return entry.write_records(proof, shown);
  if (writing.keeps_annotations)
    writing.carried.push_back("the tree that the proof was read from, as it was");
  const auto tree = writing.keeps_annotations ? Result<GameTree>(std::move(*source.value()))
                                              : unfolded(proof, shown, writing);
  if (!tree.ok()) return tree.error();
  writing.nodes = tree.value().node_count();
  auto written = write_tree(tree.value(), entry, shown.charset, proof.rule);
  if (!written.ok()) return written.error();
  append(writing.carried, written.value().carried);
  writing.bytes = std::move(written.value().bytes);
  lose_claim(proof, entry, writing.losses);
  append(writing.losses, written.value().losses);
  return writing;
}

Result<Writing> encode(const Proof& proof, Format format, const Shown& shown) {
  if (format != Format::jsonl && format != Format::jsonl_zst)
    return encode_foreign(proof, entry_of(format), shown);
  auto text = jsonl_bytes(proof, format == Format::jsonl ? Packing::none : Packing::zstd);
  if (!text.ok()) return text.error();
  return Writing{std::move(text).value()};
}

/// Of sections, which no format but .fvp has. What the tree had to say comes first.
void lose_sections(const Proof& proof, Format format, const Shown& shown, Writing& writing) {
  auto& losses = writing.losses;
  for (const Section& section : proof.sections) {
    const bool is_source = section.kind == tree_section_kind;
    if (is_source && writing.keeps_annotations) continue;
    if (!is_source || !entry_of(format).is_tree)
      losses.push_back(text_of(section) + ": only .fvp has sections");
    else if (shown.is_part())
      losses.insert(losses.begin(), text_of(section) + ": what is written are records");
    else
      losses.insert(
          losses.begin(),
          text_of(section) + ": the proof has been changed since it was read, or was read from no tree");
  }
}

}  // namespace

std::string_view name_of(Format format) { return entry_of(format).name; }

std::string text_of(const Section& section) {
  const std::string bytes = ", " + counted(section.bytes.size(), "byte");
  if (section.kind == tree_section_kind) return "the annotations of the source" + bytes;
  if (section.kind == provenance_kind) return "where the proof comes from" + bytes;
  return "the section of kind " + std::to_string(section.kind) + bytes;
}

bool is_tree(Format format) { return entry_of(format).is_tree; }

Status check_written(Format format) {
  const Entry& entry = entry_of(format);
  if (!entry.is_tree || entry.write != nullptr) return Done{};
  return Error{ErrorCode::unsupported, std::string(entry.name) + " is read, not written"};
}

bool shows_parts(Format format) { return entry_of(format).is_tree || entry_of(format).is_picture; }

std::string format_names() {
  std::string names;
  for (const Entry& entry : table) names += (names.empty() ? "" : ", ") + std::string(entry.name);
  return names;
}

Result<Format> parse_format(std::string_view name) {
  for (const Entry& entry : table)
    if (entry.name == name) return entry.format;
  return Error{ErrorCode::usage,
               "expected a format (" + format_names() + "), found '" + std::string(name) + "'"};
}

std::optional<Format> format_of_path(std::string_view path) {
  for (const Entry& entry : table)
    if (!entry.extension.empty() && ends_with_ignoring_case(path, entry.extension)) return entry.format;
  return std::nullopt;
}

Result<Reading> read_proof_file(const std::string& path, Format format, const Wanted& wanted) {
  switch (format) {
    case Format::fvp:
      return read_own(read_fvp_file(path, wanted.limits), wanted, path);
    case Format::jsonl:
      return read_own(read_jsonl_file(path, wanted.limits), wanted, path);
    case Format::jsonl_zst:
      return read_own(read_jsonl_file(path, wanted.limits, Packing::zstd), wanted, path);
    default: {
      auto bytes = read_bytes(path, entry_of(format), wanted.limits);
      if (!bytes.ok()) return bytes.error();
      return read_foreign_proof(std::move(bytes).value(), format, wanted, path);
    }
  }
}

Result<Contents> read_contents(const std::string& path, Format format, const Wanted& wanted) {
  const auto as_proof = [](Result<Reading> reading) {
    return reading.ok() ? Result<Contents>(Contents{std::move(reading).value(), {}, {}}) : reading.error();
  };
  if (format == Format::fvp || format == Format::jsonl || format == Format::jsonl_zst)
    return as_proof(read_proof_file(path, format, wanted));
  const Entry& entry = entry_of(format);
  auto bytes = read_bytes(path, entry, wanted.limits);
  if (!bytes.ok()) return bytes.error();
  auto read = read_tree(bytes.value(), entry, wanted, wanted.limits, path);
  if (!read.ok()) return read.error();
  std::string missing = missing_in_claim(read.value(), entry, wanted);
  if (wanted.attacker || wanted.roots || missing.empty())
    return as_proof(proof_with_annotations(bytes.value(), read.value(), entry, wanted, path));
  return Contents{{}, std::move(read).value(), std::move(missing)};
}

Result<Reading> read_foreign_proof(std::vector<std::uint8_t> bytes, Format format, const Wanted& wanted,
                                   const std::string& path) {
  return read_tree_proof(std::move(bytes), entry_of(format), wanted, path);
}

Result<Writing> encode_proof(const Proof& proof, Format format, const Shown& shown) {
  if (format == Format::fvp) {
    auto bytes = fvp_bytes(proof);
    if (!bytes.ok()) return bytes.error();
    return Writing{std::move(bytes).value()};
  }
  auto writing = encode(proof, format, shown);
  if (!writing.ok()) return writing;
  lose_sections(proof, format, shown, writing.value());
  return writing;
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
  const auto bytes = read_bytes(path, entry_of(format), limits);
  if (!bytes.ok()) return bytes.error();
  return read_tree(bytes.value(), entry_of(format), source, limits, path);
}

Result<Writing> encode_tree_as(const GameTree& tree, Format format, const std::string& charset,
                               std::optional<RuleSet> rule) {
  if (auto written = check_written(format); !written.ok()) return written.error();
  return write_tree(tree, entry_of(format), charset, rule);
}

}  // namespace fiveproof::convert
