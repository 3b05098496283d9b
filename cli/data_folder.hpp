// Where the files are that come with the program: proofs, the page without a proof.
#pragma once

#include <filesystem>
#include <optional>

#include "proof/proof.hpp"

namespace fiveproof::cli {

/// Seen from the folder of the program it is at the same place in an installation and in a build tree, which
/// has a link to the proofs of the source. Empty where the system does not say which file the program is.
[[nodiscard]] std::filesystem::path data_folder();

/// The proof of a game that comes with the program; nothing where there is none.
[[nodiscard]] Result<std::optional<Proof>> bundled_proof(RuleSet rule, int size);
/// "freestyle15": what it is called.
[[nodiscard]] std::string bundled_name(RuleSet rule, int size);

}  // namespace fiveproof::cli
