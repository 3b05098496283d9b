#include "tests/fuzz/fvp_check.hpp"

#include "format/fvp/fvp_reader.hpp"
#include "tests/fuzz/proof_checks.hpp"

namespace fiveproof::fuzz {

bool check_fvp(std::span<const std::uint8_t> file) {
  const ReaderLimits limits = small_limits();
  const auto header = read_fvp_header(file, limits);
  const auto proof = read_fvp(file, limits);
  if (!proof.ok()) {
    check_error(proof.error(), file.size());
    return false;
  }
  FIVEPROOF_ENSURE(header.ok());
  FIVEPROOF_ENSURE(header.value().records == proof.value().records.count());
  FIVEPROOF_ENSURE(header.value().content_hash == content_hash(proof.value()));
  check_round_trips(proof.value());
  check_limits(proof.value(), file.size(), limits, [&](const ReaderLimits& lower) -> Status {
    const auto again = read_fvp(file, lower);
    if (!again.ok()) return again.error();
    return Done{};
  });
  // Every byte counts: there is none that a reader passes over.
  FIVEPROOF_ENSURE(!read_fvp(file.first(file.size() - 1), limits).ok());
  return true;
}

}  // namespace fiveproof::fuzz
