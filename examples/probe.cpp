// Asks a proof about a position, as `fiveproof probe` does: what the attacker plays, and after which replies.
//
//     probe proof.fvp "h8 a1"
#include <cstdio>

#include "explore/asked.hpp"
#include "explore/proof_book.hpp"
#include "explore/view.hpp"
#include "format/fvp/fvp_reader.hpp"
#include "game/notation.hpp"

int main(int count, char** words) {
  using namespace fiveproof;
  if (count != 3) return std::fprintf(stderr, "usage: probe PROOF MOVES\n"), 2;

  const auto proof = read_fvp_file(words[1]);
  if (!proof.ok()) return std::fprintf(stderr, "%s\n", proof.error().text().c_str()), 2;
  const auto moves = parse_squares(words[2], proof.value().size);
  if (!moves.ok()) return std::fprintf(stderr, "%s\n", moves.error().text().c_str()), 2;
  const auto position = position_after(moves.value(), proof.value().size);
  if (!position.ok()) return std::fprintf(stderr, "%s\n", position.error().text().c_str()), 2;

  explore::ProofBook book(proof.value(), 1000);
  const explore::View view = explore::view_of(book, proof.value(), explore::Asked(position.value()));
  if (!view.is_in_proof()) return std::puts("not in the proof"), 1;
  if (!view.play.moves.empty()) std::printf("move: %s\n", to_text(view.play.moves).c_str());
  if (!view.replies) return 0;
  for (const auto& reply : view.replies->stored)
    std::printf("%s: %s\n", to_text(reply.reply).c_str(), to_text(reply.play.moves).c_str());
  std::printf("%zu more replies lose to a threat sequence\n", view.replies->lost.size());
  return 0;
}
