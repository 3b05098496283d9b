// What speaks against a certificate although its claims may all be true.
#pragma once

#include <string>
#include <vector>

#include "claim.hpp"

namespace fiveproof::audit {

/// Lines to follow the verdicts; none: the claims are exactly the expected one (if any is expected), and the
/// proof that the certificate names (if it does) has the content hash that was worked out.
[[nodiscard]] std::vector<std::string> objections(const std::vector<Claim>& claims, const Claim* expected,
                                                  const std::string& own, const std::string& stated);

}  // namespace fiveproof::audit
