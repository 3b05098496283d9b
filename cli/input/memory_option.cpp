#include "cli/input/memory_option.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/files/file.hpp"
#include "cli/input/amount.hpp"

namespace fiveproof::cli {
namespace {

constexpr std::size_t gigabyte = std::size_t{1} << 30;

/// A quarter of the machine: others want to live, too, and so do the pages of files, which come beside it.
std::size_t usual_memory() {
  const std::size_t machine = memory_of_machine();
  return machine == 0 ? 2 * gigabyte : machine / 4;
}

std::string text_of(std::size_t bytes) {
  constexpr std::size_t megabyte = std::size_t{1} << 20;
  return bytes >= megabyte ? std::to_string(bytes / megabyte) + " MiB" : std::to_string(bytes) + " bytes";
}

}  // namespace

void add_memory_option(CLI::App& app, std::string& memory, const std::string& help) {
  app.add_option("--memory", memory,
                 "Use at most this much memory: 500M, 4G (default: a quarter of the machine's). " + help)
      ->type_name("BYTES");
}

Result<std::size_t> memory_of(const std::string& memory) {
  if (memory.empty()) return usual_memory();
  return parse_size("--memory", memory);
}

Error beyond_memory(std::size_t bytes, const std::string& file) {
  return {ErrorCode::limit, "out of memory: --memory allows " + text_of(bytes), input_name(file), {}};
}

}  // namespace fiveproof::cli
