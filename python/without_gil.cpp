#include "python/without_gil.hpp"

#include <chrono>
#include <stdexcept>
#include <thread>

namespace fiveproof::python {

namespace py = pybind11;

namespace {

// Both are looked at with the GIL held.
int at_work = 0;
bool has_ended = false;

void end() {
  has_ended = true;
  while (at_work > 0) {
    const py::gil_scoped_release released;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace

void raise_at_end() {
  if (has_ended) throw std::runtime_error("Python ends");
}

WithoutGil::Counted::Counted() {
  raise_at_end();
  ++at_work;
}

WithoutGil::Counted::~Counted() { --at_work; }

WithoutGil::WithoutGil() = default;

void wait_at_end() {
  py::module_::import("atexit").attr("register")(py::cpp_function(&end));
  // The child of a fork has one thread, which is not at work.
  const auto forget = py::cpp_function([] { at_work = 0; });
  py::module_::import("os").attr("register_at_fork")(py::arg("after_in_child") = forget);
}

}  // namespace fiveproof::python
