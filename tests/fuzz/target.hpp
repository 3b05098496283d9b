// The one function of a fuzz target: libFuzzer calls it with made-up bytes, the replay program with the bytes
// of the corpus. A broken promise ends in FIVEPROOF_ENSURE, which aborts.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
