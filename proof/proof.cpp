#include "proof/proof.hpp"

#include <algorithm>

#include "game/notation.hpp"

namespace fiveproof {

std::string Root::text() const {
  if (moves) return moves->empty() ? "the empty board" : to_text(*moves);
  std::string out;
  for (Color c : {Color::black, Color::white})
    if (position.count(c) > 0) out += std::string(name_of(c)) + " " + to_text(position.stones(c)) + ", ";
  if (out.empty()) out = "the empty board, ";
  return out + std::string(name_of(position.to_move())) + " to move";
}

const Section* find_section(const Proof& proof, std::uint32_t kind) {
  const auto found = std::ranges::find(proof.sections, kind, &Section::kind);
  return found == proof.sections.end() ? nullptr : &*found;
}

Section* find_section(Proof& proof, std::uint32_t kind) {
  return const_cast<Section*>(find_section(std::as_const(proof), kind));
}

}  // namespace fiveproof
