#include "cli/commands/commands.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <thread>

#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "cli/commands/trim_tree.hpp"
#include "cli/input/amount.hpp"
#include "cli/input/memory_option.hpp"
#include "cli/input/proof_input.hpp"
#include "cli/interrupt.hpp"
#include "cli/output/proof_output.hpp"
#include "cli/progress_line.hpp"
#include "convert/tree_merge.hpp"
#include "convert/unite/database_union.hpp"
#include "proof/graph/merge.hpp"
#include "session/smaller_proof.hpp"

namespace fiveproof::cli {
namespace {

struct MergeOptions {
  std::vector<std::string> files;
  ProofInput input;  ///< what is said of each file
  std::string output;
  std::string to;
  bool smallest = false;
  std::string time;           ///< trim: so long a smaller proof is looked for; empty: not at all
  std::string prefer;         ///< empty: the first, of a tree the largest
  TrimTreeOptions tree = {};  ///< trim: of what is no proof
  bool strict = false;        ///< merge: two moves at one position are a loss
  bool json = false;
  bool quiet = false;
  ProgressWanted progress = {};
};

Result<Prefer> parse_prefer(const std::string& name) {
  if (name.empty() || name == "first") return Prefer::first;
  if (name == "smallest") return Prefer::smallest;
  return usage_error("--prefer: expected first or smallest, found \"" + name + "\"");
}

struct MergeTarget {
  convert::Format format;
  FvpCoding coding;
  Prefer prefer;
  std::optional<double> seconds;  ///< of looking for a smaller proof
};

/// A result that cannot be a file of ours is refused before anything is read.
Result<MergeTarget> target_of(const MergeOptions& options) {
  FIVEPROOF_TRY(check_output(options.output, options.files));
  FIVEPROOF_TRY(check_json(options.json, options.output));
  FIVEPROOF_LET(const auto format, choose_output_format(options.output, options.to));
  FIVEPROOF_LET(const auto coding, choose_coding(options.smallest, format == convert::Format::fvp));
  FIVEPROOF_LET(const auto prefer, parse_prefer(options.tree.is_given() ? "" : options.prefer));
  std::optional<double> seconds;
  if (!options.time.empty()) {
    if (!options.smallest) return usage_error("--time: expected --smallest, too");
    FIVEPROOF_LET(const auto time, parse_time("--time", options.time));
    seconds = time;
  }
  return MergeTarget{format, coding, prefer, seconds};
}

/// Are trees made one, or databases, and not proofs? That is so where neither a claim is named nor a file
/// that has one.
bool is_of_trees(const MergeOptions& options, const MergeTarget& target) {
  const ProofInput& input = options.input;
  if (!input.attacker.empty() || !input.roots.empty() || input.roots_after) return false;
  const auto are_all = [&](bool (*is_kind)(convert::Format)) {
    return is_kind(target.format) && std::ranges::all_of(options.files, [&](const std::string& file) {
             const auto format = choose_input_format(file, input.from);
             return format.ok() && is_kind(format.value());
           });
  };
  return are_all(convert::is_tree) || are_all(convert::is_database);
}

/// One run of merge or trim: what is wanted, and what has been lost and told.
class Run {
 public:
  Run(std::string_view command, const MergeOptions& options, const MergeTarget& target,
      const Streams& streams, std::string& at)
      : options_(options),
        target_(target),
        streams_(streams),
        at_(at),
        report_(command, options.output, convert::name_of(target.format)) {}

  Result<ExitCode> merge() {
    if (is_of_trees(options_, target_)) return merge_trees();
    std::vector<Proof> proofs;
    for (const std::string& file : options_.files) {
      FIVEPROOF_LET(auto proof, read(file));
      proofs.push_back(std::move(proof));
    }
    FIVEPROOF_LET(auto merged, fiveproof::merge(proofs, target_.prefer));
    tell_left_out(merged);
    proofs.clear();  // their memory is wanted
    return write(merged.proof);
  }

