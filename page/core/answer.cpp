#include "page/core/answer.hpp"

#include "dbsearch/reply_search.hpp"
#include "game/five.hpp"
#include "game/legal_moves.hpp"

namespace fiveproof::page {
namespace {

Answer from_sequence(Answer::From from, dbsearch::ThreatSequence sequence) {
  Answer answer{from, {}, std::move(sequence)};
  if (answer.sequence.empty()) return {};
  answer.move = answer.sequence.front().gain;
  return answer;
}

/// Below a threat of a sequence: what wins after the reply, or else on the board as it is.
Answer searched(const Proof& proof, std::uint32_t effort, const Position& position,
                std::optional<Square> last) {
  dbsearch::ReplySearch search(proof.rule, proof.size, effort);
  if (last) {
    Position before = position;
    before.undo(*last);
    search.set_and_position(before, proof.attacker);
    if (search.answer(*last).is_lost()) return from_sequence(Answer::From::search, search.sequence());
  }
  auto found = search.win(position, proof.attacker);
  return found.win ? from_sequence(Answer::From::search, std::move(found.sequence)) : Answer{};
}

}  // namespace

std::string_view name_of(Answer::From from) {
  constexpr std::string_view names[] = {"nowhere", "five", "record", "sequence", "search"};
  return names[static_cast<std::size_t>(from)];
}

Answer answer_at(explore::ProofBook& book, const Proof& proof, std::uint32_t effort, const Position& position,
                 std::optional<Square> last) {
  if (const SquareSet fives = five_squares(position, proof.rule, proof.attacker); !fives.empty())
    return {Answer::From::five, fives.first()};
  const explore::Asked asked(position);
  const explore::StoredPlay play = book.play_at(asked);
  // A move that cannot be played is the proof's mistake, and nobody's move.
  if (!play.moves.empty())
    return is_legal(position, proof.rule, proof.attacker, play.moves.front())
               ? Answer{Answer::From::record, play.moves.front()}
               : Answer{};
  if (play.claims_sequence || book.standing(asked) != explore::Standing::absent) {
    auto loss = book.loss_at(asked);
    if (loss.is_lost) return from_sequence(Answer::From::sequence, std::move(loss.sequence));
  }
  return searched(proof, effort, position, last);
}

}  // namespace fiveproof::page
