// What a file says, as plainly as it can be said: boards of characters, moves, and no order, no canonical
// form, no checks. Mutants are made of it and judged by it; nothing of game/ is used for that.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fiveproof::mutants {

enum class Rule { freestyle, standard, renju };

inline constexpr char empty = '.';
inline constexpr char black = 'x';
inline constexpr char white = 'o';
[[nodiscard]] constexpr char other(char c) { return c == black ? white : black; }

/// A square board. A place is column * size + row.
struct Grid {
  int size = 0;
  std::string cells;

  explicit Grid(int n = 5) : size(n), cells(static_cast<std::size_t>(n * n), empty) {}
  [[nodiscard]] char at(int place) const { return cells[static_cast<std::size_t>(place)]; }
  void set(int place, char c) { cells[static_cast<std::size_t>(place)] = c; }
  [[nodiscard]] int area() const { return size * size; }
  [[nodiscard]] int place(int x, int y) const { return x * size + y; }
  [[nodiscard]] bool is_inside(int x, int y) const { return x >= 0 && y >= 0 && x < size && y < size; }
  [[nodiscard]] std::vector<int> places_of(char c) const;
  [[nodiscard]] bool is_full() const { return cells.find(empty) == std::string::npos; }
  bool operator==(const Grid&) const = default;
};

/// Symmetry 0 to 7: mirrored first when it is 4 or more, then turned by a quarter `symmetry % 4` times.
[[nodiscard]] int image(int place, int symmetry, int size);
[[nodiscard]] Grid image(const Grid& grid, int symmetry);

struct GridRecord {
  Grid grid;
  int move = -1;  ///< -1: none
  bool operator==(const GridRecord&) const = default;
};

struct GridRoot {
  Grid grid;
  char to_move = black;
};

struct Draft {
  Rule rule = Rule::freestyle;
  int size = 5;
  char attacker = black;
  std::vector<GridRoot> roots;
  std::vector<GridRecord> records;
  bool has_finding = false;
};

/// One claim from outside the file.
struct GridClaim {
  Rule rule;
  int size;
  char attacker;
  GridRoot root;
};

enum class Form { fvp, jsonl, certificate };

/// A file as a checker gets it.
struct File {
  Form form = Form::fvp;
  std::vector<std::uint8_t> bytes;
};

/// A .jsonl keeps order, repetitions and orientations of the draft.
[[nodiscard]] File write_fvp(const Draft& draft);
[[nodiscard]] File write_jsonl(const Draft& draft);
/// With the plans that this project's guide offers.
[[nodiscard]] File write_certificate(const Draft& draft, std::uint32_t effort);

/// Reads a file in the laxest way, without any check: what does it say? Absent: it cannot be made out. The
/// plans of a certificate are passed over.
[[nodiscard]] std::optional<Draft> read(const File& file);

}  // namespace fiveproof::mutants
