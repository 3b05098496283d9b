// The manual of a command, at most 100 columns wide.
//
// Descriptions are wrapped where they are written. A footer is filled: its lines are joined and broken anew, so that
// nobody has to count columns. A line break stays behind a full stop or a colon, around an empty line, and
// before a line that is indented (an example), which is left as it is.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace fiveproof::cli {

class HelpFormatter : public CLI::Formatter {
 public:
  static constexpr std::size_t width = 100;

  HelpFormatter() { column_width(30); }
  std::string make_description(const CLI::App* app) const override;
  std::string make_subcommand(const CLI::App* sub) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_footer(const CLI::App* app) const override;
};

}  // namespace fiveproof::cli
