// The position that is asked about, with its canonical form.
#pragma once

#include "game/symmetry.hpp"

namespace fiveproof::explore {

/// A proof stores canonical forms, so that every question about a position needs its own. It is made once,
/// here, and handed down with the position: whoever asks several things of one position makes one of these
/// first.
class Asked {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): who asks one thing has a position
  Asked(const Position& position) : position_(position), form_(canonical_form(position)) {}

  [[nodiscard]] const Position& position() const { return position_; }
  [[nodiscard]] const Canonical& form() const { return form_; }
  [[nodiscard]] const Position& canonical() const { return form_.position; }
  [[nodiscard]] Symmetry to_canonical() const { return form_.to_canonical; }
  /// From the board of the canonical form to that of the position.
  [[nodiscard]] Symmetry back() const { return form_.to_canonical.inverse(); }

 private:
  Position position_;
  Canonical form_;
};

}  // namespace fiveproof::explore
