// Who is put on the bench: anything that says yes or no to a file.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tests/mutants/draft.hpp"
#include "tests/mutants/judge.hpp"

namespace fiveproof::mutants {

/// Accepts a file, and, if something is expected, only as a proof of exactly that. Absent: not for such
/// files.
using Check = std::function<std::optional<bool>(const File&, const std::optional<GridClaim>& expected)>;

struct Checker {
  std::string name;
  Check check;
  /// What it makes of a position that is stored with different moves.
  Contradictions contradictions = Contradictions::wrong;
};

/// `--trust dbsearch`: the reader and check_proof.
[[nodiscard]] Checker dbsearch_level(std::uint32_t effort);
/// `--trust rules`: the reader and check_proof, whose last word is the audit kernel's.
[[nodiscard]] Checker rules_level(std::uint32_t effort);
/// The program fiveproof-audit: certificates only.
[[nodiscard]] Checker certificate_audit();

// Liars, which the bench must find out.
[[nodiscard]] Checker always_accept();
[[nodiscard]] Checker always_reject();
/// Accepts what its reader reads, since the content hash is right then.
[[nodiscard]] Checker hash_believer();
/// The dbsearch level, deaf to what is expected.
[[nodiscard]] Checker claim_believer(std::uint32_t effort);

}  // namespace fiveproof::mutants
