#include "cli/help_formatter.hpp"

#include <sstream>

namespace fiveproof::cli {

namespace {

/// The words of one line in as many as they need, without a line end.
std::string wrapped(const std::string& line, std::size_t width) {
  std::string text;
  std::size_t column = 0;
  std::istringstream in(line);
  in.exceptions(std::ios::badbit);  // without memory the text would be shorter
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
  std::istringstream in(text);
  in.exceptions(std::ios::badbit);
  for (std::string line; std::getline(in, line);) out += (out.empty() ? "" : "\n") + wrapped(line, width);
  return out;
}

}  // namespace

std::string HelpFormatter::make_description(const CLI::App* app) const {
  return each_wrapped(app->get_description(), width) + '\n';
}

std::string HelpFormatter::make_subcommand(const CLI::App* sub) const {
  std::ostringstream out;
  out.exceptions(std::ios::badbit);
  CLI::detail::format_help(out, sub->get_name(),
                           each_wrapped(sub->get_description(), width - get_column_width()),
                           get_column_width());
  return out.str();
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  return each_wrapped(option->get_description(), width - get_column_width());
}

}  // namespace fiveproof::cli
