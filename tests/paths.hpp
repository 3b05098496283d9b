// Where the tests find files. In one place, so that no other file of the tests is compiled with a path in it.
#pragma once

#include <string>

namespace fiveproof::test {

/// A file or folder of this project.
[[nodiscard]] std::string in_project(const std::string& path);

/// Published solutions that are not kept in the repository; the environment variable FIVEPROOF_SHARED_DATA
/// comes before the place that CMake was told.
[[nodiscard]] std::string shared_data_folder();

}  // namespace fiveproof::test
