#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "blame/blame_json.hpp"
#include "cli/commands/blame_text.hpp"
#include "cli/commands/commands.hpp"
#include "cli/data_folder.hpp"
#include "cli/input/amount.hpp"
#include "cli/input/memory_option.hpp"
#include "cli/input/proof_input.hpp"
#include "cli/input/squares_input.hpp"
#include "cli/interrupt.hpp"
#include "cli/output/proof_output.hpp"
#include "convert/tree/tree_lines.hpp"
#include "game/notation.hpp"
#include "session/proof_check.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::cli {

using blame::BelievedProof, blame::BlameProgress, blame::BlameSearch, blame::Game;

namespace {

struct BlameOptions {
  ProofInput game;  ///< the moves themselves, or a file
  std::uint64_t line = 1;
  std::vector<std::string> proofs;
  std::string output;
  std::string time = "10s";
  std::uint64_t nodes = 0;  ///< 0: no limit
  std::uint32_t effort = verify::default_effort;
  bool json = false;
  bool quiet = false;
  ProgressWanted progress = {};
};

/// What was read, before the rules are asked.
struct GameLine {
  std::vector<Square> moves;
  int size = 15;
  std::optional<RuleSet> rule;
};

Error located(Error error, const std::string& file) {
  error.file = file;
  return error;
}

/// Is the argument a list of moves? A file of that name comes first.
bool is_moves(const BlameOptions& options) {
  std::error_code none;
  const std::string& word = options.game.file;
  if (word == "-" || !options.game.from.empty() || std::filesystem::exists(word, none)) return false;
  return word.empty() || word.find(' ') != std::string::npos || convert::is_typed_game(word) ||
         parse_squares(word, max_board_size).ok();
}

Result<GameLine> moves_of(const ProofInput& game, const convert::TreeSource& source) {
  GameLine line{{}, source.size.value_or(15), source.rule};
  FIVEPROOF_LET(line.moves, read_squares(game.file, line.size, game.letters, "the moves"));
  return line;
}

/// One of the lines of a file.
Result<GameLine> line_of_file(const BlameOptions& options, const convert::TreeSource& source,
                              const Streams& streams) {
  const std::string& file = options.game.file;
  FIVEPROOF_LET(const auto format, choose_input_format(file, options.game.from));
  if (!convert::is_tree(format))
    return usage_error("a proof, no game: " + std::string(convert::name_of(format)), file);
  ReaderLimits limits;
  FIVEPROOF_TRY(set_limits(options.game, limits));
  FIVEPROOF_LET(const auto read, convert::read_tree_file(file, format, source, limits));
  if (!options.quiet) tell_oddities(streams, file, convert::lines_of(read));
  GameLine line{{}, read.tree.size(), source.rule ? source.rule : read.rule};
  std::uint64_t number = 0;
  std::optional<std::size_t> pass;
  const convert::LeftOut left_out = convert::for_each_line(read.tree, [&](const convert::TreeLine& one) {
    if (++number != options.line) return;
    for (std::size_t i = 0; i < one.moves.size(); ++i) {
      if (!one.moves[i].is_square())
        pass = pass.value_or(i + 1);
      else
        line.moves.push_back(one.moves[i].square(line.size));
    }
  });
  const auto wrong = [&](const std::string& what) {
    return Error{ErrorCode::unsupported, what, input_name(file), {}};
  };
  if (options.line > number && number + options.line > 1)
    return usage_error("--line: the file has " + convert::counted(number, "line"), file);
  if (pass) return wrong("move " + std::to_string(*pass) + " is a pass, which the rules here do not know");
  if (left_out.out_of_turn > 0)
    return wrong(convert::counted(left_out.out_of_turn, "move") + " out of turn: colours have to alternate");
  if (number > 1 && !options.quiet)
    streams.err << input_name(file) << ": line " << options.line << " of " << number << '\n';
  return line;
}

Result<Game> read_game(const BlameOptions& options, const Streams& streams) {
  FIVEPROOF_LET(const auto source, tree_source_of(options.game));
  const std::string& word = options.game.file;
  const bool are_moves = is_moves(options);
  FIVEPROOF_LET(const auto line,
                are_moves ? moves_of(options.game, source) : line_of_file(options, source, streams));
  if (!line.rule)
    return usage_error("the game does not say its rules: give --rule " + all_rule_set_names(),
                       are_moves ? "" : word);
  auto game = blame::game_of(*line.rule, line.size, line.moves);
  if (!game.ok()) return are_moves ? game.error() : located(game.error(), input_name(word));
  if (const std::size_t more = line.moves.size() - game.value().moves.size(); more > 0 && !options.quiet)
    streams.err << "note: the game is over with move " << game.value().moves.size() << "; "
                << convert::counted(more, "move") << " behind it left out\n";
  return game;
}

/// A file of the command line counts if the verifier accepts it. Those that come with the program have been.
Result<std::vector<BelievedProof>> read_proofs(const BlameOptions& options, const Game& game,
                                               const solve::WorkOptions& how, const Streams& streams) {
  std::vector<BelievedProof> proofs;
  for (const std::string& file : options.proofs) {
    ProofInput input{file};
    input.memory = options.game.memory;
    input.at_once = options.proofs.size();
    input.drop_annotations = true;
    FIVEPROOF_LET(auto reading, read_input(input));
    if (reading.proof.rule != game.rule || reading.proof.size != game.size)
      return usage_error("a proof of another rule set or board size than the game", file);
    FIVEPROOF_LET(const auto check, session::check_found(reading.proof, how));
    if (check.is_interrupted) {
      streams.err << input_name(file) << ": could not be verified within the time, and is not used\n";
      continue;
    }
    if (!check.is_accepted)
      return Error{ErrorCode::unsupported, "not verified, and not believed: see fiveproof verify", file, {}};
    proofs.push_back({std::filesystem::path(file).filename().string(),
                      std::make_shared<const Proof>(std::move(reading.proof))});
  }
  FIVEPROOF_LET(auto bundled, bundled_proof(game.rule, game.size));
  if (bundled)
    proofs.push_back(
        {bundled_name(game.rule, game.size), std::make_shared<const Proof>(*std::move(bundled))});
  return proofs;
}

Result<solve::WorkOptions> limits_of(const BlameOptions& options) {
  FIVEPROOF_LET(const auto seconds, parse_time("--time", options.time));
  FIVEPROOF_LET(const auto memory, memory_of(options.game.memory));
  solve::WorkOptions how;
  how.stop = &flag_set_after(seconds);
  how.memory = memory / 3;  // of each side's search; the proofs take their part
  how.threads = std::max(1u, std::thread::hardware_concurrency());
  if (options.nodes > 0) how.nodes = options.nodes;
  return how;
}

/// Nothing: none was asked for.
Result<std::optional<convert::Format>> output_format_of(const BlameOptions& options) {
  if (options.output.empty()) return std::optional<convert::Format>();
  FIVEPROOF_LET(const auto format, choose_output_format(options.output, options.output == "-" ? "sgf" : ""));
  if (!convert::is_tree(format))
    return usage_error("-o: expected a file of a game or tree, such as .sgf", options.output);
  std::vector<std::string> inputs = options.proofs;
  if (!is_moves(options)) inputs.push_back(options.game.file);
  FIVEPROOF_TRY(check_output(options.output, inputs));
  return std::optional(format);
}

std::string progress_text(const BlameProgress& progress) {
  const std::string before = " before move " + std::to_string(progress.ply + 1);
  if (!progress.attacker) return "looking for threats" + before;
  return "looking for a win of " + std::string(name_of(*progress.attacker)) + "'s" + before + ", " +
         convert::counted(progress.searches, "search");
}

Result<ExitCode> run_blame(const BlameOptions& options, const Streams& streams) {
  FIVEPROOF_LET(const auto how, limits_of(options));
  FIVEPROOF_LET(const auto format, output_format_of(options));
  FIVEPROOF_LET(const auto game, read_game(options, streams));
  std::optional<ProgressLine> line(std::in_place, "blame", options.progress, options.quiet);
  std::optional<BlameSearch> search;
  {
    // What is known when an interrupt comes is told.
    const GracefulEnd graceful(std::chrono::milliseconds(400));
    FIVEPROOF_LET(const auto proofs, read_proofs(options, game, how, streams));
    search.emplace(game, proofs, how, options.effort);
    search->on_progress = [&](const BlameProgress& progress) { line->show(progress_text(progress)); };
    FIVEPROOF_TRY(search->look());
  }
  line.reset();
  if (format) {
    FIVEPROOF_LET(const auto writing,
                  convert::encode_tree_as(blame_tree(game, *search), *format, {}, game.rule));
    FIVEPROOF_TRY(write_file(options.output, writing.bytes));
    if (!options.quiet) tell_writing(streams, options.output, writing);
  }
  if (options.output != "-") {
    if (options.json)
      streams.out << text_of(blame::blame_json(game, *search)) << '\n';
    else
      write_blame(streams.out, game, *search);
  }
  if (interrupt_flag()) return exit_undecided;
  if (!faults_of(game, *search).empty()) return exit_yes;
  return search->is_limited() ? exit_undecided : exit_no;
}

constexpr const char* manual_of_blame =
    R"(GAME is a list of moves, "h8 i9 g7", or a file of any format of games or trees that convert reads;
of a file with several lines --line says which. Rule set and board are those of the file, or --rule
and --size. Of each position it is asked who wins, and whether that is proved: by a proof that comes
with the program, which is believed as `play` does, or that --proof names, which is verified first;
by a winning threat sequence; or by a search like that of `solve`, whose proofs are verified.

A move loses if the other side's win is proved after it, and was not before it. It misses a win if
one was proved before it for who made it, and is not after it. Where nothing is proved nothing is
said: a move that is not blamed may be bad, and a game may have been lost before the move that is.
The line behind a verdict shows how the win goes on, against the replies that hold out longest.

Exit code: 0 a move lost, or missed a win; 1 none did; 2 usage, unreadable, interrupted; or none was
found, and the search came to a limit.

Examples:
  fiveproof blame "h8 a1 i8 a2 j8 a4 a3" --rule freestyle
  fiveproof blame game.psq --rule standard --time 1m -o judged.sgf)";

}  // namespace

