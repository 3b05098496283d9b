// `fiveproof convert PROOF OUT.fvs`: what holds of a proof, as answers in a solver's store.
//
// A new store, or more answers in one of the same game; those that it has stay. It is not one of the formats
// of convert/, which only translates: nothing goes into a store that has not been verified.
#pragma once

#include <string>

#include "cli/outcome.hpp"
#include "cli/output/output_report.hpp"
#include "proof/proof.hpp"

namespace fiveproof::cli {

/// Is the output meant to be a store, by name of the format or else by extension?
[[nodiscard]] bool is_store_output(const std::string& path, const std::string& format);

struct StoreRequest {
  std::string path;
  bool strict = false;   ///< nothing is written unless the store can hold everything
  bool is_whole = true;  ///< nothing was lost so far
  bool quiet = false;
  OutputReport* report = nullptr;  ///< for --json
};
/// Writes and tells; returns the exit code. A store of another rule set, board or attacker is refused before
/// anything is checked.
[[nodiscard]] int write_store(Proof proof, const StoreRequest& request, const Streams& streams);

}  // namespace fiveproof::cli
