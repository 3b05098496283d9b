// Remembers which of the guide's hints answered which reply at one position, so that they can be written
// down.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/rules/guide.hpp"

namespace fiveproof::verify {

class PlanRecorder final : public audit::Hints {
 public:
  /// `guide` outlives the recorder.
  explicit PlanRecorder(Guide& guide) : guide_(guide) {}

  /// Forgets everything, as the next position comes.
  void start();

  audit::Plan threat(const audit::Board& board) override;
  std::optional<audit::Plan> plan(const audit::Board& board, audit::Point reply, int attempt) override;
  void stuck(const audit::Board& board, audit::Plan played, audit::Point reply) override {
    guide_.stuck(board, played, reply);
  }
  void answered(audit::Point reply, audit::Answer how) override;
  void tick() override { guide_.tick(); }

  /// The plan for a position at which the attacker is to move and has no stored move.
  [[nodiscard]] std::vector<audit::Step> plan_at_leaf() const;
  /// The plan after `move`: the plan that answers most replies for all of them, branches for the others.
  /// Where replies were excluded because of the threat, that is the plan for most.
  [[nodiscard]] std::vector<audit::Step> plan_after_move(audit::Point move) const;

 private:
  struct Kept {
    std::uint64_t number = 0;
    std::vector<audit::Step> steps;
    std::vector<audit::Point> replies = {};
  };

  bool is_kept();
  void keep() { plans_.push_back({guide_.last_plan_number(), guide_.last_plan()}); }

  Guide& guide_;
  std::vector<Kept> plans_;
  std::vector<audit::Step> threat_;
  bool needs_threat_ = false;
};

}  // namespace fiveproof::verify
