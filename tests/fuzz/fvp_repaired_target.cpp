// A made-up header and made-up blocks inside a .fvp file whose outside is right (fvp_repair.hpp).
#include <random>

#include "tests/fuzz/fvp_check.hpp"
#include "tests/fuzz/fvp_repair.hpp"
#include "tests/fuzz/target.hpp"

namespace fvp_repaired_target {

namespace fuzz = fiveproof::fuzz;

FIVEPROOF_FUZZ_TARGET(fvp_repaired, data, size) {
  fuzz::check_fvp(fuzz::repaired_fvp(fuzz::decode_fvp_input({data, size})));
  return 0;
}

#ifdef FIVEPROOF_LIBFUZZER
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

/// Changes one part and keeps the others: bytes put into the middle would move all that follows.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  std::minstd_rand random(seed);
  if (random() % 16 == 0) return LLVMFuzzerMutate(data, size, max_size);
  fuzz::FvpInput input = fuzz::decode_fvp_input({data, size});
  if (random() % 8 == 0) input.repairs = static_cast<std::uint8_t>(random() % 4);
  if (random() % 16 == 0) input.parts.push_back(input.parts.back());
  if (random() % 16 == 0 && input.parts.size() > 1) input.parts.pop_back();
  fuzz::Bytes& part = input.parts[random() % input.parts.size()];
  const std::size_t length = part.size();
  part.resize(std::min<std::size_t>(length + 64, 0xFFFF));
  part.resize(LLVMFuzzerMutate(part.data(), length, part.size()));
  const fuzz::Bytes out = fuzz::encode_fvp_input(input);
  if (out.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::copy(out.begin(), out.end(), data);
  return out.size();
}
#endif

}  // namespace fvp_repaired_target
