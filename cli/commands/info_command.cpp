#include "cli/commands/commands.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <iomanip>
#include <map>
#include <memory>
#include <sstream>

#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "base/visible.hpp"
#include "cli/input/amount.hpp"
#include "cli/input/memory_option.hpp"
#include "cli/input/proof_input.hpp"
#include "cli/output/gap_info.hpp"
#include "cli/output/json_output.hpp"
#include "cli/output/plot.hpp"
#include "cli/output/proof_output.hpp"
#include "cli/output/tree_info.hpp"
#include "convert/check/consistency.hpp"
#include "game/notation.hpp"
#include "proof/graph/longest_line.hpp"
#include "proof/graph/ply_counts.hpp"
#include "verify/outcome/claim.hpp"
#include "verify/parts/shard_report.hpp"

namespace fiveproof::cli {

namespace {

struct InfoOptions {
  ProofInput input;
  std::string plot;                     ///< file to draw into; empty: none
  std::string report;                   ///< of verify, for the plot; empty: none
  std::optional<std::uint64_t> boards;  ///< of a gap list: how many gaps are drawn
  bool check = false;                   ///< say what is inconsistent in a tree
  bool json = false;
  bool quiet = false;
};

/// Of a list of gaps, unless the caller says how many.
constexpr std::uint64_t drawn_gaps = 3;

struct Facts {
  std::optional<std::uint64_t> file_bytes;  // a pipe has no length
  std::map<int, PlyCount> by_stones;
  PlyCount all;
  std::array<std::uint64_t, gap_kind_count> findings{};
  std::string hash;
  std::optional<Line> longest;

