// Where the files are that come with the program: proofs, the page without a proof.
#pragma once

#include <filesystem>

namespace fiveproof::cli {

/// Seen from the folder of the program it is at the same place in an installation and in a build tree, which
/// has a link to the proofs of the source. Empty where the system does not say which file the program is.
[[nodiscard]] std::filesystem::path data_folder();

}  // namespace fiveproof::cli
