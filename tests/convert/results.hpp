// What a test wants of a Result: the value, or the error of a file that it names.
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <utility>

#include "convert/tree/tree_reading.hpp"

namespace fiveproof::test {

/// Ends the test case, with the text of the error, when there is none.
template <class T>
T value_of(Result<T> result) {
  INFO((result.ok() ? "" : result.error().text()));
  REQUIRE(result.ok());
  return std::move(result).value();
}

/// Of a reader that knows where each node stands.
inline convert::TreeReading located(Result<convert::TreeReading> result) {
  convert::TreeReading reading = value_of(std::move(result));
  CHECK(reading.offsets.size() == reading.tree.node_count());
  return reading;
}

/// It names the file that was read.
template <class T>
Error error_of(const Result<T>& result, const std::string& file) {
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().file == file);
  return result.error();
}

}  // namespace fiveproof::test
