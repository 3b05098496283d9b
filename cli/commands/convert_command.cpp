#include "cli/commands/commands.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "base/visible.hpp"
#include "cli/input/amount.hpp"
#include "cli/input/memory_option.hpp"
#include "cli/input/proof_input.hpp"
#include "cli/input/squares_input.hpp"
#include "cli/output/picture_replies.hpp"
#include "cli/output/proof_output.hpp"
#include "cli/progress_line.hpp"
#include "convert/check/repair.hpp"
#include "convert/proof/annotations.hpp"
#include "convert/syntax/charset.hpp"
#include "convert/tree_merge.hpp"
#include "game/notation.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::cli {

namespace {

struct ConvertOptions {
  ProofInput input;
  std::string output;
  std::string to;
  std::optional<std::string> sub_tree;  ///< moves
  std::optional<std::size_t> depth;     ///< plies below a root
  std::optional<std::size_t> width;     ///< stored replies at a position
  bool sequences = false;               ///< a picture tells of replies that are not stored
  bool expand_all = false;
  bool from_records = false;
  std::string into;  ///< a tree
  std::string mark = "none";
  std::string to_charset;
  std::uint32_t effort = verify::default_effort;  ///< of a search, for a certificate or a picture
  bool smallest = false;
  bool strict = false;
  bool salvage = false;
  bool repair = false;
  std::vector<std::string> dropped = {};  ///< what salvage says of a proof
  bool json = false;
  bool quiet = false;
  ProgressWanted progress = {};

