#include "game/symmetry.hpp"

#include <algorithm>

namespace fiveproof {
namespace {

/// Negative, zero or positive as the stones of `a` come before, at or after those of `b`.
int compare_stones(const Position& a, const Position& b) {
  const SquareSet black_a = a.stones(Color::black);
  const SquareSet black_b = b.stones(Color::black);
  const SquareSet white_a = a.stones(Color::white);
  const SquareSet white_b = b.stones(Color::white);
  const SquareSet differing =
      (black_a - black_b) | (black_b - black_a) | (white_a - white_b) | (white_b - white_a);
  if (differing.empty()) return 0;
  const Square s = differing.first();
  const auto digit = [s](const Position& p) {
    const auto stone = p.at(s);
    return stone ? 1 + index_of(*stone) : 0;
  };
  return digit(a) - digit(b);
}

}  // namespace

Symmetry Symmetry::inverse() const {
  // Only the two quarter turns, 5 and 6, are not their own inverse.
  if (number_ == 5) return Symmetry(6);
  if (number_ == 6) return Symmetry(5);
  return *this;
}

Symmetry Symmetry::then(Symmetry next) const {
  // A mirror that comes after an exchange of column and row acts on the other axis.
  int mirrors = next.number_ & 3;
  if (number_ & 4) mirrors = ((mirrors & 1) << 1) | (mirrors >> 1);
  return Symmetry((number_ & 3) ^ mirrors ^ ((number_ ^ next.number_) & 4));
}

SquareSet Symmetry::apply(const SquareSet& set, int size) const {
  SquareSet image;
  for (Square s : set) image.insert(apply(s, size));
  return image;
}

Position Symmetry::apply(const Position& position) const {
  Position image(position.size());
  image.set_to_move(position.to_move());
  for (Color c : {Color::black, Color::white})
    for (Square s : position.stones(c)) image.put(c, apply(s, position.size()));
  return image;
}

Canonical canonical_form(const Position& position) {
  Canonical best{position, Symmetry(0)};
  for (int i = 1; i < Symmetry::count; ++i) {
    Position image = Symmetry(i).apply(position);
    if (compare_stones(image, best.position) < 0) best = {image, Symmetry(i)};
  }
  return best;
}

bool position_less(const Position& a, const Position& b) {
  const int order = compare_stones(a, b);
  if (order != 0) return order < 0;
  return a.to_move() < b.to_move();
}

std::vector<Symmetry> automorphisms(const Position& position) {
  std::vector<Symmetry> found;
  for (int i = 0; i < Symmetry::count; ++i)
    if (Symmetry(i).apply(position) == position) found.emplace_back(i);
  return found;
}

Square canonical_move(const Position& position, Square s) {
  Square smallest = s;
  for (Symmetry symmetry : automorphisms(position))
    smallest = std::min(smallest, symmetry.apply(s, position.size()));
  return smallest;
}

}  // namespace fiveproof
