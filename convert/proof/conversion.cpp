#include "convert/proof/conversion.hpp"

namespace fiveproof::convert {

std::string counted(std::uint64_t number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

Result<Prefer> parse_prefer(std::string_view text) {
  if (text == "all") return Prefer::all;
  if (text == "first") return Prefer::first;
  if (text == "smallest") return Prefer::smallest;
  return Error{ErrorCode::usage, "expected all, first or smallest, found '" + std::string(text) + "'"};
}

}  // namespace fiveproof::convert
