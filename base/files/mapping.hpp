// Bytes that need not all be in memory: a temporary file as a piece of the address space.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/files/temporary_file.hpp"

namespace fiveproof {

/// Who goes through very many things lets go of what it has passed after so many.
inline constexpr std::size_t sweep = std::size_t{1} << 20;

class Mapping {
 public:
  Mapping() = default;  ///< of no bytes
  /// Zeros, in memory. ErrorCode::io: there is not as much.
  [[nodiscard]] static Result<Mapping> of_memory(std::size_t bytes);
  /// The first bytes of a file, which need not be kept open. Room on the disk is taken at once, so that a
  /// full disk is ErrorCode::io here and not a signal later.
  [[nodiscard]] static Result<Mapping> of_file(const TemporaryFile& file, std::size_t bytes);
  Mapping(Mapping&& other) noexcept { *this = static_cast<Mapping&&>(other); }
  Mapping& operator=(Mapping&& other) noexcept;
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping();

  [[nodiscard]] std::uint8_t* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// These bytes will not be asked for soon: those of a file leave our memory, and come back when they are.
  void let_go(std::size_t first, std::size_t last) const;

 private:
  std::uint8_t* data_ = nullptr;
  std::size_t size_ = 0;
  bool is_file_ = false;
};

}  // namespace fiveproof