  /// Is only a part of a proof wanted, or another tree than that which it was read from?
  [[nodiscard]] bool is_part() const { return sub_tree || depth || width || expand_all || from_records; }
};

/// What a reader had to say.
void tell_reading(const ConvertOptions& options, const std::vector<std::string>& carried,
                  const std::vector<std::string>& oddities, const std::vector<Gap>& findings,
                  const std::vector<std::string>& losses, OutputReport& report, const Streams& streams) {
  report.add("carried", carried);
  report.add("oddities", oddities);
  report.add("losses", losses);
  if (options.quiet) return;
  const std::string name = input_name(options.input.file);
  for (const std::string& remark : carried) streams.err << name << ": " << visible(remark) << '\n';
  tell_oddities(streams, options.input.file, oddities);
  tell_findings(streams, options.input.file, findings);
  tell_losses(streams, options.input.file, losses);
}

/// The format of the input, when it goes into the target as it is: a tree of moves into another, or a
/// database of which nothing is claimed.
std::optional<convert::Format> kept_format_of(const ProofInput& input, convert::Format target) {
  if (is_store(input)) return std::nullopt;
  const auto format = choose_input_format(input.file, input.from);
  if (!format.ok()) return std::nullopt;
  const bool claims = !input.attacker.empty() || !input.roots.empty();
  const auto is_kind = [&](bool (*kind)(convert::Format)) { return kind(format.value()) && kind(target); };
  if (is_kind(convert::is_tree) || (is_kind(convert::is_database) && !claims)) return format.value();
  return std::nullopt;
}

/// What --repair has put right and what it has left: on stderr, and in the report.
void tell_repair(const ConvertOptions& options, const convert::Repaired& repaired, OutputReport& report,
                 const Streams& streams) {
  constexpr std::size_t most = 3;
  const std::string name = input_name(options.input.file);
  Json done = Json::array(), left = Json::array();
  for (const convert::Repair& one : repaired.done) {
    Json places = Json::array();
    std::string first;
    for (std::size_t i = 0; i < one.places.size(); ++i) {
      places.push_back(visible(one.places[i]));
      if (i < most) first += (first.empty() ? "" : "; ") + visible(one.places[i]);
    }
    if (one.times > most) first += "; and more";
    done.push_back({{"what", one.what}, {"how", one.how}, {"times", one.times}, {"places", places}});
    if (!options.quiet)
      streams.err << name << ": repaired: " << convert::counted(one.times, "time") << ": " << one.what << ": "
                  << one.how << ": " << first << '\n';
  }
  for (const convert::Inconsistency& one : repaired.left) {
    left.push_back({{"what", one.what}, {"times", one.times}, {"first", visible(one.first)}});
    if (!options.quiet)
      streams.err << name << ": left: " << convert::counted(one.times, "time") << ": " << visible(one.what)
                  << (one.times > 1 ? ", first " : ", ") << visible(one.first) << '\n';
  }
  report.set("repaired", std::move(done));
  report.set("left", std::move(left));
}

/// A tree that was read, in another format.
struct OtherFile {
  convert::Writing writing;
  std::optional<convert::Repaired> repaired = {};  ///< its tree is that of `read`
};

/// With --repair the tree is put right before, and the texts are UTF-8 then.
Result<OtherFile> other_file(const ConvertOptions& options, convert::Format target,
                             convert::TreeReading& read) {
  convert::TextCharsets charsets{options.input.charset, options.to_charset};
  if (!options.repair) {
    FIVEPROOF_LET(auto writing, convert::encode_tree_as(read.tree, target, charsets, read.rule));
    return OtherFile{std::move(writing)};
  }
  FIVEPROOF_LET(auto repaired, convert::repaired(std::move(read.tree), std::exchange(charsets.from, {})));
  read.tree = std::move(repaired.tree);
  FIVEPROOF_LET(auto writing, repaired.done.empty()
                                  ? convert::encode_tree_as(read.tree, target, charsets, read.rule)
                                  : convert::write_united(read.tree, target, read.rule, charsets));
  writing.carried.insert(writing.carried.begin(), repaired.carried.begin(), repaired.carried.end());
  writing.losses.insert(writing.losses.begin(), repaired.losses.begin(), repaired.losses.end());
  return OtherFile{std::move(writing), std::move(repaired)};
}

/// Such a file into the other format: no proof, and nothing to claim.
Result<ExitCode> convert_tree(const ConvertOptions& options, convert::Format source, convert::Format target,
                              OutputReport& report, const Streams& streams) {
  if (options.sequences) return usage_error("--sequences is for dot");
  if (options.is_part())
    return usage_error(
        "--sub-tree, --depth, --expand-all and --from-records are for proofs: "
        "from one tree to another all goes as it is");
  if (!options.into.empty() || options.mark != "none")
    return usage_error("--into and --mark are for proofs: merge makes one tree of two");
  if (!options.input.attacker.empty() || !options.input.roots.empty() || !options.input.prefer.empty())
    return usage_error("--attacker, --root and --prefer are for proofs: one tree as another claims nothing");
  const auto how = tree_source_of(options.input);
  if (!how.ok()) return how.error();
  ReaderLimits limits;
  FIVEPROOF_TRY(set_limits(options.input, limits));
  auto read = convert::read_tree_file(options.input.file, source, how.value(), limits);
  if (!read.ok()) return read.error();
  auto made = other_file(options, target, read.value());
  if (!made.ok()) {
    made.error().file = options.output;
    return made.error();
  }
  const auto& [writing, repaired] = made.value();
  const std::vector<std::string> oddities = convert::lines_of(read.value());
  tell_reading(options, read.value().carried, oddities, {}, read.value().losses, report, streams);
  if (repaired) tell_repair(options, *repaired, report, streams);
  report.add("carried", writing.carried);
  report.add("losses", writing.losses);
  if (!options.quiet) tell_writing(streams, options.output, writing);
  // What was odd may have been put right.
  const bool is_sound = repaired ? repaired->left.empty() : oddities.empty();
  const bool is_whole = is_sound && read.value().losses.empty() && writing.losses.empty();
  if (options.strict && !is_whole) return refuse_loss(options.output, streams);
  FIVEPROOF_TRY(write_file(options.output, writing.bytes));
  report.set("bytes", writing.bytes.size());
  report.set("nodes", read.value().tree.node_count());
  if (!options.quiet)
    streams.err << output_name(options.output) << ": " << convert::counted(writing.bytes.size(), "byte")
                << ", " << convert::counted(read.value().tree.node_count(), "node") << '\n';
  return exit_yes;
}

/// Puts a tree, or a database, in the place of that which the proof was read from.
Status take_tree(const ConvertOptions& options, Proof& proof) {
  FIVEPROOF_LET(const auto format, choose_format(options.into, {}, "--into"));
  if (!convert::is_tree(format) && format != convert::Format::db)
    return usage_error("--into: expected a tree of moves or a database", options.into);
  convert::TreeSource source;
  source.size = proof.size;
  source.rule = proof.rule;
  ReaderLimits limits;
  FIVEPROOF_TRY(set_limits(options.input, limits));
  if (format == convert::Format::db) source = {};  // it may have records of other boards
  FIVEPROOF_LET(auto read, convert::read_tree_file(options.into, format, source, limits));
  return convert::replace_annotations(proof, std::move(read.tree));
}

/// What of the proof is shown, for formats that are trees.
Result<convert::Shown> shown_of(const ConvertOptions& options, int size) {
  convert::Shown shown{.max_depth = options.depth,
                       .max_width = options.width,
                       .expand_all = options.expand_all,
                       .must_go_into = !options.into.empty(),
                       .from_records = options.from_records,
                       .charsets = {options.input.charset, options.to_charset}};
  const auto mark = convert::parse_new_mark(options.mark);
  if (!mark.ok()) return usage_error("--mark: " + mark.error().message);
  shown.mark = mark.value();
  if (!options.sub_tree) return shown;
  FIVEPROOF_LET(auto moves, read_squares(*options.sub_tree, size, options.input.letters, "--sub-tree"));
  auto position = position_after(moves, size);
  if (!position.ok()) return usage_error("--sub-tree: " + position.error().text());
  shown.root = Root{std::move(position).value(), std::move(moves)};
  return shown;
}

/// What is written, as far as the options say.
struct Target {
  std::string_view name;
  std::optional<convert::Format> format;  ///< none: a certificate, a store or a page
  std::optional<PageTemplate> page;       ///< of a page
  FvpCoding coding;
};

/// A charset that is unknown, or is none of the target's, is refused before anything is read.
Status check_charset(const std::string& charset, std::optional<convert::Format> target) {
  if (charset.empty()) return Done{};
  if (!target || !convert::has_charset(*target))
    return usage_error("--to-charset is for texts of " + convert::names_of_charset_formats());
  const auto known = convert::TextEncoder::open(charset);
  return known.ok() ? Status(Done{}) : usage_error("--to-charset: " + known.error().message);
}

/// A target that cannot be written is refused before anything is read.
Result<Target> target_of(const ConvertOptions& options) {
  Target target{};
  for (const std::string_view other : {"cert", "fvs", "html"})
    if (is_of_format(options.output, options.to, std::string(other))) target.name = other;
  if (target.name.empty()) {
    const auto format = choose_output_format(options.output, options.to);
    if (!format.ok()) return format.error();
    target.format = format.value();
    target.name = convert::name_of(format.value());
  }
  const auto coding = choose_coding(options.smallest, target.format == convert::Format::fvp);
  if (!coding.ok()) return coding.error();
  target.coding = coding.value();
  FIVEPROOF_TRY(check_json(options.json, options.output));
  FIVEPROOF_TRY(check_charset(options.to_charset, target.format));
  FIVEPROOF_TRY(check_output(options.output, {options.input.file, options.into}));
  if (target.name == "html") {
    auto page = PageTemplate::read(path_of_template());
    if (!page.ok()) return page.error();
    target.page = std::move(page).value();
  }
  return target;
}

Result<ExitCode> convert_proof(const ConvertOptions& options, const Target& target, OutputReport& report,
                               const Streams& streams) {
  if (options.is_part() && (!target.format || !convert::shows_parts(*target.format)))
    return usage_error("--sub-tree, --depth, --expand-all and --from-records are for trees and pictures");
  if (target.format != convert::Format::dot) {
    if (options.width) return usage_error("--width is for dot");
    if (options.sequences) return usage_error("--sequences is for dot");
  }
  const bool is_into = !options.into.empty();
  const bool is_database = target.format == convert::Format::db;
  if (is_into && (options.is_part() || !target.format || (!convert::is_tree(*target.format) && !is_database)))
    return usage_error("--into: expected a tree or a database to write, and the whole proof");
  auto reading = read_input(options.input);
  if (!reading.ok()) return reading.error();
  if (is_into) FIVEPROOF_TRY(take_tree(options, reading.value().proof));
  const auto& [proof, carried, losses, oddities] = reading.value();
  tell_reading(options, carried, oddities, proof.findings, losses, report, streams);

  const bool is_whole = losses.empty() && oddities.empty();
  ProofOutput output{options.output, options.strict, is_whole, options.quiet, report, target.coding};
  if (target.name == "cert") return write_certificate_file(proof, options.effort, output, streams);
  if (target.name == "fvs") return write_store(std::move(reading.value().proof), output, streams);
  if (target.page)
    return write_page(std::move(reading.value().proof), *target.page, options.input.file, output, streams);
  auto shown = shown_of(options, proof.size);
  if (!shown.ok()) return shown.error();
  output.shown = std::move(shown).value();
  if (options.sequences) output.shown.replies_at = searched_replies(proof, options.effort);
  return write_proof(proof, *target.format, output, streams);
}

Result<ExitCode> run_convert(const ConvertOptions& options, const Streams& streams) {
  const auto target = target_of(options);
  if (!target.ok()) return target.error();
  const auto& format = target.value().format;
  OutputReport report("convert", options.output, target.value().name);
  const bool is_proof = !options.into.empty() && !options.input.attacker.empty();
  const auto source = format && !is_proof ? kept_format_of(options.input, *format) : std::nullopt;
  if (options.repair && !source)
    return usage_error(
        "--repair: expected a tree or a database, written as one, and nothing that is claimed");
  auto written = source ? convert_tree(options, *source, *format, report, streams)
                        : convert_proof(options, target.value(), report, streams);
  if (written.ok() && options.json) report.tell(written.value(), streams);
  return written;
}

constexpr const char* manual_of_convert =
    R"(Proofs: fvp (.fvp), the proof file; jsonl (.jsonl), the same as text, and jsonl.zst (.jsonl.zst),
compressed; fvs (.fvs), the solver's store: read, what it proves; written, what verify says holds;
cert (.cert, written only), a certificate with a plan for every reply, for fiveproof-audit; dot
(.dot) and csv (.csv), written only, a picture and counts by ply; html (.html), written only, the
page of `fiveproof page`.
Trees: lib (.lib), RenLib; sgf (.sgf); rv2 (.json), rv2-store (.dat), of the rv2 solver; rseq
(.rseq.json, read only), renlibonline; psq, rec (.psq, .rec), Piskvork; sav, pos (.sav, .pos),
Yixin-Board; rif (.xml, read only), RenjuNet; moves (.moves), code and openings, lines as text;
terminator (read only), the book of Gomoku Terminator. IN may be a game itself: h8i9g7, or the
address of a web tool that ends in such a code.
Databases: db (.db), of Yixin and Rapfi; db-csv (.db.csv), the text that Rapfi dumps one to.
From tree to tree all goes as it is. To be a proof a tree needs --rule, --attacker and --root;
without them the error tells what the tree shows. The tree goes along in .fvp and comes out again;
once the proof has been changed, as by solve, with what it lacks: every node and text stays, new
moves hang where they belong, and where the proof has another move it comes first, with "refuted:
... instead" at the others. --into does so with any tree.
Packed files are read as they lie: library.lib.xz, library.lib.gz, games.zip, or games.zip/one.sgf
where an archive has several.
--repair: moves onto stones are dropped with what is below, equal siblings become one, mirror images
without a comment too; texts that are not of --charset are decoded from the only one that fits. In a
database the positions with most stones are believed: who wins before them follows, where a move
leads to a loss, or every legal move to a win. Keys become smallest images, records of one position
one. --strict with it writes nothing if something is left.
Contents are never guessed at. What the file has and a proof cannot say is named on stderr as
`lost`, what is wrong with it as `finding`; findings go into the proof, and verify reports them.

Exit code: 0 written; 1 --strict, and something would be lost (cert: some position is not
established): nothing written; 2 usage, unreadable or interrupted.

Examples:
  fiveproof convert solution.json proof.fvp --from rv2 --rule standard
  fiveproof convert library.lib proof.fvp --rule standard --attacker black --root "h8 i9 j10"
  fiveproof convert library.lib games.sgf --charset gbk
  fiveproof convert filled.fvp mine.lib --into library.lib --mark comment
  fiveproof convert https://gomocalc.com/#/h8i9g7 game.sgf
  fiveproof convert proof.fvp - --to jsonl
  fiveproof convert proof.fvp published.fvp --smallest
  fiveproof convert proof.fvp - --to dot --width 3 --depth 6 --sequences | dot -Tsvg -o picture.svg
  fiveproof convert damaged.lib whole.lib --salvage
  fiveproof convert engine.db sound.db --repair
  fiveproof convert library.sgf library.lib --to-charset gbk
  fiveproof convert proof.fvp proof.html
  fiveproof convert proof.fvp proof.cert && fiveproof-audit proof.cert)";

