// Takes from the store the proof of given claims: the records that they need, and no others.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "proof/proof.hpp"
#include "solve/search/settings.hpp"
#include "solve/store/store.hpp"

namespace fiveproof::solve {

/// What a walk from the roots finds.
struct Extract {
  Proof proof;
  /// OR positions that the proof needs, that db-search does not win and that nobody has an answer for. They
  /// are the jobs that are left.
  std::vector<Position> missing;
  std::uint64_t others = 0;     ///< records that came from ExtractOptions::answers
  bool is_interrupted = false;  ///< the walk was stopped: there is more than was found
};

/// What one walk learned for the next: of each AND position, under its position_key(), which replies were
/// stored, and which of the others are not lost. Only where there are forbidden points, where finding that
/// out takes milliseconds. It takes some 200 bytes a position, beside the budget.
struct KnownAnd {
  SquareSet stored, open;
};
using KnownReplies = std::unordered_map<std::string, KnownAnd>;

/// What the walk may take, and whom it asks and tells besides the store.
struct ExtractOptions {
  Settings settings = {};
  /// Nodes of one search of the verifier that the proof is for.
  std::uint32_t effort = 1000;
  /// Positions to walk from besides the roots, because another db-search does not answer what ours does.
  std::vector<Position> also = {};
  /// Answers that the store does not have, each a move of the canonical position under its position_key().
  std::unordered_map<std::string, Square> answers = {};
  KnownReplies* known = nullptr;  ///< read and added to; none: what the walk learns is forgotten
  /// Where there are forbidden points only: no reply is searched, so that nothing is missing after it. The
  /// records are the same. For whoever has the verifier look at the proof anyway, or has no time for it.
  bool stored_only = false;
  /// The budget of the records. The positions that were seen may take as much again.
  MemoryBudget budget = {};
  std::uint64_t max_records = ~std::uint64_t{0};
  std::function<void(std::uint64_t records)> on_progress = {};  ///< now and then
  const std::atomic<bool>* stop = nullptr;                      ///< looked at before each position and search
};

/// Walks from every root through the store's answers: at an AND position to each reply that no winning threat
/// sequence answers; where there are forbidden points to each that the verifier will not find lost. A root
/// with the attacker to move and no answer is taken to be won by a sequence if db-search finds one. Every
/// root becomes a claim of the proof, whether or not something is missing. ErrorCode::limit: beyond the
/// budget or max_records; io: the disk failed.
[[nodiscard]] Result<Extract> extract(const Store& store, const Store::View& view,
                                      const std::vector<Root>& roots, const ExtractOptions& options);

/// What a store can claim: the positions it was to prove, and below those that are not proved yet the topmost
/// proved positions of their job trees.
[[nodiscard]] Result<std::vector<Root>> proved_claims(const Store& store, const Store::View& view);

}  // namespace fiveproof::solve
