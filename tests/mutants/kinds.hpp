// The kinds of mutants: each takes a true proof and tells a lie about it, or, as a control, the truth in
// other words.
#pragma once

#include <functional>
#include <optional>
#include <random>
#include <string_view>
#include <vector>

#include "tests/mutants/originals.hpp"

namespace fiveproof::mutants {

class Random {
 public:
  explicit Random(std::uint64_t seed) : numbers_(seed) {}
  /// A number in [0, n). require: n > 0.
  [[nodiscard]] int below(int n) { return static_cast<int>(numbers_() % static_cast<std::uint64_t>(n)); }
  [[nodiscard]] bool coin() { return below(2) == 0; }
  template <class T>
  [[nodiscard]] const T& pick(const std::vector<T>& items) {
    return items[static_cast<std::size_t>(below(static_cast<int>(items.size())))];
  }
  template <class T>
  [[nodiscard]] T& pick(std::vector<T>& items) {
    return items[static_cast<std::size_t>(below(static_cast<int>(items.size())))];
  }

 private:
  std::mt19937_64 numbers_;
};

/// What a checker must make of a mutant, whatever the judge says.
enum class Demand {
  judge,   ///< reject it, or the judge finds it valid
  reject,  ///< reject it
  accept,  ///< accept it, and the judge finds it valid
};

struct Mutant {
  File file;
  std::optional<GridClaim> expected = std::nullopt;
};

/// What a kind may draw upon. `others` holds `original` as well.
struct Source {
  const Original& original;
  const std::vector<Original>& others;
};

struct Kind {
  std::string_view name;
  Demand demand;
  /// Absent: this kind does not fit this proof, or fell on a square that does not do.
  std::function<std::optional<Mutant>(const Source&, Random&)> make;
};

/// Of the proof's meaning, written as .fvp or .jsonl.
[[nodiscard]] std::vector<Kind> meaning_kinds();
/// For renju besides: what makes a move or a reply forbidden, or is played though it is.
[[nodiscard]] std::vector<Kind> renju_kinds();
/// Of the bytes of .fvp, with and without repair, and of the lines and letters of .jsonl.
[[nodiscard]] std::vector<Kind> byte_kinds();
/// Of the words and lines of certificates.
[[nodiscard]] std::vector<Kind> certificate_kinds();
/// All of them.
[[nodiscard]] std::vector<Kind> all_kinds();

}  // namespace fiveproof::mutants
