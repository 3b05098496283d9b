#include "base/sha256.hpp"

#include <openssl/evp.h>

#include "base/error.hpp"

namespace fiveproof {

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  ~State() { EVP_MD_CTX_free(context); }
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  FIVEPROOF_ENSURE(state_->context != nullptr);
  FIVEPROOF_ENSURE(EVP_DigestInit_ex(state_->context, EVP_sha256(), nullptr) == 1);
}
Sha256::~Sha256() = default;

void Sha256::update(std::span<const std::uint8_t> bytes) {
  FIVEPROOF_ENSURE(EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()) == 1);
}

Digest Sha256::finish() {
  Digest digest{};
  FIVEPROOF_ENSURE(EVP_DigestFinal_ex(state_->context, digest.data(), nullptr) == 1);
  return digest;
}

Digest sha256(std::span<const std::uint8_t> bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.finish();
}

std::string to_hex(const Digest& digest) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (std::uint8_t byte : digest) {
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  return out;
}

}  // namespace fiveproof
