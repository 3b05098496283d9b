#include "tests/paths.hpp"

#include <cstdlib>

namespace fiveproof::test {

std::string in_project(const std::string& path) { return FIVEPROOF_SOURCE_DIR "/" + path; }

std::string shared_data_folder() {
  const char* folder = std::getenv("FIVEPROOF_SHARED_DATA");
  return folder != nullptr ? folder : FIVEPROOF_SHARED_DATA;
}

}  // namespace fiveproof::test
