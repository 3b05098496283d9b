// The Python module: fiveproof._core, which fiveproof/__init__.py shows. docs/python.md says how it is used.
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/sealing.hpp"
#include "python/without_gil.hpp"

namespace {

namespace py = pybind11;

/// A method of the class that a function of fiveproof/shown.py does; as all others it wants an object of the
/// class.
void add_method(const py::object& kind, const char* name, const py::object& function) {
  kind.attr(name) = py::cpp_function(
      [kind, function](const py::object& self) {
        if (!py::isinstance(self, kind)) throw py::type_error("expected an object of this class");
        return function(self);
      },
      py::is_method(kind), py::name(name));
}

/// Classes without words of their own get those of fiveproof/shown.py, and what has a board its picture.
void show_themselves(const py::module_& module) {
  const auto shown = py::module_::import("fiveproof.shown");
  const py::object usual = py::module_::import("builtins").attr("object").attr("__repr__");
  for (const auto& [name, object] : module.attr("__dict__").cast<py::dict>())
    if (PyType_Check(object.ptr()) != 0 && py::object(object.attr("__repr__")).is(usual))
      add_method(py::reinterpret_borrow<py::object>(object), "__repr__", shown.attr("representation"));
  add_method(module.attr("Position"), "_repr_svg_", shown.attr("board_of_position"));
  add_method(module.attr("Record"), "_repr_svg_", shown.attr("board_of_record"));
  add_method(module.attr("Gap"), "_repr_svg_", shown.attr("board_of_gap"));
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  using namespace fiveproof::python;
  module.doc() = "Proofs of five-in-a-row games: opened, asked and verified.";
  module.attr("__version__") = FIVEPROOF_VERSION;
  bind_position(module);
  bind_claims(module);
  bind_records(module);
  bind_view(module);
  bind_verification(module);
  bind_threats(module);
  bind_forbidden(module);
  bind_proof(module);
  bind_solve(module);
  bind_blame(module);
  bind_player(module);
  show_themselves(module);
  prepare_arrays();
  wait_at_end();
  seal_classes(module, module.attr("Position"), module.attr("_position"));
}
