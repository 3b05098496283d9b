#include "cli/data_folder.hpp"

#include <system_error>

#include "format/fvp/fvp_reader.hpp"

namespace fiveproof::cli {

std::filesystem::path data_folder() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::filesystem::path() : program.parent_path() / FIVEPROOF_DATA_FOLDER;
}

std::string bundled_name(RuleSet rule, int size) { return std::string(name_of(rule)) + std::to_string(size); }

Result<std::optional<Proof>> bundled_proof(RuleSet rule, int size) {
  const auto path = data_folder() / "proofs" / (bundled_name(rule, size) + ".fvp");
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::optional<Proof>();
  auto read = read_fvp_file(path.string());
  if (!read.ok()) return read.error();
  return std::optional(std::move(read).value());
}

}  // namespace fiveproof::cli
