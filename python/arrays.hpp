// Boards as NumPy arrays of int8: 0 empty, 1 black, 2 white; [0, 0] is a1, [7, 7] is h8, the first index is
// the row.
#pragma once

#include <pybind11/numpy.h>

#include <utility>

#include "proof/records/record_table.hpp"

namespace fiveproof::python {

using Cells = pybind11::array_t<std::int8_t, pybind11::array::c_style>;
/// Wide enough that `15 * row + column` is what it looks like.
using Moves = pybind11::array_t<std::int16_t, pybind11::array::c_style>;

/// To be called once, when the module is made: two threads that are the first to ask NumPy would wait for
/// each other, one with the GIL and one for it.
void prepare_arrays();

/// (size, size)
[[nodiscard]] Cells cells_of(const Position& position);
/// The position on such an array. TypeError for another dtype or what is no array, ValueError for another
/// shape or other numbers. The array may be strided as it likes.
[[nodiscard]] Position position_on(const pybind11::object& array, Color to_move);

/// The boards of the records [first, last), (n, size, size), and their moves, (n, 2): row and column, -1 -1
/// where a record has none. require: the GIL is held, which is let go meanwhile; first <= last <=
/// records.count(), and the table stays.
[[nodiscard]] std::pair<Cells, Moves> arrays_of(const RecordTable& records, std::size_t first,
                                                std::size_t last);

}  // namespace fiveproof::python
