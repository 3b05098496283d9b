// The page without a proof, which scripts/page makes, and a proof put into it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace fiveproof::cli {

/// Where the template of this program is; empty where its folder of data is not known (cli/data_folder.hpp).
[[nodiscard]] std::string path_of_template();

class PageTemplate {
 public:
  /// ErrorCode::io when there is no such file, and then says how to make it; ErrorCode::malformed when it has
  /// no place for a proof.
  [[nodiscard]] static Result<PageTemplate> read(const std::string& path);

  /// The page with the bytes of a `.fvp` file, which it calls `name`.
  [[nodiscard]] std::string with_proof(std::span<const std::uint8_t> proof, std::string_view name) const;

 private:
  std::string before_, after_;  ///< the element that is to hold the proof
};

}  // namespace fiveproof::cli
