// Classes that stay as the module has made them.
//
// Python lets everybody call a class's __new__, give an object another class, and put other functions into a
// class. pybind11 then finds objects without a value, or with that of another type, and works with whatever
// bytes are there.
#pragma once

#include <pybind11/pybind11.h>

namespace fiveproof::python {

/// Objects of the module's classes come from the module alone, `maker` makes those of `makeable`; nobody
/// derives from them, changes them, or makes one of another. To be called when all are there.
void seal_classes(const pybind11::module_& module, const pybind11::object& makeable,
                  const pybind11::object& maker);

}  // namespace fiveproof::python
