// A level of trust: who holds the records, and who checks the nodes.
//
// The frame (threads, portions, walk, gaps, reports) is the same at every level.
#pragma once

#include <memory>

#include "verify/check/form.hpp"
#include "verify/frame/walk.hpp"
#include "verify/outcome/claim.hpp"
#include "verify/parts/piece_set.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::verify {

class Level {
 public:
  virtual ~Level() = default;
  [[nodiscard]] virtual const RecordSource& records() const = 0;
  /// Makes look-ups return this one of the records of its position (RecordSource::take).
  virtual void take(std::uint32_t record) = 0;
  /// The last word on a root that the frame would accept, after all nodes were checked in this process: the
  /// claim that is proved. Absent: none. May throw Stopped.
  [[nodiscard]] virtual std::optional<Claim> confirm(const Proof& proof, std::size_t root,
                                                     const WalkCounts& counts) = 0;
  /// For one thread. `forms` is over records() and outlives the checker.
  [[nodiscard]] virtual std::unique_ptr<NodeChecker> make_checker(const FormChecker& forms) = 0;
};

/// The level that the options ask for. It may refer to `proof`, which must stay where it is, and may take
/// away proof.records when it has a copy of its own; roots and findings stay. `pieces`: of a certificate, at
/// level rules.
[[nodiscard]] Result<std::unique_ptr<Level>> make_level(Proof& proof, const Options& options,
                                                        std::shared_ptr<const PieceSet> pieces = {});

}  // namespace fiveproof::verify
