// The formats by name, and reading and writing any of them.
//
//   name       extension      what
//   fvp        .fvp           the proof file
//   jsonl      .jsonl         the proof as text
//   jsonl.zst  .jsonl.zst     the same, compressed
//   lib        .lib           RenLib's libraries (convert/renlib/renlib.hpp)
//   db         .db            databases of Yixin and Rapfi (convert/rapfi/rapfi_db.hpp)
//   db-csv     .db.csv        the text that Rapfi dumps one to (convert/rapfi/rapfi_csv.hpp)
//   sgf        .sgf           Smart Game Format (convert/sgf/sgf.hpp)
//   rseq       .rseq.json     renlibonline's sequences, read only (convert/rseq/rseq.hpp)
//   rv2        .json          nested objects of the rv2 solver (convert/rv2/rv2.hpp)
//   rv2-store  .dat           the same solver's binary store (convert/rv2/rv2_store.hpp)
//   rif        .xml           RenjuNet's databases of games, read only (convert/games/rif.hpp)
//   psq, rec   .psq, .rec     Piskvork's records of games (convert/games/piskvork.hpp)
//   sav, pos   .sav, .pos     games that Yixin-Board saves (convert/games/yixin_saved.hpp)
//   moves      .moves         lines of moves (convert/games/moves.hpp)
//   code                      the same as position codes, h8i9g7 (convert/games/moves.hpp)
//   openings                  Gomocup's lists of openings (convert/games/openings.hpp)
//   terminator                the book of Gomoku Terminator, read only (convert/terminator/terminator.hpp)
//   dot        .dot           a picture of a proof, written only (convert/pictures/dot.hpp)
//   csv        .csv           its counts by ply, written only (convert/pictures/csv.hpp)
//
// A format is what the caller says or what the extension says; contents are never guessed at.
//
// Foreign trees say little about what they claim. What is missing must be said by the caller (Wanted); the
// error tells what the tree shows (convert/proof/tree_hints.hpp). The tree itself goes along with the proof
// as a section (format/tree/tree_section.hpp), and comes out again as long as the proof is the one that it
// was read into.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "convert/proof/conversion.hpp"
#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

enum class Format {
  fvp,
  jsonl,
  jsonl_zst,
  lib,
  db,
  db_csv,
  sgf,
  rseq,
  rv2,
  rv2_store,
  rif,
  psq,
  rec,
  sav,
  pos,
  moves,
  code,
  openings,
  terminator,
  dot,
  csv
};

[[nodiscard]] std::string_view name_of(Format format);
/// The format of that name; ErrorCode::usage for any other word.
[[nodiscard]] Result<Format> parse_format(std::string_view name);
/// The format of the extension, in either case; nothing for an unknown one, or none.
[[nodiscard]] std::optional<Format> format_of_path(std::string_view path);
/// The same of a file that is read, which may be packed (convert/packed/packed_file.hpp): the format of what
/// is inside. An error for an archive in which several files can be meant, and for one that is not read.
[[nodiscard]] Result<std::optional<Format>> format_of_input(const std::string& path);
/// Is the name of an input the game itself, a position code or an address with one (convert/games/moves.hpp)?
/// Then there is no file of that name.
[[nodiscard]] bool is_typed_game(const std::string& path);
/// Is it a tree of moves, which another such format can take without being a proof?
[[nodiscard]] bool is_tree(Format format);
/// Is it a database, which another such format can take in the same way?
[[nodiscard]] bool is_database(Format format);
/// ErrorCode::unsupported when no file of it can be made, only read.
[[nodiscard]] Status check_written(Format format);
/// Can it show a part of a proof?
[[nodiscard]] bool shows_parts(Format format);
/// The names of all formats for people, "fvp, jsonl, ...".
[[nodiscard]] std::string format_names();

/// Reads a whole file; `-` is standard input. The proof's records are finished.
[[nodiscard]] Result<Reading> read_proof_file(const std::string& path, Format format, const Wanted& wanted);
/// What a file holds.
struct Contents {
  std::optional<Reading> proof = {};
  /// Is there where file and caller together do not say what it would prove.
  std::optional<TreeReading> tree = {};
  std::string missing = {};  ///< the options that would say it, for people
  /// Of the tree, if its rule set is known: what is wrong whoever is said to win.
  std::vector<Gap> findings = {};
};
/// As read_proof_file, for somebody who takes a tree as well: one of them is there. Attacker or root from the
/// caller mean that he wants a proof.
[[nodiscard]] Result<Contents> read_contents(const std::string& path, Format format, const Wanted& wanted);
/// The proof from the bytes of a foreign file, which `path` names in errors.
[[nodiscard]] Result<Reading> read_foreign_proof(Bytes bytes, Format format, const Wanted& wanted,
                                                 const std::string& path = {});
/// require: proof.records is finished. Writes nothing; see write_file in base/files/atomic_file.hpp.
[[nodiscard]] Result<Writing> encode_proof(const Proof& proof, Format format, const Shown& shown = {});

/// Reads a file without making a proof of it. require: is_tree(format).
[[nodiscard]] Result<TreeReading> read_tree_file(const std::string& path, Format format,
                                                 const TreeSource& source = {},
                                                 const ReaderLimits& limits = {});
/// Writes a tree alone; `rule` is for formats that name it. What `charsets.to` does not have is a loss, with
/// the first places. ErrorCode::usage where it is given and has_charset() is false, or nobody says in which
/// charset texts are that are not UTF-8.
[[nodiscard]] Result<Writing> encode_tree_as(const GameTree& tree, Format format,
                                             const TextCharsets& charsets = {},
                                             std::optional<RuleSet> rule = {});
/// Can the texts of the format be in any charset? Others have none, or are UTF-8.
[[nodiscard]] bool has_charset(Format format);
/// The names of those that can, for people.
[[nodiscard]] std::string names_of_charset_formats();

/// "forbidden-move h8 at root 0, line \"i9\", byte 17".
[[nodiscard]] std::string text_of(const Gap& finding);
/// Says for people what the section is and how large.
[[nodiscard]] std::string text_of(const Section& section);
/// A line for people about each thing that was odd, and one about those that are not listed.
[[nodiscard]] std::vector<std::string> lines_of(const TreeReading& read);

}  // namespace fiveproof::convert
