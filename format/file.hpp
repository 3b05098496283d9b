// A whole input file as bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "game/error.hpp"

namespace fiveproof {

/// The bytes of the file, `-` for standard input. ErrorCode::io when the system refuses, ErrorCode::limit
/// when the file is longer than `max_bytes`: then no more than `max_bytes` + a buffer have been read.
[[nodiscard]] Result<std::vector<std::uint8_t>> read_file(const std::string& path, std::uint64_t max_bytes);

/// How messages name the file: the path itself, "standard input" for `-`.
[[nodiscard]] std::string input_name(const std::string& path);

}  // namespace fiveproof
