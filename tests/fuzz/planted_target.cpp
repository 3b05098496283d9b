// A target with planted failures, to see that the replay program fails when a target does.
#include <cstring>
#include <string_view>

#include "base/error.hpp"
#include "tests/fuzz/target.hpp"

namespace planted_target {

FIVEPROOF_FUZZ_TARGET(planted, data, size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  FIVEPROOF_ENSURE(text != "broken promise");
  return text == "failure" ? 1 : 0;
}

}  // namespace planted_target
