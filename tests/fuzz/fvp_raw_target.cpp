// The bytes are a .fvp file as it stands. Checksums stop most of what is made up: see
// fvp_repaired_target.cpp.
#include "tests/fuzz/fvp_check.hpp"
#include "tests/fuzz/target.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fiveproof::fuzz::check_fvp({data, size});
  return 0;
}
