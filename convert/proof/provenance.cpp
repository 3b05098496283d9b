#include "convert/proof/provenance.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/little_endian.hpp"

namespace fiveproof::convert {
namespace {

constexpr std::uint8_t provenance_version = 1;
constexpr std::size_t bytes_besides_format = 1 + 1 + 8 + 2 * sizeof(Digest);

}  // namespace

std::vector<std::uint8_t> encode_provenance(const Provenance& provenance) {
  FIVEPROOF_ENSURE(provenance.format.size() < 256);
  std::vector<std::uint8_t> out{provenance_version};
  put_bytes(out, provenance.proof_hash);
  put_bytes(out, provenance.source_hash);
  little_endian::put_u64(out, provenance.source_bytes);
  out.push_back(static_cast<std::uint8_t>(provenance.format.size()));
  out.insert(out.end(), provenance.format.begin(), provenance.format.end());
  return out;
}

Result<Provenance> decode_provenance(std::span<const std::uint8_t> bytes) {
  const auto wrong = [](ErrorCode code, const std::string& message) {
    return Error{code, "section of provenance: " + message, {}, {}};
  };
  if (!bytes.empty() && bytes[0] != provenance_version)
    return wrong(ErrorCode::unsupported, "expected version 1, found " + std::to_string(bytes[0]));
  if (bytes.size() < bytes_besides_format)
    return wrong(ErrorCode::malformed, "expected " + std::to_string(bytes_besides_format) +
                                           " bytes or more, found " + std::to_string(bytes.size()));
  Provenance provenance;
  std::size_t at = 1;
  for (Digest* digest : {&provenance.proof_hash, &provenance.source_hash}) {
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), digest->size(), digest->begin());
    at += digest->size();
  }
  provenance.source_bytes = little_endian::get_u64(bytes, at);
  at += 8;
  const std::size_t length = bytes[at++];
  if (bytes.size() - at != length)
    return wrong(ErrorCode::malformed, "expected a name of " + std::to_string(length) + " bytes, found " +
                                           std::to_string(bytes.size() - at));
  provenance.format.assign(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.end());
  return provenance;
}

}  // namespace fiveproof::convert
