// Work without the GIL, and the end of the interpreter.
//
// Daemon threads are not waited for when Python ends. Whoever of them then asks for the GIL is ended by the C
// library in the middle of C++, and the process aborts. So the module has Python wait, before it ends, until
// nobody is here any more.
#pragma once

#include <pybind11/pybind11.h>

namespace fiveproof::python {

/// As long as it lives this thread goes on without the GIL. Made and ended with the GIL held.
class WithoutGil {
 public:
  /// RuntimeError when Python ends: then nothing is begun any more.
  WithoutGil();
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  struct Counted {
    Counted();
    ~Counted();
  };
  Counted counted_;  // ends when the GIL is held again
  pybind11::gil_scoped_release released_;
};

/// RuntimeError when Python ends, for what takes long. require: the GIL is held.
void raise_at_end();
/// To be called once, when the module is made.
void wait_at_end();

}  // namespace fiveproof::python
