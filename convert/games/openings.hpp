// Lists of openings, as Piskvork and Gomocup's programs read them: one opening on each line, each stone as an
// offset from the centre.
//
//   0,0, 1,0, 1,3            dx,dy of the first stone, of the second, ...; x to the right, y DOWNWARDS
//   -4,-9,-5,-8,-5,-9        the spaces may be missing
//
// The centre is column size/2 and row size/2 from the top left, both from 0 and rounded down: h8 on 15x15,
// k10 on 20x20. Black moves first and colours alternate. The file names neither a rule set nor its board, so
// the caller names the board. The format has no pass and no comment; a # is read as a comment all the same,
// and is an oddity. convert/games/line_list.hpp says what is kept of how the lines were written.
//
// What is no number, leads off the board or has no second half is an error with its place.
#pragma once

#include <string_view>

#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

/// GameTree::source() of a tree that was read from a list of openings.
inline constexpr std::string_view openings_source = "openings";

/// Its errors are those of read_moves (convert/games/moves.hpp).
[[nodiscard]] Result<TreeReading> read_openings(View bytes, const TreeReadOptions& options = {},
                                                int size = 15);

/// Writes one line for each leaf, or the file again, if the tree was read from such a file. Texts, marks and
/// labels are losses, and so is the size of the board; ErrorCode::unsupported for a pass.
[[nodiscard]] Result<TreeWriting> write_openings(const GameTree& tree);

}  // namespace fiveproof::convert
