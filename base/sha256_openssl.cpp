// SHA-256 by OpenSSL. A build without it has page/core/instead/sha256.cpp.
#include "base/sha256.hpp"

// The functions below are called deprecated since OpenSSL 3. Those that are meant instead look for a provider
// first, in some 4,000 requests for memory, and some of these end in a null pointer's use when there is none.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include "base/error.hpp"

namespace fiveproof {

struct Sha256::State {
  SHA256_CTX context;
};

Sha256::Sha256() : state_(std::make_unique<State>()) { FIVEPROOF_ENSURE(SHA256_Init(&state_->context) == 1); }
Sha256::~Sha256() = default;

void Sha256::update(std::span<const std::uint8_t> bytes) {
  FIVEPROOF_ENSURE(SHA256_Update(&state_->context, bytes.data(), bytes.size()) == 1);
}

Digest Sha256::finish() {
  Digest digest{};
  FIVEPROOF_ENSURE(SHA256_Final(digest.data(), &state_->context) == 1);
  return digest;
}

}  // namespace fiveproof
