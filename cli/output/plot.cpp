#include "cli/output/plot.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "verify/outcome/verdict.hpp"

namespace fiveproof::cli {
namespace {

using verify::with_separators;

constexpr int width = 760;
constexpr int left = 90, right = 20;             // of the bars; numbers stand on the left
constexpr int head = 46, bars = 200, foot = 56;  // heights of a chart's parts
constexpr int top = 34;                          // of the first chart, below the title

constexpr const char* style =
    "<style>\n"
    "text { font: 12px sans-serif; fill: #3d444d }\n"
    ".title { font-weight: bold }\n"
    ".axis { stroke: #8b949e; stroke-width: 1 }\n"
    ".grid { stroke: #8b949e; stroke-opacity: 0.3; stroke-width: 1 }\n"
    ".s0 { fill: #2f7fd1 } .s1 { fill: #d9822b } .s2 { fill: #3f9d6b }\n"
    ".s3 { fill: #8a63d2 } .s4 { fill: #c9405a } .s5 { fill: #7d8590 }\n"
    "@media (prefers-color-scheme: dark) { text { fill: #d1d7e0 } }\n"
    "</style>\n";

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

/// Tenths are enough for a picture.
std::string coordinate(double x) {
  const auto tenths = static_cast<long>(std::lround(x * 10));
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

/// A round number, so that some five of them reach `most`: 1, 2 or 5 and zeros.
std::uint64_t step_for(std::uint64_t most) {
  std::uint64_t step = 1;
  for (std::size_t i = 0; most / step > 5; ++i) step = i % 3 == 1 ? step / 2 * 5 : step * 2;
  return step;
}

std::map<int, std::uint64_t> totals_of(const BarChart& chart) {
  std::map<int, std::uint64_t> totals;
  for (const auto& series : chart.series)
    for (const auto& [stones, value] : series.values) totals[stones] += value;
  return totals;
}

std::string text_at(double x, double y, const std::string& anchor, const std::string& text,
                    const std::string& style_class = "") {
  return "<text" + (style_class.empty() ? "" : " class=\"" + style_class + "\"") + " x=\"" + coordinate(x) +
         "\" y=\"" + coordinate(y) + "\" text-anchor=\"" + anchor + "\">" + escaped(text) + "</text>\n";
}

std::string line_at(double y, const std::string& style_class) {
  return "<line class=\"" + style_class + "\" x1=\"" + std::to_string(left) + "\" x2=\"" +
         std::to_string(width - right) + "\" y1=\"" + coordinate(y) + "\" y2=\"" + coordinate(y) + "\"/>\n";
}

/// One chart, whose head begins at `y`.
class Drawing {
 public:
  Drawing(const BarChart& chart, double y) : chart_(chart), y_(y), totals_(totals_of(chart)) {
    for (const auto& [stones, total] : totals_) most_ = std::max(most_, total);
  }

  [[nodiscard]] std::string text() const {
    std::string out = text_at(10, y_ + 16, "start", chart_.title, "title");
    if (totals_.empty()) return out + text_at(left, base() - bars / 2.0, "start", "none");
    const std::uint64_t step = step_for(most_);
    for (std::uint64_t value = 0; value <= most_; value += step) {
      const double y = base() - height(value);
      out +=
          line_at(y, value == 0 ? "axis" : "grid") + text_at(left - 8, y + 4, "end", with_separators(value));
    }
    return out + all_bars() + legend();
  }

 private:
  [[nodiscard]] double base() const { return y_ + head + bars; }
  [[nodiscard]] double height(std::uint64_t value) const {
    return bars * static_cast<double>(value) / static_cast<double>(std::max<std::uint64_t>(most_, 1));
  }

  [[nodiscard]] std::string all_bars() const {
    const int first = totals_.begin()->first, last = totals_.rbegin()->first;
    const double slot = static_cast<double>(width - left - right) / (last - first + 2);
    // Most proofs have records at every second number of stones, so that a bar may be as wide as two.
    const double bar = std::min(36.0, std::max(2.0, slot * 1.6 * (is_every_second() ? 1 : 0.5)));
    std::string out;
    double labelled = 0;
    for (const auto& [stones, total] : totals_) {
      const double middle = left + (stones - first + 1) * slot;
      out += bar_at(middle - bar / 2, bar, stones);
      if (labelled == 0 || middle - labelled >= 22) {
        out += text_at(middle, base() + 16, "middle", std::to_string(stones));
        labelled = middle;
      }
    }
    return out + text_at((left + width - right) / 2.0, base() + 32, "middle", "stones on the board");
  }

  [[nodiscard]] bool is_every_second() const {
    return std::ranges::all_of(
        totals_, [&](const auto& each) { return (each.first - totals_.begin()->first) % 2 == 0; });
  }

  /// What is too low to be seen is a line of one unit.
  [[nodiscard]] std::string bar_at(double x, double bar, int stones) const {
    std::string out;
    double y = base();
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
      const auto& series = chart_.series[i];
      const auto value = series.values.find(stones);
      if (value == series.values.end() || value->second == 0) continue;
      const double h = std::max(1.0, height(value->second));
      y -= h;
      out += "<rect class=\"s" + std::to_string(i) + "\" x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) +
             "\" width=\"" + coordinate(bar) + "\" height=\"" + coordinate(h) + "\"><title>" +
             std::to_string(stones) + " stones, " + escaped(series.name) + ": " +
             with_separators(value->second) + "</title></rect>\n";
    }
    return out;
  }

  [[nodiscard]] std::string legend() const {
    std::string out;
    double x = left;
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
      std::uint64_t total = 0;
      for (const auto& [stones, value] : chart_.series[i].values) total += value;
      const std::string words = chart_.series[i].name + " " + with_separators(total);
      out += "<rect class=\"s" + std::to_string(i) + "\" x=\"" + coordinate(x) + "\" y=\"" +
             coordinate(y_ + 22) + "\" width=\"10\" height=\"10\"/>\n" +
             text_at(x + 14, y_ + 31, "start", words);
      x += 30 + 6.6 * static_cast<double>(words.size());
    }
    return out;
  }

