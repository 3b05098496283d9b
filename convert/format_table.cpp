#include "convert/format_table.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>

#include "convert/games/moves.hpp"
#include "convert/games/openings.hpp"
#include "convert/games/piskvork.hpp"
#include "convert/games/rif.hpp"
#include "convert/games/yixin_saved.hpp"
#include "convert/pictures/csv.hpp"
#include "convert/pictures/dot.hpp"
#include "convert/rapfi/rapfi_csv.hpp"
#include "convert/rapfi/rapfi_db.hpp"
#include "convert/rapfi/rapfi_proof.hpp"
#include "convert/renlib/renlib.hpp"
#include "convert/rseq/rseq.hpp"
#include "convert/rv2/rv2.hpp"
#include "convert/rv2/rv2_store.hpp"
#include "convert/sgf/sgf.hpp"
#include "convert/terminator/terminator.hpp"
#include "format/fvp/fvp_reader.hpp"
#include "format/fvp/fvp_writer.hpp"
#include "format/text/jsonl.hpp"
#include "format/tree/tree_section.hpp"

namespace fiveproof::convert {

namespace {

/// Makes the proof from the database itself, which says of each position who wins; the tree does not.
template <bool is_file>
Result<Reading> proof_of_rapfi(const TreeReading& read, const Wanted& wanted) {
  FIVEPROOF_LET(auto db, db_of_tree(read.tree));
  return proof_of_db(db, wanted, is_file);
}

/// Adds what has been proved since to the database that the proof was read from, if it was, so that nothing
/// of that is lost.
Result<DbWriting> records_as_db(const Proof& proof, const Shown& shown) {
  std::optional<RapfiDatabase> base;
  if (const Section* section = find_section(proof, tree_section_kind); section && !shown.from_records)
    if (const auto tree = tree_of(*section); tree.ok() && tree.value()->source() == rapfi_db_source) {
      FIVEPROOF_LET(base, db_of_tree(*tree.value()));
    }
  return base ? db_of_proof(proof, *base) : db_of_proof(proof);
}
Result<Writing> write_rapfi_records(const Proof& proof, const Shown& shown) {
  FIVEPROOF_LET(auto made, records_as_db(proof, shown));
  return Writing{rapfi_file(made.db), {}, std::move(made.losses)};
}
Result<Writing> write_rapfi_rows(const Proof& proof, const Shown& shown) {
  FIVEPROOF_LET(auto made, records_as_db(proof, shown));
  TreeWriting rows = csv_of_db(made.db);
  append(made.losses, rows.losses);
  return Writing{std::move(rows.bytes), {}, std::move(made.losses)};
}

OffsetOfNode offsets_of_renlib(const GameTree& tree) {
  return [offsets = std::make_shared<RenlibOffsets>(tree)](NodeNumber node) {
    return std::optional(offsets->of(node));
  };
}

// These make functions of one type, as the table wants them.
template <Packing packing>
Result<Proof> read_lines(const std::string& path, const ReaderLimits& limits) {
  return read_jsonl_file(path, limits, packing);
}
template <Packing packing>
Result<Bytes> write_lines(const Proof& proof) {
  return jsonl_bytes(proof, packing);
}
template <Result<TreeReading> (*read)(View, const TreeReadOptions&)>
Result<TreeReading> plain(View bytes, const TreeReadOptions& options, const TreeSource&) {
  return read(bytes, options);
}
template <Result<TreeReading> (*read)(View, const TreeReadOptions&, int), int usual>
Result<TreeReading> sized(View bytes, const TreeReadOptions& options, const TreeSource& source) {
  return read(bytes, options, source.size.value_or(usual));
}
Result<TreeReading> lettered(View bytes, const TreeReadOptions& options, const TreeSource& source) {
  return read_moves(bytes, options, source.size.value_or(15), source.letters);
}
template <Result<TreeWriting> (*write)(const GameTree&)>
Result<TreeWriting> plain(const GameTree& tree, const TreeTarget&) {
  return write(tree);
}
PartOptions part_of(const Shown& shown) { return {shown.root, shown.max_depth, shown.max_width}; }

constexpr std::array<FormatEntry, 21> format_table{{
    {.format = Format::fvp,
     .name = "fvp",
     .extension = ".fvp",
     .read_own = [](const std::string& path,
                    const ReaderLimits& limits) { return read_fvp_file(path, limits); },
     .write_own = [](const Proof& proof) { return fvp_bytes(proof); }},
    {.format = Format::jsonl,
     .name = "jsonl",
     .extension = ".jsonl",
     .read_own = read_lines<Packing::none>,
     .write_own = write_lines<Packing::none>},
    {.format = Format::jsonl_zst,
     .name = "jsonl.zst",
     .extension = ".jsonl.zst",
     .read_own = read_lines<Packing::zstd>,
     .write_own = write_lines<Packing::zstd>},
    {.format = Format::lib,
     .name = "lib",
     .extension = ".lib",
     .is_tree = true,
     .read = plain<read_renlib>,
     .write = plain<write_renlib>,
     .offsets = offsets_of_renlib,
     .has_charset = true},
    {.format = Format::db,
     .name = "db",
     .extension = ".db",
     .read = plain<read_rapfi_db>,
     .write = [](const GameTree& tree, const TreeTarget&) { return write_rapfi_db(tree); },
     .claim = proof_of_rapfi<true>,
     .write_records = write_rapfi_records,
     .has_charset = true},
    {Format::db_csv, "db-csv", ".db.csv", false, plain<read_rapfi_csv>, plain<write_rapfi_csv>, nullptr,
     proof_of_rapfi<false>, write_rapfi_rows},
    {.format = Format::sgf,
     .name = "sgf",
     .extension = ".sgf",
     .is_tree = true,
     .read = [](View bytes, const TreeReadOptions& options,
                const TreeSource& source) { return read_sgf(bytes, options, source.charset); },
     .write =
         [](const GameTree& tree, const TreeTarget& target) {
           return write_sgf(tree, {target.rule, target.charset});
         },
     .has_charset = true},
    {Format::rseq, "rseq", ".rseq.json", true, plain<read_rseq>},
    {Format::rv2, "rv2", ".json", true, plain<read_rv2_tree>, plain<write_rv2_tree>, first_moves, nullptr,
     [](const Proof& proof, const Shown&) { return write_rv2(proof); }},
    {Format::rv2_store, "rv2-store", ".dat", true, plain<read_rv2_store>, plain<write_rv2_store>,
     first_moves},
    {Format::rif, "rif", ".xml", true,
     [](View bytes, const TreeReadOptions& options, const TreeSource& source) {
       return read_rif(bytes, options, {source.beginning});
     }},
    {Format::psq, "psq", ".psq", true, plain<read_psq>, plain<write_psq>},
    {Format::rec, "rec", ".rec", true, sized<read_rec, usual_rec_size>, plain<write_rec>},
    {Format::sav, "sav", ".sav", true, plain<read_sav>, plain<write_sav>},
    {Format::pos, "pos", ".pos", true, plain<read_pos>, plain<write_pos>},
    {.format = Format::moves,
     .name = "moves",
     .extension = ".moves",
     .is_tree = true,
     .read = lettered,
     .write = plain<write_moves>,
     .has_charset = true},
    {Format::code, "code", "", true, lettered, plain<write_codes>},
    {Format::openings, "openings", "", true, sized<read_openings, 15>, plain<write_openings>},
    {Format::terminator, "terminator", "", true, plain<read_terminator>, nullptr, first_moves},
    {.format = Format::dot,
     .name = "dot",
     .extension = ".dot",
     .write_records = [](const Proof& proof,
                         const Shown& shown) { return write_dot(proof, part_of(shown), shown.replies_at); },
     .is_picture = true},
    {.format = Format::csv,
     .name = "csv",
     .extension = ".csv",
     .write_records = [](const Proof& proof, const Shown& shown) { return write_csv(proof, part_of(shown)); },
     .is_picture = true},
}};

bool ends_with_ignoring_case(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() &&
         std::ranges::equal(text.substr(text.size() - ending.size()), ending, {},
                            [](char c) { return std::tolower(static_cast<unsigned char>(c)); });
}

}  // namespace

const FormatEntry& entry_of(Format format) {
  const auto found = std::ranges::find(format_table, format, &FormatEntry::format);
  FIVEPROOF_ENSURE(found != format_table.end());
  return *found;
}

std::string_view name_of(Format format) { return entry_of(format).name; }

bool is_tree(Format format) { return entry_of(format).is_tree; }

bool is_database(Format format) { return entry_of(format).claim != nullptr; }

bool has_charset(Format format) { return entry_of(format).has_charset; }

std::string names_of_charset_formats() {
  std::string names;
  for (const FormatEntry& entry : format_table)
    if (entry.has_charset) names += (names.empty() ? "" : ", ") + std::string(entry.name);
  return names;
}

Status check_written(Format format) {
  const FormatEntry& entry = entry_of(format);
  if (!entry.is_tree || entry.write != nullptr) return Done{};
  return Error{ErrorCode::unsupported, std::string(entry.name) + " is read, not written"};
}

bool shows_parts(Format format) { return entry_of(format).is_tree || entry_of(format).is_picture; }

std::string format_names() {
  std::string names;
  for (const FormatEntry& entry : format_table)
    names += (names.empty() ? "" : ", ") + std::string(entry.name);
  return names;
}

Result<Format> parse_format(std::string_view name) {
  for (const FormatEntry& entry : format_table)
    if (entry.name == name) return entry.format;
  return Error{ErrorCode::usage,
               "expected a format (" + format_names() + "), found '" + std::string(name) + "'"};
}

std::optional<Format> format_of_path(std::string_view path) {
  for (const FormatEntry& entry : format_table)
    if (!entry.extension.empty() && ends_with_ignoring_case(path, entry.extension)) return entry.format;
  return std::nullopt;
}

}  // namespace fiveproof::convert
