// A fuzz target, in NAME_target.cpp:
//
//   FIVEPROOF_FUZZ_TARGET(name, data, size) {
//     ...
//     return 0;
//   }
//
// It is called with made-up bytes by libFuzzer, in a program of its own (FIVEPROOF_LIBFUZZER); and with those
// of its corpus by the replay program, which has all targets. A broken promise ends in FIVEPROOF_ENSURE,
// which aborts.
#pragma once

#include <cstddef>
#include <cstdint>

#ifdef FIVEPROOF_LIBFUZZER

#define FIVEPROOF_FUZZ_TARGET(name, data, size) \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)

#else

namespace fiveproof::fuzz {

/// 0: all promises hold; anything else is a failure.
using Target = int (*)(const std::uint8_t* data, std::size_t size);

/// Tells the replay program of a target, before its main begins.
struct Registration {
  Registration(const char* name, Target target);
};

}  // namespace fiveproof::fuzz

#define FIVEPROOF_FUZZ_TARGET(name, data, size)                                 \
  int run_##name(const std::uint8_t* data, std::size_t size);                   \
  const ::fiveproof::fuzz::Registration registration_##name(#name, run_##name); \
  int run_##name(const std::uint8_t* data, std::size_t size)

#endif
