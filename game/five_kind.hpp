// What counts as a five of one side: the one answer that tables and searches are made from.
//
//   kind            a five is an unbroken row of   one more stone at its end
//   five_or_more    five stones or more            is a five too
//   exactly_five    five stones                    spoils it
//
// Either is told by the length of a row of the side's own stones, and both a table of what a stone makes and
// a lemma of the verifier rest on that: docs/rule-sets.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "game/rules.hpp"

namespace fiveproof {

enum class FiveKind : std::uint8_t { five_or_more, exactly_five };

/// Those that some rule set has.
inline constexpr FiveKind all_five_kinds[] = {FiveKind::five_or_more, FiveKind::exactly_five};

/// What counts as a five of `c`.
[[nodiscard]] constexpr FiveKind five_kind(RuleSet rule, Color c) {
  switch (rule) {
    case RuleSet::freestyle:
      return FiveKind::five_or_more;
    case RuleSet::standard:
      return FiveKind::exactly_five;
    case RuleSet::renju:
      return c == Color::black ? FiveKind::exactly_five : FiveKind::five_or_more;
  }
  FIVEPROOF_ENSURE(false);
}

/// Is an unbroken row of so many stones a five? `length` counts the whole row.
[[nodiscard]] constexpr bool is_five(FiveKind kind, int length) {
  switch (kind) {
    case FiveKind::five_or_more:
      return length >= 5;
    case FiveKind::exactly_five:
      return length == 5;
  }
  FIVEPROOF_ENSURE(false);
}

/// Is a five none with one more stone of its side at an end? Then a threat depends on what stands there.
[[nodiscard]] constexpr bool is_spoiled_by_one_more(FiveKind kind) { return !is_five(kind, 6); }

/// One thing for each kind of five, such as a table.
template <class Thing>
class ByFiveKind {
 public:
  /// `make(kind)` gives the thing for a kind.
  template <class Make>
  explicit ByFiveKind(Make make) : ByFiveKind(make, std::make_index_sequence<std::size(all_five_kinds)>()) {}
  [[nodiscard]] const Thing& operator[](FiveKind kind) const { return of_[static_cast<std::size_t>(kind)]; }

 private:
  template <class Make, std::size_t... i>
  ByFiveKind(Make make, std::index_sequence<i...>) : of_{make(all_five_kinds[i])...} {}
  std::array<Thing, std::size(all_five_kinds)> of_;
};

}  // namespace fiveproof
