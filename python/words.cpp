#include "python/words.hpp"

#include <limits>

#include "game/notation.hpp"

namespace fiveproof::python {

py::str text_of(std::string_view text) {
  PyObject* decoded =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace");
  if (decoded == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(decoded);
}

py::str name_of_file(const std::string& name) {
  PyObject* decoded = PyUnicode_DecodeFSDefaultAndSize(name.data(), static_cast<Py_ssize_t>(name.size()));
  if (decoded == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(decoded);
}

std::string square_name(Square square) { return to_text(square); }

std::optional<std::string> square_name(std::optional<Square> square) {
  return square ? std::optional(to_text(*square)) : std::nullopt;
}

std::vector<std::string> square_names(const std::vector<Square>& squares) {
  std::vector<std::string> names;
  names.reserve(squares.size());
  for (const Square s : squares) names.push_back(to_text(s));
  return names;
}

std::vector<std::string> square_names(const SquareSet& squares) {
  return square_names(std::vector<Square>(squares.begin(), squares.end()));
}

void refuse(const std::string& text) {
  // Not py::value_error: its text has to be whole UTF-8, and a message may quote half a letter.
  PyErr_SetObject(PyExc_ValueError, text_of(text).ptr());
  throw py::error_already_set();
}

RuleSet rule_of(const std::string& word) { return value_or_refuse(parse_rule_set(word)); }

Color color_of(const std::string& word) { return value_or_refuse(parse_color(word)); }

int checked_size(int size) {
  if (!is_board_size(size)) refuse("expected a board size from 5 to 20, found " + std::to_string(size));
  return size;
}

Square square_of(const std::string& name, int size) { return value_or_refuse(parse_square(name, size)); }

Square square_of(const py::handle& name, int size) { return square_of(word_of(name), size); }

std::string word_of(const py::handle& object) {
  if (!py::isinstance<py::str>(object))
    throw py::type_error(std::string("expected a string, found ") + Py_TYPE(object.ptr())->tp_name);
  Py_ssize_t length = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(object.ptr(), &length);
  if (bytes == nullptr)
    throw py::error_already_set();  // half a letter: a UnicodeEncodeError, which is a ValueError
  return {bytes, static_cast<std::size_t>(length)};
}

std::vector<Square> squares_of(const py::object& squares, int size) {
  if (py::isinstance<py::str>(squares)) return value_or_refuse(parse_squares(word_of(squares), size));
  std::vector<Square> found;
  for (const py::handle one : py::iter(squares)) {
    if (found.size() == static_cast<std::size_t>(size) * static_cast<std::size_t>(size))
      refuse("more squares than a board of " + std::to_string(size) + "x" + std::to_string(size) + " has");
    found.push_back(square_of(one, size));
  }
  return found;
}

std::uint32_t checked_effort(std::uint64_t effort) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  if (effort < 1 || effort > most)
    refuse("effort: expected 1 to " + std::to_string(most) + ", found " + std::to_string(effort));
  return static_cast<std::uint32_t>(effort);
}

unsigned checked_threads(int threads) {
  constexpr int most = 1024;
  if (threads < 0 || threads > most)
    refuse("threads: expected 0 to " + std::to_string(most) + ", found " + std::to_string(threads));
  return static_cast<unsigned>(threads);
}

void check_callable(const char* name, const py::object& object) {
  if (!object.is_none() && PyCallable_Check(object.ptr()) == 0)
    throw py::type_error(std::string(name) + ": expected something to call");
}

std::string file_of(const py::object& path) {
  PyObject* bytes = nullptr;
  if (PyUnicode_FSConverter(path.ptr(), &bytes) == 0) throw py::error_already_set();
  auto name = py::reinterpret_steal<py::bytes>(bytes).cast<std::string>();
  return name == "-" ? "./-" : name;
}

}  // namespace fiveproof::python
