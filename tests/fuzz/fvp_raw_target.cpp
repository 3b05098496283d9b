// The bytes are a .fvp file as it stands. Checksums stop most of what is made up: see
// fvp_repaired_target.cpp.
#include "tests/fuzz/fvp_check.hpp"
#include "tests/fuzz/target.hpp"

namespace fvp_raw_target {

FIVEPROOF_FUZZ_TARGET(fvp_raw, data, size) {
  fiveproof::fuzz::check_fvp({data, size});
  return 0;
}

}  // namespace fvp_raw_target