void setup_blame(CLI::App& app, const Streams& streams, int& exit_code) {
  CLI::App* sub = app.add_subcommand("blame", "Say which move of a game lost, and which wins were missed");
  auto options = std::make_shared<BlameOptions>();
  sub->add_option("GAME", options->game.file, "Moves, or a file of games or trees; -: standard input")
      ->required();
  sub->add_option("--from", options->game.from,
                  "Format of the input: " + convert::format_names() + "; default: by extension")
      ->type_name("FORMAT");
  sub->add_option("--rule", options->game.rule,
                  "Rule set, " + all_rule_set_names() + ", where the file names none")
      ->type_name("RULE");
  sub->add_option_function<int>(
         "--size", [options](int size) { options->game.size = size; },
         "Board size, 5 to 20, where the file names none; default: 15")
      ->type_name("N");
  add_letters_option(*sub, options->game.letters, {});
  add_count_option(*sub, "--line", options->line, {}, "Which line of a file that has several")
      ->capture_default_str();
  sub->add_option(
         "--proof", options->proofs,
         "Verify this proof, or any file that convert reads as one, and ask it, too; may be repeated")
      ->type_name("FILE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  sub->add_option("--time", options->time, "Search no longer than this, in all: 90, 90s, 10m, 2h")
      ->type_name("T")
      ->capture_default_str();
  add_count_option(*sub, "--nodes", options->nodes, {},
                   "For each side, make no more positions than this in the search for proofs");
  add_count_option(*sub, "--effort", options->effort, effort_range, "Attacker nodes of a search for threats")
      ->default_str(std::to_string(options->effort));
  add_memory_option(*sub, options->game.memory, "For all searches together, and the files that are read");
  sub->add_option("-o,--output", options->output,
                  "Write the game with this in comments, and missed wins as variations: .sgf, .lib; -: SGF "
                  "on standard output, instead of the answer")
      ->type_name("FILE");
  sub->add_flag("--json", options->json, "Answer in JSON (spec/blame.schema.json)");
  sub->add_flag("-q,--quiet", options->quiet, "Nothing on stderr but errors");
  add_progress_options(*sub, options->progress);
  sub->footer(manual_of_blame);
  when_chosen(*sub, streams, exit_code, [options, &streams] {
    return within_memory(options->game.memory, options->game.file,
                         [&] { return run_blame(*options, streams); });
  });
}

}  // namespace fiveproof::cli
