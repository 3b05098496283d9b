#include "cli/input/empty_values.hpp"

#include <CLI/CLI.hpp>

namespace fiveproof::cli {

void refuse_empty_values(CLI::App& sub) {
  for (CLI::Option* option : sub.get_options()) {
    if (option->get_type_size() == 0 || option->get_name() == "--root") continue;
    const std::string expected = option->get_positional() ? option->get_name() : option->get_type_name();
    option->check([expected](const std::string& value) {
      return value.empty() ? "expected " + expected + ", found an empty value" : std::string();
    });
  }
}

}  // namespace fiveproof::cli
