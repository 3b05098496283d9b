#include "cli/data_folder.hpp"

#include <system_error>

namespace fiveproof::cli {

std::filesystem::path data_folder() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::filesystem::path() : program.parent_path() / FIVEPROOF_DATA_FOLDER;
}

}  // namespace fiveproof::cli