  const BarChart& chart_;
  double y_;
  std::map<int, std::uint64_t> totals_;
  std::uint64_t most_ = 0;
};

}  // namespace

BarChart chart_of_records(const std::map<int, PlyCount>& by_stones) {
  BarChart::Series with{"with a move", {}}, without{"without a move", {}};
  for (const auto& [stones, count] : by_stones) {
    if (count.records > count.leaves) with.values[stones] = count.records - count.leaves;
    if (count.leaves > 0) without.values[stones] = count.leaves;
  }
  BarChart chart{"Stored positions", {}};
  for (auto* series : {&with, &without})
    if (!series->values.empty()) chart.series.push_back(std::move(*series));
  return chart;
}

BarChart chart_of_replies(const verify::PlyTallies& by_ply) {
  using verify::Tally;
  const std::vector<std::pair<const char*, std::vector<std::uint64_t Tally::*>>> classes = {
      {"stored", {&Tally::stored}},
      {"replayed", {&Tally::replayed}},
      {"searched", {&Tally::searched, &Tally::searched_fully}},
      {"excluded", {&Tally::excluded}},
      {"unanswered", {&Tally::unanswered}},
      {"fives of the defender", {&Tally::defender_fives}}};
  BarChart chart{"Replies, by how they are answered", {}};
  for (const auto& [name, counts] : classes) {
    BarChart::Series series{name, {}};
    for (const auto& [stones, tally] : by_ply)
      for (const auto count : counts)
        if (tally.*count > 0) series.values[stones] += tally.*count;
    if (!series.values.empty()) chart.series.push_back(std::move(series));
  }
  return chart;
}

std::string svg_of(const std::string& title, const std::vector<BarChart>& charts) {
  const int height = top + static_cast<int>(charts.size()) * (head + bars + foot);
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + std::to_string(width) + " " +
                    std::to_string(height) + "\" width=\"" + std::to_string(width) + "\" height=\"" +
                    std::to_string(height) + "\" role=\"img\">\n<title>" + escaped(title) + "</title>\n" +
                    style + text_at(10, 20, "start", title, "title");
  double y = top;
  for (const BarChart& chart : charts) {
    FIVEPROOF_ENSURE(chart.series.size() <= 6);
    out += Drawing(chart, y).text();
    y += head + bars + foot;
  }
  return out + "</svg>\n";
}

}  // namespace fiveproof::cli
