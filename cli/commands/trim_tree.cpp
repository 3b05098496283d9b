#include "cli/commands/trim_tree.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "cli/input/amount.hpp"
#include "cli/input/squares_input.hpp"
#include "cli/output/proof_output.hpp"
#include "convert/cut/tree_cut.hpp"
#include "convert/games/moves.hpp"
#include "convert/tree_merge.hpp"
#include "game/notation.hpp"

namespace fiveproof::cli {

namespace {

using convert::counted;

/// Everything but the squares of --sub-tree, for which the board must be known.
Result<convert::TreeCut> cut_of(const TrimTreeRun& run) {
  const TrimTreeOptions& options = run.options;
  convert::TreeCut cut;
  cut.max_depth = options.depth;
  cut.max_width = options.width;
  cut.width_after = options.after;
  if (options.only) {
    const auto side = parse_color(*options.only);
    if (!side.ok()) return usage_error("--only: " + side.error().message);
    cut.width_of = side.value();
    if (!cut.max_width) cut.max_width = 1;
  }
  if (!cut.max_width && options.after > 0) return usage_error("--after: expected --width or --only, too");
  if (!cut.max_width && !cut.max_depth && options.sub_trees.empty())
    return usage_error("--cut: expected something to cut: --sub-tree, --depth, --width or --only");
  if (!run.prefer.empty() && run.prefer != "first" && run.prefer != "largest")
    return usage_error("--prefer: expected first or largest of a tree, found \"" + run.prefer + "\"");
  if (!run.prefer.empty() && !cut.max_width)
    return usage_error("--prefer: of a tree it goes with --width or --only");
  if (run.prefer == "first") cut.choice = convert::WidthChoice::first;
  return cut;
}

/// The format of the input. ErrorCode::usage for what is no tree, or not the same kind of file.
Result<convert::Format> format_of(const TrimTreeRun& run) {
  const ProofInput& input = run.input;
  if (!input.attacker.empty() || !input.roots.empty() || input.roots_after)
    return usage_error(
        "--attacker and --root make a proof of a tree: --sub-tree, --depth, --width and --only "
        "are for a tree of which nothing is claimed");
  FIVEPROOF_LET(const auto format, choose_input_format(run.file, input.from));
  const bool is_tree = convert::is_tree(format) && convert::is_tree(run.format);
  const bool is_database = convert::is_database(format) && convert::is_database(run.format);
  if (!is_tree && !is_database)
    return usage_error(
        "--sub-tree, --depth, --width and --only: expected a tree from a tree, or a database "
        "from a database, found " +
        std::string(convert::name_of(run.format)) + " from " + std::string(convert::name_of(format)) +
        " (convert shows parts of a proof)");
  return format;
}

/// The list of --cut: a line of moves for each branch, which ends in what it was.
class CutList {
 public:
  static Result<CutList> create(const std::string& path, int size) {
    CutList list;
    list.size_ = size;
    if (path.empty()) return list;
    FIVEPROOF_LET(list.file_, AtomicFile::create(path));
    return list;
  }

  void add(const convert::CutBranch& branch) {
    if (!file_) return;
    std::string line;
    for (const TreeMove move : branch.moves) line += convert::to_text(move, size_) + ' ';
    line += "# ";
    if (!branch.plays) line += "a node without a move, ";
    line += std::string(convert::name_of(branch.reason)) + ", " + counted(branch.nodes, "node") + '\n';
    if (written_.ok()) written_ = file_->write(line);
  }
  Status commit() {
    FIVEPROOF_TRY(written_);
    return file_ ? file_->commit() : Status(Done{});
  }

 private:
  std::optional<AtomicFile> file_;
  int size_ = 15;
  Status written_ = Done{};
};

class TrimTree {
 public:
  TrimTree(const TrimTreeRun& run, const Streams& streams, std::string& at)
      : run_(run), streams_(streams), at_(at) {}

