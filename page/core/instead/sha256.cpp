// SHA-256 as FIPS 180-4 has it, for a build without OpenSSL. The kernel has one of its own
// (verify/audit/sha256.hpp), which takes its bytes one by one: opening freestyle15.fvp took twice as long
// with it.
#include "base/sha256.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace fiveproof {
namespace {

constexpr std::size_t block_bytes = 64;

constexpr std::array<std::uint32_t, 64> round_constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t word_at(const std::uint8_t* bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 |
         bytes[3];
}

}  // namespace

struct Sha256::State {
  std::array<std::uint32_t, 8> hash = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, block_bytes> begun = {};  ///< a block that is not full
  std::size_t begun_bytes = 0;
  std::uint64_t bytes = 0;  ///< in all

  void mix(const std::uint8_t* block) {
    std::array<std::uint32_t, 64> w;
    for (std::size_t t = 0; t < 16; ++t) w[t] = word_at(block + 4 * t);
    for (std::size_t t = 16; t < w.size(); ++t) {
      const std::uint32_t s0 = std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ w[t - 15] >> 3;
      const std::uint32_t s1 = std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ w[t - 2] >> 10;
      w[t] = s1 + w[t - 7] + s0 + w[t - 16];
    }
    auto [a, b, c, d, e, f, g, h] = hash;
    for (std::size_t t = 0; t < w.size(); ++t) {
      const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
      const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
      const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + round_constants[t] + w[t];
      const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + t1;
      d = c;
      c = b;
      b = a;
      a = t1 + t2;
    }
    const std::array<std::uint32_t, 8> more = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < hash.size(); ++i) hash[i] += more[i];
  }

  void add(std::span<const std::uint8_t> more) {
    bytes += more.size();
    while (!more.empty()) {
      if (begun_bytes == 0 && more.size() >= block_bytes) {
        mix(more.data());
        more = more.subspan(block_bytes);
        continue;
      }
      const std::size_t taken = std::min(block_bytes - begun_bytes, more.size());
      std::copy_n(more.data(), taken, begun.data() + begun_bytes);
      begun_bytes += taken;
      more = more.subspan(taken);
      if (begun_bytes < block_bytes) return;
      mix(begun.data());
      begun_bytes = 0;
    }
  }
};

Sha256::Sha256() : state_(std::make_unique<State>()) {}
Sha256::~Sha256() = default;

void Sha256::update(std::span<const std::uint8_t> bytes) { state_->add(bytes); }

/// A bit 1, bits 0, and the number of bits in the last eight bytes of a block.
Digest Sha256::finish() {
  const std::uint64_t bits = state_->bytes * 8;
  std::array<std::uint8_t, block_bytes + 8> end = {0x80};
  const std::size_t zeros = (2 * block_bytes - 9 - state_->begun_bytes) % block_bytes;
  for (std::size_t i = 0; i < 8; ++i) end[1 + zeros + i] = static_cast<std::uint8_t>(bits >> (56 - 8 * i));
  state_->add(std::span(end).first(1 + zeros + 8));
  Digest digest{};
  for (std::size_t i = 0; i < digest.size(); ++i)
    digest[i] = static_cast<std::uint8_t>(state_->hash[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

}  // namespace fiveproof