  /// Trees of moves, or databases, as one of which nothing is claimed. require: is_of_trees().
  Result<ExitCode> merge_trees() {
    const bool is_database = convert::is_database(target_.format);
    std::optional<convert::TreeUnion> united;
    std::optional<RuleSet> rule;
    std::string named;  // the file that named the rule set
    for (const std::string& file : options_.files) {
      FIVEPROOF_LET(auto read, read_tree(file));
      if (rule && read.rule && *rule != *read.rule)
        return usage_error("expected trees of one rule set, found " + std::string(name_of(*rule)) + " in " +
                               input_name(named) + " and " + std::string(name_of(*read.rule)),
                           input_name(file));
      if (!rule && read.rule) named = file;
      if (read.rule) rule = read.rule;
      if (!united) {
        united = {std::move(read.tree)};
        continue;
      }
      auto made = is_database ? convert::unite_databases(std::move(united->tree), read.tree)
                              : convert::unite(std::move(united->tree), read.tree);
      if (!made.ok()) {
        made.error().file = input_name(file);
        return made.error();
      }
      united = std::move(made).value();
      tell_all(file, "carried", "", united->carried);
      tell_all(file, "carried", "",
               {convert::counted(united->added, is_database ? "new record" : "new node")});
      tell_all(file, "losses", "lost: ", united->losses);
    }
    at_ = options_.output;
    return write_tree(united->tree, rule);
  }

  Result<ExitCode> trim() {
    if (options_.tree.is_given())
      return trim_tree({options_.tree, options_.input, options_.files.front(), options_.output,
                        target_.format, options_.prefer, options_.json, options_.quiet, report_},
                       streams_, at_);
    const std::string name = input_name(options_.files.front());
    FIVEPROOF_LET(auto proof, read(options_.files.front()));
    if (proof.roots.empty()) return usage_error("nothing claimed: no record is needed", name);
    if (target_.prefer == Prefer::smallest) {
      FIVEPROOF_LET(const auto left_out, keep_smallest(proof));
      report_.set("other-moves", left_out);
      tell(name + ": " + convert::counted(left_out, "record") + " left out: another move is kept there");
    }
    // What no claim needs may still be what another move leads to.
    std::optional<Proof> whole;
    if (target_.seconds) whole = proof;
    FIVEPROOF_LET(const auto dropped, fiveproof::trim(proof));
    report_.set("not-needed", dropped);
    tell(name + ": " + convert::counted(dropped, "record") + " that no claim needs");
    if (whole) FIVEPROOF_TRY(shrink(*whole, proof, name));
    return write(proof);
  }

 private:
  /// `whole`: the proof with records that no claim needs.
  Status shrink(const Proof& whole, Proof& proof, const std::string& name) {
    solve::WorkOptions how;
    how.seconds = *target_.seconds;
    how.stop = &flag_set_after(how.seconds);
    how.threads = std::max(1u, std::thread::hardware_concurrency());
    FIVEPROOF_LET(auto smaller, session::smaller_proof(whole, how));
    const std::uint64_t before = proof.records.count();
    if (smaller && smaller->records.count() < before) proof = *std::move(smaller);
    const std::uint64_t fewer = before - proof.records.count();
    report_.set("fewer", fewer);
    tell(name + (fewer > 0
                     ? ": " + convert::counted(fewer, "record") + " fewer in the smaller proof that was found"
                     : ": no smaller proof was found that verifies"));
    return Done{};
  }
  void tell(const std::string& line) {
    if (!options_.quiet) streams_.err << line << '\n';
  }

  Result<convert::TreeReading> read_tree(const std::string& file) {
    at_ = file;
    FIVEPROOF_LET(const auto format, choose_input_format(file, options_.input.from));
    FIVEPROOF_LET(const auto source, tree_source_of(options_.input));
    ReaderLimits limits;
    FIVEPROOF_TRY(set_limits(options_.input, limits));
    FIVEPROOF_LET(auto read, convert::read_tree_file(file, format, source, limits));
    auto made = convert::tree_as(std::move(read), format, target_.format, options_.input.charset);
    if (!made.ok()) {
      if (made.error().file.empty()) made.error().file = input_name(file);
      return made;
    }
    tell_all(file, "oddities", "odd: ", convert::lines_of(made.value()));
    tell_all(file, "losses", "lost: ", made.value().losses);
    return made;
  }

  /// Adds lines about a file to the report, and tells the first of them.
  void tell_all(const std::string& file, const std::string& key, const std::string& word,
                const std::vector<std::string>& lines) {
    report_.add(key, lines);
    if (key != "carried") is_whole_ = is_whole_ && lines.empty();
    if (!options_.quiet) tell_lines(streams_, file, word, lines);
  }