  Result<ExitCode> run() {
    FIVEPROOF_TRY(check_list());
    FIVEPROOF_LET(auto cut, cut_of(run_));
    FIVEPROOF_LET(const auto format, format_of(run_));
    FIVEPROOF_LET(auto read, read_tree(format));
    for (const std::string& moves : run_.options.sub_trees) {
      FIVEPROOF_LET(auto squares, read_squares(moves, read.tree.size(), run_.input.letters, "--sub-tree"));
      if (const auto position = position_after(squares, read.tree.size()); !position.ok())
        return usage_error("--sub-tree: " + position.error().text());
      cut.below.push_back(std::move(squares));
    }
    return convert::is_database(format) ? trim_database(read, cut) : trim_lines(std::move(read), cut);
  }

 private:
  /// It must have a place of its own.
  Status check_list() const {
    const std::string& list = run_.options.list;
    if (list.empty()) return Done{};
    if (is_same_output(list, run_.output))
      return usage_error("--cut: expected another file than the output", list);
    if (run_.json && is_standard_output(list))
      return usage_error("--json and --cut would both go to standard output");
    return check_output(list, {run_.file});
  }

  void tell(const std::string& file, const std::string& line) {
    if (!run_.quiet) streams_.err << file << ": " << line << '\n';
  }
  void tell_name(const std::string& line) { tell(input_name(run_.file), line); }

  Result<convert::TreeReading> read_tree(convert::Format format) {
    FIVEPROOF_LET(const auto source, tree_source_of(run_.input));
    ReaderLimits limits;
    FIVEPROOF_TRY(set_limits(run_.input, limits));
    at_ = run_.file;
    auto read = convert::read_tree_file(run_.file, format, source, limits);
    if (!read.ok()) return read;
    const auto oddities = convert::lines_of(read.value());
    run_.report.add("oddities", oddities);
    run_.report.add("losses", read.value().losses);
    if (run_.quiet) return read;
    tell_lines(streams_, run_.file, "odd: ", oddities);
    tell_lines(streams_, run_.file, "lost: ", read.value().losses);
    return read;
  }

  Result<ExitCode> trim_lines(convert::TreeReading read, const convert::TreeCut& wanted) {
    const int size = read.tree.size();
    FIVEPROOF_LET(auto list, CutList::create(run_.options.list, size));
    const auto take = [&](const convert::CutBranch& branch) { list.add(branch); };
    auto cut = convert::cut_tree(std::move(read.tree), wanted, take);
    if (!cut.ok()) return of_input(cut.error());
    tell_cut(cut.value(), size);
    return write(cut.value().tree, read.rule, list);
  }

  Result<ExitCode> trim_database(const convert::TreeReading& read, const convert::TreeCut& wanted) {
    if (!run_.options.list.empty()) return usage_error("--cut: a database has no lines", run_.file);
    auto made = convert::cut_database(read.tree, wanted);
    if (!made.ok()) return of_input(made.error());
    const convert::CutDatabase& cut = made.value();
    for (std::size_t i = 0; i < convert::cut_reasons; ++i) {
      const std::string option = "--" + std::string(convert::name_of(static_cast<convert::CutReason>(i)));
      if (cut.cut[i] > 0) tell_name("cut by " + option + ": " + counted(cut.cut[i], "record"));
    }
    if (cut.others > 0)
      tell_name(counted(cut.others, "record") + " of these are of another board, or no positions");
    if (cut.kept == cut.records) tell_name("nothing to cut");
    run_.report.set("cut-records", cut.records - cut.kept);
    FIVEPROOF_LET(auto none, CutList::create({}, read.tree.size()));
    return write(cut.tree, read.rule, none);
  }

  Error of_input(Error error) const {
    if (error.file.empty()) error.file = input_name(run_.file);
    return error;
  }

