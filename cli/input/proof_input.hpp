// A proof on the command line: a file of our own, or a foreign one with what it does not say.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/outcome.hpp"
#include "cli/progress_line.hpp"
#include "convert/formats.hpp"
#include "format/text/gap_list.hpp"

namespace CLI {
class App;
}

namespace fiveproof::cli {

/// The words as given; empty or absent: not given.
struct ProofInput {
  std::string file;
  std::string from = {};
  std::string rule = {};
  std::optional<int> size = {};
  std::string attacker = {};
  std::vector<std::string> roots = {};
  std::optional<std::size_t> roots_after = {};  ///< every position after so many moves is a root
  std::string prefer = {};
  std::string charset = {};
  std::string beginning = {};
  std::string letters = {};                       ///< of the columns, where squares are read in text
  bool drop_annotations = false;                  ///< not an option: the caller has no use for them
  std::string memory = {};                        ///< see cli/input/memory_option.hpp
  std::size_t at_once = 1;                        ///< not an option: so many files are held at the same time
  std::optional<std::uint64_t> max_records = {};  ///< a file with more is refused
  /// Not an option: see ReaderLimits.
  std::vector<std::string>* dropped = nullptr;
  ProgressLine* progress = nullptr;  ///< not an option: on which reading a store says how far it has come
};

/// --from, --rule, --size, --attacker, --letters, --root, --memory and --max-records, in a group of their
/// own, to which all options belong that are added after them. The file itself is the caller's positional.
void add_proof_input_options(CLI::App& app, ProofInput& input);

/// --prefer, for commands that have no other option of this name.
void add_prefer_option(CLI::App& app, ProofInput& input);
/// --charset, for those who keep texts.
void add_charset_option(CLI::App& app, ProofInput& input);
/// --charset and --beginning, for those who keep texts and games.
void add_tree_input_options(CLI::App& app, ProofInput& input);
/// What a reader of trees is told.
[[nodiscard]] Result<convert::TreeSource> tree_source_of(const ProofInput& input);

/// The format named by `name`, else that of the extension of `path`; `option` is named in the error.
[[nodiscard]] Result<convert::Format> choose_format(const std::string& path, const std::string& name,
                                                    const std::string& option);
/// The same of an input, by --from: it may be packed, or be the game itself.
[[nodiscard]] Result<convert::Format> choose_input_format(const std::string& path, const std::string& name);

/// Is a file meant to be of a format that is none of those of convert/, by `name` or else by its extension?
[[nodiscard]] bool is_of_format(const std::string& path, const std::string& name, const std::string& format);
/// Is it a solver's store (.fvs)? Then what it proves is read as a proof.
[[nodiscard]] bool is_store(const ProofInput& input);

/// Is it a database (.db)?
[[nodiscard]] bool is_database(const ProofInput& input);

/// Parses the words and reads the file. Of a store, what the verifier accepts (session/store_reading.hpp).
[[nodiscard]] Result<convert::Reading> read_input(const ProofInput& input);
/// The same for somebody who takes a tree that claims nothing as well.
[[nodiscard]] Result<convert::Contents> read_input_or_tree(const ProofInput& input);
/// A list of gaps, unpacked if its name says so.
[[nodiscard]] Result<GapList> read_gaps(const std::string& path);
/// --memory and --max-records.
[[nodiscard]] Status set_limits(const ProofInput& input, ReaderLimits& limits);

/// `read` for a command that has nothing else to show: a line says how far it has come, and is gone after it.
template <class Read>
[[nodiscard]] auto read_with_progress(std::string_view command, ProofInput input, bool quiet,
                                      const Read& read) {
  ProgressLine line{std::string(command), std::nullopt, quiet};
  input.progress = &line;
  return read(input);
}

/// Lines about a file, each behind `word`; of many the first.
void tell_lines(const Streams& streams, const std::string& file, const std::string& word,
                const std::vector<std::string>& lines);
/// What is unusual in a foreign file, some lines of it.
void tell_oddities(const Streams& streams, const std::string& file, const std::vector<std::string>& oddities);

/// What is wrong in a foreign file and needs no search, some lines of it: with the line of moves and the
/// place.
[[nodiscard]] std::vector<std::string> lines_of(const std::vector<Gap>& findings);
void tell_findings(const Streams& streams, const std::string& file, const std::vector<Gap>& findings);

/// One line on `err` per loss of the reader.
void tell_losses(const Streams& streams, const std::string& file, const std::vector<std::string>& losses);

}  // namespace fiveproof::cli
