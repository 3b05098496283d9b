// The one table of formats: how each is called, and by what it is read and written.
//
// There are three kinds. Our own are proofs as they are. Trees of moves, and databases, which are read as
// trees, become a proof by what the caller claims. Pictures of a proof are only written.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "convert/formats.hpp"
#include "convert/proof/tree_proof.hpp"

namespace fiveproof::convert {

/// What a writer of a tree is told besides.
struct TreeTarget {
  std::optional<RuleSet> rule = {};
  std::string charset = {};  ///< of the texts, where it is not UTF-8
};

/// A row of the table; what a format has not is null.
struct FormatEntry {
  Format format;
  std::string_view name;
  std::string_view extension;  ///< in small letters; "" if no extension stands for it
  /// Is its tree one of moves, which another format of trees can take?
  bool is_tree = false;
  Result<TreeReading> (*read)(View, const TreeReadOptions&, const TreeSource&) = nullptr;
  Result<TreeWriting> (*write)(const GameTree&, const TreeTarget&) = nullptr;
  /// What its tree claims by itself, if it does.
  std::vector<std::vector<Square>> (*roots)(const GameTree&) = nullptr;
  /// These stand in for proof_of_tree(), and for writing the tree that a proof unfolds to.
  Result<Reading> (*claim)(const TreeReading&, const Wanted&) = nullptr;
  Result<Writing> (*write_records)(const Proof&, const Shown&) = nullptr;
  /// Where the nodes stand in the file, if the reader does not list that (TreeReading::offsets).
  OffsetOfNode (*offsets)(const GameTree&) = nullptr;
  /// Is it a picture of a proof, which can show a part of it as well?
  bool is_picture = false;
  /// Can its texts be in any charset?
  bool has_charset = false;
  /// Our own formats have these two and nothing else.
  Result<Proof> (*read_own)(const std::string& path, const ReaderLimits&) = nullptr;
  Result<Bytes> (*write_own)(const Proof&) = nullptr;
};

[[nodiscard]] const FormatEntry& entry_of(Format format);

}  // namespace fiveproof::convert
