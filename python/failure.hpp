// fiveproof.Error: what was wrong with a file, as a Python exception with the code, the file and the place.
//
// The class stands in fiveproof/errors.py. What is wrong with an argument is a ValueError or a TypeError
// instead (python/words.hpp).
#pragma once

#include <utility>

#include "base/error.hpp"

namespace fiveproof::python {

/// Raises it. require: the GIL is held.
[[noreturn]] void raise_error(const Error& error);

/// The value, or the exception. require: the GIL is held.
template <class T>
[[nodiscard]] T value_or_raise(Result<T> result) {
  if (!result.ok()) raise_error(result.error());
  return std::move(result).value();
}

}  // namespace fiveproof::python
