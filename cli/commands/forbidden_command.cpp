#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/input/position_input.hpp"
#include "cli/outcome.hpp"
#include "cli/output/board_picture.hpp"
#include "cli/output/json_output.hpp"
#include "explore/forbidden_points.hpp"
#include "game/five.hpp"
#include "game/forbidden.hpp"
#include "game/legal_moves.hpp"
#include "game/notation.hpp"

namespace fiveproof::cli {
namespace {

using explore::ForbiddenPoint;

struct ForbiddenOptions {
  int size = 15;
  PositionInput position;
  BoardChoice board;
  bool json = false;
};

/// "overline", "two fours", "a three (straight four e8)", "no three (e8: double four)".
std::string line_text(const ForbiddenReport::Line& line) {
  if (line.is_overline) return "overline";
  if (line.fours > 0) return line.fours == 1 ? "a four" : "two fours";
  std::string squares;
  for (const auto& four : line.straight_fours) {
    if (!squares.empty()) squares += ", ";
    squares += fiveproof::to_text(four.square);
    if (!four.counts()) squares += std::string(": ") + std::string(explore::why_not(four));
  }
  return (line.is_three() ? "a three (" : "no three (") + squares + ")";
}

void tell(const ForbiddenPoint& point, std::ostream& out) {
  out << fiveproof::to_text(point.square) << ' ' << fiveproof::name_of(point.report.kind);
  const char* before = ": ";
  for (const auto& line : point.report.lines) {
    out << before << explore::name_of(line.direction) << ' ' << to_text(line.stones) << ' '
        << line_text(line);
    before = "; ";
  }
  out << '\n';
}

Result<ExitCode> run_forbidden(const ForbiddenOptions& options, const Streams& streams) {
  if (!is_board_size(options.size))
    return usage_error("--size: expected 5 to 20, found " + std::to_string(options.size));
  FIVEPROOF_LET(const auto position, read_position(options.position, options.size));
  const bool is_over = has_five(position, RuleSet::renju) || is_dead(position, RuleSet::renju);
  if (is_over) streams.err << "note: the game is over\n";
  const std::vector<ForbiddenPoint> points = explore::points_of(position);
  Marks forbidden;
  for (const ForbiddenPoint& point : points)
    if (point.report.kind != Forbidden::no) forbidden.emplace(point.square, 'F');
  if (options.json) {
    streams.out << text_of(explore::forbidden_json(position, points)) << '\n';
  } else {
    show_board(streams.out, options.board, position, forbidden);
    for (const ForbiddenPoint& point : points) tell(point, streams.out);
    if (points.empty()) streams.out << "no forbidden points\n";
  }
  return forbidden.empty() ? exit_no : exit_yes;
}

}  // namespace

void setup_forbidden(CLI::App& app, const Streams& streams, int& exit_code) {
  CLI::App* sub = app.add_subcommand("forbidden", "List the points on which Black may not play under renju");
  auto options = std::make_shared<ForbiddenOptions>();
  sub->add_option("--size", options->size, "Board size, 5 to 20")->type_name("N")->capture_default_str();
  add_position_options(*sub, options->position);
  add_board_options(*sub, options->board);
  sub->add_flag("--json", options->json, "Answer in JSON (spec/forbidden.schema.json)");
  sub->footer(
      R"(A line for each point: what a black stone there makes on which line. "no three" says which square
would make a straight four of the row, and why that stone may not be played. Points that only look
forbidden are "allowed". On the board they are the points F.

Exit code: 0 there is a forbidden point; 1 there is none; 2 usage.

Example:
  fiveproof forbidden --black "g8 h8 i9 i10" --white "" --to-move black)");
  when_chosen(*sub, streams, exit_code, [options, &streams] { return run_forbidden(*options, streams); });
}

}  // namespace fiveproof::cli
