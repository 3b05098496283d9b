// Positions to prove, each once up to symmetry.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "game/packed_position.hpp"
#include "game/symmetry.hpp"

namespace fiveproof::cli {

/// Equal for positions that are equal up to symmetry.
[[nodiscard]] inline std::vector<std::uint8_t> key_of(const Position& position) {
  const Position canonical = canonical_form(position).position;
  auto key = pack(canonical);
  key.push_back(static_cast<std::uint8_t>(index_of(canonical.to_move())));
  return key;
}

/// In the order in which they came.
class JobList {
 public:
  /// Did anything new come?
  bool add(const std::vector<Position>& more) {
    const std::size_t before = jobs_.size();
    for (const Position& p : more) {
      if (known_.insert(key_of(p)).second) jobs_.push_back(p);
    }
    return jobs_.size() > before;
  }
  [[nodiscard]] const std::vector<Position>& all() const { return jobs_; }

 private:
  std::vector<Position> jobs_;
  std::set<std::vector<std::uint8_t>> known_;
};

}  // namespace fiveproof::cli
