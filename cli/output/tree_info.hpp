// What `fiveproof info` says of a file that claims nothing: a library, a game, a database.
#pragma once

#include <ostream>
#include <string>

#include "cli/output/json_output.hpp"
#include "convert/formats.hpp"

namespace fiveproof::cli {

/// `missing`: the options that would make it a proof.
void tell_tree(const convert::TreeReading& read, convert::Format format, const std::string& missing,
               std::ostream& out);
/// "tree" in spec/info.schema.json.
[[nodiscard]] Json tree_json(const convert::TreeReading& read, convert::Format format);

}  // namespace fiveproof::cli
