#include "python/failure.hpp"

#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

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

/// Does the system say so? Other errors of a file leave none behind, too: a disk that is full, a folder that
/// may not be written to.
bool is_missing(const Error& error) {
  return error.code == ErrorCode::io && !error.file.empty() &&
         error.message.ends_with(std::generic_category().message(ENOENT));
}

/// What the program says of its options, with the names that they have here.
std::string in_python(std::string text) {
  constexpr std::pair<std::string_view, std::string_view> names[] = {
      {"--root none: no claim", "roots=[]: no claim"},
      {"--root", "roots="},
      {"--rule", "rule="},
      {"--attacker", "attacker="},
      {"--memory", "memory="},
      {"--max-records", "max_records="},
      {"--size", "size="},
      {"--from", "format="}};
  for (const auto& [option, name] : names)
    for (std::size_t at = 0; (at = text.find(option, at)) != std::string::npos; at += name.size())
      text.replace(at, option.size(), name);
  return text;
}

}  // namespace

void raise_error(const Error& error) {
  const py::object kind =
      py::module_::import("fiveproof.errors").attr(is_missing(error) ? "NotFound" : "Error");
  Error said = error;  // the names of files stay as they are
  said.message = in_python(std::move(said.message));
  py::object file = py::none(), offset = py::none();
  if (!error.file.empty()) file = name_of_file(error.file);
  if (error.offset) offset = py::int_(*error.offset);
  const py::object raised = kind(text_of(said.text()), word_of(error.code), file, offset);
  PyErr_SetObject(kind.ptr(), raised.ptr());
  throw py::error_already_set();
}

}  // namespace fiveproof::python
