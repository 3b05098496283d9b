#include "python/failure.hpp"

#include "python/words.hpp"

namespace fiveproof::python {
namespace {

const char* word_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::usage:
      return "usage";
    case ErrorCode::unsupported:
      return "unsupported";
    case ErrorCode::io:
      return "io";
    case ErrorCode::malformed:
      return "malformed";
    case ErrorCode::limit:
      return "limit";
  }
  return "malformed";
}

}  // namespace

void raise_error(const Error& error) {
  const py::object kind = py::module_::import("fiveproof.errors").attr("Error");
  py::object file = py::none(), offset = py::none();
  if (!error.file.empty()) file = name_of_file(error.file);
  if (error.offset) offset = py::int_(*error.offset);
  const py::object raised = kind(text_of(error.text()), word_of(error.code), file, offset);
  PyErr_SetObject(kind.ptr(), raised.ptr());
  throw py::error_already_set();
}

}  // namespace fiveproof::python
