// What a proof says at a position, for people.
#pragma once

#include <ostream>
#include <string>

#include "cli/output/board_picture.hpp"
#include "explore/view.hpp"

namespace fiveproof::cli {

/// The stored moves, and the moves of a sequence.
[[nodiscard]] Marks marks_of(const explore::View& view);

struct ViewWords {
  std::string where;  ///< which proof it is of, as "in the proof"
  const explore::Surroundings* around =
      nullptr;             ///< what is told only if it was asked for; else a null pointer
  bool by_answer = false;  ///< without `around`: stored replies of one answer together
};

void write_view(std::ostream& out, const Proof& proof, const explore::View& view, const ViewWords& words);

}  // namespace fiveproof::cli
