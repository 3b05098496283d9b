// SHA-256 as FIPS 180-4 has it. It names proofs; nothing that is proved rests on it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace fiveproof::audit {

class Sha256 {
 public:
  void add(std::string_view bytes);
  /// 64 lower-case hexadecimal digits. Once, last.
  [[nodiscard]] std::string hex();

 private:
  void mix();
  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::string block_;         // less than 64 bytes, but for the moment before it is mixed in
  std::uint64_t length_ = 0;  // in bytes
};

}  // namespace fiveproof::audit