  Result<ExitCode> write_tree(const GameTree& tree, std::optional<RuleSet> rule) {
    FIVEPROOF_LET(const auto written, convert::write_united(tree, target_.format, rule));
    report_.add("carried", written.carried);
    report_.add("losses", written.losses);
    if (!options_.quiet) tell_writing(streams_, options_.output, written);
    const bool is_refused = options_.strict && !(is_whole_ && written.losses.empty());
    if (!is_refused) {
      FIVEPROOF_TRY(write_file(options_.output, written.bytes));
      report_.set("bytes", written.bytes.size());
      report_.set("nodes", tree.node_count());
      tell(output_name(options_.output) + ": " + convert::counted(written.bytes.size(), "byte") + ", " +
           convert::counted(tree.node_count(), "node"));
    }
    const ExitCode code = is_refused ? refuse_loss(options_.output, streams_) : exit_yes;
    if (options_.json) report_.tell(code, streams_);
    return code;
  }

  Result<Proof> read(const std::string& file) {
    ProofInput input = options_.input;
    input.file = at_ = file;
    auto reading = read_input(input);
    at_ = options_.output;
    if (!reading.ok()) return reading.error();
    is_whole_ = is_whole_ && reading.value().losses.empty();
    report_.add("carried", reading.value().carried);
    report_.add("oddities", reading.value().oddities);
    report_.add("losses", reading.value().losses);
    if (!options_.quiet) tell_losses(streams_, file, reading.value().losses);
    return std::move(reading.value().proof);
  }

  void tell_left_out(const Merged& merged) {
    const std::string to = output_name(options_.output) + ": left out: ";
    if (merged.other_moves > 0)
      tell(to + convert::counted(merged.other_moves, "record") + ": another move is kept there");
    if (merged.other_sections > 0)
      tell(to + convert::counted(merged.other_sections, "section") +
           ": an earlier file has another of their kind");
    is_whole_ = is_whole_ && merged.other_moves == 0 && merged.other_sections == 0;
    report_.set("other-moves", merged.other_moves);
    report_.set("other-sections", merged.other_sections);
  }

  Result<ExitCode> write(const Proof& proof) {
    auto written = write_proof(
        proof, target_.format,
        {options_.output, options_.strict, is_whole_, options_.quiet, report_, target_.coding}, streams_);
    if (written.ok() && options_.json) report_.tell(written.value(), streams_);
    return written;
  }

