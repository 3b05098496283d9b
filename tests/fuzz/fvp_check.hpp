// What must hold for any bytes given to the .fvp reader.
#pragma once

#include <cstdint>
#include <span>

namespace fiveproof::fuzz {

/// True when the reader accepts them.
bool check_fvp(std::span<const std::uint8_t> file);

}  // namespace fiveproof::fuzz
