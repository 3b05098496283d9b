#include "python/sealing.hpp"

namespace fiveproof::python {

namespace py = pybind11;

namespace {

/// What is called for the one class of which objects can be made. The module is never unloaded.
PyObject* made_by = nullptr;

PyObject* make(PyTypeObject*, PyObject* arguments, PyObject* names) {
  return PyObject_Call(made_by, arguments, names);
}

PyObject* refuse_to_make(PyTypeObject* type, PyObject*, PyObject*) {
  PyErr_Format(PyExc_TypeError, "no %s can be made: the module gives them as answers", type->tp_name);
  return nullptr;
}

int begin_made(PyObject*, PyObject*, PyObject*) { return 0; }

void seal(PyTypeObject* type, bool is_makeable) {
  // By its slot, not as a method: what is inherited from pybind11's own base then refuses them as "not safe".
  type->tp_new = is_makeable ? &make : &refuse_to_make;
  if (is_makeable) type->tp_init = &begin_made;
  type->tp_flags &= ~Py_TPFLAGS_BASETYPE;
  type->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
  PyType_Modified(type);
}

}  // namespace

void seal_classes(const py::module_& module, const py::object& makeable, const py::object& maker) {
  made_by = py::object(maker).release().ptr();
  const auto members = module.attr("__dict__").cast<py::dict>();
  for (const auto& [name, member] : members)
    if (PyType_Check(member.ptr()) != 0)
      seal(reinterpret_cast<PyTypeObject*>(member.ptr()), member.is(makeable));
}

}  // namespace fiveproof::python
