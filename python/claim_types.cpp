// What proofs and answers are made of: Root, Gap, Threat.
#include <pybind11/stl.h>

#include "convert/formats.hpp"
#include "python/bindings.hpp"
#include "python/sequence.hpp"
#include "python/words.hpp"

namespace fiveproof::python {
namespace {

void bind_root(py::module_& module) {
  py::class_<Root>(module, "Root", "A position that a proof claims to be won.")
      .def_property_readonly("position", [](const Root& root) { return root.position; })
      .def_property_readonly(
          "moves",
          [](const Root& root) {
            return root.moves ? std::optional(square_names(*root.moves)) : std::nullopt;
          },
          "The moves that lead there, where the proof names them; otherwise None.")
      .def("__str__", [](const Root& root) { return text_of(root.text()); })
      .def("__repr__", [](const Root& root) { return text_of("<Root " + root.text() + ">"); });
}

void bind_gap(py::module_& module) {
  py::class_<Gap>(module, "Gap", "A position at which the win does not follow from a proof.")
      .def_property_readonly("kind", [](const Gap& gap) { return std::string(name_of(gap.kind)); })
      .def_property_readonly("position", [](const Gap& gap) { return gap.position; })
      .def_readonly("root", &Gap::root, "The index of the root that leads there, or None.")
      .def_property_readonly(
          "line", [](const Gap& gap) { return square_names(gap.line); }, "The moves from that root.")
      .def_property_readonly(
          "by", [](const Gap& gap) { return square_name(gap.by); },
          "The reply that refutes, or the move of the record that is wrong; otherwise None.")
      .def_readonly("limit", &Gap::limit, "It is there only because a limit ended a search.")
      .def_readonly("shared", &Gap::shared, "In how many positions it occurs.")
      .def("__repr__", [](const Gap& gap) { return text_of("<Gap " + convert::text_of(gap) + ">"); });
}

void bind_threat(py::module_& module) {
  const auto squares = [](dbsearch::Threat::Mask dbsearch::Threat::*mask) {
    return
        [mask](const BoardThreat& on) { return square_names(on.threat.squares(on.threat.*mask, on.size)); };
  };
  py::class_<BoardThreat>(module, "Threat", "A move of the attacker that has to be answered.")
      .def_property_readonly("kind",
                             [](const BoardThreat& on) { return std::string(name_of(on.threat.kind)); })
      .def_property_readonly("category",
                             [](const BoardThreat& on) { return dbsearch::category_of(on.threat.kind); })
      .def_property_readonly(
          "gain", [](const BoardThreat& on) { return square_name(on.threat.gain); }, "The move.")
      .def_property_readonly("cost", squares(&dbsearch::Threat::cost), "Where the defender can answer.")
      .def_property_readonly("rest", squares(&dbsearch::Threat::rest), "The stones that it rests on.")
      .def("__repr__", [](const BoardThreat& on) {
        return text_of("<Threat " + dbsearch::to_text({on.threat}, on.size) + ">");
      });
}

}  // namespace

void bind_claims(py::module_& module) {
  bind_root(module);
  bind_gap(module);
  bind_threat(module);
}

}  // namespace fiveproof::python
