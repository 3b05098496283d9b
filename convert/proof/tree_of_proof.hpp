// A proof as a tree of moves, so that it can be written as a library or a game record and looked at.
//
//   top      a node without a move. Its comment names the rule set, the attacker and the proof.
//   root     the moves of the claim lead there. One that was given by its stones gets an order: Black's and
//            White's stones in turn, each side's sorted, passes at the end where their counts do not fit.
//            Lines that begin alike share nodes. Comment: "claim: black wins".
//   below    the attacker's stored move, then each reply after which the position is stored, and so on.
//            Siblings come row by row from the top, as in a library, so that what is met first stays first.
//
// A proof knows each position once and a tree has it below every line, turned and mirrored. So a position is
// written in full where it is first met, in pre-order. Wherever it is met again, whoever is to move, the tree
// ends with a comment that says where it goes on:
//
//   continues at h8 i9 g7
//   continues at h8 i9 g7, turned clockwise          (this board has to be turned to look like that one)
//
// With `expand_all` it is written in full every time; that may be more than any memory holds, and ends with
// ErrorCode::limit at `max_nodes`.
//
// Other comments: "wins by threats" (a record without a move; a move beside it is written all the same),
// "illegal move" (onto an occupied square; nothing is below), "not stored" (a root), "cut here" (`max_depth`;
// more is in the proof). The lines of a comment are separated by line feeds.
//
// Replies that are not stored, as they lose to a threat sequence, are not in the tree; `carried` counts them.
//
// Memory: 11 bytes a node (3 with `expand_all`), comments, 13 bytes a record, and what ProofGraph remembers:
// 16 to 32 bytes for each record that is looked at, 8 for each stored reply, about 200 for each AND position.
// No depth of the tree is on the stack. The published proof of free-style go-moku, 151,639 records, becomes
// 319,415 nodes in three seconds, and 3,123,626 with everything in full.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "convert/tree/game_tree.hpp"
#include "proof/proof.hpp"

namespace fiveproof::convert {

struct TreeOfProofOptions {
  /// This root instead of those of the proof: a sub-tree.
  std::optional<Root> root = {};
  /// Plies below a root.
  std::optional<std::size_t> max_depth = {};
  bool expand_all = false;
  std::uint64_t max_nodes = 50'000'000;
  /// Of different comments, together.
  std::uint64_t max_text_bytes = std::uint64_t{1} << 30;
};

struct TreeOfProof {
  GameTree tree;
  std::uint64_t expanded = 0;   ///< positions with the attacker to move, each as often as it is in full
  std::uint64_t continued = 0;  ///< nodes that continue elsewhere
  std::uint64_t cut = 0;        ///< nodes that `max_depth` cut
  std::vector<std::string> carried = {};  ///< one line each
  std::vector<std::string> losses = {};   ///< what the proof says and the tree cannot
};

/// ErrorCode::usage when nothing is claimed, or `root` is an OR position that is not stored or of another
/// board; ErrorCode::limit beyond `max_nodes` or `max_text_bytes`. Sections are not looked at. require:
/// proof.records is finished, and fewer than 2^32.
[[nodiscard]] Result<TreeOfProof> tree_of_proof(const Proof& proof, const TreeOfProofOptions& options = {});

}  // namespace fiveproof::convert
