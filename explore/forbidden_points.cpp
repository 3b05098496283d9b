#include "explore/forbidden_points.hpp"

#include <utility>

#include "game/notation.hpp"

namespace fiveproof::explore {
namespace {

bool looks_forbidden(const ForbiddenReport& report) {
  int rows = 0;
  for (const auto& line : report.lines) {
    if (line.is_five) return false;
    rows += !line.straight_fours.empty();
  }
  return report.kind != Forbidden::no || rows >= 2;
}

Json line_json(const ForbiddenReport::Line& line) {
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

}  // namespace

std::string_view name_of(Direction direction) {
  constexpr std::string_view names[] = {"row", "column", "diagonal", "antidiagonal"};
  return names[static_cast<std::size_t>(direction)];
}

std::string_view why_not(const ForbiddenReport::StraightFour& four) {
  return four.makes_five ? "five" : four.counts() ? "" : fiveproof::name_of(four.forbidden);
}

std::vector<ForbiddenPoint> points_of(const Position& position) {
  std::vector<ForbiddenPoint> points;
  for (Square s : position.empties())
    if (ForbiddenReport report = report_on(position, s); looks_forbidden(report))
      points.push_back({s, std::move(report)});
  return points;
}

Json forbidden_json(const Position& position, const std::vector<ForbiddenPoint>& points) {
  Json object = begin_json("fiveproof-forbidden");
  object["size"] = position.size();
  add_position(object, position);
  Json list = Json::array();
  for (const ForbiddenPoint& point : points) {
    Json entry = Json::object();
    entry["square"] = fiveproof::to_text(point.square);
    entry["forbidden"] = point.report.kind != Forbidden::no;
    entry["kind"] = fiveproof::name_of(point.report.kind);
    Json lines = Json::array();
    for (const auto& line : point.report.lines) lines.push_back(line_json(line));
    entry["lines"] = std::move(lines);
    list.push_back(std::move(entry));
  }
  object["points"] = std::move(list);
  return object;
}

}  // namespace fiveproof::explore
