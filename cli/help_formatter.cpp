#include "cli/help_formatter.hpp"

#include <sstream>
#include <string_view>
#include <vector>

namespace fiveproof::cli {

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The words of one line in as many as they need, without a line end.
std::string wrapped(const std::string& line, std::size_t width) {
  std::string text;
  std::size_t column = 0;
  std::istringstream in(line);
  for (std::string word; in >> word;) {
    const bool fits = column + 1 + word.size() <= width;
    if (column > 0) text += fits ? ' ' : '\n';
    column = column > 0 && fits ? column + 1 + word.size() : word.size();
    text += word;
  }
  return text;
}

std::string each_wrapped(const std::string& text, std::size_t width) {
  std::string out;
  for (const std::string& line : lines_of(text)) out += (out.empty() ? "" : "\n") + wrapped(line, width);
  return out;
}

bool is_indented(const std::string& line) { return !line.empty() && line.front() == ' '; }

bool ends_here(const std::string& line) {
  return line.empty() || is_indented(line) || line.back() == '.' || line.back() == ':';
}

std::string filled(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  for (const std::string& line : lines_of(text)) {
    const bool goes_on = !lines.empty() && !ends_here(lines.back()) && !line.empty() && !is_indented(line);
    if (goes_on)
      lines.back() += " " + line;
    else
      lines.push_back(line);
  }
  std::string out;
  for (const std::string& line : lines) out += (is_indented(line) ? line : wrapped(line, width)) + '\n';
  return out;
}

}  // namespace

std::string HelpFormatter::make_description(const CLI::App* app) const {
  return each_wrapped(app->get_description(), width) + '\n';
}

std::string HelpFormatter::make_subcommand(const CLI::App* sub) const {
  std::ostringstream out;
  CLI::detail::format_help(out, sub->get_name(),
                           each_wrapped(sub->get_description(), width - get_column_width()),
                           get_column_width());
  return out.str();
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  return each_wrapped(option->get_description(), width - get_column_width());
}

std::string HelpFormatter::make_footer(const CLI::App* app) const { return filled(app->get_footer(), width); }

}  // namespace fiveproof::cli