  void tell_cut(const convert::CutTree& cut, int size) {
    std::uint64_t branches = 0;
    for (std::size_t i = 0; i < convert::cut_reasons; ++i) {
      const std::string name(convert::name_of(static_cast<convert::CutReason>(i)));
      run_.report.set("cut-by-" + name, cut.nodes[i]);
      branches += cut.branches[i];
      if (cut.nodes[i] > 0)
        tell_name("cut by --" + name + ": " + counted(cut.nodes[i], "node") + " in " +
                  counted(cut.branches[i], "branch"));
    }
    if (branches == 0) tell_name("nothing to cut");
    const auto texts = [&](TextKind kind) { return cut.texts[static_cast<std::size_t>(kind)]; };
    const std::uint64_t comments = texts(TextKind::comment) + texts(TextKind::old_comment);
    std::vector<std::string> gone;
    convert::tell(gone, comments, "comment");
    convert::tell(gone, texts(TextKind::board_text), "text", " on the board");
    convert::tell(gone, cut.marked, "mark");
    convert::tell(gone, cut.starts, "start");
    convert::tell(gone, texts(TextKind::properties), "node", " with other properties");
    std::string with;
    for (const std::string& one : gone) with += (with.empty() ? "" : ", ") + one;
    if (!with.empty()) tell_name("cut with them: " + with);
    if (cut.labels > 0)
      tell_name(counted(cut.labels, "text") +
                " on points of moves that are cut: of the nodes above, and kept");
    if (cut.open_ends > 0) {
      std::string line;
      for (const TreeMove move : cut.first_open_end) line += ' ' + convert::to_text(move, size);
      tell_name(counted(cut.open_ends, "line") +
                " kept that end at a position from which only lines that are cut go on, the first:" + line);
    }
    run_.report.set("cut-nodes", cut.cut_nodes());
    run_.report.set("cut-branches", branches);
    run_.report.set("cut-comments", comments);
    run_.report.set("open-ends", cut.open_ends);
  }

  Result<ExitCode> write(const GameTree& tree, std::optional<RuleSet> rule, CutList& list) {
    at_ = run_.output;
    FIVEPROOF_LET(const auto written, convert::write_united(tree, run_.format, rule));
    run_.report.add("carried", written.carried);
    run_.report.add("losses", written.losses);
    if (!run_.quiet) tell_writing(streams_, run_.output, written);
    FIVEPROOF_LET(auto out, AtomicFile::create(run_.output));
    FIVEPROOF_TRY(out.write(written.bytes));
    FIVEPROOF_TRY(list.commit());
    FIVEPROOF_TRY(out.commit());
    run_.report.set("bytes", written.bytes.size());
    run_.report.set("nodes", tree.node_count());
    tell(output_name(run_.output),
         counted(written.bytes.size(), "byte") + ", " + counted(tree.node_count(), "node"));
    if (run_.json) run_.report.tell(exit_yes, streams_);
    return exit_yes;
  }

  const TrimTreeRun& run_;
  const Streams& streams_;
  std::string& at_;
};

}  // namespace

void add_trim_tree_options(CLI::App& app, TrimTreeOptions& options) {
  const std::string trees = "Trees and databases";
  app.add_option(
         "--sub-tree,--below", options.sub_trees,
         "Only what is below the position after these moves from the empty board, and the lines to it; "
         "may be repeated")
      ->type_name("MOVES")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group(trees);
  add_count_option(
      app, "--depth", {.least = 0},
      [&options](std::uint64_t count) { options.depth = static_cast<std::size_t>(count); },
      "Only this many plies below that position, or else below the empty board")
      ->group(trees);
  add_count_option(
      app, "--width", {.least = 1},
      [&options](std::uint64_t count) { options.width = static_cast<std::size_t>(count); },
      "Only this many of the moves at a position, those with most moves below them, in their order")
      ->group(trees);
  app.add_option_function<std::string>(
         "--only", [&options](const std::string& side) { options.only = side; },
         "Cut moves of this side alone, black or white, and keep all of the other's; without --width one is "
         "kept")
      ->type_name("COLOUR")
      ->group(trees);
  add_count_option(
      app, "--after", {.least = 0},
      [&options](std::uint64_t count) { options.after = static_cast<std::size_t>(count); },
      "--width and --only: keep all where fewer than this many moves have been made")
      ->group(trees);
  app.add_option("--cut", options.list,
                 "Write there what was cut: a line of moves to each uppermost node; -: standard output")
      ->type_name("FILE")
      ->group(trees);
}

Result<ExitCode> trim_tree(const TrimTreeRun& run, const Streams& streams, std::string& at) {
  return TrimTree(run, streams, at).run();
}

}  // namespace fiveproof::cli
