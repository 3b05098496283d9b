// Positions to prove, each once up to symmetry.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "game/position_key.hpp"

namespace fiveproof::session {

/// The positions are in the order in which they came.
class JobList {
 public:
  /// Adds the positions that are new and says whether there was any.
  bool add(const std::vector<Position>& more) {
    const std::size_t before = jobs_.size();
    for (const Position& p : more) {
      if (known_.insert(symmetric_key(p)).second) jobs_.push_back(p);
    }
    return jobs_.size() > before;
  }
  [[nodiscard]] const std::vector<Position>& all() const { return jobs_; }

 private:
  std::vector<Position> jobs_;
  std::unordered_set<std::string> known_;
};

}  // namespace fiveproof::session
