// Several files of trees as one: each becomes a tree of the format that is written, and then one with the
// others (convert/unite/tree_union.hpp). So what a format cannot say is told by its writer, as in any
// conversion.
#pragma once

#include <string>

#include "convert/formats.hpp"
#include "convert/unite/tree_union.hpp"

namespace fiveproof::convert {

/// The tree as one of another format: as it would be read from a file of that. With `charset`, that of its
/// texts, these become UTF-8; so do those of an SGF file that names one. The lines for people come along.
[[nodiscard]] Result<TreeReading> tree_as(TreeReading read, Format from, Format to,
                                          const std::string& charset = {});

/// Writes a tree whose source is the format. Where what the source alone says of its nodes does not stand any
/// more, and its writer refuses, the tree is written without that, which is a loss.
[[nodiscard]] Result<Writing> write_united(const GameTree& tree, Format format, std::optional<RuleSet> rule,
                                           const TextCharsets& charsets = {});

}  // namespace fiveproof::convert
