// What a test wants of a Result: the value, or the error of a file that it names.
#pragma once

#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <string_view>
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

/// Nothing when it is no error.
template <class T>
std::optional<ErrorCode> code_of(const Result<T>& result) {
  return result.ok() ? std::nullopt : std::optional(result.error().code);
}

/// Of a reader that knows where each node stands.
inline convert::TreeReading located(Result<convert::TreeReading> result) {
  convert::TreeReading reading = value_of(std::move(result));
  CHECK(reading.offsets.size() == reading.tree.node_count());
  return reading;
}

/// A file that a reader refuses, where, and a part of what it says about it.
struct Refusal {
  std::string file;
  std::uint64_t offset;
  std::string words;
  ErrorCode code = ErrorCode::malformed;
  int size = 15;  ///< of the board, where the reader must be told
};

inline void check_refused(const Error& error, const Refusal& expected) {
  CHECK(error.code == expected.code);
  CHECK(error.offset == expected.offset);
  CHECK_THAT(error.message, Catch::Contains(expected.words));
}

/// The tree that `fill` makes says that it came from `source`, and is not written again.
template <class Write, class Fill>
void check_unwritten(std::string_view source, ErrorCode code, Write write, Fill fill, int size = 15) {
  TreeBuilder builder(size, std::string(source));
  fill(builder);
  CHECK(code_of(write(std::move(builder).finish())) == code);
}

/// Readers do not know the name of the file: only who opens it does.
template <class T>
Error error_of(const Result<T>& result, const std::string& file = {}) {
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().file == file);
  return result.error();
}

}  // namespace fiveproof::test