void add_output_options(CLI::App& sub, ConvertOptions& options) {
  sub.add_option("IN", options.input.file, "File to read; -: standard input")->required();
  sub.add_option("OUT", options.output, "File to write; -: standard output")->required();
  sub.add_option(
         "--to", options.to,
         "Format of the output: " + convert::format_names() + ", cert, fvs or html; default: by extension")
      ->type_name("FORMAT");
  sub.add_flag(smallest_option, options.smallest, smallest_help);
  add_count_option(sub, "--effort", options.effort, effort_range, "cert, dot --sequences: nodes per search")
      ->default_str(std::to_string(options.effort));
  sub.add_flag("--json", options.json, "Say in JSON what was written (spec/convert.schema.json)");
  sub.add_flag(
      "--salvage", options.salvage,
      "Of a damaged file (lib, sgf, db, psq, rec, fvp, jsonl, jsonl.zst) write what can be read before the "
      "damage, of fvp every block that is whole; what is dropped is named as lost");
  sub.add_flag("--repair", options.repair,
               "Of a tree or a database put right what info --check finds, where the right value follows "
               "from the rest "
               "of the file; each change is told, and what is left");
  sub.add_flag("--strict", options.strict, "Write nothing if anything would be lost, or is odd");
}

void add_tree_options(CLI::App& sub, ConvertOptions& options) {
  const std::string trees = "Trees and pictures of proofs";
  sub.add_option_function<std::string>(
         "--sub-tree", [&options](const std::string& moves) { options.sub_tree = moves; },
         "Only what is below these moves from the empty board")
      ->type_name("MOVES")
      ->group(trees);
  add_count_option(sub, "--depth", options.depth, {.least = 0}, "Only this many plies below a root")
      ->group(trees);
  add_count_option(sub, "--width", options.width, {.least = 0},
                   "dot: only this many of the stored replies at a position, those with most below them")
      ->group(trees);
  sub.add_flag("--sequences", options.sequences,
               "dot: also replies that are not stored; those that lose to the same moves share a node")
      ->group(trees);
  sub.add_flag("--expand-all", options.expand_all,
               "Where several lines lead to one position, repeat what is below it in each of them, not only "
               "in the first")
      ->group(trees);
  sub.add_option("--into", options.into,
                 "Put what the proof has and this tree or database lacks into it; default: the tree that the "
                 "proof was read from, if it keeps one and has been changed since")
      ->type_name("FILE")
      ->group(trees);
  sub.add_option("--mark", options.mark,
                 "How what is new in such a tree is told: none; comment, at the uppermost nodes; point, the "
                 "mark of the point at all. But for none the first comment names the proof")
      ->type_name("MARK")
      ->capture_default_str()
      ->group(trees);
  sub.add_flag("--from-records", options.from_records,
               "Write the records, even if the proof keeps the tree that it was read from")
      ->group(trees);
}

}  // namespace

