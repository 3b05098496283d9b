#include "cli/commands/commands.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>

#include "cli/input/amount.hpp"
#include "cli/input/position_input.hpp"
#include "cli/output/board_picture.hpp"
#include "cli/output/json_output.hpp"
#include "cli/output/threat_text.hpp"
#include "cli/output/win_tree.hpp"
#include "convert/proof/conversion.hpp"
#include "explore/threats_json.hpp"
#include "game/five.hpp"
#include "solve/vct/threat_search.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::cli {

namespace {

struct ThreatsOptions {
  GameInput game;
  std::optional<std::uint32_t> effort = {};
  std::string method = "db";
  bool tree = false;
  int max_category = 2;
  bool no_global_refutation = false;
  bool no_category_reduction = false;
  bool no_restricted_threes = false;
  BoardChoice board;
  bool json = false;
  bool quiet = false;
};

using solve::ThreatAnswer;
using solve::ThreatMethod;

struct Question : solve::ThreatQuestion {
  std::vector<ThreatMethod> methods;
  bool is_effort_given = false;
};

Result<Question> read_question(const ThreatsOptions& options) {
  const auto rule = read_rule(options.game);
  if (!rule.ok()) return rule.error();
  if (options.max_category < 0 || options.max_category > 2)
    return usage_error("--max-category: expected 0, 1 or 2, found " + std::to_string(options.max_category));
  dbsearch::SearchOptions how;
  how.node_limit = options.effort.value_or(verify::default_effort);
  how.max_category = options.max_category;
  how.global_refutation = !options.no_global_refutation;
  how.category_reduction = !options.no_category_reduction;
  how.restricted_threes = !options.no_restricted_threes;
  const bool is_shortened = solve::leaves_out_reductions(how);
  if (has_forbidden_moves(rule.value()) && (is_shortened || options.max_category == 0))
    return usage_error(
        "in renju, where threats are played out: expected no --no-... and --max-category 1 or 2");
  auto position = read_position(options.game.position, options.game.size);
  if (!position.ok()) return position.error();
  const auto attacker = read_attacker(options.game, position.value());
  if (!attacker.ok()) return attacker.error();
  std::vector<ThreatMethod> asked;
  for (ThreatMethod method : solve::threat_methods)
    if (options.method == "all" || options.method == solve::name_of(method)) asked.push_back(method);
  if (asked.empty()) return usage_error("--method: expected db, vcf, vct or all, found " + options.method);
  if (asked.front() != ThreatMethod::db && (is_shortened || options.max_category != 2))
    return usage_error("--max-category and --no-...: expected --method db, found " + options.method);
  if (options.tree && asked.back() != ThreatMethod::vct)
    return usage_error("--tree: expected --method vct or all: others tell of sequences");
  return Question{{rule.value(), std::move(position).value(), attacker.value(), how},
                  std::move(asked),
                  options.effort.has_value()};
}

// The colour that has ended the game, if any.
std::optional<Color> winner(const Question& question) {
  for (const Color c : {Color::black, Color::white})
    if (has_five(question.position, question.rule, c)) return c;
  return std::nullopt;
}

/// `effort` becomes what it took, if that is more.
ThreatAnswer answer_to(const Question& question, ThreatMethod method, std::uint32_t& effort) {
  if (question.is_effort_given) return solve::search_threats(question, method);
  const solve::ThreatQuestion& as_asked = question;
  solve::ThreatQuestion growing = as_asked;
  ThreatAnswer answer = solve::search_threats_patiently(growing, method);
  effort = std::max(effort, growing.how.node_limit);
  return answer;
}

void tell(const Question& question, const ThreatAnswer& answer, bool with_tree, std::ostream& out) {
  const dbsearch::SearchResult& result = answer.found;
  const int size = question.position.size();
  out << name_of(question.rule) << ' ' << size << 'x' << size << ": " << name_of(question.attacker);
  if (answer.tree) {
    out << " wins by threats answered one by one, " << convert::counted(answer.tree->steps.size(), "position")
        << " before lines of fours, at most " << convert::counted(longest_of(*answer.tree), "move");
  } else if (result.win) {
    out << " wins by a sequence of " << convert::counted(result.sequence.size(), "threat");
  } else {
    const std::string_view what = answer.method == ThreatMethod::db    ? "winning threat sequence"
                                  : answer.method == ThreatMethod::vcf ? "winning line of fours"
                                                                       : "win by threats";
    out << (result.cut_short ? ": no " : " has no ") << what
        << (result.cut_short ? " found, and the search was cut short" : "");
  }
  out << "; " << convert::counted(result.nodes, "node");
  if (answer.method == ThreatMethod::db)
    out << ", " << convert::counted(result.defensive_nodes, "defensive node") << ", " << result.refuted
        << " refuted";
  out << '\n';
  if (answer.tree && with_tree) write_tree(out, *answer.tree);
  write_sequence(out, result.sequence, size);
}

Result<ExitCode> run_threats(const ThreatsOptions& options, const Streams& streams) {
  const auto asked = read_question(options);
  if (!asked.ok()) return asked.error();
  const Question& question = asked.value();
  if (!options.quiet) {
    if (const auto over = winner(question))
      streams.err << "note: the game is over, " << name_of(*over) << " has a five\n";
    if (question.attacker != question.position.to_move())
      streams.err << "note: " << name_of(question.position.to_move()) << " is to move; searched as if "
                  << name_of(question.attacker) << " were\n";
  }
  std::vector<ThreatAnswer> answers;
  std::uint32_t effort = question.how.node_limit;
  for (ThreatMethod method : question.methods) answers.push_back(answer_to(question, method, effort));
  const auto any = [&](auto&& is_so) { return std::any_of(answers.begin(), answers.end(), is_so); };
  if (options.json) {
    streams.out << text_of(explore::threats_json(question, answers, effort)) << '\n';
  } else {
    show_board(streams.out, options.board, question.position, marks_of(answers.front().found.sequence));
    for (const ThreatAnswer& answer : answers) tell(question, answer, options.tree, streams.out);
  }
  if (any([](const ThreatAnswer& answer) { return answer.found.win; })) return exit_yes;
  return any([](const ThreatAnswer& answer) { return answer.found.cut_short; }) ? exit_undecided : exit_no;
}

}  // namespace

