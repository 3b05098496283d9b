// What a proof says at a position, for people.
#pragma once

#include <ostream>
#include <string>

#include "cli/output/board_picture.hpp"
#include "explore/view.hpp"

namespace fiveproof::cli {

/// The stored moves, and the moves of a sequence.
[[nodiscard]] Marks marks_of(const explore::View& view);

/// `where`: which proof it is of, as "in the proof". `around`: what stands there only if it was asked for.
void write_view(std::ostream& out, const std::string& where, const Proof& proof, const explore::View& view,
                const explore::Surroundings* around);

}  // namespace fiveproof::cli
