// Where a stone and one more make a five along a line, by look-up.
#pragma once

#include <array>
#include <cstdint>

#include "game/five_kind.hpp"
#include "game/row_key.hpp"

namespace fiveproof::dbsearch {

/// What a stone of one side makes along one line, as far as fives and fours go.
class FiveForm {
 public:
  explicit FiveForm(std::uint16_t bits) : bits_(bits) {}
  [[nodiscard]] bool is_five() const { return (bits_ >> 4 & 1u) != 0; }
  /// The empty squares on which one more stone makes a five that holds this one; laid out as in
  /// Neighbourhood.
  [[nodiscard]] std::uint32_t five_squares() const {
    return static_cast<std::uint32_t>(bits_ & ~16u) << (Neighbourhood::center - 4);
  }

 private:
  std::uint16_t bits_;  ///< bit 4 + k: a five by a stone k steps away; bit 4: the stone itself makes one
};

/// The forms of all neighbourhoods of five squares to either side.
class FiveTable {
 public:
  /// For what counts as a five of `c`; built once, shared, never changed.
  [[nodiscard]] static const FiveTable& of(RuleSet rule, Color c);
  /// The form of the stone in the middle, which is taken as own whatever `own` says there.
  [[nodiscard]] FiveForm at(Neighbourhood n) const { return FiveForm(forms_[row_key(n)]); }

 private:
  explicit FiveTable(FiveKind kind);
  std::array<std::uint16_t, row_keys> forms_{};
};

}  // namespace fiveproof::dbsearch
