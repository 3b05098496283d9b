// Published solutions that are not kept in the repository.
#pragma once

#include <catch2/catch.hpp>
#include <filesystem>
#include <optional>
#include <string>

#include "tests/paths.hpp"

namespace fiveproof::test {

/// The path of `name` below the folder of shared data, or nothing when there is no such file: then a test
/// returns at once. It has said so in words by which CTest marks it as skipped (tests/CMakeLists.txt).
inline std::optional<std::string> shared_data(const std::string& name) {
  const auto path = std::filesystem::path(shared_data_folder()) / name;
  if (std::filesystem::exists(path)) return path.lexically_normal().string();
  WARN("skipped, this file is missing: " << path.lexically_normal().string());
  return std::nullopt;
}

}  // namespace fiveproof::test