  const MergeOptions& options_;
  const MergeTarget& target_;
  const Streams& streams_;
  std::string& at_;  ///< the file that is being read, or else written
  OutputReport report_;
  bool is_whole_ = true;
};

/// What both commands take, and do: `run`.
void set_up(CLI::App& sub, const std::shared_ptr<MergeOptions>& options, Result<ExitCode> (Run::*run)(),
            const Streams& streams, int& exit_code) {
  const bool is_merge = sub.get_name() == "merge";
  sub.add_option("-o,--output", options->output, "File to write; -: standard output")
      ->required()
      ->type_name("FILE");
  sub.add_option(
         "--to", options->to,
         "Format of the output: fvp, jsonl, jsonl.zst or rv2; of trees any of theirs; default: by extension")
      ->type_name("FORMAT");
  sub.add_option(
         "--prefer", options->prefer,
         "Which move is kept where there are several: first, or smallest, that which needs the fewest "
         "further records (for proofs that verify)" +
             std::string(is_merge ? "" : "; of a tree: first, or largest (default)"))
      ->type_name("WHICH");
  sub.add_flag(smallest_option, options->smallest, smallest_help);
  sub.add_flag("--json", options->json, "Say in JSON what was written (spec/convert.schema.json)");
  sub.add_flag("-q,--quiet", options->quiet, "Nothing on stderr but errors");
  add_progress_options(sub, options->progress);
  add_proof_input_options(sub, options->input);
  if (is_merge) add_charset_option(sub, options->input);
  when_chosen(sub, streams, exit_code, [=, name = sub.get_name(), &streams]() -> Result<ExitCode> {
    ProgressLine line(name, options->progress, options->quiet || is_terminal_taken(options->output));
    options->input.progress = &line;
    options->input.at_once = std::max<std::size_t>(1, options->files.size());
    FIVEPROOF_LET(const auto target, target_of(*options));
    std::string file = options->output;  // that which is being read, or else written
    return within_memory(options->input.memory, file,
                         [&] { return (Run(name, *options, target, streams, file).*run)(); });
  });
}

}  // namespace

void setup_merge(CLI::App& app, const Streams& streams, int& exit_code) {
  CLI::App* merge = app.add_subcommand("merge", "Make one proof, tree or database of several");
  auto merging = std::make_shared<MergeOptions>();
  merge->add_option("FILES", merging->files, "Proofs, or any files that convert reads; -: standard input")
      ->required()
      ->type_name("");
  merge->add_flag("--strict", merging->strict, "Write nothing if anything would be left out or lost");
  set_up(*merge, merging, &Run::merge, streams, exit_code);
  merge->footer(
      R"(The union of claims, records and findings of proofs that share rule set, board and attacker. Where
two files have different moves at a position, the move of the file named first is kept, and how
often that was so is told; two moves at a position of one file both stay, and verify reports them.
With --prefer smallest one move is kept everywhere: the one that needs the fewest further records,
each counted once for every line that leads to it. Use that for files that verify: a move below
which something is missing looks small.
Verify the result: what each file proves by itself need not hold together.

Trees of moves (lib, sgf, rv2, moves, ...) become one tree, if the output is one and no claim is
named: nodes to which the same moves lead are one, in the order of the first file, with the texts
and marks of all; what was not the same is told. Boards or rule sets that differ are refused.
Databases (db, db-csv) become one with the records of all. Of one position the first record stays,
with what others say and it does not; one that says something else is left out, and told.

Exit code: 0 written; 1 --strict, and something would be left out: nothing written; 2 usage or
unreadable.

Example:
  fiveproof merge a.fvp b.fvp -o both.fvp && fiveproof verify both.fvp
  fiveproof merge mine.lib hers.lib -o ours.lib)");

  CLI::App* trim = app.add_subcommand("trim", "Drop what no claim of a proof needs, or parts of a tree");
  auto trimming = std::make_shared<MergeOptions>();
  trimming->files.resize(1);
  trim->add_option("FILE", trimming->files.front(),
                   "Proof, or any file that convert reads; -: standard input")
      ->required();
  trim->add_option("--time", trimming->time,
                   "With --smallest: look this long for other moves that need fewer records (90s, 10m, 2h)")
      ->type_name("T");
  add_trim_tree_options(*trim, trimming->tree);
  set_up(*trim, trimming, &Run::trim, streams, exit_code);
  trim->footer(
      R"(Keeps the records at the claims, and below each record that is kept those that its move and a reply
lead to. What verify says of the claims stays the same, but a fault in a record that is dropped goes
with it. With --prefer smallest one of several moves at a position is chosen first, as in merge.

With --smallest and --time other moves are tried, from the file and new ones, where they may need
fewer records: a move that wins at once, or one whose replies lead to positions that are kept anyway
or that a short search proves. A smaller proof is written only if it verifies, without sections and
findings; if none is found, the proof is only trimmed. Run the command on its own output to
continue; in a proof made by merge it can choose among the moves of all the files.

Trees of moves (lib, sgf, rv2, moves, ...) and databases become smaller by --sub-tree, --depth,
--width and --only, if no claim is named. Every node that stays keeps its texts, marks and place;
how many nodes were cut, and by what, is told. --only black keeps one move of Black's and every
reply of White's: who holds that Black wins has to know one move at a position, but an answer to all
that White can do. The one that is kept has most moves below it; RenLib sorts siblings by their
points, so that the first means nothing there. In SGF it is the main line, and --prefer first keeps
that. A position is its stones and the side to move, in whatever order a line makes them. Where a
line ends at a position from which only another goes on, and that is cut, it is told. Moves of games
side by side are cut game by game. Of a database --sub-tree and --depth keep records.

Exit code: 0 written; 2 usage or unreadable.

Examples:
  fiveproof trim mine.lib -o part.lib --sub-tree "h8 i9 j10" --depth 12
  fiveproof trim mine.lib -o tree.lib --only black --cut alternatives.moves
  fiveproof trim mine.sgf -o small.sgf --width 3 --after 10)");
}

}  // namespace fiveproof::cli
