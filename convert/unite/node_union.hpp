// What two nodes at one place of two trees say together, so that nothing of either is lost.
//
//   comments      Both, one behind the other; what the first says as lines of its own is not said twice. A
//                 comment in RenLib's old coding becomes a plain one where it meets another.
//   board text    A point has one. If they differ, that of the second goes into the comment, as "label: x".
//   properties    Those of SGF, one by one. Points of both are marked; of two other values the first stays,
//                 which is a loss. What is said of a whole file, such as its version, is that of the first.
//
// Both trees have one source, which says how lines of a comment are parted and what bits of the source mean.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "convert/syntax/bytes.hpp"
#include "proof/tree/game_tree.hpp"

namespace fiveproof::convert {

/// The texts of a node, by TextKind.
using NodeWords = std::array<std::optional<Bytes>, text_kinds>;
[[nodiscard]] NodeWords words_of(const GameTree& tree, NodeNumber node);

/// What became of texts that were not the same.
struct WordsUnion {
  std::uint64_t comments = 0, old_comments = 0, labels = 0;  ///< both stay
  std::uint64_t properties = 0;                              ///< that of the second is lost
};

/// Adds what the node of the second tree says to what that of the first does; `of_charset`: of the texts.
void unite_words(NodeWords& first, NodeWords second, const std::string& source, const std::string& of_charset,
                 WordsUnion& told);

/// The bits of the source that a node of a changed tree can have. `is_changed`: it has other texts now.
[[nodiscard]] std::uint64_t settled_bits(const std::string& source, std::uint64_t bits, bool is_new,
                                         bool is_changed, bool has_texts);

/// In a tree of SGF several nodes can be one of the file, as stones of set-up are. Where branches or texts
/// have come between them, each is a node of its own from now on. `count`: the nodes that this holds for.
[[nodiscard]] GameTree without_broken_nodes(GameTree tree, std::uint64_t& count);

}  // namespace fiveproof::convert
