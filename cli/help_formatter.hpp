// The manual of a command, at most 100 columns wide.
//
// Descriptions are wrapped here. A footer stands in the source as it is shown; a test counts its columns.
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
};

}  // namespace fiveproof::cli
