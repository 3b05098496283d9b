#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/input/position_input.hpp"
#include "cli/outcome.hpp"
#include "cli/output/board_picture.hpp"
#include "cli/output/json_output.hpp"
#include "game/five.hpp"
#include "game/forbidden.hpp"
#include "game/legal_moves.hpp"
#include "game/notation.hpp"

namespace fiveproof::cli {
namespace {

struct ForbiddenOptions {
  int size = 15;
  PositionInput position;
  BoardChoice board;
  bool json = false;
};

/// A point that is forbidden, or looks so: there are two rows on it that could be threes.
struct Point {
  Square square;
  ForbiddenReport report;
};

std::string_view name_of(Direction direction) {
  constexpr std::string_view names[] = {"row", "column", "diagonal", "antidiagonal"};
  return names[static_cast<std::size_t>(direction)];
}

bool looks_forbidden(const ForbiddenReport& report) {
  int rows = 0;
  for (const auto& line : report.lines) {
    if (line.is_five) return false;
    rows += !line.straight_fours.empty();
  }
  return report.kind != Forbidden::no || rows >= 2;
}

std::vector<Point> points_of(const Position& position) {
  std::vector<Point> points;
  for (Square s : position.empties())
    if (ForbiddenReport report = report_on(position, s); looks_forbidden(report))
      points.push_back({s, std::move(report)});
  return points;
}

std::string_view why_not(const ForbiddenReport::StraightFour& four) {
  return four.makes_five ? "five" : four.counts() ? "" : fiveproof::name_of(four.forbidden);
}

Json as_json(const ForbiddenReport::Line& line) {
  Json object = Json::object();
  object["direction"] = name_of(line.direction);
  object["stones"] = to_json(line.stones);
  object["overline"] = line.is_overline;
  object["fours"] = line.fours;
  object["three"] = line.is_three();
  Json fours = Json::array();
  for (const auto& four : line.straight_fours) {
    Json entry = Json::object();
    entry["square"] = fiveproof::to_text(four.square);
    entry["counts"] = four.counts();
    if (!four.counts()) entry["why-not"] = why_not(four);
    fours.push_back(std::move(entry));
  }
  object["straight-fours"] = std::move(fours);
  return object;
}

Json as_json(const Position& position, const std::vector<Point>& points) {
  Json object = begin_json("fiveproof-forbidden");
  object["size"] = position.size();
  add_position(object, position);
  Json list = Json::array();
  for (const Point& point : points) {
    Json entry = Json::object();
    entry["square"] = fiveproof::to_text(point.square);
    entry["forbidden"] = point.report.kind != Forbidden::no;
    entry["kind"] = fiveproof::name_of(point.report.kind);
    Json lines = Json::array();
    for (const auto& line : point.report.lines) lines.push_back(as_json(line));
    entry["lines"] = std::move(lines);
    list.push_back(std::move(entry));
  }
  object["points"] = std::move(list);
  return object;
}

/// "overline", "two fours", "a three (straight four e8)", "no three (e8: double four)".
std::string line_text(const ForbiddenReport::Line& line) {
  if (line.is_overline) return "overline";
  if (line.fours > 0) return line.fours == 1 ? "a four" : "two fours";
  std::string squares;
  for (const auto& four : line.straight_fours) {
    if (!squares.empty()) squares += ", ";
    squares += fiveproof::to_text(four.square);
    if (!four.counts()) squares += std::string(": ") + std::string(why_not(four));
  }
  return (line.is_three() ? "a three (" : "no three (") + squares + ")";
}

void tell(const Point& point, std::ostream& out) {
  out << fiveproof::to_text(point.square) << ' ' << fiveproof::name_of(point.report.kind);
  const char* before = ": ";
  for (const auto& line : point.report.lines) {
    out << before << name_of(line.direction) << ' ' << to_text(line.stones) << ' ' << line_text(line);
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
  const std::vector<Point> points = points_of(position);
  Marks forbidden;
  for (const Point& point : points)
    if (point.report.kind != Forbidden::no) forbidden.emplace(point.square, 'F');
  if (options.json) {
    streams.out << text_of(as_json(position, points)) << '\n';
  } else {
    show_board(streams.out, options.board, position, forbidden);
    for (const Point& point : points) tell(point, streams.out);
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
