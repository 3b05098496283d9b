// The Python module: fiveproof._core, which fiveproof/__init__.py shows. docs/python.md says how it is used.
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/sealing.hpp"
#include "python/without_gil.hpp"

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
  bind_proof(module);
  prepare_arrays();
  wait_at_end();
  seal_classes(module, module.attr("Position"), module.attr("_position"));
}