void setup_convert(CLI::App& app, const Streams& streams, int& exit_code) {
  CLI::App* sub = app.add_subcommand("convert", "Translate proofs, trees of moves and databases");
  auto options = std::make_shared<ConvertOptions>();
  add_output_options(*sub, *options);
  add_tree_options(*sub, *options);
  sub->add_flag("-q,--quiet", options->quiet, "Nothing on stderr but errors");
  add_progress_options(*sub, options->progress);
  add_proof_input_options(*sub, options->input);
  add_prefer_option(*sub, options->input);
  add_tree_input_options(*sub, options->input);
  sub->add_option(
         "--to-charset", options->to_charset,
         "Texts that are written are in this encoding, as iconv names it (lib, sgf, moves, db); "
         "characters that it lacks become ? and are named as lost. --charset says what they were in, "
         "where the input does not")
      ->type_name("NAME");
  sub->footer(manual_of_convert);
  when_chosen(*sub, streams, exit_code, [options, &streams] {
    ProgressLine line("convert", options->progress, options->quiet || is_terminal_taken(options->output));
    options->input.progress = &line;
    if (options->salvage) options->input.dropped = &options->dropped;
    return within_memory(options->input.memory, options->input.file,
                         [&] { return run_convert(*options, streams); });
  });
}

}  // namespace fiveproof::cli
