#include "python/view.hpp"

#include "explore/view_json.hpp"
#include "python/failure.hpp"
#include "python/without_gil.hpp"
#include "python/words.hpp"

namespace fiveproof::python {
namespace {

Status look_around(const SharedProof& shared, const explore::Asked& asked, ProbeAnswer& answer) {
  SharedProof::BelowAccess access(shared);
  const auto below = access.below();
  if (!below.ok()) return below.error();
  answer.around = explore::surroundings_of(*below.value(), shared.proof(), asked, answer.view);
  return Done{};
}

}  // namespace

ProbeAnswer probe(const ProofPointer& shared, const Position& position, std::uint32_t effort, bool full) {
  const Proof& proof = shared->proof();
  if (position.size() != proof.size)
    refuse("the proof is of another board: " + std::to_string(proof.size) + "x" + std::to_string(proof.size));
  ProbeAnswer answer{{}, std::nullopt, proof.size, {}};
  Status looked = Done{};
  {
    const WithoutGil released;
    explore::ProofBook book(proof, effort);
    const explore::Asked asked(position);
    answer.view = explore::view_of(book, proof, asked);
    if (full) looked = look_around(*shared, asked, answer);
    const explore::Surroundings* around = answer.around ? &*answer.around : nullptr;
    answer.json = explore::text_of(explore::view_json(proof, position, effort, answer.view, around));
  }
  (void)value_or_raise(std::move(looked));
  return answer;
}

}  // namespace fiveproof::python
