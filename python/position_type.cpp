// Position: a board, its stones and the side to move, that never changes. play() gives another one.
#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <functional>

#include "game/legal_moves.hpp"
#include "game/notation.hpp"
#include "game/position_key.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/words.hpp"

namespace fiveproof::python {
namespace {

using namespace pybind11::literals;

Position after_moves(const py::object& moves, int size) {
  checked_size(size);
  return value_or_refuse(position_after(squares_of(moves, size), size));
}

Position with_stones(const py::object& black, const py::object& white, const std::string& to_move, int size) {
  checked_size(size);
  return value_or_refuse(
      position_of(squares_of(black, size), squares_of(white, size), color_of(to_move), size));
}

Position played(const Position& position, const std::string& square) {
  const Square s = square_of(square, position.size());
  if (!position.is_empty(s)) refuse("the square " + to_text(s) + " is occupied");
  Position after = position;
  after.play(s);
  return after;
}

std::optional<std::string> winner(const Position& position, const std::string& rule) {
  for (const Color c : {Color::black, Color::white})
    if (has_five(position, rule_of(rule), c)) return std::string(name_of(c));
  return std::nullopt;
}

std::string stones_text(const Position& position, Color c) { return to_text(position.stones(c)); }

std::string representation(const Position& position) {
  return "Position.from_stones(black='" + stones_text(position, Color::black) + "', white='" +
         stones_text(position, Color::white) + "', to_move='" + std::string(name_of(position.to_move())) +
         "', size=" + std::to_string(position.size()) + ")";
}

std::size_t hash_of(const Position& position) {
  return std::hash<std::string>()(position_key(position)) ^ static_cast<std::size_t>(position.size());
}

/// How another interpreter makes the same position (pickle): by a function of fiveproof/__init__.py.
py::tuple reduced(const Position& position) {
  return py::make_tuple(
      py::module_::import("fiveproof").attr("_with_stones"),
      py::make_tuple(stones_text(position, Color::black), stones_text(position, Color::white),
                     std::string(name_of(position.to_move())), position.size()));
}

}  // namespace

void bind_position(py::module_& module) {
  py::class_<Position>(
      module, "Position",
      "Position(moves='', *, size=15): a board, its stones and the side to move, after these moves from the "
      "empty board, Black first. It never changes, and can be a key.")
      .def_static("from_stones", &with_stones, "black"_a = "", "white"_a = "", py::kw_only(), "to_move"_a,
                  "size"_a = 15, "Any stones, with the side to move.")
      .def_static(
          "from_array",
          [](const py::object& array, const std::string& to_move) {
            return position_on(array, color_of(to_move));
          },
          "array"_a, py::kw_only(), "to_move"_a, "The stones of an array like that of to_array().")
      .def_property_readonly("size", [](const Position& p) { return p.size(); })
      .def_property_readonly("to_move", [](const Position& p) { return std::string(name_of(p.to_move())); })
      .def_property_readonly("black", [](const Position& p) { return square_names(p.stones(Color::black)); })
      .def_property_readonly("white", [](const Position& p) { return square_names(p.stones(Color::white)); })
      .def("play", &played, "square"_a, "The position after the side to move has played there.")
      .def(
          "legal_moves",
          [](const Position& p, const std::string& rule) {
            return square_names(fiveproof::legal_moves(p, rule_of(rule), p.to_move()));
          },
          "rule"_a, "Where the side to move may play. Whether the game is over is not asked.")
      .def("winner", &winner, "rule"_a, "The colour that has a five, or None.")
      .def(
          "canonical", [](const Position& p) { return canonical_form(p).position; },
          "The smallest of the eight images: equal for positions that are equal up to symmetry.")
      .def("to_array", &cells_of,
           "int8, (size, size): 0 empty, 1 black, 2 white; [row, column], [0, 0] is a1.")
      .def(py::self == py::self)  // NOLINT(misc-redundant-expression): it names the operator
      .def("__hash__", &hash_of)
      .def("__repr__", &representation)
      .def("__str__", [](const Position& p) { return diagram(p); })
      .def("__reduce__", &reduced);
  module.def("_position", &after_moves, "moves"_a = "", py::kw_only(), "size"_a = 15);
}

}  // namespace fiveproof::python
