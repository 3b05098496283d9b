// The way out of the nested readers of format/.
#pragma once

#include <string>
#include <utility>

#include "base/error.hpp"

namespace fiveproof {

/// Thrown inside readers only: guarded() turns it into an Error.
struct Refusal {
  Error error;
};

/// The value, or out with the error.
template <class T>
T value_or_refuse(Result<T> result) {
  if (!result.ok()) throw Refusal{std::move(result.error())};
  return std::move(result).value();
}

/// What `read` returns. The error of a Refusal names this file, unless it names one.
template <class F>
auto guarded(const std::string& file_name, F read) -> Result<decltype(read())> {
  try {
    return read();
  } catch (const Refusal& refusal) {
    return in_file<decltype(read())>(refusal.error, file_name);
  }
}

}  // namespace fiveproof
