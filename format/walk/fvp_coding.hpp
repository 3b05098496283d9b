// How the blocks of a .fvp file are coded.
#pragma once

#include <cstdint>
#include <string_view>

namespace fiveproof {

/// The codings of blocks. The values are those of the header's field.
enum class FvpCoding : std::uint8_t {
  walks = 1,        ///< one probability for each kind of decision
  mixed_walks = 2,  ///< many probabilities, mixed: half to two thirds of the size, at a sixth of the speed
};

inline constexpr FvpCoding default_coding = FvpCoding::walks;

[[nodiscard]] constexpr std::string_view name_of(FvpCoding coding) {
  switch (coding) {
    case FvpCoding::walks:
      return "walks";
    case FvpCoding::mixed_walks:
      return "mixed-walks";
  }
  return "";
}

}  // namespace fiveproof
