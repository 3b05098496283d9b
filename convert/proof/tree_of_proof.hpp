// Makes a proof a tree of moves, so that it can be written as a library or a game record and looked at.
//
//   top      A node without a move. Its comment names the rule set, the attacker and the proof.
//   root     The moves of the claim lead there. A root that was given by its stones gets an order of moves:
//            Black's and White's stones take turns, each side's sorted, with passes at the end where their
//            counts do not fit. Lines that begin alike share nodes. The comment is "claim: black wins".
//   below    The attacker's stored move, then each reply after which the position is stored, and so on.
//            Siblings come row by row from the top, as in a library, so that what is met first stays first.
//
// A proof knows each position once, and a tree has it below every line, turned and mirrored. So a position is
// written in full where it is first met, in pre-order. Wherever it is met again, whoever is to move, the tree
// ends with a comment that says where it goes on:
//
//   continues at h8 i9 g7
//   continues at h8 i9 g7, turned clockwise          (this board has to be turned to look like that one)
//
// With `expand_all` it is written in full every time; that may be more than any memory holds, and ends with
// ErrorCode::limit at `max_nodes`.
//
// These are the other comments; line feeds separate the lines of a comment:
//
//   wins by threats     a record without a move; a move beside it is written all the same
//   illegal move        a move onto an occupied square; nothing is below it
//   forbidden move      a move onto a forbidden point; nothing is below it
//   not stored          a root that the proof does not have
//   cut here            `max_depth` is reached, and the proof has more
//
// Replies that are not stored, as they lose to a threat sequence, are not in the tree; `carried` counts them.
//
// It takes 11 bytes of memory for each node (3 with `expand_all`), the comments, 13 bytes for each record,
// and what ProofGraph remembers: 16 to 32 bytes for each record that is looked at, 8 for each stored reply,
// about 200 for each AND position. No function calls itself, so the depth of the tree is not on the stack.
// The proof of free-style go-moku as it was found, of 151,639 records, becomes 319,415 nodes in three
// seconds, and 3,123,626 nodes with everything in full.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "proof/proof.hpp"
#include "proof/tree/game_tree.hpp"

namespace fiveproof::convert {

struct TreeOfProofOptions {
  /// Show only this root, with what is below it, instead of the roots of the proof.
  std::optional<Root> root = {};
  /// Show only what is at most so many plies below a root.
  std::optional<std::size_t> max_depth = {};
  bool expand_all = false;
  std::uint64_t max_nodes = 50'000'000;
  /// The different comments together take at most so many bytes.
  std::uint64_t max_text_bytes = std::uint64_t{1} << 30;
};

struct TreeOfProof {
  GameTree tree;
  std::uint64_t expanded =
      0;  ///< positions with the attacker to move, each as often as it is written in full
  std::uint64_t continued = 0;            ///< nodes that continue elsewhere
  std::uint64_t cut = 0;                  ///< nodes that `max_depth` cut
  std::vector<std::string> carried = {};  ///< what became of the proof, in lines for people
  std::vector<std::string> losses = {};   ///< what the proof says and the tree cannot
};

/// ErrorCode::usage when nothing is claimed, or `root` is an OR position that is not stored, or is of another
/// board; ErrorCode::limit beyond `max_nodes` or `max_text_bytes`. The sections of the proof are not looked
/// at. require: proof.records is finished, and has fewer than 2^32 records.
[[nodiscard]] Result<TreeOfProof> tree_of_proof(const Proof& proof, const TreeOfProofOptions& options = {});

}  // namespace fiveproof::convert