  [[nodiscard]] std::optional<double> bytes_per_record() const {
    if (!file_bytes || all.records == 0) return std::nullopt;
    return static_cast<double>(*file_bytes) / static_cast<double>(all.records);
  }
};

std::optional<std::uint64_t> file_bytes_of(const std::string& path) {
  std::error_code error;
  if (path == "-" || !std::filesystem::is_regular_file(path, error)) return std::nullopt;
  const auto bytes = std::filesystem::file_size(path, error);
  return error ? std::nullopt : std::optional<std::uint64_t>(bytes);
}

Result<Facts> facts_of(const Proof& proof, const std::string& path) {
  Facts facts;
  facts.file_bytes = file_bytes_of(path);
  FIVEPROOF_LET(facts.by_stones, counts_by_stones(proof.records));
  for (const auto& [stones, count] : facts.by_stones) {
    facts.all.records += count.records;
    facts.all.leaves += count.leaves;
    facts.all.and_positions += count.and_positions;
  }
  for (const Gap& finding : proof.findings) ++facts.findings[static_cast<std::size_t>(finding.kind)];
  facts.hash = content_hash(proof);
  facts.longest = longest_line(proof);
  return facts;
}

std::string two_digits(double number) {
  std::ostringstream out;
  out.exceptions(std::ios::badbit);
  out << std::fixed << std::setprecision(2) << number;
  return out.str();
}

/// As Table 5.1 of Allis (1994), his even depths in the second column and his odd ones in the fourth.
void tell_table(const Facts& facts, std::ostream& out) {
  const auto line = [&](const auto& stones, const auto& records, const auto& leaves, const auto& after) {
    out << std::setw(8) << stones << std::setw(13) << records << std::setw(16) << leaves << std::setw(17)
        << after << '\n';
  };
  line("stones", "records", "without a move", "after the moves");
  for (const auto& [stones, count] : facts.by_stones)
    line(stones, count.records, count.leaves, count.and_positions);
  line("all", facts.all.records, facts.all.leaves, facts.all.and_positions);
}

void tell(const Proof& proof, const Facts& facts, std::ostream& out) {
  out << "rule: " << name_of(proof.rule) << '\n'
      << "board: " << proof.size << 'x' << proof.size << '\n'
      << "attacker: " << name_of(proof.attacker) << '\n';
  for (std::size_t i = 0; i < proof.roots.size(); ++i)
    out << "claim " << i << ": " << verify::to_text(verify::claim_of(proof, i)) << '\n';
  if (proof.roots.empty()) out << "claim: none\n";
  tell_table(facts, out);
  if (facts.longest)
    out << "longest line, from claim " << facts.longest->root << ": " << to_text(facts.longest->moves)
        << '\n';
  if (facts.file_bytes) out << "file: " << convert::counted(*facts.file_bytes, "byte");
  if (const auto each = facts.bytes_per_record()) out << ", " << two_digits(*each) << " per position";
  if (facts.file_bytes) out << '\n';
  if (proof.format_version > 0) out << "format version: " << proof.format_version;
  if (!proof.coding.empty()) out << ", coding: " << proof.coding;
  if (proof.format_version > 0) out << '\n';
  for (const Section& section : proof.sections)
    out << "section of kind " << section.kind << ": " << convert::counted(section.bytes.size(), "byte")
        << '\n';
  out << "hash: " << facts.hash << '\n';
  for (int kind = 0; kind < gap_kind_count; ++kind)
    if (const auto number = facts.findings[static_cast<std::size_t>(kind)])
      out << "findings: " << number << ' ' << name_of(static_cast<GapKind>(kind)) << '\n';
}

Json json_of_file(const std::string& file) {
  Json object = begin_json("fiveproof-info");
  object["file"] = input_name(file);
  return object;
}

Json as_json(const Proof& proof, const Facts& facts, const std::string& file) {
  Json object = json_of_file(file);
  add_game(object, proof.rule, proof.size, proof.attacker);
  object["roots"] = Json::array();
  for (const Root& root : proof.roots) object["roots"].push_back(to_json(root));
  object["hash"] = facts.hash;
  object["records"] = facts.all.records;
  object["without-move"] = facts.all.leaves;
  object["after-moves"] = facts.all.and_positions;
  object["by-stones"] = Json::array();
  for (const auto& [stones, count] : facts.by_stones)
    object["by-stones"].push_back({{"stones", stones},
                                   {"records", count.records},
                                   {"without-move", count.leaves},
                                   {"after-moves", count.and_positions}});
  if (facts.longest)
    object["longest-line"] = {{"root", facts.longest->root}, {"moves", to_json(facts.longest->moves)}};
  if (facts.file_bytes) object["file-bytes"] = *facts.file_bytes;
  if (const auto each = facts.bytes_per_record()) object["bytes-per-position"] = *each;
  if (proof.format_version > 0) object["format-version"] = proof.format_version;
  if (!proof.coding.empty()) object["coding"] = proof.coding;
  object["sections"] = Json::array();
  for (const Section& section : proof.sections)
    object["sections"].push_back({{"kind", section.kind}, {"bytes", section.bytes.size()}});
  object["findings"] = by_kind_json(proof.findings);
  return object;
}

Result<ExitCode> tell_tree_info(const InfoOptions& options, const convert::Contents& contents,
                                const Streams& streams) {
  FIVEPROOF_LET(const auto format, choose_input_format(options.input.file, options.input.from));
  const auto bytes = file_bytes_of(options.input.file);
  std::vector<convert::Inconsistency> wrong;
  if (options.check) {
    FIVEPROOF_LET(wrong, convert::inconsistencies_of(contents.tree->tree, options.input.charset));
  }
  if (!options.json) {
    tell_tree(*contents.tree, format, contents.missing, streams.out);
    for (const std::string& line : lines_of(contents.findings)) streams.out << "finding: " << line << '\n';
    if (bytes) streams.out << "file: " << convert::counted(*bytes, "byte") << '\n';
    for (const auto& one : wrong)
      streams.out << "inconsistent: " << convert::counted(one.times, "time") << ": " << visible(one.what)
                  << (one.times > 1 ? ", first " : ", ") << visible(one.first) << '\n';
    if (options.check && wrong.empty()) streams.out << "nothing is inconsistent\n";
    return wrong.empty() ? exit_yes : exit_no;
  }
  Json object = json_of_file(options.input.file);
  object["tree"] = tree_json(*contents.tree, format);
  if (!contents.findings.empty()) object["tree"]["findings"] = by_kind_json(contents.findings);
  if (bytes) object["file-bytes"] = *bytes;
  if (options.check) object["inconsistent"] = Json::array();
  for (const auto& one : wrong)
    object["inconsistent"].push_back(
        {{"what", one.what}, {"times", one.times}, {"first", visible(one.first)}});
  streams.out << text_of(object) << '\n';
  return wrong.empty() ? exit_yes : exit_no;
}

/// What is no proof may be a list of gaps, which has the same extensions. Otherwise `error` stands, or, where
/// the first line is that of such a list, what is wrong behind it.
Result<ExitCode> tell_gap_list_info(const InfoOptions& options, const Error& error, const Streams& streams) {
  const std::string& file = options.input.file;
  const auto format = choose_input_format(file, options.input.from);
  const bool is_text = format.ok() && (format.value() == convert::Format::jsonl ||
                                       format.value() == convert::Format::jsonl_zst);
  if (error.code != ErrorCode::malformed || file == "-" || !is_text) return error;
  const auto list = read_gaps(file);
  if (!list.ok()) return list.error().offset.value_or(0) > 0 ? list.error() : error;
  if (!options.plot.empty()) return usage_error("--plot: expected a proof, found a list of gaps", file);
  if (!options.json) {
    tell_gaps(list.value(), options.boards.value_or(drawn_gaps), streams.out);
    return exit_yes;
  }
  Json object = json_of_file(file);
  object["gap-list"] = gap_list_json(list.value());
  if (const auto bytes = file_bytes_of(file)) object["file-bytes"] = *bytes;
  streams.out << text_of(object) << '\n';
  return exit_yes;
}

/// Nothing is read before it is known that the picture can be written.
Status check_plot(const InfoOptions& options) {
  if (options.plot.empty()) {
    if (!options.report.empty()) return usage_error("--report: expected --plot, too");
    return Done{};
  }
  std::vector<std::string> inputs{options.input.file};
  if (!options.report.empty()) inputs.push_back(options.report);
  FIVEPROOF_TRY(check_output(options.plot, inputs));
  return check_json(options.json, options.plot);
}

Status draw_plot(const InfoOptions& options, const Proof& proof, const Facts& facts) {
  std::vector<BarChart> charts{chart_of_records(facts.by_stones)};
  if (!options.report.empty()) {
    FIVEPROOF_LET(const auto report, verify::read_shard_report(options.report, proof.roots.size()));
    if (report.content_hash != facts.hash)
      return usage_error("the report is of another proof, " + report.content_hash, options.report);
    charts.push_back(chart_of_replies(report.by_ply));
  }
  const std::string size = std::to_string(proof.size);
  const std::string title = std::string(name_of(proof.rule)) + " " + size + "x" + size + ", " +
                            std::string(name_of(proof.attacker)) + " attacks";
  const std::string svg = svg_of(title, charts);
  return write_text_file(options.plot, svg);
}

Result<ExitCode> run_info(const InfoOptions& options, const Streams& streams) {
  FIVEPROOF_TRY(check_plot(options));
  const auto read = read_with_progress("info", options.input, options.quiet, read_input_or_tree);
  if (!read.ok()) return tell_gap_list_info(options, read.error(), streams);
  const convert::Contents& contents = read.value();
  if (options.boards) return usage_error("--boards: expected a list of gaps", options.input.file);
  if (contents.tree) {
    if (!options.plot.empty())
      return usage_error("--plot: expected a proof; --rule and --attacker make it one", options.input.file);
    return tell_tree_info(options, contents, streams);
  }
  if (options.check)
    return usage_error("--check: expected a library or a database that claims nothing; verify checks proofs",
                       options.input.file);
  const convert::Reading& reading = *contents.proof;
  if (!options.quiet) tell_losses(streams, options.input.file, reading.losses);
  const Proof& proof = reading.proof;
  FIVEPROOF_LET(const auto facts, facts_of(proof, options.input.file));
  if (!options.plot.empty()) FIVEPROOF_TRY(draw_plot(options, proof, facts));
  if (is_standard_output(options.plot)) return exit_yes;
  if (options.json)
    streams.out << text_of(as_json(proof, facts, options.input.file)) << '\n';
  else
    tell(proof, facts, streams.out);
  return exit_yes;
}

}  // namespace

void setup_info(CLI::App& app, const Streams& streams, int& exit_code) {
  CLI::App* sub = app.add_subcommand("info", "Say what a file claims and holds; nothing is checked");
  auto options = std::make_shared<InfoOptions>();
  sub->add_option("FILE", options->input.file, "Proof, or any file that convert reads; -: standard input")
      ->required();
  sub->add_option("--plot", options->plot,
                  "Draw the stored positions by number of stones into this file, as SVG; -: standard output")
      ->type_name("FILE");
  sub->add_option("--report", options->report,
                  "For the plot: a report of verify about this proof, of which it shows the replies by how "
                  "they are answered")
      ->type_name("FILE");
  add_count_option(*sub, "--boards", options->boards, {.least = 0},
                   "Of a list of gaps: draw the first N (default: " + std::to_string(drawn_gaps) + ")");
  sub->add_flag(
      "--check", options->check,
      "Of a library, a game or a database: say what is inconsistent in it, whoever wins, and end with 1 "
      "if anything is");
  sub->add_flag("--json", options->json, "Answer in JSON (spec/info.schema.json)");
  sub->add_flag("-q,--quiet", options->quiet, "Nothing on stderr but errors");
  options->input.drop_annotations = true;
  add_proof_input_options(*sub, options->input);
  add_prefer_option(*sub, options->input);
  add_tree_input_options(*sub, options->input);
  sub->footer(
      R"(Prints rule set, board, attacker and claims; a table by number of stones: records, those of them
without a move, and the positions that their moves lead to, all up to symmetry; a longest line of
stored moves; bytes per position; the version of the format and what else goes along with the proof;
the content hash, which names the proof in whatever format; and findings.
Of a file that does not say what it claims, a library or a game: nodes, lines, texts, marks, what is
said beside the tree, what is odd, and what it may prove. --rule, --attacker and --root make it a
proof.
Of a list of gaps: the claims, how many gaps of each kind and with how many stones, and the first of
them on a board; a reply that refutes is !.

--check adds what is wrong by itself: moves onto an occupied square, equal to a sibling or its
mirror image; texts that are not in their charset (--charset); entries of a database that contradict
each other or those a move later, or are there twice. It claims nothing, so it is no verdict: for
that there is verify.

Exit code: 0 readable; 1 --check, and something is inconsistent; 2 usage or unreadable.

Example:
  fiveproof verify proof.fvp --report r.json
  fiveproof info proof.fvp --plot proof.svg --report r.json)");
  when_chosen(*sub, streams, exit_code, [options, &streams] {
    return within_memory(options->input.memory, options->input.file,
                         [&] { return run_info(*options, streams); });
  });
}

}  // namespace fiveproof::cli
