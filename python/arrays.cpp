#include "python/arrays.hpp"

#include <algorithm>
#include <vector>

#include "game/packed_position.hpp"
#include "python/without_gil.hpp"
#include "python/words.hpp"

namespace fiveproof::python {
namespace {

constexpr std::int8_t black_cell = 1, white_cell = 2;

std::size_t cell_of(Square s, int size) {
  return static_cast<std::size_t>(s.row()) * static_cast<std::size_t>(size) +
         static_cast<std::size_t>(s.column());
}

/// Where each digit of a packed position goes: its digits are in the order of squares, column by column.
std::vector<std::size_t> places_of(int size) {
  std::vector<std::size_t> places;
  places.reserve(static_cast<std::size_t>(size) * static_cast<std::size_t>(size));
  for (int i = 0; i < size * size; ++i) places.push_back(cell_of(from_dense_index(i, size), size));
  return places;
}

void unpack_cells(std::span<const std::uint8_t> packed, const std::vector<std::size_t>& places,
                  std::int8_t* cells) {
  constexpr int digits = 5;
  std::size_t at = 0;
  for (const std::uint8_t byte : packed)
    for (int digit = 0, power = 81; digit < digits && at < places.size(); ++digit, power /= 3)
      cells[places[at++]] = static_cast<std::int8_t>(byte / power % 3);
}

void write_move(std::optional<Square> move, std::int16_t* cells) {
  cells[0] = static_cast<std::int16_t>(move ? move->row() : -1);
  cells[1] = static_cast<std::int16_t>(move ? move->column() : -1);
}

std::string shape_of(const py::array& array) { return py::str(array.attr("shape")).cast<std::string>(); }

}  // namespace

void prepare_arrays() {
  try {
    (void)py::dtype::of<std::int8_t>();
    (void)py::dtype::of<std::int16_t>();
  } catch (py::error_already_set& error) {
    // Without NumPy there are no arrays; who asks for one is told so.
    if (!error.matches(PyExc_ImportError)) throw;
  }
}

Cells cells_of(const Position& position) {
  const int size = position.size();
  Cells cells({size, size});
  std::int8_t* data = cells.mutable_data();
  std::fill(data, data + cells.size(), std::int8_t{0});
  for (const Square s : position.stones(Color::black)) data[cell_of(s, size)] = black_cell;
  for (const Square s : position.stones(Color::white)) data[cell_of(s, size)] = white_cell;
  return cells;
}

Position position_on(const py::object& array, Color to_move) {
  if (!py::isinstance<py::array_t<std::int8_t>>(array))
    throw py::type_error("expected a NumPy array of dtype int8: 0 empty, 1 black, 2 white");
  const auto cells = py::reinterpret_borrow<py::array_t<std::int8_t>>(array);
  if (cells.ndim() != 2 || cells.shape(0) != cells.shape(1) || cells.shape(0) < min_board_size ||
      cells.shape(0) > max_board_size)
    refuse("expected an array of shape (n, n) with n from 5 to 20, found " + shape_of(cells));
  const auto at = cells.unchecked<2>();
  const int size = static_cast<int>(cells.shape(0));
  Position position(size);
  position.set_to_move(to_move);
  for (int row = 0; row < size; ++row)
    for (int column = 0; column < size; ++column) {
      const std::int8_t cell = at(row, column);
      if (cell == 0) continue;
      if (cell != black_cell && cell != white_cell)
        refuse("expected 0, 1 or 2, found " + std::to_string(int{cell}) + " at [" + std::to_string(row) +
               ", " + std::to_string(column) + "]");
      position.put(cell == black_cell ? Color::black : Color::white, Square(column, row));
    }
  return position;
}

std::pair<Cells, Moves> arrays_of(const RecordTable& records, std::size_t first, std::size_t last) {
  const int size = records.size();
  const auto count = static_cast<py::ssize_t>(last - first);
  Cells boards({count, py::ssize_t{size}, py::ssize_t{size}});
  Moves moves({count, py::ssize_t{2}});
  std::int8_t* board = boards.mutable_data();
  std::int16_t* move = moves.mutable_data();
  {
    const WithoutGil released;
    const std::vector<std::size_t> places = places_of(size);
    for (std::size_t i = first; i < last; ++i) {
      unpack_cells(records.packed(i), places, board);
      write_move(records.move(i), move);
      board += places.size();
      move += 2;
      records.passed(i);
    }
  }
  return {std::move(boards), std::move(moves)};
}

}  // namespace fiveproof::python
