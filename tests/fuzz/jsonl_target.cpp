// The bytes are a .jsonl proof.
#include "format/text/jsonl.hpp"
#include "tests/fuzz/proof_checks.hpp"
#include "tests/fuzz/target.hpp"

namespace jsonl_target {

using namespace fiveproof;

FIVEPROOF_FUZZ_TARGET(jsonl, data, size) {
  const std::span<const std::uint8_t> file(data, size);
  const ReaderLimits limits = fuzz::small_limits();
  const auto proof = read_jsonl(file, limits);
  if (!proof.ok()) {
    fuzz::check_error(proof.error(), size);
    return 0;
  }
  fuzz::check_round_trips(proof.value());
  fuzz::check_limits(proof.value(), size, limits, [&](const ReaderLimits& lower) -> Status {
    const auto again = read_jsonl(file, lower);
    if (!again.ok()) return again.error();
    return Done{};
  });
  return 0;
}

}  // namespace jsonl_target