void setup_threats(CLI::App& app, const Streams& streams, int& exit_code) {
  CLI::App* sub = app.add_subcommand("threats", "Look for a winning threat sequence in one position");
  auto options = std::make_shared<ThreatsOptions>();
  add_game_options(*sub, options->game)->required();
  add_count_option(
      *sub, "--effort", effort_range,
      [options](std::uint64_t count) { options->effort = static_cast<std::uint32_t>(count); },
      "Attacker nodes the search may make; with vct ten times as many positions, a million at most; "
      "default: 1000, and up to a hundred times as many where that cuts the search short");
  sub->add_option("--method", options->method,
                  "db: all answers to a threat at once; vcf: fours; vct: threats answered one by one; all")
      ->type_name("NAME")
      ->capture_default_str();
  sub->add_flag("--tree", options->tree, "With vct: what is played after every reply");
  sub->add_option("--max-category", options->max_category,
                  "Only threats up to this category: 0 five, 1 fours, 2 threes")
      ->type_name("N")
      ->capture_default_str();
  sub->add_flag("--no-global-refutation", options->no_global_refutation,
                "Go on after many refuted sequences");
  sub->add_flag("--no-category-reduction", options->no_category_reduction,
                "Also threats that leave the defender time for his own");
  sub->add_flag("--no-restricted-threes", options->no_restricted_threes,
                "Also threes with 3 replies where one with 2 replies applies");
  add_board_options(*sub, options->board);
  sub->add_flag("--json", options->json, "Answer in JSON (spec/threats.schema.json)");
  sub->add_flag("-q,--quiet", options->quiet, "Nothing on stderr but errors");
  sub->footer(
      R"(Each threat of the sequence is printed with its kind, the move (gain square), the squares on which
the defender can answer (cost) and the attacker's stones it rests on (rest). On the board the moves
are numbered, the tenth is a. A position with a five has no sequence.
With --method vct a move threatens to win by fours; --tree says how it goes on after each reply that
those fours do not answer. All other replies lose to them.

Exit code: 0 a winning threat sequence; 1 none; 2 usage, or none was found and the search was cut
short.

Example:
  fiveproof threats --rule freestyle --moves "h8 a1 i8 a2 j8 a4")");
  when_chosen(*sub, streams, exit_code, [options, &streams] { return run_threats(*options, streams); });
}

}  // namespace fiveproof::cli
