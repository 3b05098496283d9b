#include "cli/output/colour.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace fiveproof::cli {

namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing sets the environment
  return value ? value : "";
}

}  // namespace

bool has_colour(int descriptor) {
  const std::string_view terminal = variable("TERM");
  return variable("NO_COLOR").empty() && !terminal.empty() && terminal != "dumb" && ::isatty(descriptor) != 0;
}

std::string coloured(const std::string& line) {
  const std::size_t other = line.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ, ");
  const std::size_t last = line.substr(0, other).find_last_not_of(", ");
  if (last == std::string::npos) return line;
  const std::string words = line.substr(0, last + 1);
  const char* colour = words.starts_with("VERIFIED") ? "32" : words.starts_with("UNDECIDED") ? "33" : "31";
  return std::string("\x1b[") + colour + "m" + words + "\x1b[0m" + line.substr(last + 1);
}

}  // namespace fiveproof::cli
