// SHA-256 (FIPS 180-4) of bytes that come piece by piece. OpenSSL does the work (base/sha256_openssl.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace fiveproof {

using Digest = std::array<std::uint8_t, 32>;

class Sha256 {
 public:
  Sha256();
  ~Sha256();
  void update(std::span<const std::uint8_t> bytes);
  /// The digest of all bytes given. To be called once, after the last update().
  [[nodiscard]] Digest finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

[[nodiscard]] Digest sha256(std::span<const std::uint8_t> bytes);
/// The digest as 64 lower-case hex digits.
[[nodiscard]] std::string to_hex(const Digest& digest);

}  // namespace fiveproof
