// One proof that is open, and what is asked about it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "explore/below.hpp"
#include "explore/json.hpp"
#include "explore/proof_book.hpp"
#include "page/core/check.hpp"
#include "proof/proof.hpp"

namespace fiveproof::page {

class Session {
 public:
  /// Opens a file (page/core/open.hpp) in place of the one that is open, which is gone even if this fails.
  [[nodiscard]] Result<explore::Json> open(std::span<const std::uint8_t> bytes, const explore::Json& request);

  /// `request` has "ask":
  ///   "probe"   what `fiveproof probe --json` says of a position, under "probe", with --full if "full" is
  ///   true;
  ///             and in renju the forbidden points where Black is to move, under "forbidden"
  ///   "weights" of a position and those after each of the moves "line": what `probe --full` says is below
  ///   where the
  ///             position is stored, otherwise null
  ///   "forbidden"  in renju: of each forbidden point, what a stone there would make, and of which stones
  ///   "texts"   those of the file (page/core/texts.hpp)
  ///   "play"    the attacker's move there (page/core/answer.hpp); "last": the defender's move before
  ///   "verify"  the check (page/core/check.hpp), or its first turn; afterwards nothing is open, as it takes
  ///   the proof
  ///   "go on"   the next turn of that check
  /// and of a position, whatever is open (page/core/position_question.hpp):
  ///   "threats", "forbidden points"
  [[nodiscard]] Result<explore::Json> answer(const explore::Json& request);

 private:
  [[nodiscard]] Result<explore::Below*> below();
  [[nodiscard]] Result<explore::Json> probe(const explore::Json& request);
  [[nodiscard]] Result<explore::Json> forbidden(const explore::Json& request) const;
  [[nodiscard]] Result<explore::Json> texts();
  [[nodiscard]] Result<explore::Json> weights(const explore::Json& request);
  [[nodiscard]] Result<explore::Json> play(const explore::Json& request);
  [[nodiscard]] Result<explore::Json> verify(const explore::Json& request);
  [[nodiscard]] Result<explore::Json> turn();

  // The proof outlives what looks at it.
  std::optional<Proof> proof_;
  std::shared_ptr<const GameTree> tree_;  ///< of a foreign file; of ours when it is first asked for
  std::optional<explore::ProofBook> book_;
  std::optional<explore::Below> below_;  ///< made when it is first asked for
  std::unique_ptr<Check> check_;         ///< one that has more turns to go
};

}  // namespace fiveproof::page
