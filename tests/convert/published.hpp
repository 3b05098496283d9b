// The published libraries that are not kept in the repository, and other such files.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/shared_data.hpp"

namespace fiveproof::test {

struct PublishedLibrary {
  const char* name;
  std::size_t nodes;     ///< a root included
  std::size_t xz_bytes;  ///< what xz -6 makes of it
};

inline constexpr PublishedLibrary published_libraries[] = {
    {"D11-1.lib.xz", 1'151'929, 347'124},  {"D13-1.lib.xz", 146'968, 35'968},
    {"D1I3-2.lib.xz", 1'819'714, 413'224}, {"I12-1.lib.xz", 1'971'417, 517'872},
    {"I9-1.lib.xz", 846'846, 278'128},     {"Allrenjuopenings.lib", 39'884, 44'980},
    {"gans/110327.lib", 17'450, 7'256},    {"gans/110416.lib", 57'905, 21'420},
    {"gans/111016.lib", 4'620, 3'296},     {"gans/111127.lib", 1'793, 1'836},
    {"gans/120317.lib", 5'679, 2'592},     {"gans/121125.lib", 348, 540},
    {"gans/130317.lib", 314, 528},         {"gans/130420.lib", 363, 572},
};

/// The bytes of a file of the shared data, unpacked in memory; nothing, and a word of it, when it is missing.
inline std::optional<std::vector<std::uint8_t>> published_file(const std::string& name) {
  const auto path = shared_data(name);
  if (!path) return std::nullopt;
  const std::string command = (name.ends_with(".xz") ? "xz -dc '" : "cat '") + *path + "'";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  REQUIRE(pipe != nullptr);
  std::vector<std::uint8_t> bytes(std::size_t{64} << 20);
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), pipe.get()));
  REQUIRE(!bytes.empty());
  return bytes;
}
inline std::optional<std::vector<std::uint8_t>> published_library(const std::string& name) {
  return published_file("renju-libraries/" + name);
}

}  // namespace fiveproof::test
