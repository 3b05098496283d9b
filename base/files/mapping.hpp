// A piece of the address space: zeros in memory, or a temporary file whose bytes need not all be in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/files/temporary_file.hpp"

namespace fiveproof {

/// Whoever goes through very many things lets go of those behind him each time he has passed this many.
inline constexpr std::size_t sweep = std::size_t{1} << 20;

class Mapping {
 public:
  Mapping() = default;  ///< holds no bytes
  /// Zeros in memory; std::bad_alloc when there is not enough of it.
  [[nodiscard]] static Result<Mapping> of_memory(std::size_t bytes);
  /// The first bytes of a file, which need not be kept open. Room on the disk is taken at once, so that a
  /// full disk is ErrorCode::io here and not a signal later.
  [[nodiscard]] static Result<Mapping> of_file(const TemporaryFile& file, std::size_t bytes);

  [[nodiscard]] std::uint8_t* data() const { return data_.get(); }
  [[nodiscard]] std::size_t size() const { return data_.get_deleter().bytes; }
  /// Says that the bytes [first, last) will not be asked for soon. Those of a file leave our memory, and come
  /// back when they are asked for.
  void let_go(std::size_t first, std::size_t last) const;

 private:
  struct Unmap {
    std::size_t bytes;  // 0 to begin with, as a std::unique_ptr makes it
    void operator()(std::uint8_t* data) const;
  };
  [[nodiscard]] static Result<Mapping> map(std::size_t bytes, int flags, int descriptor);

  std::unique_ptr<std::uint8_t, Unmap> data_;
  bool is_file_ = false;
};

}  // namespace fiveproof
