// forbidden(): the points on which Black may not play under renju, and why (explore/forbidden_points.hpp).
#include <pybind11/stl.h>

#include "explore/forbidden_points.hpp"
#include "python/bindings.hpp"
#include "python/words.hpp"

namespace fiveproof::python {
namespace {

using namespace pybind11::literals;
using explore::ForbiddenPoint;
using Line = ForbiddenReport::Line;
using StraightFour = ForbiddenReport::StraightFour;

}  // namespace

void bind_forbidden(py::module_& module) {
  py::class_<StraightFour>(module, "StraightFour", "What one more stone would make of a row of stones.")
      .def_property_readonly("square", [](const StraightFour& on) { return square_name(on.square); })
      .def_property_readonly("counts", [](const StraightFour& on) { return on.counts(); })
      .def_property_readonly(
          "why_not",
          [](const StraightFour& on) {
            return on.counts() ? std::nullopt : std::optional(std::string(explore::why_not(on)));
          },
          "'five', or for which reason the square is forbidden; None where it counts.");
  py::class_<Line>(module, "ForbiddenLine", "What a black stone would make on one line.")
      .def_property_readonly("direction",
                             [](const Line& on) { return std::string(explore::name_of(on.direction)); })
      .def_property_readonly("stones", [](const Line& on) { return square_names(on.stones); })
      .def_property_readonly("overline", [](const Line& on) { return on.is_overline; })
      .def_property_readonly("fours", [](const Line& on) { return on.fours; })
      .def_property_readonly("three", [](const Line& on) { return on.is_three(); })
      .def_readonly("straight_fours", &Line::straight_fours,
                    "The squares that would make a straight four of the row.");
  py::class_<ForbiddenPoint>(module, "ForbiddenPoint", "A point that is forbidden to Black, or looks so.")
      .def_property_readonly("square", [](const ForbiddenPoint& on) { return square_name(on.square); })
      .def_property_readonly("forbidden",
                             [](const ForbiddenPoint& on) { return on.report.kind != Forbidden::no; })
      .def_property_readonly("kind",
                             [](const ForbiddenPoint& on) { return std::string(name_of(on.report.kind)); })
      .def_property_readonly("lines", [](const ForbiddenPoint& on) { return on.report.lines; });
  module.def(
      "forbidden", [](const Position& position) { return explore::points_of(position); }, "position"_a,
      "The points on which Black may not play under renju, and those that only look so, whoever is to move.");
}

}  // namespace fiveproof::python
