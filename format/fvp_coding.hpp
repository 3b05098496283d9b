// How the blocks of a .fvp file, version 2, are coded.
#pragma once

#include <cstdint>
#include <string_view>

namespace fiveproof {

/// The values are those of the header's field.
enum class FvpCoding : std::uint8_t {
  walks = 1,        ///< one probability for each kind of decision: fast
  mixed_walks = 2,  ///< many, mixed: two thirds of the size or half, at a sixth of the speed
};

[[nodiscard]] constexpr std::string_view name_of(FvpCoding coding) {
  return coding == FvpCoding::walks ? "walks" : "mixed-walks";
}

}  // namespace fiveproof
