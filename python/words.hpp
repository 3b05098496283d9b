// The words of Python's side: rule sets, colours and squares are strings there, and what is wrong with them
// is a ValueError.
//
// Squares come singly, "h8", or as a list: one string, "h8 a1", or anything that yields one string for each.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game/position.hpp"
#include "proof/gap.hpp"

namespace fiveproof::python {

namespace py = pybind11;

// -- into Python --
/// Text that may quote a file: whatever its bytes are, Python can hold it.
[[nodiscard]] py::str text_of(std::string_view text);
/// A file's name, which need not be text: as os.fsdecode() has it.
[[nodiscard]] py::str name_of_file(const std::string& name);
[[nodiscard]] std::string square_name(Square square);
[[nodiscard]] std::optional<std::string> square_name(std::optional<Square> square);
[[nodiscard]] std::vector<std::string> square_names(const std::vector<Square>& squares);
[[nodiscard]] std::vector<std::string> square_names(const SquareSet& squares);

// -- from Python; ValueError for words that there are not, TypeError for what is no word --
[[nodiscard]] RuleSet rule_of(const std::string& word);
[[nodiscard]] Color color_of(const std::string& word);
/// The size, if there are such boards.
int checked_size(int size);
/// What a string says.
[[nodiscard]] std::string word_of(const py::handle& object);
/// Of a square on a board of the size.
[[nodiscard]] Square square_of(const std::string& name, int size);
[[nodiscard]] Square square_of(const py::handle& name, int size);
/// No more than the board has squares, however many are offered.
[[nodiscard]] std::vector<Square> squares_of(const py::object& squares, int size);
/// Attacker nodes of one search.
std::uint32_t checked_effort(std::uint64_t effort);
/// Threads of a check or a search, up to 1,024; 0 stands for as many as the machine has.
unsigned checked_threads(int threads);
/// TypeError unless it is None, or something to call.
void check_callable(const char* name, const py::object& object);
/// The name of a file as bytes: a string, bytes or a path; `-` is a file like any other.
[[nodiscard]] std::string file_of(const py::object& path);

/// Raises ValueError.
[[noreturn]] void refuse(const std::string& text);

/// The value of what the caller got right; otherwise ValueError.
template <class T>
[[nodiscard]] T value_or_refuse(Result<T> result) {
  if (!result.ok()) refuse(result.error().text());
  return std::move(result).value();
}

}  // namespace fiveproof::python
