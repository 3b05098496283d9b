#include "convert/conversion.hpp"

namespace fiveproof::convert {

std::string counted(std::uint64_t number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

}  // namespace fiveproof::convert
