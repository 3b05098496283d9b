// The check of a proof that Python asks for, and what it came to.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "python/open_proof.hpp"
#include "verify/outcome/decision.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::python {

struct CheckAnswer : std::enable_shared_from_this<CheckAnswer> {
  CheckAnswer(verify::Verification verification, verify::Decision made)
      : checked(std::move(verification)), decision(std::move(made)) {}

  verify::Verification checked;
  verify::Decision decision;
  std::string file, file_format;  ///< for the report
  unsigned format_version = 0;
  /// How often its gaps were begun from the first: whoever goes through them has to be the last who began.
  std::uint64_t gap_rounds = 0;
};

struct CheckQuestion {
  verify::Options how;
  std::optional<verify::Claim> expected;
};

/// Checks a copy of the proof, and tells `progress`, unless it is None, how far it has come. The GIL is held
/// when this is called and when it calls; between that it is let go. What `progress` raises, or Ctrl-C, ends
/// the check and is raised.
[[nodiscard]] std::shared_ptr<CheckAnswer> check(const ProofPointer& proof, CheckQuestion question,
                                                 const pybind11::object& progress);

}  // namespace fiveproof::python
