// What went wrong with an input, as a value.
//
// Bad input is ordinary: a reader returns `Result<T>`, never a half-built T and never an exception.
// A broken invariant of our own code is not an Error; see FIVEPROOF_ENSURE below.
//
// An error that is none of its own business a function hands up:
//
//     Result<Proof> read(const std::string& path) {
//       FIVEPROOF_TRY(check_name(path));             // goes on if that is ok(), else returns its error
//       FIVEPROOF_LET(auto bytes, read_file(path));  // the same, and `bytes` is the value
//       return decode(bytes);
//     }
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace fiveproof {

/// The classes that a caller may want to tell apart: the code is for programs, the message for people.
enum class ErrorCode {
  usage,        ///< the caller's words are off (unknown rule, bad option value)
  unsupported,  ///< well named, but nothing that this program or this file can do, or a newer version
  io,           ///< the operating system refused (open, read, write, sync)
  malformed,    ///< the bytes do not follow the format
  limit,        ///< well-formed as far as read, but beyond what the caller allowed
};

/// An error says what was expected and what was found, in which file and where.
struct Error {
  ErrorCode code = ErrorCode::malformed;
  std::string message;                       ///< "expected ..., found ..."
  std::string file = {};                     ///< name as given by the user; empty when there is no file
  std::optional<std::uint64_t> offset = {};  ///< byte offset in `file`, when known

  /// One line: `FILE: byte OFFSET: MESSAGE`, leaving out what is not known. Control characters, which a
  /// message may quote from a file, come as \x1b: a terminal would obey them.
  [[nodiscard]] std::string text() const;
};

/// Either a value or an Error. Test with `ok()` before `value()`.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit on purpose
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT

  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  /// require: ok(). Throws std::bad_variant_access otherwise (a bug of the caller).
  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }

  /// require: !ok().
  Error& error() & { return std::get<1>(state_); }
  [[nodiscard]] const Error& error() const& { return std::get<1>(state_); }

 private:
  std::variant<T, Error> state_;
};

/// The same result; an error that names no file names this one.
template <class T>
[[nodiscard]] Result<T> in_file(Result<T> result, const std::string& file) {
  if (!result.ok() && result.error().file.empty()) result.error().file = file;
  return result;
}

/// What a Status holds when all went well: success has no value.
struct Done {};
using Status = Result<Done>;

/// Stops the program with a message: an invariant of ours is broken. FIVEPROOF_ENSURE survives NDEBUG.
[[noreturn]] void fail_invariant(const char* condition, const char* file, int line);

}  // namespace fiveproof

// Both are statements of a function that returns a Result, and neither may stand inside the other.
#define FIVEPROOF_TRY(...)                                                                             \
  do {                                                                                                 \
    if (auto&& fiveproof_tried = (__VA_ARGS__); !fiveproof_tried.ok()) return fiveproof_tried.error(); \
  } while (false)

/// `target` is a declaration or what is assigned to.
#define FIVEPROOF_LET(target, ...) \
  FIVEPROOF_LET_OF(FIVEPROOF_JOIN(fiveproof_result_, __LINE__), target, __VA_ARGS__)
#define FIVEPROOF_LET_OF(result, target, ...) \
  auto result = (__VA_ARGS__);                \
  if (!result.ok()) return result.error();    \
  target = std::move(result).value()
#define FIVEPROOF_JOIN(a, b) FIVEPROOF_JOIN_TOKENS(a, b)
#define FIVEPROOF_JOIN_TOKENS(a, b) a##b

#define FIVEPROOF_ENSURE(condition) \
  ((condition) ? void(0) : ::fiveproof::fail_invariant(#condition, __FILE__, __LINE__))
