// Wins by threats after several replies to one move, of which most are lost to much the same.
//
// What wins if the defender passes is looked for first, and longer: after each reply the moves of that win
// are tried before others, and those of the reply that was lost last. Where nothing wins after a pass, one
// more stone of the defender hardly ever helps the attacker, so that little is spent on each reply.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "solve/vct/vct.hpp"

namespace fiveproof::solve {

class VctReplies {
 public:
  /// `nodes`: of the search after one reply. `stop`: when it is set, nothing more is searched. require:
  /// is_board_size(size).
  VctReplies(RuleSet rule, int size, std::uint32_t nodes, const std::atomic<bool>* stop = nullptr);

  /// What wins after each of these replies, in their order. require: the defender is to move, and they are
  /// legal.
  [[nodiscard]] std::vector<VctResult> search(const Position& and_position, std::span<const Square> replies);
  /// What wins at one position, about which nothing else is known. require: the attacker is to move.
  [[nodiscard]] VctResult search(const Position& or_position);

  /// Positions and moves that were looked at since construction.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_looked_at_; }

 private:
  [[nodiscard]] VctResult search(const Position& position, Color attacker, const VctOptions& options);
  [[nodiscard]] bool is_stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }

  std::uint32_t nodes_;
  std::uint64_t nodes_looked_at_ = 0;
  const std::atomic<bool>* stop_;
  Vct vct_;
};

/// The OR positions of a win, and what is played there: at the first one as at those that come with steps.
/// Empty where the attacker makes a five at once.
[[nodiscard]] std::vector<std::pair<Position, Square>> answers_of(const Position& or_position,
                                                                  const VctResult& found);

}  // namespace fiveproof::solve
